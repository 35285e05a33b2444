"""Cases of the floor: the button, balancing, breaking, knock-outs, odd chips, chip races, penalties."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from typing import Any

from engine.betting.pots_and_results.pots import split
from engine.cards import parse_cards, rank_of, suit_of
from engine.games import dealer_button
from engine.games.hand_start import Positions
from tournaments.cases.compare import Check, NotACase, need
from tournaments.seating import balancing, chip_race, penalty_hands_and_clock_charge, places_of_knockouts
from tournaments.seating.balancing import Seats

Case = Mapping[str, Any]
MOST_SEATS = 10

# -- the button -------------------------------------------------------------------------------------------------------


def check_button(case: Case, check: Check) -> None:
    """Hand after hand: who is button, small and big blind after some have left (S1.6, S1.7; TDA 32, 34)."""
    begun, *later = need(case, "hands")[0]
    live = set(need(begun, "live")[0])
    button, small, big = need(begun, "btn", "sb", "bb")
    where = Positions(button, begun.get("sb_position", small), big)
    seats = max([MOST_SEATS, *live])
    for at, hand in enumerate(later, 2):
        live = (live - set(hand.get("busted_before", ()))) | set(hand.get("joined_before", ()))
        where = dealer_button.advance(where, live, seats, str(case.get("mode", "dead")))
        found = {
            "btn": where.button,
            "sb": dealer_button.posts_small_blind(where, live),
            "sb_position": where.small_blind,
            "bb": where.big_blind,
            "button_dead": dealer_button.is_button_dead(where, live),
        }
        for name, value in found.items():
            if name in hand:
                check.same(f"hand {at}: {name}", hand[name], value)


def check_button_fuzz(case: Case, check: Check) -> None:
    """As many hands as the case says, players leaving by lot: how often the big blind came twice running or skipped one."""
    (transitions,) = need(case, "transitions")
    rng = random.Random(11)
    counts = {"double_bb": 0, "skipped_bb": 0}
    played, live, where = 0, set[int](), Positions(1)
    while played < transitions:
        if len(live) < 3:
            live = set(range(1, rng.randint(3, 10) + 1))
            where = dealer_button.first(live, MOST_SEATS, rng=rng)
        leavers = [seat for seat in sorted(live) if rng.random() < 0.06]
        live -= set(leavers[: len(live) - 2])
        after = dealer_button.advance(where, live, MOST_SEATS)
        last, now = where.big_blind or 0, after.big_blind or 0
        between = [
            seat
            for seat in live
            if (seat - last) % MOST_SEATS and (seat - last) % MOST_SEATS < (now - last) % MOST_SEATS
        ]
        counts["double_bb"] += last == now
        counts["skipped_bb"] += bool(between)
        where = after
        played += 1
    check.expected(case, counts)
    check.notes.append(f"{played} hands with players leaving by lot")


# -- balancing and breaking -------------------------------------------------------------------------------------------


def _seats(told: Case) -> Seats:
    live, size = need(told, "live", "seats")
    return Seats(1, size, {seat: seat for seat in live}, told.get("btn"), told.get("sb"), told.get("bb"))


def check_destination(case: Case, check: Check) -> None:
    """Where a newcomer sits: the worst seat, never the small blind's (TDA 11-A)."""
    dest, seat = need(case, "dest", "expect_seat")
    check.same("seat", seat, balancing.destination(_seats(dest)))


def check_mover(case: Case, check: Check) -> None:
    """Who moves: the next big blind (TDA 11-A)."""
    source, seat = need(case, "source", "expect_mover")
    check.same("mover", seat, balancing.mover(_seats(source)))


def check_halt(case: Case, check: Check) -> None:
    """Whether a short table stops (TDA 11-D)."""
    tables, halt = need(case, "tables", "halt")
    check.same("halt", halt, balancing.must_halt(tables))


def check_trigger(case: Case, check: Check) -> None:
    """Whether tables are balanced; a `policy` may say from which difference on."""
    tables, move = need(case, "tables", "move")
    told = re.search(r"diff\s*>=?\s*(\d+)", str(case.get("policy", "")))
    least = balancing.MOVE_AT if told is None else int(told[1]) + (">=" not in case["policy"])
    check.same("move", move, balancing.must_move(tables, least))


def check_break(case: Case, check: Check) -> None:
    """Whether a table is broken, and whether those left go to the final table (TDA RP-9)."""
    tables, size = need(case, "tables", "seats")
    alive, count = sum(tables), len(tables)
    found = {
        "can_break": balancing.can_break(alive, count, size),
        "to_final": balancing.is_final(alive, count, size),
    }
    check.expected(case, found)


