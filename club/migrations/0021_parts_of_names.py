from django.db import migrations

# Whoever looks for a part of a name reads no name of all others. Where the extension is not installed, or not allowed, names are found
# as before, by reading all; `migrate` then says what is to be done, and makes the indexes when it can (`club.database.name_parts`).
INDEXES = """
DO $do$
BEGIN
    IF EXISTS (SELECT FROM pg_available_extensions WHERE name = 'pg_trgm') THEN
        CREATE EXTENSION IF NOT EXISTS pg_trgm;
        CREATE INDEX IF NOT EXISTS club_player_parts ON club_player USING gin (
            upper(nickname::text) gin_trgm_ops, upper(real_name::text) gin_trgm_ops, upper(member_number::text) gin_trgm_ops,
            sorts_as gin_trgm_ops
        );
        CREATE INDEX IF NOT EXISTS club_auditentry_parts ON club_auditentry USING gin (upper(subject::text) gin_trgm_ops);
    END IF;
EXCEPTION WHEN OTHERS THEN -- servers of other people refuse it in codes of their own
    NULL;
END $do$;
"""


class Migration(migrations.Migration):
    """Parts of names and subjects of the record are found by an index."""

    dependencies = [("club", "0020_corrections_after_merging")]

    operations = [
        migrations.RunSQL(
            INDEXES, "DROP INDEX IF EXISTS club_player_parts; DROP INDEX IF EXISTS club_auditentry_parts"
        )
    ]
