"""The ledger beside ten-line models, whatever order of posts, reversals, repeats, holds and instants comes."""

from __future__ import annotations

import itertools
from datetime import UTC, datetime, timedelta

import pytest
from django.db import transaction
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from club.ledger import audit, ledger
from club.models import Account, Transfer
from tests.support.budget import budget

OWNERS = ["cashier", "player:1", "player:2", "tournament:1", "house"]
KINDS = {"cashier": "cashier", "player:1": "wallet", "player:2": "wallet", "tournament:1": "escrow", "house": "rake"}
owners = st.sampled_from(OWNERS)


class Books(RuleBasedStateMachine):
    """The model: balances in a dict, and what each key did."""

    def __init__(self) -> None:
        super().__init__()
        self.accounts = {owner: ledger.open_account(owner, KINDS[owner]) for owner in OWNERS}
        self.model = {owner: ledger.balance(account) for owner, account in self.accounts.items()}
        self.keys: dict[str, dict[str, int]] = {}
        self.undone: set[str] = set()
        self.run = Transfer.objects.count()

    def may(self, moves: dict[str, int]) -> bool:
        free = ("cashier", "house")
        return all(owner in free or self.model[owner] + amount >= 0 or amount > 0 for owner, amount in moves.items())

    @rule(source=owners, receiver=owners, chips=st.integers(1, 50), number=st.integers(0, 30))
    def post(self, source, receiver, chips, number):
        if source == receiver:
            return
        key, moves = f"{self.run}:{number}", {source: -chips, receiver: chips}
        by_account = {self.accounts[owner].pk: amount for owner, amount in moves.items()}
        if key in self.keys:
            if self.keys[key] == moves:
                ledger.post(key, by_account, purpose="hand")
            else:
                with pytest.raises(ledger.KeyReused):
                    ledger.post(key, by_account, purpose="hand")
        elif not self.may(moves):
            with pytest.raises(ledger.NotEnoughChips):
                ledger.post(key, by_account, purpose="hand")
        else:
            ledger.post(key, by_account, purpose="hand")
            self.keys[key] = moves
            for owner, amount in moves.items():
                self.model[owner] += amount

    @rule(number=st.integers(0, 30))
    def reverse(self, number):
        key = f"{self.run}:{number}"
        if key not in self.keys:
            return
        back = {owner: -amount for owner, amount in self.keys[key].items()}
        original = Transfer.objects.get(key=key)
        if key in self.undone:
            with pytest.raises(ledger.KeyReused):
                ledger.reverse(original, key=f"again {key}", by=None, why="twice")
        elif not self.may(back):
            with pytest.raises(ledger.NotEnoughChips):
                ledger.reverse(original, key=f"undo {key}", by=None, why="test")
        else:
            ledger.reverse(original, key=f"undo {key}", by=None, why="test")
            self.undone.add(key)
            for owner, amount in back.items():
                self.model[owner] += amount

    @invariant()
    def balances_are_the_models(self):
        stored = dict(Account.objects.filter(unit=ledger.CHIPS).values_list("owner", "balance"))
        assert {owner: stored[owner] for owner in OWNERS} == self.model
        assert sum(chips for owner, chips in stored.items() if owner != "cashier") == -stored["cashier"]

    @invariant()
    def every_line_follows(self):
        for account in Account.objects.filter(unit=ledger.CHIPS):
            lines = list(account.entries.order_by("version").values_list("version", "amount", "balance_after"))
            sums = itertools.accumulate(amount for _version, amount, _after in lines)
            assert [(n, after) for n, after in enumerate(sums, start=1)] == [(n, after) for n, _amount, after in lines]
            assert (account.version, account.balance) == (len(lines), lines[-1][2] if lines else 0)

    def teardown(self):
        assert audit.rebuild() == audit.Report(True, ())


@pytest.mark.invariant(2, 3, 4, 6, 8, 13, "law")
@pytest.mark.django_db
def test_the_ledger_is_its_model():
    run_state_machine_as_test(Books, settings=settings(max_examples=budget(25), stateful_step_count=30, deadline=None))


