"""A game to a round target of its own ended once it was reached; now it ends over it, but where it says otherwise."""

from django.db import migrations

REACHED = {"argentine"}
"""The presets of which a target was, and is, reached."""


def say_reached(apps, schema_editor):
    """Games and club rulesets go on as they were: what was reached then is said."""
    for model, preset in (("FreeGame", "ruleset"), ("ClubRuleset", "preset")):
        for row in apps.get_model("scoring", model).objects.iterator():
            target = row.options.get("target")
            if target is not None and target % 10 == 0 and getattr(row, preset) not in REACHED:
                row.options = {**row.options, "target_is": "reached"}
                row.save(update_fields=["options"])


class Migration(migrations.Migration):
    dependencies = [("scoring", "0001_initial")]

    operations = [migrations.RunPython(say_reached, migrations.RunPython.noop)]
