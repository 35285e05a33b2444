// A score sheet without cards as it is filled: who is best in each row, what the rows earn, who has fouled. A card is never changed:
// each tap makes another.

/**
 * @typedef {{ royalties: number[], mark: string, natural: string, fantasyland: number | null, playing: number | null }} Player
 * @typedef {{ orders: number[][][], players: Record<string, Player> }} Card by row the seats from the best, those who tie together
 */

/** @type {Player} */
const PLAIN = { royalties: [0, 0, 0], mark: "", natural: "", fantasyland: null, playing: null };

/**
 * @param {number[]} seats
 * @returns {Card}
 */
export const emptyCard = (seats) => ({
  orders: [[], [], []],
  players: Object.fromEntries(seats.map((seat) => [String(seat), { ...PLAIN }])),
});

/**
 * The seats whose rows are compared.
 * @param {Card} card
 */
export const comparedIn = ({ players }) =>
  Object.entries(players)
    .filter(([, one]) => !one.mark && !one.natural)
    .map(([seat]) => Number(seat));

/**
 * The seats that have no place in a row yet.
 * @param {Card} card
 * @param {number} row
 */
export function unplacedIn(card, row) {
  const placed = card.orders[row].flat();
  return comparedIn(card).filter((seat) => !placed.includes(seat));
}

/**
 * The next row that lacks a place; -1 if none does.
 * @param {Card} card
 */
export const nextRow = (card) => card.orders.findIndex((_order, row) => unplacedIn(card, row).length > 0);

/**
 * The place of a seat in a row, 1 the best; 0 if it has none.
 * @param {Card} card
 * @param {number} row
 * @param {number} seat
 */
export function placeOf(card, row, seat) {
  let before = 0;
  for (const group of card.orders[row]) {
    if (group.includes(seat)) return before + 1;
    before += group.length;
  }
  return 0;
}

/**
 * The seat comes next in the row, or beside the last; a seat that has a place loses it. The last seat needs no tap.
 * @param {Card} card
 * @param {number} row
 * @param {number} seat
 * @param {boolean} isTie
 */
export function placed(card, row, seat, isTie) {
  const order = card.orders[row];
  if (order.some((group) => group.includes(seat))) return withOrder(card, row, without(order, seat));
  const last = order.at(-1);
  const next = isTie && last ? [...order.slice(0, -1), [...last, seat]] : [...order, [seat]];
  return filled(withOrder(card, row, next));
}

/**
 * The seat is best in every row; who is there already comes after it.
 * @param {Card} card
 * @param {number} seat
 */
export const scooped = (card, seat) =>
  filled({ ...card, orders: card.orders.map((order) => [[seat], ...without(order, seat)]) });

/**
 * @param {Card} card
 * @param {number} seat
 * @param {Partial<Player>} change
 */
export function changed(card, seat, change) {
  const player = { ...card.players[seat], ...change };
  if (player.mark) Object.assign(player, { royalties: [0, 0, 0], fantasyland: null, natural: "" });
  const next = { ...card, players: { ...card.players, [seat]: player } };
  const isOut = Boolean(player.mark || player.natural);
  return filled(isOut ? { ...next, orders: next.orders.map((order) => without(order, seat)) } : next);
}

/**
 * @param {Card} card
 * @param {number} seat
 * @param {number} row
 * @param {number} points
 */
export function earning(card, seat, row, points) {
  const royalties = card.players[seat].royalties.map((had, at) => (at === row ? points : had));
  return changed(card, seat, { royalties });
}

/**
 * The card as the club takes it: lines by seat, and who plays in fantasyland where that was said.
 * @param {Card} card
 */
export function asSheet(card) {
  const lines = Object.fromEntries(
    Object.entries(card.players).map(([seat, { royalties, mark, natural, fantasyland }]) => {
      const places = [0, 1, 2].map((row) => placeOf(card, row, Number(seat)));
      return [seat, { places, royalties, mark, natural, fantasyland }];
    }),
  );
  const playing = Object.fromEntries(
    Object.entries(card.players).flatMap(([seat, one]) => (one.playing === null ? [] : [[seat, one.playing]])),
  );
  return { lines, playing };
}

/**
 * The card of lines that were posted.
 * @param {Record<string, { places: number[], royalties: number[], mark: string, natural: string, fantasyland: number | null }>} lines
 * @returns {Card}
 */
export function cardOf(lines) {
  /** @type {Record<string, Player>} */
  const players = Object.fromEntries(
    Object.entries(lines).map(([seat, { royalties, mark, natural, fantasyland }]) => [
      seat,
      /** @type {Player} */ ({ royalties, mark, natural, fantasyland, playing: null }),
    ]),
  );
  const orders = [0, 1, 2].map((row) => {
    const places = [...new Set(Object.values(lines).map((line) => line.places[row]))]
      .filter(Boolean)
      .sort((a, b) => a - b);
    return places.map((place) =>
      Object.keys(lines)
        .filter((seat) => lines[seat].places[row] === place)
        .map(Number),
    );
  });
  return { orders, players };
}

/**
 * @param {number[][]} order
 * @param {number} seat
 */
const without = (order, seat) =>
  order.map((group) => group.filter((one) => one !== seat)).filter((group) => group.length);

/**
 * @param {Card} card
 * @param {number} row
 * @param {number[][]} order
 */
const withOrder = (card, row, order) => ({ ...card, orders: card.orders.map((had, at) => (at === row ? order : had)) });

/**
 * Where one seat alone is left in a row, it is the last.
 * @param {Card} card
 * @returns {Card}
 */
function filled(card) {
  const orders = card.orders.map((order, row) => {
    const left = unplacedIn(card, row);
    return left.length === 1 ? [...order, left] : order;
  });
  return { ...card, orders };
}