class Holds(RuleBasedStateMachine):
    """Chips held in an escrow of their own and resolved once, in part or whole; the model: what is held, what is left."""

    def __init__(self) -> None:
        super().__init__()
        self.run = Transfer.objects.count()
        self.bank = ledger.open_account("cashier", "cashier")
        self.anna, self.ben = (ledger.open_account(f"holder:{self.run}:{n}", "wallet") for n in (1, 2))
        ledger.post(f"{self.run} fund", {self.bank.pk: -100, self.anna.pk: 100}, purpose="buy-chips")
        self.left, self.won = 100, 0
        self.held: list[int | None] = []

    def escrow(self, number: int) -> Account:
        return ledger.open_account(f"hold:{self.run}:{number}", "escrow")

    @rule(chips=st.integers(1, 60))
    def hold(self, chips):
        number = len(self.held)
        moves = {self.anna.pk: -chips, self.escrow(number).pk: chips}
        if chips > self.left:
            with pytest.raises(ledger.NotEnoughChips):
                ledger.post(f"{self.run} hold {number}", moves, purpose="tournament-entry")
            return
        ledger.post(f"{self.run} hold {number}", moves, purpose="tournament-entry")
        self.held.append(chips)
        self.left -= chips

    @rule(number=st.integers(0, 5), part=st.integers(1, 70))
    def resolve(self, number, part):
        """Ben wins the part, and the rest goes back to Anna."""
        if number >= len(self.held):
            return
        there = self.held[number] or 0
        moves = {self.escrow(number).pk: -max(part, there), self.ben.pk: part}
        if there > part:
            moves[self.anna.pk] = there - part
        key = f"{self.run} resolve {number} {part}"
        if self.held[number] is None or part > there:
            with pytest.raises(ledger.NotEnoughChips):
                ledger.post(key, moves, purpose="tournament-prize")
            return
        ledger.post(key, moves, purpose="tournament-prize")
        self.held[number] = None
        self.won += part
        self.left += there - part

    @invariant()
    def held_won_and_left_are_the_models(self):
        assert [ledger.balance(self.escrow(n)) for n in range(len(self.held))] == [one or 0 for one in self.held]
        assert (ledger.balance(self.anna), ledger.balance(self.ben)) == (self.left, self.won)
        assert self.left + self.won + sum(one or 0 for one in self.held) == 100


@pytest.mark.invariant(8, 10, "law")
@pytest.mark.django_db
def test_what_is_held_is_resolved_once_and_the_rest_returns():
    run_state_machine_as_test(Holds, settings=settings(max_examples=budget(25), stateful_step_count=20, deadline=None))


_numbers = itertools.count()
MOVES = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(1, 30)), max_size=8)


def people(run: int) -> list[Account]:
    """Four wallets of 1,000 chips, enough for any order."""
    bank = ledger.open_account("cashier", "cashier")
    made = [ledger.open_account(f"one:{run}:{n}", "wallet") for n in range(4)]
    for account in made:
        ledger.post(f"fund {account.pk}", {bank.pk: -1000, account.pk: 1000}, purpose="buy-chips", now=BEGIN)
    return made


BEGIN = datetime(2026, 11, 21, tzinfo=UTC)


@pytest.mark.invariant(14, "law")
@pytest.mark.django_db
@given(moves=MOVES, data=st.data())
@settings(max_examples=budget(30))
def test_any_order_of_the_same_transfers_gives_the_same_balances(moves, data):
    orders = [moves, data.draw(st.permutations(moves))]
    balances = []
    with transaction.atomic():
        for order in orders:
            wallets = people(next(_numbers))
            for n, (source, target, chips) in enumerate(order):
                if source != target:
                    pair = {wallets[source].pk: -chips, wallets[target].pk: chips}
                    ledger.post(f"{wallets[0].pk}:{n}", pair, purpose="hand")
            balances.append([ledger.balance(one) for one in wallets])
    assert balances[0] == balances[1]


@pytest.mark.invariant(22, "law")
@pytest.mark.django_db
@given(moves=MOVES, gaps=st.lists(st.integers(0, 3), min_size=8, max_size=8), asked=st.integers(-1, 26))
@settings(max_examples=budget(30))
def test_the_balance_at_an_instant_is_the_replay_to_it(moves, gaps, asked):
    wallets = people(next(_numbers))
    model = [1000 if asked >= 0 else 0] * 4
    hour = 0
    for n, ((source, target, chips), gap) in enumerate(zip(moves, gaps, strict=False)):
        hour += gap  # several transfers at one instant too
        if source != target:
            pair = {wallets[source].pk: -chips, wallets[target].pk: chips}
            ledger.post(f"{wallets[0].pk}:{n}", pair, purpose="hand", now=BEGIN + timedelta(hours=hour))
            if hour <= asked:
                model[source] -= chips
                model[target] += chips
    assert [ledger.balance_at(one, BEGIN + timedelta(hours=asked)) for one in wallets] == model
