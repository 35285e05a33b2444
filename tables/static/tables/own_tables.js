// The strip of one's own tables: the key N goes to the next one that waits, on a page of tiles into its frame.

import { find, findAll, isShortcut, targetOf } from "../club/dom.js";
import { nextToAct } from "./next_table.js";

const KEY = "n";

/** @param {HTMLElement} link */
const asSeen = (link) => ({
  id: link.dataset.ownTable,
  isAsked: link.classList.contains("is-asked"),
  ends: find(link, "[data-until]")?.dataset.until ?? "",
});

/** @param {string} [current] */
function goToNext(current) {
  const links = findAll(document, "[data-own-table]");
  const next = nextToAct(links.map(asSeen), current);
  if (!next) return;
  const tile = find(document, `[data-tile="${next.id}"]`);
  if (tile) /** @type {HTMLIFrameElement} */ (tile).contentWindow.focus();
  else links.find((link) => link.dataset.ownTable === next.id).click();
  tile?.scrollIntoView({ block: "nearest" });
}

document.addEventListener("keydown", (event) => {
  if (isShortcut(event) || event.repeat || event.key.toLowerCase() !== KEY) return;
  if (targetOf(event).closest("input:not([type=range], [type=checkbox]), select, textarea")) return;
  event.preventDefault();
  // In a frame it is the page of tiles that knows the other tables.
  if (window.parent !== window) window.parent.postMessage({ next: location.pathname }, location.origin);
  else goToNext();
});

window.addEventListener("message", (event) => {
  if (event.origin !== location.origin || typeof event.data?.next !== "string") return;
  goToNext(/\/tables\/(\d+)\//.exec(event.data.next)?.[1]);
});

function markTiles() {
  for (const link of findAll(document, "[data-own-table]")) {
    const tile = find(document, `[data-tile="${link.dataset.ownTable}"]`);
    tile?.classList.toggle("is-asked", link.classList.contains("is-asked"));
  }
}
document.addEventListener("htmx:afterSettle", markTiles);
markTiles();
