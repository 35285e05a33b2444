// The table in the hand: the raise box, keys, cards to draw, and what must outlive a fresh felt (a half-chosen raise).

import { keep, kept as keptHere } from "../club/browser_store.js";
import { find, findAll, findField, findFields, isShortcut, targetOf } from "../club/dom.js";
import { offerWholeScreen, stayAwake } from "../club/screen.js";
import { now } from "../club/server_clock.js";
import { chipsOf, grouped, legalAmount, slid } from "./amounts.js";
import { move, remember } from "./motion.js";
import { addOwnSizes } from "./own_size_buttons.js";
import "./fold_confirmation.js";
import "./pot_odds.js";

// -- the raise box ----------------------------------------------------------------------------------------------

/**
 * @param {HTMLFormElement} form
 * @param {number} amount
 * @param {Element} [from] the field in which it was chosen, which is left as it is
 */
function setRaise(form, amount, from) {
  const range = findField(form, "#raise-range");
  if (!range || !Number.isFinite(amount)) return;
  const lo = Number(range.min);
  const hi = Number(range.max);
  const legal = legalAmount(amount, lo, hi);
  if (from !== range) range.value = String(legal);
  const typed = findField(form, "#raise-amount");
  if (from !== typed) typed.value = String(legal);
  const shown = from === typed ? amount : legal;
  find(form, "[data-raise-amount]").textContent = grouped(shown);
  const words = find(form, "[data-raise-words]");
  words.dataset.usual ??= words.textContent;
  const isAllIn = shown === Number(find(form, ".raise-box").dataset.everything);
  words.textContent = isAllIn ? words.dataset.allIn : words.dataset.usual;
  findField(form, "[data-key=r]").disabled = shown < lo || shown > hi;
  for (const size of findAll(form, "[data-size]"))
    size.classList.toggle("is-chosen", Number(size.dataset.size) === legal);
}

/** @param {HTMLInputElement} range */
const sliderOf = (range) => ({
  value: Number(range.value),
  min: Number(range.min),
  max: Number(range.max),
  step: Number(range.step),
});

document.addEventListener("input", (event) => {
  const field = /** @type {HTMLInputElement} */ (event.target);
  const { form } = field; // one's own cards lie on the felt, outside their form
  if (!form?.matches("[data-answer]")) return;
  if (field.id === "raise-range") setRaise(form, slid(sliderOf(field)), field);
  if (field.id === "raise-amount") setRaise(form, chipsOf(field.value), field);
  if (field.name === "card") countCards(form);
});

document.addEventListener("click", (event) => {
  const size = /** @type {HTMLButtonElement} */ (targetOf(event).closest("[data-size]"));
  if (size) {
    setRaise(size.form, Number(size.dataset.size));
    return;
  }
  const take = /** @type {HTMLElement} */ (targetOf(event).closest("[data-take]"));
  if (take) {
    const seat = findField(document, "#sit-seat");
    seat.value = take.dataset.take;
    findField(document, "#sit-buy-in").select();
    seat.form.scrollIntoView({ block: "nearest" });
  }
});

document.addEventListener(
  "wheel",
  (event) => {
    const range = /** @type {HTMLInputElement} */ (targetOf(event).closest?.("#raise-range"));
    if (!range) return;
    event.preventDefault();
    const typed = chipsOf(findField(range.form, "#raise-amount").value);
    setRaise(range.form, typed - Math.sign(event.deltaY) * Number(range.step));
  },
  { passive: false },
);

// -- cards to throw away -----------------------------------------------------------------------------------------

/** @param {HTMLFormElement} form */
function countCards(form) {
  const field = find(form, ".draw");
  if (!field) return;
  const boxes = findFields(document, "#felt input[name=card]");
  const count = boxes.filter((box) => box.checked).length;
  for (const box of boxes) box.disabled = !box.checked && count >= Number(field.dataset.most);
  const button = findField(form, "[data-cards]");
  button.disabled = count < Number(field.dataset.least);
  const words = find(button, "[data-card-words]");
  if (words) words.textContent = count ? button.dataset.some.replace("{n}", String(count)) : button.dataset.none;
}

