// What keeps a page true without reloading it: the server's clock, the event stream, countdowns.
// A stream carries versions only; the page then fetches its own fragment, so each viewer sees what that viewer may see.

import { find, findAll, findFields, targetOf } from "./dom.js";
import { searchEarlyWords } from "./early_typing.js";
import { keptWords, putBack } from "./kept_words.js";
import { clockText, here, learnTime, now, shareLeft } from "./server_clock.js";

const RETRY_MS = 800; // after a broken stream, and between tries
const STALE_MS = 1500; // a stream that comes back sooner was not worth a warning
const POLL_MS = 4000; // while there is no stream, the page still asks for itself
const LATE_MS = 150; // before asking again for what came while an answer was on its way
const QUIET_MS = 25000; // a stream says every ten seconds that it is there: one that is silent for longer is dead
const OPENING_MS = 15000; // after which a stream that does not open is opened anew

function learnTimeOfPage() {
  const visit = /** @type {PerformanceNavigationTiming} */ (performance.getEntriesByType("navigation")[0]);
  if (!visit) return;
  const began = performance.timeOrigin;
  learnTime(Number(document.body.dataset.now), began + visit.requestStart, began + visit.responseStart);
}

// -- countdowns: <span data-until="…"> is text, <i data-until="…" data-span="seconds"> is a bar ---------------------

/** Draw every countdown and clock of the page as of the server's time. */
export function tick() {
  const instant = now();
  for (const element of findAll(document, "[data-until]")) {
    const left = Date.parse(element.dataset.until) - instant;
    if (element.dataset.span) {
      element.style.setProperty("--left", shareLeft(left, Number(element.dataset.span)).toFixed(4));
    } else {
      const text = element.dataset.form === "seconds" ? String(Math.max(0, Math.ceil(left / 1000))) : clockText(left);
      if (element.textContent !== text) element.textContent = text;
      element.classList.toggle("is-long", text.length > 5); // with hours
    }
    element.classList.toggle("is-low", left < 1000 * Number(element.dataset.low || 6));
    if (left <= 0 && !element.dataset.spent && element.dataset.then === "refetch") {
      element.dataset.spent = "1";
      setTimeout(() => refetch(element.closest("[data-live]")), 400);
    }
  }
  for (const element of findAll(document, "[data-standing]")) {
    element.textContent = clockText(1000 * Number(element.dataset.standing));
  }
  for (const element of findAll(document, "[data-clock]")) {
    const asClock = /** @type {const} */ ({
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
      timeZone: element.dataset.zone,
    });
    element.textContent = new Intl.DateTimeFormat(document.documentElement.lang, asClock).format(instant);
  }
}

// -- the stream ---------------------------------------------------------------------------------------------------

/** @param {Element | null} element a part of the page that is true as of a version */
function refetch(element) {
  if (element) htmx.trigger(element, "live");
}

/** One channel of the event stream, for all parts of the page that it concerns. */
class Watch {
  /** @type {EventSource} */ source;
  /** @type {ReturnType<typeof setTimeout>} */ retry;
  /** @type {ReturnType<typeof setTimeout>} */ warning;
  /** @type {ReturnType<typeof setTimeout>} */ late;
  gone = false;
  isDue = false;

  /** @param {string} channel */
  constructor(channel) {
    this.channel = channel;
    this.heard = 0;
    this.lastWord = here();
    this.since = here();
    this.open();
  }

  get parts() {
    return findAll(document, `[data-live="${CSS.escape(this.channel)}"]`);
  }

  open() {
    clearTimeout(this.retry);
    this.since = here();
    this.source?.close();
    this.source = new EventSource(`${document.body.dataset.streams}/streams/${this.channel}`, {
      withCredentials: true,
    });
    this.source.onopen = () => this.isBack();
    this.source.onerror = () => this.isGone();
    this.source.addEventListener("version", (event) => this.hear(JSON.parse(event.data).version));
    this.source.addEventListener("still", () => {
      this.lastWord = here();
    });
    this.source.addEventListener("look", () => this.parts.forEach(refetch)); // nothing is known of what came before
  }

  isBack() {
    this.gone = false;
    this.lastWord = here();
    clearTimeout(this.warning);
    this.warning = undefined;
    if (this.isDue) this.catchUp(0);
    showStale();
  }

  isGone() {
    this.gone = true;
    this.source.close();
    this.retry = setTimeout(() => this.open(), RETRY_MS);
    this.warning ??= setTimeout(showStale, STALE_MS);
  }

  /** @param {number} version */
  hear(version) {
    this.lastWord = here();
    this.heard = Math.max(this.heard, version);
    for (const part of this.parts) if (Number(part.dataset.version) < version) refetch(part);
  }

  // More may have happened while the answer was on its way, or while a hand was on the page.
  catchUp(wait = LATE_MS) {
    clearTimeout(this.late);
    this.late = setTimeout(() => {
      for (const part of this.parts) if (this.isDue || Number(part.dataset.version) < this.heard) refetch(part);
      this.isDue = false;
    }, wait);
  }

  // A silent stream is a dead one (a tablet that changed networks, a router that forgot it), of which nobody says so.
  check() {
    if (document.hidden) return;
    if (this.gone && here() - this.since >= OPENING_MS) this.open();
    if (here() - this.lastWord < (this.gone ? POLL_MS : QUIET_MS)) return;
    this.lastWord = here();
    if (!this.gone) this.isGone();
    this.parts.forEach(refetch);
  }

