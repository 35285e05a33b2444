"""An account knows when it moved last, and no line is dated before the line before it.

Whoever posts says what time it is, and may have waited for a lock since: a transfer is dated by that, or by the last
move of any of its accounts if that is later. The accounts are locked before the transfer is written, so that its date is
known by then. An account's lines are thus in the order of their times, which `ledger.line_at` relies on.
"""

from importlib import import_module

from django.db import migrations, models

BEFORE = import_module("club.migrations.0005_ledger_post")
DROP = BEFORE.BEFORE.BACKWARD

CHANGES = (
    (
        """    total numeric := 0;
BEGIN
""",
        """    total numeric := 0;
    moved timestamptz;
BEGIN
    -- One order for everybody, so that two transfers never wait for each other.
    SELECT greatest(in_recorded_at, max(held.moved_at)) INTO moved FROM (
        SELECT moved_at FROM club_account WHERE id = ANY(in_accounts) ORDER BY id FOR NO KEY UPDATE
    ) held;
""",
    ),
    ("in_why, in_corrects, in_recorded_at)\n    ON CONFLICT", "in_why, in_corrects, moved)\n    ON CONFLICT"),
    ("    -- One order for everybody, so that two transfers never wait for each other.\n    FOR line IN", "    FOR line IN"),
    ("        ORDER BY account.id\n        FOR NO KEY UPDATE\n    LOOP", "        ORDER BY account.id\n    LOOP"),
    ("version = line.version + 1 WHERE", "version = line.version + 1, moved_at = moved\n        WHERE"),
)


def changed(function: str) -> str:
    """The function with every change made; each finds its place exactly once."""
    for old, new in CHANGES:
        if function.count(old) != 1:
            raise ValueError(f"ledger_post is not what this migration changes: {old!r}")
        function = function.replace(old, new)
    return function


FORWARD = changed(BEFORE.FORWARD)
MOVED = """
UPDATE club_account SET moved_at = last.at
FROM (
    SELECT entry.account_id, max(transfer.recorded_at) AS at
    FROM club_entry entry JOIN club_transfer transfer ON transfer.id = entry.transfer_id GROUP BY entry.account_id
) last
WHERE last.account_id = club_account.id
"""


class Migration(migrations.Migration):
    dependencies = [("club", "0009_audit_run_append_only")]
    operations = [
        migrations.AddField(
            model_name="account",
            name="moved_at",
            field=models.DateTimeField(editable=False, null=True, verbose_name="last moved"),
        ),
        migrations.RunSQL(MOVED, migrations.RunSQL.noop),
        migrations.RunSQL(DROP + FORWARD, DROP + BEFORE.FORWARD),
    ]
