"""Open Hand History 1.4.7 as a JSON Schema, written from the facts of the specification (https://hh-specs.handhistory.org).

It is text: no schema is published with it. Members are required unless it says that they may be left out; members that it does
not know are ours alone.
"""

from __future__ import annotations

from typing import Any

CARD = {"type": "string", "pattern": "^[2-9TJQKA][hsdc]$"}
AMOUNT = {"type": "number", "minimum": 0}
CARDS = {"type": "array", "items": CARD, "minItems": 1}
ACTIONS = (
    "Dealt Cards", "Mucks Cards", "Shows Cards", "Post Ante", "Post SB", "Post BB", "Straddle", "Post Dead",
    "Post Extra Blind", "Fold", "Check", "Bet", "Raise", "Call", "Added Chips", "Sits Down", "Stands Up", "Add to Pot",
    "Player Adjustment",
)  # fmt: skip


def _object(required: dict[str, Any], **optional: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "required": list(required),
        "properties": required | optional,
        "additionalProperties": False,
    }


ACTION = _object(
    {"action_number": {"type": "integer", "minimum": 1}, "action": {"enum": list(ACTIONS)}},
    player_id={"type": ["integer", "null"]}, amount={"type": "number"}, is_allin={"type": "boolean"}, cards=CARDS,
)  # fmt: skip
ROUND = _object(
    {
        "id": {"type": "integer", "minimum": 0},
        "street": {"enum": ["Preflop", "Flop", "Turn", "River", "Showdown"]},
        "actions": {"type": "array", "items": ACTION},
    },
    cards=CARDS,
)
PLAYER = _object(
    {"id": {"type": "integer"}, "seat": {"type": "integer", "minimum": 1}, "name": {"type": "string", "minLength": 1},
     "starting_stack": AMOUNT},
    display={"type": ["string", "null"]}, player_bounty=AMOUNT, is_sitting_out={"type": "boolean"},
)  # fmt: skip
WIN = _object({"player_id": {"type": "integer"}, "win_amount": AMOUNT}, cashout_amount=AMOUNT, cashout_fee=AMOUNT)
POT = _object(
    {"number": {"type": "integer"}, "amount": AMOUNT, "player_wins": {"type": "array", "items": WIN}},
    rake={"type": ["number", "null"], "minimum": 0}, jackpot=AMOUNT,
)  # fmt: skip
TOURNAMENT = _object(
    {"tournament_number": {"type": "string", "minLength": 1}, "name": {"type": "string", "minLength": 1},
     "start_date_utc": {"type": "string", "pattern": r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ?$"},
     "currency": {"type": "string", "pattern": "^[A-Z]{3}$"}, "buyin_amount": AMOUNT, "fee_amount": AMOUNT,
     "bounty_fee_amount": AMOUNT, "initial_stack": {"type": "integer", "minimum": 1}, "type": {"enum": ["STT", "MTT"]},
     "flags": {"type": "array"},
     "speed": _object({
         "type": {"enum": ["Normal", "Semi-Turbo", "Turbo", "Super-Turbo", "Hyper-Turbo", "Ultra-Turbo"]},
         "round_time": {"type": "integer", "minimum": 0},
     })},
)  # fmt: skip
HAND = _object(
    {
        "spec_version": {"const": "1.4.7"},
        "site_name": {"type": "string", "minLength": 1},
        "network_name": {"type": "string", "minLength": 1},
        "internal_version": {"type": "string", "pattern": r"^\d+\.\d+\.\d+"},
        "tournament": {"type": "boolean"},
        "game_number": {"type": "string", "minLength": 1},
        "start_date_utc": {"type": "string", "pattern": r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ?$"},
        "table_name": {"type": "string"},
        "game_type": {"enum": ["Holdem", "Omaha", "OmahaHiLo", "Stud", "StudHiLo", "Draw"]},
        "bet_limit": _object({"bet_type": {"enum": ["NL", "PL", "FL"]}, "bet_cap": AMOUNT}),
        "table_size": {"type": "integer", "minimum": 2},
        "currency": {"type": "string", "pattern": "^[A-Z]{3}$"},
        "dealer_seat": {"type": "integer", "minimum": 1},
        "ante_amount": AMOUNT,
        "players": {"type": "array", "items": PLAYER, "minItems": 2},
        "rounds": {"type": "array", "items": ROUND, "minItems": 1},
        "pots": {"type": "array", "items": POT},
    },
    small_blind_amount={"type": ["number", "null"]}, big_blind_amount={"type": ["number", "null"]},
    hero_player_id={"type": ["integer", "null"]}, tournament_info=TOURNAMENT,
    flags={"type": "array", "items": {"enum": ["Run_It_Twice", "Anonymous", "Observed", "Fast", "Cap", "Bomb_Pot"]}},
    _cardhouse={"type": "object"},
)  # fmt: skip
SCHEMA = {"$schema": "https://json-schema.org/draft/2020-12/schema", **_object({"ohh": HAND})}
