"""Whether a member chose the language that is kept: so far those of whom the record says it."""

from django.db import migrations, models


def as_on_record(apps, schema_editor):
    player, entry = apps.get_model("club", "Player"), apps.get_model("club", "AuditEntry")
    changed = entry.objects.filter(kind="player.changed", after__contains=["language"], by__isnull=False)
    for subject, login in changed.values_list("subject", "by").distinct():
        number = subject.partition(":")[2]
        player.objects.filter(pk=int(number), user=login).update(has_chosen_language=True)


class Migration(migrations.Migration):
    dependencies = [("club", "0016_opening_balances")]

    operations = [
        migrations.AddField(
            model_name="player",
            name="has_chosen_language",
            field=models.BooleanField(default=False, verbose_name="has chosen the language"),
        ),
        migrations.RunPython(as_on_record, migrations.RunPython.noop),
    ]
