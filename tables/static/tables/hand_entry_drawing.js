// Draws the hand that is entered: its seats, what is asked, and a key for each answer. It decides nothing and keeps nothing.

import { find } from "../club/dom.js";
import { grouped } from "./amounts.js";
import { offerOf, passedTo, sizesOf } from "./betting_ahead.js";

/**
 * @typedef {import("./betting_ahead.js").Standing} Standing
 * @typedef {{ number: number, id: number, nets: { name: string, net: number }[], takes: string[] }} Last
 * @typedef {{ phase: string, number: number, standing: Standing | null, last: Last | null, why: string, notice: string,
 *   kept: number, isCutOff: boolean, mayUndo: boolean, mayMisdeal: boolean, isSure: boolean, hasCards: boolean, isSplit: boolean,
 *   picks: number[][], typed: string, amount: string }} Shown
 * @typedef {(act: string, value?: string) => void} Act what a key does, and with what
 */

/** @type {Record<string, string>} */
let words = {};

/**
 * The texts of the page in the reader's language.
 * @param {Record<string, string>} texts
 */
export function speak(texts) {
  words = texts;
}

/**
 * A text with its places filled.
 * @param {string} name
 * @param {Record<string, string | number>} [values]
 */
export const said = (name, values = {}) => words[name].replace(/%\((\w+)\)s/g, (_whole, key) => String(values[key]));

/**
 * @param {string} tag
 * @param {Record<string, string | boolean | EventListener>} attributes `on…` are listeners; false leaves one out
 * @param {...(Node | string | null)} children
 */
function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((one) => one !== null));
  return element;
}

/**
 * @param {string} text
 * @param {string} kind fold, call, raise or plain
 * @param {() => void} press
 * @param {{ chips?: number, letter?: string, more?: Record<string, string | boolean> }} [how]
 */
function key(text, kind, press, { chips, letter, more = {} } = {}) {
  const amount = chips ? make("b", { class: "number" }, grouped(chips)) : null;
  const hint = letter ? make("kbd", { "aria-hidden": "true" }, letter) : null;
  return make(
    "button",
    { type: "button", class: `act ${kind}`, onclick: press, ...more },
    text,
    amount ? " " : null,
    amount,
    hint,
  );
}

/** @param {string} text */
function cardOf(text) {
  /** @type {Record<string, string>} */
  const signs = { s: "♠", h: "♥", d: "♦", c: "♣" };
  if (text === "??") return make("span", { class: "entry-card is-unseen", "aria-hidden": "true" }, "");
  const suit = text.slice(-1);
  return make("span", { class: `entry-card suit-${suit}` }, text.slice(0, -1) + signs[suit]);
}

/**
 * Draw it all anew.
 * @param {HTMLElement} root
 * @param {Shown} shown
 * @param {Act} act
 */
export function draw(root, shown, act) {
  const typedIn = document.activeElement?.id === "entry-amount";
  root.replaceChildren(
    ...[
      head(shown),
      notices(shown),
      shown.standing && seatsOf(shown, act),
      keysOf(shown, act),
      foot(shown, act),
    ].filter(Boolean),
  );
  if (typedIn) find(root, "#entry-amount")?.focus();
}

/** @param {Shown} shown */
function head({ phase, number, standing, last }) {
  const title = phase === "coming" ? said("next", { n: number }) : said("hand", { n: number });
  const middle = make("span", { class: "entry-middle" });
  for (const board of standing?.boards ?? []) {
    if (board.length) middle.append(make("span", { class: "entry-board" }, ...board.map(cardOf)));
  }
  if (standing) middle.append(said("pot"), " ", make("b", { class: "number" }, grouped(standing.pot)));
  const nets = last?.nets
    .map((one) => `${one.name} ${one.net > 0 ? "+" : "−"}${grouped(Math.abs(one.net))}`)
    .join(" · ");
  const before =
    last && phase !== "playing"
      ? make(
          "div",
          { class: "entry-last", role: "status" },
          make("p", {}, `${said("hand", { n: last.number })}: ${nets}`),
          ...last.takes.map((words) => make("p", {}, words)),
        )
      : null;
  return make("header", { class: "entry-head" }, make("h2", {}, title), middle, before);
}

/** @param {Shown} shown */
function notices({ notice, why, kept, isCutOff, phase, number }) {
  const lines = [];
  if (notice) lines.push(make("p", { class: "notice error", role: "alert" }, notice));
  if (why) lines.push(make("p", { class: "notice" }, why));
  else if (phase === "over")
    lines.push(make("p", { class: "entry-wait", role: "status" }, said("settling", { n: number })));
  if (kept)
    lines.push(make("p", { class: "entry-kept", role: "status" }, said(isCutOff ? "cut_off" : "kept", { n: kept })));
  return lines.length ? make("div", {}, ...lines) : null;
}

/**
 * @param {Shown} shown
 * @param {Act} act
 */
