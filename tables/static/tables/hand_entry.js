// The page on which a hand with real cards is entered: a tap is drawn at once, kept on the device, and sent to the club.

import { find, findField, findFields, isShortcut, targetOf } from "../club/dom.js";
import { chipsOf } from "./amounts.js";
import { after, offerOf, passedTo } from "./betting_ahead.js";
import { draw, rowsOf, said, speak } from "./hand_entry_drawing.js";
import { steady } from "./steady.js";
import { added, answered, found, kept, withoutLast } from "./tap_queue.js";
import { toggled } from "./typed_cards.js";

const RETRY_MS = 1000; // after a network that failed
const SETTLING_MS = 600; // between looks at a hand that waits to be settled
const SURE_MS = 4000; // for the second tap of a misdeal
const REST_MS = 1000; // after a hand, so that a tap too many is not the first of the next one

/** @typedef {import("./tap_queue.js").Tap} Tap */
/** @typedef {import("./betting_ahead.js").Standing} Standing */
/** @typedef {{ version: number, phase: string, number: number, standing: Standing | null, why: string,
 *   last: import("./hand_entry_drawing.js").Last | null, undo: { number: number, ask: number } | null }} State */

/** Taps and the table they are for. */
class Entry {
  /** @type {State | null} */ state = null; // as the club said it last
  sent = 0; // so many taps from the front are on their way
  isCutOff = false;
  isBusy = false;
  notice = "";
  isSure = false;
  isSplit = false;
  isResting = false; // a hand has just ended: the keys of the next one take no tap yet
  /** @type {number[][]} */ picks = [];
  typed = "";
  amount = "";
  /** @type {ReturnType<typeof setTimeout>} */ retry;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.show = steady(root, () => this.draw());
    this.address = root.dataset.address;
    this.place = `taps:${root.dataset.live}`;
    this.queue = found(localStorage.getItem(this.place));
    this.hasCards = localStorage.getItem("entry-cards") === "yes";
  }

  // -- the club -----------------------------------------------------------------------------------------------------

  /** Send what is kept, or look how the table stands. */
  async talk() {
    if (this.isBusy) return;
    this.isBusy = true;
    clearTimeout(this.retry);
    this.sent = this.queue.length;
    try {
      const answer = await (this.sent ? this.post() : fetch(`${this.address}?${coming()}`, { cache: "no-store" }));
      await this.take(answer);
      this.isCutOff = false;
    } catch {
      this.isCutOff = true;
    }
    this.isBusy = false;
    this.sent = 0;
    this.show();
    if (this.isCutOff) this.retry = setTimeout(() => this.talk(), RETRY_MS);
    else if (this.queue.length) this.talk();
    else if (this.state?.phase === "over") this.retry = setTimeout(() => this.talk(), SETTLING_MS);
  }

  post() {
    const headers = { "Content-Type": "application/json", ...JSON.parse(document.body.getAttribute("hx-headers")) };
    return fetch(this.address, {
      method: "POST",
      headers,
      body: JSON.stringify({ taps: this.queue.slice(0, this.sent) }),
    });
  }

  /** @param {Response} answer */
  async take(answer) {
    if (answer.status === 401 || answer.status === 403) {
      this.notice = said("signed_out");
      return;
    }
    if (answer.status >= 500) throw new Error(String(answer.status)); // as a network that fails: what is kept is sent again
    const told = await answer.json();
    if (!answer.ok) {
      this.keep([]);
      this.notice = told.detail ?? "";
      this.state = null;
      this.retry = setTimeout(() => this.talk(), RETRY_MS);
      return;
    }
    if (!this.sent) {
      this.hear(told);
      return;
    }
    this.keep(answered(this.queue, told.done, told.refusal !== null));
    if (told.refusal) this.notice = told.refusal.detail;
    this.hear(told.state);
  }

  /** @param {State} state */
  hear(state) {
    const isNew = String(state.version) !== this.root.dataset.version;
    if (this.state && state.phase === "coming" && state.number > this.state.number) this.rest();
    this.state = state;
    this.root.dataset.version = String(state.version);
    if (isNew) htmx.trigger(document.body, "entered");
  }

  rest() {
    this.isResting = true;
    this.root.classList.add("is-resting");
    setTimeout(() => {
      this.isResting = false;
      this.root.classList.remove("is-resting");
    }, REST_MS);
  }

  /** @param {Tap[]} queue */
  keep(queue) {
    this.queue = queue;
    localStorage.setItem(this.place, kept(queue));
  }

  // -- the hand -----------------------------------------------------------------------------------------------------

  /** The hand with the taps that are kept, as far as it can be reckoned; null where the club has to say. */
  standing() {
    let standing = this.state?.standing ?? null;
    for (const tap of this.queue) {
      if (!standing) return null;
      const isNext = tap.kind === "enter" && tap.number === this.state.number && tap.ask === standing.ask?.number;
      standing = isNext ? after(standing, tap.decision, tap.is_unseen) : null;
    }
    return standing;
  }

  /** @param {string} decision */
  enter(decision, isUnseen = !this.hasCards) {
    const standing = this.standing();
    if (!standing?.ask || this.isResting) return;
    const { number } = this.state;
    /** @type {Tap} */
    const tap = { kind: "enter", number, ask: standing.ask.number, decision, is_unseen: isUnseen };
    this.tap(this.state.phase === "coming" && !this.queue.length ? { ...tap, ...told() } : tap);
  }

  /** @param {Tap} tap */
  tap(tap) {
    Object.assign(this, { notice: "", isSure: false, isSplit: false, picks: [], typed: "", amount: "" });
    this.keep(added(this.queue, tap));
    this.show();
    this.talk();
  }

  /** What would be undone: the last tap that is kept, else the last entry the club has. */
  undoable() {
    const last = this.queue.at(-1);
    if (last) return last.kind === "enter" ? { number: last.number, ask: last.ask } : null;
    return this.state?.undo ?? null;
  }

  undo() {
    const queue = withoutLast(this.queue, this.sent);
    if (queue) {
      this.keep(queue);
      this.show();
      return;
    }
    const last = this.undoable();
    if (last) this.tap({ kind: "back", ...last, decision: "", is_unseen: false });
  }

  misdeal() {
    if (this.isSure) {
      this.tap({ kind: "misdeal", number: this.state.number, ask: 0, decision: "", is_unseen: false });
      return;
    }
    this.isSure = true;
    setTimeout(() => {
      this.isSure = false;
      this.show();
    }, SURE_MS);
    this.show();
  }

  /** Whoever has won the part of a pot in that row: with one row and no split, that is all. @param {number} row @param {number} seat */
  pick(row, seat) {
    const rows = rowsOf(this.standing());
    const now = this.picks[row] ?? [];
    const other = now.includes(seat) ? now.filter((one) => one !== seat) : [...now, seat];
    this.picks[row] = this.isSplit ? other : [seat];
    if (!this.isSplit && rows.every((_one, at) => this.picks[at]?.length)) this.award();
    else this.show();
  }

  award() {
    const standing = this.standing();
    const parts = standing.parts.length;
    const rows = rowsOf(standing);
    if (!rows.every((_one, at) => this.picks[at]?.length)) return;
    const pots = [];
    for (let at = 0; at < rows.length; at += parts) {
      const groups = this.picks.slice(at, at + parts).map((seats) => seats.join(" "));
      pots.push(groups.join(" & "));
    }
    this.enter(`award ${pots.join(" / ")}`);
  }

  // -- keys ---------------------------------------------------------------------------------------------------------

  /**
   * What a key of the page does.
   * @param {string} act
   * @param {string} [value]
   */
  act(act, value = "") {
    const standing = this.standing();
    if (act === "enter") this.enter(value);
    else if (act === "pass") for (const decision of passedTo(standing, Number(value)) ?? []) this.enter(decision);
    else if (act === "raise") this.raise();
    else if (act === "amount") this.amount = value;
    else if (act === "undo") this.undo();
    else if (act === "misdeal") this.misdeal();
    else if (act === "pick") this.pick(.../** @type {[number, number]} */ (value.split(" ").map(Number)));
    else if (act === "award") this.award();
    else if (act === "deal" || act === "show") this.enter(`${act} ${this.typed}`.trim());
    else if (act === "unseen") this.enter(`deal ${"??".repeat(offerOf(standing.ask, "deal").lo)}`);
    else {
      if (act === "split") Object.assign(this, { isSplit: !this.isSplit, picks: [] });
      if (act === "card") this.typed = toggled(this.typed, value);
      if (act === "cards") {
        this.hasCards = !this.hasCards;
        localStorage.setItem("entry-cards", this.hasCards ? "yes" : "no");
      }
      this.show();
    }
  }

  raise() {
    const raise = offerOf(this.standing().ask, "raise");
    if (!raise?.hi) return;
    const chips = this.amount.trim() ? chipsOf(this.amount) : raise.lo;
    if (Number.isInteger(chips)) this.enter(`raise ${chips}`);
    else this.fail(said("no_amount"));
  }

  /** @param {string} why */
  fail(why) {
    this.notice = why;
    this.show();
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const field = targetOf(event).closest("input, select, textarea");
    const { ask } = this.standing() ?? {};
    if (isShortcut(event) || !ask) return;
    if (field) {
      if (field.id === "entry-amount" && event.key === "Enter") this.raise();
      return;
    }
    const letter = event.key.toLowerCase();
    const raise = offerOf(ask, "raise");
    const call = offerOf(ask, "call");
    if (ask.kind === "showdown" && /^[1-9]$/.test(letter)) {
      const rows = rowsOf(this.standing());
      const row = Math.max(
        0,
        rows.findIndex((_one, at) => !this.picks[at]?.length),
      );
      if (rows[row]?.seats.includes(Number(letter))) this.pick(row, Number(letter));
    } else if (letter === "s" && ask.kind === "showdown") this.act("split");
    else if (letter === "enter" && ask.kind === "showdown" && this.isSplit) this.award();
    else if (letter === "f" && offerOf(ask, "fold")) this.enter("fold");
    else if (letter === "c" && call) this.enter("call");
    else if (letter === "r" && raise?.hi) {
      if (raise.lo === raise.hi) this.enter(`raise ${raise.lo}`);
      else findField(this.root, "#entry-amount").focus();
    } else if (letter === "a" && raise?.hi) this.enter(`raise ${raise.hi}`);
    else if (letter === "u" || letter === "backspace") this.undo();
    else if (letter === "m" && this.mayMisdeal()) this.misdeal();
    else if (letter === "k") this.act("cards");
    else return;
    event.preventDefault();
  }

  mayMisdeal() {
    return this.state?.phase === "playing" || (this.queue.length > 0 && this.state?.phase === "coming");
  }

  draw() {
    if (!this.state) return;
    const standing = this.standing();
    draw(
      this.root,
      {
        ...this.state,
        phase: this.queue.length && this.state.phase === "coming" ? "playing" : this.state.phase,
        standing: standing ?? (this.state.standing && { ...this.state.standing, ask: null }),
        notice: this.notice,
        kept: this.isCutOff || this.queue.length > this.sent ? this.queue.length : 0,
        isCutOff: this.isCutOff,
        mayUndo: this.undoable() !== null,
        mayMisdeal: this.mayMisdeal(),
        isSure: this.isSure,
        hasCards: this.hasCards,
        isSplit: this.isSplit,
        picks: this.picks,
        typed: this.typed,
        amount: this.amount,
      },
      (act, value) => this.act(act, value),
    );
  }
}

/** What is said of the next hand before its first tap. */
function told() {
  const fields = find(document, "#next-hand");
  const value = (/** @type {string} */ name) => (fields && findField(fields, `[name=${name}]`)?.value) || "";
  const posting = fields ? findFields(fields, "[name=posting]:checked").map((box) => Number(box.value)) : [];
  return { button: value("button") ? Number(value("button")) : null, game: value("game"), posting };
}

/** The same as a query. */
function coming() {
  const { button, game, posting } = told();
  const query = new URLSearchParams(posting.map((seat) => ["posting", String(seat)]));
  if (button) query.set("button", String(button));
  if (game) query.set("game", game);
  return query;
}

const root = find(document, "#entry");
if (root) {
  speak(JSON.parse(find(document, "#entry-words").textContent));
  const entry = new Entry(root);
  entry.talk();
  root.addEventListener("live", () => entry.talk());
  document.addEventListener("keydown", (event) => entry.press(event));
  document.addEventListener("change", (event) => {
    if (targetOf(event).closest("#next-hand")) entry.talk();
  });
  window.addEventListener("online", () => entry.talk());
}
