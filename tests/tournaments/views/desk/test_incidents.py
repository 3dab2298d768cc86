"""The pages of statements: from a call, a penalty, a contested slip or an assigned score to the signed sheet."""

import re
from html import unescape

import pytest
from django.test import Client

from accounts.models import Role
from tests.factories import (
    AT,
    draft_round,
    make_account,
    make_tournament,
    pair,
    play_round,
    play_table,
    start_on_phones,
    start_round,
)
from tests.tournaments.sheets.sheet_text import pages_of, squeezed
from tests.tournaments.views.pages import html_of, said, text_of, url
from tests.tournaments.views.phone.visitors import PhoneAt, figures
from tournaments.models import Incident, RefereeCall, Table, Tournament
from tournaments.records import Allowance, Line, System
from tournaments.services import adjustment_add, call_answer, call_referee, pair_add, pair_delete, table_award

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]

HUGE = "1" * 5_000
FIELD = re.compile(r'<(?:input|textarea)[^>]*name="(\w+)"(?:[^>]*value="([^"]*)")?[^>]*>(?:\s*([^<]*)</textarea>)?')


@pytest.fixture
def tournament() -> Tournament:
    """Four pairs, with the first round under way."""
    tournament = make_tournament(pairs=4, hands_per_round=2)
    start_round(tournament)
    return tournament


def typed(html: str) -> dict[str, str]:
    """Return the fields of the form as a browser would send them."""
    form = html[html.index('id="incident-form"') :]
    sent = {name: unescape(value or area) for name, value, area in FIELD.findall(form)}
    (sent["source"],) = re.findall(r'<option value="(\w+)" selected>', form)
    return sent


def begun(referee: Client, tournament: Tournament, **about: object) -> dict[str, str]:
    return typed(html_of(referee.get(url("incident_new", tournament), about)))


def test_a_call_becomes_a_statement_that_is_printed_and_signed(referee: Client, tournament: Tournament) -> None:
    table = Table.objects.select_related("round").get(number=2)
    call = call_referee(table=table, line=Line.EW, reason=RefereeCall.Reason.RULE, at=AT)
    call_answer(call=call, at=AT)
    asked = f"{url('incident_new', tournament)}?call={call.pk}"
    assert asked in html_of(referee.get(url("results", tournament, 1)))
    sent = typed(html_of(referee.get(asked)))
    ns, ew = (pair(tournament, number) for number in (table.ns.number, table.ew.number))  # type: ignore[union-attr]
    assert sent["heard"] == f"EW {ew.number} {ew}:\nNS {ns.number} {ns}:"
    assert (sent["round"], sent["table"], sent["pairs"]) == ("1", "2", f"{ew.number}, {ns.number}")
    assert (sent["source"], sent["facts"], sent["referee"]) == ("call", "EW called the referee: a rule.", "anna")
    sent["heard"] = sent["heard"].replace(":", ": the pozzetto was looked at", 1)
    answer = referee.post(asked, sent | {"articles": "art. 14"})
    assert answer.headers["Location"] == url("incident", tournament, 1)
    listed = text_of(referee.get(url("incidents", tournament)))
    assert "Round 1, table 2" in listed and "not decided yet" in listed
    (page,) = pages_of(referee.get(url("sheet_incident", tournament, 1)).content)
    for words in ("Statement no. 1", "art. 14", "the pozzetto was looked at", "Referee: anna", f"{ns.number} {ns}"):
        assert squeezed(words) in squeezed(page)
    assert page.index("1.") < page.index(f"EW {ew.number}") < page.index("2.") < page.index(f"NS {ns.number}")


