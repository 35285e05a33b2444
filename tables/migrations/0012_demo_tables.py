from django.db import migrations, models

FIRST_GIFT = "demo:Akira"  # how the key of the transfer ends by which a demo filled its first computer player's wallet
NAMES = ("Hold'em 10/20", "Limit hold'em 20/40")


def mark(apps, schema_editor):
    """The tables of a demo that was filled when they were known by their names."""
    if apps.get_model("club", "Transfer").objects.filter(key__endswith=FIRST_GIFT).exists():
        apps.get_model("tables", "Table").objects.filter(name__in=NAMES, owner="").update(is_demo=True)


class Migration(migrations.Migration):

    dependencies = [
        ("club", "0011_cash_drawer"),
        ("tables", "0011_wait_for_real_cards"),
    ]

    operations = [
        migrations.AddField(
            model_name="table",
            name="is_demo",
            field=models.BooleanField(default=False, editable=False),
        ),
        migrations.RunPython(mark, migrations.RunPython.noop),
    ]
