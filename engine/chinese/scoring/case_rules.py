"""The nested profile of files of scored hands, as the house rules that are declared.

A file says how its hands are scored in nested objects (`DEFAULTS` is a whole one); each case may override parts of it.
`rules_of` is the one place that knows what they mean here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.cards import RANKS
from engine.chinese.rows.chinese_rules import ChineseRules
from engine.chinese.rows.compiled_rules import Variant
from engine.chinese.rows.royalties import NAMED, parse_table
from engine.errors import EngineError
from engine.house_rules import resolve
from engine.messages.chinese import CaseText
from engine.messages.message import Quoted


class BadCase(EngineError):
    """A case or a profile that cannot be read; the message names the place and what would be right."""

    code = "bad_case"


def _table(row: str) -> dict[str, int]:
    return {label.replace(" ", "_"): points for label, points in parse_table(row, NAMED[row]["standard"]).items()}


DEFAULTS: dict[str, Any] = {
    "variant": "high",
    "scoring": {"row": 1, "majority": 0, "scoop": 3},
    "royalties": {
        "mode": "all",
        "front": _table("front"),
        "middle": _table("middle"),
        "back": _table("back"),
        "low27": _table("low"),
    },
    "low_limit": 10,
    "foul": {"counts_as_scooped": True, "pays_royalties": True, "flat": None},
    "equal_rows": "legal",
    "comparison": "all_pairs",
    "fantasyland": {
        "enabled": True,
        "entry_pair": "Q",
        "trips_enter": True,
        "cards": {"Q": 14, "K": 15, "A": 16, "trips": 17},
        "wheel_enters": False,
        "wheel_cards": 14,
        "both_cards": 15,
        "stay": {"front_trips": True, "middle_full_house": False, "back_quads": True, "front_again": False},
        "stay_cards": "same",
    },
    "jokers": {"policy": "dominant", "pool": "any", "priority": "fl_first"},
    "naturals": {},
    "surrender": None,
}

# Objects whose keys are labels, to which a profile may add.
_OPEN = ("royalties.front", "royalties.middle", "royalties.back", "royalties.low27", "naturals")

_WORDS: dict[str, dict[Any, Any]] = {
    "variant": {"high": False, "low27_middle": True},
    "royalties.mode": {"all": "always", "winning_rows": "won rows", "none": "none"},
    "equal_rows": {"legal": "legal", "foul": "foul"},
    "comparison": {"all_pairs": "every pair", "left_neighbour": "left neighbour", "left_neighbor": "left neighbour"},
    "jokers.policy": {"dominant": "best legal", "best_legal": "best legal", "row_max": "row maximum"},
    "jokers.pool": {"any": "any", "unseen": "not visible"},
    "jokers.priority": {
        "fl_first": "fantasyland",
        "fantasyland_first": "fantasyland",
        "royalty_first": "royalties",
        "royalties_first": "royalties",
    },
    "fantasyland.stay_cards": {
        "same": "same",
        "by_front": "by the front",
        "by_front_again": "by the front",
        "front": "by the front",
        "front_again": "by the front",
    },
}

_NATURALS = {
    "dragon": "natural_dragon",
    "one_colour": "natural_one_colour",
    "thirteen_one_colour": "natural_one_colour",
    "twelve_one_colour": "natural_twelve_of_one_colour",
    "five_pairs_trips": "natural_five_pairs_and_trips",
    "trips_five_pairs": "natural_five_pairs_and_trips",
    "six_pairs": "natural_six_pairs",
    "three_straights": "natural_three_straights",
    "three_flushes": "natural_three_flushes",
}


def merged(base: Mapping[str, Any], over: Mapping[str, Any], where: str = "") -> dict[str, Any]:
    """`base` with the values of `over`, object by object. Raises `BadCase` for a key that no profile has."""
    found = dict(base)
    for key, value in over.items():
        path = f"{where}.{key}" if where else key
        if key not in base and where not in _OPEN:
            raise BadCase(CaseText.NO_MEMBER(path=Quoted(path), known=[*base]), key=path)
        if isinstance(base.get(key), Mapping):
            if not isinstance(value, Mapping):
                raise BadCase(CaseText.OBJECT(path=path, value=Quoted(value)), key=path)
            value = merged(base[key], value, path)
        found[key] = value
    return found


def _word(profile: Mapping[str, Any], path: str) -> Any:
    value: Any = profile
    for key in path.split("."):
        value = value[key]
    known = _WORDS[path]
    if not isinstance(value, str) or value not in known:
        raise BadCase(CaseText.ONE_OF(path=path, known=[*known], value=Quoted(value)), key=path)
    return known[value]


def _royalties(table: Mapping[str, Any]) -> str:
    return ", ".join(f"{label.replace('_', ' ')} {points}" for label, points in table.items())


def _rank(value: Any, path: str) -> str:
    """A rank as its letter; a number up to 14 is understood."""
    if isinstance(value, int) and 2 <= value <= 14:
        return RANKS[value - 2]
    if isinstance(value, str) and value in RANKS:
        return value
    raise BadCase(CaseText.RANK(path=path, ranks=RANKS, value=Quoted(value)), key=path)


def rules_of(profile: Mapping[str, Any]) -> tuple[ChineseRules, Variant]:
    """The house rules and the game that a whole nested profile means.

    Raises `BadCase` for a value that no profile has, and `BadRule` for one that the house rules do not allow.
    """
    scoring, royalties, foul = profile["scoring"], profile["royalties"], profile["foul"]
    fantasyland, stay = profile["fantasyland"], profile["fantasyland"]["stay"]
    is_low = _word(profile, "variant")
    values: dict[str, Any] = {
        "row_points": scoring["row"],
        "majority_points": scoring["majority"],
        "scoop_points": scoring["scoop"],
        "opponents": _word(profile, "comparison"),
        "equal_rows": _word(profile, "equal_rows"),
        "foul_costs": "scoop" if foul["counts_as_scooped"] else "rows",
        "foul_pays_royalties": foul["pays_royalties"],
        "royalties": _word(profile, "royalties.mode"),
        "front_royalties": _royalties(royalties["front"]),
        "middle_royalties": _royalties(royalties["middle"]),
        "back_royalties": _royalties(royalties["back"]),
        "low_royalties": _royalties(royalties["low27"]),
        "low_qualifier": _rank(profile["low_limit"], "low_limit"),
        "joker_reading": _word(profile, "jokers.policy"),
        "joker_cards": _word(profile, "jokers.pool"),
        "joker_priority": _word(profile, "jokers.priority"),
        "surrender_points": profile["surrender"] or 0,
        "fantasyland": fantasyland["enabled"],
        "fantasyland_pair": _rank(fantasyland["entry_pair"], "fantasyland.entry_pair"),
        "fantasyland_trips": fantasyland["trips_enter"],
        "fantasyland_cards_queens": fantasyland["cards"]["Q"],
        "fantasyland_cards_kings": fantasyland["cards"]["K"],
        "fantasyland_cards_aces": fantasyland["cards"]["A"],
        "fantasyland_cards_trips": fantasyland["cards"]["trips"],
        "fantasyland_wheel": fantasyland["wheel_enters"],
        "fantasyland_cards_wheel": fantasyland["wheel_cards"],
        "fantasyland_cards_both": fantasyland["both_cards"],
        "stay_front_trips": stay["front_trips"],
        # Rooms have one switch for the middle: a full house or, where the middle is low, the wheel.
        "stay_middle_full_house": stay["middle_full_house"],
        "stay_middle_wheel": stay["middle_full_house"],
        "stay_back_quads": stay["back_quads"],
        "stay_front_again": stay["front_again"],
    }
    if foul["flat"] is not None:
        values |= {"foul_costs": "flat", "foul_points": foul["flat"]}
    if type(fantasyland["stay_cards"]) is int:
        values |= {"stay_cards": "always", "stay_cards_always": fantasyland["stay_cards"]}
    else:
        values["stay_cards"] = _word(profile, "fantasyland.stay_cards")
    for name, points in profile["naturals"].items():
        if name not in _NATURALS:
            raise BadCase(CaseText.NO_NATURAL(name=Quoted(name), known=[*_NATURALS]), key=name)
        values[_NATURALS[name]] = points
    return resolve(ChineseRules, values), Variant(is_low_middle=is_low)


# -- the rules of a money case ----------------------------------------------------------------------------------------

_STACK_MODES = {"net_prorata": "net", "sequential": "position", "credit": "credit"}
_RAKE_MODES = {
    "each_winner": ("per cent", "each winner"),
    "net_winners": ("per cent", "winners"),
    "all_players": ("per cent", "everyone"),
    "split_equally": ("per cent", "everyone"),
    "per_point": ("per point", "winners"),
    "per_hand": ("flat", "everyone"),
}
_RAKE_KEYS = ("mode", "bps", "cap", "floor", "per_hand", "per_point", "point_value")


def payment_rules_of(rule: Mapping[str, Any]) -> ChineseRules:
    """The house rules that the rule of a stacks case means. Raises `BadCase`, or `BadRule` for a value out of range."""
    _known(rule, ("mode", "win_cap", "bust_void"), "a stacks rule")
    mode = rule.get("mode", "net_prorata")
    if mode not in _STACK_MODES:
        raise BadCase(CaseText.ONE_OF(path="rule.mode", known=[*_STACK_MODES], value=Quoted(mode)), key="rule.mode")
    payment = _STACK_MODES[mode]
    for key, order in (("bust_void", "bust"), ("win_cap", "win cap")):  # a win cap leaves nothing to a bust player
        if rule.get(key):
            if payment in ("net", "credit"):
                raise BadCase(CaseText.SEQUENTIAL(key=key, mode=mode), key=f"rule.{key}")
            payment = order
    return resolve(ChineseRules, {"payment": payment})


def rake_rules_of(rule: Mapping[str, Any]) -> ChineseRules:
    """The house rules that the rule of a rake case means. Raises `BadCase`, or `BadRule` for a value out of range."""
    _known(rule, _RAKE_KEYS, "a rake rule")
    mode = rule.get("mode", "net_winners")
    if mode not in _RAKE_MODES:
        raise BadCase(CaseText.ONE_OF(path="rule.mode", known=[*_RAKE_MODES], value=Quoted(mode)), key="rule.mode")
    kind, payers = _RAKE_MODES[mode]
    values: dict[str, Any] = {"rake": kind, "rake_payers": payers, "payment": "credit"}
    for key, field in (
        ("bps", "rake_hundredths"),
        ("cap", "rake_cap"),
        ("floor", "rake_floor"),
        ("per_hand", "rake_chips"),
        ("per_point", "rake_chips"),
    ):
        if rule.get(key) is not None:
            values[field] = rule[key]
    return resolve(ChineseRules, values)


def _known(rule: Mapping[str, Any], keys: tuple[str, ...], name: str) -> None:
    for key in rule:
        if key not in keys:
            raise BadCase(CaseText.UNKNOWN_KEY(name=name, key=Quoted(key), known=[*keys]), key=key)
