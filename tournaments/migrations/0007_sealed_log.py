from django.db import migrations

from club.database.sql_files import install


class Migration(migrations.Migration):
    """Logs of tournaments are sealed."""

    dependencies = [("tournaments", "0006_late_minutes"), ("club", "0010_seals")]

    operations = [install("tournaments/models/sql/sealed_log.sql")]