  wake() {
    if (this.gone || this.source.readyState !== EventSource.OPEN) this.open();
    this.parts.forEach(refetch);
  }
}

/** @type {Map<string, Watch>} */
const watches = new Map();
/** @param {(watch: Watch) => void} act */
function forEachWatch(act) {
  for (const watch of watches.values()) act(watch);
}

/** @type {Set<Element>} */
const refused = new Set(); // the parts whose last asking failed; one that was replaced since is not on the page

function watchAll() {
  for (const element of findAll(document, "[data-live]")) {
    const channel = element.dataset.live;
    if (!watches.has(channel)) watches.set(channel, new Watch(channel));
  }
}

function showStale() {
  for (const part of refused) if (!part.isConnected) refused.delete(part);
  const isStale = refused.size || !navigator.onLine || [...watches.values()].some((watch) => watch.gone);
  const mark = find(document, "[data-stale]");
  if (mark) mark.hidden = !isStale;
  document.body.classList.toggle("is-stale", Boolean(isStale));
}

/** @type {WeakMap<XMLHttpRequest, number>} */
const sentAt = new WeakMap();

document.addEventListener("htmx:load", searchEarlyWords, { once: true });
document.addEventListener("htmx:beforeRequest", (event) => sentAt.set(event.detail.xhr, here()));
// A form that goes first ends the page's own asking; that is no fault.
document.addEventListener("htmx:sendAbort", () => {
  refused.clear();
  showStale();
});
document.addEventListener("htmx:afterRequest", (event) => {
  const served = /data-now="(\d+)"/.exec(event.detail.xhr.responseText);
  if (served) learnTime(Number(served[1]), sentAt.get(event.detail.xhr), here());
  // Not `event.target`: where an answer has replaced the part that asked, htmx tells the part's parent.
  const part = event.detail.requestConfig.elt;
  if (part.matches("[data-live]")) {
    if (event.detail.successful || event.detail.xhr.status === 409) refused.delete(part);
    else refused.add(part);
    const watch = watches.get(part.dataset.live);
    if (watch && refused.has(part)) {
      watch.isDue = true;
      if (!watch.gone) watch.catchUp(RETRY_MS); // while there is no stream, the page asks now and then as it is
    }
    showStale();
  }
});
// What was sent may have come or not: the page shows how it stands.
document.addEventListener("htmx:timeout", (event) => refetch(event.detail.requestConfig.elt.closest("[data-live]")));
document.addEventListener("htmx:afterSwap", tick);
document.addEventListener("htmx:afterSettle", () => {
  forEachWatch((watch) => watch.catchUp());
});
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) forEachWatch((watch) => watch.wake());
});
window.addEventListener("online", () => forEachWatch((watch) => watch.wake()));
window.addEventListener("offline", () => {
  forEachWatch((watch) => watch.isGone());
  showStale();
});
window.addEventListener("pagehide", () => forEachWatch((watch) => watch.source.close()));
window.addEventListener("pageshow", (event) => {
  if (event.persisted) forEachWatch((watch) => watch.wake());
});

learnTimeOfPage();
// Only then has htmx read the page (it came first, and listens for the same): what a stream says sooner would go unheard.
document.addEventListener("DOMContentLoaded", watchAll);
tick();
setInterval(tick, 200);
setInterval(() => forEachWatch((watch) => watch.check()), 1000);

// Nothing is replaced under a finger: a click whose button was exchanged half way would be lost, and so would a slider.
let isHeld = false;
document.addEventListener("pointerdown", (event) => {
  isHeld = Boolean(targetOf(event).closest?.("[data-live]"));
});
for (const kind of ["pointerup", "pointercancel", "blur"]) {
  window.addEventListener(kind, () => {
    if (!isHeld) return;
    setTimeout(() => {
      // after the click that this is the end of
      isHeld = false;
      forEachWatch((watch) => watch.catchUp(0));
    });
  });
}
document.addEventListener("htmx:beforeSwap", (event) => {
  if (!isHeld || event.detail.requestConfig.verb !== "get" || !event.detail.target.matches("[data-live]")) return;
  event.detail.shouldSwap = false;
  forEachWatch((watch) => {
    watch.isDue = true;
  });
});

// A part that fetches itself takes no words away that are being typed into it. `typed`: of the part that is replaced now.
/** @type {import("./kept_words.js").Kept[]} */
let typed = [];
document.addEventListener("htmx:beforeSwap", (event) => {
  const { requestConfig, target } = event.detail;
  const isOwn = requestConfig.verb === "get" && requestConfig.elt === target;
  typed = isOwn ? keptWords(findFields(target, "input:not([type=hidden]), textarea")) : [];
});
document.addEventListener("htmx:afterSwap", () => {
  if (typed.length) putBack(typed, findFields(document, "input:not([type=hidden]), textarea"));
  typed = [];
});

// A login that ended answers with the login page: go there, rather than show it inside the felt. A refusal (a raise
// too small, a seat just taken) answers with the fresh part and says why, and is shown like any other.
document.addEventListener("htmx:beforeSwap", (event) => {
  const { xhr } = event.detail;
  if (new URL(xhr.responseURL, location.href).pathname.startsWith("/accounts/")) {
    event.detail.shouldSwap = false;
    location.assign(`/accounts/login/?next=${encodeURIComponent(location.pathname)}`);
    return;
  }
  const isPart = xhr.responseText.includes("data-live=") && !/<html/i.test(xhr.responseText);
  if (xhr.status >= 400 && isPart) {
    event.detail.shouldSwap = true;
    event.detail.isError = false;
  }
});