// -- keys: F fold, C check or call, R raise, 1 to 5 a size ----------------------------------------------------------------------

/** @type {Record<string, number>} */
const ARROWS = { ArrowUp: 1, ArrowDown: -1 };

document.addEventListener("keydown", (event) => {
  if (isShortcut(event) || event.repeat) return;
  const typing = /** @type {HTMLInputElement} */ (
    targetOf(event).closest("input:not([type=range], [type=checkbox]), select, textarea, summary")
  );
  if (typing) {
    if (event.key === "Escape") typing.blur();
    if (event.key === "Enter" && typing.id === "raise-amount") {
      event.preventDefault();
      find(typing.form, "[data-key=r]").click();
    }
    const way = typing.id === "raise-amount" ? ARROWS[event.key] : undefined;
    if (way) {
      event.preventDefault();
      setRaise(typing.form, chipsOf(typing.value) + way * Number(findField(typing.form, "#raise-range").step));
    }
    return;
  }
  const button = findField(document, `[data-answer] [data-key="${CSS.escape(event.key.toLowerCase())}"]`);
  if (!button || button.disabled || button.hasAttribute("data-free")) return; // F folds nothing that is free
  event.preventDefault();
  button.click();
});

// -- across a fresh felt -----------------------------------------------------------------------------------------

const kept = {
  values: /** @type {Map<string, string | boolean>} */ (new Map()),
  focus: /** @type {{selector: string, start: number, end: number}} */ (null),
  open: /** @type {string[]} */ ([]), // the menus of one's own chair that are open
};

/** @param {HTMLInputElement | HTMLSelectElement} field */
function isDirty(field) {
  if (field instanceof HTMLSelectElement) return field.selectedIndex > 0;
  if (field.type === "checkbox") return field.checked !== field.defaultChecked;
  return field.value !== field.defaultValue;
}

document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.target.id !== "felt") return;
  remember(event.detail.target);
  kept.values.clear();
  for (const field of findFields(event.detail.target, "[data-keep]")) {
    if (isDirty(field)) kept.values.set(field.dataset.keep, field.type === "checkbox" ? field.checked : field.value);
  }
  if (event.detail.requestConfig?.path.includes("suggest=")) kept.values.clear(); // a suggestion replaces what was half chosen
  const focused = /** @type {HTMLInputElement} */ (document.activeElement);
  kept.focus =
    event.detail.target.contains(focused) && (focused.id || focused.dataset.key)
      ? {
          selector: focused.id ? `#${focused.id}` : `#felt [data-key="${focused.dataset.key}"]`,
          start: focused.selectionStart,
          end: focused.selectionEnd,
        }
      : null;
  kept.open = findAll(event.detail.target, "details[data-keep-open][open]").map((menu) => menu.dataset.keepOpen);
});

document.addEventListener("htmx:afterSwap", (event) => {
  if (event.detail.target.id === "felt") settle(true);
});

/** @param {boolean} isFresh whether the felt has just been replaced */
function settle(isFresh) {
  if (find(document, "form[data-placing]")) import("./chinese_board.js"); // at most tables no card is ever placed
  const felt = document.getElementById("felt");
  if (!felt) return;
  for (const field of findFields(felt, "[data-keep]")) {
    if (!kept.values.has(field.dataset.keep)) continue;
    const value = kept.values.get(field.dataset.keep);
    if (typeof value === "boolean") field.checked = value;
    else field.value = value;
  }
  const form = /** @type {HTMLFormElement} */ (find(felt, "[data-answer]"));
  if (form) {
    addOwnSizes(form);
    const typed = findField(form, "#raise-amount");
    if (typed) setRaise(form, chipsOf(typed.value), kept.focus?.selector === "#raise-amount" ? typed : undefined);
    countCards(form);
  }
  for (const menu of findAll(felt, "details[data-keep-open]")) {
    /** @type {HTMLDetailsElement} */ (menu).open = kept.open.includes(menu.dataset.keepOpen);
  }
  if (kept.focus) {
    const again = findField(document, kept.focus.selector);
    again?.focus({ preventScroll: true });
    if (again?.type === "text" && kept.focus.start !== null) again.setSelectionRange(kept.focus.start, kept.focus.end);
  }
  if (isFresh) move(felt);
  sayTurn(felt);
}

