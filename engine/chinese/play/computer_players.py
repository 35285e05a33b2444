"""Computer players of the Chinese games: they know their own cards and what lies open, nothing else.

Where all thirteen are set at once the arranger sets them. Pineapple is played by what was learned of its boards
(`outlook.network`): the placings that promise most are compared over deals of the next street. In the other street-by-street
games a placing is judged by what its rows come to when unseen cards are dealt to them (`outlook.row_prospects`); placings
that do badly over a few samples are dropped before the others are compared over more. `Thinking` can also look at others'
open rows, which has not been shown to win more (docs/computer_players.md).
"""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from engine.cards import FULL_DECK, JOKERS, UNKNOWN, parse_cards
from engine.chinese.arranger.arranger import arrange, worth_by_cards
from engine.chinese.arranger.row_strengths import Cards
from engine.chinese.outlook import network
from engine.chinese.outlook.features import unseen_of
from engine.chinese.outlook.many_boards import together
from engine.chinese.outlook.next_street import ahead
from engine.chinese.outlook.row_prospects import (
    Floats,
    Points,
    Rivals,
    added,
    cards_needed,
    finished,
    placements,
    points_against,
    room_of,
    usual_rivals,
    worth_of,
)
from engine.chinese.play.placing import ChineseAsk, decided
from engine.chinese.rows.chinese_games import Street, find_chinese_game
from engine.chinese.rows.compiled_rules import Profile
from engine.errors import BadCards
from engine.games.decisions import Decision
from engine.games.row_layout import SET, Board, Layout, laid
from engine.messages.chinese import ArrangerText

__all__ = ["SAMPLES", "Thinking", "best_setting", "choose", "choose_placement", "placements", "streets_to_come"]

SAMPLES = 36  # cards to come, dealt so often to the placings that are compared last
_AT_FIRST = 4
_FEW = 5  # placings that are compared over deals of the next street
_RIVAL_SAMPLES = 24  # ways in which the open rows of another are finished


@dataclass(frozen=True, slots=True)
class Thinking:
    """How a computer player judges a placing; the time of a decision is bounded by the samples.

    samples: cards to come, or deals of the next street, dealt so often to the placings that are compared. caution: by how
    much more a foul is held to cost for each street whose cards a sample gives away beforehand. learned_caution: by how much
    more where none are given away; zeal: how many times its worth fantasyland counts there. reacts: whether others' open rows
    are looked at.
    """

    samples: int = SAMPLES
    caution: float = 1.0
    learned_caution: float = 1.95
    zeal: float = 1.4
    reacts: bool = False


@dataclass(frozen=True, slots=True)
class _Table:
    """What a placing is judged by: the rules, the cards that may come, the streets to come, and the others' open boards."""

    profile: Profile
    unseen: tuple[int, ...]
    coming: tuple[Street, ...]
    is_drawn_freely: bool
    others: tuple[Board, ...]
    thinking: Thinking

    def foul(self, points: Points, known: int) -> Points:
        """The points with a foul that costs more for each of so many streets known beforehand."""
        return points._replace(foul=points.foul * (1 + self.thinking.caution * known))

    def futures(self, rng: random.Random, samples: int, count: int) -> Cards:
        dealt = [rng.sample(self.unseen, count) for _ in range(samples)]
        return np.array(dealt, dtype=np.uint8).reshape(1, samples, count)


def choose(view: Mapping[str, Any], ask: ChineseAsk, rng: random.Random, samples: int = SAMPLES) -> Decision:
    """A sensible legal decision for the seat whose `view` this is. Nothing hidden from the seat is used.

    samples: how long it thinks; time grows with it. It never surrenders. For cards from outside there is no choice.
    """
    if ask.outside is not None or not ask.cards:
        return ask.default
    if ask.kind == SET:
        return best_setting(view, ask)
    layout = choose_placement(
        ask.board,
        ask.cards,
        ask.keep,
        ask.profile,
        rng,
        coming=streets_to_come(view["game"], ask),
        seen=_seen(view),
        others=_open_boards(view, ask.seat),
        thinking=replace(Thinking(), samples=samples),
    )
    return decided(ask.kind, layout)


def best_setting(view: Mapping[str, Any], ask: ChineseAsk) -> Decision:
    """What to answer to an ask that sets all thirteen at once: the arranger's setting. It is a foul only if all are."""
    found = arrange(ask.cards, ask.profile, fantasyland=ask.fantasyland, visible=_seen(view))
    if found.scored.is_fouled:  # the clock looks further
        return ask.default
    return decided(ask.kind, laid(found.front, found.middle, found.back, found.discards))


def streets_to_come(game: str, ask: ChineseAsk) -> tuple[Street, ...]:
    """The streets of that game after the one that the ask is of."""
    streets, room = find_chinese_game(game).streets, sum(ask.room) - ask.keep
    while sum([street.keep for street in streets]) > room:
        streets = streets[1:]
    return streets


def _seen(view: Mapping[str, Any]) -> frozenset[int]:
    """The cards that lie open, and the seat's own discards."""
    texts = [text for seat in view["seats"] for row in (*seat["rows"].values(), seat["discards"]) for text in row]
    return frozenset(parse_cards(" ".join(texts))) - {UNKNOWN}


