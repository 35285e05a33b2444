"""Hands of tournament tables that were settled or called off, taken in the order of the tables; who lost the last chips leaves."""

from __future__ import annotations

from datetime import datetime

from tables.models import Hand, HandSeat
from tournaments.entries import eliminations, purchases
from tournaments.log import tournament_log, tournament_rules
from tournaments.log.events.draws_and_hands import HandTaken
from tournaments.log.tournament_log import TournamentLog
from tournaments.prizes import bounty_awards, bounty_eliminators
from tournaments.running import (
    bracket_rounds,
    hand_for_hand,
    penalty_enforcement,
)
from tournaments.seating.places_of_knockouts import Bust, RoundRank, places


def take_hands(log: TournamentLog, now: datetime, *, is_last: bool = False) -> None:
    """Take the hands that were settled or called off, in table order; those knocked out in them leave together.

    is_last: no hand follows, so that nothing is waited for, hand for hand.
    """
    busts: list[Bust] = []
    eliminators: dict[int, tuple[int, ...]] = {}
    left = len(log.state.alive)
    bounty_awards.make_envelopes(log, left, now)
    known, hands = dict(log.state.hands), Hand.objects.in_bulk(list(log.state.hands.values()))
    if not is_last and hand_for_hand.is_waiting(log, hands.values()):
        return  # hands played hand for hand count as one (TDA RP-8): they are taken together
    for number in sorted(log.state.hands):
        hand = hands[log.state.hands[number]]
        if hand.state not in (Hand.State.SETTLED, Hand.State.VOID):
            continue
        is_void = hand.state == Hand.State.VOID
        log.add(HandTaken(table=number, hand=hand.pk, void=is_void), now=now)
        purchases.issue_behind(log, number, now=now)
        hand_for_hand.note_taken(log, number, now, is_void=is_void)
        if not is_void:
            busts += _busted(log, number, hand)
            eliminators |= bounty_eliminators.in_hand(log, number, hand)
    if busts and log.state.stage is not None:
        bracket_rounds.eliminate(log, busts, eliminators, now)
    elif busts:
        made = places(busts, left, tournament_rules.in_force(log.tournament, log.state.level_began).knockout_policy)
        eliminations.eliminate(log, made, eliminators, in_round(log, busts), now=now)
    if len(log.state.hands) < len(hands):
        hand_for_hand.close_round(log, now)
        penalty_enforcement.serve(log, {number for number in known if number not in log.state.hands}, now)


def in_round(log: TournamentLog, busts: list[Bust]) -> dict[int, RoundRank]:
    """How those who lost their last chip are ranked with whom the floor reports of the same round, hand for hand."""
    found = {
        bust.entry: hand_for_hand.round_rank(log, bust.entry, bust.start, at, is_told=True)
        for at, bust in enumerate(busts)
    }
    return {entry: rank for entry, rank in found.items() if rank is not None}


def _busted(log: TournamentLog, number: int, hand: Hand) -> list[Bust]:
    """Who has no chips left after that hand, with the stack each began it with."""
    began = {seat: stack for seat, stack, *_posts in hand.start["seats"]}
    empty = HandSeat.objects.filter(hand=hand, account__balance=0).values_list("seat", flat=True)
    seated = log.state.seated(number)
    return [Bust(seated[seat], number, began[seat]) for seat in sorted(empty)]


def open_running(tournament_id: int, now: datetime) -> TournamentLog:
    """Lock a running tournament, its settled hands taken: who busted in one is out before anybody acts. Raises `Refused`."""
    log = tournament_log.open_running(tournament_id)
    take_hands(log, now)
    return log
