/** Puts the board together: canvas, buttons, small map, pointer and keys, behind one small interface. */

import "./board.css";
import { Actions } from "./actions";
import { Buttons } from "./buttons";
import { Camera } from "./camera";
import { mix } from "./colour";
import { CounterLayer } from "./counterLayer";
import { FaceCache } from "./faceCache";
import type { Point } from "./geometry";
import { Glyphs } from "./glyphs";
import { groundOf } from "./looks";
import { MiniMap } from "./miniMap";
import { Motion } from "./motion";
import { OverlayLayer } from "./overlayLayer";
import { Painter } from "./painter";
import { Scene } from "./scene";
import { Stage } from "./stage";
import { CONDENSED, SERIF, THEMES } from "./theme";
import type { BoardApi, BoardEvents, BoardOptions, BoardSheet } from "./types";
import { choiceWords, HexWords } from "./words";

/** Milliseconds for the view to go somewhere. */
const GLIDE = 220;

/** Draws a board into a host element, which gives it its size, and keeps it there until `destroy`. */
export function createBoard(host: HTMLElement, sheet: BoardSheet, options: BoardOptions, events: Partial<BoardEvents>): BoardApi {
  const sides = new Map(options.sides.map((s) => [s.id, s]));
  const ground = groundOf(options);
  const inks = new Map(options.sides.map((s) => [s.id, mix(s.colour, options.theme === "night" ? "#ffffff" : "#000000", 0.3)]));
  const painter = new Painter(sheet, THEMES[options.theme], inks);
  const { layout } = painter;
  const camera = new Camera(painter.page);
  const scene = new Scene(layout);
  const glyphs = new Glyphs();
  const faces = new FaceCache(glyphs, ground, painter.theme);
  const counters = new CounterLayer(layout, faces, scene);
  const overlay = new OverlayLayer(layout, scene, sides);
  const motion = new Motion();
  const words = new HexWords(layout, sheet, sides);
  let reduced = options.reducedMotion;
  let gone = false;
  let opened = false;

  const root = document.createElement("div");
  root.className = "gb";
  root.dataset["theme"] = options.theme;

  const stage = new Stage(painter, camera, scene, counters, overlay, {
    tick(now) {
      const gliding = camera.tick(now), drifting = actions.drift(now), moving = motion.tick(now);
      scene.lifted = motion.at;
      return gliding || drifting || moving;
    },
    moved: () => events.moved?.(),
    settled: () => refresh(),
    afterDraw: () => mini.draw(stage.whole, painter.theme),
  });
  const mini = new MiniMap(painter.page, camera, scene, (unit) => ground(unit).colour, ([x, y]) => {
    camera.jump({ ...camera.view, x, y });
    stage.invalidate();
  });
  const buttons = new Buttons(scene, camera, sides, {
    press: (target, add) => actions.press(target, add),
    focus(unit, hex) {
      if (unit === scene.focus) return;
      scene.focus = unit;
      if (unit) scene.cursor = layout.find(hex);
      stage.invalidate();
    },
  });
  const refresh = () => buttons.update(choiceWords(scene.overlay, (hex) => words.place(hex)));
  const actions = new Actions({ root, scene, camera, buttons, words, events, title: sheet.title, still: () => reduced, redraw: () => stage.invalidate(), refresh });
  root.append(stage.canvas, actions.grid, buttons.root, mini.canvas, actions.live);
  host.append(root);

  const resize = () => {
    const { width, height } = root.getBoundingClientRect();
    if (gone || width < 1 || height < 1) return;
    const dpr = window.devicePixelRatio || 1;
    camera.resize(width, height);
    stage.resize(width, height, dpr);
    mini.resize(dpr);
    if (!opened) open();
    stage.invalidate();
  };
  /** The first look: everything, or where the counters are. */
  const open = () => {
    opened = true;
    const at = [...scene.stacks.keys()].map((hex) => layout.centre(hex));
    const middle = (pick: (p: Point) => number, otherwise: number) => at.map(pick).sort((a, b) => a - b)[at.length >> 1] ?? otherwise;
    const { page } = painter;
    camera.jump(camera.openView([middle((p) => p[0], (page.left + page.right) / 2), middle((p) => p[1], (page.top + page.bottom) / 2)]));
  };
  const observer = new ResizeObserver(resize);
  observer.observe(root);
  resize();

  const reprint = () => {
    if (gone) return;
    mini.stale();
    stage.reprint();
  };
  void glyphs.load(options.symbols).then((found) => {
    if (!found || gone) return;
    counters.clear();
    stage.invalidate();
  });
  // letters that come late would leave the map in a stand-in face
  void Promise.all([`700 20px ${CONDENSED}`, `700 20px ${SERIF}`, `500 20px ${SERIF}`].map((font) => document.fonts.load(font, "AБ0"))).then((found) => {
    if (found.some((list) => list.length)) reprint();
  });

  let firstUnits = true;
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
      refresh();
      stage.invalidate();
    },
    setTheme(name) {
      root.dataset["theme"] = name;
      painter.setTheme(THEMES[name]);
      faces.theme = THEMES[name];
      for (const side of options.sides) inks.set(side.id, mix(side.colour, name === "night" ? "#ffffff" : "#000000", 0.3));
      reprint();
    },
    setReducedMotion(value) {
      reduced = value;
    },
    fit() {
      camera.glideTo(camera.fitView(), performance.now(), reduced ? 0 : GLIDE);
      stage.invalidate();
    },
    zoomBy(factor) {
      const [px, py] = [camera.width / 2, camera.height / 2];
      if (reduced) camera.zoomAt(px, py, factor);
      else camera.glideZoom(px, py, factor, performance.now(), GLIDE);
      stage.invalidate();
    },
    showHex(hex) {
      const i = layout.find(hex);
      if (i < 0) return;
      const [x, y] = layout.centre(i);
      const [px, py] = camera.toScreen(x, y);
      const margin = Math.min(camera.width, camera.height) * 0.15;
      const seen = px > margin && py > margin && px < camera.width - margin && py < camera.height - margin;
      if (!seen) camera.glideTo({ x, y, scale: camera.view.scale }, performance.now(), reduced ? 0 : GLIDE);
      stage.invalidate();
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
      gone = true;
      motion.skip();
      observer.disconnect();
      actions.destroy();
      stage.destroy();
      root.remove();
    },
  };
}
