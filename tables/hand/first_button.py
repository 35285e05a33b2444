"""The first button of a table: by one card to each seat, by lot, or at the first or the last seat (RULES.md S0.15).

Where the server deals, the cards come from the coming hand's own secret; with real cards the floor may enter those that were
dealt (`tables.live_cards.button_draw_entry`). `Table.button_cards` holds them until the hand that begins from them keeps them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple

from engine.cards import card_text, parse_cards
from engine.games import dealer_button, high_card_for_button
from engine.games.play_rules import PlayRules
from tables.core import seeds, table_rules
from tables.hand import misdeals
from tables.models import Table

# Where nothing is drawn: which of the seats that play it is.
_BY_SEAT: Mapping[str, Callable[[Collection[int]], int]] = {table_rules.FIRST_SEAT: min, table_rules.LAST_SEAT: max}


class Drawn(NamedTuple):
    """The seat of the first button, and the cards by seat that it was dealt for; none by lot."""

    button: int
    cards: Mapping[int, int]

    @property
    def texts(self) -> dict[str, str] | None:
        """The cards as `Table.button_cards` and `Hand.button_cards` hold them, such as ``{"3": "Ks"}``; None by lot."""
        return {str(seat): card_text(card) for seat, card in self.cards.items()} or None


def draw(table: Table, live: Collection[int], secret: bytes) -> Drawn:
    """The first button among those seats: what stands already, else drawn from `secret` as the house rule says.

    Cards that were entered count as far as their seats still play: the highest of those has it.

    Raises `engine.errors.BadStart` where there is no seat.
    """
    before = misdeals.drawn_button(table)
    if before is not None:  # the hand that began from it was called off
        return Drawn(before, {})
    kept = {int(seat): parse_cards(text)[0] for seat, text in cards_of(table, live).items()}
    how = table_rules.of_table(table, table.game).first_button
    if not kept and how in _BY_SEAT:
        return Drawn(_BY_SEAT[how](live), {})
    if not kept and how == table_rules.BY_LOT:
        return Drawn(dealer_button.first(live, table.seats, rng=seeds.randomness_for(secret, "button")).button, {})
    cards = kept or high_card_for_button.deal_for_button(live, seeds.randomness_for(secret, "button"))
    return Drawn(high_card_for_button.first_dealer(cards, _suit_order(table)), cards)


def is_settled(table: Table, live: Collection[int]) -> bool:
    """True if the button of the table's first hand, which those seats play, is known before it begins."""
    if cards_of(table, live) or misdeals.drawn_button(table) is not None:
        return True
    return table_rules.of_table(table, table.game).first_button in _BY_SEAT


def cards_of(table: Table, live: Collection[int]) -> dict[str, str]:
    """The cards dealt for the button, by seat as `Table.button_cards` has them, without those of seats that do not play."""
    return {seat: text for seat, text in (table.button_cards or {}).items() if int(seat) in live}


def _suit_order(table: Table) -> str:
    play = table_rules.of_play(table, table.game)
    return play.suit_order if isinstance(play, PlayRules) else "spades high"
