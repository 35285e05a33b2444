"""What a game comes to under given stakes and house rules: worked out once, then read at every decision."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache, lru_cache
from itertools import combinations
from typing import NamedTuple

from engine.cards import parse_cards, parse_ranks_and_cards
from engine.errors import BadStart
from engine.games import deck_contents
from engine.games.betting_games import Game, Share, Street, find_game
from engine.games.hand_start import Stakes, Start, limit_said, limits_said
from engine.games.play_rules import PlayRules
from engine.house_rules import BadRule, declared
from engine.messages.message import Term
from engine.messages.starts import StartText
from engine.ranking.omaha import best_of
from engine.ranking.rankings import HIGH, SHORT_DECK_CLASSIC, Ranking
from engine.ranking.rankings import SHORT_DECK as SHORT_DECK_HIGH
from engine.ranking.wild import wild_ranking


class Part(NamedTuple):
    """One part of the pot as it is played for: its ranking with wild cards, and the least value that may win it."""

    key: str
    ranking: Ranking
    hole: int | None
    least: int

    def strength(self, cards: Sequence[int], board: Sequence[int]) -> int:
        """The value of the best hand of `cards` with `board`, higher better; 0 is none that may win this part.

        Raises `UnknownCard`.
        """
        if self.hole is None:
            value = self.ranking.rank([*cards, *board])
        else:
            value = best_of(cards, board, self.hole, self.ranking)
        return value if value >= self.least else 0


class Plan:
    """A game under its stakes and house rules. Made by `plan_of`, never changed."""

    __slots__ = (
        "boards_by",
        "burns",
        "cap",
        "cards",
        "common",
        "deck",
        "each",
        "extra",
        "game",
        "has_roll",
        "has_ups",
        "is_fixed",
        "last_street",
        "least_bet",
        "limit",
        "mask",
        "may_run",
        "opening",
        "parts",
        "rules",
        "sizes",
        "stakes",
        "streets",
        "wild",
        "worth",
    )

    def __init__(self, game: Game, stakes: Stakes, rules: PlayRules) -> None:
        self.game = game
        self.stakes = stakes
        self.rules = rules
        self.limit = stakes.limit
        self.is_fixed = stakes.limit == "fixed"
        self.cap = rules.raise_cap if stakes.limit in ("fixed", "spread") else 0
        self.streets = streets_of(game, rules)
        self.sizes = tuple(stakes.big_bet if street.is_big else stakes.small_bet for street in self.streets)
        self.opening = game.opening
        if game.opening == "best board" and rules.five_card_opening == "bring-in":
            self.opening = "low card"
        self.wild = deck_contents.wild_cards(game, rules.wild_cards)
        _check_rules(rules)
        self.deck = deck_contents.deck_of(game, rules)
        self.mask = sum(1 << card for card in self.deck)
        self.cards = frozenset(self.deck)
        self.parts = parts_of(game, rules)
        self.boards_by = None if game.boards_by is None else _in_force(game.boards_by, game, rules)
        self.extra = parse_ranks_and_cards(game.extra_for)
        self.least_bet = stakes.least_bet
        flip = 3 if rules.suit_order == "clubs high" else 0
        self.worth = _worth(self.wild, flip, is_ace_low=game.is_ace_low)
        self.last_street = len(self.streets) - 1
        self.has_roll = any(street.is_roll for street in self.streets)
        self.may_run = rules.run_it > 1
        self.has_ups = any(street.up or street.is_roll for street in self.streets)
        self.each = sum([street.down + street.up for street in self.streets])
        self.common = sum([street.board for street in self.streets])
        self.burns = len([street for street in self.streets[1:] if street.board]) if rules.burns else 0


def streets_of(game: Game, rules: PlayRules) -> tuple[Street, ...]:
    """The streets, the one that may wait doubling later where the house says so (S2.5)."""
    if rules.stud_doubles != "sixth street":
        return game.streets
    return tuple(replace(street, is_big=False) if street.may_wait else street for street in game.streets)


@cache
def _worth(wild: frozenset[int], flip: int, *, is_ace_low: bool) -> tuple[int, ...]:
    """What each card counts where suits decide: by rank, then by suit, a wild card above all (S2.2, S2.4, S2.11)."""
    ranks = [14 if card in wild else (card // 4 + 1) % 13 if is_ace_low else card // 4 for card in range(54)]
    return (*[rank * 4 + (card % 4 ^ flip) for card, rank in enumerate(ranks)], 1 << 10)


@cache
def _wild_in_force(base: Ranking, game: Game, more: str, jokers: int, is_bug: bool) -> Ranking:
    wild = deck_contents.wild_cards(game, more)
    return wild_ranking(base, wild & frozenset(deck_contents.deck_with(game, jokers)), is_bug)


def _in_force(base: Ranking, game: Game, rules: PlayRules) -> Ranking:
    if base is SHORT_DECK_HIGH and rules.short_deck_order == "full house first":
        base = SHORT_DECK_CLASSIC
    if not (rules.wild_cards or rules.jokers or game.wild):
        return base
    return _wild_in_force(base, game, rules.wild_cards, rules.jokers, rules.wild_is == "bug")


def parts_of(game: Game, rules: PlayRules) -> tuple[Part, ...]:
    """The parts of the pot under those house rules."""
    return tuple([_part(share, game, rules) for share in game.wins])


_PAIRS = {"sixes": "6c6d", "nines": "9c9d"}


def _part(share: Share, game: Game, rules: PlayRules) -> Part:
    least = HIGH.rank(parse_cards(_PAIRS[getattr(rules, share.pair_by)])) if share.pair_by else 0
    return Part(share.ranking.key, _in_force(share.ranking, game, rules), share.hole, least)


@lru_cache(maxsize=512)
def _plan_of_equals(game: str, stakes: Stakes, rules: PlayRules) -> Plan:
    return Plan(find_game(game), stakes, rules)


_plans: dict[tuple[str, int, int], Plan] = {}
_kept: list[tuple[Stakes, PlayRules]] = []
_MOST_PLANS = 512


def plan_of(start: Start) -> Plan:
    """The plan of a hand. Raises `UnknownGame`, or `BadStart` with what would be right."""
    stakes, rules = start.stakes, start.rules
    # By identity: comparing forty fields would cost more than a street. Both are kept alive for as long.
    key = (start.game, id(stakes), id(rules))
    plan = _plans.get(key)
    if plan is None:
        plan = _plan_of_equals(start.game, stakes, rules)
        if len(_plans) >= _MOST_PLANS:
            _plans.clear()
            _kept.clear()
        _plans[key] = plan
        _kept.append((stakes, rules))
    check_start(plan, start)
    return plan


def _check_rules(rules: PlayRules) -> None:
    """House rules that were not resolved may hold anything. Raises `BadStart`."""
    for rule in declared(PlayRules):
        try:
            rule.check(getattr(rules, rule.key))
        except BadRule as wrong:
            raise BadStart(wrong.message, field=rule.key) from None


# -- what cannot begin ------------------------------------------------------------------------------------------------


def check_start(plan: Plan, start: Start) -> None:
    """Refuse a hand that this game cannot play. Raises `BadStart` with what would be right."""
    game, stakes, count = plan.game, plan.stakes, len(start.seats)
    if count > game.max_seats:
        raise BadStart(
            StartText.TOO_MANY_SEATS(game=Term(game.name), most=game.max_seats, count=count),
            field="seats",
            most=game.max_seats,
        )
    if stakes.limit not in game.limits:
        raise BadStart(
            StartText.OTHER_LIMITS(
                game=Term(game.name), known=limits_said(game.limits), limit=limit_said(stakes.limit)
            ),
            field="limit",
        )
    _check_forced(plan, start)
    if (start.boards > 1 or start.bomb) and not plan.common:
        raise BadStart(
            StartText.NO_BOARD(game=Term(game.name)),
            field="boards" if not start.bomb else "bomb",
        )
    if plan.common:
        _check_cards(plan, start, count)


def _check_forced(plan: Plan, start: Start) -> None:
    game, stakes = plan.game, plan.stakes
    button, _small, big = start.positions
    if stakes.ante and stakes.ante_kind == "big_blind" and big is None and not start.bomb:
        raise BadStart(StartText.ANTE_WITHOUT_BIG_BLIND(), field="ante_kind")
    ante = 0 if stakes.ante_kind == "button" and button not in start.place_of else stakes.ante
    is_post_live = any(live for _number, _stack, live, _dead in start.posters) if start.posters else False
    if start.bomb and is_post_live:
        raise BadStart(StartText.NO_LIVE_POST_IN_BOMB_POT(), field="seats")
    if plan.opening == "blinds":
        if stakes.big_blind and big is None and not start.bomb:
            raise BadStart(StartText.NOBODY_POSTS_BIG_BLIND(), field="positions")
        if plan.is_fixed and stakes.big_blind > stakes.small_bet:
            raise BadStart(
                StartText.BIG_BLIND_ABOVE_BET(big=stakes.big_blind, small=stakes.small_bet), field="big_blind"
            )
        if stakes.big_blind or ante or start.bomb or start.posters:
            return
        raise BadStart(StartText.NEEDS_BLINDS_OR_ANTE(game=Term(game.name)), field="stakes")
    if is_post_live:
        raise BadStart(StartText.NO_BLINDS(game=Term(game.name)), field="seats")
    if plan.opening in ("low card", "high card"):
        if not stakes.bring_in:
            raise BadStart(StartText.NEEDS_BRING_IN(game=Term(game.name)), field="bring_in")
    elif not ante and not start.posters:
        raise BadStart(StartText.NEEDS_ANTE(game=Term(game.name)), field="ante")


def _check_cards(plan: Plan, start: Start, count: int) -> None:
    """A board game cannot fall back on a common card: everything must be there from the start."""
    spare = len(plan.deck) - plan.common * start.boards - plan.burns
    if count * plan.each > spare:
        most = spare // plan.each
        raise BadStart(
            StartText.TOO_FEW_CARDS(deck=len(plan.deck), count=count, game=Term(plan.game.name), most=most),
            field="seats",
            most=most,
        )


def check_deck(plan: Plan, order: Sequence[int]) -> None:
    """Refuse a deck that is not, card for card, the one this game is dealt from. Raises `BadStart`."""
    if len(order) != len(plan.deck) or plan.cards != set(order):
        raise BadStart(
            StartText.OTHER_DECK(
                game=Term(plan.game.name), deck=len(plan.deck), count=len(order), different=len(set(order))
            ),
            field="deck",
        )


def best_choices(part: Part, cards: Sequence[int]) -> list[tuple[int, ...]]:
    """Every choice of the cards, as few as do, that makes the best hand for that part, for odd chips (S2.7)."""
    best = part.ranking.rank(cards)
    for size in range(1, 6):
        chosen = [some for some in combinations(cards, size) if part.ranking.rank(some) == best]
        if chosen:
            return chosen
    return [tuple(cards)]
