/** Plays with the demo boards as people do, by mouse, finger and keyboard, in a headless browser; fails loudly. */
import assert from "node:assert/strict";
import { open } from "./browser.mjs";

const { page, show, close, browser, address } = await open({ width: 1280, height: 800 });
const events = (name) => page.evaluate((n) => window.demo.events.filter((e) => e[0] === n).map((e) => e.slice(1)), name);
const forget = () => page.evaluate(() => void (window.demo.events.length = 0));
const middle = (hex) => page.evaluate((h) => window.board.place(h), hex);
const button = (name) => page.getByRole("button", { name });
const rest = () => page.waitForTimeout(400);
let done = 0;
async function check(name, what) {
  await forget();
  try {
    await what();
    done++;
    console.log(`ok  ${name}`);
  } catch (error) {
    console.error(`NOT OK  ${name}\n`, error.message);
    process.exitCode = 1;
  }
}

await show("board=small");

await check("a counter is a button with a name", async () => {
  assert.equal(await button(/^SA\b/).getAttribute("aria-label"), "SA, Soviet infantry 1-1-4 in 0801, can act");
  await button(/^SA\b/).click();
  assert.deepEqual(await events("pick"), [[{ hex: "0801", unit: "SA" }, { add: false, double: false }]]);
});

await check("each counter of a stack can be clicked", async () => {
  for (const id of ["SV", "SG", "SD"]) await button(new RegExp(`^${id}\\b`)).click({ timeout: 2000 });
  assert.deepEqual((await events("pick")).map(([hit]) => hit.unit), ["SV", "SG", "SD"]);
  await page.mouse.move(5, 5);
});

await check("keys and assistants press buttons too", async () => {
  await button(/^W\b/).focus();
  await page.keyboard.press("Enter");
  await button(/^X\b/).evaluate((b) => b.click());
  assert.deepEqual((await events("pick")).map(([hit]) => hit.unit), ["W", "X"]);
});

await check("shift adds, a double click says so", async () => {
  await button(/^X\b/).click({ modifiers: ["Shift"] });
  await button(/^W\b/).dblclick();
  assert.deepEqual((await events("pick")).map(([, how]) => how), [{ add: true, double: false }, { add: false, double: false }, { add: false, double: true }]);
});

await check("hexes that can be chosen are buttons", async () => {
  await page.evaluate(() => window.demo.overlay({ reach: [{ hex: "0503", cost: 2 }], targets: ["0405"], choices: ["0107"] }));
  await button("move to 0503, cost 2").click();
  await button(/^attack 0405/).click();
  await button(/^choose 0107 Ganheim/).click();
  assert.deepEqual((await events("pick")).map(([hit]) => hit), [{ hex: "0503" }, { hex: "0405" }, { hex: "0107" }]);
});

await check("hovering tells hex and counter, leaving tells nothing", async () => {
  const { x, y } = await middle("0801");
  await page.mouse.move(x, y);
  await page.mouse.move(x + 35, y);
  await page.mouse.move(4, 4);
  const told = (await events("hover")).map(([hit]) => hit);
  assert.deepEqual(told, [{ hex: "0801", unit: "SA" }, { hex: "0801" }, null]);
});

await check("resting over a stack fans it out, leaving closes it", async () => {
  const { x, y } = await middle("0602");
  await page.mouse.move(x - 10, y + 5);
  await page.waitForTimeout(700);
  await rest();
  const box = await button(/^SD\b/).boundingBox();
  assert.ok(box.x > x + 30 && box.width > 40, "SD lies in the fan");
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  assert.deepEqual((await events("pick")).at(-1)[0], { hex: "0602", unit: "SD" });
  await page.mouse.move(60, 700);
  await page.waitForTimeout(600);
  const after = await button(/^SD\b/).boundingBox();
  assert.ok(after.width < 20, "the fan is closed");
});

await check("S fans out by key, arrows go through it, Escape closes it", async () => {
  await page.evaluate(() => { window.demo.overlay({}); window.board.focus(); });
  await page.keyboard.press("ArrowUp");
  for (let i = 0; i < 30; i++) {
    const at = (await events("cursor")).at(-1)[0];
    const [column, row] = [Number(at.slice(0, 2)), Number(at.slice(2))];
    if (at === "0602") break;
    await page.keyboard.press(column < 6 ? "ArrowRight" : column > 6 ? "ArrowLeft" : row > 2 ? "ArrowUp" : "ArrowDown");
  }
  assert.match(await page.locator(".gb-live").textContent(), /^0602, Forest\. .*SV, Soviet infantry 1-1-4; SG/);
  await page.keyboard.press("s");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  assert.deepEqual((await events("pick")).at(-1)[0], { hex: "0602", unit: "SG" });
  await page.keyboard.press("Escape");
  assert.equal(await page.evaluate(() => document.activeElement.className), "gb-grid");
  await page.keyboard.press("Shift+Enter");
  assert.deepEqual((await events("pick")).at(-1), [{ hex: "0602", unit: "SPZ" }, { add: true, double: false }]);
});

await check("dragging a ready counter drops it, and picks it first", async () => {
  await page.evaluate(() => window.demo.overlay({ ready: ["SA"] }));
  const from = await middle("0801"), to = await middle("0703");
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x - 30, from.y + 20, { steps: 3 });
  await page.mouse.move(to.x, to.y, { steps: 5 });
  await page.mouse.up();
  assert.deepEqual((await events("pick"))[0][0], { hex: "0801", unit: "SA" });
  assert.deepEqual(await events("drop"), [[["SA"], "0703"]]);
});

