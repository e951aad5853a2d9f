import type { Order } from "../api";

/** An order as lessons write it: without the fields that it leaves empty. */
export type LessonOrder = Pick<Order, "verb"> & Partial<Order>;

/** An order without the middle of its way: what a step compares. */
export function gist({ verb, target = "", units = [], path = [], words = [] }: LessonOrder): string {
  const end = path[path.length - 1] ?? "";
  return [verb, target, [...units].sort().join(","), end, ...words].filter(Boolean).join(" ");
}
