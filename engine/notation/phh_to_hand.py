"""A published hand played as a hand of ours; `hand_to_phh` is the way back.

PHH numbers its players clockwise from the button's left, which are our places; heads-up its antes and blinds are listed
the other way round. In a record of Baseball where a hidden four brings a card (S2.13), cards not seen that a player is
dealt beyond those due came for such fours; so there the up-cards must be told.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

from engine.betting.hand import Hand
from engine.cards import UNKNOWN, parse_cards
from engine.deck.shuffle import Deck
from engine.errors import EngineError, UnknownGame
from engine.games.announced_winners import AWARD
from engine.games.betting_games import BY_PHH, GAMES, Game
from engine.games.decisions import BET, BRING_IN, CALL, DEAL, DISCARD, DRAW, FOLD, MUCK, RUN_IT, STRADDLE, Ask, Decision
from engine.games.hand_start import Positions, Seat, Stakes, Start
from engine.games.play_rules import PlayRules
from engine.house_rules import resolve
from engine.messages.message import Message, Quoted
from engine.messages.records import ActionText, RecordText
from engine.notation import phh
from engine.notation.game_names import named
from engine.notation.phh import BrokenRecord, Record
from engine.text_limits import whole

BOARD = -1
_BETS = frozenset(("f", "cc", "cbr", "pb"))
_BET_KINDS = frozenset((BET, BRING_IN))
ENDLESS = 10**12  # chips of a player whose stack nobody wrote down
_LISTS = ("blinds_or_straddles", "seats", "_positions", "_answers")  # of records that have them
_TABLES = ("_stakes", "_rules", "_carried")


class Unsupported(EngineError):
    """A published hand of a game that is not in the catalogue."""

    code = "unsupported"


@dataclass(frozen=True, slots=True)
class Transcript:
    """A record as ours: how it begins, every decision (the dealer's included), and the hand they lead to."""

    start: Start
    decisions: tuple[Decision, ...]
    hand: Hand
    scale: int
    finishing: tuple[Fraction | int, ...] | None  # as recorded, in our unit, by place

    @property
    def told(self) -> tuple[tuple[int, Decision], ...]:
        """The answers, each with the number of its ask, that lead to the same hand from a recorded deal."""
        return tuple(enumerate(self.decisions))

    def stacks(self) -> tuple[int, ...]:
        """The stacks at the end by place, in our unit."""
        stacks = self.hand.stacks
        return tuple(stacks[seat.number] for seat in self.start.seats)


def variant(code: str) -> tuple[Game, str]:
    """The game and the limit of a PHH code, or of one of ours such as ``badugi/pot``, or of a name that says both.

    Raises `Unsupported`.
    """
    if code in BY_PHH:
        return BY_PHH[code]
    key, _, limit = code.partition("/")
    if key in GAMES and limit in GAMES[key].limits:
        return GAMES[key], limit
    with suppress(UnknownGame):
        key, limit = named(code)
        if key in GAMES and limit in GAMES[key].limits:
            return GAMES[key], limit
    raise Unsupported(RecordText.UNSUPPORTED(code=Quoted(code)), variant=code)


def chips_of(value: Any, scale: int, field: str) -> int:
    """An amount of a record in our unit, of which `scale` make one of its chips. Raises `BrokenRecord`."""
    if type(value) is int:
        return value * scale
    if isinstance(value, Decimal) and value == Decimal("inf"):
        return ENDLESS
    if isinstance(value, bool) or not isinstance(value, int | Decimal) or not Decimal(value).is_finite():
        raise BrokenRecord(RecordText.NO_CHIPS(field=field, value=Quoted(value)), field=field)
    chips = Fraction(value) * scale
    if chips.denominator != 1:
        raise BrokenRecord(RecordText.NO_WHOLE_CHIPS(field=field, value=str(value)), field=field)
    return int(chips)


def _amounts(record: Record, field: str, scale: int, count: int) -> list[int]:
    """A list of amounts by place."""
    values = record.fields.get(field, [0] * count)
    if not isinstance(values, list) or len(values) != count:
        raise BrokenRecord(RecordText.NUMBERS(field=field, hand=record.name, count=count), field=field)
    chips = [chips_of(value, scale, field) for value in values]
    if any(number < 0 for number in chips):
        raise BrokenRecord(RecordText.NEGATIVE(field=field, hand=record.name), field=field)
    return chips[::-1] if count == 2 else chips


def _check_shapes(record: Record) -> None:
    """Refuse fields that hold something of another kind than they should. Raises `BrokenRecord`."""
    fields = record.fields
    wrong = {field: RecordText.A_LIST() for field in _LISTS if not isinstance(fields.get(field, []), list)}
    wrong |= {field: RecordText.A_TABLE() for field in _TABLES if not isinstance(fields.get(field, {}), Mapping)}
    wrong |= {"_bomb": RecordText.A_NUMBER_OF_CHIPS()} if type(fields.get("_bomb", 0)) is not int else {}
    if "_stakes" in fields and not wrong:
        at = fields.get("_positions", ())
        if len(at) != 3 or not all(type(seat) is int for seat in at):
            wrong["_positions"] = RecordText.THREE_SEATS()
    for field, kind in wrong.items():
        raise BrokenRecord(RecordText.KIND(field=field, hand=record.name, kind=kind), hand=record.name, field=field)


def start_of(record: Record, scale: int) -> Start:
    """How a recorded hand begins. Raises `Unsupported`, `BrokenRecord`, or `BadStart`."""
    _check_shapes(record)
    fields = record.fields
    game, limit = variant(str(fields["variant"]))
    stacks = [chips_of(value, scale, "starting_stacks") for value in fields["starting_stacks"]]
    count = len(stacks)
    antes = _amounts(record, "antes", scale, count)
    blinds = _amounts(record, "blinds_or_straddles", scale, count)
    seats = fields.get("seats") or list(range(1, count + 1))
    if len(seats) != count or not all(isinstance(seat, int) for seat in seats):
        raise BrokenRecord(RecordText.NUMBERS(field="seats", hand=record.name, count=count), field="seats")
    single: dict[str, Any] = {
        name: chips_of(fields[name], scale, name)
        for name in ("bring_in", "small_bet", "big_bet", "min_bet")
        if name in fields
    }
    if "_stakes" in fields:
        stakes, positions, live, dead = _ours(fields, game, seats, blinds, antes)
    else:
        stakes, positions, live, dead = _theirs(fields, game, limit, single, seats, blinds, antes)
    return Start(
        game.key,
        stakes,
        tuple(Seat(seats[at], stacks[at], live[at], dead[at]) for at in range(count)),
        positions,
        rules=resolve(PlayRules, fields.get("_rules", {})),
        carried=dict(fields.get("_carried", {})),
        boards=fields.get("_boards", 1),
        bomb=fields.get("_bomb", 0),
    )


def _theirs(
    fields: Mapping[str, Any],
    game: Game,
    limit: str,
    single: Mapping[str, Any],
    seats: Sequence[int],
    blinds: Sequence[int],
    antes: Sequence[int],
) -> tuple[Stakes, Positions, list[int], list[int]]:
    """The stakes, the positions, and the live and dead posts that a published hand's antes and blinds come to."""
    # An ante that everybody pays is matched, whether the record calls it trimmed or not: a short one contests only its
    # part (S0.14). Where antes differ, one has paid for others: that is dead money.
    is_even = len(set(antes)) == 1
    small, big = (1, 0) if len(seats) == 2 else (0, 1)  # the places of the blinds
    usual = game.has_blinds and 0 < blinds[big] >= blinds[small]
    stakes = Stakes(
        limit=limit,
        ante=antes[0] if is_even else 0,
        small_blind=blinds[small] if usual else 0,
        big_blind=blinds[big] if usual else 0,
        **single,
    )
    live = [0 if usual and at in (small, big) else chips for at, chips in enumerate(blinds)]
    positions = Positions(seats[-1], seats[small], seats[big]) if usual else Positions(seats[-1])
    return (
        stakes,
        positions,
        live if game.has_blinds else [0] * len(seats),
        [0 if is_even else chips for chips in antes],
    )


def nominal(stakes: Stakes, positions: Positions, seats: Sequence[int], bomb: int) -> tuple[list[int], list[int]]:
    """The blinds and the antes that the stakes ask of each seat, before anything a seat owes of its own."""
    if bomb:
        return [0] * len(seats), [bomb] * len(seats)
    blinds = [
        (stakes.small_blind if seat == positions.small_blind else 0)
        + (stakes.big_blind if seat == positions.big_blind else 0)
        for seat in seats
    ]
    payer = positions.big_blind if stakes.ante_kind == "big_blind" else positions.button
    antes = [stakes.ante if stakes.ante_kind == "each" or seat == payer else 0 for seat in seats]
    return blinds, antes


def _ours(
    fields: Mapping[str, Any], game: Game, seats: Sequence[int], blinds: Sequence[int], antes: Sequence[int]
) -> tuple[Stakes, Positions, list[int], list[int]]:
    """What a record that we wrote says of the forced bets beyond the words of PHH."""
    stakes = Stakes.from_json(fields["_stakes"])
    button, small, big = fields["_positions"]
    positions = Positions(button, small or None, big or None)
    nominal_blinds, nominal_antes = nominal(stakes, positions, seats, fields.get("_bomb", 0))
    live = [0] * len(seats)
    if game.has_blinds:  # stakes may name blinds that a game without them does not post
        live = [chips - nominal for chips, nominal in zip(blinds, nominal_blinds, strict=True)]
    dead = [chips - nominal for chips, nominal in zip(antes, nominal_antes, strict=True)]
    return stakes, positions, live, dead


class _Story:
    """The actions of a record, sorted by who will be asked: boards, each player's cards, bets in order, draws, shows."""

    def __init__(self, record: Record, scale: int, count: int) -> None:
        self.record = record
        self.scale = scale
        self.players = {f"p{at + 1}": at for at in range(count)}
        # Action number and cards, by place, the middle last.
        self.deals: list[deque[tuple[int, tuple[int, ...]]]] = [deque() for _ in range(count + 1)]
        self.dealt = self.bet = -1  # the latest actions that were taken
        self.bets: list[tuple[int, int, str, str]] = []  # action number, place, verb, amount
        self.said = 0
        self.draws: list[deque[tuple[int, tuple[int, ...]]]] = [deque() for _ in range(count)]
        self.shows: dict[int, tuple[int, tuple[int, ...]]] = {}
        self.taken = -1  # the action of the last answer; -1: no action of the notation told it
        self.others: deque[str] = deque(record.fields.get("_answers", ()))  # to what PHH has no action for
        for at, action in enumerate(record.fields["actions"]):
            words = (action.split("#")[0] if "#" in action else action).split()
            if words:
                self._take(at, action, words)

    def broken(self, at: int, action: str, why: Message | str) -> BrokenRecord:
        return BrokenRecord(
            RecordText.AT_ACTION(hand=self.record.name, where=self.record.line(at), action=Quoted(action), why=why),
            hand=self.record.name,
            action=action,
        )

    def _player(self, at: int, action: str, word: str) -> int:
        place = self.players.get(word)
        if place is None:
            raise self.broken(at, action, ActionText.NO_PLAYER(word=word, count=len(self.players)))
        return place

    def _take(self, at: int, action: str, words: list[str]) -> None:
        count = len(words)
        if count < 2:
            raise self.broken(at, action, ActionText.UNKNOWN())
        who, verb = words[0], words[1]
        try:
            if who == "d" and verb == "dh" and count >= 4:
                self.deals[self._player(at, action, words[2])].append((at, parse_cards("".join(words[3:]))))
            elif who == "d" and verb == "db":
                self.deals[BOARD].append((at, parse_cards("".join(words[2:]))))
            elif verb in _BETS:
                self.bets.append((at, self._player(at, action, who), verb, words[2] if count > 2 else ""))
            elif verb == "sd":
                self.draws[self._player(at, action, who)].append((at, parse_cards("".join(words[2:]))))
            elif verb == "sm":
                self.shows[self._player(at, action, who)] = (at, parse_cards("".join(words[2:])))
            else:
                raise self.broken(at, action, ActionText.UNKNOWN())
        except EngineError as wrong:
            if isinstance(wrong, BrokenRecord):
                raise
            raise self.broken(at, action, wrong.message) from None

    # -- answers --------------------------------------------------------------------------------------------------------

    def answer(self, hand: Hand, ask: Ask) -> Decision | None:
        """What the record says to this ask; None where it ends."""
        kind = ask.kind
        if kind in _BET_KINDS:
            return self._bet(hand, ask, hand.state.asked)
        if kind == DEAL:
            return self._deal(
                self.deals[BOARD if ask.target is None else hand.state.place_of[ask.target]], ask.lo, ask.hi
            )
        place = hand.state.asked
        if kind in (DRAW, DISCARD):
            if not self.draws[place]:
                return None
            self.taken, cards = self.draws[place].popleft()
            return Decision(kind, 0, cards)
        self.taken = -1
        if kind in (STRADDLE, RUN_IT):
            return Decision.parse(self.others.popleft()) if self.others else ask.default
        return self._show(hand, place)

    def _deal(self, queue: deque[tuple[int, tuple[int, ...]]], count: int, most: int) -> Decision | None:
        if not queue:
            return None
        at, cards = queue.popleft()
        self.taken = at
        if at < self.bet:
            raise self.broken(at, self._action(at), ActionText.COMES_FIRST(action=Quoted(self._action(self.bet))))
        if len(cards) != count:  # several actions at once, or one that goes on
            while len(cards) < count and queue:
                at, more = queue.popleft()
                cards += more
            if cards[count:] or len(cards) < count:
                queue.appendleft((at, cards[count:] or cards))
            if len(cards) < count:
                return None
            cards = cards[:count]
        if at > self.dealt:
            self.dealt = at
        # Before the next bet, cards not seen that follow others not seen came for those (S2.13); up-cards are seen.
        until = self.bets[self.said][0] if self.said < len(self.bets) else len(self.record.fields["actions"])
        while len(cards) < most and cards.count(UNKNOWN) > len(cards) - count and queue:
            at, more = queue[0]
            if at > until or more[0] != UNKNOWN:
                break
            queue.popleft()
            cards += more[:1]
            if more[1:]:
                queue.appendleft((at, more[1:]))
            self.dealt = max(self.dealt, at)
        return Decision("deal", 0, cards)

    def _bet(self, hand: Hand, ask: Ask, place: int) -> Decision | None:
        if self.said == len(self.bets):
            return None
        at, who, verb, amount = self.bets[self.said]
        if at < self.dealt:
            raise self.broken(at, self._action(at), ActionText.COMES_FIRST(action=Quoted(self._action(self.dealt))))
        if who != place:
            raise self.leftover(hand) or self.broken(at, self._action(at), _due(hand))
        self.said += 1
        self.bet = self.taken = at
        if verb == "pb" and ask.kind != BRING_IN:
            raise self.broken(at, self._action(at), ActionText.NO_BRING_IN(offers=ask.offered()))
        if verb == "f":
            return FOLD
        if verb != "cbr":
            return CALL
        return Decision("raise", 0 if not ask.hi else self._raise(hand, ask, place, at, amount))

    def _action(self, at: int) -> str:
        return str(self.record.fields["actions"][at])

    def _raise(self, hand: Hand, ask: Ask, place: int, at: int, amount: str) -> int:
        plain = whole(amount, 25)
        if plain is not None:
            chips = plain * self.scale
        else:
            try:
                exact = phh.amount(amount) * self.scale
            except ValueError:
                raise self.broken(at, self._action(at), ActionText.NO_AMOUNT(amount=Quoted(amount))) from None
            if exact.denominator != 1:
                raise self.broken(at, self._action(at), ActionText.NO_WHOLE_AMOUNT(amount=amount))
            chips = int(exact)
        if chips >= ask.lo:
            return chips
        others = [at for at in range(hand.state.count) if at != place and not hand.state.folded[at]]
        most = max([hand.state.bets[at] + hand.state.stacks[at] for at in others], default=0)
        # Some records cut a raise to what the opponent can call; the rest would have come back anyway.
        return ask.lo if chips == most else chips

    def wrong(self, decision: Decision, why: Message | str) -> BrokenRecord:
        """An answer that the hand refuses, with its line."""
        if self.taken >= 0 and self.scale == 1:
            return self.broken(self.taken, self._action(self.taken), why)
        if self.taken >= 0:
            hand, where, action = self.record.name, self.record.line(self.taken), self._action(self.taken)
            said = RecordText.AT_SCALED_ACTION(hand=hand, where=where, action=Quoted(action), why=why, per=self.scale)
            return BrokenRecord(said, hand=hand, action=action)
        return BrokenRecord(
            RecordText.AT_DECISION(hand=self.record.name, decision=str(decision), why=why), hand=self.record.name
        )

    def _show(self, hand: Hand, place: int) -> Decision:
        if place not in self.shows and self.others and self.others[0].startswith(AWARD):
            return Decision.parse(self.others.popleft())
        self.taken, cards = self.shows.get(place, (-1, ()))
        held = hand.state.cards[place]
        if place not in self.shows and UNKNOWN not in held:
            return Decision("show")
        if not cards or UNKNOWN in cards:
            return MUCK
        return Decision("show", 0, cards)

    def leftover(self, hand: Hand) -> BrokenRecord | None:
        """What the record says beyond what it was asked, as an error at the first such action.

        Hands may still be shown when it is over.
        """
        left = [at for at, *_ in self.bets[self.said : self.said + 1]]
        left += [queue[0][0] for queue in (*self.deals, *self.draws) if queue]
        if not left:
            return None
        at = min(left)
        return self.broken(at, self._action(at), _due(hand))


def _due(hand: Hand) -> Message:
    """What comes instead."""
    if not hand.asks:
        return ActionText.HAND_IS_OVER()
    ask = hand.asks[0]
    if ask.kind != DEAL:
        return ActionText.TURN(player=hand.state.asked + 1, offers=ask.offered())
    to = ActionText.THE_MIDDLE() if ask.target is None else f"p{hand.state.place_of[ask.target] + 1}"
    return ActionText.DEAL_COMES_FIRST(offers=ask.offered(), whom=to)


def play(record: Record, scale: int) -> Transcript:
    """Play a record. A record that ends early gives a hand that is not over.

    Raises `Unsupported`; `BrokenRecord`, naming the line, for a hand that cannot have been played.
    """
    try:
        start = start_of(record, scale)
        hand = Hand(start, Deck.recorded())
    except (BrokenRecord, Unsupported):
        raise
    except EngineError as wrong:
        raise BrokenRecord(RecordText.CANNOT_BEGIN(hand=record.name, why=wrong.message), hand=record.name) from None
    story = _Story(record, scale, len(start.seats))
    decisions = []
    answer, say = hand.answer, story.answer
    ask = hand.state.ask
    while ask is not None:
        decision = say(hand, ask)
        if decision is None:
            break
        try:
            answer(ask.number, decision)
        except EngineError as wrong:
            raise story.wrong(decision, wrong.message) from None
        decisions.append(decision)
        ask = hand.state.ask
    left = story.leftover(hand)
    if left is not None:
        raise left
    return Transcript(start, tuple(decisions), hand, scale, finishing_of(record, scale, len(start.seats)))


def finishing_of(record: Record, scale: int, count: int) -> tuple[Fraction | int, ...] | None:
    """The finishing stacks by place, exactly, in our unit; None if there are none. Raises `BrokenRecord`."""
    recorded = record.fields.get("finishing_stacks")
    if recorded is None:
        return None
    if not isinstance(recorded, list) or len(recorded) != count:
        raise BrokenRecord(
            RecordText.NUMBERS(field="finishing_stacks", hand=record.name, count=count), field="finishing_stacks"
        )
    for value in recorded:
        if isinstance(value, bool) or not isinstance(value, int | Decimal) or not Decimal(value).is_finite():
            raise BrokenRecord(
                RecordText.NO_CHIPS_OF_HAND(field="finishing_stacks", hand=record.name, value=Quoted(value)),
                field="finishing_stacks",
            )
    return tuple(value * scale if type(value) is int else Fraction(value) * scale for value in recorded)
