"""The sentences about entrants: pairs, players of an individual tournament, substitutes, teams."""

from collections.abc import Iterable

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Pair
from tournaments.records import Rounds
from tournaments.records.gironi import girone_letter
from tournaments.wording.entrant_words import EditSentences
from tournaments.wording.entrants import words_of
from tournaments.wording.substitutes import rounds_in_words

from .change_words import ChangeInWords, Difference
from .changes import Change, History
from .edits import Edit, EditType, Values

PLAYERS = ("player1_id", "player2_id")


def tell_pairs(change: Change, history: History) -> ChangeInWords:
    """Return the sentence for pairs added, changed or deleted with one press of a button."""
    count = len(change.edits) + change.edits_left_out
    if count == 1:
        (edit,) = change.edits
        sentence = sentence_for(edit.type, words_of(history.kind).one_changed)
        facts = {"number": edit.values["number"], "names": _players(edit.values, history)}
        return ChangeInWords(sentence % facts, tuple(_differences(edit, history)))
    sentence = sentence_for(change.edits[0].type, words_of(history.kind).many_changed)
    shown = () if change.edits_left_out else change.edits
    return ChangeInWords(sentence % {"count": count}, tuple(_one_of_many(edit, history) for edit in shown))


def tell_substitute(change: Change, history: History) -> ChangeInWords:
    """Return the sentence for a substitute: new, for other rounds than before, or removed."""
    (edit,) = change.edits
    pair = history.pairs.get(edit.values["pair_id"], {})
    facts = {
        "substitute": history.players.get(edit.values["player_id"], "?"),
        "player": history.players.get(pair.get(PLAYERS[edit.values["seat"] - 1]) or 0, "?"),
        "pair": number_of(edit.values["pair_id"], history),
        "rounds": _rounds_of(edit.values),
    }
    sentence = sentence_for(edit.type, words_of(history.kind).substituted)
    differences = []
    if "first_round" in edit.changed or "last_round" in edit.changed:
        differences.append(Difference(_("Rounds"), _rounds_of(edit.before), _rounds_of(edit.values)))
    return ChangeInWords(sentence % facts, tuple(differences))


def _rounds_of(values: Values) -> str:
    return rounds_in_words(Rounds(values["first_round"], values["last_round"]))


def tell_team(change: Change) -> ChangeInWords:
    """Return the sentence for a team renamed or deleted."""
    (edit,) = change.edits
    if edit.type is EditType.REMOVED:
        return ChangeInWords(
            _("Team %(number)s deleted: %(team)s") % {"number": edit.values["number"], "team": edit.values["name"]}
        )
    renamed = Difference(_("Name"), edit.before["name"], edit.values["name"])
    return ChangeInWords(_("Team %(number)s") % {"number": edit.values["number"]}, (renamed,))


def tell_singles(change: Change, history: History) -> ChangeInWords:
    """Return the sentence for players who look for a partner, or no longer do."""
    names = ", ".join(history.players.get(edit.values["player_id"], "?") for edit in change.edits)
    if change.edits[0].type is EditType.ADDED:  # equivalent `-1`: those of one press are of one type
        sentence = ngettext("Looks for a partner: %(names)s", "Look for a partner: %(names)s", len(change.edits))
    else:
        sentence = ngettext(
            "No longer looking for a partner: %(names)s",
            "No longer looking for a partner: %(names)s",
            len(change.edits),
        )
    return ChangeInWords(sentence % {"names": names})


def sentence_for(edit: EditType, sentences: EditSentences) -> Promise:
    return {
        EditType.ADDED: sentences.added,
        EditType.CHANGED: sentences.changed,
        EditType.REMOVED: sentences.removed,
    }[edit]


def number_of(pair: int, history: History) -> str:
    """Return the number of a pair by its key."""
    return str(history.numbers.get(pair, "?"))


def _one_of_many(edit: Edit, history: History) -> Difference:
    label = f"{edit.values['number']} {_players(edit.values, history)}"
    changed = list(_differences(edit, history))
    return Difference(label, changed[0].before, changed[0].after) if changed else Difference(label)


def _differences(edit: Edit, history: History) -> Iterable[Difference]:
    """Return the differences; for a new pair, its team."""
    changed = edit.changed
    if "number" in changed:
        yield Difference(_("Number"), str(edit.before["number"]), str(edit.values["number"]))
    if "player1_id" in changed or "player2_id" in changed:
        yield Difference(_("Players"), _players(edit.before, history), _players(edit.values, history))
    if "team_id" in changed or (edit.type is EditType.ADDED and edit.values["team_id"]):
        before, after = (history.teams.get(values.get("team_id") or 0, "") for values in (edit.before, edit.values))
        yield Difference(_("Team"), before, after)
    if "fixed_table" in changed:
        yield Difference(_("Keeps table"), *(str(values["fixed_table"] or "") for values in (edit.before, edit.values)))
    if "girone" in changed:
        yield Difference(_("Girone"), *(_girone(values) for values in (edit.before, edit.values)))
    if edit.type is EditType.ADDED and edit.values["late_after"]:
        yield Difference(_("Admitted late"), after=_late(edit.values))
    if "status" in changed:
        yield Difference(_("Presence"), _status(edit.before), _status(edit.values))


def _late(values: Values) -> str:
    facts = {"round": values["late_after"], "reason": values["late_reason"]}
    return _("after round %(round)s: %(reason)s") % facts


def _girone(values: Values) -> str:
    return girone_letter(values["girone"]) if values["girone"] else ""


def _status(values: Values) -> str:
    return str(Pair.Status(values["status"]).label)


def _players(values: Values, history: History) -> str:
    return " – ".join(history.players.get(values[player], "?") for player in PLAYERS if values[player])
