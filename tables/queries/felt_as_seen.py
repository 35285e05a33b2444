"""What the felt's template is given: the table as a viewer sees it, seat by seat.

`table` (the row), `seen` (`table_as_seen_by`), `places` (one entry a seat), `asks` (those put to the viewer), `may_suggest`,
`suggested` (the best setting, where it was asked for and is allowed), `error` (a refusal's text or empty), `cannot_deal` (why no
hand is dealt, or empty), `form_key` (makes a money form happen once).
"""

from __future__ import annotations

import secrets
from datetime import datetime
from typing import Any

from club.models import Player
from engine.games.row_layout import SET
from engine.play.any_game import find_game
from tables.chinese_hands import setting_suggestions
from tables.core import table_rules
from tables.dealing import dealer
from tables.hand.hand_in_play import Play
from tables.models import PlayerNote, Table
from tables.player_choices import avatars
from tables.queries import game_catalogue, table_as_seen


def felt_as_seen_by(
    table: Table, viewer: Player | None, *, now: datetime, error: str = "", play: Play | None = None
) -> dict[str, Any]:
    """What the felt's template is given to show the table to this viewer; None sees what everybody sees.

    error: why something was refused that the viewer asked for. play: as `table_as_seen.table_as_seen_by` has it.
    """
    seen = table_as_seen.table_as_seen_by(table, viewer, now=now, play=play)
    hand = seen["hand"]
    view = None if hand is None else hand["view"]
    asks = [] if view is None or hand["state"] != "playing" else [ask for ask in view["asks"] if "offers" in ask]
    return {
        "table": table,
        "stakes": game_catalogue.stakes_in_words(table),
        "seen": seen,
        "hand": hand,
        "view": view,
        "places": places_of(seen),
        "asks": [ask for ask in asks if ask["seat"] == seen["you"]],
        "may_suggest": any(ask["kind"] == SET for ask in asks) and setting_suggestions.are_allowed(hand["id"]),
        "suggested": None,
        "must_show_all": bool(seen["your_cards_to_show"])
        and table_rules.of_table(table, table.game).showing == "whole hand",
        "avatars": avatars.of_players(one["player"] for one in seen["sittings"]),
        "note_marks": PlayerNote.Mark.choices,
        "error": error,
        "cannot_deal": dealer.why_not_dealt(table, now) if seen["deal_at"] is not None else "",
        "form_key": secrets.token_urlsafe(9),
        "own_word": _own_word(seen, viewer),
        "words": _words(seen),
    }


def _words(seen: dict[str, Any]) -> list[tuple[str, str]]:
    """The words given for the next hand, each with its player's name."""
    given = {} if seen["next"] is None else seen["next"]["words"]
    return [(one["name"], given[str(one["player"])]) for one in seen["sittings"] if str(one["player"]) in given]


def _own_word(seen: dict[str, Any], viewer: Player | None) -> str:
    return "" if seen["next"] is None or viewer is None else seen["next"]["words"].get(str(viewer.pk), "")


def places_of(seen: dict[str, Any]) -> list[dict[str, Any]]:
    """One entry a seat: who sits there (or nobody), and what lies before them in the hand that is shown."""
    hand = seen["hand"]
    in_hand = {} if hand is None else {place["seat"]: place for place in hand["view"]["seats"]}
    seated = {sitting["seat"]: sitting for sitting in seen["sittings"]}
    to_act = [] if hand is None or hand["state"] != "playing" else hand["view"]["to_act"]
    moves_button = hand is not None and find_game(hand["view"]["game"]).moves_button
    places = []
    for number in range(1, seen["seats"] + 1):
        sitting, held = seated.get(number), in_hand.get(number)
        is_live = hand is not None and hand["state"] in ("playing", "over")
        # Chips bet in a hand leave the account only when it is settled; until then the engine knows the stack.
        stack = held["stack"] if held is not None and is_live else (sitting or {}).get("stack")
        places.append(
            {
                "seat": number,
                "sitting": sitting,
                "hand": held,
                "stack": stack,
                "is_you": number == seen["you"],
                "is_to_act": number in to_act,
                "note": seen.get("your_notes", {}).get(str(sitting["player"])) if sitting else None,
                "clock": None if hand is None else hand["clocks"].get(str(number)),
                # In stud nobody has a button: who acts first is said by the cards.
                "has_button": moves_button and hand is not None and hand["view"]["button"] == number,
            }
        )
    return places
