"""Who can have won a bounty: by the hand that took the last chips, or by who still had chips then."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, TypeVar

from club.base.errors import ClubError
from club.base.phrases import gettext as _
from tables.models import Hand
from tournaments.base.errors import Refused
from tournaments.formulas import bounty_shares
from tournaments.log import stored_lines
from tournaments.log.events.knockouts import KnockedOut
from tournaments.log.events.log_event import LogEvent
from tournaments.log.events.purchases import RebuyOffered
from tournaments.log.tournament_log import TournamentLog
from tournaments.models import Entry

E = TypeVar("E", bound=LogEvent)
MOST_NAMED = 12  # players that a refusal names


def in_hand(log: TournamentLog, number: int, hand: Hand) -> dict[int, tuple[int, ...]]:
    """Of who is out of chips after that hand: the entries that won the last pot each was in, by position.

    Who shares a pot shares the bounty; of side pots it is the last that counts. In Chinese games, which have no pots, it is
    the opponent who won the most points from who is out; equal ones share. Empty where the hand does not tell: the director
    says who it was.
    """
    if not log.tournament.bounty or not hand.result:
        return {}
    if not hand.result.get("pots"):
        return _by_points(log.state.seated(number), hand.result)
    button = hand.start["positions"][0] or 0  # as `Positions` is stored: the button first
    seated = log.state.seated(number)

    def by_position(seats: Sequence[int]) -> list[int]:
        return sorted(seats, key=lambda seat: (seat <= button, seat))

    pots = []
    for pot in hand.result["pots"]:
        won = {int(seat) for share in pot["shares"] for seat, chips in share["chips"].items() if chips}
        pots.append((by_position(pot["eligible"]), by_position(sorted(won))))
    made: dict[int, tuple[int, ...]] = {}
    for seat in seated:
        try:
            found = bounty_shares.eliminators_of(seat, pots)
        except ClubError:
            continue  # in no pot, or still in
        made[seated[seat]] = tuple(seated[one] for one in found)
    return made


def _by_points(seated: Mapping[int, int], result: Mapping[str, Any]) -> dict[int, tuple[int, ...]]:
    lost: dict[int, dict[int, int]] = {}
    for pair in result.get("pairs", ()):
        winner, loser = (pair["a"], pair["b"]) if pair["net"] > 0 else (pair["b"], pair["a"])
        if pair["net"]:
            lost.setdefault(loser, {})[winner] = abs(pair["net"])
    return {
        seated[seat]: tuple(seated[one] for one in sorted(by) if by[one] == max(by.values()))
        for seat, by in lost.items()
        if seat in seated
    }


def check(log: TournamentLog, entry: int, eliminators: Sequence[int], now: datetime) -> None:
    """Refuse eliminators who cannot have won the last chips of an entry: strangers, the entry itself, and who had none by then.

    now: when the entry is without chips, if that is being said. Raises `Refused`, naming who could have won them.
    """
    places, deciding = log.state.entries, log.state.deciding
    strange = [number for number in eliminators if number not in places or number == entry]
    if strange or len(set(eliminators)) != len(eliminators):
        words = _("A bounty is won by others of the tournament, each named once.")
        raise Refused("bad_eliminators", words, 422, field="by")
    if not any(places[number].is_out or number in deciding for number in eliminators):
        return
    may_have_won = able(log, entry, now)
    earlier = [number for number in eliminators if number not in may_have_won]
    if not earlier:
        return
    named = Entry.objects.filter(tournament=log.tournament, is_withdrawn=False).order_by("number")
    names = dict(named.values_list("number", "player__nickname"))
    others = [name for number, name in names.items() if number in may_have_won]
    params = {
        "names": ", ".join(names[number] for number in earlier),
        "out": names[entry],
        "able": ", ".join(others[:MOST_NAMED]),
    }
    if len(others) > MOST_NAMED:
        words = _("%(names)s went out before %(out)s did. Only players who were still in can have won this bounty.")
    else:
        words = _("%(names)s went out before %(out)s did. This bounty can have been won by: %(able)s.")
    raise Refused("eliminator_was_out", words % params, 422, field="by")


def able(log: TournamentLog, entry: int, now: datetime) -> set[int]:
    """The other entries that still had chips when that one lost its last. now: when that was, if it is being said."""
    places, deciding, out_at = log.state.entries, log.state.deciding, _out_at(log)

    def was_in(one: int) -> bool:
        """In the same hand both may have lost their last chips, so the same instant will do."""
        has_chips = not places[one].is_out and one not in deciding
        return has_chips or one not in out_at or out_at[one] >= out_at.get(entry, now)

    return {one for one in places if one != entry and was_in(one)}


def _out_at(log: TournamentLog) -> dict[int, datetime]:
    """When each entry that is out, or decides on a rebuy, lost its last chips: who was asked, when that was first offered."""
    asked: dict[tuple[int, int], datetime] = {}
    for offer in _all_of(log, RebuyOffered):
        asked.setdefault((offer.event.entry, offer.event.elimination_number), offer.at)
    found: dict[int, datetime] = {}
    for one in _all_of(log, KnockedOut):
        declined, entry = one.event.declined, one.event.entry
        found[entry] = one.at if declined is None else asked.get((entry, declined.elimination_number), one.at)
    for entry, decides in log.state.deciding.items():
        found[entry] = asked.get((entry, decides.elimination_number), found.get(entry, decides.until))
    return found


def _all_of(log: TournamentLog, kind: type[E]) -> list[stored_lines.Numbered[E]]:
    """The lines of that class, those of this transaction with them."""
    fresh = [stored_lines.Numbered(line.seq, line.event, line.at) for line in log.fresh if isinstance(line.event, kind)]
    return [*stored_lines.of_class(log.tournament, kind), *fresh]
