"""The tables of this app as they were first, and what the database does by itself."""

import django.contrib.auth.models
import django.contrib.auth.validators
import django.core.serializers.json
import django.db.models.deletion
import django.utils.timezone
import uuid
from django.conf import settings
from django.db import migrations, models

from club.database.sql_files import install


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        migrations.CreateModel(
            name='AuditRun',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(verbose_name='at')),
                ('ok', models.BooleanField(verbose_name='in balance')),
                ('differences', models.JSONField(default=list, verbose_name='differences')),
            ],
            options={
                'verbose_name': 'audit',
                'verbose_name_plural': 'audits',
            },
        ),
        migrations.CreateModel(
            name='User',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                ('username', models.CharField(error_messages={'unique': 'A user with that username already exists.'}, help_text='Required. 150 characters or fewer. Letters, digits and @/./+/-/_ only.', max_length=150, unique=True, validators=[django.contrib.auth.validators.UnicodeUsernameValidator()], verbose_name='username')),
                ('first_name', models.CharField(blank=True, max_length=150, verbose_name='first name')),
                ('last_name', models.CharField(blank=True, max_length=150, verbose_name='last name')),
                ('email', models.EmailField(blank=True, max_length=254, verbose_name='email address')),
                ('is_staff', models.BooleanField(default=False, help_text='Designates whether the user can log into this admin site.', verbose_name='staff status')),
                ('is_active', models.BooleanField(default=True, help_text='Designates whether this user should be treated as active. Unselect this instead of deleting accounts.', verbose_name='active')),
                ('date_joined', models.DateTimeField(default=django.utils.timezone.now, verbose_name='date joined')),
                ('access_version', models.PositiveIntegerField(default=0, editable=False, verbose_name='access version')),
                ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
            ],
            options={
                'verbose_name': 'user',
                'verbose_name_plural': 'users',
                'abstract': False,
            },
            managers=[
                ('objects', django.contrib.auth.models.UserManager()),
            ],
        ),
        migrations.CreateModel(
            name='Webhook',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('url', models.CharField(max_length=500, verbose_name='address')),
                ('name', models.CharField(max_length=60, verbose_name='name')),
                ('secret', models.CharField(editable=False, max_length=80)),
                ('events', models.JSONField(default=list, verbose_name='events')),
                ('is_active', models.BooleanField(default=True, verbose_name='active')),
                ('busy_until', models.DateTimeField(editable=False, null=True)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('made_at', models.DateTimeField(verbose_name='made')),
            ],
            options={
                'verbose_name': 'webhook',
                'verbose_name_plural': 'webhooks',
            },
        ),
        migrations.CreateModel(
            name='Delivery',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('webhook', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='deliveries', to='club.webhook')),
                ('number', models.UUIDField(default=uuid.uuid4, editable=False, unique=True, verbose_name='number')),
                ('key', models.CharField(editable=False, max_length=200)),
                ('event', models.CharField(max_length=60, verbose_name='event')),
                ('body', models.TextField(verbose_name='body')),
                ('state', models.CharField(choices=[('waiting', 'waiting'), ('sent', 'sent'), ('failed', 'failed')], default='waiting', max_length=8, verbose_name='state')),
                ('tries', models.PositiveSmallIntegerField(default=0, verbose_name='tries')),
                ('due_at', models.DateTimeField(verbose_name='due')),
                ('made_at', models.DateTimeField(verbose_name='made')),
                ('settled_at', models.DateTimeField(null=True, verbose_name='settled')),
            ],
            options={
                'verbose_name': 'webhook message',
                'verbose_name_plural': 'webhook messages',
                'indexes': [models.Index(condition=models.Q(('state', 'waiting')), fields=['due_at'], name='delivery_due')],
                'constraints': [models.UniqueConstraint(fields=('webhook', 'key'), name='delivery_key_once')],
            },
        ),
        migrations.CreateModel(
            name='Heartbeat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=40, unique=True)),
                ('at', models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name='RuleSet',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('digest', models.CharField(max_length=64, unique=True)),
                ('values', models.JSONField(encoder=django.core.serializers.json.DjangoJSONEncoder)),
            ],
        ),
        migrations.CreateModel(
            name='Account',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('owner', models.CharField(max_length=60, verbose_name='owner')),
                ('kind', models.CharField(choices=[('wallet', 'wallet'), ('stack', 'stack'), ('escrow', 'escrow'), ('rake', 'rake'), ('fees', 'fees'), ('cashier', 'cashier'), ('credit', 'credit'), ('tips', 'tips'), ('jackpot', 'jackpot'), ('adjust', 'adjustments'), ('expired', 'expired chips')], max_length=10, verbose_name='kind')),
                ('unit', models.CharField(max_length=40, verbose_name='unit')),
                ('balance', models.BigIntegerField(default=0, verbose_name='balance')),
                ('version', models.PositiveBigIntegerField(default=0, verbose_name='entries')),
                ('floor', models.BigIntegerField(blank=True, default=0, null=True, verbose_name='floor')),
                ('opened_at', models.DateTimeField(auto_now_add=True, verbose_name='opened')),
                ('closed_at', models.DateTimeField(blank=True, null=True, verbose_name='closed')),
                ('moved_at', models.DateTimeField(editable=False, null=True, verbose_name='last moved')),
            ],
            options={
                'verbose_name': 'account',
                'verbose_name_plural': 'accounts',
                'constraints': [models.UniqueConstraint(fields=('owner', 'kind', 'unit'), name='account_once'), models.CheckConstraint(condition=models.Q(('floor__isnull', True), ('balance__gte', models.F('floor')), _connector='OR'), name='account_floor'), models.CheckConstraint(condition=models.Q(models.Q(('kind__in', ['wallet', 'stack', 'escrow', 'tips', 'jackpot']), _negated=True), models.Q(('floor', 0), ('floor__isnull', False)), _connector='OR'), name='account_never_negative')],
            },
        ),
        migrations.CreateModel(
            name='ApiToken',
            fields=[
                ('digest', models.CharField(max_length=128, primary_key=True, serialize=False)),
                ('token_key', models.CharField(db_index=True, max_length=25)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='auth_token_set', to=settings.AUTH_USER_MODEL)),
                ('created', models.DateTimeField(auto_now_add=True)),
                ('expiry', models.DateTimeField(blank=True, null=True)),
                ('number', models.UUIDField(default=uuid.uuid4, editable=False, unique=True, verbose_name='number')),
                ('name', models.CharField(blank=True, help_text='Empty: by password over the API.', max_length=60, verbose_name='name')),
            ],
            options={
                'verbose_name': 'API token',
                'verbose_name_plural': 'API tokens',
            },
        ),
        migrations.CreateModel(
            name='AuditEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(db_index=True, max_length=60, verbose_name='kind')),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('subject', models.CharField(blank=True, db_index=True, max_length=80, verbose_name='subject')),
                ('why', models.CharField(blank=True, max_length=300, verbose_name='reason')),
                ('before', models.JSONField(encoder=django.core.serializers.json.DjangoJSONEncoder, null=True, verbose_name='before')),
                ('after', models.JSONField(encoder=django.core.serializers.json.DjangoJSONEncoder, null=True, verbose_name='after')),
                ('source', models.CharField(blank=True, max_length=200, verbose_name='from where')),
                ('at', models.DateTimeField(db_index=True, verbose_name='at')),
            ],
            options={
                'verbose_name': 'decision on record',
                'verbose_name_plural': 'decisions on record',
            },
        ),
        migrations.CreateModel(
            name='ClosedMonth',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('month', models.DateField(unique=True, verbose_name='month')),
                ('begins_at', models.DateTimeField()),
                ('ends_at', models.DateTimeField()),
                ('report', models.JSONField(encoder=django.core.serializers.json.DjangoJSONEncoder)),
                ('closed_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('closed_at', models.DateTimeField(verbose_name='closed')),
            ],
            options={
                'verbose_name': 'closed month',
                'verbose_name_plural': 'closed months',
            },
        ),
        migrations.CreateModel(
            name='DeliveryTry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('delivery', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='history', to='club.delivery')),
                ('at', models.DateTimeField(verbose_name='at')),
                ('status', models.PositiveSmallIntegerField(default=0, verbose_name='status')),
                ('answer', models.CharField(blank=True, max_length=500, verbose_name='answer')),
            ],
            options={
                'verbose_name': 'try at a webhook message',
                'verbose_name_plural': 'tries at webhook messages',
            },
        ),
        migrations.CreateModel(
            name='Player',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('user', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='player', to=settings.AUTH_USER_MODEL)),
                ('nickname', models.CharField(max_length=60, unique=True, verbose_name='nickname')),
                ('is_computer', models.BooleanField(default=False, verbose_name='computer player')),
                ('language', models.CharField(choices=[('en', 'English'), ('ja', '日本語')], default='en', max_length=5, verbose_name='language')),
                ('joined_at', models.DateTimeField(verbose_name='joined')),
                ('admitted_at', models.DateTimeField(blank=True, null=True, verbose_name='admitted')),
                ('member_number', models.CharField(blank=True, max_length=20, null=True, unique=True, verbose_name='member number')),
                ('real_name', models.CharField(blank=True, max_length=120, verbose_name='real name')),
                ('reading', models.CharField(blank=True, max_length=120, verbose_name='reading of the name')),
                ('sorts_as', models.CharField(db_collation='C', db_index=True, default='', editable=False, max_length=500)),
                ('notes', models.TextField(blank=True, max_length=2000, verbose_name='notes of the floor')),
                ('suspended_at', models.DateTimeField(blank=True, null=True, verbose_name='suspended since')),
                ('suspended_until', models.DateTimeField(blank=True, null=True, verbose_name='suspended until')),
                ('suspended_why', models.CharField(blank=True, max_length=300, verbose_name='reason of the suspension')),
                ('excluded_until', models.DateTimeField(blank=True, null=True, verbose_name='self-excluded until')),
                ('card', models.CharField(editable=False, max_length=40, null=True, unique=True, verbose_name="code of the member's card")),
                ('pin', models.CharField(blank=True, editable=False, max_length=128)),
                ('pin_failures', models.PositiveSmallIntegerField(default=0, editable=False)),
                ('pin_locked_until', models.DateTimeField(editable=False, null=True)),
                ('merged_into', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='merged', to='club.player', verbose_name='merged into')),
                ('erased_at', models.DateTimeField(blank=True, null=True, verbose_name='erased')),
            ],
            options={
                'verbose_name': 'player',
                'verbose_name_plural': 'players',
                'constraints': [models.CheckConstraint(condition=models.Q(('merged_into', models.F('pk')), _negated=True), name='player_merged_into_another')],
            },
        ),
        migrations.CreateModel(
            name='Invitation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('digest', models.CharField(editable=False, max_length=64, unique=True)),
                ('note', models.CharField(blank=True, max_length=120, verbose_name='for whom')),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by')),
                ('made_at', models.DateTimeField(verbose_name='made')),
                ('expires_at', models.DateTimeField(verbose_name='good until')),
                ('revoked_at', models.DateTimeField(blank=True, null=True, verbose_name='taken back')),
                ('used_at', models.DateTimeField(blank=True, null=True, verbose_name='used')),
                ('used_by', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='invitation', to='club.player', verbose_name='used by')),
            ],
            options={
                'verbose_name': 'invitation',
                'verbose_name_plural': 'invitations',
            },
        ),
        migrations.CreateModel(
            name='Incident',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='incidents', to='club.player')),
                ('kind', models.CharField(choices=[('incident', 'incident'), ('warning', 'warning'), ('missed-hand', 'missed hands'), ('missed-orbit', 'missed orbits'), ('disqualification', 'disqualification'), ('withdrawal', 'withdrawal')], db_index=True, max_length=16, verbose_name='kind')),
                ('amount', models.PositiveSmallIntegerField(default=0, verbose_name='hands or orbits')),
                ('place', models.CharField(blank=True, db_index=True, help_text='Empty for the club.', max_length=60, verbose_name='where')),
                ('words', models.CharField(max_length=300, verbose_name='words for the player')),
                ('withdraws', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='withdrawn_by', to='club.incident', verbose_name='withdraws')),
                ('key', models.CharField(editable=False, max_length=200, unique=True)),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by')),
                ('at', models.DateTimeField(db_index=True, verbose_name='at')),
            ],
            options={
                'verbose_name': 'incident or penalty',
                'verbose_name_plural': 'incidents and penalties',
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('kind', 'withdrawal'), ('withdraws__isnull', False)), models.Q(models.Q(('kind', 'withdrawal'), _negated=True), ('withdraws', None)), _connector='OR'), name='incident_withdrawal_names_one'), models.CheckConstraint(condition=models.Q(models.Q(('amount__gte', 1), ('kind__in', ['missed-hand', 'missed-orbit'])), models.Q(models.Q(('kind__in', ['missed-hand', 'missed-orbit']), _negated=True), ('amount', 0)), _connector='OR'), name='incident_amount_of_missed'), models.CheckConstraint(condition=models.Q(('words', ''), _negated=True), name='incident_says_why'), models.CheckConstraint(condition=models.Q(('withdraws', models.F('pk')), _negated=True), name='incident_withdraws_another')],
            },
        ),
        migrations.CreateModel(
            name='AgeCheck',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='age_checks', to='club.player')),
                ('age', models.PositiveSmallIntegerField(verbose_name='at least (years)')),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('at', models.DateTimeField(verbose_name='at')),
            ],
            options={
                'verbose_name': 'age check',
                'verbose_name_plural': 'age checks',
            },
        ),
        migrations.CreateModel(
            name='PlayerPhoto',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('player', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='photo', to='club.player')),
                ('jpeg', models.BinaryField()),
                ('set_at', models.DateTimeField(verbose_name='set')),
            ],
            options={
                'verbose_name': 'photograph',
                'verbose_name_plural': 'photographs',
            },
        ),
        migrations.CreateModel(
            name='RuleValue',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('scope', models.CharField(max_length=60, verbose_name='scope')),
                ('key', models.CharField(max_length=80, verbose_name='rule')),
                ('value', models.JSONField(null=True, verbose_name='value')),
                ('version', models.PositiveIntegerField(verbose_name='version')),
                ('set_at', models.DateTimeField(verbose_name='set')),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('why', models.CharField(blank=True, max_length=300, verbose_name='reason')),
            ],
            options={
                'verbose_name': 'house rule',
                'verbose_name_plural': 'house rules',
                'constraints': [models.UniqueConstraint(fields=('scope', 'key', 'version'), name='rule_version_once')],
            },
        ),
        migrations.CreateModel(
            name='Shift',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField(unique=True, verbose_name='number')),
                ('cashier', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('business_day', models.DateField(db_index=True, verbose_name='business day')),
                ('chip_set', models.CharField(max_length=500, verbose_name='chip set')),
                ('opened_at', models.DateTimeField(verbose_name='opened')),
                ('opening', models.JSONField(verbose_name='opening count')),
                ('opening_total', models.BigIntegerField()),
                ('closed_at', models.DateTimeField(blank=True, null=True, verbose_name='closed')),
                ('closing', models.JSONField(null=True, verbose_name='closing count')),
                ('closing_total', models.BigIntegerField(null=True)),
                ('expected', models.BigIntegerField(null=True, verbose_name='expected')),
                ('chip_price', models.PositiveBigIntegerField(default=1, verbose_name='price of a chip')),
                ('cash_opening', models.BigIntegerField(null=True, verbose_name='cash at the opening')),
                ('cash_closing', models.BigIntegerField(null=True, verbose_name='cash at the end')),
                ('cash_expected', models.BigIntegerField(null=True, verbose_name='cash expected')),
                ('note', models.CharField(blank=True, max_length=300, verbose_name='note')),
            ],
            options={
                'verbose_name': 'shift',
                'verbose_name_plural': 'shifts',
                'constraints': [models.UniqueConstraint(condition=models.Q(('closed_at', None)), fields=('cashier',), name='shift_one_open_a_cashier'), models.CheckConstraint(condition=models.Q(models.Q(('closed_at', None), ('closing_total', None), ('expected', None)), models.Q(('closed_at__isnull', False), ('closing_total__isnull', False), ('expected__isnull', False)), _connector='OR'), name='shift_closed_with_a_count'), models.CheckConstraint(condition=models.Q(models.Q(('cash_closing', None), ('cash_expected', None), models.Q(('cash_opening', None), models.Q(('cash_opening__gte', 0), ('closed_at', None)), _connector='OR')), models.Q(('cash_closing__gte', 0), ('cash_closing__isnull', False), ('cash_expected__isnull', False), ('cash_opening__gte', 0), ('cash_opening__isnull', False), ('closed_at__isnull', False)), _connector='OR'), name='shift_cash_counted_at_both_ends')],
            },
        ),
        migrations.CreateModel(
            name='Transfer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=200, unique=True, verbose_name='key')),
                ('digest', models.CharField(editable=False, max_length=64)),
                ('purpose', models.CharField(max_length=40, verbose_name='purpose')),
                ('reference', models.CharField(blank=True, db_index=True, max_length=80, verbose_name='reference')),
                ('by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('why', models.CharField(blank=True, max_length=300, verbose_name='reason')),
                ('corrects', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='corrected_by', to='club.transfer', verbose_name='corrects')),
                ('recorded_at', models.DateTimeField(db_index=True, verbose_name='recorded')),
            ],
            options={
                'verbose_name': 'transfer',
                'verbose_name_plural': 'transfers',
            },
        ),
        migrations.CreateModel(
            name='Slip',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveBigIntegerField(unique=True, verbose_name='number')),
                ('transfer', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='slip', to='club.transfer')),
                ('shift', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='slips', to='club.shift')),
                ('business_day', models.DateField(db_index=True, verbose_name='business day')),
            ],
            options={
                'verbose_name': 'slip',
                'verbose_name_plural': 'slips',
            },
        ),
        migrations.CreateModel(
            name='Proposal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('adjustment', 'adjustment'), ('reversal', 'reversal')], max_length=10, verbose_name='kind')),
                ('key', models.CharField(max_length=200, unique=True)),
                ('player', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='club.player')),
                ('amount', models.BigIntegerField(verbose_name='chips')),
                ('reverses', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='club.transfer')),
                ('why', models.CharField(max_length=300, verbose_name='reason')),
                ('proposed_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('proposed_at', models.DateTimeField(verbose_name='proposed')),
                ('needs_second', models.BooleanField(verbose_name='needs a second person')),
                ('status', models.CharField(choices=[('waiting', 'waiting'), ('approved', 'approved'), ('refused', 'refused')], default='waiting', max_length=8, verbose_name='status')),
                ('decided_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('decided_at', models.DateTimeField(null=True, verbose_name='decided')),
                ('transfer', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='proposal', to='club.transfer')),
            ],
            options={
                'verbose_name': 'proposal',
                'verbose_name_plural': 'proposals',
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('needs_second', True), ('status', 'approved'), _negated=True), models.Q(('decided_by', models.F('proposed_by')), _negated=True), _connector='OR'), name='proposal_second_person'), models.CheckConstraint(condition=models.Q(models.Q(('status', 'approved'), ('transfer__isnull', False)), models.Q(models.Q(('status', 'approved'), _negated=True), ('transfer', None)), _connector='OR'), name='proposal_approved_is_posted')],
            },
        ),
        migrations.CreateModel(
            name='Entry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('transfer', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='club.transfer')),
                ('account', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='club.account')),
                ('amount', models.BigIntegerField(verbose_name='amount')),
                ('balance_after', models.BigIntegerField(verbose_name='balance after')),
                ('version', models.PositiveBigIntegerField(verbose_name='line')),
            ],
            options={
                'verbose_name': 'entry',
                'verbose_name_plural': 'entries',
                'constraints': [models.UniqueConstraint(fields=('account', 'version'), name='entry_version_once'), models.CheckConstraint(condition=models.Q(('amount', 0), _negated=True), name='entry_moves_something')],
            },
        ),
        migrations.CreateModel(
            name='TrayMove',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('fill', 'fill'), ('credit', 'credit to the bank')], max_length=6, verbose_name='kind')),
                ('number', models.PositiveIntegerField(verbose_name='number')),
                ('shift', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='moves', to='club.shift')),
                ('counts', models.JSONField(verbose_name='count')),
                ('total', models.BigIntegerField(verbose_name='total')),
                ('key', models.CharField(max_length=200, unique=True)),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('at', models.DateTimeField(verbose_name='at')),
                ('why', models.CharField(blank=True, max_length=300, verbose_name='reason')),
            ],
            options={
                'verbose_name': 'fill or credit',
                'verbose_name_plural': 'fills and credits',
                'constraints': [models.UniqueConstraint(fields=('kind', 'number'), name='tray_move_number_once')],
            },
        ),
        migrations.CreateModel(
            name='ExpiryNotice',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('account', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='club.account')),
                ('version', models.PositiveBigIntegerField()),
                ('given_at', models.DateTimeField(verbose_name='given')),
                ('due_at', models.DateTimeField(verbose_name='expires')),
                ('mail_done_at', models.DateTimeField(editable=False, null=True, verbose_name='e-mail done')),
            ],
            options={
                'verbose_name': 'notice of expiry',
                'verbose_name_plural': 'notices of expiry',
                'constraints': [models.UniqueConstraint(fields=('account', 'version'), name='expiry_notice_once')],
            },
        ),
        install('club/base/sql/refuse_change.sql'),
        install('club/models/sql/append_only.sql'),
        install('club/ledger/sql/entry_follows.sql'),
        install('club/ledger/sql/ledger_post.sql'),
        install('club/notifications/sql/keep_tries.sql'),
    ]
