"""A change of a tournament as sentences; each kind has a module of its own."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from tournaments.wording.adjustments import points_in_words, reason_in_words
from tournaments.wording.entrants import words_of

from .change_words import ChangeInWords
from .changes import Change, ChangeKind, History
from .entrant_sentences import number_of, sentence_for, tell_pairs, tell_singles, tell_substitute, tell_team
from .entry_sentences import tell_entries
from .incident_sentences import tell_incident
from .phone_sentences import tell_phones
from .result_sentences import tell_result
from .round_sentences import tell_clock, tell_pairing
from .team_match_sentences import tell_matches
from .tournament_sentences import tell_tournament

KIND_NAMES: Mapping[ChangeKind, Promise] = {
    ChangeKind.RESULT: gettext_lazy("results"),
    ChangeKind.PAIRING: gettext_lazy("rounds and seats"),
    ChangeKind.PAIR: gettext_lazy("pairs"),
    ChangeKind.SUBSTITUTE: gettext_lazy("substitutes"),
    ChangeKind.TEAM: gettext_lazy("teams"),
    ChangeKind.MATCHES: gettext_lazy("match days and line-ups"),
    ChangeKind.SINGLE: gettext_lazy("players without a partner"),
    ChangeKind.ENTRY: gettext_lazy("entries from their own phones"),
    ChangeKind.ADJUSTMENT: gettext_lazy("penalties and bonuses"),
    ChangeKind.INCIDENT: gettext_lazy("statements of incidents"),
    ChangeKind.CLOCK: gettext_lazy("clock of the rounds"),
    ChangeKind.PHONES: gettext_lazy("slips on the players’ phones"),
    ChangeKind.TOURNAMENT: gettext_lazy("settings and state"),
}


def tell(change: Change, history: History) -> ChangeInWords:
    """Return the change in the reader's language."""
    match change.kind:
        case ChangeKind.RESULT:
            return tell_result(change)
        case ChangeKind.PAIRING:
            return tell_pairing(change, history)
        case ChangeKind.PAIR:
            return tell_pairs(change, history)
        case ChangeKind.SUBSTITUTE:
            return tell_substitute(change, history)
        case ChangeKind.TEAM:
            return tell_team(change)
        case ChangeKind.MATCHES:
            return tell_matches(change, history)
        case ChangeKind.SINGLE:
            return tell_singles(change, history)
        case ChangeKind.ENTRY:
            return tell_entries(change)
        case ChangeKind.ADJUSTMENT:
            return _tell_adjustment(change, history)
        case ChangeKind.INCIDENT:
            return tell_incident(change)
        case ChangeKind.CLOCK:
            return tell_clock(change)
        case ChangeKind.PHONES:
            return tell_phones(change)
        case ChangeKind.TOURNAMENT:
            return tell_tournament(change)


def _tell_adjustment(change: Change, history: History) -> ChangeInWords:
    (edit,) = change.edits
    values = edit.values
    points = points_in_words(mp=values["mp"], vp=values["vp"], felt=values["felt"])
    player = history.players.get(values["player_id"], "")
    reason = reason_in_words(reason=values["reason"], article=values["article"], player=player)
    sentence = sentence_for(edit.type, words_of(history.kind).adjusted)
    facts = {"pair": number_of(values["pair_id"], history), "round": change.round, "reason": reason}
    return ChangeInWords(sentence % (facts | {"points": points}))
