"""Two people who call an event off, what lies in its pots, and what everybody is paid by the rule when its prizes are shared.

The rule is told here anew, from its words alone: who is out in the money has the prize of the place, who is still in a share
of the prizes left, by the chips or by ICM; bounties stay with who won them, and who is still in has the own bounty.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from club.models import User
from club.people import roles
from tests.tournaments.conftest import held, wallet
from tournaments.log.state import State
from tournaments.models import Entry, Tournament
from tournaments.prizes import bounty_awards, prize_pool, prizes_by_place

WAYS = ("refund", "by chips", "by ICM")


def two() -> tuple[User, User]:
    """Who asks, and who approves."""
    made = [User.objects.get_or_create(username=name)[0] for name in ("dana", "otto")]
    for user in made:
        roles.give_role(user, "director")
    return made[0], made[1]


def pots(row: Tournament) -> tuple[int, int]:
    return held(row.owner, "escrow"), held(f"{row.owner}:bounties", "escrow")


class Due:
    """What is owed to whom by the rule, read before the event is called off; `check` looks at the wallets after it."""

    def __init__(self, row: Tournament, state: State, stacks: dict[int, int], how: str) -> None:
        self.row, self.state, self.stacks, self.how = row, state, stacks, how
        self.players = {
            entry.number: entry.player for entry in Entry.objects.filter(tournament=row, is_withdrawn=False)
        }
        self.before = {one.pk: wallet(one) for one in self.players.values()}
        self.total = prize_pool.left(row)
        self.prizes = list(prizes_by_place.prizes(row, state))
        self.bounties = self._bounties()
        self.pots = pots(row)

    def _bounties(self) -> dict[int, float]:
        row, state, prize_state = self.row, self.state, self.state.prize_state
        due = dict.fromkeys(self.players, 0.0)
        if not row.bounty:
            return due
        if row.bounty_kind == "mystery":
            rest = bounty_awards.collected(row) - sum(prize_state.won.values())
            due |= {entry: rest / len(state.alive) for entry in state.alive}
        else:
            own = bounty_awards.open_bounties(row, state)
            due |= {entry: float(own[entry]) for entry in state.alive if entry in own}
        if row.bounty_paid == "end":
            for entry, chips in prize_state.won.items():
                due[entry] += chips
        return due

    def places(self) -> dict[int, float]:
        """The prize of everybody who is out, by the own place; who was put out of the prizes lets those below move up."""
        row, entries = self.row, self.state.entries
        barred = (
            self.state.prize_state.barred if row.disqualified_prize == Tournament.Disqualified.NONE else frozenset()
        )
        groups: dict[int, list[int]] = {}
        for entry, place in entries.items():
            if place.best is not None and entry not in barred:
                groups.setdefault(place.best, []).append(entry)
        made = dict.fromkeys(self.players, 0.0)
        for best, tied in groups.items():
            above = sum(1 for one in barred if (entries[one].best or best) < best)
            prizes = self.prizes[best - 1 - above :][: len(tied)]
            made |= {entry: sum(prizes) / len(tied) for entry in tied}
        return made

    def shares(self) -> dict[int, float]:
        """What everybody still in has of the prizes that are left."""
        alive = sorted(self.state.alive)
        prizes = [*self.prizes[: len(alive)], *[0] * (len(alive) - len(self.prizes))]
        stacks = [self.stacks[entry] for entry in alive]
        if self.how == "by chips":
            rest = sum(prizes) - prizes[-1] * len(alive)
            made = [prizes[-1] + rest * chips / sum(stacks) for chips in stacks]
        else:
            made = harville(stacks, prizes)
        return dict(zip(alive, made, strict=True))

    def check(self) -> None:
        """Everybody has what is owed, in whole units; what divides into none, and prizes of places that nobody took, are
        the chip leader's. Nothing is left in the pots."""
        assert pots(self.row) == (0, 0)
        due = self.places() | self.shares()
        got = dict.fromkeys(self.before, 0.0)
        for entry, player in self.players.items():
            got[player.pk] -= due[entry] + self.bounties[entry]
        after = {player.pk: wallet(player) for player in self.players.values()}
        for pk, was in self.before.items():
            got[pk] += after[pk] - was
        most = max(self.stacks.values())
        leaders = {self.players[entry].pk for entry in self.state.alive if self.stacks[entry] == most}
        slack = self.row.payout_unit * (len(self.players) + 2)
        assert all(abs(more) <= slack for pk, more in got.items() if pk not in leaders), got
        assert all(got[pk] >= -slack for pk in leaders), got
        paid = sum(after.values()) - sum(self.before.values())
        assert paid == self.total + self.pots[1], (paid, self.total, self.pots)


def harville(stacks: Sequence[int], prizes: Sequence[int]) -> list[float]:
    """ICM by its definition: the next place goes to each with the chance of the own part of the chips left."""
    paid = [prize for prize in prizes if prize]

    @cache
    def of(gone: frozenset[int]) -> tuple[float, ...]:
        worth, place = [0.0] * len(stacks), len(gone)
        left = [at for at in range(len(stacks)) if at not in gone]
        if place == len(paid) or not left:
            return tuple(worth)
        total = sum(stacks[at] for at in left)
        for at in left:
            chance = stacks[at] / total if total else 1 / len(left)
            if not chance:
                continue
            worth[at] += chance * paid[place]
            for other, more in enumerate(of(gone | {at})):
                worth[other] += chance * more
        return tuple(worth)

    return list(of(frozenset()))


def stacks_of(row: Tournament, state: State) -> dict[int, int]:
    """The chips of everybody still in: as counted at real cards, else by the books; who has no seat yet those of the start."""
    entered = Entry.objects.filter(tournament=row, number__in=state.alive).select_related("account")
    booked = {entry.number: entry.account.balance if entry.account else 0 for entry in entered}
    made = {}
    for entry in state.alive:
        table, counts = state.entries[entry].table, state.orders.counts
        is_real = table in state.orders.physical
        made[entry] = counts[entry] if is_real else booked[entry] or (row.starting_chips if table is None else 0)
    return made
