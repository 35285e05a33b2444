// The chat of a table: a mark for what was not read, the newest line in sight, and the field that keeps the fingers.

import { keep, kept } from "../club/browser_store.js";
import { find, findAll, findField, targetOf } from "../club/dom.js";

const menu = /** @type {HTMLDetailsElement} */ (find(document, "[data-chat]"));
const mark = menu && find(menu, "[data-unread]");
const name = `chat-read-${menu?.dataset.chat}`;

const shown = () => document.getElementById("chat");
const version = () => Number(shown()?.dataset.version ?? 0);

function show() {
  const log = shown() && find(shown(), "[data-chat-log]");
  if (!log) return;
  if (menu.open) {
    log.scrollTop = log.scrollHeight;
    keep(name, String(version()));
  }
  mark.hidden = version() <= Number(kept(name, "0"));
}

menu?.addEventListener("toggle", () => {
  show();
  if (menu.open) findField(menu, "[name=words]")?.focus();
});
menu?.addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    menu.open = false;
    find(menu, "summary")?.focus(); // else the keyboard begins again at the top of the page
  }
  event.stopPropagation(); // letters typed here are no keys of the table
});
/** What of the chat is open stays so when it comes anew. @type {string[]} */
let open = [];
document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.target.id !== "chat") return;
  open = findAll(event.detail.target, "details[open]").map(nameOf);
});
/** @param {HTMLElement} part */
const nameOf = (part) => part.dataset.line ?? part.className;

document.addEventListener("htmx:afterSwap", (event) => {
  if (event.detail.target.id !== "chat" && !shown()?.contains(targetOf(event))) return;
  for (const part of findAll(shown(), "details")) {
    /** @type {HTMLDetailsElement} */ (part).open = open.includes(nameOf(part));
  }
  show();
  if (event.detail.requestConfig?.verb === "post") findField(menu, "[name=words]")?.focus();
});
