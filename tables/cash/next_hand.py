"""How the next hand at a table begins: who is dealt in, for what, by which house rules, on how many boards.

The engine judges every start before anything of it is written, so that a hand that cannot be played is refused with
the reason.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, NamedTuple

from engine.betting.hand import Deck, Positions, Seat, Stakes, Start
from engine.chinese.rows.chinese_rules import ChineseRules
from engine.errors import BadStart, EngineError
from engine.games import dealer_button
from engine.games.betting_games import Game
from engine.games.play_rules import PlayRules
from engine.mixes.rotation import Turn
from engine.play.any_game import AnyGame, begin, find_game, holds_button, start_of
from tables.cash import mixed_games, next_game, posting_to_come_in
from tables.core import table_rules
from tables.core.errors import IllegalAction
from tables.core.table_rules import TableRules
from tables.hand import first_button
from tables.hand.carried_over import carried_to, winner_of_last
from tables.hand.first_button import Drawn
from tables.models import Hand, Sitting, Table

ENOUGH = 10**12  # a stack that covers any stakes
Rules = PlayRules | ChineseRules


class Prepared(NamedTuple):
    """A hand that could be dealt: its start, who is dealt in, the rules it keeps, and what the table then remembers.

    `where` are button and blinds, whether the game has blinds or not; `turn` is where a mixed table then stands;
    `has_blinds` is true if blinds are posted, so that debts are paid and missed blinds counted; `is_bomb` if all put chips in.
    """

    start: Start
    sittings: list[Sitting]
    where: Positions
    turn: Turn | None
    play: Rules
    running: TableRules
    has_blinds: bool
    is_bomb: bool
    drawn: Drawn | None = None

    def button_cards(self, table: Table) -> dict[str, str] | None:
        """The cards by seat that the hand's button was dealt for, if it is the first of the table."""
        return table.button_cards if self.drawn is None else self.drawn.texts


class _Coming(NamedTuple):
    """What the next hand is of: its game and stakes, and how its positions follow from who is dealt in."""

    game: AnyGame
    stakes: Stakes
    place: posting_to_come_in.Place
    turn_of: Callable[[Collection[int]], Turn] | None


def prepare(
    table: Table,
    sittings: Sequence[Sitting],
    *,
    now: datetime,
    secret: bytes,
    game: str | None = None,
    stakes: Stakes | None = None,
    rules_at: datetime | None = None,
    event: mixed_games.Event | None = None,
    button: int | None = None,
) -> Prepared:
    """The table's next hand for those of the sittings who are in it: of the game named, else of the table's own.

    Each sitting comes with its account; `secret` draws the first button; `rules_at`: by the house rules as they stood
    then; `event`: what the tournament plays now at this mixed table; `button`: the seat where the floor has put it. Raises
    `IllegalAction` with the reason why it cannot be dealt.
    """
    carried = carried_to(table, sittings)
    try:
        coming_game = _coming(table, sittings, carried, now, secret, game, stakes, rules_at, event)
        if button is not None:
            coming_game = _with_button(table, coming_game, button)
        play_rules = table_rules.of_play(table, coming_game.game.key, at=rules_at)
        rules_of_table = table_rules.of_table(table, coming_game.game.key, at=rules_at)
        bomb = _bomb(table, coming_game, rules_of_table)
        has_blinds = coming_game.game.has_blinds and not bomb
        chairs = {
            one.seat: posting_to_come_in.Chair(one.seat, one.entry, one.owes_big, one.owes_small) for one in sittings
        }
        if table.is_cash and has_blinds:
            entrants = posting_to_come_in.entrants(chairs.values(), coming_game.place, last_blinds(table).big_blind)
        else:
            is_going = has_blinds and table.button is not None
            entrants = _in_tournament(
                chairs.values(), coming_game.place, last_blinds(table).big_blind, has_blinds=is_going
            )
        dealt = [sitting for sitting in sittings if sitting.seat in entrants.live]
        posts = {
            seat: posting_to_come_in.owed(
                chairs[seat],
                small=coming_game.stakes.small_blind,
                big=coming_game.stakes.big_blind,
                missed=rules_of_table.missed_blinds,
            )
            for seat in entrants.posting
        }
        seats = tuple(Seat(one.seat, stack_of(one), *posts.get(one.seat, ())) for one in dealt)
        start = _start(table, coming_game, seats, entrants.where, play_rules, rules_of_table, carried, bomb)
    except EngineError as error:
        raise IllegalAction(error) from error
    turn = None if coming_game.turn_of is None else coming_game.turn_of(entrants.live)
    is_drawn = table.button is None and table.turn is None and button is None
    drawn_button = first_button.draw(table, entrants.live, secret) if is_drawn else None
    return Prepared(
        start, dealt, entrants.where, turn, play_rules, rules_of_table, has_blinds, bool(bomb), drawn_button
    )


