"""The matches of teams as sentences: a match day drawn or discarded, and line-ups handed in or taken back."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from tournaments.models import LineUp, MatchDay, Tournament
from tournaments.records import System
from tournaments.records.settings_json import settings_from_json
from tournaments.wording.systems import system_name

from .change_words import ChangeInWords
from .changes import Change, ChangeKind, History
from .edits import EditType, Values, edits_of, gestures_of
from .entrant_sentences import number_of

DAY_FIELDS = ("number", "system", "settings", "seed")
LINE_UP_FIELDS = ("team_id", "session", "pairs", "by_captain")


def match_changes(tournament: Tournament, teams: Iterable[int]) -> Iterable[Change]:
    """Return the match days drawn, and the line-ups handed in, grouped by press of a button. Two queries."""
    for edit in edits_of(MatchDay.history.filter(tournament_id=tournament.pk), DAY_FIELDS):
        yield Change(kind=ChangeKind.MATCHES, edits=(edit,))
    held = edits_of(LineUp.history.filter(team_id__in=list(teams)), LINE_UP_FIELDS)
    for edits in gestures_of(held):
        yield Change(kind=ChangeKind.MATCHES, edits=tuple(edits))


def tell_matches(change: Change, history: History) -> ChangeInWords:
    """Return the sentence for a match day, or for line-ups."""
    (first, *_others) = change.edits
    if "seed" in first.values:
        facts = {"day": first.values["number"], "how": _how(first.values)}
        if first.type is EditType.REMOVED:
            return ChangeInWords(_("Draw of match day %(day)s discarded") % facts)
        return ChangeInWords(_("Match day %(day)s drawn: %(how)s") % facts)
    sentences = [_line_up(edit.type, edit.values, history) for edit in change.edits]
    return ChangeInWords("; ".join(sentences))


def _how(values: Values) -> str:
    return system_name(System(values["system"]), settings_from_json(values["settings"]))


def _line_up(type_: EditType, values: Values, history: History) -> str:
    facts = {
        "team": history.teams.get(values["team_id"], "?"),
        "pairs": ", ".join(number_of(key, history) for key in values["pairs"]),
    }
    if type_ is EditType.REMOVED:
        return _("Line-up of %(team)s withdrawn: %(pairs)s") % facts
    if values["by_captain"]:
        return _("Line-up of %(team)s handed in by its captain: %(pairs)s") % facts
    return _("Line-up of %(team)s: %(pairs)s") % facts
