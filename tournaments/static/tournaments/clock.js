// The clock on the wall: full screen, and a screen that stays awake while the tournament runs.
"use strict";

const wholeScreen = document.querySelector("[data-full-screen]");
if (wholeScreen) {
  wholeScreen.hidden = !document.fullscreenEnabled;
  wholeScreen.addEventListener("click", () => {
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen();
  });
}

async function stayAwake() {
  // Not every browser can; the clock is as right without it.
  try { await navigator.wakeLock?.request("screen"); } catch { /* refused on a low battery */ }
}
document.addEventListener("visibilitychange", () => { if (!document.hidden) stayAwake(); });
stayAwake();

// -- in step: several short questions to the server's clock, of which the one with the shortest round trip counts ----

setInterval(tick, 50);  // screens beside each other change their digits together

async function askTime() {
  const sent = here();
  try {
    const answer = await fetch(document.querySelector("[data-time]").dataset.time, { cache: "no-store" });
    const received = here();
    if (answer.ok) learnTime((await answer.json()).now, sent, received);
  } catch { /* the mark of a lost connection says so already */ }
}

async function keepStep() {
  for (let sample = 0; sample < 6; sample++) await askTime();
  document.body.dataset.inStep = "yes";
}
keepStep();
setInterval(askTime, 60_000);

// -- warnings: tones without files, and a frame around the screen ------------------------------------------------------

const TONES = { minute: [[660, 0, 0.18], [660, 0.3, 0.18]], level: [[880, 0, 0.35], [880, 0.45, 0.35], [1175, 0.9, 0.7]], break: [[523, 0, 0.3], [659, 0.35, 0.3], [784, 0.7, 0.6]] };
const SHOWN_MS = 4000;
let audio = null;

for (const choice of document.querySelectorAll("[data-sound]")) {
  const kept = localStorage.getItem(`sound-${choice.dataset.sound}`);
  // A browser plays nothing before a click: sound has to be switched on anew on each visit.
  if (kept && choice.dataset.sound !== "on") choice.checked = kept === "yes";
  choice.addEventListener("change", () => {
    localStorage.setItem(`sound-${choice.dataset.sound}`, choice.checked ? "yes" : "no");
    if (choice.dataset.sound === "on" && choice.checked) {
      audio ??= new AudioContext();
      audio.resume();
      play("minute");
    }
  });
}

function isChosen(name) {
  return Boolean(document.querySelector(`[data-sound="${name}"]`)?.checked);
}

function play(kind) {
  if (!audio || !isChosen("on") || !isChosen(kind)) return;
  for (const [pitch, after, length] of TONES[kind]) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    const begins = audio.currentTime + after;
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0, begins);
    volume.gain.linearRampToValueAtTime(0.5, begins + 0.02);
    volume.gain.setValueAtTime(0.5, begins + length - 0.05);
    volume.gain.linearRampToValueAtTime(0, begins + length);
    tone.connect(volume).connect(audio.destination);
    tone.start(begins);
    tone.stop(begins + length);
  }
}

const given = new Set();

function warn(kind, until) {
  if (given.has(`${kind} ${until}`)) return;
  given.add(`${kind} ${until}`);
  play(kind);
  document.body.dataset.warned = kind;
  const mark = kind === "minute" ? "is-minute" : "is-end";
  document.body.classList.add(mark);
  setTimeout(() => document.body.classList.remove(mark), SHOWN_MS);
}

let seen = null;
setInterval(() => {
  const shown = document.querySelector("[data-sounds]");
  const left = shown ? Date.parse(shown.dataset.until) - now() : null;
  // The part may be fetched anew in the very moment: what was shown before tells which end it was.
  const ended = seen && Date.parse(seen.until) <= now() ? seen : null;
  if (ended) warn(ended.kind, ended.until);
  seen = shown && left > 0 ? { until: shown.dataset.until, kind: shown.dataset.sounds } : null;
  if (seen && left <= 60_000 && left > 55_000) warn("minute", seen.until);
}, 100);
