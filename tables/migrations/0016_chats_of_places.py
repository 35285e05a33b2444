from django.db import migrations, models
from django.db.models import F, Value
from django.db.models.functions import Cast, Concat


def name_tables(apps, _schema_editor):
    """The chats there are were all of tables."""
    rooms = apps.get_model("tables", "ChatRoom").objects
    rooms.update(place=Concat(Value("table:"), Cast(F("table_id"), models.CharField())))


class Migration(migrations.Migration):

    dependencies = [
        ("tables", "0015_integrity"),
    ]

    operations = [
        migrations.AddField("chatroom", "place", models.CharField(max_length=40, null=True)),
        migrations.RunPython(name_tables, migrations.RunPython.noop, elidable=True),
        migrations.RemoveField("chatroom", "table"),
        migrations.AlterField(
            "chatroom",
            "place",
            models.CharField(
                help_text="Of the place, such as table:7.", max_length=40, unique=True, verbose_name="reference"
            ),
        ),
        migrations.AlterModelOptions("chatroom", {"verbose_name": "chat", "verbose_name_plural": "chats"}),
        migrations.AlterField(
            "chatline",
            "audience",
            models.CharField(
                choices=[("table", "players and spectators"), ("spectators", "spectators")],
                max_length=10,
                verbose_name="for",
            ),
        ),
    ]