await check("dragging picked counters takes all of them; Escape lets go", async () => {
  await page.evaluate(() => window.demo.overlay({ selected: ["SV", "SG"] }));
  const from = await middle("0602"), to = await middle("0504");
  await page.mouse.move(from.x - 8, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 6 });
  await page.mouse.up();
  assert.deepEqual((await events("drop")).map(([units, hex]) => [units.toSorted(), hex]), [[["SG", "SV"], "0504"]]);
  await page.mouse.move(from.x - 8, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 6 });
  await page.keyboard.press("Escape");
  await page.mouse.up();
  assert.equal((await events("drop")).length, 1);
});

await check("dragging anything else moves the map, the wheel zooms at the pointer", async () => {
  await page.evaluate(() => window.demo.overlay({}));
  await page.evaluate(() => window.board.zoomBy(2));
  await rest();
  const before = await middle("0505");
  await page.mouse.move(600, 400);
  await page.mouse.down();
  await page.mouse.move(700, 430, { steps: 4 });
  await page.waitForTimeout(120);
  await page.mouse.up();
  await rest();
  const after = await middle("0505");
  assert.ok(Math.abs(after.x - before.x - 100) < 3 && Math.abs(after.y - before.y - 30) < 3, JSON.stringify([before, after]));
  await page.mouse.move(after.x, after.y);
  await page.mouse.wheel(0, -240);
  await page.waitForTimeout(500);
  const zoomed = await middle("0505");
  assert.ok(Math.hypot(zoomed.x - after.x, zoomed.y - after.y) < 2);
  await page.evaluate(() => window.board.fit());
  await rest();
});

await check("the right button asks why", async () => {
  const { x, y } = await middle("0505");
  await page.mouse.click(x, y, { button: "right" });
  assert.deepEqual(await events("context"), [[{ hex: "0505" }]]);
  assert.equal((await events("pick")).length, 0);
});

await check("counters walk and arrive, and can be skipped", async () => {
  const time = await page.evaluate(async () => {
    const start = performance.now();
    await window.board.animate([{ unit: "SA", hexes: ["0801", "0702", "0703"] }], 1);
    return performance.now() - start;
  });
  assert.ok(time > 200 && time < 1500, `${time} ms`);
  const skipped = await page.evaluate(async () => {
    const start = performance.now();
    setTimeout(() => window.board.skip(), 60);
    await window.board.animate([{ unit: "SA", hexes: ["0801", "0702", "0703", "0704", "0705", "0706"] }], 0.5);
    return performance.now() - start;
  });
  assert.ok(skipped < 600, `${skipped} ms`);
});

await check("a big board shows a small map that jumps", async () => {
  await show("board=large");
  await page.waitForSelector(".gb-mini.gb-shown", { timeout: 20000 });
  const before = await middle("2525");
  const box = await page.locator(".gb-mini").boundingBox();
  await page.mouse.click(box.x + box.width * 0.2, box.y + box.height * 0.2);
  await rest();
  const after = await middle("2525");
  assert.ok(after.x - before.x > 300 && after.y - before.y > 300);
  const buttons = await page.locator(".gb-buttons button").count();
  assert.ok(buttons > 5 && buttons < 450, `${buttons} buttons: only those in the window`);
});

await check("fingers: tap picks and fans, long press asks, two zoom, double tap zooms", async () => {
  const context = await browser.newContext({ viewport: { width: 900, height: 700 }, hasTouch: true });
  const touch = await context.newPage();
  await touch.goto(`${address}?bare=1&board=small`);
  await touch.waitForSelector(`.gb[data-drawn="sharp"]`);
  await touch.waitForTimeout(400);
  const cdp = await context.newCDPSession(touch);
  const send = (type, ...points) => cdp.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
  const at = (hex) => touch.evaluate((h) => window.board.place(h), hex);
  const told = (name) => touch.evaluate((n) => window.demo.events.filter((e) => e[0] === n).map((e) => e.slice(1)), name);
  const stack = await at("0602");
  await touch.touchscreen.tap(stack.x - 5, stack.y);
  await touch.waitForTimeout(300);
  assert.equal((await told("pick")).length, 1);
  assert.ok((await touch.getByRole("button", { name: /^SD\b/ }).boundingBox()).width > 40, "fanned out");
  const empty = await at("0505");
  await send("touchStart", [empty.x, empty.y]);
  await touch.waitForTimeout(600);
  await send("touchEnd");
  assert.deepEqual(await told("context"), [[{ hex: "0505" }]]);
  const size = async () => (await at("0505")).y - (await at("0503")).y;
  const small = await size();
  await send("touchStart", [400, 300], [500, 300]);
  for (let i = 1; i <= 6; i++) await send("touchMove", [400 - i * 10, 300], [500 + i * 10, 300]);
  await send("touchEnd");
  await touch.waitForTimeout(300);
  assert.ok((await size()) > small * 1.8, "pinched");
  const spot = await at("0505"), larger = await size();
  await touch.touchscreen.tap(spot.x, spot.y);
  await touch.touchscreen.tap(spot.x, spot.y);
  await touch.waitForTimeout(500);
  assert.ok((await size()) > larger * 1.2, "double tapped");
  // a long press on a ready counter lifts it, moving carries it
  await touch.evaluate(() => { window.board.fit(); window.demo.overlay({ ready: ["SA"] }); window.demo.events.length = 0; });
  await touch.waitForTimeout(600);
  const from = await at("0801"), to = await at("0703");
  await send("touchStart", [from.x, from.y]);
  await touch.waitForTimeout(600);
  for (let i = 1; i <= 6; i++) await send("touchMove", [from.x + ((to.x - from.x) * i) / 6, from.y + ((to.y - from.y) * i) / 6]);
  await send("touchEnd");
  assert.deepEqual(await told("drop"), [[["SA"], "0703"]]);
  await context.close();
});

console.log(`${done} done`);
await close();
