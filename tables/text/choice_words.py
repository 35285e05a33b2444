"""The game that a player of dealer's choice chooses, in words: who is asked, what was chosen, or that nobody chose in time.

`seen` is the table as its viewer sees it. The felt, the log and whoever hears the table are told the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from club.base.phrases import gettext as _
from tables.text import stakes_words


def asked(seen: Mapping[str, Any]) -> dict[str, Any] | None:
    """Who is asked for the next game: `words`, `until` when the deal waits for it, `is_own`, whether it is the viewer's, and
    `is_answered`; None while nobody is."""
    question = (seen.get("mix") or {}).get("choosing")
    if not question:
        return None
    is_own, chosen = question["seat"] == seen["you"], question["chosen"]
    name = next((one["name"] for one in seen["sittings"] if one["seat"] == question["seat"]), "")
    if chosen is not None:
        words = _chosen(name, is_own, _game(seen, chosen))
    elif is_own:
        words = _("You choose the next game")
    else:
        words = _("%(name)s chooses the next game") % {"name": name}
    until = seen["deal_at"] if chosen is not None else question["by"]
    return {"words": words, "until": until, "is_own": is_own, "is_answered": chosen is not None}


def of_hand(seen: Mapping[str, Any]) -> dict[str, str] | None:
    """Who chose the game of the hand that is shown, `name` and `words` as a line of the log has them, and both as `whole`; None
    but in the first hand of a game that somebody chose, or should have."""
    now, hand = (seen.get("mix") or {}).get("now") or {}, seen["hand"]
    if now.get("chooser") is None or hand is None or hand["view"]["game"] != now["game"]:
        return None
    seat, game = now["chooser"], stakes_words.at_limit(now["game_name"], now["limit"])
    name = hand["names"].get(str(seat), "")
    if now["is_default"]:
        words = _("did not choose in time: %(game)s is played") % {"game": game}
        whole = _("%(name)s did not choose in time: %(game)s is played") % {"name": name, "game": game}
        return {"name": name, "words": words, "whole": whole}
    words = _("has chosen %(game)s") % {"game": game}
    return {"name": name, "words": words, "whole": _chosen(name, seat == seen["you"], game)}


def aloud(seen: Mapping[str, Any]) -> str:
    """What is said of it, as a sentence; empty where nothing is."""
    question, begun = asked(seen), of_hand(seen)
    words = question["words"] if question else begun["whole"] if begun else ""
    return _("%(what)s.") % {"what": words} if words else ""


def _chosen(name: str, is_own: bool, game: str) -> str:
    if is_own:
        return _("You have chosen %(game)s") % {"game": game}
    return _("%(name)s has chosen %(game)s") % {"name": name, "game": game}


def _game(seen: Mapping[str, Any], key: str) -> str:
    leg = next(one for one in seen["mix"]["games"] if one["key"] == key)
    return stakes_words.at_limit(leg["game_name"], leg["limit"])
