"""The house rules of play: what a club may choose about a hand."""

from __future__ import annotations

from dataclasses import dataclass

from engine.house_rules import rule


@dataclass(frozen=True, slots=True)
class PlayRules:
    """The rules a hand is played by. A hand once begun keeps those it began with."""

    raise_cap: int = rule(
        4,
        title="Raises a round in fixed limit",
        help="How many raises, the bet not counted, a betting round of fixed limit may see; 0 is no cap.",
        choices=(0, 3, 4, 5),
        source="S0.12",
    )
    cap_heads_up: str = rule(
        "lifted",
        title="The cap with two players",
        help="Lifted: two players left in the hand may go on raising. Kept: the cap holds.",
        choices=("lifted", "kept"),
        source="S0.12; TDA 48",
        settles="whether the cap on raises ends with two players in the hand or only when the event is down to two",
    )
    big_blind_ante: str = rule(
        "blind first",
        title="A short big blind with a big-blind ante",
        help="What a player pays first who cannot pay both: the blind, or the ante.",
        choices=("blind first", "ante first"),
        source="TDA RP-11",
        settles="the order of blind and ante for a short stack",
    )
    losers: str = rule(
        "muck",
        title="Losing hands at showdown",
        help="Muck: a hand that cannot win is mucked unseen, but for all-in showdowns. Show: every hand is shown.",
        choices=("muck", "show"),
        source="S1.5; TDA 16, 17",
    )
    rake_percent: int = rule(
        0,
        title="Rake (per cent)",
        help="The house's part of a pot that was played for.",
        choices=range(21),
        source="S3.7",
    )
    rake_cap: int = rule(
        0,
        title="Most rake a hand (chips)",
        help="The house takes no more than this from one hand; 0 is no cap.",
        choices=range(1_000_000_001),
        source="S3.7",
    )
    no_flop_no_drop: bool = rule(
        True,
        title="No flop, no drop",
        help="A hand that ends before the flop or the first draw pays no rake.",
        source="house",
    )
