/* Service worker: the client works offline, and so do replays that were kept on this device.
   What can change is asked from the server first; the cache answers when there is no connection. */

const SHELL = "grognard-shell";
const LIBRARY = "grognard-library";
/** Filled by the page (src/replay/offline.ts). */
const REPLAYS = "grognard-replays";
const LASTING = /^\/api\/(catalogue|boards\/|rules\/|symbols\/)/;
const GAME = /^\/api\/games\/[^/]+(\/log|\/at\/\d+)?$/;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(SHELL).then((cache) => cache.add("/")).then(() => self.skipWaiting()));
});
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(fresh("/", request, SHELL));
  else if (url.pathname.startsWith("/assets/")) event.respondWith(kept(request, SHELL));
  else if (LASTING.test(url.pathname)) event.respondWith(fresh(request, request, LIBRARY));
  else if (GAME.test(url.pathname)) event.respondWith(fetch(request).catch((error) => stored(request, REPLAYS, error)));
});

/** From the server, and from the cache without it. */
async function fresh(key, request, name) {
  try {
    const answer = await fetch(request);
    if (answer.ok) await (await caches.open(name)).put(key, answer.clone());
    return answer;
  } catch (error) {
    return stored(key, name, error);
  }
}

/** From the cache: these files never change. */
async function kept(request, name) {
  const found = await caches.match(request, { cacheName: name });
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(name)).put(request, answer.clone());
  return answer;
}

async function stored(key, name, error) {
  const found = await caches.match(key, { cacheName: name, ignoreVary: true });
  if (found) return found;
  throw error;
}
