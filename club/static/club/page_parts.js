// A part of a page that is fetched again comes as those of its pieces that this page does not have yet (club/live/page_parts.py).

/** A piece of a page's text by its mark. @typedef {[mark: string, text: string]} Piece */

const MOST = 240; // pieces that are kept: what is shown now, and what comes and goes
const KIND = "text/x-parts";
const BETWEEN = "\x1e";

/**
 * The pieces that an answer tells, in their order.
 * @param {string} told the answer
 * @param {Piece[]} had what the page had when it asked
 * @returns {Piece[]}
 */
export function piecesOf(told, had) {
  const end = told.indexOf("\n");
  const fresh = told.slice(end + 1).split(BETWEEN);
  let next = 0;
  return told
    .slice(0, end)
    .split(" ")
    .flatMap((word) => {
      const [first, count] = word.split("+").map(Number);
      if (count) return had.slice(first, first + count);
      next += 1;
      return [/** @type {Piece} */ ([word, fresh[next - 1]])];
    });
}

/**
 * What is kept after an answer: its pieces in their order, and of what was had besides the newest that there is room for.
 * @param {Piece[]} pieces
 * @param {Piece[]} had
 * @returns {Piece[]}
 */
export function keptAfter(pieces, had) {
  const shown = new Set(pieces.map(([mark]) => mark));
  const others = new Map(had.filter(([mark]) => !shown.has(mark)));
  return [...pieces, ...others].slice(0, Math.max(MOST, pieces.length));
}

/** @type {Piece[]} */
let kept = [];
/** @type {WeakMap<XMLHttpRequest, Piece[]>} */
const asked = new WeakMap();

/** From now on parts of the page that say so (`data-pieces`) are asked for in pieces. */
export function askForPieces() {
  document.addEventListener("htmx:beforeSend", (event) => {
    const { target, xhr } = event.detail;
    if (!target.matches("[data-pieces]")) return;
    xhr.setRequestHeader("X-Parts", kept.map(([mark]) => mark).join("."));
    asked.set(xhr, kept);
  });
  document.addEventListener("htmx:beforeSwap", (event) => {
    const { xhr } = event.detail;
    const had = asked.get(xhr);
    if (!had || !xhr.getResponseHeader("Content-Type")?.startsWith(KIND)) return;
    const pieces = piecesOf(xhr.responseText, had);
    kept = keptAfter(pieces, kept);
    event.detail.serverResponse = pieces.map(([, text]) => text).join("");
  });
}
