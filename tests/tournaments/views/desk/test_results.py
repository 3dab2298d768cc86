"""Entering results as a referee: saving, the words of refusals, and the next page."""

import re
from collections.abc import Mapping
from html import unescape
from threading import Barrier, Thread

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.text import capfirst

from accounts.models import Role
from tests.factories import (
    make_account,
    make_tournament,
    pair,
    play_round,
    play_table,
    slip,
    start_on_phones,
    start_round,
)
from tests.tournaments.views.pages import said, text_of
from tournaments.models import Hand, Table, Tournament
from tournaments.records import ABSENCES, Outcome, System
from tournaments.services import (
    adjustment_add,
    round_draft,
    tournament_finish_play,
    tournament_make_final,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]

HTMX = {"HX-Request": "true"}


@pytest.fixture
def evening() -> Tournament:
    """Three tables and a resting pair, with round 1 in progress."""
    tournament = make_tournament(pairs=7)
    start_round(tournament)
    return tournament


def address(tournament: Tournament, name: str = "table_entry", number: int = 1, table: int | None = 1) -> str:
    return reverse(name, args=[tournament.slug, number] + ([] if table is None else [table]))


def table_of(tournament: Tournament, number: int = 1, *, round_number: int = 1) -> Table:
    return Table.objects.get(round__tournament=tournament, round__number=round_number, number=number)


def typed(*, version: int = 0, hands: int = 4, **changes: str) -> dict[str, str]:
    """Return a slip of ordinary hands as a browser sends it, with these changes."""
    figures = {"ns_base": "300", "ns_points": "120", "ew_base": "0", "ew_points": "85", "end": "closed"}
    sent = {f"h{hand}_{name}": figure for hand in range(1, hands + 1) for name, figure in figures.items()}
    return {"version": str(version), "depth": "slip"} | sent | changes


def blank(**changes: str) -> dict[str, str]:
    """Return an empty slip with these changes."""
    return {
        name: "" if name.startswith("h") and "_end" not in name else value for name, value in typed().items()
    } | changes


def field(response: HttpResponse, name: str) -> str:
    """Return the tag of a form's field."""
    found = re.search(rf'<(?:input|select)[^>]*name="{name}"[^>]*>', response.content.decode())
    assert found, f"no field {name}"
    return found.group()


def figures_of(table: Table) -> list[tuple[Mapping[str, int], Mapping[str, int], str]]:
    return [(hand.ns_entry, hand.ew_entry, hand.end) for hand in table.hands.order_by("number")]


# --- Choosing a table ------------------------------------------------------------------------------------------------


def test_the_desk_opens_at_the_first_open_table_and_lists_the_others(referee: Client, evening: Tournament) -> None:
    play_table(table_of(evening, 1))
    page = referee.get(address(evening, "results", table=None))
    assert page.status_code == 200
    text = text_of(page)
    assert "Round 1 of 4" in text and "1 of 3 tables handed in" in text
    assert page.context["table"].number == 2
    assert "autofocus" in field(page, "h1_ns_base")
    assert [chip["number"] for chip in page.context["chips"]] == [2, 3, 1, 4]
    assert [chip["state"] for chip in page.context["chips"]] == ["open", "open", "in", "rest"]


@pytest.mark.parametrize(("words", "table"), [("3", 3), ("6", 3), ("bianchi", 1)])
def test_a_table_is_found_by_its_number_a_pair_or_a_name(
    referee: Client, evening: Tournament, words: str, table: int
) -> None:
    page = referee.get(address(evening, "results", table=None), {"find": words})
    assert page.headers["Location"] == address(evening, table=table)


def test_the_tabs_keep_their_names_while_a_table_is_looked_for(referee: Client, evening: Tournament) -> None:
    page = referee.get(address(evening, "results", table=None), {"find": "nobody"})
    assert ">Pairs</a>" in page.content.decode()


@pytest.mark.parametrize("words", ["99999999999999999999999", "nobody", "\0", "🂡", "-1"])
def test_a_search_that_finds_nothing_says_so(referee: Client, evening: Tournament, words: str) -> None:
    page = referee.get(address(evening, "results", table=None), {"find": words})
    assert page.status_code == 200
    assert "No table, pair or name like that in this round." in text_of(page)


def test_several_tables_of_a_name_are_offered(referee: Client, evening: Tournament) -> None:
    page = referee.get(address(evening, "results", table=None), {"find": "ada"})
    for table in (1, 2, 3):
        assert f'<a class="row-main" href="{address(evening, table=table)}">' in page.content.decode()


def test_a_rest_is_shown_and_cannot_be_entered(referee: Client, evening: Tournament) -> None:
    page = referee.get(address(evening, table=4))
    assert "The pair rests: 12 VP and a difference of +305." in text_of(page)
    assert 'id="slip"' not in page.content.decode()
    assert referee.post(address(evening, table=4), typed()).status_code == 404


