// What calls a player to the table: sounds, a phone that shakes, a notification of the desktop while the page is hidden. Volume and
// the rest are kept in this browser, silence for each table.

import { keep, kept } from "../club/browser_store.js";
import { find, findAll, findField, targetOf } from "../club/dom.js";
import { now } from "../club/server_clock.js";
import { sound, switchOn } from "../club/speaker.js";
import { heard, SHAKES, SOUNDS, secondHeard } from "./table_sounds.js";

// -- what was chosen ------------------------------------------------------------------------------------------------------

const area = () => document.getElementById("felt");
const silence = `silent-${area()?.dataset.live ?? ""}`;
const chosen = {
  volume: Number(kept("volume", "60")),
  isSilent: kept(silence, "0") === "1",
  shakes: kept("shakes", "1") === "1",
  notifies: kept("notifies", "0") === "1" && "Notification" in window && Notification.permission === "granted",
};
const volume = findField(document, "[data-volume]");
const silent = findField(document, "[data-silent]");
const shakes = findField(document, "[data-shakes]");
const notifies = findField(document, "[data-notifies]");

function showChoices() {
  if (!volume) return;
  volume.value = String(chosen.volume);
  silent.checked = chosen.isSilent;
  shakes.checked = chosen.shakes;
  shakes.closest("label").hidden = !("vibrate" in navigator);
  notifies.checked = chosen.notifies;
  notifies.closest("label").hidden = !("Notification" in window);
}

/** @param {string} name of the sound */
function alert(name) {
  if (!chosen.isSilent) sound(SOUNDS[name], chosen.volume / 100);
  if (chosen.shakes && SHAKES[name] && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(SHAKES[name]);
}

volume?.addEventListener("change", () => {
  chosen.volume = Number(volume.value);
  keep("volume", volume.value);
  switchOn();
  alert("chips");
});
silent?.addEventListener("change", () => {
  chosen.isSilent = silent.checked;
  keep(silence, silent.checked ? "1" : "0");
});
shakes?.addEventListener("change", () => {
  chosen.shakes = shakes.checked;
  keep("shakes", shakes.checked ? "1" : "0");
});
notifies?.addEventListener("change", async () => {
  const isAllowed = notifies.checked && (await Notification.requestPermission()) === "granted";
  chosen.notifies = isAllowed;
  notifies.checked = isAllowed;
  keep("notifies", isAllowed ? "1" : "0");
});
// A browser lets a page sound once somebody has touched it.
for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, switchOn, { once: true });

// -- what is heard ---------------------------------------------------------------------------------------------------------

/** @returns {import("./table_sounds.js").Felt | null} */
function feltNow() {
  const felt = area();
  if (!felt) return null;
  return {
    hand: find(felt, ".felt")?.dataset.handId ?? "",
    cards: findAll(felt, ".felt .card[data-key]").length,
    bets: findAll(felt, ".felt .bet")
      .map((bet) => bet.textContent.trim())
      .join(" "),
    ask: findField(felt, "[data-answer] [name=ask]")?.value ?? "",
    isOver: Boolean(find(felt, ".outcome")),
    hasWon: Boolean(find(felt, ".seat.is-you.is-winner")),
  };
}

let before = feltNow();
/** @type {Notification | null} */
let shown = null;

function callToTable() {
  if (!document.hidden || !chosen.notifies) return;
  const felt = area();
  shown?.close();
  shown = new Notification(felt.getAttribute("aria-label"), { body: felt.dataset.say, tag: felt.dataset.live });
  shown.onclick = () => {
    window.focus();
    shown?.close();
  };
}

document.addEventListener("htmx:afterSwap", (event) => {
  if (/** @type {HTMLElement} */ (targetOf(event)).id !== "felt" && event.detail.target.id !== "felt") return;
  const after = feltNow();
  if (!after) return;
  const names = heard(before, after);
  before = after;
  for (const name of names) alert(name);
  if (names.includes("turn")) callToTable();
});

document.addEventListener("visibilitychange", () => {
  if (!document.hidden) shown?.close();
});

/** @type {number | null} */
let told = null;
setInterval(() => {
  const clock = find(document, "[data-answer] [data-soon]");
  if (!clock) {
    told = null;
    return;
  }
  const second = secondHeard(Date.parse(clock.dataset.until) - now(), told);
  if (second === null) return;
  told = second;
  alert("seconds");
}, 200);

showChoices();
