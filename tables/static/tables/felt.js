// The table in the hand: the raise box, keys, cards to draw, and what must outlive a fresh felt (a half-chosen raise).
"use strict";

const grouped = (n) => new Intl.NumberFormat("en").format(n);
// Full-width digits and separators are what a Japanese keyboard gives.
const chipsOf = (text) => Number(text.normalize("NFKC").replace(/[,\s]/g, ""));

// -- the raise box ----------------------------------------------------------------------------------------------

function setRaise(form, amount, from) {
  const range = form.querySelector("#raise-range");
  if (!range || !Number.isFinite(amount)) return;
  const lo = Number(range.min), hi = Number(range.max);
  const legal = Math.round(Math.min(hi, Math.max(lo, amount)));
  if (from !== range) range.value = legal;
  const typed = form.querySelector("#raise-amount");
  if (from !== typed) typed.value = legal;
  const shown = from === typed ? amount : legal;
  form.querySelector("[data-raise-amount]").textContent = grouped(shown);
  const words = form.querySelector("[data-raise-words]");
  words.dataset.usual ??= words.textContent;
  words.textContent = shown === Number(form.querySelector(".raise-box").dataset.everything) ? words.dataset.allIn : words.dataset.usual;
  form.querySelector("[data-key=r]").disabled = shown < lo || shown > hi;
  for (const size of form.querySelectorAll("[data-size]")) size.classList.toggle("is-chosen", Number(size.dataset.size) === legal);
}

// The slider goes by round amounts, and to the very ends.
function slid(range) {
  const value = Number(range.value), step = Number(range.step);
  if (value <= Number(range.min)) return value;
  return value + step > Number(range.max) ? Number(range.max) : Math.round(value / step) * step;
}

document.addEventListener("input", (event) => {
  const form = event.target.closest("[data-answer]");
  if (!form) return;
  if (event.target.id === "raise-range") setRaise(form, slid(event.target), event.target);
  if (event.target.id === "raise-amount") setRaise(form, chipsOf(event.target.value), event.target);
  if (event.target.name === "card") countCards(form);
});

document.addEventListener("click", (event) => {
  const size = event.target.closest("[data-size]");
  if (size) {
    setRaise(size.form, Number(size.dataset.size));
    return;
  }
  const take = event.target.closest("[data-take]");
  if (take) {
    const seat = document.getElementById("sit-seat");
    seat.value = take.dataset.take;
    document.getElementById("sit-buy-in").select();
    seat.form.scrollIntoView({ block: "nearest" });
  }
});

document.addEventListener("wheel", (event) => {
  const range = event.target.closest?.("#raise-range");
  if (!range) return;
  event.preventDefault();
  const steps = Math.max(1, Math.round((range.max - range.min) / 40 / range.step));
  const typed = chipsOf(range.form.querySelector("#raise-amount").value);
  setRaise(range.form, typed - Math.sign(event.deltaY) * steps * range.step);
}, { passive: false });

// -- cards to throw away -----------------------------------------------------------------------------------------

function countCards(form) {
  const field = form.querySelector(".draw");
  if (!field) return;
  const boxes = [...field.querySelectorAll("input")];
  const count = boxes.filter((box) => box.checked).length;
  for (const box of boxes) box.disabled = !box.checked && count >= Number(field.dataset.most);
  const button = form.querySelector("[data-cards]");
  button.disabled = count < Number(field.dataset.least);
  const words = button.querySelector("[data-card-words]");
  if (words) words.textContent = count ? `${button.dataset.some} ${count}` : button.dataset.none;
}

// -- keys: F fold, C check or call, R raise, 1 to 5 a size ----------------------------------------------------------------------

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  const typing = event.target.closest("input:not([type=range], [type=checkbox]), select, textarea, summary");
  if (typing) {
    if (event.key === "Escape") typing.blur();
    if (event.key === "Enter" && typing.id === "raise-amount") {
      event.preventDefault();
      typing.form.querySelector("[data-key=r]").click();
    }
    const way = typing.id === "raise-amount" && { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (way) {
      event.preventDefault();
      setRaise(typing.form, chipsOf(typing.value) + way * typing.form.querySelector("#raise-range").step);
    }
    return;
  }
  const button = document.querySelector(`[data-answer] [data-key="${CSS.escape(event.key.toLowerCase())}"]`);
  if (!button || button.disabled || button.hasAttribute("data-free")) return;  // F folds nothing that is free
  event.preventDefault();
  button.click();
});

// -- across a fresh felt -----------------------------------------------------------------------------------------

const kept = { values: new Map(), focus: null, keys: new Set(), turn: "" };

function isDirty(field) {
  if (field.type === "checkbox") return field.checked !== field.defaultChecked;
  if (field.tagName === "SELECT") return field.selectedIndex > 0;
  return field.value !== field.defaultValue;
}

