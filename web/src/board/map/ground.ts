/** The ground of the map: terrain, sea with its shore, soft tints of regions. */

import { areaOf, Shapes, WOBBLE } from "../geometry/areas";
import { fade, mix } from "./colour";
import { chains, soft, stems } from "../geometry/curves";
import { grown, type HexLayout, type Rect, type Spot } from "../geometry/hexLayout";
import type { Brush } from "../canvas/surface";
import { hasTexture, Stamps, STAMP_REACH } from "./textures";
import type { Theme } from "./theme";
import type { BoardSheet, Terrain } from "../types";

/** A rectangle of the map being drawn: the brush works in hexsides, `scale` is pixels per hexside. */
export interface Sheet {
  brush: Brush;
  area: Rect;
  scale: number;
  theme: Theme;
  stamps: Stamps;
  /** Whole pixels from the world's origin to the left and top of this rectangle. */
  left: number;
  top: number;
}

interface Kind { terrain: Terrain; shapes: Shapes | null; wet: boolean; index: number }

/** Minimum scale, in pixels per hexside, for drawings in a hex: below it they are only noise. */
const TEXTURE_FROM = 5;
/** Up to this scale terrain is filled with a repeating patch instead of a drawing per hex. */
const PATCH_TO = 16;

/** The most common terrain of a part of the map; the sea only if there is nothing else. */
function commonest(layout: HexLayout, part: readonly number[], wet: (index: number) => boolean): number {
  const count = new Map<number, number>();
  for (const i of part) {
    const index = layout.hexes[i]?.terrain ?? 0;
    count.set(index, (count.get(index) ?? 0) + 1);
  }
  const dry = [...count].filter(([index]) => !wet(index));
  return [...(dry.length ? dry : count)].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0;
}

export class Ground {
  private readonly kinds: Kind[] = [];
  private readonly base: string;
  private readonly tints: { colour: string; area: Shapes; border: Shapes }[] = [];

  constructor(private readonly layout: HexLayout, sheet: BoardSheet) {
    const wet = (index: number): boolean => sheet.legend[index]?.texture === "sea";
    const add = (index: number, shapes: Shapes | null): void => {
      const terrain = sheet.legend[index];
      if (terrain) this.kinds.push({ terrain, shapes, wet: wet(index), index });
    };
    // first the most common terrain of each part, under everything else
    const bases = layout.parts().map((part): [number, number[]] => [commonest(layout, part, wet), part]);
    bases.sort(([, a], [, b]) => b.length - a.length);
    const [base = 0] = bases[0] ?? [];
    this.base = sheet.legend[base]?.colour ?? "#ece4cb";
    add(base, null);
    for (const [index, part] of bases) if (index !== base) add(index, areaOf(layout, part, 0.36));
    // then the rest, the sea last, so that coasts are clean
    const members = sheet.legend.map((): number[] => []);
    for (const [under, part] of bases) {
      for (const i of part) {
        const index = layout.hexes[i]?.terrain ?? under;
        if (index !== under) members[index]?.push(i);
      }
    }
    const used = sheet.legend.map((_, index) => index).filter((index) => members[index]?.length);
    for (const index of used.sort((a, b) => Number(wet(a)) - Number(wet(b)))) {
      add(index, areaOf(layout, members[index] ?? [], wet(index) ? 0.46 : 0.36, wet(index) ? 0.09 : undefined));
    }
    for (const region of sheet.regions) {
      const hexes = region.hexes.map((id) => layout.find(id)).filter((i) => i >= 0);
      if (region.colour && hexes.length) this.tints.push({ colour: region.colour, area: areaOf(layout, hexes, 0.5), border: this.borderOf(hexes, sheet) });
    }
  }

  /** Where a region borders other land: no tint along coasts and map edges. */
  private borderOf(hexes: readonly number[], sheet: BoardSheet): Shapes {
    const own = new Set(hexes);
    const edges: [Spot, Spot][] = [];
    for (const i of hexes) {
      for (let d = 0; d < 6; d++) {
        const other = this.layout.next(i, d);
        const wet = sheet.legend[this.layout.hexes[other]?.terrain ?? -1]?.texture === "sea";
        if (other >= 0 && !own.has(other) && !wet) edges.push(this.layout.side(i, d));
      }
    }
    const shapes = new Shapes();
    for (const line of stems(chains(edges)).lines) {
      const points = this.layout.points(line, WOBBLE);
      shapes.add(points, (pen) => soft(pen, points));
    }
    return shapes;
  }

