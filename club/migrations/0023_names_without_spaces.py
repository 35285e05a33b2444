from django.db import migrations

# A part of a name is found however it is spaced (`club.database.lookups`). As in 0021: where the extension is not allowed names are found
# by reading all, and `migrate` says what is to be done (`club.database.name_parts`).
INDEX = """
DO $do$
BEGIN
    IF EXISTS (SELECT FROM pg_extension WHERE extname = 'pg_trgm') THEN
        CREATE INDEX IF NOT EXISTS club_player_spaceless ON club_player USING gin (
            translate(upper(nickname::text), ' \u3000', '') gin_trgm_ops, translate(upper(real_name::text), ' \u3000', '') gin_trgm_ops,
            upper(member_number::text) gin_trgm_ops, translate(sorts_as::text, ' \u3000', '') gin_trgm_ops
        );
    END IF;
EXCEPTION WHEN OTHERS THEN -- servers of other people refuse it in codes of their own
    NULL;
END $do$;
DROP INDEX IF EXISTS club_player_parts;
"""


class Migration(migrations.Migration):
    """Parts of names are found by an index, spaces aside."""

    dependencies = [("club", "0022_asked_audits")]

    operations = [migrations.RunSQL(INDEX, "DROP INDEX IF EXISTS club_player_spaceless")]
