// A part of a page that is fetched again comes as those of its pieces that this page does not have yet (club/live/page_parts.py).

import { find } from "./dom.js";

const MOST = 1200; // pieces that are kept, as the club reckons it: what is shown now, and what comes and goes
const FEW = 6; // pieces between two that are kept, which are kept with them
const KIND = "text/x-parts";
const BETWEEN = "\x1e";
const WITHIN = "\x1f"; // between the values of a piece
const TOKEN = /(name="csrfmiddlewaretoken" value=")\w+/g; // another in each answer, and as good as the one before
// What the same piece says otherwise from one answer to the next, as piece_words.py finds it.
const VALUES =
  /(data-until="(?:\d{4}-\d\d-\d\dT\d\d:)?|data-now="(?:\d{5})?|data-(?:version|key|keep|seat|says|placing|card|hand-id)="|value="|title="|aria-label="|name="to-|class="card card-|class="seat |href="#(?:rank|suit|court)-|>\n?)([^"<>\n]+)/g;
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const WORDS = /([A-Za-z]*)([-+~*])(\d*)/g; // what each says stands in piece_words.py

/**
 * What a page has: its pieces, and the word by which it asks next.
 * @typedef {{ word: string, pieces: string[] }} Had
 */

/**
 * The pieces that an answer tells, in their order, and what the page has from then on.
 * @param {string} told the answer
 * @param {Had} had what the page had when it asked
 * @returns {{ pieces: string[], has: Had }}
 */
export function taken(told, had) {
  const end = told.indexOf("\n");
  const fresh = told
    .slice(end + 1)
    .split(BETWEEN)
    [Symbol.iterator]();
  const [word, words] = told.slice(0, end).split(" ");
  let line = 0; // where, among what the browser has, the page goes on
  let isKnown = false;
  const pieces = [...words.matchAll(WORDS)].flatMap(([, letters, sign, many]) => {
    const count = Number(many || 1);
    const place = letters ? placeOf(letters) : line;
    line = (sign === "+" ? place : line) + count;
    isKnown ||= sign !== "*";
    if (sign === "+" || sign === "-") return had.pieces.slice(place, place + count);
    return Array.from({ length: count }, (_none, at) => {
      const news = /** @type {string} */ (fresh.next().value);
      return sign === "~" ? withValues(had.pieces[letters ? place : place + at], news.split(WITHIN)) : news;
    });
  });
  return { pieces, has: { word, pieces: keptAfter(pieces, isKnown ? had.pieces : []) } };
}

/**
 * A place as it is written, in letters: capital ones first.
 * @param {string} letters
 */
function placeOf(letters) {
  return [...letters].reduce((place, one) => 52 * place + LETTERS.indexOf(one), 0);
}

/**
 * The piece with these in the place of its own values.
 * @param {string} piece
 * @param {string[]} values
 */
function withValues(piece, values) {
  let next = 0;
  return piece.replace(VALUES, (_whole, before) => before + values[next++]);
}

/**
 * What is kept after an answer: its pieces in their order, and of what was had besides the first that there is room for. That is
 * what followed another piece there, with the few between, so that what comes again as a whole is there as a whole.
 * @param {string[]} pieces
 * @param {string[]} had
 * @returns {string[]}
 */
export function keptAfter(pieces, had) {
  const pairs = new Set(pairsOf(pieces));
  const kept = [...pieces];
  let last = -FEW; // the newest place that is kept
  for (const [at, pair] of pairsOf(had).entries()) {
    if (pairs.has(pair)) continue;
    pairs.add(pair);
    kept.push(...had.slice(at - last < FEW ? last + 1 : at, at + 1));
    last = at;
  }
  return kept.slice(0, Math.max(MOST, pieces.length));
}

/** @param {string[]} pieces */
function pairsOf(pieces) {
  const marks = pieces.map((piece) => piece.replace(TOKEN, "$1"));
  return marks.map((mark, at) => (marks[at - 1] ?? BETWEEN) + BETWEEN + mark); // no piece has the separator
}

/**
 * Whether it answered in pieces: of what the page has already there is nothing in its text.
 * @param {XMLHttpRequest} xhr
 */
export const isInPieces = (xhr) => Boolean(xhr.getResponseHeader("Content-Type")?.startsWith(KIND));

// The word by which the club knows this page.
const PAGE = Array.from(globalThis.crypto.getRandomValues(new Uint8Array(8)), (one) => (one % 36).toString(36)).join(
  "",
);

/** @type {Had} */
let has = { word: "", pieces: [] };
/** @type {WeakMap<XMLHttpRequest, Had>} */
const asked = new WeakMap();

/**
 * From now on parts of the page that say so (`data-pieces`) are asked for in pieces; whoever only watches asks for them by the key
 * that the last answer told (club/live/shared_parts.py).
 * @param {(channel: string) => number} least the version that an answer must have at least, of what a channel was heard to have
 */
export function askForPieces(least) {
  let watching = find(document, "[data-watching]")?.dataset.watching ?? "";
  document.addEventListener("htmx:beforeSend", (event) => {
    const { target, xhr, requestConfig } = event.detail;
    if (!target.matches("[data-pieces]")) return;
    xhr.setRequestHeader("X-Pieces", `${PAGE}.${has.word}`);
    asked.set(xhr, has);
    if (!watching || requestConfig.verb !== "get") return;
    xhr.setRequestHeader("Watching", watching);
    xhr.setRequestHeader("Heard", String(least(target.dataset.live)));
  });
  document.addEventListener("htmx:beforeSwap", (event) => {
    const { xhr } = event.detail;
    const had = asked.get(xhr);
    if (had) watching = xhr.getResponseHeader("Watching") ?? "";
    if (!had || !isInPieces(xhr)) return;
    const told = taken(xhr.responseText, had);
    has = told.has;
    event.detail.serverResponse = told.pieces.join("");
  });
}