@pytest.mark.parametrize(
    "path",
    ["rounds/9/results/", "rounds/1/tables/99/", f"rounds/1/tables/{10**30}/", f"rounds/{10**30}/results/"],
)
def test_what_does_not_exist_is_not_found(referee: Client, evening: Tournament, path: str) -> None:
    base = reverse("tournament", args=[evening.slug])
    assert referee.get(base + path).status_code == 404
    assert referee.post(base + path, typed()).status_code in (404, 405)


def test_a_draft_has_no_results_yet(referee: Client) -> None:
    tournament = make_tournament(pairs=4)
    round_draft(tournament=tournament, system=System.REGISTRATION)
    assert referee.get(address(tournament, "results", table=None)).headers["Location"] == reverse(
        "round", args=[tournament.slug, 1]
    )
    assert referee.post(address(tournament), typed()).status_code == 404
    assert not Hand.objects.exists()


def test_a_login_is_asked_for(client: Client, evening: Tournament) -> None:
    for name in ("results", "table_entry", "table_preview", "table_outcome", "table_clear"):
        where = address(evening, name, table=None if name == "results" else 1)
        answer = client.get(where) if name == "results" else client.post(where, typed())
        assert answer.status_code == 302 and reverse("login") in answer.headers["Location"]
    assert not Hand.objects.exists()


@pytest.mark.parametrize("name", ["table_preview", "table_outcome", "table_clear"])
def test_nothing_is_written_by_looking(referee: Client, evening: Tournament, name: str) -> None:
    assert referee.get(address(evening, name)).status_code == 405


# --- Saving ----------------------------------------------------------------------------------------------------------


def test_a_slip_is_saved_and_the_next_open_table_follows(referee: Client, evening: Tournament) -> None:
    play_table(table_of(evening, 2))
    answer = referee.post(address(evening), typed(h2_ew_base="-100", h2_end="closed_ns"), headers=HTMX)
    assert answer.status_code == 200
    assert answer.headers["HX-Push-Url"] == address(evening, table=3)
    assert answer.context["table"].number == 3
    assert "Table 1 saved" in text_of(answer) and "<html" not in answer.content.decode()
    table = table_of(evening)
    assert (table.outcome, table.version) == (Outcome.PLAYED, 1)
    assert figures_of(table)[1] == (
        {"base": 300, "points": 120, "closed": True},
        {"base": -100, "points": 85, "closed": False},
        "closed",
    )


def test_after_the_last_number_the_first_open_table_follows(referee: Client, evening: Tournament) -> None:
    answer = referee.post(address(evening, table=3), typed(), headers=HTMX)
    assert answer.context["table"].number == 1


def test_without_javascript_the_browser_is_sent_on(referee: Client, evening: Tournament) -> None:
    answer = referee.post(address(evening), typed(), follow=True)
    assert answer.redirect_chain == [(address(evening, table=2), 302)]
    assert "Table 1 saved" in text_of(answer)


def test_when_all_are_in_the_round_can_be_closed(referee: Client, evening: Tournament) -> None:
    close = f'action="{address(evening, "round_close", table=None)}"'
    for number in (1, 2):
        assert close not in referee.post(address(evening, table=number), typed(), headers=HTMX).content.decode()
    last = referee.post(address(evening, table=3), typed(), headers=HTMX)
    assert last.headers["HX-Push-Url"] == address(evening, "results", table=None)
    assert close in last.content.decode() and "3 of 3 tables handed in" in text_of(last)


def test_totals_alone_where_the_tournament_takes_them(referee: Client) -> None:
    tournament = make_tournament(pairs=4, entry=Tournament.Entry.TOTAL)
    start_round(tournament)
    page = referee.get(address(tournament))
    assert field(page, "h1_ns_total") and "h1_ns_base" not in page.content.decode()
    sent = {f"h{hand}_{name}": value for hand in range(1, 5) for name, value in TOTALS.items()}
    answer = referee.post(address(tournament), {"version": "0", "depth": "total"} | sent, headers=HTMX)
    assert answer.status_code == 200
    assert figures_of(table_of(tournament))[0] == ({"total": 420}, {"total": 85}, "closed")


TOTALS = {"ns_total": "420", "ew_total": "85", "end": "closed"}


def test_a_hand_not_played_is_saved_without_a_doubt(referee: Client, evening: Tournament) -> None:
    blank = dict.fromkeys(("h4_ns_base", "h4_ns_points", "h4_ew_base", "h4_ew_points"), "")
    assert referee.post(address(evening), typed(h4_end="not_played", **blank), headers=HTMX).status_code == 200
    assert figures_of(table_of(evening))[3] == ({"base": 0, "points": 0}, {"base": 0, "points": 0}, "time")
    again = referee.get(address(evening))
    assert '<option value="not_played" selected>' in again.content.decode()


# --- Refusing --------------------------------------------------------------------------------------------------------


