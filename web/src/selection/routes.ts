/** Flight paths of an order with stages: where the letters of its stages are on the way. Pure. */

import type { Stage } from "../api";
import type { Overlay, RouteMark } from "../board";

export type Route = NonNullable<Overlay["routes"]>[number];

/** The part of the way on which the stages between start and target are marked. */
const WAY = { from: 0.42, to: 0.92 };
const START = 0.06;

/** The letter of a stage, in order. */
export const stageLetter = (index: number): string => String.fromCharCode("A".charCodeAt(0) + index);

/** The path to a hex. The last stage brings the units back or leaves them there, so it is not marked. */
export function routeOf(stages: readonly Stage[], from: readonly string[], to: string, side: string): Route {
  const onWay = stages.flatMap(({ hex }, index) => (index > 0 && index < stages.length - 1 && !hex ? [index] : []));
  const step = (WAY.to - WAY.from) / Math.max(onWay.length, 1);
  const marks = stages.flatMap((stage, index): RouteMark[] => {
    const dashed = Boolean(stage.side) && stage.side !== side;
    const place = onWay.indexOf(index);
    if (!index) return [{ text: stageLetter(0), at: START, dashed }];
    return place < 0 ? [] : [{ text: stageLetter(index), at: WAY.from + step * (place + 0.5), dashed }];
  });
  return { from: [...from], to, marks };
}
