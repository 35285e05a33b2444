from django.db import migrations, models

FIRST_GIFT = "demo:Akira"  # how the key of the transfer ends by which a demo filled its first computer player's wallet
NAME = "Demo evening"


def mark(apps, schema_editor):
    """The events of a demo that was filled when they were known by their name."""
    if apps.get_model("club", "Transfer").objects.filter(key__endswith=FIRST_GIFT).exists():
        apps.get_model("tournaments", "Tournament").objects.filter(name=NAME).update(is_demo=True)


class Migration(migrations.Migration):

    dependencies = [
        ("club", "0011_cash_drawer"),
        ("tournaments", "0015_computers_buy"),
    ]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="is_demo",
            field=models.BooleanField(default=False, editable=False),
        ),
        migrations.AddIndex(
            model_name="tournament",
            index=models.Index(condition=models.Q(("is_demo", True)), fields=["id"], name="tournament_of_the_demo"),
        ),
        migrations.RunPython(mark, migrations.RunPython.noop),
    ]