def assert_said_in_its_hand(page: HttpResponse, sentence: str) -> None:
    """Check that `Hand 2, NS: …` is only in the row of hand 2."""
    hand, comma_or_colon, beside = re.fullmatch(r"Hand (\d)([,:]) (.*)", sentence).groups()  # type: ignore[union-attr]
    beside = beside if comma_or_colon == "," else capfirst(beside)
    text = re.sub(r"<[^>]*>", " ", page.content.decode())
    assert unescape(text).count(beside) == 1
    (row,) = re.findall(rf'id="t1-h{hand}_said".*?</ul>', page.content.decode(), re.DOTALL)
    assert beside in unescape(re.sub(r"<[^>]*>", " ", row))


REFUSALS = [
    ({"h2_ns_points": "143"}, "Hand 2, NS: 143 is not a multiple of 5.", "h2_ns_points"),
    ({"h3_ew_base": "75"}, "Hand 3, EW: no combination of bonuses gives the base 75.", "h3_ew_base"),
    ({"h1_ns_points": "1000", "h1_ew_points": "200"}, "Hand 1: the points of both sides come to 1200", "h1_ns_points"),
    ({"h1_ew_base": "300", "h1_end": "closed_ns", "h1_ns_base": "0"}, "Hand 1, NS: with the base 0", "h1_end"),
    ({"h4_ew_points": ""}, "Hand 4, EW: the points are missing.", "h4_ew_points"),
    ({"h4_ns_base": " "}, "Hand 4, NS: the base is missing.", "h4_ns_base"),
    (
        {f"h3_{name}": "" for name in ("ns_base", "ns_points", "ew_base", "ew_points")},
        "Hand 3: this hand is",
        "h3_ns_base",
    ),
    ({"h2_ns_base": "abc"}, "Hand 2, NS, base: “abc” is not a whole number.", "h2_ns_base"),
    ({"h2_ns_base": "1.250"}, "Hand 2, NS, base: “1.250” has a separator in it.", "h2_ns_base"),
    ({"h2_ew_points": "1,250"}, "Hand 2, EW, points: “1,250” has a separator in it.", "h2_ew_points"),
    ({"h2_ew_points": "+50"}, "Hand 2, EW, points: “+50” has a plus sign.", "h2_ew_points"),
    ({"h1_ns_base": "1" + "0" * 30}, "Hand 1, NS, base: “1000000000000000000…” has too many digits.", "h1_ns_base"),
    ({"h1_ns_base": "🂡"}, "Hand 1, NS, base: “🂡” is not a whole number.", "h1_ns_base"),
    (
        {"h1_ns_base": "\uff13\uff10\uff10"},
        "Hand 1, NS, base: “\uff13\uff10\uff10” is not a whole number.",
        "h1_ns_base",
    ),
    ({"h1_ns_base": "3\x000"}, "Hand 1, NS, base: “3␀0” is not a whole number.", "h1_ns_base"),
    ({"h1_ns_base": "<b>"}, "Hand 1, NS, base: “<b>” is not a whole number.", "h1_ns_base"),
    ({"h1_end": "not_played"}, "Hand 1: marked as not played, but it has figures.", "h1_end"),
    ({"h1_end": "tomorrow"}, "Hand 1, how it ended: Select a valid choice.", "h1_end"),
]


@pytest.mark.parametrize(("changes", "sentence", "at_fault"), REFUSALS, ids=[case[1] for case in REFUSALS])
def test_what_cannot_be_right_is_refused_by_hand_and_side(
    referee: Client, evening: Tournament, changes: dict[str, str], sentence: str, at_fault: str
) -> None:
    page = referee.post(address(evening), typed(**changes), headers=HTMX)
    assert page.status_code == 422
    assert_said_in_its_hand(page, sentence)
    faulty = field(page, at_fault)
    assert 'aria-invalid="true"' in faulty and f'aria-describedby="t1-{at_fault[:2]}_said"' in faulty
    assert f'href="#t1-{at_fault}"' in page.content.decode()
    assert table_of(evening).outcome == Outcome.OPEN and not Hand.objects.exists()


def test_every_fault_is_said_at_once_and_what_was_typed_stays(referee: Client, evening: Tournament) -> None:
    page = referee.post(address(evening), typed(h1_ns_base="75", h2_ew_points="", h4_ns_points="8"))
    assert page.status_code == 422 and "<html" in page.content.decode()
    text = text_of(page)
    assert "Not saved. To be corrected: Hand 1 Hand 2 Hand 4" in text
    assert 'value="75"' in field(page, "h1_ns_base") and 'value="8"' in field(page, "h4_ns_points")
    assert 'value="120"' in field(page, "h3_ns_points")


@pytest.mark.parametrize("sent", [{}, {"version": "", "depth": "x"}, {"version": "1e9", "depth": "\0"}])
def test_a_form_that_is_not_ours_is_no_crash(referee: Client, evening: Tournament, sent: dict[str, str]) -> None:
    assert referee.post(address(evening), sent).status_code == 422
    assert referee.post(address(evening), typed() | sent | {"confirmed": "\0"}).status_code in (302, 409, 422)
    assert referee.post(address(evening, "table_preview"), sent).status_code == 200


