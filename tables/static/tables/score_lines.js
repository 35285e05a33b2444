// The score sheet without cards: rows and royalties by taps, or points. It asks the club what the sheet comes to, keeps the sheet on
// the device until it is posted, and posts it.

import { find } from "../club/dom.js";
import { chipsOf, grouped } from "./amounts.js";
import {
  asSheet,
  cardOf,
  changed,
  comparedIn,
  earning,
  emptyCard,
  nextRow,
  placed,
  placeOf,
  scooped,
} from "./score_card.js";
import { steady } from "./steady.js";

const LOOK_MS = 250; // after the last tap, before the club is asked what the sheet comes to
const ROWS = /** @type {const} */ (["front", "middle", "back"]);

/**
 * @typedef {import("./score_card.js").Card} Card
 * @typedef {{ royalties: { points: number, name: string }[][], naturals: { key: string, name: string }[], fantasyland: number[],
 *   may_surrender: boolean }} Keys
 * @typedef {{ way: "lines" | "points", number: number, seats: { seat: number, name: string, playing: number }[], keys: Keys,
 *   words: Record<string, string>, post: string, preview: string, after: string, game: string, is_correction: boolean,
 *   sheet: { lines?: any, points?: Record<string, number>, fantasyland?: Record<string, number> } | null }} Task
 */

/**
 * @param {string} tag
 * @param {Record<string, string | boolean | EventListener>} attributes
 * @param {...(Node | string)} children
 */
function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children);
  return element;
}

class ScoreSheet {
  /** @type {{ seat: number, row: number } | null} */ cell = null; // whose royalties are asked
  /** @type {number | null} */ player = null; // whose marks are asked
  isTie = false;
  /** @type {any} */ seen = null; // what the club says it comes to
  notice = "";
  isPosted = false;
  /** @type {ReturnType<typeof setTimeout>} */ look;

  /**
   * @param {HTMLElement} root
   * @param {Task} task
   */
  constructor(root, task) {
    this.root = root;
    this.draw = steady(root, () => this.drawNow());
    this.task = task;
    this.seats = task.seats.map((one) => one.seat);
    this.place = `sheet:${task.post}:${task.way}`;
    this.begun = JSON.stringify(task.sheet);
    /** @type {Card} */ this.card = emptyCard(this.seats);
    /** @type {Record<string, string>} */ this.points = {};
    /** @type {Record<string, number>} */ this.earned = {};
    if (task.sheet?.lines) this.card = cardOf(task.sheet.lines);
    for (const [seat, points] of Object.entries(task.sheet?.points ?? {})) this.points[seat] = String(points);
    Object.assign(this.earned, task.sheet?.fantasyland ?? {});
    this.restore();
  }

  restore() {
    try {
      const kept = JSON.parse(localStorage.getItem(this.place));
      const isSame = kept?.number === this.task.number && String(kept.seats) === String(this.seats);
      // A hand that was taken back begins its sheet anew: what was kept before it was given is another sheet.
      if (isSame && (!this.task.sheet || kept.begun === this.begun))
        Object.assign(this, { card: kept.card, points: kept.points, earned: kept.earned });
    } catch {
      localStorage.removeItem(this.place);
    }
  }

  keep() {
    const { card, points, earned, seats, begun } = this;
    localStorage.setItem(this.place, JSON.stringify({ number: this.task.number, begun, seats, card, points, earned }));
  }

  /** @param {string} name @param {Record<string, string | number>} [values] */
  said(name, values = {}) {
    return this.task.words[name].replace(/%\((\w+)\)s/g, (_whole, key) => String(values[key]));
  }

  /** @param {number | string} seat */
  nameOf(seat) {
    return this.task.seats.find((one) => one.seat === Number(seat))?.name ?? "";
  }

  // -- the club -----------------------------------------------------------------------------------------------------

  sheet() {
    if (this.task.way === "lines") {
      const { lines, playing } = asSheet(this.card);
      return this.task.is_correction ? { lines } : { lines, playing };
    }
    const points = Object.fromEntries(this.seats.map((seat) => [seat, chipsOf(this.points[seat] ?? "") || 0]));
    return { points, fantasyland: this.earned };
  }