def _in_tournament(
    chairs: Collection[posting_to_come_in.Chair],
    place: posting_to_come_in.Place,
    last_big: int | None,
    *,
    has_blinds: bool,
) -> posting_to_come_in.Entrants:
    """Everybody is dealt in, except who has come to a seat between the button and the small blind (TDA 8, 10), or who waits
    for the big blind or posts, as the house has it for who comes late."""
    seats = frozenset(chair.seat for chair in chairs)
    if has_blinds and any(chair.entry != posting_to_come_in.IN for chair in chairs):
        return posting_to_come_in.entrants(chairs, place, last_big)
    where = place(seats)
    if has_blinds and where.small_blind is not None and where.small_blind != where.button:
        between = {seat for seat in seats if posting_to_come_in.is_between(where.button, seat, where.small_blind)}
        if between and len(seats - between) > 1:
            seats -= between
            where = place(seats)
    return posting_to_come_in.Entrants(seats, where, frozenset())


def last_blinds(table: Table) -> Positions:
    """Button and blinds of the table's last hand with blinds; the blinds are None before there was any."""
    if table.turn is not None:
        turn = Turn.from_json(table.turn)
        return turn.blinds or Positions(turn.positions.button)
    return Positions(table.button or 1, table.small_blind, table.big_blind)


def last_positions(table: Table) -> tuple[int | None, int | None, int | None]:
    """Button, small and big blind by which players are moved: of the last hand, at a mixed table of the last with blinds."""
    if table.turn is None:
        return table.button, table.small_blind, table.big_blind
    found = last_blinds(table)
    return found.button, found.small_blind, found.big_blind


def _coming(
    table: Table,
    sittings: Sequence[Sitting],
    carried: Mapping[str, Any],
    now: datetime,
    secret: bytes,
    game: str | None,
    stakes: Stakes | None,
    rules_at: datetime | None,
    event: mixed_games.Event | None,
) -> _Coming:
    if table.rotation is not None and game is None:
        known: dict[frozenset[int], Turn] = {}

        def turn_of(live: Collection[int]) -> Turn:
            seats = frozenset(live)
            if seats not in known:
                dealt = [sitting for sitting in sittings if sitting.seat in seats]
                known[seats] = next_game.next_turn(table, dealt, now=now, carried=carried, secret=secret, event=event)
            return known[seats]

        turn = turn_of(frozenset(sitting.seat for sitting in sittings))
        wanted = find_game(turn.game)
        return _Coming(wanted, mixed_games.stakes_of(table, turn), lambda live: turn_of(live).positions, turn_of)
    wanted = find_game(game or table.game)
    play = table_rules.of_play(table, wanted.key, at=rules_at)
    running = table_rules.of_table(table, wanted.key, at=rules_at)

    def place(live: Collection[int]) -> Positions:
        return _positions(table, live, play, running, carried, secret)

    return _Coming(wanted, stakes or Stakes.from_json(table.stakes), place, None)


def _with_button(table: Table, coming: _Coming, button: int) -> _Coming:
    """The same with the button at that seat, and the blinds behind it."""

    def place(live: Collection[int]) -> Positions:
        return dealer_button.first(live, table.seats, button=button)

    def turn_of(live: Collection[int]) -> Turn:
        assert coming.turn_of is not None
        turn, where = coming.turn_of(live), place(live)
        if not coming.game.has_blinds:
            return replace(turn, positions=Positions(where.button))
        return replace(turn, positions=where, blinds=where)

    return coming._replace(place=place, turn_of=coming.turn_of and turn_of)


def _bomb(table: Table, coming: _Coming, running: TableRules) -> int:
    """What everybody puts in for a bomb pot, in chips; 0 where the next hand is none."""
    has_board = isinstance(coming.game, Game) and coming.game.has_board
    if not table.is_cash or not has_board or not running.bomb_every or _ordinal(table) % running.bomb_every:
        return 0
    return running.bomb * bet_of(coming.stakes)


def _ordinal(table: Table) -> int:
    """How many hands have been played with the coming one; what was entered wrongly at real cards was none."""
    if table.deals_itself:
        return table.next_hand
    return Hand.objects.filter(table=table).exclude(state=Hand.State.VOID).count() + 1


def _start(
    table: Table,
    coming: _Coming,
    seats: tuple[Seat, ...],
    where: Positions,
    play: Rules,
    running: TableRules,
    carried: Mapping[str, Any],
    bomb: int,
) -> Start:
    """On as many boards as the house wants and the deck holds, or as a bomb pot. Raises what the engine raises."""
    game = coming.game
    posting = where if game.has_blinds else Positions(where.button)
    more = {"bomb": bomb} if bomb else {}
    boards = running.boards if table.is_cash and isinstance(game, Game) and game.has_board else 1
    while boards > 1:
        try:
            return _tried(start_of(game.key, coming.stakes, seats, posting, play, carried, boards=boards, **more))
        except BadStart:
            boards -= 1
    return _tried(start_of(game.key, coming.stakes, seats, posting, play, carried, **more))


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
    table: Table, taken: Collection[int], play: Rules, running: TableRules, carried: Mapping[str, Any], secret: bytes
) -> Positions:
    if table.button is None:
        drawn = first_button.draw(table, taken, secret)
        return dealer_button.first(taken, table.seats, button=drawn.button)
    if holds_button(play, carried, taken):
        return Positions(table.button)
    previous = Positions(table.button, table.small_blind, table.big_blind)
    winner = winner_of_last(table) if running.button == "winner" else None
    return dealer_button.advance(
        previous, taken, table.seats, running.button, winner=winner, heads_up=running.heads_up_blinds
    )


def _tried(start: Start) -> Start:
    begin(start, Deck.recorded())
    return start
