// The Chinese board: cards go to their rows by dragging, by tapping a card and a row, or by keys, and back again.
// The form's own fields hold where each card goes, so what is sent is what a page without this script would send; what
// the rows make, and whether they are fouled, is asked of the server.

import { find, findAll, isShortcut, targetOf } from "../club/dom.js";
import { cardsInHand, countPlaced, isSame, movedCards, pickedAfter, stepped } from "./placement.js";

/** @typedef {import("./placement.js").Places} Places */
/** @typedef {{card: HTMLElement, id: number, x: number, y: number, isMoving: boolean}} Drag */

const placing = {
  of: "",
  past: /** @type {Places[]} */ ([]),
  last: /** @type {Places} */ (null),
  picked: "",
  drag: /** @type {Drag} */ (null),
  isDropped: false,
  isStale: false,
};
/** @type {Record<string, string>} */
const ROW_OF_KEY = { f: "front", m: "middle", b: "back", 1: "front", 2: "middle", 3: "back" };
const DRAG_PIXELS = 6;

const boardForm = () => find(document, "form.is-board");
/** @param {HTMLElement} form */
const cardsOf = (form) => findAll(form, "[data-card]").sort((a, b) => Number(a.dataset.at) - Number(b.dataset.at));
/** @param {HTMLElement} card */
const fieldOf = (card) => card.querySelector("select");
/** @param {HTMLElement} card */
const rowOf = (card) => fieldOf(card).value;
/** @param {HTMLElement} form @returns {Places} */
const placesOf = (form) => Object.fromEntries(cardsOf(form).map((card) => [card.dataset.card, rowOf(card)]));
/** The names of the cards, in the order of the deal. @param {HTMLElement} form */
const namesOf = (form) => cardsOf(form).map((card) => card.dataset.card);
/** @param {HTMLElement} root @param {string} selector @returns {HTMLButtonElement} */
const buttonOf = (root, selector) => root.querySelector(selector);

/** @param {string} words */
function sayPlacing(words) {
  const here = find(document, "[data-say-placing]");
  if (here) here.textContent = words;
}

/**
 * Why a card does not go there: to who hears the page, and where it says how cards are placed until the next one is.
 * @param {HTMLElement} form
 * @param {string} words
 */
function refuse(form, words) {
  sayPlacing(words);
  find(form, ".how").dataset.refusal = words;
}

// -- the board as it stands --------------------------------------------------------------------------------------------

function setUpBoard() {
  const form = find(document, "form[data-placing]");
  if (!form) return;
  const isFresh = !form.classList.contains("is-board");
  form.classList.add("is-board");
  if (placing.of !== form.dataset.placing)
    Object.assign(placing, { of: form.dataset.placing, past: [], last: null, picked: "" });
  if (isFresh) {
    buttonOf(form, "[data-undo]").hidden = false;
    findAll(form, "[data-card]").forEach((card, at) => {
      card.dataset.at = String(at);
      card.setAttribute("role", "button");
    });
    for (const name of findAll(form, ".row-name")) {
      name.setAttribute("role", "button");
      name.tabIndex = 0;
      name.setAttribute("aria-keyshortcuts", name.parentElement.dataset.row[0]);
    }
  }
  const places = placesOf(form);
  if (placing.last && !isSame(placing.last, places)) {
    // a suggestion, which can be undone too
    placing.past.push(placing.last);
    placing.picked = "";
  }
  placing.last = places;
  drawBoard(form);
}

/** @param {HTMLElement} form */
function drawBoard(form) {
  const focused = /** @type {HTMLElement} */ (document.activeElement);
  const hand = find(form, "[data-hand]");
  const cards = cardsOf(form);
  const places = placesOf(form);
  const isDone = countPlaced(places) === Number(form.dataset.toPlace);
  const inHand = cards.filter((card) => !rowOf(card));
  if (!placing.picked && !isDone) placing.picked = cardsInHand(namesOf(form), places)[0];
  for (const row of findAll(form, "[data-row]")) {
    const here = cards.filter((card) => rowOf(card) === row.dataset.row);
    const slots = findAll(row, ".slot");
    for (const card of here) if (card.nextSibling !== slots[0]) slots[0].before(card);
    slots.forEach((slot, at) => {
      slot.hidden = at < here.length;
    });
  }
  for (const card of inHand) if (card.parentElement !== hand || card !== hand.lastElementChild) hand.append(card);
  for (const card of cards) {
    const isPicked = card.dataset.card === placing.picked;
    const goes = isDone && !rowOf(card);
    card.tabIndex = isPicked || (!placing.picked && card === cards[0]) ? 0 : -1;
    card.ariaPressed = String(isPicked);
    card.classList.toggle("is-picked", isPicked);
    card.classList.toggle("is-going", goes);
    card.setAttribute("aria-label", `${wordsOf(card)}, ${placeName(form, card, goes)}`);
  }
  buttonOf(form, "[data-undo]").disabled = !placing.past.length;
  buttonOf(form, "[data-set]").disabled = !isDone;
  if (form.contains(focused) && focused !== document.activeElement) focused.focus({ preventScroll: true });
}

