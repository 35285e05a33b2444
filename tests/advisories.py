"""What is installed, looked up among known vulnerabilities (pip-audit): `just advisories`.

It ends with 0 where everything was looked up and nothing is known, with 1 where something is, and with 3 where no source of
advisories answers. pip-audit itself calls that "no known vulnerabilities"; so a package whose vulnerabilities everybody knows is
looked up too, and where nothing is known even of that, nothing was looked up.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

KNOWN_BAD = "jinja2==2.4.1"  # CVE-2014-1402, CVE-2016-10745 and others
COMMAND = (sys.executable, "-m", "pip_audit", "--format", "json", "--progress-spinner", "off")
FINE, VULNERABLE, NOT_LOOKED_UP = 0, 1, 3


@dataclass(frozen=True)
class Verdict:
    """What came of it: the exit code, and the sentences that say it."""

    code: int
    words: tuple[str, ...]


def verdict(installed: Mapping[str, Any] | None, known_bad: Mapping[str, Any] | None) -> Verdict:
    """The verdict on what pip-audit reported of both; None stands for a report that never came."""
    if installed is None or known_bad is None or not list(_vulnerable(known_bad)):
        words = f"NOT LOOKED UP: no source of advisories answers (nothing is known there even of {KNOWN_BAD})."
        return Verdict(NOT_LOOKED_UP, (words,))
    looked_up = [one for one in installed["dependencies"] if "skip_reason" not in one]
    skipped = [f"not looked up: {one['name']}" for one in installed["dependencies"] if "skip_reason" in one]
    found = list(_vulnerable(installed))
    return Verdict(VULNERABLE if found else FINE, (*found, *skipped, f"{len(looked_up)} packages looked up"))


def _vulnerable(report: Mapping[str, Any]) -> Iterator[str]:
    for one in report["dependencies"]:
        for known in one.get("vulns", ()):
            mended = ", ".join(known.get("fix_versions", ())) or "none yet"
            yield f"{one['name']} {one['version']}: {known['id']}, mended in {mended}"


def report(*arguments: str) -> Mapping[str, Any] | None:
    """What pip-audit says of these; None where it says nothing that can be read."""
    done = subprocess.run([*COMMAND, *arguments], capture_output=True, text=True)
    try:
        read: Mapping[str, Any] = json.loads(done.stdout)
    except ValueError:
        print(done.stderr.strip()[-500:], file=sys.stderr)
        return None
    return read


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        asked = Path(folder) / "known_bad.txt"
        asked.write_text(f"{KNOWN_BAD}\n")
        known_bad = report("--no-deps", "--disable-pip", "-r", str(asked))
    # No question about each installed package to a source that knows nothing.
    is_source = known_bad is not None and any(_vulnerable(known_bad))
    told = verdict(report("--local") if is_source else None, known_bad)
    print("\n".join(told.words))
    return told.code


if __name__ == "__main__":
    sys.exit(main())
