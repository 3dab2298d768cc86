"""A prize drawn by lot names who was drawn: of those that were drawn before, as their seed says today."""

from random import Random

from django.db import migrations


def name_who_was_drawn(apps, schema_editor):
    SpecialPrize = apps.get_model("tournaments", "SpecialPrize")
    Pair = apps.get_model("tournaments", "Pair")
    for prize in SpecialPrize.objects.filter(given_for="lot", seed__isnull=False, pair__isnull=True):
        here = Pair.objects.filter(tournament_id=prize.tournament_id).exclude(status="withdrawn").order_by("number")
        if drawn := list(here):
            SpecialPrize.objects.filter(pk=prize.pk).update(pair=Random(prize.seed).choice(drawn))


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0012_substitutes")]

    operations = [migrations.RunPython(name_who_was_drawn, migrations.RunPython.noop)]
