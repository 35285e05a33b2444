from django.db import migrations

from club.database.sql_files import install


class Migration(migrations.Migration):
    """`ledger_post` goes by its owner's rights, and accounts open and close empty whoever writes them."""

    dependencies = [("club", "0005_differences_of_counts")]

    operations = [install("club/ledger/sql/ledger_post.sql"), install("club/ledger/sql/accounts.sql")]
