"""A hand in Open Hand History as another program writes it: cards that nobody told, amounts in cents, an empty seat."""

from __future__ import annotations

from typing import Any

FOREIGN: dict[str, Any] = {
    "spec_version": "1.4.6", "site_name": "Elsewhere", "network_name": "Elsewhere", "internal_version": "1.0.0",
    "tournament": False, "game_number": "77-1", "start_date_utc": "2024-02-28T19:30:00", "table_name": "Aqua",
    "game_type": "Holdem", "bet_limit": {"bet_type": "NL", "bet_cap": 0}, "table_size": 6, "currency": "EUR",
    "dealer_seat": 5, "small_blind_amount": 0.05, "big_blind_amount": 0.1, "ante_amount": 0, "hero_player_id": 8,
    "players": [
        {"id": 7, "seat": 1, "name": "Anna", "starting_stack": 10.05},
        {"id": 8, "seat": 3, "name": "Ben", "starting_stack": 8},
        {"id": 9, "seat": 5, "name": "Caro", "starting_stack": 12.4},
        {"id": 10, "seat": 6, "name": "Dan", "starting_stack": 12.4, "is_sitting_out": True},
    ],
    "rounds": [
        {"id": 0, "street": "Preflop", "actions": [
            {"action_number": 1, "player_id": 7, "action": "Post SB", "amount": 0.05},
            {"action_number": 2, "player_id": 8, "action": "Post BB", "amount": 0.1},
            {"action_number": 3, "player_id": 8, "action": "Dealt Cards", "cards": ["As", "Ad"]},
            {"action_number": 4, "player_id": 9, "action": "Raise", "amount": 0.3},
            {"action_number": 5, "player_id": 7, "action": "Fold"},
            {"action_number": 6, "player_id": 8, "action": "Raise", "amount": 0.8},
            {"action_number": 7, "player_id": 9, "action": "Call", "amount": 0.6},
        ]},
        {"id": 1, "street": "Flop", "cards": ["2c", "7d", "9h"], "actions": [
            {"action_number": 8, "player_id": 8, "action": "Bet", "amount": 1},
            {"action_number": 9, "player_id": 9, "action": "Fold"},
        ]},
    ],
    "pots": [{"number": 1, "amount": 1.85, "rake": 0.05, "player_wins": [{"player_id": 8, "win_amount": 1.8}]}],
}  # fmt: skip
