import django.db.models.deletion
import django.utils.timezone
import leagues.models.leagues
import leagues.models.people
import leagues.models.stages
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [('leagues', '0059_self_registered'), ('leagues', '0060_private_nights'), ('leagues', '0061_rated_friendlies'), ('leagues', '0062_old_sessions'), ('leagues', '0063_written_files'), ('leagues', '0064_sent_forms'), ('leagues', '0065_stage_breaks'), ('leagues', '0066_late_arrivals'), ('leagues', '0067_price_of_dues'), ('leagues', '0068_membership_dues'), ('leagues', '0069_entry_venue'), ('leagues', '0070_own_texts'), ('leagues', '0071_remove_club_words'), ('leagues', '0072_plain_labels_and_reasons'), ('leagues', '0073_stage_names_in_english'), ('leagues', '0074_final_score_only'), ('leagues', '0075_reasons_without_a_count'), ('leagues', '0076_weekly_matches'), ('leagues', '0077_choices_asked_for'), ('leagues', '0078_plain_column_names'), ('leagues', '0079_messages_to_people'), ('leagues', '0080_league_summaries'), ('leagues', '0081_chats'), ('leagues', '0082_invitations'), ('leagues', '0083_mutes'), ('leagues', '0084_changes_of_dates'), ('leagues', '0085_notices'), ('leagues', '0086_sends_from'), ('leagues', '0087_shows_telephone'), ('leagues', '0088_reply_to')]

    dependencies = [
        ('leagues', '0001_squashed_0058_days_of_runs'),
    ]

    operations = [
        migrations.AddField(
            model_name='player',
            name='self_registered_at',
            field=models.DateTimeField(blank=True, editable=False, help_text='When a player entered this name without the desk.', null=True),
        ),
        migrations.AddField(
            model_name='player',
            name='self_registered_for',
            field=models.CharField(blank=True, editable=False, max_length=120),
        ),
        migrations.AddField(
            model_name='matchside',
            name='agreed_at',
            field=models.DateTimeField(blank=True, help_text='When this side agreed that a friendly counts for its rating.', null=True),
        ),
        migrations.AlterField(
            model_name='periodicjob',
            name='name',
            field=models.CharField(choices=[('backup', 'Backup'), ('reminders', 'Reminders'), ('old-mail', 'Old Mail'), ('old-sessions', 'Old Sessions')], max_length=40, primary_key=True, serialize=False),
        ),
        migrations.AddField(
            model_name='resultsfile',
            name='writing_at',
            field=models.DateTimeField(blank=True, editable=False, help_text='When it was last written, while it is being brought in.', null=True),
        ),
        migrations.AddField(
            model_name='resultsfile',
            name='written',
            field=models.JSONField(blank=True, default=dict, editable=False, help_text='The events and people written so far.'),
        ),
        migrations.CreateModel(
            name='SentForm',
            fields=[
                ('key', models.UUIDField(primary_key=True, serialize=False)),
                ('sent_at', models.DateTimeField(auto_now_add=True, db_index=True)),
                ('made', models.CharField(blank=True, help_text='The page it led to, or the key of the row that a program made.', max_length=300)),
            ],
        ),
        migrations.AddField(
            model_name='stage',
            name='break_minutes',
            field=models.PositiveSmallIntegerField(blank=True, help_text='Before it. Empty: as usual.', null=True),
        ),
        migrations.AddField(
            model_name='stage',
            name='not_before',
            field=models.PositiveSmallIntegerField(blank=True, help_text='Minutes into the event’s day, by its own clock.', null=True),
        ),
        migrations.AddField(
            model_name='arrival',
            name='from_round',
            field=models.PositiveSmallIntegerField(blank=True, help_text='The first game of a late player. Empty: the first of the night.', null=True),
        ),
        migrations.AddField(
            model_name='league',
            name='price',
            field=models.PositiveIntegerField(blank=True, help_text='Of the season or of each night, in hundredths of its currency.', null=True),
        ),
        migrations.AddField(
            model_name='club',
            name='currency',
            field=models.CharField(blank=True, default='', max_length=8),
        ),
        migrations.AddField(
            model_name='club',
            name='fee',
            field=models.PositiveIntegerField(blank=True, help_text='Of a membership year, in hundredths of the club’s currency.', null=True),
        ),
        migrations.AddField(
            model_name='club',
            name='first_month',
            field=models.PositiveSmallIntegerField(default=1, help_text='With which a membership year begins.'),
        ),
        migrations.AddField(
            model_name='due',
            name='year',
            field=models.PositiveSmallIntegerField(blank=True, help_text='The membership year of the club that begins in this year.', null=True),
        ),
        migrations.AlterField(
            model_name='due',
            name='league',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='paid_dues', to='leagues.league'),
        ),
        migrations.AddConstraint(
            model_name='due',
            constraint=models.UniqueConstraint(condition=models.Q(('year', None), _negated=True), fields=('player', 'year'), name='membership_due_once_per_player'),
        ),
        migrations.AddConstraint(
            model_name='due',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('league__isnull', False), ('year', None)), models.Q(('league', None), ('night', None), ('year__isnull', False)), _connector='OR'), name='due_is_of_a_league_or_a_year'),
        ),
        migrations.AddField(
            model_name='club',
            name='texts_revision',
            field=models.PositiveIntegerField(default=0, editable=False),
        ),
        migrations.RemoveField(
            model_name='club',
            name='words',
        ),
        migrations.AlterField(
            model_name='club',
            name='shows_chances',
            field=models.BooleanField(default=True, verbose_name='Chances to win, from ratings, next to an event’s standings'),
        ),
        migrations.AlterField(
            model_name='club',
            name='shows_ratings',
            field=models.BooleanField(default=False, verbose_name='Ratings next to names in lists of players'),
        ),
        migrations.AlterField(
            model_name='event',
            name='entry_way',
            field=models.CharField(blank=True, choices=[('result', 'Who won the round and the 20s'), ('discs', 'The discs on a drawn board'), ('totals', 'The totals of both sides')], default='', help_text='What a phone offers first; empty: as the rule sheet suggests.', max_length=6),
        ),
        migrations.AlterField(
            model_name='event',
            name='trust',
            field=models.CharField(choices=[('first', 'The first report counts'), ('confirm', 'The other side confirms'), ('both', 'Both sides enter the score'), ('desk', 'Only the desk enters scores')], default='confirm', max_length=8),
        ),
        migrations.AlterField(
            model_name='event',
            name='visibility',
            field=models.CharField(choices=[('public', 'Listed for everyone'), ('unlisted', 'Anyone with the address'), ('private', 'Organisers only')], default='public', max_length=8),
        ),
        migrations.AlterField(
            model_name='league',
            name='attendance',
            field=models.CharField(choices=[('asked', 'Everyone is asked about each night'), ('expected', 'Members are in unless they opt out')], default='asked', max_length=8),
        ),
        migrations.AlterField(
            model_name='league',
            name='dues',
            field=models.CharField(blank=True, choices=[('', 'Dues aren’t recorded here'), ('season', 'Once for the season'), ('night', 'For each night')], default='', max_length=6),
        ),
        migrations.AlterField(
            model_name='league',
            name='visibility',
            field=models.CharField(choices=[('public', 'Listed for everyone'), ('unlisted', 'Anyone with the address'), ('private', 'Organisers only')], default='public', max_length=8),
        ),
        migrations.AlterField(
            model_name='offer',
            name='state',
            field=models.CharField(choices=[('open', 'Offered'), ('taken', 'Taken'), ('declined', 'Declined'), ('expired', 'Too late'), ('withdrawn', 'Cancelled')], default='open', max_length=9),
        ),
        migrations.AlterField(
            model_name='player',
            name='name_on_wall',
            field=models.CharField(blank=True, choices=[('full', 'Full name'), ('short', 'First name and initial'), ('alias', 'Alias')], default='', help_text='Leave open for the usual: minors short, everybody else in full.', max_length=5, verbose_name='on screens'),
        ),
        migrations.AlterField(
            model_name='round',
            name='state',
            field=models.CharField(choices=[('reported', 'Reported by one side'), ('agreed', 'Agreed'), ('disputed', 'The sides disagree'), ('ruled', 'Decided by the desk')], default='reported', max_length=8),
        ),
        migrations.AlterField(
            model_name='roundreport',
            name='kind',
            field=models.CharField(choices=[('claim', 'Reported by a side'), ('card', 'Entered at the desk'), ('ruling', 'Decided by the desk'), ('correction', 'Corrected by the desk'), ('late', 'Reported by a side, too late to count')], default='claim', max_length=10),
        ),
        migrations.AddField(
            model_name='entry',
            name='venue',
            field=models.CharField(blank=True, help_text='Of home matches in a league.', max_length=120),
        ),
        migrations.AlterField(
            model_name='entry',
            name='state',
            field=models.CharField(choices=[('waiting', 'On the waiting list'), ('active', 'Entered'), ('paused', 'Paused'), ('withdrawn', 'Withdrawn')], default='active', max_length=9),
        ),
        migrations.AlterField(
            model_name='match',
            name='ending',
            field=models.CharField(blank=True, choices=[('played', 'Played'), ('totals', 'Final score only'), ('bye', 'Bye'), ('walkover', 'Walkover'), ('forfeit', 'Forfeit'), ('withdrawn', 'Withdrawn'), ('annulled', 'Voided'), ('not_recorded', 'Not recorded')], default='', max_length=12),
        ),
        migrations.CreateModel(
            name='OwnText',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('language', models.CharField(max_length=10)),
                ('message', models.TextField()),
                ('plural', models.TextField(blank=True)),
                ('texts', models.JSONField(default=list)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='texts', to='leagues.club')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('club', 'language', 'message'), name='own_text_once')],
            },
        ),
        migrations.AlterField(
            model_name='event',
            name='kind',
            field=models.CharField(choices=[('club_night', 'Club night'), ('league', 'Weekly matches'), ('tournament', 'Tournament'), ('friendlies', 'Friendlies'), ('for_fun', 'Friendlies for fun')], default='tournament', max_length=12),
        ),
        migrations.AlterField(
            model_name='league',
            name='kind',
            field=models.CharField(choices=leagues.models.leagues.kind_choices, default='singles', max_length=8),
        ),
        migrations.AlterField(
            model_name='stage',
            name='format',
            field=models.CharField(choices=leagues.models.stages.format_choices, max_length=16),
        ),
        migrations.RenameField(
            model_name='action',
            old_name='said',
            new_name='details',
        ),
        migrations.RenameField(
            model_name='answer',
            old_name='says',
            new_name='reply',
        ),
        migrations.RenameField(
            model_name='answer',
            old_name='said_by',
            new_name='answered_by',
        ),
        migrations.RenameField(
            model_name='seasonanswer',
            old_name='says',
            new_name='reply',
        ),
        migrations.RenameField(
            model_name='seasonanswer',
            old_name='said_by',
            new_name='answered_by',
        ),
        migrations.RenameField(
            model_name='teamseasonanswer',
            old_name='says',
            new_name='reply',
        ),
        migrations.RenameField(
            model_name='due',
            old_name='said_by',
            new_name='recorded_by',
        ),
        migrations.RenameField(
            model_name='keptparcel',
            old_name='said',
            new_name='body',
        ),
        migrations.RenameField(
            model_name='clubpicture',
            old_name='says',
            new_name='alt_text',
        ),
        migrations.RenameField(
            model_name='daysum',
            old_name='is_told',
            new_name='is_public',
        ),
        migrations.AlterField(
            model_name='answer',
            name='answered_by',
            field=models.ForeignKey(blank=True, help_text='The player who answered for them.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='leagues.player'),
        ),
        migrations.AlterField(
            model_name='seasonanswer',
            name='answered_by',
            field=models.ForeignKey(blank=True, help_text='The player who answered for them.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='leagues.player'),
        ),
        migrations.AlterField(
            model_name='due',
            name='recorded_by',
            field=models.ForeignKey(blank=True, help_text='The player who recorded it.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='leagues.player'),
        ),
        migrations.AlterField(
            model_name='award',
            name='kind',
            field=models.CharField(choices=[('champion', 'Champion'), ('finals', 'Winner of the finals'), ('20s', 'Most 20s'), ('20s-average', 'Most 20s a round'), ('improved', 'Most improved'), ('attendance', 'Best attendance'), ('run', 'Longest run of nights'), ('newcomer', 'Newcomer of the season'), ('upset', 'Biggest upset'), ('own', 'Another award')], max_length=12),
        ),
        migrations.CreateModel(
            name='SentNews',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=140, unique=True)),
                ('made_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
            ],
            options={
                'verbose_name_plural': 'sent news',
            },
        ),
        migrations.AddField(
            model_name='mail',
            name='topic',
            field=models.CharField(blank=True, choices=[('invitation', 'Are you coming?'), ('change', 'Changes to what I entered'), ('next-match', 'My next match'), ('confirm', 'Results to confirm'), ('club', 'Messages from the club'), ('followed', 'Players I follow')], max_length=12),
        ),
        migrations.CreateModel(
            name='Guardian',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='guardians', to='leagues.player')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='wards', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('user', 'player'), name='guardian_once')],
            },
        ),
        migrations.CreateModel(
            name='Mute',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('topic', models.CharField(choices=[('invitation', 'Are you coming?'), ('change', 'Changes to what I entered'), ('next-match', 'My next match'), ('confirm', 'Results to confirm'), ('club', 'Messages from the club'), ('followed', 'Players I follow')], max_length=12)),
                ('channel', models.CharField(choices=[('mail', 'E-mail'), ('push', 'Notification')], max_length=4)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='mutes', to='leagues.player')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('player', 'topic', 'channel'), name='muted_once')],
            },
        ),
        migrations.CreateModel(
            name='LeagueSummary',
            fields=[
                ('league', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='summary', serialize=False, to='leagues.league')),
                ('mark', models.CharField(help_text='The revisions at which it was made.', max_length=80)),
                ('leaders', models.JSONField(help_text='Divisions with their leaders: players, or entries of dated matches.')),
                ('over', models.PositiveIntegerField(help_text='Finished nights or matches.')),
                ('planned', models.PositiveIntegerField(help_text='All nights or matches.')),
                ('now', models.PositiveIntegerField(help_text='The number of the running night.', null=True)),
                ('dates', models.JSONField(help_text='Nights to come, each with its end; or the first days of all weeks.')),
            ],
        ),
        migrations.AddField(
            model_name='webhook',
            name='format',
            field=models.CharField(choices=[('json', 'JSON, for programs'), ('discord', 'Discord'), ('slack', 'Slack'), ('google', 'Google Chat'), ('ntfy', 'ntfy'), ('text', 'Plain text')], default='json', max_length=7, verbose_name='format'),
        ),
        migrations.AlterField(
            model_name='periodicjob',
            name='name',
            field=models.CharField(choices=[('backup', 'Backup'), ('reminders', 'Reminders'), ('old-mail', 'Old Mail'), ('old-sessions', 'Old Sessions'), ('week-matches', 'Week')], max_length=40, primary_key=True, serialize=False),
        ),
        migrations.AddField(
            model_name='league',
            name='invites_before',
            field=models.PositiveSmallIntegerField(blank=True, default=2, help_text='How many days before a night members are asked; empty: never.', null=True),
        ),
        migrations.AlterField(
            model_name='clubpage',
            name='contact',
            field=models.CharField(blank=True, max_length=120, verbose_name='Contact'),
        ),
        migrations.RemoveField(
            model_name='player',
            name='wants_reminders',
        ),
        migrations.CreateModel(
            name='DateChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('before', models.JSONField()),
                ('sent', models.JSONField()),
                ('messages', models.PositiveSmallIntegerField(default=0)),
                ('note', models.CharField(blank=True, max_length=300)),
                ('made_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('quiet_until', models.DateTimeField()),
                ('is_waiting', models.BooleanField(default=True)),
                ('ends_at', models.DateTimeField()),
                ('event', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='changes', to='leagues.event')),
                ('night', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='changes', to='leagues.night')),
                ('others', models.PositiveSmallIntegerField(default=0)),
            ],
            options={
                'indexes': [models.Index(fields=['ends_at'], name='change_shown'), models.Index(condition=models.Q(('is_waiting', True)), fields=['quiet_until'], name='change_waiting')],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('event__isnull', False), ('night', None)), models.Q(('event', None), ('night__isnull', False)), _connector='OR'), name='change_of_night_or_event')],
            },
        ),
        migrations.AlterField(
            model_name='webhookdelivery',
            name='kind',
            field=models.CharField(choices=[('result.changed', 'A result counts or changes'), ('round.published', 'A game has been drawn and published'), ('event.started', 'An event has started'), ('event.finished', 'An event has finished'), ('night.ended', 'A night of a league has ended'), ('night.recap', 'A night’s recap: who won, the most 20s, how many came'), ('week.matches', 'The week’s nights, events and matches, each Monday morning'), ('night.changed', 'A night was cancelled, moved or restored'), ('event.changed', 'An event was cancelled, moved or restored'), ('season.closed', 'A season has been closed'), ('player.added', 'A new person is in the club'), ('test', 'A test')], max_length=20),
        ),
        migrations.RenameModel(
            old_name='Announcement',
            new_name='Notice',
        ),
        migrations.AlterField(
            model_name='notice',
            name='event',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='notices', to='leagues.event'),
        ),
        migrations.AlterField(
            model_name='notice',
            name='text',
            field=models.TextField(max_length=4000),
        ),
        migrations.AddField(
            model_name='notice',
            name='league',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='notices', to='leagues.league'),
        ),
        migrations.AddField(
            model_name='notice',
            name='title',
            field=models.CharField(blank=True, default='', max_length=120),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name='notice',
            name='is_on_front',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='notice',
            name='is_on_wall',
            field=models.BooleanField(default=True),
        ),
        migrations.AddField(
            model_name='notice',
            name='audience',
            field=models.CharField(blank=True, default='', max_length=40),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name='notice',
            name='people',
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name='notice',
            name='reply_to',
            field=models.EmailField(blank=True, default='', max_length=254),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name='notice',
            name='made_by',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='mail',
            name='notice',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='mails', to='leagues.notice'),
        ),
        migrations.AddField(
            model_name='player',
            name='wrong_address',
            field=models.EmailField(blank=True, default='', editable=False, max_length=254),
            preserve_default=False,
        ),
        migrations.AlterField(
            model_name='countoffer',
            name='state',
            field=models.CharField(choices=[('open', 'Not answered yet'), ('taken', 'Agreed'), ('declined', 'Declined'), ('withdrawn', 'Withdrawn'), ('expired', 'Too late')], default='open', max_length=9),
        ),
        migrations.AddField(
            model_name='club',
            name='sends_from',
            field=models.CharField(blank=True, default=leagues.models.people.this_site, editable=False, max_length=64),
        ),
        migrations.AddField(
            model_name='player',
            name='shows_telephone',
            field=models.BooleanField(default=False, verbose_name='My opponents may see my telephone number'),
        ),
        migrations.AddField(
            model_name='mail',
            name='reply_to',
            field=models.EmailField(blank=True, default='', max_length=254),
            preserve_default=False,
        ),
    ]
