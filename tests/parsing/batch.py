"""Each parser given hundreds of hostile documents, in a process of its own with a bound on its memory.

`FUZZ=300 python -m tests.parsing.batch [NAME…]` goes on for 300 s with documents mutated at random, of the seed it tells.
`python -m tests.parsing.batch [NAME…]` prints a line of JSON a parser: how many documents were read and refused, the seconds of
processor time, and the faults, each with the beginning of its document.
"""

from __future__ import annotations

import gc
import itertools
import json
import os
import random
import resource
import sys
import time
import traceback
from pathlib import Path
from typing import Any

COUNT = int(os.environ.get("DOCUMENTS", "200"))  # that Hypothesis makes, besides those made by hand
SHOWN = 5
SLOWEST = 1.0  # seconds of processor time of one document mutated at random


def _address_space() -> int:
    return int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()


def main(names: list[str]) -> None:
    """Run the batches of the parsers of those names, or of all, each in a child of this process."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "club.project.settings")
    import django

    django.setup()
    from tests.parsing.documents import documents
    from tests.parsing.parsers import PARSERS

    for name in names or PARSERS:
        documents(PARSERS[name].reads, PARSERS[name].most, COUNT)  # made here, once for all children that read such
        sys.stdout.flush()
        child = os.fork()
        if child == 0:
            try:
                run(name)
                sys.stdout.flush()
            except BaseException:
                traceback.print_exc()
            finally:
                os._exit(0)
        os.waitpid(child, 0)


def run(name: str) -> None:
    """Run the batch of one parser, in this process."""
    from tests.parsing.documents import CASE, HAND, SHEET, STARS, documents, mutated
    from tests.parsing.parsers import CPU_SECONDS, MEMORY, PARSERS

    parser = PARSERS[name]
    made = documents(parser.reads, parser.most, COUNT)
    known: dict[str, list[Any]] = {
        "json": [CASE, SHEET, "[" * 9 + "]" * 9], "phh": [HAND], "stars": [STARS], "csv": [b"nickname\nanna\n"], "photo": made[-6:],
        "words": ["As"],
        "levels": ["SB BB\n1 2\n", "1 1/2 (2) 5 min\nBreak 5 min color up 1\n"],
    }  # fmt: skip
    ordinary = known[parser.reads]
    if name == "body of the API":
        made, ordinary = [_sent(one) for one in made], [_sent(one) for one in ordinary]
    for one in ordinary:  # whatever is loaded or compiled at the first call is there before the bound is set
        _call(parser, one)
    gc.collect()
    resource.setrlimit(resource.RLIMIT_AS, (_address_space() + MEMORY,) * 2)
    begun = time.process_time()
    faults, refused, count = [], 0, 0
    seed, seconds = int(os.environ.get("FUZZ_SEED") or time.time_ns()), float(os.environ.get("FUZZ", "0"))
    resource.setrlimit(resource.RLIMIT_CPU, (int(begun + 2 * CPU_SECONDS + seconds),) * 2)  # an endless one is stopped
    until, random_ones = time.monotonic() + seconds, mutated(parser.reads, parser.most, random.Random(seed))
    endless = itertools.takewhile(lambda _one: time.monotonic() < until, random_ones)
    for one in itertools.chain(made, endless):
        count += 1
        if count > len(made) and name == "body of the API":
            one = _sent(one)
        before = time.process_time()
        outcome = _call(parser, one)
        refused += outcome == "refused"
        if (spent := time.process_time() - before) > SLOWEST and count > len(made):
            outcome = f"took {spent:.1f} s"
        if outcome not in ("read", "refused"):
            faults.append(f"{outcome}: {one[:60]!r} of {len(one)}")
    seconds = time.process_time() - begun
    told = {
        "parser": name,
        "documents": count,
        "seed": seed,
        "refused": refused,
        "seconds": round(seconds, 2),
        "faults": faults[:SHOWN],
    }
    print(json.dumps(told | {"count": len(faults)}))


def _sent(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _call(parser: Any, document: Any) -> str:
    try:
        parser.parse(document)
    except parser.refuses:
        return "refused"
    except BaseException as fault:  # MemoryError and RecursionError are what this looks for
        return f"{type(fault).__name__} {str(fault)[:80]}"
    return "read"


if __name__ == "__main__":
    main(sys.argv[1:])
