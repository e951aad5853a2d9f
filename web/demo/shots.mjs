/** Pictures of the demo boards at several zooms in both themes, into demo/shots/. */
import { mkdirSync } from "node:fs";
import { open } from "./browser.mjs";

const folder = new URL("shots/", import.meta.url).pathname;
mkdirSync(folder, { recursive: true });
const only = process.argv[2] ?? "";
const { page, show, close } = await open({ width: 1280, height: 800 });
const shot = async (name) => {
  await page.waitForTimeout(500);
  await page.waitForSelector(`.gb[data-drawn="sharp"]`, { timeout: 30000 });
  await page.screenshot({ path: `${folder}${name}.png` });
};

for (const theme of ["paper", "night"]) {
  for (const board of ["small", "large"]) {
    if (only && !`${board}-${theme}`.includes(only)) continue;
    await show(`board=${board}&theme=${theme}&symbols=/demo/shots/sprite.svg`);
    await shot(`${board}-${theme}-open`);
    if (board === "large") {
      await page.evaluate(() => window.board.fit());
      await shot(`${board}-${theme}-fit`);
      for (const [name, factor] of [["mid", 2], ["near", 2.4], ["close", 1.8]]) {
        await page.evaluate((f) => window.board.zoomBy(f), factor);
        await shot(`${board}-${theme}-${name}`);
      }
    } else {
      await page.evaluate(() => window.demo.overlay({
        ready: ["SA", "SV", "SG"], selected: ["SV"], objectives: [{ hex: "0302", name: "", held_by: "us", worth: "" }, { hex: "0107", name: "", held_by: "soviet", worth: "" }],
        reach: [["0503", 1], ["0502", 1], ["0403", 2], ["0404", 3, 1], ["0402", 2, 0, 1], ["0504", 2], ["0505", 3, 1], ["0601", 1], ["0603", 2], ["0702", 1], ["0703", 1], ["0701", 2], ["0704", 2], ["0604", 3, 1], ["0406", 4, 1]].map(([hex, cost, last, stop]) => ({ hex, cost, last: !!last, stop: !!stop })),
        path: { hexes: ["0602", "0502", "0402"], costs: ["1", "2"] }, targets: ["0405"], choices: ["0903", "0904"],
        arrows: [{ from: "0806", to: "0706", kind: "move" }, { from: "0801", to: "0702", kind: "attack" }, { from: "0406", to: "0307", kind: "retreat" }, { from: "0908", to: "0807", kind: "advance" }],
        hatch: [{ hexes: ["0106", "0206", "0207", "0208", "0107", "0108", "0307", "0308"], style: "own" }, { hexes: ["0207", "0208", "0307", "0308", "0407", "0408", "0407"], style: "enemy" }],
        cursor: "0805",
      }));
      await shot(`${board}-${theme}-overlay`);
      await page.evaluate(() => window.board.fan("0602"));
      await shot(`${board}-${theme}-fan`);
      await page.evaluate(() => { window.demo.overlay({ hatch: [{ hexes: ["0503", "0504", "0603", "0604"], style: "threat" }, { hexes: ["0504", "0505", "0604", "0605"], style: "supply" }] }); window.board.fan(null); window.board.zoomBy(1.9); });
      await shot(`${board}-${theme}-close`);
    }
  }
}
await close();
