"""The words of the rules by which the floor decides, marked for the catalogue."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_noop as _
from django.utils.translation import pgettext_lazy

RULES: dict[str, tuple[str | Promise, ...]] = {
    "voice_or_chips": (
        _("Words and chips that differ"),
        _(
            "Voice beats chips: what is said counts, whenever it is said. First binds: what came first counts, "
            "and clear words only if both came at once."
        ),
        _("what binds a player who puts out chips and then says something else"),
        pgettext_lazy("choice", "voice beats chips"),
        pgettext_lazy("choice", "first binds"),
    ),
    "oversized_chip": (
        _("One chip worth more than the call, put in silently"),
        _("A call, and change is given; or the chip counts in full, as several chips would."),
        pgettext_lazy("choice", "call"),
        pgettext_lazy("choice", "counts in full"),
    ),
    "several_chips": (
        _("Several chips put in silently to a bet"),
        _(
            "All count: they are the bet, and one between a call and the least raise is made up to the raise. "
            "Half: if every chip is needed for the call it is one; else half of a raise or more must be made up "
            "to it, and less is a call. A number said alone is read the same way. Fixed limit always goes by the "
            "half."
        ),
        _("whether chips beyond a call, without a word, are a raise"),
        pgettext_lazy("choice", "all count"),
        pgettext_lazy("choice", "half"),
    ),
    "raise_number": (
        _("A number after “raise”"),
        _("“Raise, six hundred”: to 600 in all, or by 600 more. “To” and “by” are taken at their word."),
        _("whether a number said with a raise is the whole bet or the raise alone"),
        pgettext_lazy("choice", "to"),
        pgettext_lazy("choice", "by"),
    ),
    "short_raise": (
        _("A raise declared for too little"),
        _("Least raise: who says “raise” raises, at least by the least. Half: less than half of a raise is a call."),
        _("whether the half of a raise matters once “raise” was said"),
        pgettext_lazy("choice", "least raise"),
        pgettext_lazy("choice", "half"),
    ),
    "raise_motions": (
        _("“Raise” without an amount"),
        _("Which chips are the raise: those of the first motion after the word, or of every motion."),
        _("whether the chips may follow slowly when no amount was said"),
        pgettext_lazy("choice", "first motion"),
        pgettext_lazy("choice", "every motion"),
    ),
    "undercall": (
        _("Fewer chips than the call"),
        _(
            "TDA 51: a full call when two players are left or the bet is the opening one, else the floor decides."
            " Full call: always. Take back: the chips go back and the player acts again."
        ),
        _("whether chips short of a call bind to the whole of it"),
        pgettext_lazy("choice", "full call"),
        pgettext_lazy("choice", "take back"),
    ),
    "out_of_turn": (
        _("Action out of turn"),
        _(
            "TDA 53: binding if the action to the player has not changed when the turn comes; a fold always is. "
            "Never binding: the player acts when the turn comes."
        ),
        _("whether a player who acts too soon is held to it"),
        pgettext_lazy("choice", "never binding"),
    ),
    "check_sign": (
        _("How a check is given"),
        _("Said, or by a tap of the table; said, or by two taps; or said only."),
        _("whether one tap is a check"),
        pgettext_lazy("choice", "voice or tap"),
        pgettext_lazy("choice", "voice or two taps"),
        pgettext_lazy("choice", "voice"),
    ),
    "conditional": (
        _("“If you bet, I raise”"),
        _("Whether the floor may hold a player to a statement about a later action, or it never binds."),
        pgettext_lazy("choice", "floor decides"),
        pgettext_lazy("choice", "never binding"),
    ),
    "pot_in_no_limit": (
        _("“Pot” where the pot is no limit"),
        _(
            "A bet, of any size: the player must bet or raise, at least the least, and says how much. Size of the"
            " pot: the dealer counts it, as in pot limit."
        ),
        _("whether “pot” means an amount in no limit"),
        pgettext_lazy("choice", "a bet, of any size"),
        pgettext_lazy("choice", "size of the pot"),
    ),
    "may_ask_to_see": (
        _("Who may have a hand shown that was not"),
        _(
            "Shown to players. The dealer alone; also a caller of the last river bet, for the hand that made it; "
            "or anyone dealt in."
        ),
        _("whether a player may ask to see a hand that went to the muck"),
        pgettext_lazy("choice", "dealer"),
        pgettext_lazy("choice", "river callers"),
        pgettext_lazy("choice", "anyone dealt in"),
    ),
    "phones": (
        _("Phones at the table"),
        _(
            "Shown to players. Silent use after folding until the next deal; never at the table; or freely "
            "between own decisions. Calls are taken away from the table."
        ),
        _("the document can be read to forbid phones to those who have folded, or to allow them"),
        pgettext_lazy("choice", "when folded"),
        pgettext_lazy("choice", "never"),
        pgettext_lazy("choice", "between decisions"),
    ),
    "rabbit_hunt": (
        _("Rabbit hunting"),
        _("Shown to players. Whether the cards that would have come may be turned up after a hand."),
    ),
    "misdeals": (
        _("When a hand is dealt again"),
        _("Shown to players and to the floor; any text."),
    ),
}
# The text that stands until a club writes its own.
MISDEALS = pgettext_lazy(
    "choice",
    "Before substantial action a hand is dealt again when: two or more cards lie boxed in the deck; the "
    "first card went to the wrong seat; a seat was dealt in or left out by mistake; a player has the "
    "wrong number of cards (the button may be given one that is missing); a card does not belong to the "
    "deck; or, in games with a flop, the dealer exposed one of the first two cards or any two hole cards. "
    "The deal is repeated exactly: same button, blinds and players.",
)