  more() {
    const form = find(document, "#score-more");
    const value = (/** @type {string} */ name) =>
      /** @type {HTMLInputElement} */ (form?.querySelector(`[name=${name}]`))?.value ?? "";
    if (this.task.is_correction) return { why: value("why") };
    return { game: this.task.game, ...(value("button") ? { button: Number(value("button")) } : {}) };
  }

  /** @param {string} address @param {object} body */
  send(address, body) {
    const headers = { "Content-Type": "application/json", ...JSON.parse(document.body.getAttribute("hx-headers")) };
    return fetch(address, { method: "POST", headers, body: JSON.stringify(body) });
  }

  touch() {
    this.notice = "";
    this.keep();
    this.draw();
    clearTimeout(this.look);
    if (!this.task.preview) return;
    this.look = setTimeout(() => this.preview(), LOOK_MS);
  }

  /** Whether there is nothing more to enter before the hand can be posted. */
  isFull() {
    if (this.task.way !== "points") return nextRow(this.card) < 0;
    return this.seats.reduce((all, seat) => all + (chipsOf(this.points[seat] ?? "") || 0), 0) === 0;
  }

  async preview() {
    const asked = { ...this.sheet(), ...this.more() };
    try {
      const answer = await this.send(this.task.preview, asked);
      const told = await answer.json();
      if (JSON.stringify(asked) !== JSON.stringify({ ...this.sheet(), ...this.more() })) return; // tapped on meanwhile
      if (answer.ok) this.seen = told;
      else if (this.isFull()) this.notice = told.detail; // a sheet in the making is not wrong yet
      this.draw();
    } catch {
      this.seen = null; // the sheet is kept; what it comes to is said when the network is back
    }
  }

  async post() {
    const { number } = this.task;
    const body = { ...this.sheet(), ...this.more(), ...(this.task.is_correction ? {} : { number }) };
    if (this.task.is_correction && !body.why.trim()) {
      this.notice = this.said("why_missing");
      this.draw();
      return;
    }
    try {
      const answer = await this.send(this.task.post, body);
      const told = await answer.json();
      if (answer.ok) {
        localStorage.removeItem(this.place);
        const { warnings = [] } = told;
        if (warnings.length) this.notice = warnings.join(" ");
        else location.assign(this.task.after);
        this.isPosted = true;
        this.draw();
        return;
      }
      this.notice = told.detail ?? String(answer.status);
    } catch {
      this.notice = this.said("no_network");
    }
    this.draw();
  }

  // -- drawing ------------------------------------------------------------------------------------------------------

  drawNow() {
    const typed = document.activeElement?.id;
    const parts = this.task.way === "lines" ? [this.table(), this.keys()] : [this.fields()];
    this.root.replaceChildren(...parts, this.result());
    if (typed) /** @type {HTMLElement} */ (document.getElementById(typed))?.focus();
  }

  /** @param {string} text @param {() => void} press @param {Record<string, string | boolean>} [more] */
  key(text, press, more = {}) {
    return make("button", { type: "button", class: "score-key", onclick: press, ...more }, text);
  }

  table() {
    const row = nextRow(this.card);
    const head = make("tr", {}, make("td", {}));
    for (const { seat, name } of this.task.seats) {
      const one = this.card.players[seat];
      const tags = [
        one.mark && this.said(one.mark === "foul" ? "foul" : "surrenders"),
        one.natural && this.said("natural"),
      ];
      const playing = one.playing ?? this.task.seats.find((other) => other.seat === seat).playing;
      if (playing) tags.push(`FL ${playing}`);
      const label = make("small", {}, tags.filter(Boolean).join(" · "));
      const press = () => {
        this.player = this.player === seat ? null : seat;
        this.cell = null;
        this.draw();
      };
      const button = make(
        "button",
        { type: "button", class: "score-name", onclick: press, "aria-pressed": String(this.player === seat) },
        name,
        label,
      );
      head.append(make("th", { scope: "col" }, button));
    }
    const lines = ROWS.map((name, at) => {
      const line = make("tr", { class: at === row && "is-next" }, make("th", { scope: "row" }, this.said(name)));
      for (const { seat } of this.task.seats) line.append(this.cellOf(seat, at));
      return line;
    });
    return make("table", { class: "score-table" }, make("thead", {}, head), make("tbody", {}, ...lines));
  }

