"""What a referee settled about a pair that is there no more is settled no more: its number may be another's one day."""

from django.db import migrations


def forget_who_is_gone(apps, schema_editor):
    Round, History = apps.get_model("tournaments", "Round"), apps.get_model("tournaments", "HistoricalRound")
    Pair = apps.get_model("tournaments", "Pair")
    for round_ in Round.objects.exclude(settings={}).order_by("pk"):
        numbers = set(Pair.objects.filter(tournament_id=round_.tournament_id).values_list("number", flat=True))
        settings = _of_those_there(round_.settings, numbers)
        if settings != round_.settings:
            Round.objects.filter(pk=round_.pk).update(settings=settings)
            last = History.objects.filter(id=round_.pk).order_by("history_id").values_list("history_id", flat=True).last()
            History.objects.filter(history_id=last).update(settings=settings)


def _of_those_there(settings, numbers):
    kept = {
        "excluded": lambda meeting: set(meeting) <= numbers,
        "advance": lambda number: number in numbers,
        "kept": lambda table: _seated(table) <= numbers,
    }
    found = {name: [each for each in value if kept[name](each)] if name in kept else value for name, value in settings.items()}
    return {name: value for name, value in found.items() if name not in kept or value}


def _seated(table):
    sides = [side if isinstance(side, list) else [side] for side in table[1:] if side is not None]
    return {number for side in sides for number in side}


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0013_lots_drawn'),
    ]

    operations = [
        migrations.RunPython(forget_who_is_gone, migrations.RunPython.noop),
    ]
