// The floor's page: a sheet about a seat opens above the page as soon as it has come.

import { find, targetOf } from "../club/dom.js";

const dialog = /** @type {HTMLDialogElement} */ (find(document, "dialog.seat-sheet"));

document.addEventListener("htmx:afterSwap", (event) => {
  if (targetOf(event).id === "seat-sheet" && !dialog.open) dialog.showModal();
});
// A tap beside the sheet closes it.
dialog.addEventListener("click", (event) => {
  if (targetOf(event) === dialog || targetOf(event).closest("[data-close]")) dialog.close();
});
