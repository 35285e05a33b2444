// How a hand stands after a tap, before the club has said so: whose turn it is next, for how much, and the number of the
// question. Only rounds of bets and boards that nobody enters are reckoned; for all else the page waits for the club, which
// alone decides what is legal.

/**
 * @typedef {{ seat: number, name: string, mark: string, cards: string[], stack: number, bet: number, folded: boolean,
 *   all_in: boolean }} Place
 * @typedef {{ verb: string, lo?: number, hi?: number, amount?: number, step?: number }} Offer
 * @typedef {{ number: number, seat: number | null, kind: string, offers: Offer[], target?: number | null }} Question
 * @typedef {{ seats: Place[], ask: Question | null, follow: number[], level: number, least_raise: number, least_bet: number,
 *   streets: number[] | null, parts: string[], button: number, boards: string[][], pot: number,
 *   unit: number,
 *   pots: { amount: number, seats: number[] }[], limit: string, net: Record<string, number> | null }} Standing
 */

/**
 * @param {Question} ask
 * @param {string} verb
 */
export const offerOf = (ask, verb) => ask.offers.find((one) => one.verb === verb);

/**
 * The hand after that answer to its question; null where only the club knows.
 * @param {Standing} standing
 * @param {string} decision such as `fold`, `call` or `raise 600`
 * @param {boolean} isUnseen boards are not entered
 * @returns {Standing | null}
 */
export function after(standing, decision, isUnseen) {
  const { ask } = standing;
  if (ask?.kind !== "bet") return null;
  const seats = standing.seats.map((one) => ({ ...one }));
  const at = seats.findIndex((one) => one.seat === ask.seat);
  const place = seats[at];
  const [verb, amount] = decision.split(" ");
  const next = { ...standing, seats, follow: standing.follow };
  if (verb === "fold") {
    place.folded = true;
  } else if (verb === "call") {
    pay(next, place, offerOf(ask, "call")?.amount ?? 0);
  } else if (verb === "raise") {
    const by = Number(amount) - standing.level;
    pay(next, place, Number(amount) - place.bet);
    if (standing.limit !== "fixed") next.least_raise = Math.max(by, standing.least_raise);
    next.level = Number(amount);
    next.follow = clockwise(seats, at)
      .filter((one) => isAble(one))
      .map((one) => one.seat);
  } else {
    return null;
  }
  const live = seats.filter((one) => !one.folded);
  if (live.length === 1) return { ...next, ask: null, follow: [] };
  if (next.follow.length) return asked(next, ask, ask.number + 1, verb === "raise");
  return street(next, ask, isUnseen);
}

/** @param {Place} one */
const isAble = (one) => !one.folded && one.stack > 0;

/**
 * @param {Standing} next
 * @param {Place} place
 * @param {number} chips
 */
function pay(next, place, chips) {
  place.stack -= chips;
  place.bet += chips;
  place.all_in = place.stack === 0;
  next.pot += chips;
}

/**
 * Whoever sits after that place, in order.
 * @param {Place[]} seats
 * @param {number} at
 */
const clockwise = (seats, at) => [...seats.slice(at + 1), ...seats.slice(0, at)];

/**
 * The next in turn is asked.
 * @param {Standing} standing
 * @param {Question} before
 * @param {number} number
 * @param {boolean} isRaised
 * @returns {Standing | null}
 */
function asked(standing, before, number, isRaised) {
  const [seat, ...follow] = standing.follow;
  const place = standing.seats.find((one) => one.seat === seat);
  const rivals = standing.seats.filter((one) => isAble(one) && one.seat !== seat);
  const call = Math.min(Math.max(standing.level - place.bet, 0), place.stack);
  if (!rivals.length && !call) return null;
  /** @type {Offer[]} */
  const offers = [{ verb: "fold" }, { verb: "call", amount: call }];
  const most = place.bet + place.stack;
  if (rivals.length && place.stack > call && standing.limit !== "fixed") {
    offers.push({ verb: "raise", lo: Math.min(standing.level + standing.least_raise, most), hi: most });
  }
  if (standing.limit === "fixed" && !isRaised) {
    const raise = offerOf(before, "raise"); // the same for everybody, unless somebody raised: then the club says it
    if (raise && place.stack > call)
      offers.push({ ...raise, lo: Math.min(raise.lo, most), hi: Math.min(raise.hi, most) });
  }
  return { ...standing, follow, ask: { number, seat, kind: "bet", offers } };
}

/**
 * The round is over: the next street, its boards dealt unseen, or the showdown.
 * @param {Standing} standing
 * @param {Question} before
 * @param {boolean} isUnseen
 * @returns {Standing | null}
 */
function street(standing, before, isUnseen) {
  const live = standing.seats.filter((one) => !one.folded);
  if (!isUnseen || standing.streets === null || live.some((one) => one.stack === 0)) return null;
  const seats = standing.seats.map((one) => ({ ...one, bet: 0, mark: "" }));
  if (!standing.streets.length) {
    const offers = [{ verb: "award" }];
    const pots = [{ amount: standing.pot, seats: live.map((one) => one.seat) }];
    return { ...standing, pots, follow: [], ask: { number: before.number + 1, seat: null, kind: "showdown", offers } };
  }
  const [boards, ...streets] = standing.streets;
  const next = {
    ...standing,
    seats,
    streets,
    level: 0,
    least_raise: standing.least_bet,
    follow: live.map((one) => one.seat),
  };
  return asked(next, before, before.number + 1 + boards, true);
}

/**
 * Answers that bring the turn to that seat: everybody before it checks if that is free, and folds if not.
 * @param {Standing} standing
 * @param {number} seat
 * @returns {string[] | null} null for a seat that does not act later in this round
 */
export function passedTo(standing, seat) {
  const at = standing.follow.indexOf(seat);
  if (at < 0 || standing.ask?.kind !== "bet") return null;
  return [standing.ask.seat, ...standing.follow.slice(0, at)].map((passed) => {
    const place = standing.seats.find((one) => one.seat === passed);
    return place.bet >= standing.level ? "call" : "fold";
  });
}

/**
 * Sizes worth a key of their own: the least raise, two that are usual, and the pot; each legal, none twice.
 * @param {Standing} standing
 * @returns {number[]}
 */
export function sizesOf(standing) {
  const { unit } = standing;
  const raise = offerOf(standing.ask, "raise");
  if (!raise?.hi) return [];
  if (raise.step) return [raise.lo, raise.hi];
  const call = offerOf(standing.ask, "call")?.amount ?? 0;
  const pot = standing.level + standing.pot + call;
  const usual = standing.level
    ? [2.5, 3, 4].map((times) => times * standing.level)
    : [standing.pot / 3, standing.pot / 2, pot];
  const whole = usual.map((chips) => Math.max(unit, Math.round(chips / unit) * unit));
  const sizes = [raise.lo, ...whole, pot].filter((chips) => chips >= raise.lo && chips < raise.hi);
  return [...new Set(sizes)].sort((one, other) => one - other).slice(0, 4);
}
