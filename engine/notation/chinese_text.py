"""Chinese hands as text: a form of our own beside PHH, which has none; one hand is one TOML table, as in PHHS files.

The fields are PHH's where PHH has them::

    variant = "chinese/pineapple"           # classic, ofc, turbo, pineapple, 2-7-pineapple
    antes = [0, 0]                          # nobody bets
    starting_stacks = [500, 480]            # by player: p1 is left of the button, p2 the next …
    actions = [
      "d dh p1 2c3c4c5c6c",                 # dealt to p1
      "p1 place back=6c5c4c3c2c",           # set in the open; `discard=4d` where a card is discarded
      "d dh p2 Ts9s8s7s6s", "p2 place back=Ts9s8s7s6s", …
      "p1 set Ks Kh 4d / Ad Jd 9d 6d 3d / Ac Kc 8c 5c 2c / 7h",   # all at once; the discards come last
      "p2 surrender",
    ]
    seats = [3, 5]                          # the seats' numbers by player
    finishing_stacks = [520, 460]
    _positions = [5, 0, 0]                  # the button's seat
    _stakes = {limit = "points", point = 10}
    _rules = {jokers = 2}                   # house rules that are not the usual ones
    _carried = {fantasyland = {"3" = 15}}   # what was carried into the hand

A hand whose every dealt card is named is read as the very same hand, event by event. One that names no cards dealt, or
some as ``??`` (a hand as a seat saw it, or one that the floor wrote down), is read as its rows told by the floor.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, NamedTuple

from engine.cards import UNKNOWN, cards_text, parse_cards
from engine.chinese.play.hand import ChineseHand
from engine.chinese.play.hand_start import ChineseStart, plan_of
from engine.chinese.play.placing import SURRENDERED, ChineseAsk, decided, parse_placing
from engine.chinese.play.state import Answer
from engine.chinese.rows.chinese_games import CHINESE_BY_PHH
from engine.chinese.rows.chinese_rules import ChineseRules
from engine.deck.shuffle import Deck
from engine.errors import EngineError
from engine.games.decisions import Decision
from engine.games.hand_start import Positions, Seat, Stakes
from engine.games.play_rules import chosen
from engine.games.row_layout import PLACE, SET, SURRENDER, laid, layout_of
from engine.house_rules import resolve
from engine.messages.message import Message, Quoted
from engine.messages.records import ActionText, RecordText
from engine.notation.phh import BrokenRecord, Record
from engine.notation.phh_to_hand import Unsupported, chips_of, finishing_of
from engine.text_limits import whole

PREFIX = "chinese/"
_IN_CHIPS = ("rake_chips", "rake_cap", "rake_floor")


@dataclass(frozen=True, slots=True)
class ChineseTranscript:
    """A record as ours: how the hand begins, from which deck, every answer, and the hand they lead to."""

    start: ChineseStart
    deck: Deck
    hand: ChineseHand
    scale: int
    finishing: tuple[Fraction | int, ...] | None  # as recorded, in our unit, by place

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """Every decision, in order."""
        return tuple([answer.decision for answer in self.hand.answers])

    @property
    def told(self) -> tuple[tuple[int, Decision], ...]:
        """The answers, each with the number of its ask, that lead to the same rows from a recorded deal."""
        return tuple(rows_told(self.hand))

    def stacks(self) -> tuple[int, ...]:
        """The stacks at the end by place, in our unit."""
        stacks = self.hand.stacks
        return tuple([stacks[seat] for seat in self.hand.seats])


class _Action(NamedTuple):
    """One action: where it stands, its text, the player's place, and what it says after the player."""

    at: int
    text: str
    place: int
    verb: str
    said: str


# -- reading ----------------------------------------------------------------------------------------------------------


