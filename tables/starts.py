"""How the next hand at a table begins: who is dealt in, for what, by which house rules, on how many boards.

The engine judges every start before anything of it is written, so that a hand that cannot be played is refused with
the reason.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from engine import positions
from engine.catalogue import AnyGame, begin, find_game, holds_button, start_of
from engine.chinese.rules import ChineseRules
from engine.errors import BadStart, EngineError
from engine.games import Game
from engine.hand import Deck, Positions, Seat, Stakes, Start
from engine.rotation import Turn
from engine.rules import PlayRules
from tables import mixed, rules, seeds
from tables.errors import IllegalAction
from tables.history import carried_to
from tables.models import Sitting, Table
from tables.rules import TableRules

ENOUGH = 10**12  # a stack that covers any stakes
Rules = PlayRules | ChineseRules


class Prepared(NamedTuple):
    """A hand that could be dealt: its start, the rules it keeps, and what the table then remembers.

    `where` are button and blinds, whether the game has blinds or not; `turn` is where a mixed table then stands.
    """

    start: Start
    where: Positions
    turn: Turn | None
    play: Rules
    running: TableRules


def prepare(
    table: Table,
    sittings: Sequence[Sitting],
    *,
    now: datetime,
    secret: bytes,
    game: str | None = None,
    stakes: Stakes | None = None,
) -> Prepared:
    """The table's next hand for those sittings, each with its account: of the game named, else of the table's own.

    `secret` draws the first button. Raises `IllegalAction` with the reason why it cannot be dealt.
    """
    live = {sitting.seat for sitting in sittings}
    carried = carried_to(table, sittings)
    try:
        if table.rotation is not None and game is None:
            turn = mixed.next_turn(table, sittings, now=now, carried=carried, secret=secret)
            wanted, stakes = find_game(turn.game), mixed.stakes_of(table, turn)
        else:
            turn, wanted = None, find_game(game or table.game)
        play, running = rules.of_play(table, wanted.key), rules.of_table(table, wanted.key)
        where = _positions(table, live, play, running, carried, secret) if turn is None else turn.positions
        seats = tuple(Seat(sitting.seat, stack_of(sitting)) for sitting in sittings)
        start = _start(table, wanted, stakes or Stakes.from_json(table.stakes), seats, where, play, running, carried)
    except EngineError as error:
        raise IllegalAction(error) from error
    return Prepared(start, where, turn, play, running)


def _start(
    table: Table,
    game: AnyGame,
    stakes: Stakes,
    seats: tuple[Seat, ...],
    where: Positions,
    play: Rules,
    running: TableRules,
    carried: Mapping[str, Any],
) -> Start:
    """On as many boards as the house wants and the deck holds, or as a bomb pot. Raises what the engine raises."""
    posting = where if game.has_blinds else Positions(where.button)
    more: dict[str, int] = {}
    boards = 1
    if table.is_cash and isinstance(game, Game) and game.has_board:
        boards = running.boards
        if running.bomb_every and table.next_hand % running.bomb_every == 0:
            more["bomb"] = running.bomb * bet_of(stakes)
    while boards > 1:
        try:
            return _tried(start_of(game.key, stakes, seats, posting, play, carried, boards=boards, **more))
        except BadStart:
            boards -= 1
    return _tried(start_of(game.key, stakes, seats, posting, play, carried, **more))


def check_full_table(game: AnyGame, stakes: Stakes, seats: int, play: Rules) -> None:
    """Refuse a table that could not deal to every seat, each with a deep stack. Raises `IllegalAction` with the reason."""
    where = Positions(1) if not game.has_blinds else Positions(1, 1, 2) if seats == 2 else Positions(1, 2, 3)
    stacks = tuple(Seat(number, ENOUGH) for number in range(1, seats + 1))
    try:
        _tried(start_of(game.key, stakes, stacks, where, play))
    except EngineError as error:
        raise IllegalAction(error) from error


def stack_of(sitting: Sitting) -> int:
    """The chips in front of the player."""
    return 0 if sitting.account is None else sitting.account.balance


def bet_of(stakes: Stakes) -> int:
    """What a table's amounts are counted in: the big blind, without blinds the big bet, a point, or the least bet."""
    return stakes.big_blind or stakes.big_bet or stakes.point or max(stakes.least_bet, stakes.ante)


def _positions(
    table: Table, taken: set[int], play: Rules, running: TableRules, carried: Mapping[str, Any], secret: bytes
) -> Positions:
    if table.button is None:
        return positions.first(taken, table.seats, rng=seeds.randomness_for(secret, "button"))
    if holds_button(play, carried, taken):
        return Positions(table.button)
    previous = Positions(table.button, table.small_blind, table.big_blind)
    return positions.advance(previous, taken, table.seats, running.button)


def _tried(start: Start) -> Start:
    begin(start, Deck.recorded())
    return start