/** @param {HTMLElement} card */
const wordsOf = (card) => card.querySelector("svg").getAttribute("aria-label");

/**
 * @param {HTMLElement} form
 * @param {HTMLElement} card
 * @param {boolean} goes whether it is about to be discarded
 */
function placeName(form, card, goes) {
  const row = rowOf(card);
  if (row) return find(form, `[data-row="${row}"]`).dataset.name;
  return goes ? form.dataset.discarded : form.dataset.inHand;
}

/** @param {HTMLElement} form */
const preview = (form) => htmx.trigger(form.querySelector("#placement-preview"), "placed");

function previewWhatLies() {
  const form = boardForm();
  if (form && countPlaced(placesOf(form))) preview(form);
}

// -- moving cards -------------------------------------------------------------------------------------------------------

/**
 * Put a card into a row, or back into the hand.
 * @param {HTMLElement} form
 * @param {string} text
 * @param {string} row
 */
function place(form, text, row) {
  const card = find(form, `[data-card="${CSS.escape(text)}"]`);
  if (!card || rowOf(card) === row) return;
  if (row) {
    const to = find(form, `[data-row="${row}"]`);
    if (!to.querySelector(".slot:not([hidden])")) return refuse(form, `${to.dataset.name}: ${form.dataset.full}`);
    if (!rowOf(card) && countPlaced(placesOf(form)) === Number(form.dataset.toPlace))
      return refuse(form, form.dataset.enough);
  }
  placing.past.push(placesOf(form));
  fieldOf(card).value = row;
  const most = Number(form.dataset.toPlace);
  const places = placesOf(form);
  const isDone = countPlaced(places) === most;
  placing.picked = pickedAfter(namesOf(form), places, text, most);
  changed(form, `${wordsOf(card)}: ${placeName(form, card, false)}${isDone ? `. ${form.dataset.allPlaced}` : ""}`);
}

/** @param {HTMLElement} form */
function undo(form) {
  const before = placing.past.pop();
  if (!before) return;
  const now = placesOf(form);
  for (const card of cardsOf(form)) fieldOf(card).value = before[card.dataset.card];
  const names = movedCards(namesOf(form), now, placesOf(form));
  const moved = cardsOf(form).filter((card) => names.includes(card.dataset.card));
  placing.picked = moved.find((card) => !rowOf(card))?.dataset.card ?? "";
  changed(form, moved.map((card) => `${wordsOf(card)}: ${placeName(form, card, false)}`).join("; "));
}

/** @param {HTMLElement} form @param {string} words */
function changed(form, words) {
  delete find(form, ".how").dataset.refusal;
  placing.last = placesOf(form);
  drawBoard(form);
  sayPlacing(words);
  preview(form);
}

/** @param {HTMLElement} form @param {string} text */
function pick(form, text) {
  placing.picked = text;
  drawBoard(form);
}

// -- tap -------------------------------------------------------------------------------------------------------------------

document.addEventListener("click", (event) => {
  const form = boardForm();
  const target = targetOf(event);
  if (!form?.contains(target) || placing.isDropped) return;
  if (target.closest("[data-undo]")) return undo(form);
  const card = /** @type {HTMLElement} */ (target.closest("[data-card]"));
  if (card) return pick(form, card.dataset.card);
  const row = /** @type {HTMLElement} */ (target.closest("[data-row]"));
  if (row && placing.picked) place(form, placing.picked, row.dataset.row);
  else if (target.closest("[data-hand]") && placing.picked) place(form, placing.picked, "");
});

// -- drag ------------------------------------------------------------------------------------------------------------------

