"""Substitutes belong to rounds from here on: those that clubs have get the rounds that the history tells of them."""

import django.db.models.deletion
import simple_history.models
from django.conf import settings
from django.db import migrations, models
from django.db.models import Q


def give_them_their_rounds(apps, schema_editor):
    """Somebody who came between two rounds came for the next, one who came while a round was played for that one.

    Whoever went has played until the last round that had begun. Where a pair was entered with its substitute, as by a
    file, nobody knows since when, and that stays so.
    """
    Pair, Ever = apps.get_model("tournaments", "Pair"), apps.get_model("tournaments", "HistoricalPair")
    there = Q(substitute1__isnull=False) | Q(substitute2__isnull=False)
    known = {*Ever.objects.filter(there).values_list("id", flat=True), *Pair.objects.filter(there).values_list("pk", flat=True)}
    players = set(apps.get_model("tournaments", "Player").objects.values_list("pk", flat=True))
    merged = dict(apps.get_model("tournaments", "PlayerMerge").objects.values_list("gone", "kept_id"))
    for pair in Pair.objects.filter(pk__in=sorted(known)).order_by("pk"):
        rounds = _Rounds(apps, pair.tournament_id)
        rows = list(Ever.objects.filter(id=pair.pk).order_by("history_date", "history_id"))
        for seat in (1, 2):
            _of_a_seat(apps, pair, seat, rows, rounds, lambda key: _now(key, players, merged))


def _now(key, players, merged):
    """Whom a key means today: somebody who was merged is who was kept."""
    while key is not None and key not in players:
        key = merged.get(key)
    return key


class _Rounds:
    """When each round of a tournament began and was closed."""

    def __init__(self, apps, tournament):
        rows = apps.get_model("tournaments", "HistoricalRound").objects.filter(tournament_id=tournament)
        self.rows = list(rows.order_by("history_date", "history_id").values_list("number", "history_date", "state", "history_type"))

    def _states(self, at):
        return {number: "" if kind == "-" else state for number, date, state, kind in self.rows if date <= at}

    def at_hand(self, at):
        return max([number for number, state in self._states(at).items() if state == "closed"], default=0) + 1

    def begun(self, at):
        return max([number for number, state in self._states(at).items() if state in ("published", "closed")], default=0)


def _of_a_seat(apps, pair, seat, rows, rounds, now):
    Substitute = apps.get_model("tournaments", "Substitute")
    sitting, field = None, f"substitute{seat}_id"
    for at, row in enumerate(rows):
        player = now(getattr(row, field))
        if player == (sitting and sitting.player_id):
            continue
        if sitting is not None:
            _ends(apps, sitting, row, rounds.begun(row.history_date))
            sitting = None
        if player is not None:
            first = rounds.at_hand(row.history_date) if at else None
            sitting = Substitute.objects.create(pair=pair, seat=seat, player_id=player, first_round=first)
            _tell(apps, sitting, row, "+")
    player = getattr(pair, field)
    if player != (sitting and sitting.player_id):
        # The history knows nothing of it.
        if sitting is not None:
            sitting.delete()
        if player is not None:
            Substitute.objects.create(pair=pair, seat=seat, player_id=player)


def _ends(apps, sitting, row, last):
    if last < (sitting.first_round or 1):
        _tell(apps, sitting, row, "-")
        sitting.delete()
        return
    sitting.last_round = last
    sitting.save()
    _tell(apps, sitting, row, "~")


def _tell(apps, substitute, row, kind):
    apps.get_model("tournaments", "HistoricalSubstitute").objects.create(
        id=substitute.pk,
        pair_id=substitute.pair_id,
        seat=substitute.seat,
        player_id=substitute.player_id,
        first_round=substitute.first_round,
        last_round=substitute.last_round,
        history_date=row.history_date,
        history_user_id=row.history_user_id,
        history_change_reason=row.history_change_reason,
        history_type=kind,
    )


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0011_club_address'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='HistoricalSubstitute',
            fields=[
                ('id', models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name='ID')),
                ('seat', models.PositiveSmallIntegerField(verbose_name='seat')),
                ('first_round', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='from round')),
                ('last_round', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='to round')),
                ('history_id', models.AutoField(primary_key=True, serialize=False)),
                ('history_date', models.DateTimeField(db_index=True)),
                ('history_change_reason', models.CharField(max_length=100, null=True)),
                ('history_type', models.CharField(choices=[('+', 'Created'), ('~', 'Changed'), ('-', 'Deleted')], max_length=1)),
                ('history_user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('pair', models.ForeignKey(blank=True, db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='tournaments.pair')),
                ('player', models.ForeignKey(blank=True, db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='tournaments.player', verbose_name='player')),
            ],
            options={
                'verbose_name': 'historical substitute',
                'verbose_name_plural': 'historical substitutes',
                'ordering': ('-history_date', '-history_id'),
                'get_latest_by': ('history_date', 'history_id'),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.CreateModel(
            name='Substitute',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.PositiveSmallIntegerField(verbose_name='seat')),
                ('first_round', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='from round')),
                ('last_round', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='to round')),
                ('pair', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='substitutes', to='tournaments.pair')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.player', verbose_name='player')),
            ],
            options={
                'verbose_name': 'substitute',
                'verbose_name_plural': 'substitutes',
                'ordering': ['seat', models.OrderBy(models.F('first_round'), nulls_first=True), 'pk'],
                'constraints': [models.CheckConstraint(condition=models.Q(('seat__in', (1, 2))), name='substitute_of_a_seat'), models.CheckConstraint(condition=models.Q(models.Q(('first_round__isnull', True), ('first_round__gte', 1), _connector='OR'), models.Q(('last_round__isnull', True), ('last_round__gte', 1), _connector='OR'), models.Q(('first_round__isnull', True), ('last_round__isnull', True), ('last_round__gte', models.F('first_round')), _connector='OR')), name='substitute_from_round_to_round')],
            },
        ),
        migrations.RunPython(give_them_their_rounds, migrations.RunPython.noop),
        migrations.RemoveField(
            model_name='historicalpair',
            name='substitute1',
        ),
        migrations.RemoveField(
            model_name='historicalpair',
            name='substitute2',
        ),
        migrations.RemoveField(
            model_name='pair',
            name='substitute1',
        ),
        migrations.RemoveField(
            model_name='pair',
            name='substitute2',
        ),
    ]