def test_a_penalty_brings_its_article_and_its_points_along(referee: Client, tournament: Tournament) -> None:
    round_, second = tournament.rounds.get(), pair(tournament, 2)
    given = adjustment_add(
        round=round_, pair=second, mp=-100, reason="Late", article="art. 9", player=second.player1, made_by=None
    )
    assert f"?adjustment={given.pk}" in html_of(referee.get(url("adjustments", tournament)))
    sent = begun(referee, tournament, adjustment=given.pk)
    assert (sent["source"], sent["articles"], sent["decision"]) == ("infraction", "art. 9", "−100 MP")
    assert sent["facts"] == f"{second.player1}: Late" and sent["pairs"].startswith("2, ")
    of_both = adjustment_add(round=round_, pair=second, mp=-50, reason="Noise")
    assert begun(referee, tournament, adjustment=of_both.pk)["facts"] == "Noise"


def test_a_contested_slip_and_an_assigned_score_are_told_of_their_table(referee: Client) -> None:
    table = start_on_phones().tables.select_related("round__tournament").get(number=1)
    tournament = table.round.tournament
    PhoneAt(table, Line.NS).do("send", figures())
    PhoneAt(table, Line.EW).do("contest", {"hand": "2", "note": "our burraco was clean"})
    sent = begun(referee, tournament, round=1, table=1)
    assert sent["source"] == "dispute"
    assert sent["facts"] == "EW contested hand 2 of the slip that the other line had sent."
    assert sent["heard"].splitlines()[0].endswith(": our burraco was clean")
    other = play_table(table.round.tables.get(number=2))
    split = {"ns": Allowance(vp=12, mp=305), "ew": Allowance(vp=4, mp=-100)}
    table_award(table=other, version=other.version, reason="Cards mixed", article="art. 31", at=AT, **split)
    sent = begun(referee, tournament, round=1, table=2)
    assert (sent["source"], sent["articles"]) == ("other", "art. 31")
    assert sent["decision"] == "Assigned score: NS 12 VP, 305 MP – EW 4 VP, −100 MP. Cards mixed."


@pytest.mark.parametrize(
    "asked",
    [
        {},
        {"call": "x"},
        {"call": "7"},
        {"adjustment": "9" * 40},
        {"round": "1"},
        {"round": "1", "table": "²"},
        {"round": "1", "table": HUGE},
        {"round": HUGE, "table": "1"},
        {"round": "2", "table": "1"},
    ],
    ids=lambda asked: str(asked)[:40],
)
def test_what_is_not_there_begins_an_empty_sheet(
    referee: Client, tournament: Tournament, asked: dict[str, str]
) -> None:
    play_round(tournament.rounds.get())
    draft_round(tournament, System.DANISH)
    sent = begun(referee, tournament, **asked)
    assert (sent["source"], sent["round"], sent["facts"], sent["pairs"]) == ("other", "", "", "")


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"pairs": "2, 77"}, "No pair of this tournament has the number 77."),
        ({"pairs": "²"}, "No pair of this tournament has the number ²."),
        ({"pairs": "9" * 200}, "No pair of this tournament has the number 9"),
        ({"round": "5"}, "There is no round 5 yet"),
        ({"round": "9" * 5000}, "Enter a whole number."),
        ({"facts": ""}, "This field is required."),
        ({"happened_at": "yesterday"}, "Enter a valid date/time."),
    ],
)
def test_what_is_wrong_is_said_and_what_was_typed_stays(
    referee: Client, tournament: Tournament, wrong: dict[str, str], sentence: str
) -> None:
    usual = {"source": "other", "facts": "Noise at the bar", "heard": "Rossi: it was loud", "pairs": "1"}
    answer = referee.post(url("incident_new", tournament), usual | wrong)
    assert answer.status_code == 422 and sentence in text_of(answer)
    assert typed(html_of(answer))["heard"] == "Rossi: it was loud" and not Incident.objects.exists()