document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.target.id !== "felt") return;
  kept.values.clear();
  for (const field of event.detail.target.querySelectorAll("[data-keep]")) {
    if (isDirty(field)) kept.values.set(field.dataset.keep, field.type === "checkbox" ? field.checked : field.value);
  }
  if (event.detail.requestConfig?.path.includes("suggest=")) kept.values.clear();  // a suggestion replaces what was half chosen
  const focused = document.activeElement;
  kept.focus = event.detail.target.contains(focused) && (focused.id || focused.dataset.key) ? {
    selector: focused.id ? `#${focused.id}` : `#felt [data-key="${focused.dataset.key}"]`,
    start: focused.selectionStart, end: focused.selectionEnd,
  } : null;
  kept.details = event.detail.target.querySelector(".chair details")?.open;
});

document.addEventListener("htmx:afterSwap", (event) => {
  if (event.detail.target.id === "felt") settle(true);
});

function settle(isFresh) {
  const felt = document.getElementById("felt");
  if (!felt) return;
  for (const field of felt.querySelectorAll("[data-keep]")) {
    if (!kept.values.has(field.dataset.keep)) continue;
    const value = kept.values.get(field.dataset.keep);
    if (field.type === "checkbox") field.checked = value; else field.value = value;
  }
  const form = felt.querySelector("[data-answer]");
  if (form) {
    const typed = form.querySelector("#raise-amount");
    if (typed) setRaise(form, chipsOf(typed.value), kept.focus?.selector === "#raise-amount" ? typed : undefined);
    countCards(form);
  }
  const details = felt.querySelector(".chair details");
  if (details && kept.details) details.open = true;
  if (kept.focus) {
    const again = document.querySelector(kept.focus.selector);
    again?.focus({ preventScroll: true });
    if (again?.setSelectionRange && kept.focus.start != null && again.type === "text") again.setSelectionRange(kept.focus.start, kept.focus.end);
  }
  moveNewCards(felt, isFresh);
  sayTurn(felt);
}

// Only what was not there before is animated; the style sheet leaves it out for those who want no motion.
function moveNewCards(felt, isFresh) {
  const keys = new Set();
  let nth = 0;
  for (const card of felt.querySelectorAll(".card[data-key]")) {
    keys.add(card.dataset.key);
    if (isFresh && !kept.keys.has(card.dataset.key)) {
      card.classList.add("is-new");
      card.style.animationDelay = `${40 * nth++}ms`;
    }
  }
  kept.keys = keys;
}

const pageTitle = document.title;

function sayTurn(felt) {
  const turn = felt.querySelector("[data-answer] [name=ask]")?.value ?? "";
  const isMine = felt.hasAttribute("data-your-turn");
  document.title = isMine ? `● ${felt.dataset.say} ${pageTitle}` : pageTitle;
  const here = document.querySelector("[data-say-here]");
  const result = felt.querySelector("[data-say-after]")?.innerText.trim();
  const words = isMine ? felt.dataset.say : result ?? "";
  if (here && here.textContent !== words) here.textContent = words;
  const turnOf = document.querySelector("[data-say-turn]");
  const other = isMine ? "" : felt.querySelector("[data-says]")?.dataset.says ?? "";
  if (turnOf && turnOf.textContent !== other) turnOf.textContent = other;  // once a turn, never by the second
  if (isMine && turn !== kept.turn && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(60);
  kept.turn = turn;
}

// Whoever does not see the clock is told once a turn that time runs out.
const SOON_MS = 10_000;
setInterval(() => {
  const clock = document.querySelector("[data-answer] [data-soon]");
  const said = document.querySelector("[data-say-time]");
  if (!said) return;
  const left = clock ? Date.parse(clock.dataset.until) - now() : Infinity;
  const words = left <= SOON_MS ? clock.dataset.soon : "";
  if (said.textContent !== words) said.textContent = words;
}, 500);

// -- being there ---------------------------------------------------------------------------------------------------

// While the page is open the table hears so; where nothing is heard for a while the player is shown as away.
const SIGN_SECONDS = 10;
setInterval(() => {
  const felt = document.querySelector("[data-here]");
  const headers = JSON.parse(document.body.getAttribute("hx-headers"));
  if (felt) fetch(felt.dataset.here, { method: "POST", headers }).catch(() => {});  // the next one may get through
}, SIGN_SECONDS * 1000);

// -- four colours -------------------------------------------------------------------------------------------------

const COLOURS = "four-colour";
const colours = document.querySelector("[data-colours]");
function showColours(isOn) {
  document.body.classList.toggle(COLOURS, isOn);
  if (colours) colours.checked = isOn;
}
try { showColours(localStorage.getItem(COLOURS) === "1"); } catch { /* storage may be forbidden; the choice then lasts for the page */ }
colours?.addEventListener("change", () => {
  showColours(colours.checked);
  try { localStorage.setItem(COLOURS, colours.checked ? "1" : "0"); } catch { /* as above */ }
});

// -- motion ---------------------------------------------------------------------------------------------------------

const STILL = "no-motion";
const motion = document.querySelector("[data-motion]");
function showMotion(isStill) {
  document.body.classList.toggle(STILL, isStill);
  if (motion) motion.checked = !isStill;
}
let isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
try { isStill = localStorage.getItem(STILL) ? localStorage.getItem(STILL) === "1" : isStill; } catch { /* as above */ }
showMotion(isStill);
motion?.addEventListener("change", () => {
  showMotion(!motion.checked);
  try { localStorage.setItem(STILL, motion.checked ? "0" : "1"); } catch { /* as above */ }
});

settle(false);
