/** What the map shows while a player chooses. Pure. */

import type { Order } from "../api";
import type { Overlay } from "../board";
import { attacksAt, destinations, eligibleAttackers, targets } from "./orders";

export interface OverlayInput {
  actors: readonly string[];
  selected: readonly string[];
  orders: readonly Order[];
  /** MP cost by hex. */
  costs: Readonly<Record<string, number>>;
  /** Hexes in which enemy ZOCs stop movement. */
  enemyZoc: ReadonlySet<string>;
  /** The attack whose odds are shown. */
  attack: Order | null;
  /** Where each unit is. */
  positions: ReadonlyMap<string, string>;
  /** Costs are still unknown. */
  loading?: boolean;
}

export function overlayFor(input: OverlayInput): Overlay {
  const { actors, selected, orders, costs, enemyZoc, attack, positions, loading } = input;
  if (attack) {
    const from = attack.units.map((id) => positions.get(id) ?? "").filter(Boolean);
    return {
      ready: eligibleAttackers(attacksAt(orders, attack.target)),
      selected: [...attack.units],
      targets: attack.target ? [attack.target] : [],
      arrows: (attack.target ? [...new Set(from)] : []).map((hex) => ({ from: hex, to: attack.target, kind: "attack" as const })),
    };
  }
  const ends = destinations(selected, orders);
  const known = [...ends.keys()].filter((hex) => costs[hex] !== undefined);
  const most = Math.max(0, ...known.map((hex) => costs[hex] ?? 0));
  return {
    ready: [...actors],
    selected: [...selected],
    reach: known.map((hex) => {
      const cost = costs[hex] ?? 0;
      return { hex, cost, ...(enemyZoc.has(hex) ? { stop: true } : {}), ...(cost === most && most > 1 ? { last: true } : {}), ...(cost > 0 ? {} : { free: true }) };
    }),
    choices: loading ? [] : [...ends.keys()].filter((hex) => costs[hex] === undefined),
    targets: targets(selected, orders),
  };
}
