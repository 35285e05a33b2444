// The service worker: an offline page where nothing else can come, files that never change kept, players called by push. A table, a
// clock or any other page is never kept: what is shown is as the club says it now, or the page says that there is no connection.

import { answerTo } from "./service_worker_rules.js";

/** @typedef {{ cache: string, offline: string, icon: string }} Told what the club tells the worker */

const worker = /** @type {any} */ (globalThis);

/** @param {Told} told */
export function start(told) {
  worker.addEventListener("install", (/** @type {any} */ event) => {
    event.waitUntil(keepShell(told).then(() => worker.skipWaiting()));
  });
  worker.addEventListener("activate", (/** @type {any} */ event) => {
    event.waitUntil(dropOthers(told.cache).then(() => worker.clients.claim()));
  });
  worker.addEventListener("fetch", (/** @type {any} */ event) => {
    const way = answerTo(event.request, worker.location.origin);
    if (way === "page") event.respondWith(page(event.request, told));
    if (way === "kept") event.respondWith(kept(event.request, told.cache));
  });
  worker.addEventListener("push", (/** @type {any} */ event) => {
    event.waitUntil(call(event.data?.json() ?? {}, told.icon));
  });
  worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
    event.notification.close();
    event.waitUntil(open(new URL(event.notification.data?.path ?? "/", worker.location.origin)));
  });
}

/** @param {Told} told */
async function keepShell({ cache, offline, icon }) {
  const shell = await caches.open(cache);
  // Where the club leads elsewhere, as to a sign-in, that page is not kept in its place: the worker begins at a later visit.
  await shell.addAll([offline, icon].map((address) => new Request(address, { redirect: "error" })));
}

/** @param {string} cache */
async function dropOthers(cache) {
  for (const name of await caches.keys()) if (name !== cache) await caches.delete(name);
}

/**
 * @param {Request} request
 * @param {Told} told
 */
async function page(request, { cache, offline }) {
  try {
    return await fetch(request);
  } catch {
    return (await (await caches.open(cache)).match(offline)) ?? Response.error();
  }
}

/**
 * @param {Request} request
 * @param {string} cache
 */
async function kept(request, cache) {
  const files = await caches.open(cache);
  const known = await files.match(request);
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok) await files.put(request, answer.clone());
  return answer;
}

/**
 * Show what the club says, unless the player looks at one of its pages.
 * @param {{ title?: string, body?: string, path?: string, tag?: string }} told
 * @param {string} icon
 */
async function call(told, icon) {
  const pages = await worker.clients.matchAll({ type: "window" });
  if (pages.some((/** @type {any} */ one) => one.focused && new URL(one.url).pathname === told.path)) return;
  const { title = "Cardhouse", body = "", path = "/", tag } = told;
  await worker.registration.showNotification(title, { body, tag, renotify: Boolean(tag), icon, data: { path } });
}

/** @param {URL} address */
async function open(address) {
  if (address.origin !== worker.location.origin) return;
  const pages = await worker.clients.matchAll({ type: "window" });
  const there = pages.find((/** @type {any} */ one) => new URL(one.url).pathname === address.pathname);
  if (there) await there.focus();
  else await worker.clients.openWindow(address.href);
}
