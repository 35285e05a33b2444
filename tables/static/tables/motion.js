// What moves on the felt: cards to the seats, chips to the pot and to the winners, an all-in hand that runs out street by street.
// It only draws: every button works from the first moment on, and nothing moves for those who want no motion.

import { find, findAll } from "../club/dom.js";
import { stageAt } from "./run_out.js";

const DEAL_MS = 260;
const BETWEEN_MS = 35;
const MOST_MS = 700; // after which the last card of a deal sets out
const CHIPS_MS = 380;
const EASE = "cubic-bezier(0.2, 0.8, 0.3, 1)";

const isStill = () => document.body.classList.contains("no-motion") || document.hidden;

/** @param {DOMRect} box */
const centre = (box) => ({ x: box.left + box.width / 2, y: box.top + box.height / 2 });

// -- as it was before --------------------------------------------------------------------------------------------------

const before = {
  hand: "",
  isOver: true,
  keys: /** @type {Set<string>} */ (new Set()),
  bets: /** @type {Map<string, {box: DOMRect, chips: Node}>} */ (new Map()),
};

/**
 * Keep how the felt stands that is about to be replaced.
 * @param {HTMLElement} area
 */
export function remember(area) {
  const felt = find(area, ".felt");
  before.hand = felt?.dataset.handId ?? "";
  before.isOver = Boolean(find(area, ".outcome"));
  before.keys = new Set(findAll(area, ".card[data-key]").map((card) => card.dataset.key));
  before.bets = new Map(
    findAll(area, ".seat:has(.bet)").map((seat) => {
      const bet = find(seat, ".bet");
      return [seat.dataset.seat, { box: bet.getBoundingClientRect(), chips: bet.cloneNode(true) }];
    }),
  );
}

// -- cards and chips -----------------------------------------------------------------------------------------------------

/**
 * Show what has changed since, on a felt that has just come.
 * @param {HTMLElement} area
 */
export function move(area) {
  const felt = find(area, ".felt");
  if (!felt) return;
  const isNext = felt.dataset.handId !== before.hand;
  if (!isStill() && before.hand) {
    dealCards(felt, isNext);
    moveChips(felt, isNext);
  }
  runOut(felt, !isNext && !before.isOver);
}

const BACK = "??"; // in the key of a card that lies face down: its seat, its place in the hand, the card

/**
 * Whether it lay face down a moment ago, and is turned up where it lies.
 * @param {HTMLElement} card
 */
function isTurned(card) {
  const [seat, place, text] = card.dataset.key.split(".");
  return text !== BACK && before.keys.has(`${seat}.${place}.${BACK}`);
}

/**
 * @param {HTMLElement} felt
 * @param {boolean} isNext another hand than before, of which every card is new
 */
function dealCards(felt, isNext) {
  const deck = centre(find(felt, ".middle").getBoundingClientRect());
  const fresh = findAll(felt, ".card[data-key]").filter((card) => isNext || !before.keys.has(card.dataset.key));
  fresh.forEach((card, nth) => {
    const to = centre(card.getBoundingClientRect());
    const isInPlace = card.closest(".board") || (!isNext && isTurned(card));
    const from = isInPlace
      ? "rotateY(90deg)"
      : `translate(${deck.x - to.x}px, ${deck.y - to.y}px) rotate(-20deg) scale(0.6)`;
    card.animate(
      [
        { transform: from, opacity: 0 },
        { transform: "none", opacity: 1 },
      ],
      {
        duration: DEAL_MS,
        delay: Math.min(BETWEEN_MS * nth, MOST_MS),
        easing: EASE,
        fill: "backwards",
      },
    );
  });
}

/**
 * @param {HTMLElement} felt
 * @param {boolean} isNext another hand than before
 */
function moveChips(felt, isNext) {
  const pot = centre((find(felt, ".pot") ?? find(felt, ".middle")).getBoundingClientRect());
  for (const [seat, { box, chips }] of before.bets) {
    if (!find(felt, `.seat[data-seat="${seat}"] .bet`)) fly(chips, box, pot);
  }
  for (const bet of findAll(felt, ".bet")) {
    if (before.bets.has(bet.closest(".seat").getAttribute("data-seat"))) continue;
    const plate = centre(find(bet.closest(".seat"), ".plate").getBoundingClientRect());
    const to = centre(bet.getBoundingClientRect());
    const from = `translate(${plate.x - to.x}px, ${plate.y - to.y}px)`;
    bet.animate([{ transform: from, opacity: 0.3 }, { transform: "none" }], { duration: CHIPS_MS, easing: EASE });
  }
  if (!isNext && !before.isOver && find(felt, ".outcome") && !felt.dataset.runOut) payWinners(felt);
}

