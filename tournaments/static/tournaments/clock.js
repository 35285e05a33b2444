// The clock on the wall: full screen, and a screen that stays awake while the tournament runs.

import { find, findField, findFields } from "../club/dom.js";
import { tick } from "../club/live.js";
import { offerWholeScreen, stayAwake } from "../club/screen.js";
import { here, learnTime, now } from "../club/server_clock.js";
import { sound, switchOn } from "../club/speaker.js";
import { LOUD, look, TONES, USUAL } from "./clock_warnings.js";
import { fitAll } from "./fit.js";

offerWholeScreen();
stayAwake();

// -- everything has room: what does not is not shown, rather than cut ---------------------------------------------------

const fit = () => fitAll(document);
fit();
document.fonts.ready.then(fit);
document.addEventListener("load", fit, true); // of pictures too
window.addEventListener("load", fit);
window.addEventListener("resize", fit);
document.addEventListener("htmx:afterSwap", fit);

// -- in step: several short questions to the server's clock, of which the one with the shortest round trip counts ----

setInterval(tick, 50); // screens beside each other change their digits together

async function askTime() {
  const sent = here();
  try {
    const answer = await fetch(find(document, "[data-time]").dataset.time, { cache: "no-store" });
    const received = here();
    if (answer.ok) learnTime((await answer.json()).now, sent, received);
  } catch {
    /* the mark of a lost connection says so already */
  }
}

async function keepStep() {
  for (let sample = 0; sample < 6; sample++) await askTime();
  document.body.dataset.inStep = "yes";
}
keepStep();
setInterval(askTime, 60_000);

// -- warnings: tones, and a frame around the screen ---------------------------------------------------------------------

const SHOWN_MS = 4000;

for (const choice of findFields(document, "[data-sound]")) {
  const kept = localStorage.getItem(`sound-${choice.dataset.sound}`);
  // A browser plays nothing before a click: sound has to be switched on anew on each visit.
  if (kept && choice.dataset.sound !== "on") choice.checked = kept === "yes";
  choice.addEventListener("change", () => {
    localStorage.setItem(`sound-${choice.dataset.sound}`, choice.checked ? "yes" : "no");
    if (choice.dataset.sound === "on" && choice.checked) {
      switchOn();
      play("minute");
    }
  });
}

/** @param {string} name */
function isChosen(name) {
  return Boolean(findField(document, `[data-sound="${name}"]`)?.checked);
}

/** @param {string} kind */
function play(kind) {
  const tones = findField(document, `[data-sound="${kind}"]`)?.dataset.tones ?? USUAL[kind];
  if (isChosen("on") && isChosen(kind)) sound(TONES[tones] ?? [], LOUD);
}

/** @type {Set<string>} */
const given = new Set();

/**
 * Warn once of an end: by tones, where they were chosen, and by a frame.
 * @param {string} kind
 * @param {string} until
 */
function warn(kind, until) {
  if (given.has(`${kind} ${until}`)) return;
  given.add(`${kind} ${until}`);
  play(kind);
  document.body.dataset.warned = kind;
  const mark = kind === "minute" ? "is-minute" : "is-end";
  document.body.classList.add(mark);
  setTimeout(() => document.body.classList.remove(mark), SHOWN_MS);
}

/** @type {ReturnType<typeof look>["seen"]} */
let seen = null;
setInterval(() => {
  const shown = find(document, "[data-sounds]");
  const found = look(seen, shown && { until: shown.dataset.until, kind: shown.dataset.sounds }, now());
  if (found.ended) warn(found.ended.kind, found.ended.until);
  seen = found.seen;
  if (found.isMinute) warn("minute", seen.until);
}, 100);