function seatsOf({ standing, phase }, act) {
  const { ask } = standing;
  const rows = [...standing.seats].sort((one, other) => one.seat - other.seat);
  const list = make("ol", { class: "entry-seats" });
  for (const one of rows) {
    const isAsked = ask?.seat === one.seat && ask.kind !== "showdown";
    const mayPass = phase !== "over" && passedTo(standing, one.seat) !== null;
    const net = standing.net?.[String(one.seat)];
    const chips = net === undefined || net === null ? one.stack : net;
    const shown = net ? `${net > 0 ? "+" : "−"}${grouped(Math.abs(net))}` : grouped(chips);
    const state = `${isAsked ? " is-asked" : ""}${one.folded ? " is-out" : ""}`;
    list.append(
      make(
        "li",
        {},
        make(
          "button",
          {
            type: "button",
            class: `entry-seat${state}`,
            disabled: !mayPass,
            title: mayPass && said("pass_to"),
            onclick: () => act("pass", String(one.seat)),
            "aria-current": isAsked && "true",
          },
          make("span", { class: "entry-number" }, String(one.seat)),
          make("span", { class: "entry-name" }, one.name, ...one.cards.map(cardOf)),
          standing.button === one.seat ? make("abbr", { class: "button-mark", title: said("button") }, "D") : null,
          make("span", { class: "entry-mark" }, one.all_in && !net ? said("all_in") : one.mark),
          make("span", { class: "entry-bet number" }, one.bet && phase !== "over" ? grouped(one.bet) : ""),
          make("span", { class: `entry-stack number${net ? (net > 0 ? " gain" : " loss") : ""}` }, shown),
        ),
      ),
    );
  }
  return list;
}

/**
 * @param {Shown} shown
 * @param {Act} act
 */
function keysOf(shown, act) {
  const { standing, phase } = shown;
  if (phase === "over" || phase === "closed") return null;
  if (!standing?.ask) return make("p", { class: "entry-wait", role: "status" }, said("waiting"));
  const { ask } = standing;
  const box = make("section", { class: "entry-keys", id: "entry-keys", "aria-label": headingOf(standing) });
  box.append(make("h3", { "aria-live": "polite" }, headingOf(standing)));
  if (ask.kind === "showdown") box.append(...winnersOf(shown, act));
  if (ask.kind === "deal" || (ask.kind === "showdown" && shown.hasCards && offerOf(ask, "show")))
    box.append(...cardsOf(shown, act));
  const plain = plainKeys(standing, act);
  if (plain.length) box.append(make("div", { class: "entry-row" }, ...plain));
  if (offerOf(ask, "raise")?.hi) box.append(...raisesOf(shown, act));
  return box;
}

/** @param {Standing} standing */
function headingOf({ ask, seats, parts }) {
  const nameOf = (/** @type {number} */ seat) => seats.find((one) => one.seat === seat)?.name ?? "";
  if (ask.kind === "showdown") return parts.length > 1 ? said("who_won_parts") : said("who_won");
  if (ask.kind !== "deal") return said("to_act", { name: nameOf(ask.seat) });
  return ask.target
    ? said("card_up", { name: nameOf(ask.target) })
    : said("cards_wanted", { n: offerOf(ask, "deal").lo });
}

/**
 * The answers that need no more than a tap.
 * @param {Standing} standing
 * @param {Act} act
 */
function plainKeys({ ask, seats }, act) {
  const keys = [];
  const enter = (/** @type {string} */ decision) => () => act("enter", decision);
  if (offerOf(ask, "fold")) keys.push(key(said("fold"), "fold", enter("fold"), { letter: "F" }));
  const call = offerOf(ask, "call");
  if (call) {
    const place = seats.find((one) => one.seat === ask.seat);
    const name =
      ask.kind === "bring-in"
        ? "bring_in"
        : !call.amount
          ? "check"
          : call.amount === place.stack
            ? "call_all_in"
            : "call";
    keys.push(key(said(name), "call", enter("call"), { chips: call.amount, letter: "C" }));
  }
  const straddle = offerOf(ask, "straddle");
  if (straddle) {
    keys.push(key(said("straddle"), "raise", enter("straddle"), { chips: straddle.amount }));
    keys.push(key(said("no_straddle"), "fold", enter("pass")));
  }
  const runs = offerOf(ask, "agree");
  for (let times = 1; runs && times <= Math.min(runs.hi, 3); times++) {
    keys.push(key(times === 1 ? said("once") : said("times", { n: times }), "call", enter(`agree ${times}`)));
  }
  const gone = offerOf(ask, "draw") ?? offerOf(ask, "discard");
  for (let count = gone?.lo; gone && count <= gone.hi; count++) {
    const text = count ? said("cards_gone", { n: count }) : said("pat");
    keys.push(key(text, "call", enter(`${gone.verb} ${"??".repeat(count)}`.trim())));
  }
  return keys;
}

/**
 * @param {Shown} shown
 * @param {Act} act
 */