# --- Doubting --------------------------------------------------------------------------------------------------------

IMPROBABLE = {"h1_ns_base": "1400", "h1_ns_points": "400"}


def confirmation(page: HttpResponse) -> str:
    found = re.search(r'name="confirmed" value="([^"]*)"', page.content.decode())
    assert found, "nothing to confirm"
    return found.group(1)


def test_an_improbable_slip_is_saved_once_it_is_confirmed(referee: Client, evening: Tournament) -> None:
    page = referee.post(address(evening), typed(**IMPROBABLE), headers=HTMX)
    assert page.status_code == 422
    assert "NS: 1800 in one hand is more than 1500. Is it right?" in text_of(page)
    assert "data-doubt" in field(page, "h1_ns_base") and not Hand.objects.exists()
    sure = referee.post(address(evening), typed(**IMPROBABLE, confirmed=confirmation(page)), headers=HTMX)
    assert sure.status_code == 200 and table_of(evening).outcome == Outcome.PLAYED


def test_a_confirmation_is_for_those_figures_only(referee: Client, evening: Tournament) -> None:
    sure = confirmation(referee.post(address(evening), typed(**IMPROBABLE), headers=HTMX))
    for other in ({"h1_ns_points": "405"}, {"h3_ew_points": "90"}, {"h2_end": "closed_ns"}):
        again = referee.post(address(evening), typed(**IMPROBABLE | other, confirmed=sure), headers=HTMX)
        assert again.status_code == 422 and confirmation(again) != sure
    assert not Hand.objects.exists()


def test_a_hand_of_noughts_that_nobody_marked_is_doubted(referee: Client, evening: Tournament) -> None:
    noughts = dict.fromkeys(("h4_ns_base", "h4_ns_points", "h4_ew_base", "h4_ew_points"), "0")
    page = referee.post(address(evening), typed(h4_end="stock", **noughts), headers=HTMX)
    assert page.status_code == 422 and "Was the hand played?" in text_of(page)


# --- While typing ----------------------------------------------------------------------------------------------------


def preview(client: Client, tournament: Tournament, sent: dict[str, str]) -> str:
    answer = client.post(address(tournament, "table_preview"), sent, headers=HTMX)
    assert answer.status_code == 200 and "<input" not in answer.content.decode()
    return answer.content.decode()


def part(answer: str, identifier: str) -> str:
    """Return the text of a part that the preview replaces."""
    found = re.search(rf'<(\w+) id="{identifier}"[^>]*>(.*?)</\1>', answer, re.DOTALL)
    assert found, f"no part {identifier}"
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", found.group(2))).split())


def test_totals_difference_and_vp_appear_while_typing(referee: Client, evening: Tournament) -> None:
    half = {"h2_ns_base": "250", "h2_ns_points": "-5"}
    answer = preview(
        referee, evening, blank(h1_ns_base="300", h1_ns_points="145", h1_ew_base="0", h1_ew_points="60", **half)
    )
    assert [part(answer, f"t1-h1_{line}_sum") for line in ("ns", "ew")] == ["445", "60"]
    assert [part(answer, f"t1-h2_{line}_sum") for line in ("ns", "ew")] == ["245", ""]
    assert [part(answer, f"t1-{line}_sum") for line in ("ns", "ew")] == ["690", "60"]
    # Only hands with both sides count in the difference.
    assert part(answer, "t1-balance") == "difference 385 for NS → 12 – 8 VP so far"
    assert part(answer, "t1-said") == "" and part(answer, "t1-h3_said") == ""
    assert not Hand.objects.exists()


def test_vp_take_the_adjustments_of_the_round_into_account(referee: Client, evening: Tournament) -> None:
    adjustment_add(round=evening.rounds.get(), pair=pair(evening, 1), mp=-100, reason="late")
    balance = part(preview(referee, evening, typed()), "t1-balance")
    assert balance == "difference 1,240 for NS → 16 – 4 VP with the MP adjustments of this round"


def test_faults_are_said_while_typing_but_empty_fields_are_not(referee: Client, evening: Tournament) -> None:
    answer = preview(referee, evening, blank(h2_ns_base="250", h2_ns_points="143", h3_ew_base="x"))
    assert "NS: 143 is not a multiple of 5." in part(answer, "t1-h2_said")
    assert 'data-fields="h2_ns_points"' in answer
    assert "EW, base: “x” is not a whole number." in part(answer, "t1-h3_said")
    assert "missing" not in answer and part(answer, "t1-said") == ""


