"""Stakes as a poker room writes them, and those a game can be opened with."""

from __future__ import annotations

from dataclasses import replace

from club.base.phrases import gettext as _
from club.text.messages import said
from engine.betting.hand import Stakes
from engine.games.betting_games import Game
from engine.messages.starts import StakesText
from engine.mixes.mixes import MixedStakes
from engine.play.any_game import AnyGame
from tables.text.engine_words import LIMITS

# What the examples are worked out from: fixed limit 100/200, no limit and pot limit 25/50.
_LEVEL = MixedStakes(small_bet=100, ante=20)


def example(game: AnyGame, limit: str) -> Stakes:
    """Stakes at which that game can be played at that limit: its members are those a table needs.

    Raises `BadStart` for a limit that the game is not played at.
    """
    stakes = _LEVEL.of(game.key, limit)
    # Where cards are turned up in turn, nobody brings it in (S2.14).
    return replace(stakes, bring_in=0) if isinstance(game, Game) and game.opening == "roll" else stakes


def in_words(stakes: Stakes) -> str:
    """Such as ``50/100``, ``1–5/1–10`` (spread), ``100/200 (20)`` with the ante in brackets, or ``ante 20, bring-in 25``."""
    if stakes.limit == "points":
        return said(StakesText.A_POINT(chips=f"{stakes.point:,}"))
    if stakes.limit == "spread":
        return _with_ante(f"{stakes.min_bet:,}–{stakes.small_bet:,}/{stakes.min_bet:,}–{stakes.big_bet:,}", stakes)
    if stakes.limit == "fixed":  # called by its bets, whatever its blinds (S0.12)
        return _with_ante(f"{stakes.small_bet:,}/{stakes.big_bet:,}", stakes)
    if stakes.big_blind:
        return _with_ante(f"{stakes.small_blind:,}/{stakes.big_blind:,}", stakes)
    ante = _("ante %(ante)s") % {"ante": f"{stakes.ante:,}"} if stakes.ante else ""
    bring_in = _("bring-in %(bring_in)s") % {"bring_in": f"{stakes.bring_in:,}"} if stakes.bring_in else ""
    return ", ".join(filter(None, [ante, bring_in]))


def at_limit(game_name: str, limit: str) -> str:
    """A game with its limit, in the reader's language, such as ``Omaha · Pot limit``. Where nobody bets there is none."""
    return _(game_name) if limit == "points" else f"{_(game_name)} · {_(LIMITS[limit])}"


def game_in_words(game_name: str, stakes: Stakes) -> str:
    """A game with its limit and its stakes, such as ``Omaha · Pot limit 25/50``, or ``Open-Face Chinese · 10 a point``."""
    between = " · " if stakes.limit == "points" else " "
    return between.join((at_limit(game_name, stakes.limit), in_words(stakes)))


def _with_ante(bets: str, stakes: Stakes) -> str:
    return f"{bets} ({stakes.ante:,})" if stakes.ante else bets
