// What keeps a page true without reloading it: the server's clock, the event stream, countdowns.
// A stream carries versions only; the page then fetches its own fragment, so each viewer sees what that viewer may see.

import { find, findAll, findFields, targetOf } from "./dom.js";
import { searchEarlyWords } from "./early_typing.js";
import { keptWords, putBack } from "./kept_words.js";
import { askForPieces } from "./page_parts.js";
import { PageNews } from "./page_stream.js";
import { clockText, here, learnTime, now, shareLeft } from "./server_clock.js";

const RETRY_MS = 800; // between tries of a part that was refused
const STALE_MS = 1500; // a stream that comes back sooner was not worth a warning
const POLL_MS = 4000; // while there is no stream, the page still asks for itself
const LATE_MS = 150; // before asking again for what came while an answer was on its way
const QUIET_MS = 28000; // after which nobody has told the page that the stream is dead, either

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

/** A channel of the event stream, for all parts of the page that it concerns. */
class Watch {
  /** @type {ReturnType<typeof setTimeout>} */ late;
  heard = 0;
  isDue = false;
  mayHaveMissed = true;

  /** @param {string} channel */
  constructor(channel) {
    this.channel = channel;
  }

  get parts() {
    return findAll(document, `[data-live="${CSS.escape(this.channel)}"]`);
  }

  /** @param {number} version */
  hear(version) {
    this.heard = Math.max(this.heard, version);
    for (const part of this.parts) if (Number(part.dataset.version) < version) refetch(part);
  }

  look() {
    this.mayHaveMissed = true;
    this.parts.forEach(refetch);
  }

  /** The version that an answer must have at least; 0 where more may have happened than was heard of. */
  least() {
    const isLookAlone = this.mayHaveMissed || this.parts.every((part) => Number(part.dataset.version) >= this.heard);
    this.mayHaveMissed = false;
    return isLookAlone ? 0 : this.heard;
  }

  // More may have happened while the answer was on its way, or while a hand was on the page.
  catchUp(wait = LATE_MS) {
    clearTimeout(this.late);
    this.late = setTimeout(() => {
      for (const part of this.parts) if (this.isDue || Number(part.dataset.version) < this.heard) refetch(part);
      this.isDue = false;
    }, wait);
  }
}

/** @type {Map<string, Watch>} */
const watches = new Map();
/** @param {(watch: Watch) => void} act */
function forEachWatch(act) {
  for (const watch of watches.values()) act(watch);
}

/** Whether the stream is there, and when it was heard last. */
const stream = { isGone: false, lastWord: here(), warning: /** @type {ReturnType<typeof setTimeout>} */ (undefined) };

/** @type {Record<import("./stream_connection.js").News["kind"], (news: import("./stream_connection.js").News) => void>} */
const HEAR = {
  version: ({ channel, version }) => watches.get(channel)?.hear(version),
  look: ({ channel }) => watches.get(channel)?.look(), // nothing is known of what came before
  still: () => {},
  back: () => {
    stream.isGone = false;
    clearTimeout(stream.warning);
    stream.warning = undefined;
    forEachWatch((watch) => {
      if (watch.isDue) watch.catchUp(0);
    });
    showStale();
  },
  gone: () => {
    stream.isGone = true;
    stream.warning ??= setTimeout(showStale, STALE_MS);
  },
};

const news = new PageNews(document.body.dataset.streams, document.body.dataset.streamWorker ?? "", (one) => {
  if (one.kind !== "gone") stream.lastWord = here();
  HEAR[one.kind](one);
});

/** While there is no stream the page asks for itself; where nobody says that it is lost, the page opens one of its own. */
function checkStream() {
  if (document.hidden || !watches.size) return;
  news.check();
  if (here() - stream.lastWord < (stream.isGone ? POLL_MS : QUIET_MS)) return;
  stream.lastWord = here();
  if (!stream.isGone) {
    HEAR.gone({ kind: "gone" });
    news.goAlone();
  }
  forEachWatch((watch) => watch.look());
}

function wake() {
  news.wake();
  forEachWatch((watch) => watch.look());
}

/** @type {Set<Element>} */
const refused = new Set(); // the parts whose last asking failed; one that was replaced since is not on the page

/** Hear of what the page shows; a part that has come since is heard of from then on. */
function watchAll() {
  const before = watches.size;
  for (const element of findAll(document, "[data-live]")) {
    const channel = element.dataset.live;
    if (!watches.has(channel)) watches.set(channel, new Watch(channel));
  }
  if (watches.size === before) return;
  stream.lastWord = here();
  news.want([...watches.keys()]);
}

function showStale() {
  for (const part of refused) if (!part.isConnected) refused.delete(part);
  const isStale = refused.size || !navigator.onLine || stream.isGone;
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
      if (!stream.isGone) watch.catchUp(RETRY_MS); // while there is no stream, the page asks now and then as it is
    }
    showStale();
  }
});
// What was sent may have come or not: the page shows how it stands.
document.addEventListener("htmx:timeout", (event) => refetch(event.detail.requestConfig.elt.closest("[data-live]")));
document.addEventListener("htmx:afterSwap", tick);
document.addEventListener("htmx:afterSettle", () => {
  watchAll();
  forEachWatch((watch) => watch.catchUp());
});
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) wake();
});
window.addEventListener("online", wake);
window.addEventListener("offline", showStale);
window.addEventListener("pagehide", () => news.leave());
window.addEventListener("pageshow", (event) => {
  if (event.persisted) wake();
});

learnTimeOfPage();
askForPieces((channel) => watches.get(channel)?.least() ?? 0);
// Only then has htmx read the page (it came first, and listens for the same): what a stream says sooner would go unheard.
document.addEventListener("DOMContentLoaded", watchAll);
tick();
setInterval(tick, 200);
setInterval(checkStream, 1000);

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
