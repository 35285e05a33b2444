// A tapped action answers at once, whatever the network: its button is pressed, the others are locked, and a failure says so
// beside it. Nothing is shown as done before the club has said so.

import { find, findAll, targetOf } from "../club/dom.js";
import { isInPieces } from "../club/page_parts.js";
import { nameOf, Sending } from "./sending.js";

const sending = new Sending();
const BUTTONS = "button, a.act, summary.button";

const felt = () => document.getElementById("felt");

/** @param {HTMLFormElement} form */
const named = (form) =>
  nameOf({
    action: form.getAttribute("action"),
    hand: /** @type {HTMLInputElement} */ (form.elements.namedItem("hand"))?.value,
    ask: /** @type {HTMLInputElement} */ (form.elements.namedItem("ask"))?.value,
  });

/** @returns {HTMLFormElement[]} */
const forms = () => /** @type {HTMLFormElement[]} */ (findAll(document, "#felt form[hx-post]"));

/** @param {Element} element */
const isForm = (element) => element instanceof HTMLFormElement && element.matches("#felt form[hx-post]");

// -- what is shown ---------------------------------------------------------------------------------------------------

/** @param {Element | null} pressed */
function lock(pressed) {
  felt().dataset.pending = "";
  for (const button of findAll(felt(), BUTTONS)) {
    if (button !== pressed) button.setAttribute("aria-disabled", "true");
  }
  pressed?.classList.add("is-pending");
  pressed?.setAttribute("aria-busy", "true");
}

function unlock() {
  const shown = felt();
  if (!shown || !("pending" in shown.dataset)) return;
  delete shown.dataset.pending;
  for (const button of findAll(shown, BUTTONS)) {
    button.removeAttribute("aria-disabled");
    button.removeAttribute("aria-busy");
    button.classList.remove("is-pending");
  }
}

/** Beside the buttons that failed: what is known of it, and that they are offered again. */
function showFailure() {
  const failed = sending.keepFor(forms().map(named));
  for (const note of findAll(document, "#felt .not-sent")) note.remove();
  const form = failed && forms().find((one) => named(one) === failed.form);
  if (!form) return;
  const note = document.createElement("p");
  note.className = "not-sent";
  note.setAttribute("role", "alert");
  note.textContent = felt().dataset[failed.failure].replace("{status}", String(failed.status));
  const buttons = findAll(form, ".buttons").at(-1);
  if (buttons) buttons.before(note);
  else form.append(note);
}

function showOffline() {
  document.body.classList.toggle("is-offline", !navigator.onLine);
}

// -- what happens ------------------------------------------------------------------------------------------------------

/** While one answer is on its way no other is given, by whatever finger, mouse or key. */
for (const kind of ["click", "submit"]) {
  document.addEventListener(
    kind,
    (event) => {
      if (sending.pending === null || !targetOf(event).closest("#felt")) return;
      if (kind === "click" && !targetOf(event).closest(BUTTONS)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    { capture: true },
  );
}

/** It may have arrived all the same: the page shows how it stands. */
function lookAgain() {
  if (felt()) htmx.trigger(felt(), "live");
}

/** @type {Element | null} the button of the form that is being sent */
let pressed = null;
document.addEventListener(
  "submit",
  (event) => {
    pressed = event.submitter;
  },
  { capture: true },
);

document.addEventListener("htmx:beforeRequest", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.detail.requestConfig.elt);
  if (!isForm(form)) return;
  if (!sending.begin(named(form), navigator.onLine)) {
    event.preventDefault();
    showFailure();
    return;
  }
  showFailure();
  lock(pressed && form.contains(pressed) ? pressed : find(form, "button"));
});

document.addEventListener("htmx:sendAbort", (event) => {
  if (!isForm(event.detail.requestConfig.elt)) return;
  sending.drop();
  unlock();
});

document.addEventListener("htmx:afterRequest", (event) => {
  const { elt } = event.detail.requestConfig;
  if (!isForm(elt) && !elt.matches("form[hx-post][hx-target='#felt']")) return; // it may have been replaced by its answer
  const { xhr } = event.detail;
  sending.end(isInPieces(xhr) || xhr.responseText.includes('id="felt"'), xhr.status);
  unlock();
  showFailure();
  if (sending.failed) setTimeout(lookAgain); // once htmx has let go of the felt, else it drops what is asked
});

document.addEventListener("htmx:afterSwap", (event) => {
  if (event.detail.target.id !== "felt") return;
  if (sending.pending !== null) lock(null);
  showFailure();
});

for (const kind of ["online", "offline"]) window.addEventListener(kind, showOffline);
window.addEventListener("online", () => {
  if (sending.failed?.failure === "offline") sending.failed = null;
  showFailure();
});
showOffline();
