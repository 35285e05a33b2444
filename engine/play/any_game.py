"""Every game, whatever kind of hand plays it: found by its key, begun, answered, replayed and written down the same way.

Tables, mixed games and the API know games by this module alone; betting games are in `engine.games.betting_games`, those settled in
points in `engine.chinese.rows.chinese_games`.

>>> stakes = Stakes(limit="points", point=10)
>>> start = start_of("ofc-pineapple", stakes, (Seat(1, 500), Seat(2, 500)), Positions(2))
>>> hand = begin(start, shuffled_deck(start, b"a seed nobody knows"))
>>> hand.asks[0].words()
'place 5 cards'
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from fractions import Fraction
from typing import Any, Protocol

from engine.betting.events import Event
from engine.betting.hand import Hand
from engine.chinese.play import hand_start as chinese
from engine.chinese.play.hand import ChineseHand
from engine.chinese.play.hand_start import FANTASYLAND, ChineseStart
from engine.chinese.play.placing import ChineseAsk, parse_placing
from engine.chinese.rows.chinese_games import CHINESE_GAMES, ChineseGame, find_chinese_game
from engine.chinese.rows.chinese_rules import ChineseRules
from engine.deck.shuffle import Deck, shuffled
from engine.errors import BadStart, NotOfTheEngine, UnknownGame
from engine.games import betting_games, deck_contents
from engine.games.betting_games import GAMES, Game
from engine.games.decisions import Ask, Decision, Offer
from engine.games.decisions import parse_for as parse_bet
from engine.games.hand_start import Positions, Seat, Stakes, Start, check_object
from engine.games.play_rules import PlayRules
from engine.messages.message import Message, Quoted, Term
from engine.messages.starts import GameText, StartText
from engine.notation import chinese_text as chinese_notation
from engine.notation import hand_to_phh, phh_to_hand
from engine.notation.phh import Record

AnyGame = Game | ChineseGame
CATALOGUE: dict[str, AnyGame] = {**GAMES, **CHINESE_GAMES}

# What each kind of game takes from what is carried, and so leaves to its own result alone.
_TAKES = {Game: ("kill", "leg"), ChineseGame: (FANTASYLAND,)}


class AnyAsk(Protocol):
    """An open question of any hand: `engine.games.decisions.Ask` or `engine.chinese.play.placing.ChineseAsk`."""

    @property
    def number(self) -> int: ...
    @property
    def seat(self) -> int | None: ...
    @property
    def kind(self) -> str: ...
    @property
    def offers(self) -> tuple[Offer, ...]: ...
    @property
    def default(self) -> Decision: ...
    def allows(self, decision: Decision) -> bool: ...
    def words(self) -> str: ...

    def offered(self) -> tuple[Message, ...]: ...
    def as_json(self) -> dict[str, Any]: ...


class Leaves(Protocol):
    """What is asked of a result to know what the next hand takes along."""

    @property
    def carried(self) -> Mapping[str, Any]: ...


class AnyResult(Leaves, Protocol):
    """What came of any hand: chips by seat and the rake, which sum to zero, and what the next hand takes along."""

    @property
    def net(self) -> Mapping[int, int]: ...
    @property
    def rake(self) -> int: ...
    def as_json(self) -> dict[str, Any]: ...


class AnyHand(Protocol):
    """A hand of any game: `engine.betting.hand.Hand` or `engine.chinese.play.hand.ChineseHand`."""

    @property
    def asks(self) -> tuple[AnyAsk, ...]: ...
    @property
    def is_over(self) -> bool: ...
    @property
    def result(self) -> AnyResult | None: ...
    @property
    def events(self) -> tuple[Event, ...]: ...
    @property
    def seats(self) -> tuple[int, ...]: ...
    @property
    def stacks(self) -> dict[int, int]: ...
    def view(self, seat: int | None) -> dict[str, Any]: ...
    def answer(self, number: int, decision: Decision) -> None: ...


class AnyTranscript(Protocol):
    """A written hand as ours: how it begins, what was decided, the hand that comes of it, its stacks by place.

    `told` are the answers, with their asks' numbers, that lead to the same from a recorded deal. Chips are in our unit,
    of which `scale` make one of the record's; `finishing` are the stacks that it tells, if any.
    """

    @property
    def start(self) -> Start: ...
    @property
    def decisions(self) -> tuple[Decision, ...]: ...
    @property
    def told(self) -> tuple[tuple[int, Decision], ...]: ...
    @property
    def hand(self) -> AnyHand: ...
    @property
    def scale(self) -> int: ...
    @property
    def finishing(self) -> tuple[Fraction | int, ...] | None: ...
    def stacks(self) -> tuple[int, ...]: ...


def find_game(key: str) -> AnyGame:
    """The game of that key. Raises `UnknownGame`, naming those there are."""
    try:
        return CATALOGUE[key]
    except KeyError:
        raise UnknownGame(
            GameText.UNKNOWN(game=Quoted(key), known=[*CATALOGUE]), key=key, known=list(CATALOGUE)
        ) from None


def rules_of(key: str) -> type[PlayRules] | type[ChineseRules]:
    """The house rules that a hand of that game obeys. Raises `UnknownGame`."""
    return ChineseRules if isinstance(find_game(key), ChineseGame) else PlayRules


def deck_of(start: Start) -> tuple[int, ...]:
    """The cards a hand is dealt from, the house's jokers among them. Raises `UnknownGame`."""
    if isinstance(start, ChineseStart):
        return chinese.deck_of(find_chinese_game(start.game), start.rules)
    return deck_contents.deck_of(betting_games.find_game(start.game), start.rules)


