"""The referee's statements of incidents. They change no result, so that they can be written on a final ranking, too."""

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from pages.refusals import Refused
from tournaments.models import Incident, Round, Tournament
from tournaments.records.sections import table_name

from .locking import count_revision_up, lock_tournament

WRITTEN = frozenset(
    {"source", "round", "table", "happened_at", "pairs", "facts", "heard", "articles", "decision", "referee"}
)
"""The fields of a statement that referees write."""


@transaction.atomic
def incident_add(*, tournament: Tournament, details: Mapping[str, Any], made_by: User | None = None) -> Incident:
    """Add a statement with these fields of `WRITTEN`, under the tournament's next number.

    If the same person has filed the same statement, word for word, it was sent twice, and that one is returned.
    """
    tournament = lock_tournament(tournament.pk, editable=False)
    incident = Incident(tournament=tournament, made_by=made_by)
    _fill(incident, details)
    for filed in Incident.objects.filter(tournament=tournament, made_by=made_by, facts=incident.facts):
        if all(getattr(filed, name) == getattr(incident, name) for name in WRITTEN):
            return filed
    used = Incident.history.filter(tournament_id=tournament.pk).aggregate(last=Max("number"))["last"]
    incident.number = (used or 0) + 1
    return _saved(incident)


@transaction.atomic
def incident_change(*, incident: Incident, details: Mapping[str, Any]) -> Incident:
    """Change these fields of a statement; the others stay."""
    tournament = lock_tournament(incident.tournament_id, editable=False)
    current = Incident.objects.filter(tournament=tournament, pk=incident.pk).first()
    if current is None:
        raise Refused(_("This statement was deleted meanwhile: write it as a new one."))
    current.tournament = tournament
    _fill(current, details)
    return _saved(current)


@transaction.atomic
def incident_remove(*, incident: Incident) -> None:
    """Delete a statement; its number is not given again."""
    tournament = lock_tournament(incident.tournament_id, editable=False)
    incident.delete()
    count_revision_up(tournament)


def _fill(incident: Incident, details: Mapping[str, Any]) -> None:
    """Set the fields of a statement without saving. Raise Refused for those that cannot be filed."""
    if unknown := details.keys() - WRITTEN:
        raise ValueError(f"expected fields of a statement, got {sorted(unknown)}")
    place = incident.round, incident.table
    for name, value in details.items():
        setattr(incident, name, value.strip() if isinstance(value, str) else value)
    if not incident.facts:
        raise Refused(_("Say what happened: a statement without it cannot be filed."))
    if (incident.round, incident.table) != place:
        _check_place(incident)
    _check_pairs(incident)


def _saved(incident: Incident) -> Incident:
    incident.save()
    count_revision_up(incident.tournament)
    return incident


def _check_place(incident: Incident) -> None:
    """Refuse a round or a table that the tournament does not have; one that was withdrawn since may stay."""
    round_, table = incident.round, incident.table
    if table is not None and round_ is None:
        raise Refused(_("Say in which round: a table belongs to one."))
    if round_ is None:
        return
    rounds = Round.objects.filter(tournament=incident.tournament, number=round_).exclude(state=Round.State.DRAFT)
    drawn = rounds.defer("order", "undo").first()
    if drawn is None:
        refusal = _("There is no round %(round)s yet. Leave it empty for an incident outside the rounds.")
        raise Refused(refusal % {"round": round_})
    if table is not None and not drawn.tables.filter(number=table).exists():
        called = table_name(drawn.table_number(table))
        raise Refused(_("Round %(round)s has no table with the number %(table)s.") % {"round": round_, "table": called})


def _check_pairs(incident: Incident) -> None:
    """Refuse entrants named twice, or of another tournament."""
    if len(set(incident.pairs)) < len(incident.pairs):
        raise Refused(_("Somebody concerned is named twice."))
    if incident.tournament.pairs.filter(pk__in=incident.pairs).count() < len(incident.pairs):
        raise Refused(_("Somebody concerned is no longer entered in the tournament."))