  /** @param {number} seat @param {number} row */
  cellOf(seat, row) {
    if (!comparedIn(this.card).includes(seat)) return make("td", {}, "–");
    const place = placeOf(this.card, row, seat);
    const points = this.card.players[seat].royalties[row];
    const isAsked = this.cell?.seat === seat && this.cell.row === row;
    const name = `${this.nameOf(seat)}, ${this.said(ROWS[row])}`;
    const press = () => {
      this.card = placed(this.card, row, seat, this.isTie);
      Object.assign(this, { isTie: false, player: null, cell: null });
      this.touch();
    };
    const ask = () => {
      Object.assign(this, { cell: isAsked ? null : { seat, row }, player: null });
      this.draw();
    };
    return make(
      "td",
      {},
      make(
        "button",
        { type: "button", class: `score-place${place === 1 ? " is-best" : ""}`, onclick: press, "aria-label": name },
        place ? String(place) : "·",
      ),
      make(
        "button",
        {
          type: "button",
          class: "score-royalty",
          onclick: ask,
          "aria-pressed": String(isAsked),
          "aria-label": `${name} +`,
        },
        `+${points}`,
      ),
    );
  }

  keys() {
    const box = make("div", { class: "score-keys", "aria-live": "polite" });
    if (this.cell) {
      const { seat, row } = this.cell;
      box.append(make("h3", {}, this.said("earns", { row: this.said(ROWS[row]), name: this.nameOf(seat) })));
      for (const { points, name } of this.task.keys.royalties[row]) {
        const press = () => {
          this.card = earning(this.card, seat, row, points);
          this.cell = null;
          this.touch();
        };
        box.append(
          this.key(`${points}${name ? ` ${name}` : ""}`, press, {
            "aria-pressed": String(this.card.players[seat].royalties[row] === points),
          }),
        );
      }
      return box;
    }
    if (this.player !== null) return this.marks(box, this.player);
    const row = nextRow(this.card);
    box.append(make("h3", {}, row < 0 ? this.said("done") : this.said("order", { row: this.said(ROWS[row]) })));
    const tie = () => {
      this.isTie = !this.isTie;
      this.draw();
    };
    if (row >= 0) {
      for (const seat of comparedIn(this.card)) {
        if (placeOf(this.card, row, seat)) continue;
        const press = () => {
          this.card = placed(this.card, row, seat, this.isTie);
          this.isTie = false;
          this.touch();
        };
        box.append(this.key(this.nameOf(seat), press, { class: "score-key is-player" }));
      }
      box.append(this.key(this.said("tie"), tie, { "aria-pressed": String(this.isTie) }));
    }
    return box;
  }

  /** @param {HTMLElement} box @param {number} seat */
  marks(box, seat) {
    const { keys } = this.task;
    const one = this.card.players[seat];
    const change = (/** @type {Partial<import("./score_card.js").Player>} */ what) => () => {
      this.card = changed(this.card, seat, what);
      this.touch();
    };
    const scoop = () => {
      this.card = scooped(this.card, seat);
      this.player = null;
      this.touch();
    };
    const mark = (/** @type {string} */ name, /** @type {string} */ words) =>
      this.key(this.said(words), change({ mark: one.mark === name ? "" : name }), {
        "aria-pressed": String(one.mark === name),
      });
    box.append(make("h3", {}, this.nameOf(seat)));
    if (!one.mark) box.append(this.key(this.said("scoops"), scoop));
    box.append(mark("foul", "foul"));
    if (keys.may_surrender) box.append(mark("surrender", "surrenders"));
    for (const { key, name } of keys.naturals) {
      const isIt = one.natural === key;
      box.append(this.key(name, change({ natural: isIt ? "" : key, mark: "" }), { "aria-pressed": String(isIt) }));
    }
    if (keys.fantasyland.length) {
      const known = this.task.seats.find((other) => other.seat === seat).playing;
      if (!this.task.is_correction) {
        box.append(
          this.choice("playing", [0, ...keys.fantasyland], one.playing ?? known, (cards) =>
            change({ playing: cards === known ? null : cards })(),
          ),
        );
      }
      if (!one.mark)
        box.append(
          this.choice("next", [null, 0, ...keys.fantasyland], one.fantasyland, (cards) =>
            change({ fantasyland: cards })(),
          ),
        );
    }
    const back = () => {
      this.player = null;
      this.draw();
    };
    box.append(this.key(this.said("back_to_rows"), back));
    return box;
  }

