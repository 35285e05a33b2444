"""How a Chinese hand begins, and whether it can: the players, the deck, and who is in fantasyland with how many cards.

What one hand leaves for the next is ``{"fantasyland": {"3": 15}}``: the player in seat 3 has earned 15 cards. A hand
that a player is not dealt into, or a game that knows no fantasyland, leaves it standing (RULES.md S3.10).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple

from engine.cards import JOKERS
from engine.chinese.rows.chinese_games import POINTS, ChineseGame, find_chinese_game
from engine.chinese.rows.chinese_rules import FANTASYLAND_CARDS, ChineseRules
from engine.chinese.rows.compiled_rules import Profile, prepare
from engine.errors import BadStart
from engine.games.decisions import said
from engine.games.hand_start import Start, limit_said
from engine.messages.chinese import ChineseStartText
from engine.messages.message import Term
from engine.messages.starts import StartText
from engine.text_limits import whole

FANTASYLAND = "fantasyland"  # the member of what is carried


@dataclass(frozen=True, slots=True)
class ChineseStart(Start):
    """Everything a Chinese hand is begun with but the deck: stakes of limit "points"; of the positions only the
    button counts. Raises `BadStart`.
    """

    RULES: ClassVar[type[Any]] = ChineseRules

    rules: ChineseRules = field(default_factory=ChineseRules)  # type: ignore[assignment]  # a game of rules of its own


class ChinesePlan(NamedTuple):
    """A game under its house rules, and the cards of one hand, by place.

    `earned` is how many cards of fantasyland each plays for, 0 outside it; `dealt` how many each is dealt at once, 0 for
    those who are dealt street by street. The deck may not have room for all that were earned.
    """

    game: ChineseGame
    profile: Profile
    deck: tuple[int, ...]
    earned: tuple[int, ...]
    dealt: tuple[int, ...]


def deck_of(game: ChineseGame, rules: ChineseRules) -> tuple[int, ...]:
    """The cards the game is dealt from, the house's jokers among them."""
    return game.deck + JOKERS[: rules.jokers]


def plan_of(start: ChineseStart) -> ChinesePlan:
    """What the hand is played by. Raises `UnknownGame`, `BadTable`, or `BadStart` with what would be right."""
    game, rules = find_chinese_game(start.game), start.rules
    if not isinstance(rules, ChineseRules):
        raise BadStart(ChineseStartText.RULES(game=Term(game.name)), field="rules")
    _check(game, start)
    profile = prepare(rules, game.variant)
    deck = deck_of(game, rules)
    waiting = earned_in(start.carried)
    earned = [waiting.get(seat.number, 0) if profile.has_fantasyland else 0 for seat in start.places]
    if game.is_together:
        dealt = [game.cards_each] * len(earned)
    else:
        dealt = _with_room(earned, game, rules, len(deck))
        earned = [cards if at_once else 0 for cards, at_once in zip(earned, dealt, strict=True)]
    return ChinesePlan(game, profile, deck, tuple(earned), tuple(dealt))


def earned_in(carried: Mapping[str, Any]) -> dict[int, int]:
    """Cards of fantasyland by seat, of what a hand has left. Raises `BadStart` for what no hand leaves."""
    told = carried.get(FANTASYLAND, {})
    if not isinstance(told, Mapping):
        raise BadStart(ChineseStartText.FANTASYLAND(told=said(told)), field="carried")
    found = {}
    for seat, cards in told.items():
        number = whole(seat) if type(seat) is str else None
        if number is None or type(cards) is not int or cards not in FANTASYLAND_CARDS:
            raise BadStart(
                ChineseStartText.FANTASYLAND_CARDS(
                    least=FANTASYLAND_CARDS[0], most=FANTASYLAND_CARDS[-1], seat=said(seat), cards=said(cards)
                ),
                field="carried",
            )
        found[number] = cards
    return found


def holds_button(rules: ChineseRules, carried: Mapping[str, Any], live: Collection[int]) -> bool:
    """Whether the house does not move the button for the coming hand: one of the seats dealt in is in fantasyland.

    Raises `BadStart` for what no hand leaves.
    """
    if not rules.fantasyland or rules.fantasyland_button != "held":
        return False
    return not earned_in(carried).keys().isdisjoint(live)


def _with_room(earned: list[int], game: ChineseGame, rules: ChineseRules, deck: int) -> list[int]:
    """How many cards each is dealt at once, so that the deck is enough for all (S3.10)."""
    dealt = list(earned)
    while sum([cards or game.cards_each for cards in dealt]) > deck:
        most = max(dealt)
        last = len(dealt) - 1 - dealt[::-1].index(most)
        if rules.fantasyland_room == "wait":
            dealt[last] = 0
        else:
            dealt[last] -= 1
    return dealt


def _check(game: ChineseGame, start: ChineseStart) -> None:
    """Refuse a hand that this game cannot play. Raises `BadStart` with what would be right."""
    count, stakes, rules = len(start.seats), start.stakes, start.rules
    if count > game.max_seats:
        raise BadStart(
            StartText.TOO_MANY_SEATS(game=Term(game.name), most=game.max_seats, count=count),
            field="seats",
            most=game.max_seats,
        )
    if stakes.limit != POINTS:
        raise BadStart(ChineseStartText.POINTS(game=Term(game.name), limit=limit_said(stakes.limit)), field="limit")
    if any(seat.live or seat.dead for seat in start.seats):
        raise BadStart(ChineseStartText.NO_POSTS(game=Term(game.name)), field="seats")
    if start.boards != 1 or start.bomb:
        field = "bomb" if start.bomb else "boards"
        raise BadStart(StartText.NO_BOARD(game=Term(game.name)), field=field)
    for name in ("rake_chips", "rake_cap", "rake_floor"):
        if getattr(rules, name) % stakes.unit:
            raise BadStart(
                ChineseStartText.MULTIPLE(name=name, unit=stakes.unit, chips=getattr(rules, name)), field=name
            )
