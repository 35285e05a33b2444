// Sits down at a table, plays one hand of any game, and leaves: `node one_hand.js CLUB TOKEN TABLE SEAT BUY_IN [STREAMS]`.
//
// It never folds for nothing, calls what is cheap and stands pat; in Chinese games it puts the highest cards at the back. With
// the address of the event streams it waits for news instead of asking twice a second.

import { randomUUID } from "node:crypto";
import createClient from "openapi-fetch";
import { news } from "../streams.js";

/** @typedef {import("../schema").components["schemas"]} Schemas */

const [address, token, table, seat, buy_in, streams] = process.argv.slice(2);
/** @type {import("openapi-fetch").Client<import("../schema").paths>} */
const club = createClient({ baseUrl: address, headers: { Authorization: `Token ${token}` } });
const path = { table_id: Number(table) };

/**
 * What was answered; a refusal ends the program with what would be right.
 * @template T
 * @param {{ data?: T, error?: unknown }} answer
 * @returns {T}
 */
function must({ data, error }) {
  if (data === undefined) throw new Error(/** @type {Schemas["Problem"]} */ (error).detail);
  return data;
}

/**
 * Cards into the rows, the highest at the back; what is left over is discarded.
 * @param {Schemas["ChineseAsk"]} ask
 */
function lay({ kind, cards: given = [], room = { front: 0, middle: 0, back: 0 }, discard = 0 }) {
  const cards = given.toSorted((a, b) => "23456789TJQKA".indexOf(a[0]) - "23456789TJQKA".indexOf(b[0]));
  let keep = cards.length - discard;
  const rows = { front: "", middle: "", back: "" };
  for (const row of /** @type {const} */ (["back", "middle", "front"]))
    for (let free = Math.min(room[row], keep); free; free--, keep--) rows[row] += cards.pop();
  const left = cards.join("");
  if (kind === "set") return `set ${[...Object.values(rows), ...(left ? [left] : [])].join(" / ")}`;
  const told = Object.entries({ ...rows, discard: left }).filter(([, text]) => text);
  return `place ${told.map(([row, text]) => `${row}=${text}`).join(" ")}`;
}

/**
 * Check or call what is cheap, else fold; keep the cards; show.
 * @param {Schemas["AskOffer"][]} offers
 * @param {string[]} own
 * @param {number} pot
 */
function choose(offers, own, pot) {
  for (const offer of offers) {
    if (offer.verb === "call") return offer.amount * 3 > pot && offers[0].verb === "fold" ? "fold" : "call";
    if (offer.verb === "discard") return ["discard", ...own.slice(0, offer.lo)].join(" ");
    if (offer.verb === "agree") return "agree 1";
    if (offer.verb === "draw" || offer.verb === "show" || offer.verb === "pass") return offer.verb;
  }
  return offers[0].verb;
}

/** The table, again and again: at each of its news, or twice a second. */
async function* looks() {
  const look = async () => must(await club.GET("/api/v1/tables/{table_id}/", { params: { path } }));
  yield await look();
  if (streams) for await (const _news of news(streams, `table:${table}`)) yield await look();
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    yield await look();
  }
}

/** A decision in words. @param {Schemas["HandView"]} view @param {Schemas["BettingAsk"] | Schemas["ChineseAsk"]} ask */
function decide(view, ask) {
  if ("room" in ask) return lay(ask);
  const own = view.seats.find((place) => place.seat === ask.seat);
  return choose(ask.offers ?? [], own?.cards ?? [], view.pot);
}

const header = { "Idempotency-Key": randomUUID() };
const body = { seat: Number(seat), buy_in: Number(buy_in), post: false };
must(await club.POST("/api/v1/tables/{table_id}/sittings/", { params: { path, header }, body }));
let played = 0;
for await (const { hand } of looks()) {
  if (!hand?.you) continue;
  if (played && (hand.id !== played || hand.state === "settled" || hand.state === "void")) break;
  for (const ask of hand.state === "playing" ? hand.view.asks : []) {
    if (ask.seat !== hand.you || !ask.offers) continue;
    played = hand.id;
    const said = { hand: played, ask: ask.number, decision: decide(hand.view, ask) };
    await club.POST("/api/v1/tables/{table_id}/decisions/", { params: { path }, body: said }); // 409: it has gone on
  }
}
const query = { after: 0 };
const told = must(await club.GET("/api/v1/hands/{hand_id}/", { params: { path: { hand_id: played }, query } }));
console.log(`hand ${played} is over after ${"events" in told ? told.events.length : 0} events`);
await club.DELETE("/api/v1/tables/{table_id}/sittings/mine/", { params: { path } });
