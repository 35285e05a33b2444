"""Snapshots tell who is where by table; the next line of a log writes the entries of these anew."""

from typing import Any

from django.db import migrations


def _by_table(apps: Any, _editor: Any) -> None:
    rows = apps.get_model("tournaments", "Tournament").objects.exclude(snapshot={})
    for row in rows.only("pk", "snapshot").iterator(chunk_size=20):
        if "others" not in row.snapshot["entries"]:
            told = [[int(entry), *place] for entry, place in row.snapshot["entries"].items()]
            row.snapshot["entries"] = {"waiting": [], "seats": {}, "others": told}
            row.save(update_fields=["snapshot"])


def _one_by_one(apps: Any, _editor: Any) -> None:
    for row in apps.get_model("tournaments", "Tournament").objects.exclude(snapshot={}).iterator(chunk_size=20):
        told = row.snapshot["entries"]
        found = {str(n): [None] * 5 for first, last in told["waiting"] for n in range(first, last + 1)}
        for table, at in told["seats"].items():
            found |= {str(n): [int(table), seat, None, None, None] for seat, n in enumerate(at, 1) if n}
        found |= {str(n): place for n, *place in told["others"]}
        row.snapshot["entries"] = found
        row.save(update_fields=["snapshot"])


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0011_flights")]
    operations = [migrations.RunPython(_by_table, _one_by_one)]