def test_once_refused_what_is_still_missing_is_said_while_typing(referee: Client, evening: Tournament) -> None:
    refused = referee.post(address(evening), typed(h2_ns_base="", h4_ew_points=""))
    assert 'name="tried" value="1"' in refused.content.decode()
    answer = preview(referee, evening, typed(h4_ew_points="", tried="1"))
    assert part(answer, "t1-said") == "Not saved. To be corrected: Hand 4"
    assert part(answer, "t1-h2_said") == "" and "EW: the points are missing." in part(answer, "t1-h4_said")


# --- Absent, not played, undone --------------------------------------------------------------------------------------

BLANK = {f"h{hand}_{line}_{column}": "" for hand in (3, 4) for line in ("ns", "ew") for column in ("base", "points")}


@pytest.mark.parametrize("outcome", [Outcome.ABSENT_NS, Outcome.ABSENT_EW, Outcome.ABSENT_BOTH])
def test_an_absence_keeps_the_hands_played_before(referee: Client, evening: Tournament, outcome: Outcome) -> None:
    sent = typed(**BLANK, outcome=outcome)
    assert referee.post(address(evening, "table_outcome"), sent, headers=HTMX).status_code == 200
    table = table_of(evening)
    assert (table.outcome, table.hands.count()) == (outcome, 2)
    page = referee.get(address(evening))
    assert "absent" in text_of(page) and 'value="300"' in field(page, "h2_ns_base")


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({**BLANK, "h2_ew_base": ""}, "Hand 2, EW: the base is missing."),
        (
            {f"h1_{name}": "" for name in ("ns_base", "ns_points", "ew_base", "ew_points")},
            "Hand 1: this hand is missing.",
        ),
        ({}, "All hands have been played: enter the slip as it is."),
    ],
)
def test_an_absence_with_half_a_slip_is_refused(
    referee: Client, evening: Tournament, changes: dict[str, str], sentence: str
) -> None:
    page = referee.post(address(evening, "table_outcome"), typed(**changes, outcome="absent_ns"), headers=HTMX)
    assert page.status_code == 422
    if changes:
        assert_said_in_its_hand(page, sentence)
    else:
        assert sentence in text_of(page)
    assert page.headers["HX-Replace-Url"] == address(evening)
    assert table_of(evening).outcome == Outcome.OPEN


@pytest.mark.parametrize("outcome", ["", "played", "open", "rest", "nonsense", "\0"])
def test_only_absences_are_outcomes(referee: Client, evening: Tournament, outcome: str) -> None:
    assert referee.post(address(evening, "table_outcome"), typed(outcome=outcome)).status_code == 404


def test_a_result_is_taken_back_and_its_table_lies_there_again(referee: Client, evening: Tournament) -> None:
    play_table(table_of(evening, 2))
    assert address(evening, "table_clear", table=2) in referee.get(address(evening, table=2)).content.decode()
    answer = referee.post(address(evening, "table_clear", table=2), {"version": "1"}, headers=HTMX)
    assert answer.status_code == 200 and answer.context["table"].number == 2
    assert "Result of table 2 removed" in text_of(answer)
    assert table_of(evening, 2).outcome == Outcome.OPEN and not Hand.objects.exists()


# --- Two at one table ------------------------------------------------------------------------------------------------


def test_the_second_to_save_sees_both_and_nothing_is_overwritten(referee: Client, evening: Tournament) -> None:
    play_table(table_of(evening), slip(points=100), slip(), slip(), slip())
    page = referee.post(address(evening), typed(h4_end="closed_ns"), headers=HTMX)
    assert page.status_code == 409
    differing = [(c.what, c.mine, c.theirs) for c in page.context["contrasts"] if c.differs]
    assert differing == [
        ("Hand 1, NS", "300 / 120", "300 / 100"),
        ("Hand 4, how it ended", "NS closed", "closed"),
    ]
    assert text_of(page).count("differs") == 2
    assert table_of(evening).version == 1 and figures_of(table_of(evening))[0][0] == {"base": 300, "points": 100}


def test_mine_goes_over_theirs_only_on_purpose(referee: Client, evening: Tournament) -> None:
    play_table(table_of(evening), slip(points=100), slip(), slip(), slip())
    page = referee.post(address(evening), typed(), headers=HTMX).content.decode()
    form = page[page.index('<section class="sheet two-slips') :]
    sent = {
        name: unescape(value) for name, value in re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form)
    }
    assert sent["version"] == "1"
    assert referee.post(address(evening), sent, headers=HTMX).status_code == 200
    assert figures_of(table_of(evening))[0][0] == {"base": 300, "points": 120}


def test_who_saved_it_is_named(referee: Client, evening: Tournament) -> None:
    luca = Client()
    luca.force_login(make_account("luca"))
    assert luca.post(address(evening), typed(h1_ns_points="100")).status_code == 302
    assert "luca saved another result" in text_of(referee.post(address(evening), typed(), headers=HTMX))


def test_the_same_slip_twice_needs_no_decision(referee: Client, evening: Tournament) -> None:
    for expected in ("Table 1 saved", "Table 1 had been saved already, with the same result"):
        answer = referee.post(address(evening), typed(), headers=HTMX)
        assert answer.status_code == 200 and expected in text_of(answer)
    assert table_of(evening).version == 1