const pageTitle = document.title;

/**
 * What an all-in hand is played for, while it runs out: what it came to is said when it is seen.
 * @param {HTMLElement} felt
 */
const playedFor = (felt) => find(felt, ".is-running [data-say-while]")?.dataset.sayWhile;
document.addEventListener("ran-out", () => sayTurn(find(document, "#felt")));

/** @param {HTMLElement} felt */
function sayTurn(felt) {
  const isMine = felt.hasAttribute("data-your-turn");
  document.title = isMine ? `● ${felt.dataset.say} ${pageTitle}` : pageTitle;
  const here = find(document, "[data-say-here]");
  const result = find(felt, "[data-say-after]")?.dataset.sayAfter;
  const words = isMine ? felt.dataset.say : (playedFor(felt) ?? result ?? "");
  if (here && here.textContent !== words) here.textContent = words;
  const chosen = find(document, "[data-say-chosen]");
  const game = felt.dataset.sayGame ?? "";
  if (chosen && chosen.textContent !== game) chosen.textContent = game;
  const turnOf = document.querySelector("[data-say-turn]");
  const other = isMine ? "" : (find(felt, "[data-says]")?.dataset.says ?? "");
  if (turnOf && turnOf.textContent !== other) turnOf.textContent = other; // once a turn, never by the second
}

// Whoever does not see the clock is told once a turn that time runs out.
const SOON_MS = 10_000;
setInterval(() => {
  const clock = find(document, "[data-answer] [data-soon]");
  const said = find(document, "[data-say-time]");
  if (!said) return;
  const left = clock ? Date.parse(clock.dataset.until) - now() : Infinity;
  const words = left <= SOON_MS ? clock.dataset.soon : "";
  if (said.textContent !== words) said.textContent = words;
}, 500);

// -- being there ---------------------------------------------------------------------------------------------------

// While the page is open the table hears so; where nothing is heard for a while the player is shown as away.
const SIGN_SECONDS = 10;
setInterval(() => {
  const felt = find(document, "[data-here]");
  const headers = JSON.parse(document.body.getAttribute("hx-headers"));
  if (felt) fetch(felt.dataset.here, { method: "POST", headers }).catch(() => {}); // the next one may get through
}, SIGN_SECONDS * 1000);

// -- four colours -------------------------------------------------------------------------------------------------

const COLOURS = "four-colour";
const colours = findField(document, "[data-colours]");
/** @param {boolean} isOn */
function showColours(isOn) {
  document.body.classList.toggle(COLOURS, isOn);
  if (colours) colours.checked = isOn;
}
showColours(keptHere(COLOURS) === "1");
colours?.addEventListener("change", () => {
  showColours(colours.checked);
  keep(COLOURS, colours.checked ? "1" : "0");
});

// -- motion ---------------------------------------------------------------------------------------------------------

const STILL = "no-motion";
const motion = findField(document, "[data-motion]");
/** @param {boolean} isStill */
function showMotion(isStill) {
  document.body.classList.toggle(STILL, isStill);
  if (motion) motion.checked = !isStill;
}
const isStillHere = matchMedia("(prefers-reduced-motion: reduce)").matches;
showMotion(keptHere(STILL, isStillHere ? "1" : "0") === "1");
motion?.addEventListener("change", () => {
  showMotion(!motion.checked);
  keep(STILL, motion.checked ? "0" : "1");
});

offerWholeScreen();
if (find(document, "[data-here]")) stayAwake(); // who sits at the table sees it
settle(false);
