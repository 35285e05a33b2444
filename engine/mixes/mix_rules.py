"""The house rules of mixed tables: which games, in which order, and when they change (RULES.md S0.16, S0.17)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.errors import BadStart
from engine.games.betting_games import GAMES
from engine.house_rules import rule
from engine.messages.house_rules import RuleText
from engine.messages.message import Message, _, pgettext
from engine.mixes.mixes import READY_MADE, Leg, parse_legs, ready_made, standard_limit
from engine.mixes.rotation import ON_TIME_OUT, UNITS, Change, Rotation

_OWN = pgettext("choice", "own")


@dataclass(frozen=True, slots=True)
class MixRules:
    """What a club plays at a mixed table where the table or the event says nothing else."""

    rotation: str = rule(
        "horse",
        title=_("Games of a mixed table"),
        help=_("A mix that has a name, or own: the list below."),
        choices=(*READY_MADE, _OWN),
        source="S0.17",
    )
    rotation_games: str = rule(
        "",
        title=_("Own list of games"),
        help=_("Games with their limits in the order they are played, such as: holdem no, razz fixed, badugi fixed."),
        source="S0.17",
        parse=parse_legs,
    )
    rotation_change: str = rule(
        "hands",
        title=_("The game changes by"),
        help=_("Hands, orbits of the button (in stud as many hands as players), minutes, or levels."),
        choices=UNITS,
        source="S0.17",
    )
    rotation_every: int = rule(
        8,
        title=_("The game changes every"),
        help=_("After how many hands, orbits, minutes or levels the next game comes."),
        choices=range(1, 1001),
        source="S0.17",
    )
    rotation_ends: str = rule(
        "again",
        title=_("After the last game of the list"),
        help=_("Again: the list begins again. Once: the table stays with its last game."),
        choices=(pgettext("choice", "again"), pgettext("choice", "once")),
        source="house",
    )
    is_button_frozen: bool = rule(
        True,
        title=_("The button is frozen in stud"),
        help=_(
            "From a game with blinds to stud the button goes to its next place and stays there until blinds return."
        ),
        choices=(True,),
        source="TDA 2024, rule 11-B",
    )
    is_dealers_choice: bool = rule(
        False,
        title=_("Dealer's choice"),
        help=_("The dealer picks each game from the list on offer; the choice passes to the next player every time."),
        source="S0.16",
    )
    choice_games: str = rule(
        "",
        title=_("Games on offer"),
        help=_(
            "Games with their limits, such as: omaha pot, razz fixed. Empty: every betting game, at its usual limit."
        ),
        source="S0.16",
        parse=parse_legs,
    )
    choice_change: str = rule(
        "orbit",
        title=_("A chosen game lasts by"),
        help=_("Hands, orbits of the button (in stud as many hands as players), minutes, or levels."),
        choices=UNITS,
        source="S0.16",
    )
    choice_every: int = rule(
        1,
        title=_("A chosen game lasts"),
        help=_("How many hands, orbits, minutes or levels a chosen game is played."),
        choices=range(1, 1001),
        source="S0.16",
    )
    choice_on_time_out: str = rule(
        "same",
        title=_("A chooser who does not answer"),
        help=_("Same: the last game goes on. First: the first game on offer that can seat everybody."),
        choices=ON_TIME_OUT,
        source="house",
    )

    def impossible(self) -> Message | None:
        """Why these values cannot stand together; None if they can."""
        if not self.is_dealers_choice and self.rotation == _OWN and not self.rotation_games.strip():
            return RuleText.NO_GAMES()
        return None


def rotation_of(rules: MixRules) -> Rotation:
    """The rotation that these rules make. Raises `BadStart` or `UnknownGame` for a list that is none."""
    if rules.is_dealers_choice:
        everything = tuple(Leg(game.key, standard_limit(game)) for game in GAMES.values())
        change = Change(rules.choice_change, rules.choice_every)
        offer = parse_legs(rules.choice_games) or everything
        return Rotation(offer, change, order="choice", on_time_out=rules.choice_on_time_out)
    legs = parse_legs(rules.rotation_games) if rules.rotation == _OWN else ready_made(rules.rotation)
    if not legs:
        raise BadStart(RuleText.NO_GAMES(), field="rotation_games")
    return Rotation(legs, Change(rules.rotation_change, rules.rotation_every), order=rules.rotation_ends)
