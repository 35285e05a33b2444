"""The tables of this app as they were first, and what the database does by itself."""

import django.core.serializers.json
import django.core.validators
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from club.database.sql_files import install


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('club', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Table',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=80, verbose_name='name')),
                ('kind', models.CharField(choices=[('dealt', 'dealt by the server'), ('recorded', 'recorded')], default='dealt', max_length=10, verbose_name='kind')),
                ('game', models.CharField(help_text='A key of the catalogue of games.', max_length=40, verbose_name='game')),
                ('stakes', models.JSONField(default=dict, encoder=django.core.serializers.json.DjangoJSONEncoder, verbose_name='stakes')),
                ('seats', models.PositiveSmallIntegerField(default=9, validators=[django.core.validators.MinValueValidator(2), django.core.validators.MaxValueValidator(10)], verbose_name='seats')),
                ('rotation', models.JSONField(blank=True, help_text='Of `engine.mixes.rotation.Rotation`.', null=True, verbose_name='mix')),
                ('level', models.JSONField(blank=True, help_text='Of `engine.mixes.mixes.MixedStakes`.', null=True, verbose_name='level')),
                ('turn', models.JSONField(blank=True, editable=False, null=True)),
                ('choosing', models.JSONField(blank=True, editable=False, null=True)),
                ('owner', models.CharField(blank=True, db_index=True, help_text='Empty for a cash table.', max_length=40, verbose_name='owner')),
                ('unit', models.CharField(default='chips', max_length=40, verbose_name='unit')),
                ('status', models.CharField(choices=[('open', 'open'), ('closed', 'closed')], default='open', max_length=10, verbose_name='status')),
                ('version', models.PositiveBigIntegerField(default=0, help_text='Grows with every change shown.', verbose_name='version')),
                ('button', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='button')),
                ('small_blind', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="small blind's seat")),
                ('big_blind', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="big blind's seat")),
                ('next_hand', models.PositiveIntegerField(default=1, verbose_name='next hand')),
                ('action_seconds', models.PositiveSmallIntegerField(default=30, help_text='Seconds a person has for a decision.', verbose_name='action clock')),
                ('pace', models.FloatField(default=1.0, help_text='Seconds a computer player thinks; 0 plays at once.', validators=[django.core.validators.MinValueValidator(0.0)], verbose_name='pace')),
                ('pause', models.FloatField(default=4.0, help_text='Seconds between a hand and the next at a cash table.', validators=[django.core.validators.MinValueValidator(0.0)], verbose_name='pause')),
                ('min_buy_in', models.PositiveBigIntegerField(default=0, verbose_name='smallest buy-in')),
                ('max_buy_in', models.PositiveBigIntegerField(default=0, verbose_name='largest buy-in')),
                ('is_breaking', models.BooleanField(default=False, verbose_name='being broken')),
                ('main', models.ForeignKey(blank=True, help_text='Of a feeder.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='feeders', to='tables.table')),
                ('before_deal', models.JSONField(blank=True, editable=False, null=True)),
                ('time_due', models.DateTimeField(blank=True, null=True, verbose_name='time charge due')),
                ('deal_at', models.DateTimeField(blank=True, null=True, verbose_name='next deal')),
                ('is_demo', models.BooleanField(default=False, editable=False)),
                ('opened_at', models.DateTimeField(verbose_name='opened')),
                ('closed_at', models.DateTimeField(blank=True, null=True, verbose_name='closed')),
                ('request_key', models.CharField(blank=True, editable=False, max_length=150, null=True, unique=True)),
            ],
            options={
                'verbose_name': 'table',
                'verbose_name_plural': 'tables',
                'indexes': [models.Index(condition=models.Q(('deal_at__isnull', False)), fields=['deal_at'], name='table_waiting_for_a_deal')],
                'constraints': [models.CheckConstraint(condition=models.Q(('seats__gte', 2), ('seats__lte', 10)), name='table_seats_in_range'), models.CheckConstraint(condition=models.Q(('max_buy_in__gte', models.F('min_buy_in'))), name='table_buy_in_range'), models.CheckConstraint(condition=models.Q(('pace__gte', 0), ('pause__gte', 0)), name='table_waits_not_negative')],
            },
        ),
        migrations.CreateModel(
            name='Hand',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='hands', to='tables.table')),
                ('number', models.PositiveIntegerField(verbose_name='number')),
                ('is_recorded', models.BooleanField(default=False, help_text='The cards came from outside.', verbose_name='recorded')),
                ('start', models.JSONField(encoder=django.core.serializers.json.DjangoJSONEncoder, verbose_name='start')),
                ('engine_version', models.CharField(max_length=40, verbose_name='engine')),
                ('rule_set', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='club.ruleset')),
                ('state', models.CharField(choices=[('playing', 'being played'), ('over', 'over, to be settled'), ('settled', 'settled'), ('void', 'void')], default='playing', max_length=10, verbose_name='state')),
                ('commitment', models.CharField(blank=True, max_length=200, verbose_name='commitment')),
                ('shuffle', models.CharField(blank=True, help_text='Empty if recorded.', max_length=40, verbose_name='how it was shuffled')),
                ('words', models.JSONField(blank=True, default=dict, help_text='What players added to the shuffle, by seat.', verbose_name='words')),
                ('deadline', models.DateTimeField(blank=True, help_text='When the clock decides.', null=True, verbose_name='deadline')),
                ('later', models.JSONField(blank=True, default=dict, editable=False)),
                ('play_at', models.DateTimeField(blank=True, help_text='When a computer player has thought enough.', null=True)),
                ('started_at', models.DateTimeField(verbose_name='started')),
                ('ended_at', models.DateTimeField(blank=True, null=True, verbose_name='ended')),
                ('result', models.JSONField(blank=True, encoder=django.core.serializers.json.DjangoJSONEncoder, null=True, verbose_name='result')),
                ('expected', models.JSONField(blank=True, encoder=django.core.serializers.json.DjangoJSONEncoder, null=True, verbose_name='recorded outcome')),
            ],
            options={
                'verbose_name': 'hand',
                'verbose_name_plural': 'hands',
                'indexes': [models.Index(condition=models.Q(('deadline__isnull', False)), fields=['deadline'], name='hand_deadline'), models.Index(condition=models.Q(('play_at__isnull', False)), fields=['play_at'], name='hand_play_at'), models.Index(condition=models.Q(('state', 'over')), fields=['table'], name='hand_to_settle')],
                'constraints': [models.UniqueConstraint(fields=('table', 'number'), name='hand_number_once'), models.UniqueConstraint(condition=models.Q(('is_recorded', False), ('state__in', ['playing', 'over'])), fields=('table',), name='one_live_hand_a_table')],
            },
        ),
        migrations.CreateModel(
            name='DeckSeed',
            fields=[
                ('hand', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='+', serialize=False, to='tables.hand')),
                ('seed', models.BinaryField(max_length=64)),
            ],
        ),
        migrations.CreateModel(
            name='PackSecret',
            fields=[
                ('table', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='+', serialize=False, to='tables.table')),
                ('secret', models.BinaryField(max_length=64)),
            ],
        ),
        migrations.CreateModel(
            name='Sitting',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='sittings', to='tables.table')),
                ('seat', models.PositiveSmallIntegerField(verbose_name='seat')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='sittings', to='club.player')),
                ('account', models.ForeignKey(help_text='The stack.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='club.account')),
                ('state', models.CharField(choices=[('active', 'playing'), ('out', 'sitting out'), ('leaving', 'leaving after this hand'), ('left', 'left')], default='active', max_length=10, verbose_name='state')),
                ('entry', models.CharField(choices=[('in', 'in the game'), ('waits', 'waiting for the big blind'), ('posts', 'posting')], default='in', max_length=10, verbose_name='entry')),
                ('owes_big', models.BooleanField(default=False, verbose_name='missed the big blind')),
                ('owes_small', models.BooleanField(default=False, verbose_name='missed the small blind')),
                ('is_missing', models.BooleanField(default=False, help_text='Under a penalty: dealt in and killed.', verbose_name='misses hands')),
                ('is_moving', models.BooleanField(default=False, verbose_name='moves to the main table')),
                ('bank_seconds', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='time bank (seconds)')),
                ('bank_hand', models.PositiveIntegerField(blank=True, editable=False, null=True)),
                ('bank_key', models.CharField(blank=True, editable=False, max_length=100)),
                ('seen_at', models.DateTimeField(blank=True, editable=False, null=True, verbose_name='last sign of life')),
                ('is_away', models.BooleanField(default=False, help_text='Gave no sign of life lately.', verbose_name='away')),
                ('grace_hand', models.PositiveIntegerField(blank=True, editable=False, null=True)),
                ('left_with', models.PositiveBigIntegerField(blank=True, null=True, verbose_name='chips taken away')),
                ('wants_seat', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='wants seat')),
                ('wants_since', models.DateTimeField(blank=True, editable=False, null=True)),
                ('joined_hand', models.PositiveIntegerField(default=1, verbose_name='first hand')),
                ('buy_in_key', models.CharField(blank=True, editable=False, max_length=200, null=True, unique=True)),
                ('sat_down_at', models.DateTimeField(verbose_name='sat down')),
                ('left_at', models.DateTimeField(blank=True, null=True, verbose_name='left')),
            ],
            options={
                'verbose_name': 'sitting',
                'verbose_name_plural': 'sittings',
                'constraints': [models.UniqueConstraint(condition=models.Q(('state', 'left'), _negated=True), fields=('table', 'seat'), name='seat_taken_once'), models.UniqueConstraint(condition=models.Q(('state', 'left'), _negated=True), fields=('table', 'player'), name='player_seated_once'), models.CheckConstraint(condition=models.Q(('seat__gte', 1), ('seat__lte', 10)), name='sitting_seat_in_range')],
            },
        ),
        migrations.CreateModel(
            name='Study',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='studies', to='club.player')),
                ('name', models.CharField(max_length=80, verbose_name='name')),
                ('text', models.TextField(help_text='PHH or PHHS, as it was uploaded.', verbose_name='hands')),
                ('hands', models.PositiveIntegerField(verbose_name='number of hands')),
                ('added_at', models.DateTimeField(verbose_name='added')),
                ('request_key', models.CharField(blank=True, editable=False, max_length=150, null=True, unique=True)),
            ],
            options={
                'verbose_name': 'file for study',
                'verbose_name_plural': 'files for study',
            },
        ),
        migrations.CreateModel(
            name='Wait',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='waits', to='club.player')),
                ('table', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='waits', to='tables.table')),
                ('kind', models.CharField(choices=[('dealt', 'dealt by the server'), ('recorded', 'recorded')], default='dealt', max_length=10, verbose_name='kind')),
                ('game', models.CharField(blank=True, max_length=40, verbose_name='game')),
                ('mix', models.JSONField(blank=True, default=dict, editable=False)),
                ('state', models.CharField(choices=[('waiting', 'in line'), ('called', 'called'), ('seated', 'seated'), ('missed', 'did not answer'), ('left', 'left')], default='waiting', max_length=10, verbose_name='state')),
                ('joined_at', models.DateTimeField(verbose_name='in line since')),
                ('called_to', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='calls', to='tables.table')),
                ('answer_by', models.DateTimeField(blank=True, null=True, verbose_name='answer by')),
            ],
            options={
                'verbose_name': 'place in line',
                'verbose_name_plural': 'waiting lists',
                'indexes': [models.Index(condition=models.Q(('state', 'called')), fields=['answer_by'], name='wait_called')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('state__in', ['waiting', 'called'])), fields=('player', 'table', 'kind', 'game', 'mix'), name='in_line_once', nulls_distinct=False)],
            },
        ),
        migrations.CreateModel(
            name='Word',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='words', to='tables.table')),
                ('number', models.PositiveIntegerField(verbose_name='hand')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='club.player')),
                ('word', models.CharField(max_length=40, verbose_name='word')),
                ('at', models.DateTimeField(verbose_name='at')),
            ],
            options={
                'verbose_name': 'word',
                'verbose_name_plural': 'words',
                'constraints': [models.UniqueConstraint(fields=('table', 'number', 'player'), name='word_once_a_hand')],
            },
        ),
        migrations.CreateModel(
            name='Decision',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('hand', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='decisions', to='tables.hand')),
                ('seq', models.PositiveIntegerField(verbose_name='sequence')),
                ('ask', models.PositiveIntegerField(verbose_name='ask')),
                ('seat', models.PositiveSmallIntegerField(blank=True, help_text='Empty for the dealer.', null=True, verbose_name='seat')),
                ('text', models.CharField(max_length=400, verbose_name='decision')),
                ('source', models.CharField(choices=[('player', 'the player'), ('staff', 'the staff'), ('clock', 'the clock'), ('computer', 'a computer player'), ('record', 'the record')], max_length=10, verbose_name='by')),
                ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('device', models.CharField(blank=True, max_length=200, verbose_name='from where')),
                ('at', models.DateTimeField(verbose_name='at')),
            ],
            options={
                'verbose_name': 'decision',
                'verbose_name_plural': 'decisions',
                'ordering': ('hand_id', 'seq'),
                'constraints': [models.UniqueConstraint(fields=('hand', 'ask'), name='ask_answered_once'), models.UniqueConstraint(fields=('hand', 'seq'), name='decision_seq_once')],
            },
        ),
        migrations.CreateModel(
            name='HandSeat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('hand', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seats', to='tables.hand')),
                ('seat', models.PositiveSmallIntegerField(verbose_name='seat')),
                ('player', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='hand_seats', to='club.player')),
                ('name', models.CharField(blank=True, help_text="Of a recorded hand's player.", max_length=80, verbose_name='name')),
                ('account', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='club.account')),
                ('net', models.BigIntegerField(blank=True, null=True, verbose_name='won or lost')),
                ('plan', models.CharField(blank=True, editable=False, max_length=40)),
                ('plan_street', models.PositiveSmallIntegerField(blank=True, editable=False, null=True)),
                ('shown', models.JSONField(blank=True, default=list, editable=False)),
                ('put_in', models.BooleanField(blank=True, null=True, verbose_name='put chips in freely')),
                ('raised', models.BooleanField(blank=True, null=True, verbose_name='raised first')),
                ('went_on', models.BooleanField(blank=True, null=True, verbose_name='saw the next street')),
                ('showed_down', models.BooleanField(blank=True, null=True, verbose_name='went to showdown')),
                ('won', models.BooleanField(blank=True, null=True, verbose_name='won a part of a pot')),
            ],
            options={
                'verbose_name': 'seat of a hand',
                'verbose_name_plural': 'seats of hands',
                'constraints': [models.UniqueConstraint(fields=('hand', 'seat'), name='hand_seat_once')],
            },
        ),
        install('tables/models/sql/append_only.sql'),
    ]
