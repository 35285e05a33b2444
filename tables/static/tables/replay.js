// A replay in the hand: the arrow keys, Home and End follow the links; only the part that changes is fetched.

import { find, isShortcut, targetOf } from "../club/dom.js";

/** @param {HTMLAnchorElement} link */
async function go(link) {
  if (!link || link.getAttribute("aria-disabled") === "true") return;
  const key = link.dataset.step;
  try {
    const answer = await fetch(link.href, { headers: { Accept: "text/html" } });
    if (!answer.ok) throw new Error(String(answer.status));
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("[data-replay]");
    document.querySelector("[data-replay]").replaceWith(fresh);
    history.replaceState(null, "", link.href);
    find(document, `[data-step="${key}"]`).focus({ preventScroll: true });
  } catch {
    location.assign(link.href);
  }
}

document.addEventListener("keydown", (event) => {
  if (isShortcut(event) || targetOf(event).closest("input, select, textarea")) return;
  const link = /** @type {HTMLAnchorElement} */ (find(document, `[data-step="${CSS.escape(event.key)}"]`));
  if (!link) return;
  event.preventDefault();
  go(link);
});

document.addEventListener("click", (event) => {
  const link = /** @type {HTMLAnchorElement} */ (targetOf(event).closest("[data-step]"));
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(link);
});
