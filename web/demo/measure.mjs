/** Times of the large demo board in a headless browser: first drawing, and frames while panning and zooming. Beside
 *  the time from frame to frame, which suffers from whatever else the machine does, the processor time that the page's
 *  own thread spends on a frame. Width and height of the window may be given; with --json only the sums, for programs. */
import { open } from "./browser.mjs";

const asJson = process.argv.includes("--json");
const say = (text) => asJson || console.log(text);
const [width = 1400, height = 900] = process.argv.slice(2).filter((word) => word !== "--json").map(Number);
const { page, show, close } = await open({ width, height });

const cdp = await page.context().newCDPSession(page);
async function traced(work) {
  const events = [];
  const collect = ({ value }) => events.push(...value);
  cdp.on("Tracing.dataCollected", collect);
  await cdp.send("Tracing.start", { traceConfig: { includedCategories: ["toplevel", "cc"] }, transferMode: "ReportEvents" });
  const answer = await work();
  const done = new Promise((resolve) => cdp.once("Tracing.tracingComplete", resolve));
  await cdp.send("Tracing.end");
  await done;
  cdp.off("Tracing.dataCollected", collect);
  const cpu = events.filter((e) => e.ph === "X" && e.name === "ProxyMain::BeginMainFrame" && e.tdur).map((e) => e.tdur / 1000);
  return [answer, cpu];
}
const part = (list, share) => [...list].sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * share))] ?? 0;

/** Frames while a hand moves the board: a gesture is a list of [dx, dy, wheel] a frame. */
async function frames(name, steps) {
  const [times, cpu] = await traced(() => page.evaluate(async (all) => {
    const root = document.querySelector(".gb");
    const box = root.getBoundingClientRect();
    const at = { x: box.left + box.width / 2, y: box.top + box.height / 2 };
    const fire = (type, more) => root.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId: 1, pointerType: "mouse", button: 0, buttons: 1, clientX: at.x, clientY: at.y, ...more }));
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    const found = [];
    let down = false, last = await frame();
    for (const [dx, dy, wheel] of all) {
      if ((dx || dy) && !down) { fire("pointerdown", { button: 1 }); down = true; }
      if (wheel && down) { fire("pointerup", {}); down = false; }
      if (dx || dy) { at.x += dx; at.y += dy; fire("pointermove", {}); }
      if (wheel) root.dispatchEvent(new WheelEvent("wheel", { deltaY: wheel, clientX: box.left + box.width * 0.5, clientY: box.top + box.height * 0.5, bubbles: true, cancelable: true }));
      const now = await frame();
      found.push(now - last);
      last = now;
    }
    if (down) fire("pointerup", {});
    return found;
  }, steps));
  const show = (list) => `median ${part(list, 0.5).toFixed(1).padStart(5)}  p95 ${part(list, 0.95).toFixed(1).padStart(5)}  p99 ${part(list, 0.99).toFixed(1).padStart(5)}`;
  say(`${name.padEnd(30)} frame to frame: ${show(times)} ms    processor: ${show(cpu)} ms`);
  allCpu.push(...cpu);
  return times;
}
const all = [], allCpu = [];
const repeat = (n, step) => Array.from({ length: n }, (_, i) => (typeof step === "function" ? step(i) : step));
const circle = (n, r) => repeat(n, (i) => [r * Math.cos((i / n) * 6.28), r * Math.sin((i / n) * 6.28), 0]);

await show("board=large");
const { drawn, hexes, counters } = await page.evaluate(() => ({ drawn: window.demo.drawn, hexes: window.demo.hexes, counters: window.demo.units.length }));
say(`first drawing ${drawn.toFixed(0)} ms`);
await page.waitForTimeout(4000);
all.push(...(await frames("pan, default zoom", circle(300, 18))));
all.push(...(await frames("fast pan, default zoom", circle(200, 45))));
await page.evaluate(() => window.board.fit());
await page.waitForTimeout(3000);
all.push(...(await frames("pan, zoomed out", circle(200, 6))));
const pinch = [...repeat(120, [0, 0, -9]), ...repeat(120, [0, 0, 9])];
all.push(...(await frames("zoom in and out, small steps", pinch)));
await page.waitForTimeout(1500);
all.push(...(await frames("zoom by wheel notches", repeat(240, (i) => [0, 0, i % 12 ? 0 : i < 120 ? -120 : 120]))));
await page.waitForTimeout(1500);
all.push(...(await frames("pan and zoom mixed", repeat(300, (i) => [i % 60 < 40 ? 14 * Math.cos(i / 20) : 0, i % 60 < 40 ? 14 * Math.sin(i / 25) : 0, i % 60 >= 40 ? (i % 120 < 60 ? -14 : 14) : 0]))));
say(`all of these: frame to frame p95 ${part(all, 0.95).toFixed(1)} ms, processor p95 ${part(allCpu, 0.95).toFixed(1)} ms, ${all.length} frames`);
if (asJson) {
  console.log(JSON.stringify({ hexes, counters, drawn, frames: all.length, frame95: part(all, 0.95), cpu95: part(allCpu, 0.95) }));
  await close();
  process.exit();
}
await page.evaluate(() => {
  const hexes = window.demo.units.slice(0, 200).map((u) => u.at);
  window.board.setOverlay({ ready: window.demo.units.slice(0, 100).map((u) => u.id), hatch: [{ hexes, style: "own" }, { hexes: hexes.slice(50), style: "enemy" }], reach: hexes.slice(0, 90).map((hex, i) => ({ hex, cost: 1 + (i % 6) })) });
});
await page.waitForTimeout(800);
await frames("the same pan with overlays", circle(300, 18));
await close();