  paint(sheet: Sheet, hexes: readonly number[]): void {
    const { brush, area, theme } = sheet;
    brush.fillStyle = theme.tone(this.base);
    brush.fillRect(area.left, area.top, area.right - area.left, area.bottom - area.top);
    for (const kind of this.kinds) {
      const { terrain: { texture, colour }, shapes, wet } = kind;
      const textured = sheet.scale >= TEXTURE_FROM && hasTexture(texture), far = sheet.scale < PATCH_TO;
      const tone = wet ? mix(theme.tone(colour), "#04090d", theme.depth) : theme.tone(colour);
      const filling = (textured && far && sheet.stamps.patch(brush, texture, tone)) || tone;
      if (shapes) {
        const path = shapes.near(area);
        if (!path) continue;
        if (wet) this.water(sheet, path, filling);
        else this.land(sheet, path, filling);
      } else if (far) {
        brush.fillStyle = filling;
        brush.fillRect(area.left, area.top, area.right - area.left, area.bottom - area.top);
      }
      if (textured && !far) this.stamp(sheet, kind, hexes);
    }
    this.tint(sheet);
  }

  private land({ brush, theme, scale }: Sheet, path: Path2D, filling: string | CanvasPattern): void {
    brush.fillStyle = filling;
    brush.fill(path);
    if (scale < PATCH_TO) return;
    brush.strokeStyle = fade(theme.tone("#4b4430"), 0.16);
    brush.lineWidth = 0.03;
    brush.stroke(path);
  }

  /** Water with a pale band along its shore. */
  private water({ brush, theme, scale }: Sheet, path: Path2D, filling: string | CanvasPattern): void {
    brush.fillStyle = filling;
    brush.fill(path);
    brush.save();
    brush.clip(path);
    const bands = [[0.95, 0.22], [0.56, 0.3], [0.24, 0.5]] as const;
    for (const [width, opacity] of scale < PATCH_TO ? bands.slice(1, 2) : bands) {
      brush.strokeStyle = fade(theme.shore, opacity);
      brush.lineWidth = width;
      brush.stroke(path);
    }
    brush.restore();
    brush.strokeStyle = theme.name === "paper" ? "#5b8494" : theme.shore;
    brush.lineWidth = Math.max(0.035, 0.8 / scale);
    brush.stroke(path);
  }

  /** A soft band of its own colour inside the border of every region that has one. */
  private tint({ brush, area, theme }: Sheet): void {
    brush.lineCap = "butt";
    brush.lineJoin = "round";
    for (const { colour, area: inside, border } of this.tints) {
      const path = border.near(grown(area, 1)), clip = inside.near(area);
      if (!path || !clip) continue;
      brush.save();
      brush.clip(clip);
      for (const [width, opacity] of [[1.15, 0.09], [0.75, 0.11], [0.36, 0.17]] as const) {
        brush.strokeStyle = fade(theme.name === "paper" ? colour : theme.tone(colour), opacity * (theme.name === "paper" ? 1 : 1.6));
        brush.lineWidth = width;
        brush.stroke(path);
      }
      brush.restore();
    }
  }

  /** Draw bitmaps on whole pixels: otherwise they would blur and take longer. */
  private stamp({ brush, scale, stamps, left, top }: Sheet, kind: Kind, hexes: readonly number[]): void {
    brush.save();
    brush.setTransform(1, 0, 0, 1, 0, 0);
    const reach = STAMP_REACH * scale;
    for (const i of hexes) {
      const hex = this.layout.hexes[i];
      if (hex?.terrain !== kind.index) continue;
      const picture = stamps.get(kind.terrain.texture, i);
      if (picture) brush.drawImage(picture, Math.round(hex.x * scale - reach) - left, Math.round(hex.y * scale - reach) - top);
    }
    brush.restore();
  }
}
