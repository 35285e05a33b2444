"""The ledger beside a ten-line model, whatever order of posts, reversals and repeats comes (invariants 2, 3, 4, 6, 8, 13)."""

from __future__ import annotations

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from club import audit, ledger
from club.models import Account, Transfer

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

    def teardown(self):
        assert audit.rebuild() == audit.Report(True, ())


@pytest.mark.django_db
def test_the_ledger_is_its_model():
    run_state_machine_as_test(Books, settings=settings(max_examples=25, stateful_step_count=30, deadline=None))
