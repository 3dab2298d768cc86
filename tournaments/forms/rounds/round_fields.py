"""The fields of a round's form: what a referee chooses, and who goes on from a tie."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.html import format_html
from django.utils.translation import gettext as _

from tournaments.records import NamedSystem, RoundSettings
from tournaments.records.named_systems import SYSTEMS_OF_GIRONI
from tournaments.selectors.knockout import TiedTable
from tournaments.selectors.next_round import ProposedRound
from tournaments.wording.gironi import girone_name
from tournaments.wording.knockout_bracket import usually_the_better_seed
from tournaments.wording.systems import SYSTEM_NAMES, SYSTEM_SENTENCES

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

ANY_MOVEMENT = ""
"""The choice of a whist movement if there is one, and of the ranking otherwise."""


def _is_yes(value: str) -> bool:
    return value == "yes"


def either(label: _StrPromise, yes: _StrPromise, no: _StrPromise) -> forms.TypedChoiceField:
    """Return a choice of two; unlike a tick, leaving it out does not mean no."""
    return forms.TypedChoiceField(
        label=label,
        choices=(("yes", yes), ("no", no)),
        coerce=_is_yes,
        empty_value=None,
        widget=forms.RadioSelect,
        required=False,
    )


class PlainNumberField(forms.IntegerField):
    """A whole number in a field that accepts any text, so that errors appear while the referee chooses."""

    widget = forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"})


def girone_field(girone: int) -> str:
    return f"girone_{girone}"


def own_system(girone: int, proposed: NamedSystem | None) -> forms.ChoiceField:
    """Return the choice of a girone's system; empty for that of the round."""
    return forms.ChoiceField(
        label=girone_name(girone),
        choices=[("", _("as the round")), *((named.value, SYSTEM_NAMES[named]) for named in SYSTEMS_OF_GIRONI)],
        initial=proposed.value if proposed else "",
        required=False,
    )


def advance_field(tie: TiedTable) -> str:
    return f"advance_{tie.table}"


def who_goes_on(tie: TiedTable, settings: RoundSettings) -> forms.ChoiceField:
    """Return both pairs of a tied table, the better seed first."""
    other_goes_on = tie.other.id in settings.advance
    return forms.ChoiceField(
        label=_("Table %(table)s was a tie: who goes on") % {"table": tie.table},
        choices=[
            (str(tie.better.id), f"{tie.better.id} {tie.better.label}"),
            (str(tie.other.id), f"{tie.other.id} {tie.other.label}"),
        ],
        initial=str(tie.other.id if other_goes_on else tie.better.id),
        help_text=usually_the_better_seed(tie.better.id),
        widget=forms.RadioSelect,
        required=False,
    )


def explained(named: NamedSystem) -> str:
    return format_html(
        '<span><strong>{}</strong><br><span class="muted">{}</span></span>',
        SYSTEM_NAMES[named],
        SYSTEM_SENTENCES[named],
    )


def initial_of(proposed: ProposedRound) -> dict[str, Any]:
    """Return what the form has before anything is sent."""
    settings = proposed.settings
    names = ("step", "policy", "fold", "memory", "legs", "groups", "qualifiers")
    return {
        "system": proposed.named,
        "seed": proposed.seed,
        "movement": settings.movement or ANY_MOVEMENT,
        "start_by_lot": "yes" if settings.start_by_lot else "no",
        "avoid_clubs": "yes" if settings.avoid_clubs else "no",
        "third_place": "yes" if settings.third_place else "no",
        "by_rating": "yes" if proposed.by_rating else "no",
        "own_brackets": "yes" if proposed.own_brackets else "no",
        "sections": len(settings.sections) + 1,
        **{name: getattr(settings, name) for name in names},
    }
