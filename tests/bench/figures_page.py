"""What `manage.py bench --all --markdown` writes into docs/figures.md: what was missed, then each bench with its load."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tests.bench import Figure, Reading, Remark, Row

BEGIN, END = "<!-- measured: manage.py bench --all --markdown -->", "<!-- the end of what is measured -->"


@dataclass(frozen=True, slots=True)
class Part:
    """One bench that was run: its rows, and the machine's load of one minute before and after."""

    name: str
    rows: Sequence[Row]
    loads: tuple[float, float]


def page(parts: Sequence[Part], machine: str) -> str:
    """All of it, the marks included. `machine`: on what it was measured, and when."""
    missed = [(part, row) for part in parts for row in part.rows if not isinstance(row, Remark) and row.is_missed]
    lines = [BEGIN, "## All benches in one run", "", f"{machine}.", ""]
    if missed:
        lines += [
            f"Marks that were missed: {len(missed)}.",
            "",
            *_table([(part.name, row) for part, row in missed]),
            "",
        ]
    else:
        lines += ["No mark was missed.", ""]
    for part in parts:
        before, after = part.loads
        lines += [f"### {part.name}", "", f"Load {before:.1f} before, {after:.1f} after.", ""]
        lines += [*_table([("", row) for row in part.rows if not isinstance(row, Remark)]), ""]
        lines += [f"- {row.text.strip()}" for row in part.rows if isinstance(row, Remark)]
        if lines[-1]:
            lines.append("")
    return "\n".join([*lines, END])


def replaced(document: str, measured: str) -> str:
    """The document with this in the place of what was measured before, or at its end."""
    if BEGIN not in document:
        return f"{document.rstrip()}\n\n{measured}\n"
    before, _begin, rest = document.partition(BEGIN)
    return before + measured + rest.partition(END)[2]


def _table(rows: Sequence[tuple[str, Figure | Reading]]) -> list[str]:
    lines = ["| what | ours | reference | ratio | mark |", "|---|---|---|---|---|"]
    for bench, row in rows:
        what = f"{bench}: {row.what}" if bench else row.what
        lines.append("| " + " | ".join([what, *_cells(row)]) + " |")
    return lines


def _cells(row: Figure | Reading) -> tuple[str, str, str, str]:
    star = "**" if row.is_missed else ""
    if isinstance(row, Reading):
        unit = f" {row.unit}" if row.unit else ""
        most = "" if row.most is None else f"at most {row.most:g}{unit}"
        return (
            f"{star}{row.value:,.3g}{star}{unit}" if row.value < 1000 else f"{star}{row.value:,.0f}{star}{unit}",
            "",
            "",
            most,
        )
    marks = [] if row.mark is None else [f"{row.mark:g} ×"]
    marks += [] if row.least is None else [f"{row.least:,.0f}/s"]
    return (
        f"{row.ours:,.0f}/s",
        f"{row.reference:,.0f}/s ({row.against})",
        f"{star}{row.ratio:.2f}{star}",
        ", ".join(marks),
    )
