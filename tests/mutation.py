"""Which tests a mutant of a ranking is tried on: all that are about rankings.

mutmut tries a mutant on the tests that called its function. Rankings are built when their modules are imported and
remember what they have worked out, so most of their functions are called by the first test alone. After
`mutmut run` has once collected its statistics, `python -m tests.mutation` says in them what is meant.
"""

from __future__ import annotations

import json
from pathlib import Path

STATISTICS = Path("mutants/mutmut-stats.json")
MODULES = ("badugi", "highs", "lookup", "lows", "ranking", "sums", "values")
TESTS = (
    "tests/engine/ranking/test_values.py",
    "tests/engine/ranking/test_ranking.py",
    "tests/engine/rulebook/test_cards.py",
)


def main() -> None:
    statistics = json.loads(STATISTICS.read_text(encoding="utf-8"))
    about_rankings = [test for test in statistics["duration_by_test"] if test.startswith(TESTS)]
    of_function = statistics["tests_by_mangled_function_name"]
    for key in statistics["function_hashes"]:
        if key.startswith(tuple(f"engine.{module}." for module in MODULES)):
            of_function[key] = about_rankings
    STATISTICS.write_text(json.dumps(statistics), encoding="utf-8")


if __name__ == "__main__":
    main()
