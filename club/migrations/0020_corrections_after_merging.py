from django.db import migrations

from club.database.sql_files import install


class Migration(migrations.Migration):
    """A transfer of a member who was merged since is taken back from the membership that stays."""

    dependencies = [("club", "0019_notices_by_line")]

    operations = [install("club/ledger/sql/ledger_post.sql")]
