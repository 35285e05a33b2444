"""What a player chooses beforehand is called a preaction."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("tables", "0002_button_cards")]

    operations = [
        migrations.RenameField("handseat", "plan", "preaction"),
        migrations.RenameField("handseat", "plan_street", "preaction_street"),
    ]
