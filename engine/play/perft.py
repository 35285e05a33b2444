"""Tree counts: how many ways a hand with small stacks can be decided, so that another engine can check this one.

A row of a table of counts is the line of arguments that asks for it, and what comes out::

    holdem no 4,4 small_blind=1,big_blind=2 - full 25 25 579

that is the game's key, the limit, the stacks of seats 1, 2, …, the stakes, the house rules that differ from the
defaults (``-``: none; ``_`` stands for a space), the most decisions of a sequence (``full``: as many as the hand
takes), and then the number of sequences, how many of them end the hand, and the sum, over those, of every seat's number
times its net chips squared. ``#`` begins a comment.

What another engine must do alike: the button is the last seat and the blinds follow it (heads-up the button is the
small blind); place p of the deck holds card 11·p mod n of the n cards from ``2c 2d 2h 2s 3c`` to ``As``; a seat is
dealt all its cards of a street at once, the seat left of the button first; cards drawn come when all have said how
many; no card is burned. At each decision every answer counts once: fold (also where a check is free), check or call,
each whole number of chips that a raise may come to. Only of the draws not every one is tried: those of the first n
cards held, n from 0 up; of the discards each choice of cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from engine.betting.hand import Deck, Hand, Positions, Seat, Stakes, Start
from engine.errors import BadStart
from engine.games.betting_games import find_game
from engine.games.decisions import BET, BRING_IN, CALL, DISCARD, DRAW, FOLD, PASS, RUN_IT, STRADDLE, Ask, Decision
from engine.games.deck_contents import deck_of
from engine.games.play_rules import PlayRules
from engine.house_rules import declared, resolve
from engine.messages.message import Quoted
from engine.messages.starts import TreeText
from engine.notation.game_names import key_of
from engine.text_limits import whole

FULL = "full"
_STRIDE = 11  # has no factor in common with 52, 53, 54 or 36


class Tree(NamedTuple):
    """What is counted: the arguments of a row, as text."""

    game: str
    limit: str
    stacks: str
    stakes: str
    rules: str = "-"
    depth: str = FULL

    def __str__(self) -> str:
        return " ".join(self)


class Count(NamedTuple):
    """Decision sequences, those that end the hand, and the sum over them of seat number times net chips squared."""

    sequences: int
    ended: int
    sum: int

    def __add__(self, other: object) -> Count:
        if not isinstance(other, Count):
            return NotImplemented
        return Count(*(mine + its for mine, its in zip(self, other, strict=True)))

    def __str__(self) -> str:
        return " ".join(map(str, self))


def tree_of(words: Sequence[str]) -> Tree:
    """The tree of a row's first words; rules and depth may be left out. Raises `BadStart`."""
    if not 4 <= len(words) <= 6:
        raise BadStart(
            TreeText.USAGE(),
            field="tree",
        )
    return Tree(*words)


def read_table(text: str) -> Iterator[tuple[Tree, Count]]:
    """The rows of a table of counts. Raises `BadStart` for a line that is none, with its number."""
    for number, line in enumerate(text.splitlines(), 1):
        words = line.partition("#")[0].split()
        if not words:
            continue
        try:
            yield Tree(*words[:6]), Count(*map(int, words[6:]))
        except (TypeError, ValueError):
            raise BadStart(
                TreeText.ROW(line=number),
                field="line",
            ) from None


def count(tree: Tree) -> Count:
    """Count the tree. Raises `BadStart` or `UnknownGame` for a hand that cannot begin, saying what is wrong."""
    depth = -1
    if tree.depth != FULL:
        told = whole(tree.depth, 9)
        if told is None:
            raise BadStart(TreeText.DEPTH(full=Quoted(FULL), depth=Quoted(tree.depth)), field="depth")
        depth = told
    return _count(begin(tree), depth)


def begin(tree: Tree) -> Hand:
    """The hand at the root of the tree. Raises `BadStart` or `UnknownGame`."""
    try:
        stacks = [int(stack) for stack in tree.stacks.split(",")]
    except ValueError:
        raise BadStart(TreeText.STACKS(stacks=Quoted(tree.stacks)), field="stacks") from None
    game = find_game(key_of(tree.game, tree.limit))
    stakes = Stakes.from_json({"limit": tree.limit, **_named(tree.stakes, ("ante_kind",))})
    texts = [rule.key for rule in declared(PlayRules) if isinstance(rule.default, str)]
    start = Start(
        game.key,
        stakes,
        tuple(Seat(at, stack) for at, stack in enumerate(stacks, 1)),
        _positions(len(stacks)) if game.has_blinds else Positions(len(stacks)),
        resolve(PlayRules, _named(tree.rules.replace("_", " "), texts)),
    )
    cards = deck_of(game, start.rules)
    order = [cards[place * _STRIDE % len(cards)] for place in range(len(cards))]
    return Hand(start, Deck.of(order, b"perft"))


def _positions(seats: int) -> Positions:
    return Positions(2, 2, 1) if seats == 2 else Positions(seats, 1, 2)


def _named(text: str, words: tuple[str, ...] | list[str]) -> dict[str, object]:
    """``name=value`` with commas between; values are whole numbers, or words where `words` has the name."""
    named: dict[str, object] = {}
    for piece in text.split(",") if text != "-" else ():
        name, equals, value = piece.partition("=")
        name = name.replace(" ", "_")
        if not equals or (name not in words and whole(value) is None):
            raise BadStart(TreeText.PAIR(piece=Quoted(piece)), field=name or "stakes")
        named[name] = value if name in words else int(value)
    return named


# -- the tree -----------------------------------------------------------------------------------------------------------


def _count(hand: Hand, depth: int) -> Count:
    if hand.result is not None:
        return Count(1, 1, sum(seat * net * net for seat, net in hand.result.net.items()))
    if not depth:
        return Count(1, 0, 0)
    total = Count(0, 0, 0)
    (ask,) = hand.asks
    for decision in answers(ask):
        after = fork(hand)
        after.answer(ask.number, decision)
        total += _count(after, depth - 1)
    return total


def answers(ask: Ask) -> Iterator[Decision]:
    """Every answer that is counted."""
    kind = ask.kind
    if kind in (BET, BRING_IN):
        if kind == BET:
            yield FOLD
        yield CALL
        if ask.hi:
            for amount in range(ask.lo, ask.hi + 1, ask.step or 1):
                yield Decision("raise", amount)
    elif kind == DRAW:
        for many in range(ask.hi + 1):
            yield Decision("draw", 0, ask.cards[:many])
    elif kind == DISCARD:
        for some in combinations(ask.cards, ask.hi):
            yield Decision("discard", 0, some)
    elif kind == STRADDLE:
        yield from (PASS, Decision("straddle"))
    elif kind == RUN_IT:
        for times in range(1, ask.hi + 1):
            yield Decision("agree", times)


def fork(hand: Hand) -> Hand:
    """A hand like this one that can be answered on its own."""
    return Hand.of(hand.state.copy())