def test_an_absence_and_a_taking_back_see_the_other_result_too(referee: Client, evening: Tournament) -> None:
    play_table(table_of(evening))
    for name, mine in (("table_outcome", "both lines absent"), ("table_clear", "no result yet")):
        page = referee.post(address(evening, name), blank(outcome="absent_both"), headers=HTMX)
        assert page.status_code == 409
        result = page.context["contrasts"][0]
        assert (result.mine, result.theirs) == (mine, "played")
        assert f'action="{address(evening, name)}"' in page.content.decode()
    assert table_of(evening).outcome == Outcome.PLAYED


def test_figures_typed_beside_a_taking_back_are_not_compared(referee: Client, evening: Tournament) -> None:
    play_table(table_of(evening))
    page = referee.post(address(evening, "table_clear"), typed(), headers=HTMX)
    assert {contrast.mine for contrast in page.context["contrasts"][1:]} == {""}
    absent = referee.post(address(evening, "table_outcome"), typed(outcome="absent_ns"), headers=HTMX)
    assert "300 / 120" in {contrast.mine for contrast in absent.context["contrasts"]}


@pytest.mark.django_db(transaction=True)
def test_of_two_who_save_at_the_same_moment_one_is_shown_the_other() -> None:
    tournament = make_tournament(pairs=4)
    start_round(tournament)
    answers: dict[str, int] = {}
    together = Barrier(2)

    def save(name: str, points: str) -> None:
        client = Client()
        client.force_login(User.objects.get(username=name))
        together.wait(timeout=30)
        try:
            answers[points] = client.post(address(tournament), typed(h1_ns_points=points), headers=HTMX).status_code
        finally:
            connection.close()

    referees = [("marta", "100"), ("luca", "110")]
    for name, _points in referees:
        make_account(name)
    threads = [Thread(target=save, args=referee) for referee in referees]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers.values()) == [200, 409]
    stored = figures_of(table_of(tournament))[0][0]["points"]
    assert answers[str(stored)] == 200


# --- Correcting a closed round ---------------------------------------------------------------------------------------


def test_a_closed_round_is_corrected_and_its_table_stays(referee: Client, evening: Tournament) -> None:
    play_round(evening.rounds.get())
    page = referee.get(address(evening, "results", table=None))
    assert page.context["table"] is None and "To correct a result, choose its table." in text_of(page)
    page = referee.get(address(evening))
    assert "You are correcting round 1, which is closed." in text_of(page)
    assert address(evening, "table_clear") not in page.content.decode()
    answer = referee.post(address(evening), typed(version=1), headers=HTMX)
    assert answer.context["table"].number == 1 and "Table 1 saved" in text_of(answer)
    assert figures_of(table_of(evening))[0][0] == {"base": 300, "points": 120}


@pytest.fixture
def scorer() -> Client:
    client = Client()
    client.force_login(make_account("sara", Role.SCORER))
    return client


@pytest.mark.parametrize("name", ["table_entry", "table_swap"])
def test_a_scorer_corrects_no_closed_round(scorer: Client, evening: Tournament, name: str) -> None:
    play_round(evening.rounds.get())
    before = figures_of(table_of(evening))
    answer = scorer.post(address(evening, name), typed(version=1, h1_ns_points="555"))
    assert answer.status_code in (409, 422)
    assert "Round 1 is closed: only a referee corrects it." in text_of(answer)
    assert figures_of(table_of(evening)) == before
    page = scorer.get(address(evening))
    assert "Read-only: " in text_of(page)
    assert not re.search(r'<form[^>]*method="post"[^>]*data-slip', page.content.decode())
    count = reverse("hand_cards", args=[evening.slug, 1, 1, 1])
    assert scorer.get(count).headers["Location"] == address(evening)


@pytest.mark.parametrize("outcome", sorted(ABSENCES))
def test_a_scorer_does_not_touch_what_the_referee_decided(
    scorer: Client, referee: Client, evening: Tournament, outcome: Outcome
) -> None:
    referee.post(address(evening, "table_outcome"), blank(outcome=outcome))
    answer = scorer.post(address(evening), typed(version=1))
    assert answer.status_code == 422
    assert "The referee has decided table 1: only a referee changes it." in text_of(answer)
    assert 'value="120"' in field(answer, "h1_ns_points")
    assert table_of(evening).outcome == outcome
    assert referee.post(address(evening), typed(version=1)).status_code == 302


def test_a_scorer_types_and_corrects_the_slips_of_a_round_under_way(scorer: Client, evening: Tournament) -> None:
    assert scorer.post(address(evening), typed()).status_code == 302
    assert scorer.post(address(evening), typed(version=1, h1_ns_points="130")).status_code == 302
    swapped = scorer.post(address(evening, "table_swap"), typed(version=2))
    assert swapped.status_code == 302 and said(swapped).endswith("NS and EW of table 1 swapped")
    assert "Read-only: " not in text_of(scorer.get(address(evening)))


