"""Every house rule of play: declared with its words, told on each of its choices, in the ready-made sets, and complete."""

from __future__ import annotations

import importlib
import pkgutil
from dataclasses import fields

import pytest

import tests.engine.rulebook as rulebook
from engine.betting.hand import Stakes, Start
from engine.games.play_rules import PlayRules
from engine.house_rules import declared, preset, resolve
from engine.mixes.mix_rules import MixRules
from tests.engine.rulebook.choices import RULES, TOLD
from tests.support.shared import needs_shared, shared


def test_every_house_rule_of_play_is_told_on_each_of_its_choices():
    for module in pkgutil.iter_modules(rulebook.__path__):
        importlib.import_module(f"{rulebook.__name__}.{module.name}")  # each says what it tells
    assert set(TOLD) == set(RULES)


@pytest.mark.parametrize("rule", RULES.values(), ids=lambda rule: rule.key)
def test_a_house_rule_has_a_title_a_help_a_source_and_a_default_that_it_allows(rule):
    assert rule.title
    assert rule.help.endswith(".")
    assert rule.source
    rule.check(rule.default)
    for name, value in rule.presets.items():
        rule.check(value)
        assert value != rule.default, f"{rule.key} in {name} is the default anyway"


def test_the_set_standard_is_the_defaults():
    assert preset(PlayRules, "standard") == {}
    assert resolve(PlayRules, preset(PlayRules, "standard")) == PlayRules()


# What the documents write where it is not the default: S1.5 losers may keep their hands to themselves, with no exception;
# S2.5 doubles from the fourth deal; S2.6 burns; S2.7 odd chips from the dealer's left; S0.12 all that is in the pot counts.
DOCUMENTS = {
    "burns": True,
    "losers": "always muck",
    "odd_chip_stud": "left of the dealer",
    "pot_before_flop": "chips",
    "stud_doubles": "sixth street",
}
# TDA 48: the cap holds until the event is down to two; RP-10: higher suit, burns, the stub mixed with them at once.
TDA = {"board_tie": "higher suit", "burns": True, "cap_heads_up": "event", "shortage": "mixed at once"}


@pytest.mark.parametrize(("name", "expected"), [("documents", DOCUMENTS), ("tda-2024", TDA)])
def test_the_ready_made_sets_are_what_their_sources_say(name, expected):
    assert preset(PlayRules, name) == expected
    resolve(PlayRules, expected)


def test_what_the_documents_write_is_the_default_where_it_is_usual_too():
    # S0.12 four raises, lifted with two players; S1.5 both cards; S2.2 the bring-in may open in full; S2.3 a completion is
    # no raise; S2.4 from the dealer's left; S2.8 its own procedure; S2.12 the traditional opening; S2.13 no card for a
    # hidden four; S0.4 a wild card is any card.
    rules = PlayRules(**preset(PlayRules, "documents"))
    assert (rules.raise_cap, rules.cap_heads_up) == (4, "lifted")
    assert (rules.cards_to_win, rules.bring_in_may_open, rules.completion) == ("all", True, "no raise")
    assert (rules.board_tie, rules.shortage) == ("left of the dealer", "burns for the rest")
    assert (rules.five_card_opening, rules.hidden_four, rules.wild_is) == ("best board", False, "any card")


@pytest.mark.parametrize(
    ("key", "documents", "tda"),
    [
        ("cap_heads_up", "lifted", "event"),
        ("shortage", "burns for the rest", "mixed at once"),
        ("board_tie", "left of the dealer", "higher suit"),
        ("bring_in_may_open", True, True),
        ("short_all_in_raise", "added to", "added to"),  # S0.13 in every limit; others complete (WSOP 129)
    ],
)
def test_where_two_sources_conflict_both_are_choices(key, documents, tda):
    rule = RULES[key]
    assert rule.settles
    assert {preset(PlayRules, "documents").get(key, rule.default)} == {documents}
    assert {preset(PlayRules, "tda-2024").get(key, rule.default)} == {tda}


# -- the list of what a club's admin may want to change -----------------------------------------------------------------------

