/**
 * The service worker: it keeps the shell of the client and shows a page of its own when the server cannot be reached.
 *
 * It answers for nothing under /api and for no table.  Pages always come from the server, so no old client can stay: a file under assets/
 * is kept, because its name changes with its contents, and everything kept goes with the second build after it.
 */
const BUILD = "%BUILD%";
const HOME = new URL(".", location).pathname; // "/", or the folder in which the client is reached
const OFFLINE = ["offline.html", "offline.css", "offline.js", "seal.svg"].map((name) => HOME + name);
const SHELVES = `${HOME.slice(1)}shell-`; // other folders of the host have shelves of their own
const SHELF = SHELVES + BUILD;
const UNREACHED = [502, 504]; // what a proxy answers for a server that is away

self.addEventListener("install", (event) => {
  const fresh = OFFLINE.map((path) => new Request(path, { cache: "reload" }));
  event.waitUntil(caches.open(SHELF).then((shelf) => shelf.addAll(fresh)));
  self.skipWaiting();
});

/** Takes over at once.  The build before this one stays: pages of it may be open, and load a part of themselves later. */
async function takeOver() {
  const before = (await caches.keys()).filter((name) => name.startsWith(SHELVES) && name !== SHELF);
  await Promise.all(before.slice(0, -1).map((name) => caches.delete(name)));
  await self.clients.claim();
}

self.addEventListener("activate", (event) => event.waitUntil(takeOver()));

async function page(request) {
  const answer = await fetch(request).catch(() => null);
  if (answer && !UNREACHED.includes(answer.status)) return answer;
  return (await caches.match(`${HOME}offline.html`)) ?? answer ?? Response.error();
}

async function kept(request) {
  const here = await caches.match(request);
  if (here) return here;
  const answer = await fetch(request);
  if (answer.ok) {
    const copy = answer.clone();
    caches.open(SHELF).then((shelf) => shelf.put(request, copy)).catch(() => {}); // a full disk
  }
  return answer;
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  const ours = origin === location.origin && pathname.startsWith(HOME);
  if (request.method !== "GET" || !ours || pathname.startsWith(`${HOME}api/`) || pathname.startsWith(`${HOME}ws/`)) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (pathname.startsWith(`${HOME}assets/`)) event.respondWith(kept(request));
  else if (OFFLINE.includes(pathname)) event.respondWith(fetch(request).catch(() => caches.match(pathname)));
});

/** What this server sends names a game and a table; it is encrypted for this browser, and nobody else can send any. */
self.addEventListener("push", (event) => {
  const { title, body, path: told } = event.data.json();
  const path = HOME + told.slice(1);
  const shown = { body, tag: path, renotify: true, icon: `${HOME}icon-192.png`, badge: `${HOME}badge-96.png`, data: path };
  event.waitUntil(self.registration.showNotification(title, shown));
});

async function goTo(path) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find(({ url }) => new URL(url).pathname === path);
  return there ? there.focus() : self.clients.openWindow(path);
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(goTo(event.notification.data));
});