def start_of(record: Record, scale: int) -> ChineseStart:
    """How a recorded hand begins. Raises `Unsupported`, `BrokenRecord`, or `BadStart`."""
    fields, code = record.fields, str(record.fields["variant"])
    if code not in CHINESE_BY_PHH:
        raise Unsupported(RecordText.UNSUPPORTED_CHINESE(code=Quoted(code)), variant=code)
    stacks = [chips_of(value, scale, "starting_stacks") for value in fields["starting_stacks"]]
    seats = fields.get("seats") or list(range(1, len(stacks) + 1))
    if len(seats) != len(stacks) or not all(type(seat) is int for seat in seats):
        raise BrokenRecord(RecordText.NUMBERS(field="seats", hand=record.name, count=len(stacks)), field="seats")
    told = fields.get("_positions", [seats[-1]])
    if not isinstance(told, list) or not told or type(told[0]) is not int:
        raise BrokenRecord(RecordText.BUTTON_FIRST(hand=record.name), field="_positions")
    for field in ("_stakes", "_rules", "_carried"):
        if not isinstance(fields.get(field, {}), dict):
            raise BrokenRecord(RecordText.TABLE(field=field, hand=record.name), field=field)
    stakes = Stakes.from_json(fields.get("_stakes", {"limit": "points", "point": 1}))
    rules = resolve(ChineseRules, fields.get("_rules", {}))
    if scale > 1:
        stakes = replace(stakes, point=stakes.point * scale, unit=stakes.unit * scale)
        rules = replace(rules, **{name: getattr(rules, name) * scale for name in _IN_CHIPS})
    start = ChineseStart(
        CHINESE_BY_PHH[code].key,
        stakes,
        tuple([Seat(seat, stack) for seat, stack in zip(seats, stacks, strict=True)]),
        Positions(told[0]),
        rules,
        dict(fields.get("_carried", {})),
    )
    if start.numbers != tuple(seats):
        raise BrokenRecord(
            RecordText.CLOCKWISE(
                hand=record.name, button=told[0], right=Quoted(list(start.numbers)), seats=Quoted(seats)
            ),
            field="seats",
        )
    return start


def play(record: Record, scale: int) -> ChineseTranscript:
    """Play a record. A record that ends early gives a hand that is not over.

    Raises `Unsupported`; `BrokenRecord`, naming the line, for a hand that cannot have been played.
    """
    try:
        start = start_of(record, scale)
        actions = list(_actions_of(record, len(start.seats)))
        deck = _deck(record, start, actions)
        hand = ChineseHand(start, deck)
    except (BrokenRecord, Unsupported):
        raise
    except EngineError as wrong:
        raise BrokenRecord(RecordText.CANNOT_BEGIN(hand=record.name, why=wrong.message), hand=record.name) from None
    if deck.is_recorded:
        _tell(record, hand, actions)
    else:
        _follow(record, hand, actions)
    return ChineseTranscript(start, deck, hand, scale, finishing_of(record, scale, len(start.seats)))


def _broken(record: Record, at: int, text: str, why: Message | str) -> BrokenRecord:
    return BrokenRecord(
        RecordText.AT_ACTION(hand=record.name, where=record.line(at), action=Quoted(text), why=why),
        hand=record.name,
        action=text,
    )


def _actions_of(record: Record, count: int) -> Iterator[_Action]:
    for at, action in enumerate(record.fields["actions"]):
        words = action.split("#")[0].split()
        if not words:
            continue
        is_deal = words[:2] == ["d", "dh"]
        who, verb, said = (words[2:3], "deal", words[3:]) if is_deal else (words[:1], "".join(words[1:2]), words[2:])
        number = whole(who[0][1:]) if who and who[0][:1] == "p" else None
        if number is None or not 1 <= number <= count:
            raise _broken(record, at, action, ActionText.NAMES_NO_PLAYER(count=count))
        if verb not in ("deal", PLACE, SET, SURRENDER):
            raise _broken(record, at, action, ActionText.UNKNOWN_CHINESE())
        yield _Action(at, action, number - 1, verb, " ".join(said))


def _dealt(record: Record, action: _Action) -> tuple[int, ...]:
    try:
        return parse_cards("".join(action.said.split()))
    except EngineError as wrong:
        raise _broken(record, action.at, action.text, wrong.message) from None


def _deck(record: Record, start: ChineseStart, actions: Sequence[_Action]) -> Deck:
    """The deck that deals what the record says, or one whose rows are told, if it does not say every card."""
    order: list[int] = []
    for action in actions:
        if action.verb == "deal":
            cards = _dealt(record, action)
            twice = [card for at, card in enumerate(cards) if card != UNKNOWN and card in (*order, *cards[:at])]
            if twice:
                raise _broken(record, action.at, action.text, ActionText.DEALT_TWICE(cards=cards_text(twice)))
            order += cards
    if not order or UNKNOWN in order:
        return Deck.recorded()
    deck = plan_of(start).deck
    strange = [card for card in order if card not in deck]
    if strange:
        raise BrokenRecord(RecordText.NOT_IN_DECK(hand=record.name, cards=cards_text(strange)))
    return Deck.of([*order, *[card for card in deck if card not in order]])


def _answer(record: Record, hand: ChineseHand, action: _Action) -> None:
    seat = hand.seats[action.place]
    ask: ChineseAsk | None = next((ask for ask in hand.asks if ask.seat == seat), None)
    if ask is None:
        turn = [f"p{hand.seats.index(ask.seat) + 1}" for ask in hand.asks]
        raise _broken(
            record, action.at, action.text, ActionText.TURN_OF(players=turn) if turn else ActionText.HAND_IS_OVER()
        )
    try:
        hand.answer(ask.number, parse_placing(ask, f"{action.verb} {action.said}".strip()))
    except EngineError as wrong:
        raise _broken(record, action.at, action.text, wrong.message) from None


