/** Plain boards for tests. */

import { ROOT3 } from "./geometry/hexLayout";
import type { BoardHex } from "./types";

/** Columns of hexes numbered CCRR from 0101, the even columns half a hex lower. */
export function grid(columns: number, rows: number, missing: string[] = []): BoardHex[] {
  const hexes: BoardHex[] = [];
  for (let row = 1; row <= rows; row++) {
    for (let column = 1; column <= columns; column++) {
      const id = `${column}`.padStart(2, "0") + `${row}`.padStart(2, "0");
      const low = column % 2 === 0 ? 0.5 : 0;
      if (!missing.includes(id)) hexes.push({ id, x: 1.5 * (column - 1), y: ROOT3 * (row - 1 + low), terrain: 0 });
    }
  }
  return hexes;
}
