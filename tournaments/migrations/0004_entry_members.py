"""Entries know their members: those of clubs that have entries already are told from their pairs."""

import unicodedata

import django.db.models.deletion
from django.db import migrations, models

AT_ONCE = 500


def name_key(name):
    """The same for the same name, whichever part of it comes first."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    letters = "".join(char if char.isalnum() else " " for char in plain if not unicodedata.combining(char))
    return " ".join(sorted(letters.split()))


def tell_members(apps, schema_editor):
    """By name among those who ever were in the pair, else by the place in the pair as it was made."""
    Entry = apps.get_model("tournaments", "Entry")
    History = apps.get_model("tournaments", "HistoricalEntry")
    known = Known(apps)
    accepted = Entry.objects.filter(models.Q(pair__isnull=False) | models.Q(single__isnull=False))
    for entry in accepted.select_related("pair", "single").iterator(chunk_size=AT_ONCE):
        meant = known.members(entry)
        told = {f"member{place}_id": player for place, player in enumerate(meant, 1) if player is not None}
        if told:
            Entry.objects.filter(pk=entry.pk).update(**told)
            History.objects.filter(id=entry.pk).update(**told)


class Known:
    """The members, those who were made one with another included, and who was in a pair."""

    def __init__(self, apps):
        self.pairs = apps.get_model("tournaments", "HistoricalPair").objects.order_by("history_id")
        self.names = apps.get_model("tournaments", "HistoricalPlayer").objects
        self.merged = dict(apps.get_model("tournaments", "PlayerMerge").objects.values_list("gone", "kept"))
        self.here = set(apps.get_model("tournaments", "Player").objects.values_list("pk", flat=True))

    def members(self, entry):
        typed = [name for name in (entry.name1, entry.name2) if name]
        if entry.pair is None:
            return [entry.single.player_id]
        ever = list(self.pairs.filter(id=entry.pair_id).values_list("player1_id", "player2_id"))
        ever.append((entry.pair.player1_id, entry.pair.player2_id))
        people = [player for pair in ever for player in pair if player is not None]
        by_name = {}
        for player, last, first in self.names.filter(id__in=people).values_list("id", "last_name", "first_name"):
            by_name.setdefault(name_key(f"{last} {first}"), player)
        meant = [by_name.get(name_key(name)) for name in typed]
        for place, player in enumerate(meant):
            made_as = ever[0][place] if place < 2 else None
            if player is None and made_as not in meant:
                meant[place] = made_as
        return [self._now(player) for player in meant]

    def _now(self, player):
        player = self.merged.get(player, player)
        return player if player in self.here else None


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0003_code_tries")]

    operations = [
        *(
            migrations.AddField(
                model_name="entry",
                name=name,
                field=models.ForeignKey(
                    blank=True,
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to="tournaments.player",
                ),
            )
            for name in ("member1", "member2")
        ),
        *(
            migrations.AddField(
                model_name="historicalentry",
                name=name,
                field=models.ForeignKey(
                    blank=True,
                    db_constraint=False,
                    null=True,
                    on_delete=django.db.models.deletion.DO_NOTHING,
                    related_name="+",
                    to="tournaments.player",
                ),
            )
            for name in ("member1", "member2")
        ),
        migrations.RunPython(tell_members, migrations.RunPython.noop, elidable=False),
    ]