function raisesOf({ standing, amount }, act) {
  const raise = offerOf(standing.ask, "raise");
  const isBet = standing.seats.every((one) => one.bet === 0);
  const text = said(isBet ? "bet" : "raise");
  if (raise.lo === raise.hi || raise.step) {
    const sizes = raise.lo === raise.hi ? [raise.lo] : [raise.lo, raise.hi];
    const keys = sizes.map((chips) => key(text, "raise", () => act("enter", `raise ${chips}`), { chips, letter: "R" }));
    return [make("div", { class: "entry-row" }, ...keys)];
  }
  const place = standing.seats.find((one) => one.seat === standing.ask.seat);
  const most = said(raise.hi === place.bet + place.stack ? "all_in" : "most");
  const sizes = sizesOf(standing).map((chips) => key(grouped(chips), "size", () => act("enter", `raise ${chips}`)));
  const field = make("input", {
    id: "entry-amount",
    inputmode: "numeric",
    autocomplete: "off",
    enterkeyhint: "send",
    "aria-label": text,
    placeholder: grouped(raise.lo),
    value: amount,
    oninput: (event) => act("amount", /** @type {HTMLInputElement} */ (event.target).value),
  });
  return [
    make("div", { class: "entry-row entry-sizes", role: "group", "aria-label": text }, ...sizes),
    make(
      "div",
      { class: "entry-row" },
      field,
      key(text, "raise", () => act("raise"), { letter: "R" }),
      key(most, "raise", () => act("enter", `raise ${raise.hi}`), { chips: raise.hi, letter: "A" }),
    ),
  ];
}

/**
 * Who has won: a row of seats for each pot, and for each part of it.
 * @param {Shown} shown
 * @param {Act} act
 */
function winnersOf({ standing, picks, isSplit }, act) {
  const rows = rowsOf(standing).map(({ text, seats }, at) =>
    make(
      "div",
      { class: "entry-row entry-winners", role: "group", "aria-label": text },
      text ? make("span", { class: "entry-pot" }, text) : null,
      ...seats.map((seat) =>
        key(standing.seats.find((one) => one.seat === seat).name, "call", () => act("pick", `${at} ${seat}`), {
          letter: String(seat),
          more: { "aria-pressed": String(picks[at]?.includes(seat) ?? false) },
        }),
      ),
    ),
  );
  const split = key(said("split"), "plain", () => act("split"), {
    letter: "S",
    more: { "aria-pressed": String(isSplit) },
  });
  const enter = isSplit ? key(said("enter"), "raise", () => act("award")) : null;
  return [...rows, make("div", { class: "entry-row" }, split, enter)];
}

/**
 * What is to be won by whom: every contested pot, by part.
 * @param {Standing} standing
 * @returns {{ text: string, seats: number[] }[]}
 */
export function rowsOf({ pots, parts }) {
  const contested = pots.filter((pot) => pot.seats.length > 1);
  return contested.flatMap((pot, at) =>
    (parts.length > 1 ? parts : [""]).map((part) => {
      const name =
        contested.length === 1 ? "" : said(at ? "side_pot" : "main_pot", { n: at, chips: grouped(pot.amount) });
      return { text: [name, part].filter(Boolean).join(" · "), seats: pot.seats };
    }),
  );
}

/**
 * @param {Shown} shown
 * @param {Act} act
 */
function cardsOf({ standing, typed }, act) {
  const { ask } = standing;
  const held = typed.split(" ");
  const whose = standing.seats.find((one) => one.seat === ask.seat);
  const heading = whose ? make("h4", {}, said("shows", { name: whose.name })) : "";
  const picker = make("div", { class: "picker", role: "group", "aria-label": said("cards") });
  for (const suit of "shdc") {
    const line = make("div", {});
    for (const rank of "AKQJT98765432") {
      const card = rank + suit;
      line.append(
        make(
          "button",
          {
            type: "button",
            class: `suit-${suit}`,
            "aria-pressed": String(held.includes(card)),
            onclick: () => act("card", card),
            "aria-label": card,
          },
          cardOf(card),
        ),
      );
    }
    picker.append(line);
  }
  const keys =
    ask.kind === "deal"
      ? [key(said("enter_cards"), "call", () => act("deal")), key(said("unseen"), "fold", () => act("unseen"))]
      : [key(said("show"), "raise", () => act("show")), key(said("muck"), "fold", () => act("enter", "muck"))];
  return [
    heading,
    picker,
    make("p", { class: "entry-typed", "aria-live": "polite" }, ...typed.split(" ").filter(Boolean).map(cardOf)),
    make("div", { class: "entry-row" }, ...keys),
  ];
}

/**
 * @param {Shown} shown
 * @param {Act} act
 */
function foot({ mayUndo, mayMisdeal, isSure, hasCards }, act) {
  return make(
    "footer",
    { class: "entry-row entry-foot" },
    key(said("undo"), "plain", () => act("undo"), { letter: "U", more: { disabled: !mayUndo } }),
    key(said(isSure ? "misdeal_sure" : "misdeal"), isSure ? "fold" : "plain", () => act("misdeal"), {
      letter: "M",
      more: { disabled: !mayMisdeal },
    }),
    key(said("with_cards"), "plain", () => act("cards"), { letter: "K", more: { "aria-pressed": String(hasCards) } }),
  );
}