def test_a_closed_round_gives_no_result_back(referee: Client, evening: Tournament) -> None:
    play_round(evening.rounds.get())
    answer = referee.post(address(evening, "table_clear"), typed(version=1), headers=HTMX)
    assert answer.status_code == 422
    assert "The round is closed: correct the result, it cannot be removed." in text_of(answer)
    assert table_of(evening).hands.count() == 4


def test_the_desk_says_what_a_correction_changes(referee: Client, evening: Tournament) -> None:
    play_round(evening.rounds.get())
    round_draft(tournament=evening, system=System.DANISH)
    assert "Round 2 is still a draft" in text_of(referee.get(address(evening)))
    start_round(evening, System.DANISH)
    seats = list(Table.objects.filter(round__number=2).values_list("number", "ns", "ew"))
    assert "The seats of round 2 stay as they are" in text_of(referee.get(address(evening)))
    assert referee.post(address(evening), typed(version=1), headers=HTMX).status_code == 200
    assert list(Table.objects.filter(round__number=2).values_list("number", "ns", "ew")) == seats


def test_a_final_tournament_is_only_looked_at(referee: Client) -> None:
    tournament = make_tournament(pairs=4, rounds_planned=1)
    play_round(start_round(tournament))
    tournament_make_final(tournament=tournament_finish_play(tournament=tournament))
    page = referee.get(address(tournament))
    assert "The tournament is final" in text_of(page) and "Save" not in text_of(page)
    answer = referee.post(address(tournament), typed(version=1), headers=HTMX)
    assert answer.status_code == 422 and "reopen it before you change anything" in text_of(answer)
    assert table_of(tournament).version == 1


# --- Screen readers, languages, caches -------------------------------------------------------------------------------


def test_every_field_says_what_it_is(referee: Client, evening: Tournament) -> None:
    page = referee.get(address(evening))
    assert 'aria-label="Hand 2, NS, base"' in field(page, "h2_ns_base")
    assert 'aria-label="Hand 4, how it ended"' in field(page, "h4_end")


def test_the_order_of_the_fields_is_that_of_the_slip(referee: Client, evening: Tournament) -> None:
    names = re.findall(r'name="(h\d_\w+)"', referee.get(address(evening)).content.decode())
    columns = ("ns_base", "ns_points", "ew_base", "ew_points", "end", "counted")
    assert names == [f"h{hand}_{column}" for hand in range(1, 5) for column in columns]


def test_a_page_is_never_kept_by_the_browser(referee: Client, evening: Tournament) -> None:
    """The same address returns a page or a part of it."""
    assert "no-store" in referee.get(address(evening)).headers["Cache-Control"]
    back = referee.get(address(evening), headers=HTMX | {"HX-History-Restore-Request": "true"})
    assert "<html" in back.content.decode()


# --- Budgets ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tables", [5, 50, 120])
def test_queries_do_not_grow_with_the_tables(referee: Client, tables: int) -> None:
    tournament = make_tournament(pairs=2 * tables)
    start_round(tournament)
    for number in range(1, tables, 7):
        play_table(table_of(tournament, number))
    with CaptureQueriesContext(connection) as queries:
        assert referee.get(address(tournament, "results", table=None)).status_code == 200
    with CaptureQueriesContext(connection) as previewed:
        preview(referee, tournament, typed())
    with CaptureQueriesContext(connection) as saved:
        assert referee.post(address(tournament, table=2), typed(), headers=HTMX).status_code == 200
    with CaptureQueriesContext(connection) as corrected:
        sent = typed(version=1, h1_ns_points="100", h2_ew_points="15")
        assert referee.post(address(tournament, table=2), sent, headers=HTMX).status_code == 200
    assert len(queries) <= 10 and len(previewed) <= 5
    assert len(saved) <= 17 and len(corrected) <= 20


def known(page: HttpResponse) -> dict[str, str]:
    """Return the headers of a page that shows these tables and asks for changes."""
    found = re.search(r'data-known="(\d+)"', page.content.decode())
    assert found
    return HTMX | {"Desk-Known": found[1]}


def tiles(answer: HttpResponse) -> dict[int, str]:
    """Return the states of the tables in the response."""
    found = re.findall(r'id="tables-(\d+)".*?class="table-chip is-(\w+)"', answer.content.decode(), re.DOTALL)
    return {int(number): state for number, state in found}