def test_a_statement_is_corrected_and_deleted_and_the_history_tells_it_without_its_words(
    referee: Client, tournament: Tournament
) -> None:
    usual = {"source": "other", "round": "1", "facts": "Segreto Uno", "pairs": "1"}
    referee.post(url("incident_new", tournament), usual)
    page = url("incident", tournament, 1)
    assert referee.post(page, usual | {"decision": "Segreto Due"}).status_code == 302
    assert typed(html_of(referee.get(page)))["decision"] == "Segreto Due"
    deleted = referee.post(url("incident_delete", tournament, 1))
    assert deleted.status_code == 302 and "Statement no. 1 is deleted." in said(deleted)
    assert referee.get(page).status_code == 404 and not Incident.objects.exists()
    history = text_of(referee.get(url("history", tournament), {"kind": "incident", "pair": "1"}))
    assert "Statement no. 1 written (Round 1)" in history and "Statement no. 1 deleted (Round 1)" in history
    assert "Statement no. 1 changed (Round 1): decision" in history and "Segreto" not in history


def test_the_history_names_whoever_a_statement_concerned_though_they_were_deleted_since(
    referee: Client, tournament: Tournament
) -> None:
    pair_add(tournament=tournament, players=("Zeta Ada", "Zeta Ugo"))
    referee.post(url("incident_new", tournament), {"source": "other", "facts": "Noise", "pairs": "5"})
    pair_delete(pair=pair(tournament, 5))
    history = text_of(referee.get(url("history", tournament), {"kind": "incident", "pair": "5"}))
    assert "Statement no. 1 written" in history


def test_only_referees_read_statements(referee: Client, tournament: Tournament) -> None:
    referee.post(url("incident_new", tournament), {"source": "other", "facts": "Segreto Uno"})
    scorer = Client()
    scorer.force_login(make_account("ugo", Role.SCORER))
    for name, place in (("incidents", ()), ("incident", (1,)), ("sheet_incident", (1,))):
        assert scorer.get(url(name, tournament, *place)).status_code == 403
    for page in ("tournament_json", "history", "printing", "ranking", "adjustments"):
        assert "Segreto" not in html_of(scorer.get(url(page, tournament))), page
    assert "Segreto Uno" in html_of(referee.get(url("tournament_json", tournament)))


def test_a_long_statement_goes_on_over_pages_with_nothing_lost(referee: Client, tournament: Tournament) -> None:
    play_round(tournament.rounds.get())
    words = " ".join(f"parola{number}" for number in range(300))
    heard = "\n".join(f"Testimone {number}: {'x' * 150}" for number in range(15))
    referee.post(
        url("incident_new", tournament), {"source": "other", "facts": words, "heard": heard, "pairs": "1 2 3 4"}
    )
    pages = pages_of(referee.get(url("sheet_incident", tournament, 1)).content)
    text = "".join(pages)
    assert len(pages) > 1 and all("Statement no. 1" in page for page in pages)
    assert all(f"parola{number}" in text for number in range(300))
    assert text.index("14.") < text.index("Signatures")


def test_a_statement_sent_twice_is_filed_once(referee: Client, tournament: Tournament) -> None:
    """A second press of the button sends the same words again; other words, or another referee's, are another one."""
    written = {
        "source": "other",
        "round": "1",
        "table": "2",
        "facts": "A card was seen.",
        "happened_at": "2026-11-20T21:05",
    }
    first, again = (referee.post(url("incident_new", tournament), written) for _time in range(2))
    assert first.url == again.url == url("incident", tournament, 1)  # type: ignore[attr-defined]
    assert Incident.objects.count() == Incident.history.count() == 1
    stated = " ".join(" ".join(pages_of(referee.get(url("sheet_incident", tournament, 1)).content)).split())
    assert "When 20 November 2026, 21:05" in stated
    assert (
        referee.post(url("incident_new", tournament), written | {"happened_at": "2026-11-20T21:40"}).status_code == 302
    )
    colleague = Client()
    colleague.force_login(make_account("berta"))
    assert colleague.post(url("incident_new", tournament), written).status_code == 302
    assert [row.number for row in Incident.objects.all()] == [1, 2, 3]
    # A sheet leaves out what was not written.
    referee.post(url("incident_new", tournament), {"source": "other", "facts": "A cough."})
    stated = " ".join(pages_of(referee.get(url("sheet_incident", tournament, 4)).content))
    assert "A cough." in stated and "When" not in stated