  /**
   * @param {string} name
   * @param {(number | null)[]} offered null: by the rows, 0: none
   * @param {number | null} now
   * @param {(cards: number | null) => void} choose
   */
  choice(name, offered, now, choose) {
    const keys = offered.map((cards) => {
      const text = cards === null ? this.said("auto") : cards ? String(cards) : this.said("not");
      return this.key(text, () => choose(cards), { "aria-pressed": String(cards === now) });
    });
    return make(
      "div",
      { class: "score-choice", role: "group", "aria-label": this.said(name) },
      make("span", {}, this.said(name)),
      ...keys,
    );
  }

  fields() {
    const box = make("div", { class: "score-points" });
    for (const { seat, name } of this.task.seats) {
      const type = (/** @type {Event} */ event) => {
        this.points[seat] = /** @type {HTMLInputElement} */ (event.target).value;
        this.touch();
      };
      const turn = () => {
        this.points[seat] = String(-(chipsOf(this.points[seat] ?? "") || 0));
        this.touch();
      };
      const field = make("input", {
        id: `points-${seat}`,
        inputmode: "numeric",
        autocomplete: "off",
        value: this.points[seat] ?? "",
        oninput: type,
      });
      box.append(
        make(
          "div",
          { class: "score-points-line" },
          make("label", { for: `points-${seat}` }, `${seat} · ${name}`),
          this.key("±", turn),
          field,
        ),
      );
      if (this.task.keys.fantasyland.length) {
        const choose = (/** @type {number | null} */ cards) => {
          this.earned[seat] = cards ?? 0;
          this.touch();
        };
        box.append(this.choice("next", [0, ...this.task.keys.fantasyland], this.earned[seat] ?? 0, choose));
      }
    }
    return box;
  }

  result() {
    const box = make("section", { class: "score-result", "aria-live": "polite" });
    const sum = this.seats.reduce((all, seat) => all + (chipsOf(this.points[seat] ?? "") || 0), 0);
    if (this.notice) box.append(make("p", { class: "notice error", role: "alert" }, this.notice));
    const refused = Object.entries(this.seen?.refused ?? {}).map(([seat, words]) => `${this.nameOf(seat)}: ${words}`);
    const isFull = this.isFull();
    if (this.task.way === "points" && sum)
      box.append(make("p", { class: "loss", role: "alert" }, this.said("missing", { n: grouped(sum) })));
    else if (isFull)
      for (const words of [...refused, this.seen?.why].filter(Boolean))
        box.append(make("p", { class: "loss", role: "alert" }, words));
    const found = isFull ? this.seen?.result : null;
    for (const { seat, name } of found ? this.task.seats : []) {
      const earned = found.hands[seat].fantasyland;
      const line = make(
        "p",
        { class: "score-line" },
        name,
        " ",
        make("b", {}, `${found.points[seat] > 0 ? "+" : ""}${found.points[seat]}`),
      );
      line.append(make("span", { class: found.net[seat] < 0 ? "loss" : "gain" }, grouped(found.net[seat])));
      if (earned) line.append(make("span", { class: "tag on" }, this.said("fantasyland", { n: earned })));
      box.append(line);
    }
    const clear = () => {
      Object.assign(this, {
        card: emptyCard(this.seats),
        points: {},
        earned: {},
        player: null,
        cell: null,
        seen: null,
      });
      this.touch();
    };
    const isReady = !this.isPosted && isFull && (!this.task.preview || !this.seen || found);
    box.append(
      make(
        "p",
        { class: "score-post" },
        this.key(this.said("clear"), clear),
        make(
          "button",
          { type: "button", class: "button", disabled: !isReady, onclick: () => this.post() },
          this.said("post"),
        ),
      ),
    );
    return box;
  }
}

const root = find(document, "#score-sheet");
if (root) {
  const sheet = new ScoreSheet(root, JSON.parse(find(document, "#score-task").textContent));
  sheet.touch();
  find(document, "#score-more [name=button]")?.addEventListener("change", () => sheet.touch());
}
