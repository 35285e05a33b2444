// Which requests the service worker answers, and how.

/** A file whose name holds a digest of what is in it: another content has another name. */
const UNCHANGING = /^\/static\/.+\.[0-9a-f]{8,}\.[a-z0-9]+$/;

/**
 * `page`: from the club, and where it cannot be reached the offline page; `kept`: from the cache once it was fetched; null: as if
 * there were no service worker.
 * @param {{ url: string, method: string, mode: string }} request
 * @param {string} origin
 * @returns {"page" | "kept" | null}
 */
export function answerTo(request, origin) {
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== origin) return null;
  if (request.mode === "navigate") return "page";
  return UNCHANGING.test(address.pathname) ? "kept" : null;
}
