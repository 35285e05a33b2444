"""Which refusal comes from which numbered rule of docs/rules. This list is the one place that says so."""

from __future__ import annotations

from collections.abc import Mapping

from django.urls import reverse

from engine.messages.message import Message

# By the id of a message; where a refusal has none, by its code.
CITED: Mapping[str, str] = {
    # Who plays, and with which cards.
    "start.two_players": "S0.1",
    "start.too_many_seats": "S0.1",
    "start.wild_cards": "S0.4",
    "start.no_wild_cards": "S0.4",
    "start.strange_wild_cards": "S0.4",
    "start.all_wild": "S0.4",
    "start.too_few_cards": "S2.8",
    # Chips and forced bets.
    "club_rule.no_chip": "S0.7",
    "club_rule.same_chips": "S0.7",
    "club_rule.unknown_chip": "S0.7",
    "start.needs_blinds_or_ante": "S0.8",
    "start.nobody_posts_big_blind": "S0.8",
    "start.needs_ante": "S0.11",
    "start.ante_without_big_blind": "S0.11",
    "start.both_blinds": "S1.2",
    "start.needs_bring_in": "S2.2",
    "stakes.small_blind_above_big": "S1.2",
    "stakes.bring_in_above_bet": "S2.2",
    "stakes.fixed_bets": "S0.12",
    "stakes.spread_bets": "S0.12",
    "start.other_limits": "S0.12",
    # Decisions.
    "not_your_turn": "S0.8",
    "decision.not_open": "S0.8",
    "decision.bet_to_call": "S0.8",
    "decision.least_raise": "S0.13",
    "decision.most_raise": "S0.12",
    "decision.raise_to_either": "S0.12",
    # The showdown.
    "show.all_or_none": "S1.5",
    "show.count": "S1.5",
    "cannot_show": "S1.5",
    # The floor's rulings.
    "ruling_differs": "S1.4",
    # The first button, dealer's choice, mixed games.
    "start.no_card_for_button": "S0.15",
    "mix.not_on_offer": "S0.16",
    "mix.on_offer": "S0.16",
    "mix.game_twice": "S0.16",
    "not_your_choice": "S0.16",
    "not_chosen_now": "S0.16",
    "mix.every": "S0.17",
    "mix.unit": "S0.17",
    # Chinese poker.
    "placing.room": "S3.1",
    "placing.row": "S3.1",
    "placing.count": "S3.1",
    "rows.size": "S3.1",
    "rows.players": "S3.1",
    "royalty.points": "S3.4",
    "settlement.point": "S3.6",
    "stakes.point_in_whole_units": "S3.6",
    "chinese_start.fantasyland": "S3.10",
    "chinese_start.fantasyland_cards": "S3.10",
}


def rule_of(error: Exception) -> str:
    """The number of the rule that a refusal comes from; empty where it comes from none."""
    return _cited_by(getattr(error, "message", None)) or CITED.get(str(getattr(error, "code", "")), "")


def _cited_by(message: object) -> str:
    """What a message cites, or else one of those within it, which say why."""
    if not isinstance(message, Message):
        return ""
    return CITED.get(message.id) or next(filter(None, map(_cited_by, message.params.values())), "")


def address(number: str) -> str:
    """The page of that rule."""
    return reverse("rule", args=[number])
