from django.db import migrations

from club.database.sql_files import install


class Migration(migrations.Migration):
    """Decisions are sealed."""

    dependencies = [("tables", "0010_player_notes"), ("club", "0010_seals")]

    operations = [install("tables/models/sql/sealed_decisions.sql")]