def shuffled_deck(game: str | AnyGame | Start, seed: bytes) -> Deck:
    """The deck of a game (its key, or the game), or of a hand's `Start`, which may add jokers, shuffled by `seed`.

    Raises `UnknownGame`.
    """
    if isinstance(game, Start):
        return Deck(shuffled(deck_of(game), seed), seed)
    found = find_game(game) if isinstance(game, str) else game
    return Deck(shuffled(found.deck, seed), seed)


# -- hands ------------------------------------------------------------------------------------------------------------


def start_of(
    game: str,
    stakes: Stakes,
    seats: tuple[Seat, ...],
    positions: Positions,
    rules: PlayRules | ChineseRules | None = None,
    carried: Mapping[str, Any] | None = None,
    **more: int,
) -> Start:
    """How a hand of that game begins; `rules` None are the standard ones, `more` are `boards` and `bomb`.

    Raises `UnknownGame`, `BadStart`.
    """
    if rules is None:
        rules = rules_of(game)()
    elif not isinstance(rules, rules_of(game)):
        raise BadStart(
            StartText.OTHER_RULES(game=Term(find_game(game).name), rules=type(rules).__name__), field="rules"
        )
    if isinstance(rules, ChineseRules):
        return ChineseStart(game, stakes, seats, positions, rules, carried or {}, **more)
    return Start(game, stakes, seats, positions, rules, carried or {}, **more)


def stored_start(data: Mapping[str, Any]) -> Start:
    """The start that `as_json` stored. Raises `BadStart`."""
    check_object(data)
    is_chinese = isinstance(data.get("game"), str) and data["game"] in CHINESE_GAMES
    return (ChineseStart if is_chinese else Start).from_json(data)


def begin(start: Start, deck: Deck) -> AnyHand:
    """The hand that begins so. Raises `UnknownGame`, or `BadStart` with what would be right."""
    if isinstance(start, ChineseStart):
        return ChineseHand(start, deck)
    if start.game in CHINESE_GAMES:
        raise BadStart(StartText.OTHER_RULES(game=Term(find_game(start.game).name), rules="PlayRules"), field="rules")
    return Hand(start, deck)


def replay(start: Start, deck: Deck, answers: Iterable[tuple[int, Decision]]) -> AnyHand:
    """The hand after those answers, each with the number of the ask it answers. Raises what hands raise."""
    hand = begin(start, deck)
    for number, decision in answers:
        hand.answer(number, decision)
    return hand


def parse_for(ask: AnyAsk, text: str) -> Decision:
    """The decision a person means by `text` when answering `ask`, in the stored form or in other words.

    Raises `BadDecisionText` or `NotOffered`.
    """
    if isinstance(ask, ChineseAsk):
        return parse_placing(ask, text)
    if isinstance(ask, Ask):
        return parse_bet(ask, text)
    raise NotOfTheEngine(GameText.NO_QUESTION(value=Quoted(ask)))


def carried_on(start: Start, result: Leaves) -> dict[str, Any]:
    """What the next hand at the table takes along: what this one left, and what it had no use for.

    So fantasyland outlasts the other games of a mix, and a kill the hands settled in points. It is by seat: whoever
    empties a seat takes what is carried for it away.
    """
    taken = _TAKES[type(find_game(start.game))]
    kept = {key: value for key, value in start.carried.items() if key not in taken}
    left = {key: dict(value) if isinstance(value, Mapping) else value for key, value in result.carried.items()}
    return {**kept, **left}


def holds_button(rules: PlayRules | ChineseRules, carried: Mapping[str, Any], live: Collection[int]) -> bool:
    """Whether the house does not move the button for a hand of those rules, what is carried and the seats dealt in.

    Raises `BadStart` for what no hand leaves.
    """
    return isinstance(rules, ChineseRules) and chinese.holds_button(rules, carried, live)


# -- written hands ----------------------------------------------------------------------------------------------------


def play(record: Record, scale: int) -> AnyTranscript:
    """Play a written hand of any game. A record that ends early gives a hand that is not over.

    Raises `Unsupported`; `BrokenRecord`, naming the line, for a hand that cannot have been played.
    """
    if str(record.fields["variant"]).startswith(chinese_notation.PREFIX):
        return chinese_notation.play(record, scale)
    return phh_to_hand.play(record, scale)


def record_of(hand: AnyHand, *, name: str = "1", seat: int | None = None, everything: bool = False) -> Record:
    """A hand of any game as a record: with every card, or as a seat (None: the rail) may see it."""
    if isinstance(hand, ChineseHand):
        return chinese_notation.record_of(hand, name=name, seat=seat, everything=everything)
    if isinstance(hand, Hand):
        return hand_to_phh.record_of(hand, name=name, seat=seat, everything=everything)
    raise NotOfTheEngine(GameText.NO_HAND(value=Quoted(hand)))
