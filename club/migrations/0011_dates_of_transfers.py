from django.db import migrations

from club.database.sql_files import install


class Migration(migrations.Migration):
    """A transfer is dated by the server's clock where it is told another time, and one dated ahead holds no other ahead."""

    dependencies = [("club", "0010_seals")]

    operations = [install("club/ledger/sql/ledger_post.sql")]
