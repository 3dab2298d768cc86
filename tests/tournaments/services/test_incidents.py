"""The referee's statements: numbers, refusals that write nothing, and where they go along or stay behind."""

from typing import Any

import pytest

from pages.refusals import Refused
from tests.factories import AT, draft_round, make_account, make_tournament, pair, play_round, start_round
from tournaments.interchange import InterchangeError, export_tournament, to_json, tournament_import
from tournaments.models import Incident, Tournament
from tournaments.records import System
from tournaments.selectors.deletion import goes_along
from tournaments.selectors.incidents import incident_of, incidents_of
from tournaments.services import (
    incident_add,
    incident_change,
    incident_remove,
    round_withdraw,
    tournament_another,
    tournament_finish_play,
    tournament_make_final,
)
from tournaments.wording.deletion import goes_along_in_words

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]


def details(tournament: Tournament, **others: Any) -> dict[str, Any]:
    """Return the fields of a whole statement about table 1 of round 1."""
    return {
        "source": Incident.Source.CALL,
        "round": 1,
        "table": 1,
        "happened_at": AT,
        "pairs": [pair(tournament, 2).pk, pair(tournament, 1).pk],
        "facts": "A card lay face up.",
        "heard": "EW Rossi Anna: it fell\n\nNS Bianchi Carlo:\r\n",
        "articles": "art. 12, art. 20",
        "decision": "The card stays on the table.",
        "referee": "Anna Neri",
    } | others


def written(tournament: Tournament, **others: Any) -> Incident:
    return incident_add(tournament=tournament, details=details(tournament, **others))


def test_a_number_is_given_once_and_what_is_told_can_be_read_again() -> None:
    tournament = make_tournament(pairs=4)
    start_round(tournament)
    first, second = written(tournament), written(tournament, facts="Another one.", decision="")
    incident_remove(incident=second)
    third = written(tournament, round=None, table=None, pairs=[])
    assert [first.number, second.number, third.number] == [1, 2, 3]
    stated = incident_of(tournament, 1)
    assert stated is not None and [entrant.id for entrant in stated.entrants] == [2, 1]
    assert stated.place == "Round 1, table 1"
    assert [(hearing.who, hearing.words) for hearing in stated.hearings] == [
        ("EW Rossi Anna", "it fell"),
        ("NS Bianchi Carlo", ""),
    ]
    assert [incident.place for incident in incidents_of(tournament)] == ["Round 1, table 1", "outside the rounds"]


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"facts": "  "}, "Say what happened"),
        ({"round": 2}, "There is no round 2 yet"),
        ({"table": 9}, "Round 1 has no table with the number 9"),
        ({"round": None}, "Say in which round"),
        ({"pairs": [1, 1]}, "named twice"),
        ({"pairs": [987_654]}, "no longer entered"),
    ],
)
def test_what_cannot_be_filed_is_refused_and_nothing_is_written(wrong: dict[str, Any], sentence: str) -> None:
    tournament = make_tournament(pairs=4)
    play_round(start_round(tournament))
    draft_round(tournament, System.DANISH)
    incident = written(tournament)
    revision = Tournament.objects.get().revision
    for write in (
        lambda: incident_add(tournament=tournament, details=details(tournament) | wrong),
        lambda: incident_change(incident=incident, details=wrong),
    ):
        with pytest.raises(Refused, match=sentence):
            write()
    assert Tournament.objects.get().revision == revision
    assert list(Incident.objects.values_list("number", "facts", "round")) == [(1, "A card lay face up.", 1)]


def test_every_write_counts_the_revision_up_even_of_a_final_tournament() -> None:
    tournament = make_tournament(pairs=4, rounds_planned=1)
    play_round(start_round(tournament))
    tournament_make_final(tournament=tournament_finish_play(tournament=tournament))
    seen = [Tournament.objects.get().revision]
    statement = written(tournament)
    seen.append(Tournament.objects.get().revision)
    incident_change(incident=statement, details={"decision": "Warned."})
    seen.append(Tournament.objects.get().revision)
    incident_remove(incident=statement)
    seen.append(Tournament.objects.get().revision)
    assert seen == sorted(set(seen))
    with pytest.raises(Refused, match="deleted meanwhile"):
        incident_change(incident=statement, details={"decision": "Too late"})


def test_a_statement_outlives_its_round_and_can_still_be_corrected() -> None:
    tournament = make_tournament(pairs=4)
    statement = written_on_round(tournament)
    assert incident_change(incident=statement, details={"facts": "Two cards."}).round == 1
    with pytest.raises(Refused, match="There is no round 1 yet"):
        incident_change(incident=statement, details={"table": 2})


def written_on_round(tournament: Tournament) -> Incident:
    """Write a statement on a round that is then withdrawn."""
    round_ = start_round(tournament)
    statement = written(tournament)
    round_withdraw(round=round_)
    return statement


def test_it_goes_out_and_in_with_the_tournament_and_nowhere_else() -> None:
    tournament = make_tournament(pairs=4)
    start_round(tournament)
    written(tournament)
    written(tournament, round=None, table=None, happened_at=None, pairs=[], articles="", decision="", referee="")
    tournament.refresh_from_db()
    text = to_json(export_tournament(tournament))
    copy = tournament_import(text=text.replace('"torneo-del-venerdi"', '"copia"'))
    assert to_json(export_tournament(copy)).replace('"copia"', '"torneo-del-venerdi"') == text
    assert [incident.number for incident in copy.incidents.all()] == [1, 2]
    assert written(copy, facts="Another.").number == 3
    assert "incidents" not in export_tournament(tournament, incidents=False)
    assert not tournament_another(like=tournament, name="Dopo", date=tournament.date).incidents.exists()
    assert goes_along(tournament)["incidents"] == 2


@pytest.mark.parametrize(("number", "other"), [(0, 2), (1, 1)])
def test_a_file_whose_statements_have_no_number_of_their_own_is_refused(number: int, other: int) -> None:
    tournament = make_tournament(pairs=4)
    start_round(tournament)
    written(tournament)
    written(tournament, facts="Another.")
    tournament.refresh_from_db()
    file = export_tournament(tournament)
    file["tournament"]["slug"] = "copia"
    for statement, wanted in zip(file["incidents"], (number, other), strict=True):
        statement["number"] = wanted
    with pytest.raises(InterchangeError, match=r"incidents\[\d\]\.number"):
        tournament_import(text=to_json(file))
    assert not Tournament.objects.filter(slug="copia").exists()


def test_a_statement_keeps_its_author() -> None:
    tournament = make_tournament(pairs=4)
    statement = incident_add(tournament=tournament, details={"facts": "Noise"}, made_by=make_account("ugo"))
    assert (statement.made_by.username, statement.round, statement.pairs) == ("ugo", None, [])  # type: ignore[union-attr]
    with pytest.raises(ValueError, match="number"):
        incident_change(incident=statement, details={"number": 7})


def test_everything_that_goes_along_is_counted_in_words() -> None:
    names = goes_along(make_tournament())
    for count in (1, 2):
        words = [*goes_along_in_words(dict.fromkeys(names, count))]
        assert len({*words}) == len(names) and all(str(count) in phrase for phrase in words)


def test_an_incident_may_be_outside_the_rounds_after_all() -> None:
    tournament = make_tournament(pairs=4)
    start_round(tournament)
    statement = written(tournament)
    changed = incident_change(incident=statement, details={"round": None, "table": None})
    assert (changed.round, changed.table) == (None, None)
    with pytest.raises(Refused, match="a table belongs to one"):
        incident_change(incident=statement, details={"round": None, "table": 1})
