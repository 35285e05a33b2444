// A part of a page that is fetched again comes as those of its pieces that this page does not have yet (club/live/page_parts.py).

const MOST = 1200; // pieces that are kept, as the club reckons it: what is shown now, and what comes and goes
const KIND = "text/x-parts";
const BETWEEN = "\x1e";
const TOKEN = /(name="csrfmiddlewaretoken" value=")\w+/g; // another in each answer, and as good as the one before

/**
 * What a page has: its pieces, and the id by which the club knows them.
 * @typedef {{ id: string, pieces: string[] }} Had
 */

/**
 * The pieces that an answer tells, in their order, and what the page has from then on.
 * @param {string} told the answer
 * @param {Had} had what the page had when it asked
 * @returns {{ pieces: string[], has: Had }}
 */
export function taken(told, had) {
  const end = told.indexOf("\n");
  const fresh = told.slice(end + 1).split(BETWEEN);
  const [id, ...words] = told.slice(0, end).split(" ");
  let next = 0;
  let after = 0; // where the run before would go on, had the new ones since replaced as many
  const pieces = words.flatMap((word) => {
    const [place, count] = word.split("+");
    if (count) {
      const first = place ? Number(place) : after;
      after = first + Number(count);
      return had.pieces.slice(first, after);
    }
    next += Number(place);
    after += Number(place);
    return fresh.slice(next - Number(place), next);
  });
  const isKnown = words.some((word) => word.includes("+"));
  return { pieces, has: { id, pieces: keptAfter(pieces, isKnown ? had.pieces : []) } };
}

/** @param {string} piece */
const markOf = (piece) => piece.replace(TOKEN, "$1");

/**
 * What is kept after an answer: its pieces in their order, and of what was had besides the first that there is room for.
 * @param {string[]} pieces
 * @param {string[]} had
 * @returns {string[]}
 */
export function keptAfter(pieces, had) {
  const shown = new Set(pieces.map(markOf));
  /** @type {Map<string, string>} */
  const others = new Map();
  for (const piece of had) {
    const mark = markOf(piece);
    if (!shown.has(mark) && !others.has(mark)) others.set(mark, piece);
  }
  return [...pieces, ...others.values()].slice(0, Math.max(MOST, pieces.length));
}

/** @type {Had} */
let has = { id: "", pieces: [] };
/** @type {WeakMap<XMLHttpRequest, Had>} */
const asked = new WeakMap();

/** From now on parts of the page that say so (`data-pieces`) are asked for in pieces. */
export function askForPieces() {
  document.addEventListener("htmx:beforeSend", (event) => {
    const { target, xhr } = event.detail;
    if (!target.matches("[data-pieces]")) return;
    xhr.setRequestHeader("X-Parts", has.id);
    asked.set(xhr, has);
  });
  document.addEventListener("htmx:beforeSwap", (event) => {
    const { xhr } = event.detail;
    const had = asked.get(xhr);
    if (!had || !xhr.getResponseHeader("Content-Type")?.startsWith(KIND)) return;
    const told = taken(xhr.responseText, had);
    has = told.has;
    event.detail.serverResponse = told.pieces.join("");
  });
}