def _follow(record: Record, hand: ChineseHand, actions: Sequence[_Action]) -> None:
    """Give every answer, and see that the cards were dealt as the record says."""
    seen = 0  # events looked at
    for action in actions:
        if action.verb != "deal":
            _answer(record, hand, action)
            continue
        events = hand.events
        at = next((at for at in range(seen, len(events)) if events[at].kind == "down"), -1)
        if at < 0:
            raise _broken(record, action.at, action.text, ActionText.NOBODY_DEALT())
        who, cards = hand.seats.index(events[at].seat or 0), events[at].cards
        if (who, cards) != (action.place, _dealt(record, action)):
            raise _broken(record, action.at, action.text, ActionText.OTHER_DEAL(player=who + 1, count=len(cards)))
        seen = at + 1


def _tell(record: Record, hand: ChineseHand, actions: Sequence[_Action]) -> None:
    """Enter the rows of each player who has set thirteen cards, in the order in which they were done."""
    laid_out: dict[int, list[list[int]]] = defaultdict(lambda: [[], [], [], []])
    for action in actions:
        if action.verb == SURRENDER:
            _answer(record, hand, action)
        if action.verb not in (PLACE, SET):
            continue
        try:
            decision = Decision.parse(f"{action.verb} {action.said}")
        except EngineError as wrong:
            raise _broken(record, action.at, action.text, wrong.message) from None
        rows = laid_out[action.place]
        for row, cards in zip(rows, layout_of(decision.amount, decision.cards), strict=True):
            row += [card for card in cards if card != UNKNOWN or row is not rows[3]]
        if sum([len(row) for row in rows[:3]]) >= 13:
            _answer(record, hand, action._replace(verb=SET, said=laid(*rows).text(SET).removeprefix(f"{SET} ")))


def rows_told(hand: ChineseHand) -> Iterator[tuple[int, Decision]]:
    """What the floor would enter of a hand: the rows of each who has set, as answers at a recorded deal, in turn."""
    for place in range(len(hand.seats)):
        if hand._surrendered[place]:
            yield place, SURRENDERED
        elif hand._is_set[place]:
            yield place, decided(SET, laid(*hand._rows[place], hand._discards[place]))


# -- writing ----------------------------------------------------------------------------------------------------------


def record_of(hand: ChineseHand, *, name: str = "1", seat: int | None = None, everything: bool = False) -> Record:
    """A hand as a record: with every card, or as a seat (None: the rail) may see it."""
    start = hand.start
    fields: dict[str, Any] = {
        "variant": hand.game.phh,
        "antes": [0] * len(hand.seats),
        "starting_stacks": [place.stack for place in start.places],
        "actions": list(_actions(hand, seat, everything=everything)),
        "seats": list(hand.seats),
    }
    if hand.is_over:
        fields["finishing_stacks"] = [hand.stacks[number] for number in hand.seats]
    fields["_positions"] = [start.positions.button, 0, 0]
    fields["_stakes"] = start.stakes.as_json()
    fields["_rules"] = dict(chosen(start.rules))
    if start.carried:
        fields["_carried"] = dict(start.carried)
    return Record(name, fields)


def _actions(hand: ChineseHand, viewer: int | None, *, everything: bool) -> Iterator[str]:
    """Cards dealt and answers, in the order in which they came."""
    answers = iter(hand.answers)
    answer = next(answers, None)
    for at, event in enumerate((*hand.events, None)):
        while answer is not None and answer.at <= at:
            said = _said(hand, answer, is_own=everything or viewer == hand.seats[answer.place])
            if said:
                yield f"p{answer.place + 1} {said}"
            answer = next(answers, None)
        if event is not None and event.kind == "down":
            cards = event.cards if everything or event.seat == viewer else (UNKNOWN,) * len(event.cards)
            yield f"d dh p{hand.seats.index(event.seat or 0) + 1} {cards_text(cards).replace(' ', '')}"


def _said(hand: ChineseHand, answer: Answer, *, is_own: bool) -> str:
    """An answer as one may see it: not at all while it lies face down, and never another's discards."""
    if is_own:
        return str(answer.decision)
    if hand._is_face_down[answer.place]:
        return ""
    decision = answer.decision
    if decision.verb == SURRENDER:
        return SURRENDER
    layout = layout_of(decision.amount, decision.cards)
    return str(decided(decision.verb, layout._replace(discard=(UNKNOWN,) * len(layout.discard))))