# Of each key that bears on a hand: the house rule of play that it is; or the field of the stakes, of the start or of the
# rules of mixed tables, where it is chosen for a game, a level or a hand.
OF_A_HAND = {
    "limit.cap": "raise_cap",
    "limit.cap_heads_up": "cap_heads_up",
    "raise.reopen_all_in": "short_all_in_reopens",
    "show.all_in": "losers",
    "muck": "losers",
    "odd_chip.board": "odd_chip_board",
    "odd_chip.stud": "odd_chip_stud",
    "odd_chip.unit": "stakes.unit",
    "ante.order_when_short": "big_blind_ante",
    "ante.type": "stakes.ante_kind",
    "ante.reduce_short_handed": "ante_halved_at",
    "stud.bring_in": "five_card_opening",
    "stud.bring_in_full_bet": "bring_in_may_open",
    "stud.bring_in_size": "stakes.bring_in",
    "stud.ante_size": "stakes.ante",
    "stud.completion_is_raise": "completion",
    "stud.bring_in_all_in_ante": "broke_bring_in",
    "stud.open_pair_double": "open_pair",
    "stud.tie_first_to_act": "board_tie",
    "stud.shortage": "shortage",
    "stud.button_frozen": "mix.is_button_frozen",
    "suit_order": "suit_order",
    "wild": "wild_cards",
    "lowball.type": "start.game",
    "betting.structures": "stakes.limit",
    "dealers_choice": "mix.is_dealers_choice",
    "rotation": "mix.rotation",
    "cash.rake": "rake_percent",
}
# Rules with a single choice: they are how hands are played, and a test says so.
ALWAYS = {
    "raise.min": "test_s0_13_the_largest_raise_counts_not_the_last",
    "table_stakes": "test_s0_14_each_wins_from_the_others_only_as_much_as_was_put_in",
    "odd_chip.hilo": "test_s0_6_halves_of_an_odd_pot_the_high_hand_has_the_chip",
    "side_pots.split": "test_tda_21_each_side_pot_is_split_apart",
}
# Of the groups that a hand is played by, what is no matter of a hand that the server deals or records: chips and words at
# a physical table, conduct, errors of dealing and clocks, which the rules of the floor and of tables declare.
OF_THE_FLOOR = {
    "action.voice_vs_chips",
    "action.oversized_single_chip",
    "action.multiple_chips_silent",
    "action.check",
    "action.string_bet",
    "action.out_of_turn",
    "action.undercall",
    "clock.action_seconds",
    "phone",
    "etiquette",
    "rabbit_hunt",
    "misdeal.list",
    "penalty.missed_round",
    "language.at_table",
}
OTHER_GROUPS = {"seating/button", "ofc", "entries", "clock/levels", "results/money"}


@needs_shared
def test_every_setting_that_bears_on_a_hand_is_a_field():
    rows = shared("data/house_rules.json")["rules"]
    known = {**OF_A_HAND, **ALWAYS, **dict.fromkeys(OF_THE_FLOOR)}
    assert [row["key"] for row in rows if row["group"] not in OTHER_GROUPS and row["key"] not in known] == []
    assert set(known) <= {row["key"] for row in rows}


@pytest.mark.parametrize(("key", "field"), OF_A_HAND.items())
def test_the_field_of_a_setting_is_there(key, field):
    holder, _, name = field.rpartition(".")
    mix = {rule.key for rule in declared(MixRules)}
    there = {
        "": set(RULES),
        "stakes": {one.name for one in fields(Stakes)},
        "start": {one.name for one in fields(Start)},
        "mix": mix,
    }
    assert name in there[holder], f"{key} is said to be {field}"


@needs_shared
def test_the_choices_of_the_settings_are_choices_of_the_fields():
    """Where the list gives values as they are, the rule has as many; where it gives words, as many choices."""
    rows = {row["key"]: row for row in shared("data/house_rules.json")["rules"]}
    assert rows["limit.cap"]["options"] == [3, 4, 5, "none"]
    assert set(RULES["raise_cap"].choices) == {3, 4, 5, 0}
    assert rows["limit.cap"]["default"] == RULES["raise_cap"].default
    for key in (
        "raise.reopen_all_in",
        "odd_chip.stud",
        "odd_chip.board",
        "ante.order_when_short",
        "stud.bring_in_all_in_ante",
        "stud.tie_first_to_act",
        "stud.shortage",
    ):
        assert len(RULES[OF_A_HAND[key]].choices) == len(rows[key]["options"]), key
    for key in ("stud.bring_in_full_bet", "stud.completion_is_raise", "stud.open_pair_double"):
        assert rows[key]["options"] == [True, False]
        assert RULES[OF_A_HAND[key]].choices is None or len(RULES[OF_A_HAND[key]].choices) == 2
