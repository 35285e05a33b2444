// A replay in the hand: the arrow keys, Home and End follow the links, the space bar plays; only the part that changes is
// fetched. A link to the moment is copied, and a picture of it drawn to be shared.

import { find, isShortcut, targetOf } from "../club/dom.js";

/** @param {HTMLAnchorElement} link */
async function go(link) {
  if (!link || link.getAttribute("aria-disabled") === "true") return;
  const key = link.dataset.step;
  try {
    const answer = await fetch(link.href, { headers: { Accept: "text/html" } });
    if (!answer.ok) throw new Error(String(answer.status));
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("[data-replay]");
    document.querySelector("[data-replay]").replaceWith(fresh);
    history.replaceState(null, "", link.href);
    if (!timer) find(document, `[data-step="${key}"]`)?.focus({ preventScroll: true });
    show();
  } catch {
    location.assign(link.href);
  }
}

const STEP_MS = 1400; // at single speed
let timer = 0;
let speed = "1";

/** Shows what needs a script, as it stands after a part was fetched anew. */
function show() {
  const play = find(document, "[data-play]");
  const box = find(document, "[data-speed-box]");
  const choice = /** @type {HTMLSelectElement} */ (find(document, "[data-speed]"));
  if (!play || !box || !choice) return;
  play.hidden = box.hidden = false;
  choice.value = speed;
  play.dataset.words ??= play.textContent;
  if (timer) play.textContent = play.dataset.pause;
}

function pause() {
  clearTimeout(timer);
  timer = 0;
  const play = find(document, "[data-play]");
  if (play?.dataset.words) play.textContent = play.dataset.words;
}

async function step() {
  const next = /** @type {HTMLAnchorElement} */ (find(document, '[data-step="ArrowRight"]'));
  if (!next || next.getAttribute("aria-disabled") === "true") return pause();
  await go(next);
  if (timer) timer = window.setTimeout(step, STEP_MS / Number(speed));
}

function playOrPause() {
  const play = find(document, "[data-play]");
  if (!play) return;
  if (timer) return pause();
  const last = find(document, '[data-step="ArrowRight"]')?.getAttribute("aria-disabled") === "true";
  timer = window.setTimeout(step, last ? 0 : STEP_MS / Number(speed));
  show();
}

/** @param {HTMLAnchorElement} link */
async function copy(link) {
  try {
    await navigator.clipboard.writeText(link.href);
    link.textContent = link.dataset.done;
  } catch {
    location.assign(link.href); // the address bar has it then
  }
}

/** @param {HTMLAnchorElement} link */
async function share(link) {
  const answer = await fetch(link.href);
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([await answer.text()], { type: "image/svg+xml" }));
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth;
  canvas.height = image.naturalHeight;
  canvas.getContext("2d").drawImage(image, 0, 0);
  URL.revokeObjectURL(image.src);
  const saved = document.createElement("a");
  saved.href = canvas.toDataURL("image/png");
  saved.download = link.dataset.picture;
  saved.click();
}

document.addEventListener("change", (event) => {
  const choice = /** @type {HTMLSelectElement} */ (targetOf(event));
  if (choice.matches("[data-speed]")) speed = choice.value;
});

show();

document.addEventListener("keydown", (event) => {
  if (isShortcut(event) || targetOf(event).closest("input, select, textarea")) return;
  if (event.key === " " && !targetOf(event).closest("a, button")) {
    event.preventDefault();
    playOrPause();
    return;
  }
  const link = /** @type {HTMLAnchorElement} */ (find(document, `[data-step="${CSS.escape(event.key)}"]`));
  if (!link) return;
  event.preventDefault();
  go(link);
});

document.addEventListener("click", (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (targetOf(event).closest("[data-play]")) return playOrPause();
  const copied = /** @type {HTMLAnchorElement} */ (targetOf(event).closest("[data-copy]"));
  const pictured = /** @type {HTMLAnchorElement} */ (targetOf(event).closest("[data-picture]"));
  if (copied || pictured) {
    event.preventDefault();
    if (copied) copy(copied);
    else share(pictured).catch(() => location.assign(pictured.href));
    return;
  }
  const link = /** @type {HTMLAnchorElement} */ (targetOf(event).closest("[data-step]"));
  if (!link) return;
  event.preventDefault();
  pause();
  go(link);
});
