/** Assembles the board: canvas, buttons, small map, pointer and keyboard, behind one small interface. */

import "./board.css";
import { Actions } from "./input/actions";
import { Buttons } from "./input/buttons";
import { Camera, EASY } from "./canvas/camera";
import { mix } from "./map/colour";
import { CounterLayer } from "./counters/counterLayer";
import { FaceCache } from "./counters/faceCache";
import { HexLayout, type Point } from "./geometry/hexLayout";
import { Glyphs } from "./counters/glyphs";
import { groundOf } from "./counters/counterColours";
import { MiniMap } from "./canvas/miniMap";
import { Motion } from "./canvas/motion";
import { OverlayLayer } from "./overlay/overlayLayer";
import { pageOf } from "./map/painter";
import { Scene } from "./scene";
import { Stage } from "./canvas/stage";
import { CONDENSED, THEMES } from "./map/theme";
import { tileSource } from "./canvas/tileSource";
import type { BoardApi, BoardEvents, BoardOptions, BoardSheet } from "./types";
import { describeChoices, HexDescriptions } from "./input/descriptions";

/** Milliseconds for the view to glide to a new position. */
const GLIDE = 220;
/** Scale below which going to a hex zooms in. */
const READABLE = EASY * 0.68;

/** Create a board in a host element, which determines its size, until `destroy` is called. */
export function createBoard(host: HTMLElement, sheet: BoardSheet, options: BoardOptions, events: Partial<BoardEvents>): BoardApi {
  const sides = new Map(options.sides.map((s) => [s.id, s]));
  const ground = groundOf(options);
  /** Setup marks in the sides' colours, darkened or lightened to be readable on the map. */
  const inksFor = (theme: "paper" | "night") => options.sides.map((s): [string, string] => [s.id, mix(s.colour, theme === "night" ? "#ffffff" : "#000000", 0.3)]);
  const layout = new HexLayout(sheet.hexes);
  const page = pageOf(layout);
  const outside = new Set(sheet.outside);
  const inPlay = outside.size ? pageOf(new HexLayout(sheet.hexes.filter(({ id }) => !outside.has(id)))) : page;
  const camera = new Camera(page);
  const scene = new Scene(layout);
  const glyphs = new Glyphs();
  const faces = new FaceCache(glyphs, ground, THEMES[options.theme]);
  const counters = new CounterLayer(layout, faces, scene);
  const overlay = new OverlayLayer(layout, scene, sides);
  const motion = new Motion();
  const descriptions = new HexDescriptions(layout, sheet, sides);
  let reduced = options.reducedMotion;
  let destroyed = false;
  let opened = false;

  const root = document.createElement("div");
  root.className = "gb";
  root.dataset["theme"] = options.theme;

  const stage = new Stage(page, THEMES[options.theme], camera, scene, counters, overlay, {
    tick(now) {
      const gliding = camera.tick(now), drifting = actions.drift(now), moving = motion.tick(now);
      scene.lifted = motion.at;
      return gliding || drifting || moving;
    },
    moved: () => events.moved?.(),
    settled: () => refresh(),
    afterDraw(sharp) {
      mini.draw(stage.whole, stage.theme);
      root.dataset["drawn"] = sharp ? "sharp" : "rough";
    },
  });
  const source = tileSource(sheet, options.theme, inksFor(options.theme), stage.deliver);
  stage.source = source;
  const mini = new MiniMap(page, camera, scene, (unit) => ground(unit).colour, ([x, y]) => {
    camera.jump({ ...camera.view, x, y });
    stage.invalidate();
  });
  const buttons = new Buttons(scene, camera, sides, {
    press: (target, add) => actions.press(target, add),
    far(hex) {
      show(hex);
      actions.press({ hex }, false);
    },
    focus(unit, hex) {
      if (unit === scene.focus) return;
      scene.focus = unit;
      if (unit) {
        scene.cursor = layout.find(hex);
        scene.walking = true;
      }
      stage.invalidate();
    },
  });
  const refresh = () => buttons.update(describeChoices(scene.overlay, (hex) => descriptions.place(hex)));
  const actions = new Actions({ root, scene, camera, buttons, descriptions, events, title: sheet.title, still: () => reduced, redraw: () => stage.invalidate(), refresh });
  root.append(stage.canvas, actions.grid, buttons.root, mini.canvas, actions.live);
  host.append(root);

  const resize = () => {
    const { width, height } = root.getBoundingClientRect();
    if (destroyed || width < 1 || height < 1) return;
    const dpr = window.devicePixelRatio || 1;
    camera.foot = options.foot?.() ?? 0;
    camera.resize(width, height);
    stage.resize(width, height, dpr);
    mini.resize(dpr);
    if (!opened) open();
    stage.invalidate();
  };
  /** The initial view: everything, or where the counters are. */
  const open = () => {
    opened = true;
    const framed = (options.opening?.() ?? []).map((id) => layout.find(id)).filter((i) => i >= 0).map((i) => layout.centre(i));
    if (framed.length) return camera.jump(camera.openingView(framed));
    const at = [...scene.stacks.keys()].map((hex) => layout.centre(hex));
    const middle = (pick: (p: Point) => number, otherwise: number) => at.map(pick).sort((a, b) => a - b)[at.length >> 1] ?? otherwise;
    camera.jump(camera.openView([middle((p) => p[0], (page.left + page.right) / 2), middle((p) => p[1], (page.top + page.bottom) / 2)]));
  };
  const observer = new ResizeObserver(resize);
  observer.observe(root);
  resize();

  const reprint = () => {
    if (destroyed) return;
    mini.stale();
    stage.reprint();
  };
  // the browser loses what is drawn when its graphics process restarts
  stage.canvas.addEventListener("contextrestored", reprint);
  void glyphs.load(options.symbols).then((found) => {
    if (!found || destroyed) return;
    counters.clear();
    stage.invalidate();
  });
  // redraw counters when the font has loaded
  void document.fonts.load(`700 20px ${CONDENSED}`, "AБ0").then((found) => {
    if (!found.length || destroyed) return;
    counters.clear();
    overlay.clear();
    stage.invalidate();
  });

  const show = (hex: string) => {
    const i = layout.find(hex);
    if (i < 0) return;
    const [x, y] = layout.centre(i);
    const [px, py] = camera.toScreen(x, y);
    const margin = Math.min(camera.width, camera.height) * 0.15;
    const seen = px > margin && py > margin && px < camera.width - margin && py < camera.height - margin;
    if (!seen) camera.glideTo({ x, y, scale: camera.view.scale }, performance.now(), reduced ? 0 : GLIDE);
    stage.invalidate();
  };
  const inside = (at: { x: number; y: number }): Point => {
    const box = root.getBoundingClientRect();
    return [at.x - box.left, at.y - box.top];
  };

  let firstUnits = true;
  let pressed = "";
  return {
    setUnits(units) {
      scene.setUnits(units);
      motion.settle();
      scene.lifted = motion.at;
      mini.stale();
      if (firstUnits && units.length) {
        firstUnits = false;
        open();
      }
      refresh();
      stage.invalidate();
    },
    setOverlay(next) {
      scene.setOverlay(next);
      overlay.set(next);
      // paths and shading change with every pointer move and affect no button
      const pressable = JSON.stringify([next.ready, next.selected, next.reach, next.choices, next.targets]);
      if (pressable !== pressed) refresh();
      pressed = pressable;
      stage.invalidate();
    },
    setTheme(name) {
      if (stage.theme === THEMES[name]) return;
      root.dataset["theme"] = name;
      stage.theme = faces.theme = THEMES[name];
      source.restart(name, inksFor(name));
      reprint();
    },
    setReducedMotion(value) {
      reduced = value;
    },
    fit() {
      camera.glideTo(camera.fitView(inPlay), performance.now(), reduced ? 0 : GLIDE);
      stage.invalidate();
    },
    zoomBy(factor) {
      const [px, py] = [camera.width / 2, camera.height / 2];
      if (reduced) camera.zoomAt(px, py, factor);
      else camera.glideZoom(px, py, factor, performance.now(), GLIDE);
      stage.invalidate();
    },
    showHex: show,
    frame(hexes, inset) {
      const points = hexes.map((id) => layout.find(id)).filter((i) => i >= 0).map((i) => layout.centre(i));
      if (!points.length) return;
      camera.glideTo(camera.frameView(points, inset), performance.now(), reduced ? 0 : GLIDE);
      stage.invalidate();
    },
    point(hex) {
      const i = layout.find(hex);
      if (i < 0) return;
      scene.cursor = i;
      scene.walking = true;
      const [x, y] = layout.centre(i);
      if (camera.view.scale < READABLE) camera.glideTo({ x, y, scale: EASY }, performance.now(), reduced ? 0 : GLIDE);
      else show(hex);
      actions.grid.focus({ preventScroll: true });
      stage.invalidate();
    },
    where: () => ({ ...camera.view }),
    goBack(view) {
      camera.glideTo(view, performance.now(), reduced ? 0 : GLIDE);
      stage.invalidate();
    },
    carry(units, at) {
      actions.carry(units, ...inside(at));
    },
    letGo(at) {
      actions.letGo(at && inside(at));
    },
    fan(hex) {
      actions.openFan(hex === null ? -1 : layout.find(hex), true);
    },
    focus() {
      actions.grid.focus({ preventScroll: true });
    },
    animate(moves, speed) {
      const known = moves.map(({ unit, hexes }) => ({
        unit, points: hexes.map((id) => layout.find(id)).filter((i) => i >= 0).map((i) => layout.centre(i)),
      }));
      if (reduced || !Number.isFinite(speed)) return Promise.resolve();
      actions.openFan(-1, false);
      const done = motion.begin(known, speed, performance.now());
      scene.lifted = motion.at;
      stage.invalidate();
      return done;
    },
    skip() {
      motion.skip();
      camera.stop();
      stage.invalidate();
    },
    place(hex) {
      const i = layout.find(hex);
      if (i < 0) return null;
      const box = root.getBoundingClientRect();
      const [x, y] = camera.toScreen(...layout.centre(i));
      return { x: box.left + x, y: box.top + y };
    },
    destroy() {
      destroyed = true;
      motion.skip();
      observer.disconnect();
      actions.destroy();
      source.destroy();
      stage.destroy();
      root.remove();
    },
  };
}
