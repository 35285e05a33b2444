// Cards are tapped into the row that was last touched; a row that is full hands on to the next. What is typed is kept on the device
// until the hand is posted.

import { find, findField, findFields, targetOf } from "../club/dom.js";
import { cardsIn, sameCard, withoutLast } from "./typed_cards.js";

/** @param {HTMLElement} form */
function takeTaps(form) {
  const rows = findFields(form, "input[data-room]");
  /** @type {HTMLInputElement[]} */
  const taps = [];
  let at = rows[0];

  function show() {
    const used = new Set(rows.flatMap((row) => cardsIn(row.value)).map(sameCard));
    for (const button of findFields(form, "[data-card]")) button.disabled = used.has(sameCard(button.dataset.card));
    for (const row of rows) row.classList.toggle("is-next", row === at);
    keep();
  }

  // The sheet of another hand, or one that came from the club with rows in it, is not written over.
  const place = `sheet:${form.getAttribute("action")}`;
  const number = findField(form, "[name=number]").value;

  function keep() {
    const typed = Object.fromEntries(rows.filter((row) => row.value).map((row) => [row.name, row.value]));
    localStorage.setItem(place, JSON.stringify({ number, typed }));
  }

  function restore() {
    const kept = JSON.parse(localStorage.getItem(place) ?? "null");
    if (kept?.number !== number || rows.some((row) => row.value)) return;
    for (const row of rows) row.value = kept.typed[row.name] ?? "";
    at = rows.find((row) => cardsIn(row.value).length < Number(row.dataset.room)) ?? at;
    if (Object.keys(kept.typed).length) form.dispatchEvent(new Event("tapped"));
  }

  function changed() {
    show();
    form.dispatchEvent(new Event("tapped"));
  }

  /** @param {string} card */
  function add(card) {
    while (at && cardsIn(at.value).length >= Number(at.dataset.room)) at = rows[rows.indexOf(at) + 1];
    if (!at) {
      at = rows[rows.length - 1];
      return;
    }
    at.value = [...cardsIn(at.value), card].join(" ");
    taps.push(at);
    at.scrollIntoView({ block: "nearest" });
    changed();
  }

  function undo() {
    at = taps.pop();
    at.value = withoutLast(at.value);
    changed();
  }

  form.addEventListener("focusin", (event) => {
    const row = rows.find((one) => one === event.target);
    if (!row) return;
    at = row;
    show();
  });
  form.addEventListener("input", show);
  form.addEventListener("click", (event) => {
    const card = /** @type {HTMLElement} */ (targetOf(event).closest("[data-card]"));
    if (card) add(card.dataset.card);
    else if (targetOf(event).closest("[data-undo]") && taps.length) undo();
  });
  restore();
  show();
}

const form = find(document, ".score-form");
if (form) takeTaps(form);
