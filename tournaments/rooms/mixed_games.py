"""Mixed events at dealt tables: what the coming hand is of, and how a table goes on after a draw for seats.

The sheet says which games each level plays (`tournaments.structures.levels_and_breaks`), `engine.mixes.rotation` whose turn it
is at a table, and `tables.cash.mixed_games` keeps that with the table.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime

from engine.games.hand_start import Stakes
from engine.mixes.rotation import Turn
from engine.play.any_game import find_game
from tables.cash.mixed_games import Event
from tables.cash.mixed_games import name_of as mix_name
from tables.dealing import dealer
from tables.hand import first_button
from tables.models import Hand, Table
from tables.tournament_seats.table_owner import Terms
from tournaments.log.state import State
from tournaments.models import Tournament
from tournaments.structures import chips_in_play, level_games_and_stakes, levels_and_breaks
from tournaments.structures.clock import level_at
from tournaments.structures.levels_and_breaks import Level


def event_of(tournament: Tournament, level: Level, seconds: float, gone: Collection[int] = ()) -> Event | None:
    """What a mixed event plays in that level, the clock standing at so many seconds; None where one game is played.

    gone: the chips that are out of play; odd chips are of the smallest left.
    """
    if not level_games_and_stakes.is_mixed(tournament.sheet):
        return None
    played = level_games_and_stakes.rotation_at(tournament.sheet, level)
    chip = chips_in_play.smallest_chip(tournament.sheet, gone)
    legs = tuple(
        replace(leg, stakes=in_chips(level_games_and_stakes.stakes_of(leg, level), chip)) for leg in played.legs
    )
    number = level_games_and_stakes.counted(tournament.sheet, level)
    return Event(replace(played, legs=legs), level_games_and_stakes.mixed_stakes(level), number, seconds)


def in_chips(stakes: Stakes, chip: int) -> Stakes:
    """The stakes with that smallest chip; without one where a point is worth no whole number of them."""
    return stakes if stakes.point % chip else replace(stakes, unit=chip)


def name_of(tournament: Tournament) -> str:
    """What the event plays: its game in English, as in the catalogue, or what its mix is called in the reader's language."""
    played = level_games_and_stakes.rotation_at(
        tournament.sheet, level_at(levels_and_breaks.items(tournament.sheet), 0)
    )
    return (
        mix_name(played) if level_games_and_stakes.is_mixed(tournament.sheet) else find_game(played.legs[0].game).name
    )


def deal(pk: int, tournament: Tournament, level: Level, state: State, *, now: datetime) -> Hand | None:
    """Deal the next hand at a table of the tournament, by the rules that the level began with; None while a player is asked
    which game it is to be.

    Raises what `tables.dealing.dealer.deal` raises.
    """
    terms = terms_of(tournament, level, state, now=now)
    if terms.event is not None:
        return dealer.deal_for(terms.event, pk, now=now, rules_at=terms.rules_at)
    return dealer.deal(pk, game=terms.game, stakes=terms.stakes, now=now, rules_at=terms.rules_at, durable=False)


def terms_of(tournament: Tournament, level: Level, state: State, *, now: datetime) -> Terms:
    """What the next hand is of and for in that level, by the rules that it began with."""
    gone = state.orders.gone
    event = event_of(tournament, level, state.clock.seconds(now), gone)
    if event is not None:
        return Terms(event=event, rules_at=state.level_began)
    stakes = in_chips(
        level_games_and_stakes.stakes(tournament.sheet, level), chips_in_play.smallest_chip(tournament.sheet, gone)
    )
    return Terms(level_games_and_stakes.game_of(tournament.sheet)[0], stakes, None, state.level_began)


def go_on(table: Table, before: Table, seats: set[int], secret: bytes) -> None:
    """After a draw for seats: the game being played goes on, from a new button. Saves the table's turn."""
    if before.turn is None or table.rotation is None:
        return
    drawn = first_button.draw(table, seats, secret)
    table.turn, table.button_cards = Turn.from_json(before.turn).redrawn(drawn.button).as_json(), drawn.texts
    table.save(update_fields=["turn", "button_cards"])
