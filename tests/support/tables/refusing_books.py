"""A ledger that refuses what it is told to refuse."""

from __future__ import annotations

import pytest

from club.ledger import ledger
from tables.dealing import settlement


class Books:
    """The ledger, which refuses the transfers that name one of these references."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.refused: set[str] = set()
        self.fault: Exception = ledger.BadAmount("bad_amount", ledger.refusal_in_words("bad_amount", {}))
        self.asked = 0
        post_all = ledger.post_all

        def post(transfers):
            transfers = list(transfers)
            if any(one.reference in self.refused for one in transfers):
                self.asked += 1
                raise self.fault
            return post_all(transfers)

        monkeypatch.setattr(settlement.ledger, "post_all", post)
