"""What the ledger promises, numbered, and how each promise is shown; a test says which by `@pytest.mark.invariant`.

The kinds: an ``example`` told as a story; a ``law`` that Hypothesis searches for a counter-example; ``sql``, refused by the
database whoever asks; a ``race`` on real connections; a ``fault``, where something dies or is corrupted on purpose.
"""

from __future__ import annotations

KINDS = {"example", "law", "sql", "race", "fault"}

INVARIANTS: dict[int, tuple[str, set[str]]] = {
    1: ("an amount is a positive whole number, its accounts differ, and their unit is one", {"sql"}),
    2: ("every transfer sums to nothing, and so do the balances of a unit", {"law", "fault"}),
    3: ("a balance is the sum of its lines and the last one's, its version their number", {"law"}),
    4: ("an account's lines are a chain without gaps", {"law", "sql"}),
    5: ("no line or transfer is changed or deleted, even in SQL", {"sql"}),
    6: ("the same key and body is the same transfer; another body is refused", {"law", "race"}),
    7: ("a refused transfer leaves nothing and does not use up its key", {"example"}),
    8: ("wallet, stack and escrow never go below zero; chips in play are minus the cashier's", {"law", "race"}),
    9: ("a batch stands whole or not at all", {"fault"}),
    10: ("what is held is resolved once, never beyond what was held, and the rest returns", {"law", "race", "sql"}),
    11: ("expiry is judged by the instant that is stored, never goes back, and excludes spending", {"example"}),
    12: ("a closed account takes and gives nothing; only an empty one is closed", {"example"}),
    13: ("a correction names its original, is its reverse, and happens once", {"sql"}),
    14: ("any order of the same transfers gives the same balances", {"law"}),
    15: ("transfers at once reach no caller as an error", {"race"}),
    16: ("the same race without the locks corrupts nothing", {"race"}),
    17: ("killed at any statement, 2 to 4 still hold", {"fault"}),
    18: ("a purpose is one of a list, a reference leads somewhere: every line can say why", {"example"}),
    19: ("stacks at a table are the seats' accounts; during a hand stacks and pot are", {"law"}),
    20: ("a hand is settled once; what is won and the rake are what is lost; the rake keeps its cap", {"race"}),
    21: ("a tournament's escrow ends at nothing; its chips stay the same", {"law"}),
    22: ("the balance at an instant is the replay to it", {"law"}),
    23: ("no endpoint, admin or page writes the ledger's rows", {"example"}),
    24: ("the auditor finds what was corrupted, and names it", {"fault"}),
}