document.addEventListener("pointerdown", (event) => {
  const isTouch = event.button === 0 && event.isPrimary;
  const card = isTouch ? /** @type {HTMLElement} */ (targetOf(event).closest("form.is-board [data-card]")) : null;
  if (card) placing.drag = { card, id: event.pointerId, x: event.clientX, y: event.clientY, isMoving: false };
});

document.addEventListener("pointermove", (event) => {
  const drag = placing.drag;
  if (!drag || drag.id !== event.pointerId) return;
  const x = event.clientX - drag.x;
  const y = event.clientY - drag.y;
  if (!drag.isMoving && Math.hypot(x, y) < DRAG_PIXELS) return;
  drag.isMoving = true;
  event.preventDefault();
  drag.card.classList.add("is-dragged");
  drag.card.style.transform = `translate(${x}px, ${y}px)`;
  markTarget(targetAt(event));
});

document.addEventListener("pointerup", (event) => {
  const drag = endDrag(event);
  if (!drag?.isMoving) return;
  placing.isDropped = true; // the click that may follow picks nothing
  setTimeout(() => {
    placing.isDropped = false;
  }, 0);
  const target = targetAt(event);
  const form = boardForm();
  if (form && target) place(form, drag.card.dataset.card, target.dataset.row ?? "");
  showMissedFelt();
});

document.addEventListener("pointercancel", (event) => {
  endDrag(event);
  showMissedFelt();
});

/** @param {PointerEvent} event */
function endDrag(event) {
  const drag = placing.drag;
  if (!drag || drag.id !== event.pointerId) return null;
  placing.drag = null;
  drag.card.classList.remove("is-dragged");
  drag.card.style.transform = "";
  markTarget(null);
  return drag;
}

/** @param {PointerEvent} event @returns {HTMLElement} */
function targetAt(event) {
  const under = document.elementFromPoint(event.clientX, event.clientY);
  return under?.closest("form.is-board :is([data-row], [data-hand])");
}

/** @param {Element | null} target */
function markTarget(target) {
  for (const one of document.querySelectorAll(".is-over")) if (one !== target) one.classList.remove("is-over");
  target?.classList.add("is-over");
}

// What others do meanwhile waits until the card is let go of.
document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.target.id !== "felt" || !placing.drag) return;
  event.detail.shouldSwap = false;
  placing.isStale = true;
});

function showMissedFelt() {
  if (!placing.isStale) return;
  placing.isStale = false;
  htmx.trigger("#felt", "live");
}

// -- keys: arrows pick a card, F M B (or 1 2 3) put it in a row, X takes it back, U undoes -----------------------------------

document.addEventListener("keydown", (event) => {
  const form = boardForm();
  const target = targetOf(event);
  if (!form || isShortcut(event) || target.closest("input, select, textarea, summary")) return;
  const key = event.key.toLowerCase();
  const card = /** @type {HTMLElement} */ (target.closest("[data-card]"));
  const rowName = target.closest(".row-name");
  const isEnter = key === "enter" || key === " ";
  if (key === "arrowleft" || key === "arrowright") step(form, key === "arrowleft" ? -1 : 1);
  else if (ROW_OF_KEY[key] && !event.repeat) place(form, placing.picked, ROW_OF_KEY[key]);
  else if ((key === "x" || key === "delete") && placing.picked) place(form, placing.picked, "");
  else if (key === "u" || key === "backspace") undo(form);
  else if (isEnter && card) pick(form, card.dataset.card);
  else if (isEnter && rowName) place(form, placing.picked, rowName.parentElement.dataset.row);
  else return;
  event.preventDefault();
});

/** @param {HTMLElement} form @param {number} by */
function step(form, by) {
  const cards = cardsOf(form);
  placing.picked = stepped(namesOf(form), placing.picked, by);
  drawBoard(form);
  cards.find((card) => card.dataset.card === placing.picked).focus({ preventScroll: true });
}

document.addEventListener("htmx:afterSwap", (event) => {
  if (event.detail.target.id !== "placement-preview") setUpBoard();
});
// Only then does htmx know the fresh felt.
document.addEventListener("htmx:afterSettle", (event) => {
  if (event.detail.target.id !== "placement-preview") previewWhatLies();
});
setUpBoard();
// The felt may have come long before this script, which is fetched when the first cards are to be placed.
if (document.readyState === "complete") previewWhatLies();
else window.addEventListener("load", previewWhatLies, { once: true });