def test_a_save_answers_the_slip_and_what_has_changed_alone(referee: Client) -> None:
    """In a larger hall, the queries are the same, and only longer numbers add bytes."""
    queries, sizes = [], []
    for tables in (6, 120):
        tournament = make_tournament(pairs=2 * tables, name=f"Sala di {tables:03}")
        start_round(tournament)
        page = known(referee.get(address(tournament, "results", table=None)))
        with CaptureQueriesContext(connection) as saved:
            answer = referee.post(address(tournament, table=2), typed(), headers=page)
        assert tiles(answer) == {2: "in"} and answer.context["table"].number == 3
        assert f"1 of {tables} tables handed in" in text_of(answer)
        queries.append(len(saved))
        sizes.append(len(answer.content))
    # In a test, the transaction has a savepoint and its release.
    assert queries[0] == queries[1] <= 15 + 1
    assert sizes[1] <= 15 * 1024 and sizes[1] - sizes[0] < 60


def test_a_page_learns_of_every_table_that_changed_since(referee: Client, evening: Tournament) -> None:
    page = known(referee.get(address(evening, "results", table=None)))
    play_table(table_of(evening, 3))
    saved = referee.post(address(evening), typed(), headers=page)
    assert tiles(saved) == {1: "in", 3: "in"}
    assert tiles(referee.get(address(evening, table=2), headers=known(saved))) == {}
    refused = referee.post(address(evening, table=2), typed(h1_ns_points="7"), headers=page)
    assert refused.status_code == 422 and tiles(refused) == {1: "in", 3: "in"}
    conflict = referee.post(address(evening, table=3), typed(h1_ns_points="100"), headers=known(saved))
    assert conflict.status_code == 409 and tiles(conflict) == {}
    cleared = referee.post(address(evening, "table_clear", table=3), {"version": "1"}, headers=known(conflict))
    assert tiles(cleared) == {3: "open"}


@pytest.mark.parametrize("known", [None, "", "x", "-1", "²", "9" * 30])
def test_who_does_not_say_what_a_page_knows_gets_every_table(
    referee: Client, evening: Tournament, known: str | None
) -> None:
    headers = HTMX if known is None else HTMX | {"Desk-Known": known}
    assert len(tiles(referee.post(address(evening), typed(), headers=headers))) == 4


def test_a_closed_round_costs_no_more_queries(referee: Client, evening: Tournament) -> None:
    play_round(evening.rounds.get())
    start_round(evening, System.DANISH)
    with CaptureQueriesContext(connection) as queries:
        referee.get(address(evening))
    assert len(queries) <= 8


def test_the_lines_of_a_saved_result_are_swapped_with_one_button(referee: Client, evening: Tournament) -> None:
    swap = address(evening, "table_swap")
    assert swap not in referee.get(address(evening)).content.decode()
    refused = referee.post(swap, {"version": "0"})
    assert refused.status_code == 409 and "nothing to swap" in text_of(refused)
    play_table(table_of(evening))
    before = figures_of(table_of(evening))
    assert swap in referee.get(address(evening)).content.decode()
    answer = referee.post(swap, typed(version=1, h1_ns_base="7"), headers=HTMX)
    assert "NS and EW of table 1 swapped" in text_of(answer) and 'value="300"' in field(answer, "h1_ew_base")
    assert figures_of(table_of(evening)) == [(ew, ns, end) for ns, ew, end in before]
    assert referee.post(swap, typed(version=1)).status_code == 409


def test_the_desk_knows_the_other_round_under_way_and_what_it_misses(referee: Client, evening: Tournament) -> None:
    for number in (1, 2):
        play_table(table_of(evening, number))
    start_round(evening, System.MITCHELL, step=1)
    page = referee.get(address(evening, "results", number=2, table=None))
    assert "Round 1 still missing: 3" in text_of(page)
    assert f'href="{address(evening, table=3)}"' in page.content.decode()
    assert "Enter the results of round 2" in text_of(referee.get(reverse("tournament", args=[evening.slug])))
    play_table(table_of(evening, 3))
    assert "Round 1 every table is in" in text_of(referee.get(address(evening, "results", number=2, table=None)))
    play_round(evening.rounds.get(number=2), close=False)
    # Rounds close in order, and the page of the later one does not offer to close it.
    assert "Close round 2" not in text_of(referee.get(address(evening, "results", number=2, table=None)))
    assert "Close round 1" in text_of(referee.get(reverse("tournament", args=[evening.slug])))


def test_a_desk_without_a_slip_says_what_to_do(referee: Client) -> None:
    phones = start_on_phones()
    assert "The players’ phones write the slips" in text_of(
        referee.get(address(phones.tournament, "results", table=None))
    )
    closed = play_round(start_round(make_tournament(pairs=4)))
    assert "The round is closed" in text_of(referee.get(address(closed.tournament, "results", table=None)))
    tournament_make_final(tournament=tournament_finish_play(tournament=closed.tournament))
    assert "The results are final" in text_of(referee.get(address(closed.tournament, "results", table=None)))


def test_who_only_looks_is_not_told_to_type(client: Client) -> None:
    round_ = start_round(make_tournament(pairs=4))
    client.force_login(make_account("vera", Role.VIEWER))
    text = text_of(client.get(address(round_.tournament)))
    assert "as you type" not in text and "no result yet" in text
