/** Finished games kept on this device, for replays without a connection. The service worker (public/sw.js) reads them. */

const CACHE = "grognard-replays";
/** Maximum number of positions kept of one game. */
const MOST = 5_000;

/** Whether games can be kept: only where a service worker can answer. */
export function canKeep(): boolean {
  return "caches" in globalThis && Boolean(globalThis.navigator?.serviceWorker?.controller);
}

/** Keep a finished game with all its positions, as spectators see it; returns their number. */
export async function keep(game: string, orders: number, progress: (done: number) => void): Promise<number> {
  const cache = await caches.open(CACHE);
  const base = `/api/games/${encodeURIComponent(game)}`;
  const last = Math.min(orders, MOST);
  const addresses = [base, `${base}/log?since=0`, ...Array.from({ length: last + 1 }, (_, number) => `${base}/at/${number}`)];
  for (const [done, address] of addresses.entries()) {
    if (!(await cache.match(address))) {
      const answer = await fetch(address);
      if (!answer.ok) throw new Error(`${answer.status}`);
      await cache.put(address, answer);
    }
    progress(Math.max(0, done - 1));
  }
  return last + 1;
}