/** @param {HTMLElement} felt */
function payWinners(felt) {
  const box = find(felt, ".middle").getBoundingClientRect();
  const from = new DOMRect(box.left + box.width / 2 - 12, box.top + box.height / 2 - 12, 24, 24);
  for (const plate of findAll(felt, ".seat.is-winner .plate")) {
    const chip = document.createElement("i");
    chip.className = "one-chip";
    fly(chip, from, centre(plate.getBoundingClientRect()));
  }
}

/**
 * Something that flies over the page, and is gone when it arrives.
 * @param {Node} thing
 * @param {DOMRect} box where it sets out
 * @param {{x: number, y: number}} to
 */
function fly(thing, box, to) {
  const ghost = document.createElement("div");
  ghost.className = "ghost";
  ghost.setAttribute("aria-hidden", "true");
  ghost.style.left = `${box.left}px`;
  ghost.style.top = `${box.top}px`;
  ghost.append(thing);
  document.body.append(ghost);
  const from = centre(box);
  const flight = ghost.animate(
    [
      { transform: "none" },
      { transform: `translate(${to.x - from.x}px, ${to.y - from.y}px) scale(0.8)`, opacity: 0.2 },
    ],
    { duration: CHIPS_MS, easing: EASE },
  );
  const land = () => ghost.remove();
  flight.finished.then(land, land);
}

// -- an all-in hand runs out -----------------------------------------------------------------------------------------------

const run = { hand: "", began: 0, stage: -1, timer: /** @type {ReturnType<typeof setTimeout>} */ (undefined) };

/**
 * A hand that has just ended all-in is shown street by street, the hands open, with what each is worth; one that was over when
 * the page came is not.
 * @param {HTMLElement} felt
 * @param {boolean} isLive whether it was played a moment ago
 */
function runOut(felt, isLive) {
  clearTimeout(run.timer);
  const told = felt.dataset.runOut;
  if (!told || isStill()) {
    run.hand = "";
    return;
  }
  if (run.hand !== felt.dataset.handId) {
    if (!isLive) return;
    Object.assign(run, { hand: felt.dataset.handId, began: performance.now(), stage: -1 });
  }
  showStage(felt, JSON.parse(told));
}

/**
 * Show the first cards, and keep the place of those that are to come.
 * @param {HTMLElement} where
 * @param {number} count
 */
function turnUp(where, count) {
  findAll(where, ".card").forEach((card, place) => {
    const isToCome = place >= count;
    if (card.classList.contains("is-to-come") && !isToCome) {
      card.animate([{ transform: "rotateY(90deg)" }, { transform: "none" }], { duration: DEAL_MS, easing: EASE });
    }
    card.classList.toggle("is-to-come", isToCome);
  });
}

/**
 * @param {HTMLElement} felt
 * @param {import("./run_out.js").Stage[]} stages
 */
function showStage(felt, stages) {
  const at = isStill() ? null : stageAt(performance.now() - run.began, stages.length);
  felt.classList.toggle("is-running", at !== null);
  for (const badge of findAll(felt, ".equity")) badge.remove();
  const [counts, equity, held] = stages[at ?? stages.length - 1];
  findAll(felt, ".board").forEach((board, nth) => {
    if (counts.length) turnUp(board, counts[nth]);
  });
  for (const [seat, cards] of Object.entries(held)) {
    const hole = find(felt, `.seat[data-seat="${seat}"] .hole`);
    if (hole) turnUp(hole, cards);
  }
  if (at === null) {
    const isNews = run.stage !== stages.length;
    run.stage = stages.length;
    if (isNews) {
      payWinners(felt);
      document.dispatchEvent(new CustomEvent("ran-out"));
    }
    return;
  }
  run.stage = at;
  for (const [seat, percent] of Object.entries(equity)) {
    const front = find(felt, `.seat[data-seat="${seat}"] .front`);
    if (!front || percent < 0) continue;
    const badge = document.createElement("span");
    badge.className = "equity number";
    badge.textContent = `${percent} %`;
    front.append(badge);
  }
  run.timer = setTimeout(() => {
    if (felt.isConnected) showStage(felt, stages);
  }, 100);
}