def _open_boards(view: Mapping[str, Any], own: int | None) -> tuple[Board, ...]:
    """The boards of the others as far as they lie open; those of which nothing does are left out."""
    boards = []
    for seat in view["seats"]:
        rows = [parse_cards(" ".join(row)) for row in seat["rows"].values()]
        if seat["seat"] != own and any(rows) and UNKNOWN not in {*rows[0], *rows[1], *rows[2]}:
            boards.append(Board(*rows))
    return tuple(boards)


def choose_placement(
    board: Board,
    cards: Sequence[int],
    keep: int,
    profile: Profile,
    rng: random.Random,
    *,
    coming: Sequence[Street] = (),
    seen: Collection[int] = (),
    others: Sequence[Board] = (),
    thinking: Thinking | None = None,
    worth: int | Mapping[int, int] | None = None,
) -> Layout:
    """Where to set `keep` of the new cards beside the rows already set, and which to discard.

    coming: the streets after this one. seen: cards that cannot come, besides these. others: boards of others that lie open.
    worth: points of a fantasyland, as `arrange` has it. The same rng gives the same placing. Raises `BadCards` where so
    many cards have no room, or where the streets to come do not fill the rows.
    """
    found = list(placements(board, cards, keep))
    if not found:
        raise BadCards(ArrangerText.ROOM(keep=keep, count=len(cards), room=sum(room_of(board))))
    boards = [added(board, layout) for layout in found]
    room = sum(room_of(boards[0]))
    if room != sum([street.keep for street in coming]):
        raise BadCards(ArrangerText.STREETS(room=room), room=room)
    deck = FULL_DECK + JOKERS[: profile.rules.jokers]
    table = _Table(
        profile,
        tuple([card for card in deck if card not in {*cards, *seen}.union(*board)]),
        tuple(coming),
        any(street.cards > street.keep for street in coming) or len(cards) > keep,
        tuple(others),
        thinking or Thinking(),
    )
    return found[_best(boards, table, worth_by_cards(worth), rng)]


def _best(boards: Sequence[Board], table: _Table, worth: tuple[int, ...], rng: random.Random) -> int:
    """The number of the board that comes to most."""
    points = points_against(table.profile, worth, _rivals(table, worth, rng))
    if worth == worth_by_cards(None) and network.is_known(table.profile, table.coming):
        return _best_ahead(boards, table, points._replace(foul=points.foul * (1 + table.thinking.learned_caution)), rng)
    return _best_finished(boards, table, table.foul(points, len(table.coming)), rng)


def _best_ahead(boards: Sequence[Board], table: _Table, points: Points, rng: random.Random) -> int:
    """The number of the board that comes to most by what was learned: the most promising are compared over deals of the next
    street."""
    seen = np.ones((1, len(FULL_DECK)), dtype=np.bool_)
    seen[:, list(table.unseen)] = False
    many = together(boards)
    told = network.outlook(many, unseen_of(seen).take(np.zeros(len(boards), dtype=np.intp)))
    few = (-told.at(points.foul, table.thinking.zeal)).argsort(kind="stable")[:_FEW]
    worth = ahead(
        many.take(few),
        table.unseen,
        table.coming[0],
        table.profile,
        points,
        rng,
        max(1, table.thinking.samples),
        table.thinking.zeal,
    )
    return int(few[worth.argmax()])


def _best_finished(boards: Sequence[Board], table: _Table, points: Points, rng: random.Random) -> int:
    """The number of the board that comes to most when it is finished; judged by more samples the fewer are left."""
    samples = table.thinking.samples
    futures = table.futures(rng, samples, cards_needed(table.coming))
    live, scores = list(range(len(boards))), np.zeros(len(boards))
    done, upto = 0, min(samples, _AT_FIRST)
    while len(live) > 1:
        scores[live] += _judged([boards[at] for at in live], futures[:, done:upto], table.profile, points)
        live = sorted(live, key=lambda at: -scores[at])
        if upto == samples:
            break
        live = live[: max(3, len(live) // 3)]
        done, upto = upto, min(samples, 3 * upto)
    return live[0]


def _judged(boards: Sequence[Board], futures: Cards, profile: Profile, points: Points) -> Floats:
    total: Floats = worth_of(boards, futures, profile, points).sum(axis=1)
    return total


def _rivals(table: _Table, worth: tuple[int, ...], rng: random.Random) -> Rivals:
    """What the others' rows may come to: open ones finished over cards to come, as they would finish them; else the usual."""
    usual = usual_rivals(table.profile, table.is_drawn_freely)
    if not table.others or not table.thinking.reacts:
        return usual
    points = points_against(table.profile, worth, usual)
    made = []
    for board in table.others:
        room = room_of(board)
        count = min(sum(room) + (table.is_drawn_freely and sum(room) > 0), len(table.unseen))
        futures = table.futures(rng, _RIVAL_SAMPLES, count)
        made.append(finished([board], room, futures, table.profile, points))
    is_legal = np.concatenate([one.fronts[0] >= 0 for one in made])
    rows = [np.concatenate([one[row][0] for one in made]) for row in (1, 2, 3)]
    front, middle, back = [np.sort(row[is_legal]) for row in rows]
    return Rivals((front, middle, back), 1 - float(is_legal.mean()))