def check_final(case: Case, check: Check) -> None:
    """With how many players the final table is drawn (TDA RP-9)."""
    size, at = need(case, "table_size", "combine_at")
    check.same("combine_at", at, balancing.final_size(size))
    before = case.get("tables_before", [at - at // 2, at // 2])
    check.same(f"drawn from {before}", sum(before) <= at, balancing.is_final(sum(before), len(before), size))
    check.same("drawn with so many", True, balancing.is_final(at, 2, size))
    check.same("drawn with one more", False, balancing.is_final(at + 1, 2, size))


# -- knock-outs -------------------------------------------------------------------------------------------------------


def check_busts(case: Case, check: Check) -> None:
    """The places of those knocked out in one hand, or in hands played hand for hand (T13, T14)."""
    left, told, expected = need(case, "left_before", "busts", "places")
    told_policy = case.get("policy", "stack")
    policy = _POLICIES.get(told_policy, told_policy)
    if policy not in places_of_knockouts.POLICIES:
        raise NotACase(
            f"there is no policy {policy!r}; there are {', '.join((*places_of_knockouts.POLICIES, *_POLICIES))}"
        )
    names = [need(bust, "id")[0] for bust in told]
    busts = [places_of_knockouts.Bust(at, bust.get("table", 1), need(bust, "start")[0]) for at, bust in enumerate(told)]
    found = places_of_knockouts.places(busts, left, policy)
    check.same("places", expected, {names[at]: list(place) for at, place in found.items()})


_POLICIES = {"by_stack": "stack", "tie": "table_then_tie", "hand_for_hand": "table_then_tie"}


def check_tie(case: Case, check: Check) -> None:
    """What tied players share (T16)."""
    told, (best, worst), expected = need(case, "prizes", "places", "expected")
    if isinstance(told, list):
        told = dict(enumerate(told, 1))
    prizes = {int(place): amount for place, amount in told.items()}
    check.same("shares", expected, places_of_knockouts.tie_share(prizes, best, worst, case.get("unit", 1)))


# -- odd chips --------------------------------------------------------------------------------------------------------


def check_odd_chips(case: Case, check: Check) -> None:
    """Who has the odd chips of a split pot; of several `pots`, each is split by itself (T17, T18; TDA 20, 21)."""
    (expected,) = need(case, "expected")
    pots = case["pots"] if "pots" in case else need(case, "pot")
    found: dict[int, int] = {}
    for pot in pots:
        told = {**case, **pot} if isinstance(pot, dict) else case
        amount = need(pot, "amount")[0] if isinstance(pot, dict) else pot
        for seat, chips in _split_pot(told, amount).items():
            found[seat] = found.get(seat, 0) + chips
    check.same("shares", expected, found)


def _split_pot(case: Case, pot: int) -> dict[int, int]:
    unit = case.get("unit", 1)
    if "high" not in case:
        return _shared(
            _by_card(case) if isinstance(case.get("winners"), dict) else _clockwise(case, "winners"), pot, unit
        )
    high, low = _clockwise(case, "high"), _clockwise(case, "low") if case.get("low") else []
    if not low or sorted(high) == sorted(low):  # nobody has an odd chip more than another of both halves (TDA 20-D)
        return _shared(high, pot, unit)
    halves = split(pot, 2, unit)
    found = _shared(high, halves[0], unit)
    for seat, chips in _shared(low, halves[1], unit).items():
        found[seat] = found.get(seat, 0) + chips
    return found


def _clockwise(case: Case, winners: str) -> list[int]:
    """Those who win, from the button's left."""
    (seats,) = need(case, winners)
    if len(seats) < 2:
        return list(seats)
    (button,) = need(case, "btn")
    return balancing.clockwise(button, seats, max(MOST_SEATS, button, *seats))


def _by_card(case: Case) -> list[int]:
    """Stud: the highest card by suit in each winning hand; a house may reverse the suits."""
    words = f"{case.get('suit_order', '')} {case.get('order', '')}"
    flip = 3 if "clubs high" in words or "reversed" in words else 0
    highest: dict[int, tuple[int, int]] = {}
    for seat, told in case["winners"].items():
        cards = re.findall(r"\b([2-9TJQKA][cdhs])\b", " ".join(told) if isinstance(told, list) else str(told))
        if not cards:
            raise NotACase(f"winners: seat {seat} has no card such as As")
        highest[int(seat)] = max((rank_of(card), suit_of(card) ^ flip) for card in parse_cards(" ".join(cards)))
    return sorted(highest, key=lambda seat: highest[seat], reverse=True)


def _shared(order: list[int], chips: int, unit: int) -> dict[int, int]:
    return dict(zip(order, split(chips, len(order), unit), strict=True))


# -- chips ------------------------------------------------------------------------------------------------------------


def check_race(case: Case, check: Check) -> None:
    """A chip race, and the same chips rounded up without one (T19; TDA 24)."""
    low, high, told = need(case, "low", "high", "odd_low_chips")
    chips = {int(seat): count for seat, count in told.items()}
    other = {int(seat): value for seat, value in case.get("other_value", {}).items()}
    if "expected_high_chips" in case or "saved_from_bust" in case:
        (dealt,) = need(case, "cards")
        cards = {int(seat): parse_cards(" ".join(held)) for seat, held in dealt.items()}
        made = chip_race.race(chips, low, high, cards, other if "other_value" in case else dict.fromkeys(chips, high))
        found: dict[str, Any] = {
            "expected_high_chips": dict(made.high_chips),
            "saved_from_bust": list(made.saved),
            "value_before": made.value_before,
            "value_after": made.value_after,
        }
        check.expected(case, found)
    if "round_up_variant" in case:
        check.same("round_up_variant", case["round_up_variant"], dict(chip_race.round_up(chips, low, high).high_chips))


# -- penalties --------------------------------------------------------------------------------------------------------


def check_penalty(case: Case, check: Check) -> None:
    """How many hands a penalty comes to (T22; TDA 71-A), told in numbers or in words."""
    if "rounds" in case:
        rounds, players = need(case, "rounds", "players")
        (hands,) = (case[name] for name in ("hands", "expected") if name in case)
        check.same("hands", hands, penalty_hands_and_clock_charge.hands_missed(rounds, players))
        return
    for name, words in case.items():
        told = re.search(r"(\d+) rounds? at an? (\d+)-handed table = (\d+)", str(words))
        if told:
            rounds, players, hands = (int(number) for number in told.groups())
            check.same(name, hands, penalty_hands_and_clock_charge.hands_missed(rounds, players))
