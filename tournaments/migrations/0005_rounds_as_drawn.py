"""What a round was when it was drawn is kept with it: of rounds that are there, found in drafts' memories and histories."""

from django.db import migrations, models

OF_TABLES = ("number", "ns_id", "ew_id", "ns_partner_id", "ew_partner_id")


def keep_what_was_drawn(apps, schema_editor):
    Round, History = apps.get_model("tournaments", "Round"), apps.get_model("tournaments", "HistoricalRound")
    Table, Seats = apps.get_model("tournaments", "Table"), apps.get_model("tournaments", "HistoricalTable")
    Pair = apps.get_model("tournaments", "Pair")
    for tournament in Round.objects.order_by().values_list("tournament_id", flat=True).distinct():
        numbers = dict(Pair.objects.filter(tournament_id=tournament).values_list("pk", "number"))
        rounds = list(Round.objects.filter(tournament_id=tournament).order_by("number"))
        now = {round_.number: _tables_now(Table, round_, numbers) for round_ in rounds}
        for round_ in rounds:
            changes = list(
                History.objects.filter(id=round_.pk)
                .order_by("history_date", "history_id")
                .values_list("history_id", "history_date", "state")
            )
            if not changes or not now[round_.number]:
                continue
            published = now[round_.number] | _seats_published(Seats, Table, round_, numbers)
            round_.redrawn = sum(1 for entry in round_.undo if entry.get("drawn"))
            # Of one that came in from a file only a draft is as it was drawn, as far as anybody knows.
            if round_.order and changes[0][2] == "draft":
                round_.as_drawn = {"tables": _drawn(round_, [published[number] for number in sorted(published)])}
            round_.seats_then = _seats_then(Seats, Table, tournament, round_, _drawn_at(changes), now, numbers)
            round_.save(update_fields=["as_drawn", "redrawn", "seats_then", "undo"])
            History.objects.filter(history_id=max(change[0] for change in changes)).update(redrawn=round_.redrawn)


def _tables_now(Table, round_, numbers):
    rows = Table.objects.filter(round_id=round_.pk).order_by("number").values_list(*OF_TABLES)
    return {row[0]: _written(row, numbers) for row in rows}


def _seats_published(Seats, Table, round_, numbers):
    """The seats of a round under way or closed as they were last published; they may have been put right since."""
    if round_.state == "draft":
        return {}
    keys = list(Table.objects.filter(round_id=round_.pk).values_list("pk", flat=True))
    rows = Seats.objects.filter(id__in=keys, history_type="+").order_by("history_id").values_list(*OF_TABLES)
    return {row[0]: _written(row, numbers) for row in rows if row[1] in numbers}


def _drawn(round_, tables):
    """The tables that the draw made, every change of the draft taken back; what each earlier draw made goes to `undo`."""
    states = [tables]
    for entry in reversed(round_.undo):
        was = {row[0]: [row[0], _side(row[1], row[3]), _side(row[2], row[4])] for row in entry["tables"]}
        later = {table[0]: table for table in states[0]}
        before = [was.get(number) or later.get(number) for number in range(1, entry["count"] + 1)]
        states.insert(0, [table for table in before if table is not None])
    drawn = states[0]
    for at, entry in enumerate(round_.undo):
        if entry.get("drawn"):
            entry.setdefault("round", {})["as_drawn"] = {"tables": drawn}
            drawn = states[at + 1]
    return drawn


def _drawn_at(changes):
    """When it was drawn for the last time, or imported: drafts are changed past the history; withdrawing is no draw."""
    drawn_at, before = None, "draft"
    for _key, at, state in changes:
        if drawn_at is None or state == before == "draft":
            drawn_at = at
        before = state
    return drawn_at


def _seats_then(Seats, Table, tournament, round_, drawn_at, now, numbers):
    """Earlier rounds whose seats were put right after this one was drawn, with all tables as they were until then."""
    earlier = Table.objects.filter(round__tournament_id=tournament, round__number__lt=round_.number)
    of_round = dict(earlier.values_list("pk", "round__number"))
    rows = (
        Seats.objects.filter(id__in=list(of_round), history_date__lte=drawn_at)
        .order_by("history_date", "history_id")
        .values_list("id", *OF_TABLES)
    )
    then = {}
    for key, *row in rows:
        if row[1] in numbers:
            then.setdefault(of_round[key], {})[row[0]] = _written(row, numbers)
    return {
        str(number): [tables[at] for at in sorted(tables)]
        for number, tables in sorted(then.items())
        if tables != now[number]
    }


def _written(row, numbers):
    number, ns, ew, ns_partner, ew_partner = row[0], *(numbers.get(key) for key in row[1:])
    return [number, _side(ns, ns_partner), _side(ew, ew_partner)]


def _side(one, partner):
    return one if partner is None else [one, partner]


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0004_entry_members'),
    ]

    operations = [
        migrations.AddField(
            model_name='historicalround',
            name='redrawn',
            field=models.PositiveSmallIntegerField(default=0, editable=False),
        ),
        migrations.AddField(
            model_name='round',
            name='as_drawn',
            field=models.JSONField(blank=True, default=dict, editable=False),
        ),
        migrations.AddField(
            model_name='round',
            name='redrawn',
            field=models.PositiveSmallIntegerField(default=0, editable=False),
        ),
        migrations.AddField(
            model_name='round',
            name='seats_then',
            field=models.JSONField(blank=True, default=dict, editable=False),
        ),
        migrations.RunPython(keep_what_was_drawn, migrations.RunPython.noop),
    ]
