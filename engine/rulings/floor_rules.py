"""The house rules of the floor: what a club may choose about words, chips and conduct at a physical table.

`engine.rulings.interpret` obeys those of `OBEYED`. The others are shown to players and kept by people: no hand that the
server deals depends on them, and no code pretends to enforce them.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.house_rules import declared, rule
from engine.messages.message import _, pgettext

_MISDEALS = (
    "Before substantial action a hand is dealt again when: two or more cards lie boxed in the deck; the first card went "
    "to the wrong seat; a seat was dealt in or left out by mistake; a player has the wrong number of cards (the button "
    "may be given one that is missing); a card does not belong to the deck; or, in games with a flop, the dealer exposed "
    "one of the first two cards or any two hole cards. The deal is repeated exactly: same button, blinds and players."
)


@dataclass(frozen=True, slots=True)
class FloorRules:
    """The rules by which the floor reads what a player said and did, and those a club hangs beside them."""

    voice_or_chips: str = rule(
        "voice beats chips",
        title=_("Words and chips that differ"),
        help=_(
            "Voice beats chips: what is said counts, whenever it is said. First binds: what came first counts, and "
            "clear words only if both came at once."
        ),
        choices=(pgettext("choice", "voice beats chips"), pgettext("choice", "first binds")),
        source="S1.4; TDA 40-A",
        settles=_("what binds a player who puts out chips and then says something else"),
        presets={"tda-2024": "first binds"},
    )
    oversized_chip: str = rule(
        "call",
        title=_("One chip worth more than the call, put in silently"),
        help=_("A call, and change is given; or the chip counts in full, as several chips would."),
        choices=(pgettext("choice", "call"), pgettext("choice", "counts in full")),
        source="S1.4; TDA 44",
    )
    several_chips: str = rule(
        "all count",
        title=_("Several chips put in silently to a bet"),
        help=_(
            "All count: they are the bet, and one between a call and the least raise is made up to the raise. "
            "Half: if every chip is needed for the call it is one; else half of a raise or more must be made up to it, and less "
            "is a call. A number said alone is read the same way. Fixed limit always goes by the half."
        ),
        choices=(pgettext("choice", "all count"), pgettext("choice", "half")),
        source="S1.4; TDA 40-C, 43-A, 45",
        settles=_("whether chips beyond a call, without a word, are a raise"),
        presets={"tda-2024": "half"},
    )
    raise_number: str = rule(
        "to",
        title=_("A number after “raise”"),
        help=_("“Raise, six hundred”: to 600 in all, or by 600 more. “To” and “by” are taken at their word."),
        choices=(pgettext("choice", "to"), pgettext("choice", "by")),
        source="S1.4; TDA 43-B",
        settles=_("whether a number said with a raise is the whole bet or the raise alone"),
        presets={"documents": "by"},
    )
    short_raise: str = rule(
        "least raise",
        title=_("A raise declared for too little"),
        help=_(
            "Least raise: who says “raise” raises, at least by the least. Half: less than half of a raise is a call."
        ),
        choices=(pgettext("choice", "least raise"), pgettext("choice", "half")),
        source="S0.13; TDA 43-A",
        settles=_("whether the half of a raise matters once “raise” was said"),
    )
    raise_motions: str = rule(
        "first motion",
        title=_("“Raise” without an amount"),
        help=_("Which chips are the raise: those of the first motion after the word, or of every motion."),
        choices=(pgettext("choice", "first motion"), pgettext("choice", "every motion")),
        source="S1.4; TDA 42, 56",
        settles=_("whether the chips may follow slowly when no amount was said"),
    )
    undercall: str = rule(
        "TDA 51",
        title=_("Fewer chips than the call"),
        help=_(
            "TDA 51: a full call when two players are left or the bet is the opening one, else the floor decides. "
            "Full call: always. Take back: the chips go back and the player acts again."
        ),
        choices=("TDA 51", pgettext("choice", "full call"), pgettext("choice", "take back")),
        source="TDA 51-B",
        settles=_("whether chips short of a call bind to the whole of it"),
    )
    out_of_turn: str = rule(
        "TDA 53",
        title=_("Action out of turn"),
        help=_(
            "TDA 53: binding if the action to the player has not changed when the turn comes; a fold always is. "
            "Never binding: the player acts when the turn comes."
        ),
        choices=("TDA 53", pgettext("choice", "never binding")),
        source="TDA 53-A, 58",
        settles=_("whether a player who acts too soon is held to it"),
    )
    check_sign: str = rule(
        "voice or tap",
        title=_("How a check is given"),
        help=_("Said, or by a tap of the table; said, or by two taps; or said only."),
        choices=(
            pgettext("choice", "voice or tap"),
            pgettext("choice", "voice or two taps"),
            pgettext("choice", "voice"),
        ),
        source="S1.4; TDA 3",
        settles=_("whether one tap is a check"),
        presets={"documents": "voice or two taps"},
    )
    conditional: str = rule(
        "floor decides",
        title=_("“If you bet, I raise”"),
        help=_("Whether the floor may hold a player to a statement about a later action, or it never binds."),
        choices=(pgettext("choice", "floor decides"), pgettext("choice", "never binding")),
        source="TDA 59-A",
    )
    pot_in_no_limit: str = rule(
        "a bet, of any size",
        title=_("“Pot” where the pot is no limit"),
        help=_(
            "A bet, of any size: the player must bet or raise, at least the least, and says how much. "
            "Size of the pot: the dealer counts it, as in pot limit."
        ),
        choices=(pgettext("choice", "a bet, of any size"), pgettext("choice", "size of the pot")),
        source="TDA 54-D",
        settles=_("whether “pot” means an amount in no limit"),
    )
    # -- shown to players and kept by people --------------------------------------------------------------------------
    may_ask_to_see: str = rule(
        "dealer",
        title=_("Who may have a hand shown that was not"),
        help=_(
            "Shown to players. The dealer alone; also a caller of the last river bet, for the hand that made it; or anyone "
            "dealt in."
        ),
        choices=(
            pgettext("choice", "dealer"),
            pgettext("choice", "river callers"),
            pgettext("choice", "anyone dealt in"),
        ),
        source="S1.5; TDA 18",
        settles=_("whether a player may ask to see a hand that went to the muck"),
        presets={"tda-2024": "river callers"},
    )
    phones: str = rule(
        "when folded",
        title=_("Phones at the table"),
        help=_(
            "Shown to players. Silent use after folding until the next deal; never at the table; or freely between own "
            "decisions. Calls are taken away from the table."
        ),
        choices=(
            pgettext("choice", "when folded"),
            pgettext("choice", "never"),
            pgettext("choice", "between decisions"),
        ),
        source="S1.8; TDA 5",
        settles=_("the document can be read to forbid phones to those who have folded, or to allow them"),
    )
    rabbit_hunt: bool = rule(
        False,
        title=_("Rabbit hunting"),
        help=_(
            "Whether the cards that would have come onto the board may be turned up after a hand: where the server deals, by "
            "whoever held cards in it, until the next hand; at real cards by the dealer. It is on record who asked."
        ),
        source="TDA 28",
    )
    misdeals: str = rule(
        _MISDEALS,
        title=_("When a hand is dealt again"),
        help=_("Shown to players and to the floor; any text."),
        source="TDA 35, 37",
    )


OBEYED = (
    "voice_or_chips",
    "oversized_chip",
    "several_chips",
    "raise_number",
    "short_raise",
    "raise_motions",
    "undercall",
    "out_of_turn",
    "check_sign",
    "conditional",
    "pot_in_no_limit",
)
PLAYED = ("rabbit_hunt",)  # no ruling: the table does as it says
SHOWN = tuple(one.key for one in declared(FloorRules) if one.key not in (*OBEYED, *PLAYED))
