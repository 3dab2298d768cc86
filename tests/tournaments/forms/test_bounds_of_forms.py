"""Forms by themselves: what each reads, and where it ends, with the sentence of the first thing beyond."""

import re
from datetime import date, timedelta
from typing import Any

import pytest
from django import forms
from django.http import QueryDict
from django.utils import timezone

from tournaments.forms.club.face import AccentForm
from tournaments.forms.club.minutes import MOST_CALLS, MOST_MINUTES, MinutesField
from tournaments.forms.club.money import CashCountForm, MovementForm, PeriodForm
from tournaments.forms.club.own_scale import read_rows
from tournaments.forms.club.plan import PlanField, PlanNameForm, plan_initial, plan_sent, rows_for, rows_sent
from tournaments.forms.club.privacy import PrivacyForm
from tournaments.forms.club.similar_tournament import next_date
from tournaments.forms.club.tournaments import TournamentForm
from tournaments.forms.entries import EntryTermsForm
from tournaments.forms.history import HistoryForm
from tournaments.forms.people.list_import import ColumnsForm
from tournaments.forms.people.members import (
    MemberKeysField,
    in_the_past,
    of_our_time,
)
from tournaments.forms.people.membership_fees import (
    FeesWantedForm,
    MembershipFeeForm,
    MembershipTermsForm,
    MembersStateForm,
)
from tournaments.forms.people.pairs import PairChangeForm
from tournaments.forms.phone import ActForm, EntranceForm, ObjectionForm
from tournaments.forms.printing.copies import TablePlatesForm
from tournaments.forms.printing.layouts import LayoutForm
from tournaments.forms.rounds.by_hand import SeatFormSet, seats_initial
from tournaments.forms.rounds.drafts import DraftChangeForm, what_is_wrong
from tournaments.forms.rounds.seat_corrections import PlayedSeatsForm
from tournaments.forms.till import together
from tournaments.forms.till.receipts import ReceiptForm
from tournaments.forms.till.terms import SpecialPrizeForm, TillTermsForm
from tournaments.forms.till.together import Owed, TogetherForm
from tournaments.forms.website import MOST_SITES, SitesForm
from tournaments.models import Club, EntryTerms, FileLayout, TillTerms, Tournament
from tournaments.pairing.result_sources import Slips
from tournaments.people.columns import Columns
from tournaments.people.roster import ListReading
from tournaments.records import Carry, DraftTable, EntrantId
from tournaments.records.plans import cut_step
from tournaments.records.sections import table_name
from tournaments.selectors.generations import NOT_SEEN
from tournaments.selectors.membership_fees import EVERYBODY_ELSE, FeeStatus, FeeTerms
from tournaments.selectors.till import TillPart

pytestmark = pytest.mark.usefixtures("in_english")

TODAY = timezone.localdate()
TOMORROW = TODAY + timedelta(days=1)


def sentence_of(form: forms.Form, name: str) -> str:
    """Return what is wrong with a field; empty if nothing is."""
    return " ".join(form.errors.get(name, []))


# --- Days ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("check", "day", "fits"),
    [
        (in_the_past, date(1900, 1, 1), True),
        (in_the_past, date(1899, 12, 31), False),
        (in_the_past, TODAY, True),
        (in_the_past, TOMORROW, False),
        (of_our_time, date(1900, 1, 1), True),
        (of_our_time, date(1899, 12, 31), False),
        (of_our_time, date(2100, 12, 31), True),
        (of_our_time, date(2101, 1, 1), False),
    ],
)
def test_a_day_is_one_that_can_have_been(check: Any, day: date, fits: bool) -> None:
    if fits:
        assert check(day) == day
    else:
        with pytest.raises(forms.ValidationError):
            check(day)


@pytest.mark.parametrize(
    ("weeks_ago", "days", "comes_after"),
    [(0, 0, 7), (0, -1, 7), (0, 1, 7), (2, 0, 14), (2, 3, 14), (2, -3, 21), (1, 0, 7)],
)
def test_the_next_evening_is_a_week_later_but_never_past(weeks_ago: int, days: int, comes_after: int) -> None:
    before = TODAY - timedelta(weeks=weeks_ago, days=-days)
    assert next_date(before) == before + timedelta(days=comes_after) >= TODAY


@pytest.mark.parametrize(
    ("first", "last", "sentences"),
    [
        ("2026-03-01", "2026-03-01", ("", "")),
        ("2026-03-02", "2026-03-01", ("", "The last day comes before the first: swap them.")),
        ("1899-12-31", "2101-01-01", ("Write a date between 1900 and 2100.",) * 2),
        ("1900-01-01", "2100-12-31", ("", "")),
        ("x", "2026-03-01", ("Enter a valid date.", "")),
    ],
)
def test_a_period_has_a_first_and_a_last_day(first: str, last: str, sentences: tuple[str, str]) -> None:
    form = PeriodForm({"first": first, "last": last})
    assert (sentence_of(form, "first"), sentence_of(form, "last")) == sentences
    this_year = (date(TODAY.year, 1, 1), date(TODAY.year, 12, 31))
    assert form.period() == (this_year if any(sentences) else (date.fromisoformat(first), date.fromisoformat(last)))


# --- Money -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        (MovementForm, "Write the amount: 0 is neither an income nor an expense."),
        (ReceiptForm, "Write the amount: a receipt cannot be for nothing."),
    ],
)
def test_nothing_is_no_amount(form: type[forms.Form], sentence: str) -> None:
    assert sentence_of(form({"cents": "0"}), "cents") == sentence
    assert sentence_of(form({"cents": "0.01"}), "cents") == ""


def test_what_goes_on_paper_is_tidied() -> None:
    sent = {"direction": "expense", "kind": " Affitto  sala ", "cents": "12", "means": "cash", "note": " per  marzo "}
    form = MovementForm(sent | {"made_on": TODAY.isoformat()})
    assert form.is_valid() and (form.details["kind"], form.details["note"]) == ("Affitto sala", "per marzo")
    assert form.details["cents"] == 1200
    assert sentence_of(MovementForm(sent | {"made_on": TOMORROW.isoformat()}), "made_on")
    assert sentence_of(MovementForm(sent), "made_on") == "This field is required."
    counted = CashCountForm({"cents": "0", "counted_on": TODAY.isoformat(), "note": " in  due "})
    assert counted.is_valid() and counted.details == {"cents": 0, "counted_on": TODAY, "note": "in due"}


TERMS = FeeTerms(starts=9, fees={EVERYBODY_ELSE: 3000, "Juniores": 500})


def test_the_fees_of_a_year_are_shown_and_read_by_category() -> None:
    shown = MembershipTermsForm(terms=TERMS)
    assert [shown[name].value() for name in ("starts", "fee", "fees")] == [9, "30", "Juniores: 5"]
    for fee, of_everybody in (("30", {EVERYBODY_ELSE: 3000}), ("0", {EVERYBODY_ELSE: 0}), ("", {})):
        form = MembershipTermsForm({"starts": "9", "fee": fee, "fees": "Juniores: 5"}, terms=TERMS)
        assert form.is_valid() and form.terms == {"starts": 9, "fees": {"Juniores": 500} | of_everybody}


def test_a_year_that_does_not_begin_in_january_is_explained() -> None:
    helped = [MembershipFeeForm(terms=FeeTerms(starts=month, fees={})).fields["year"].help_text for month in (1, 2)]
    assert not helped[0] and str(TODAY.year) in helped[1]


@pytest.mark.parametrize(
    ("asked", "wanted"),
    [
        ({}, (2026, FeeStatus.OWING, "")),
        ({"year": "2020", "status": "paid", "q": "ros"}, (2020, FeeStatus.PAID, "ros")),
        ({"year": "1899", "status": "paid", "q": "ros"}, (2026, FeeStatus.OWING, "")),
        ({"year": "2020", "status": "x"}, (2026, FeeStatus.OWING, "")),
    ],
)
def test_a_list_of_fees_that_cannot_be_read_is_the_usual_one(
    asked: dict[str, str], wanted: tuple[int, FeeStatus, str]
) -> None:
    year, status, words = wanted
    assert FeesWantedForm(asked).wanted(2026) == {"year": year, "status": status, "q": words}


def test_a_fee_by_hand_was_paid_by_today_and_who_leaves_leaves_today_unless_a_day_is_named() -> None:
    sent = {"year": "2026", "cents": "12", "means": "cash"}
    for day, fits in ((TODAY, True), (TOMORROW, False)):
        form = MembershipFeeForm(sent | {"paid_on": day.isoformat()}, terms=TERMS)
        assert form.is_valid() is fits and form.cleaned_data.get("paid_on") == (day if fits else None)
    for on, left in (("", TODAY), ("2020-01-31", date(2020, 1, 31))):
        state = MembersStateForm({"state": "left", "on": on, "only": ["7", "12"]})
        assert state.is_valid() and state.cleaned_data["on"] == left and state.keys == [7, 12]
    nobody = MembersStateForm({"state": "left", "on": "2101-01-01"})
    assert sentence_of(nobody, "only") == "Nobody is ticked: tick the members in the list."
    assert sentence_of(nobody, "on") == "Write a date with a four-digit year."


PARTS = {
    Owed(number, seat, 500): TillPart(
        seat=seat, names=f"Pair {number}", categories=(), cents=500, means="", payment=None
    )
    for number, seat in ((1, None), (2, 1), (2, 2), (3, None))
}


def noted(sent: str = "", *, turned: str = "") -> TogetherForm:
    return TogetherForm(QueryDict(sent) if sent else None, owed=PARTS, absent={3}, turned=turned)


def test_everybody_who_owes_is_ticked_on_one_page_and_who_is_not_here_is_marked() -> None:
    form = noted()
    assert form.initial["owed"] == ["1-500", "2.1-500", "2.2-500", "3-500"] and [*form.fields] == ["owed", "means"]
    assert dict(form.fields["owed"].choices)["3-500"] == "3 Pair 3: €5.00 (not here yet)"  # type: ignore[attr-defined]
    sent = noted("owed=2.2-500&owed=1-500&means=cash")
    assert sent.is_valid() and sent.who == [Owed(2, 2, 500), Owed(1, None, 500)]
    assert sentence_of(noted("means=cash"), "owed") == "This field is required."
    for nonsense in ("2.3-500", "2.-500", "12345-500", "1-", "1-1234567890"):
        assert "owed" in noted(f"owed={nonsense}&means=cash").errors


def test_of_many_who_owe_those_unticked_on_other_pages_stay_unticked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(together, "MOST_TOGETHER", 3)
    monkeypatch.setattr(together, "OWED_A_PAGE", 2)
    first = noted()
    assert (first.initial["owed"], first.initial["shown"]) == (["1-500", "2.1-500"], 1)
    everybody = f"everybody={first.initial['everybody'].replace(' ', '+')}&means=card"
    turned = noted(f"{everybody}&shown=1&owed=1-500", turned="2")
    assert (turned.is_bound, turned.initial["means"], turned.initial["shown"]) == (False, "card", 2)
    assert (turned.initial["owed"], turned.initial["without"]) == (["2.2-500", "3-500"], "2.1-500")
    sent = noted(f"{everybody}&shown=2&owed=3-500&without=2.1-500")
    assert sent.is_valid() and sent.who == [Owed(1, None, 500), Owed(3, None, 500)]
    back = noted(f"{everybody}&shown=2&without=2.1-500", turned="1")
    assert (back.initial["owed"], back.initial["without"]) == (["1-500"], "2.2-500 3-500")
    nobody = noted(f"{everybody}&shown=2&without=1-500+2.1-500")
    assert sentence_of(nobody, "owed") == "Nobody is ticked."


def test_a_list_of_many_stays_one_whoever_pays_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who has paid since the first page is not ticked again, and what no page sends is ignored."""
    monkeypatch.setattr(together, "OWED_A_PAGE", 2)
    monkeypatch.setattr(together, "MOST_TOGETHER", 4)
    assert "everybody" not in noted().fields
    form = noted("everybody=1-500+9-500+2.1-500+nonsense&shown=1&owed=1-500", turned="1")
    assert (form.initial["everybody"], form.initial["owed"]) == ("1-500 9-500 2.1-500", ["1-500"])
    assert form.initial["means"] == "cash"


# --- Members and privacy ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "fits"), [("1", True), ("9" * 18, True), ("9" * 19, False), ("²", False), ("٣", False)]
)
def test_the_key_of_a_member_is_a_number_that_the_database_holds(key: str, fits: bool) -> None:
    assert MemberKeysField().valid_value(key) is fits


def test_a_contact_alone_is_not_enough_and_the_usual_authority_is_not_stored() -> None:
    shown = PrivacyForm(club=Club())
    usual = shown["data_complaints"].value()
    assert (
        "Garante" in usual and PrivacyForm(club=Club(data_complaints="Ufficio"))["data_complaints"].value() == "Ufficio"
    )
    alone = PrivacyForm({"data_contact": "Carla"}, club=Club())
    assert sentence_of(alone, "data_keeper").startswith("Write who keeps the data")
    too_long = PrivacyForm({"data_contact": "Carla", "data_keeper": "x" * 10_000}, club=Club())
    assert sentence_of(too_long, "data_keeper").startswith("Ensure this value has at most")
    for complaints, stored in ((f" {usual} ", ""), ("Ufficio  X", "Ufficio X")):
        sent = {"data_keeper": " ASD  Aurora ", "data_contact": "Carla", "data_complaints": complaints}
        form = PrivacyForm(sent, club=Club())
        assert form.is_valid() and form.facts["data_complaints"] == stored
        assert (form.facts["data_keeper"], form.facts["years_after_leaving"]) == ("ASD Aurora", None)


def test_sites_are_each_taken_once_and_the_first_that_is_none_is_named() -> None:
    form = SitesForm({"sites": "circolo.example, http://a.example/x\ncircolo.example/"})
    assert form.is_valid() and form.cleaned_data["sites"] == ["https://circolo.example", "http://a.example"]
    wrong = "ftp://" + "x" * 120
    assert sentence_of(SitesForm({"sites": f"a.example {wrong} b@b"}), "sites").startswith(f"“{wrong[:100]}” is not")
    sites = [f"s{number}.example" for number in range(MOST_SITES + 1)]
    assert SitesForm({"sites": " ".join(sites[:-1])}).is_valid()
    too_many = sentence_of(SitesForm({"sites": " ".join(sites)}), "sites")
    assert too_many == f"At most {MOST_SITES} sites; you gave {MOST_SITES + 1}."


def test_a_colour_too_light_for_white_letters_is_refused_with_the_nearest() -> None:
    dark = AccentForm({"accent": " #14532D "})
    assert dark.is_valid() and dark.cleaned_data["accent"] == "#14532d" and not dark.offered
    assert AccentForm({"accent": "#6f6f6f"}).is_valid() and not AccentForm({"accent": "#707070"}).is_valid()
    light = AccentForm({"accent": "#86efac"})
    assert "1.2" in sentence_of(light, "accent") and "4.5" in sentence_of(light, "accent")
    assert light.offered and "accent" in light.errors
    assert AccentForm({"accent": "#86efac", "taken": light.offered}).is_valid()
    taken = AccentForm({"accent": "#86efac", "taken": "x" * 21})
    assert sentence_of(taken, "accent").startswith(f"“{'x' * 20}” is not a colour")


# --- Settings --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "minutes"),
    [
        ("10, 2;5/2", [10, 5, 2]),
        ("  ", []),
        (str(MOST_MINUTES), [MOST_MINUTES]),
        *((wrong, f"“{wrong}” is not a number") for wrong in ("0", str(MOST_MINUTES + 1), "0010", "x", "²", "٣")),
        ("1 2 3 4 5 6", [6, 5, 4, 3, 2, 1]),
        ("1 2 3 4 5 6 7", f"At most {MOST_CALLS} calls"),
    ],
)
def test_minutes_are_kept_the_highest_first(typed: str, minutes: list[int] | str) -> None:
    try:
        assert MinutesField(required=False).clean(typed) == minutes
    except forms.ValidationError as error:
        assert isinstance(minutes, str) and error.messages[0].startswith(minutes)
    assert MinutesField().prepare_value([10, 2]) == "10, 2"


def test_the_rows_of_a_scale_are_counted_without_the_blank_ones() -> None:
    assert read_rows(" 150 11\n\n-1: 12 \n3,4\n5\t=6") == [[150, 11], [-1, 12], [3, 4], [5, 6]]
    with pytest.raises(forms.ValidationError, match="Row 2, “1 2 3”"):
        read_rows("1 2\n \n1 2 3")


CUT = cut_step(3, Carry.HALF)


@pytest.mark.parametrize(
    ("cells", "plan"),
    [
        (["2", "mitchell", "", "", "3", "cut_half", "1", "danish"], ["mitchell", "mitchell", CUT, "danish"]),
        (["", ""], []),
        (["0", "mitchell"], "Ensure this value is greater than or equal to 1."),
        (["101", "mitchell"], "Ensure this value is less than or equal to 100."),
        (["1", "individual"], "Select a valid choice. individual is not one of the available choices."),
        (["2", ""], "Row 1: give both the rounds and their system."),
        (["1", "mitchell", "", "danish"], "Row 2: give both the rounds and their system."),
        (["1", "mitchell", "1", "cut_half"], "Row 2: a ranking is cut into 2 to 26 gironi."),
        (["27", "cut_half"], "Row 1: a ranking is cut into 2 to 26 gironi."),
        (["", "cut_half"], "Row 1: a ranking is cut into 2 to 26 gironi."),
        (["26", "cut_half"], [cut_step(26, Carry.HALF)]),
        (["2", "cut_half"], [cut_step(2, Carry.HALF)]),
    ],
)
def test_a_plan_is_read_row_by_row(cells: list[str], plan: Any) -> None:
    field = PlanField(rows=len(cells) // 2, required=False)
    try:
        assert field.clean(cells) == plan
    except forms.ValidationError as error:
        assert error.messages == [plan]


class PlannedForm(forms.Form):
    plan = PlanField(rows=2, initial=plan_initial(["swiss", "swiss"]))


def test_each_row_of_a_plan_says_what_it_is_and_what_it_holds() -> None:
    html = str(PlannedForm()["plan"])
    assert re.findall('aria-label="([^"]*)"', html) == [
        *("rounds or gironi, row 1", "system or cut, row 1", "rounds or gironi, row 2", "system or cut, row 2")
    ]
    assert re.findall('<input type="number"[^>]* value="([^"]*)"', html) == ["2"]
    assert html.count('min="1"') == html.count('max="100"') == 2
    assert re.findall('value="([^"]*)" selected', html) == ["swiss", ""]
    assert len(re.findall('<option value=""[^>]*>—', html)) == 2
    assert PlannedForm({"plan_0": "1", "plan_1": "swiss"}).is_valid()


@pytest.mark.django_db
def test_a_plan_is_kept_under_a_name() -> None:
    named, blank = PlanNameForm({"name": " Venerdì  sera "}), PlanNameForm({"name": "\u200b"})
    assert named.is_valid() and named.cleaned_data["name"] == "Venerdì sera"
    assert sentence_of(blank, "name") == "Give the plan a name."


def test_a_plan_is_shown_in_its_rows_with_one_to_spare() -> None:
    plan = ["mitchell", "mitchell", CUT, "danish"]
    assert plan_initial(plan) == [2, "mitchell", 3, "cut_half", 1, "danish"]
    sent = plan_sent(plan, 4)
    assert list(sent.values()) == ["2", "mitchell", "3", "cut_half", "1", "danish", "", ""]
    assert [rows_sent(sent), rows_sent({"plan_0": "", "plan_1": "", "plan_4": ""}), rows_sent({})] == [4, 1, 0]
    assert [rows_for([]), rows_for(plan), rows_for([*plan, "swiss"])] == [4, 4, 5]


# --- Rounds ----------------------------------------------------------------------------------------------------------


def by_hand(*rows: tuple[str, str]) -> Any:
    sent = {"form-TOTAL_FORMS": str(len(rows)), "form-INITIAL_FORMS": "0"}
    for at, (ns, ew) in enumerate(rows):
        sent |= {f"form-{at}-ns": ns, f"form-{at}-ew": ew}
    return SeatFormSet(sent)


def test_seats_by_hand_are_those_of_tables_without_gaps() -> None:
    good = by_hand(("1", "2"), ("3", ""), ("", ""))
    assert good.is_valid() and good.seats == [(1, 2), (3, None)]
    gap = by_hand(("1", "2"), ("", ""), ("3", "4"))
    assert gap.non_form_errors() == ["Table numbers must not have gaps."]
    sentences = [form.non_field_errors() for form in gap.forms]
    assert sentences == [[], ["Nobody sits here: fill this table before the ones after it."], []]
    alone = by_hand(("", "2"))
    assert alone.forms[0].non_field_errors() == ["A pair that rests is written under NS."]
    assert not alone.non_form_errors() and not by_hand(("0", "")).is_valid() and by_hand().is_valid()
    assert [form.table for form in good.forms] == [1, 2, 3]


@pytest.mark.parametrize(("seated", "pairs", "rows"), [(0, 0, 2), (0, 5, 5), (0, 6, 5), (2, 5, 5), (4, 5, 6)])
def test_a_page_by_hand_has_a_table_for_every_two_pairs_and_two_to_spare(seated: int, pairs: int, rows: int) -> None:
    initial = seats_initial([(1, 2)] * seated, pairs)
    assert len(initial) == rows
    assert initial[seated:] == [{"ns": None, "ew": None}] * (rows - seated)


TABLE = DraftTable(number=4, ns=EntrantId(7), ew=EntrantId(12))
NO_FIT = "That change does not fit this draft. Choose again on its page."


@pytest.mark.parametrize(
    ("sent", "read"),
    [
        ({"do": "rest", "one": "12@4:7-12"}, {"one": (12, TABLE)}),
        ({"do": "rest", "one": "12@"}, {"one": (12, None)}),
        ({"do": "keep", "table": "4:7-12"}, {"table": TABLE}),
        ({"do": "exclude", "meeting": "7-12"}, {"meeting": (7, 12)}),
        ({"do": "fix", "pair": "7", "to": "9999"}, {"pair": 7, "to": 9999}),
        ({"do": "rest", "one": "13@4:7-12"}, NO_FIT),
        ({"do": "rest", "one": "12"}, NO_FIT),
        ({"do": "rest"}, NO_FIT),
        ({"do": "swap", "one": "12@4:7-12"}, NO_FIT),
        *(
            ({"do": "allow", "meeting": meeting}, NO_FIT)
            for meeting in ("7", "7-7", "7-8-9", "7-x", "7-²", "1234567-8")
        ),
        ({"do": "allow", "meeting": "123456-8"}, {"meeting": (123456, 8)}),
        ({"do": "fix", "pair": "7"}, "Type the number of a table."),
        ({"do": "fix", "pair": "7", "to": "10000"}, "Type the number of a table."),
        ({"do": "fix", "pair": "7", "to": "0"}, "Type the number of a table."),
        ({"do": "fix", "pair": "7", "to": "x"}, "Type the number of a table."),
        ({"do": "unfix"}, NO_FIT),
    ],
    ids=str,
)
def test_a_change_of_a_draft_is_read_whole_or_refused(sent: dict[str, str], read: dict[str, Any] | str) -> None:
    form = DraftChangeForm(sent)
    if form.is_valid():
        assert isinstance(read, dict) and {name: form.cleaned_data[name] for name in read} == read
    else:
        assert what_is_wrong(form) == read


TABLES = (TABLE, DraftTable(number=5, ns=EntrantId(3), ew=EntrantId(9)))


@pytest.mark.parametrize(
    ("sent", "changed", "seen"),
    [
        ({"happened": "swap", "one": "7@4:7-12", "other": "9@5:3-9"}, [(9, 12), (3, 7)], [4, 5]),
        ({"happened": "sit_in", "one": "7@4:7-12", "entrant": "20"}, [(20, 12), (3, 9)], [4]),
        ({"happened": "lines", "table": "4:7-12"}, [(12, 7), (3, 9)], [4]),
        ({"happened": "tables", "table": "4:7-12", "and_table": "5:3-9"}, [(3, 9), (7, 12)], [4, 5]),
        ({"happened": "play", "who": "6-24"}, [(7, 12), (3, 9), (6, 24)], []),
    ],
)
def test_a_correction_of_seats_changes_what_it_says(
    sent: dict[str, str], changed: list[tuple[int, int]], seen: list[int]
) -> None:
    form = PlayedSeatsForm(sent)
    assert form.is_valid() and form.slips_chosen is None
    tables = (
        TABLES
        if "who" not in sent
        else tuple(DraftTable(number=at, ns=t.ns, ew=t.ew) for at, t in enumerate(TABLES, 1))
    )
    assert [table.seated for table in form.change(tables)] == changed
    assert [table.number for table in form.seen] == seen
    for name in sent.keys() - {"happened"}:
        lacking = PlayedSeatsForm({key: value for key, value in sent.items() if key != name})
        assert lacking.non_field_errors() == ["That change does not fit these seats. Choose again on this page."]


def test_what_happens_to_the_slips_is_chosen() -> None:
    for choice in Slips:
        form = PlayedSeatsForm({"happened": "lines", "table": "4:7-12", "slips": choice.value})
        assert form.is_valid() and form.slips_chosen is choice


# --- Phones and paper ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sent", "facts"),
    [
        ({}, (NOT_SEEN, 0, "")),
        ({"version": "7", "serial": str(2**53 - 1), "proof": "x" * 64}, (7, 2**53 - 1, "x" * 64)),
        ({"version": "x", "serial": str(2**53), "proof": "x" * 65}, (NOT_SEEN, 0, "")),
        ({"serial": "-1"}, (NOT_SEEN, 0, "")),
    ],
    ids=["nothing", "as far as they go", "beyond", "below"],
)
def test_the_facts_of_an_act_that_cannot_be_read_are_those_of_none(sent: dict[str, str], facts: Any) -> None:
    assert ActForm(sent).read() == facts


def test_the_way_to_a_table_reads_its_card_and_names_a_code_of_no_line() -> None:
    form = EntranceForm({"table": "b 7", "code": "K7QX"}, starts=(17,))
    assert form.is_valid() and form.cleaned_data["table"] == 23 and [*form.fields] == ["table", "code"]
    form.refuse_code()
    assert sentence_of(form, "code") == "No line of this table has the code “K7QX”."
    assert 'autocapitalize="characters"' in str(form["code"]) and "inputmode" not in str(form["table"])
    for code, fits in (("x" * 40, True), ("x" * 41, False)):
        assert EntranceForm({"table": "1", "code": code}).is_valid() is fits


def test_an_objection_is_to_one_of_the_hands_or_to_something_else() -> None:
    for hand, read in (("1", 1), ("4", 4), ("", None)):
        form = ObjectionForm({"hand": hand, "note": ""}, hands=4)
        assert form.is_valid() and form.cleaned_data["hand"] == read
    assert [ObjectionForm({"hand": hand}, hands=4).is_valid() for hand in ("0", "5", "x")] == [False] * 3


@pytest.mark.parametrize(
    ("tables", "sections", "numbers"),
    [
        ("3", "", ["1", "2", "3"]),
        ("3", "1", ["1", "2", "3"]),
        ("4", "2", ["A 1", "A 2", "B 1", "B 2"]),
        ("2", "2", ["A 1", "B 1"]),
        ("2", "3", "There are more sections than tables."),
    ],
)
def test_the_plates_of_tables_have_the_names_of_their_sections(
    tables: str, sections: str, numbers: list[str] | str
) -> None:
    form = TablePlatesForm({"tables": tables, "sections": sections})
    if form.is_valid():
        assert [table_name(number).replace("\u00a0", " ") for number in form.numbers] == numbers
    else:
        assert sentence_of(form, "sections") == numbers


LAYOUT = {"name": "Federazione", "rows": "entrants", "format": "comma"}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("sent", "wrong"),
    [
        ({}, {"__all__": "Number at least one column: 1 is the leftmost."}),
        ({"place_place": "1", "place_vp": "1"}, {"place_vp": "place has this place already."}),
        ({"place_place": "0"}, {"place_place": "Ensure this value is greater than or equal to 1."}),
        ({"place_place": "100"}, {"place_place": "Ensure this value is less than or equal to 99."}),
        (
            {"place_place": "1", "heading_constant1": "Club"},
            {"place_constant1": "Number this column", "text_constant1": "Write the text"},
        ),
        (
            {"place_place": "1", "place_constant1": "2"},
            {"heading_constant1": "Write a heading", "text_constant1": "Write the text"},
        ),
    ],
    ids=str,
)
def test_a_layout_has_whole_columns_at_places_of_their_own(sent: dict[str, str], wrong: dict[str, str]) -> None:
    form = LayoutForm(LAYOUT | sent)
    assert form.errors.keys() == wrong.keys()
    assert all(sentence.lower() in sentence_of(form, name).lower() for name, sentence in wrong.items())


@pytest.mark.django_db
def test_a_layout_is_kept_in_the_order_of_its_places_and_shown_as_it_was_kept() -> None:
    sent = {"place_vp": "9", "heading_vp": " Punti  V ", "place_place": "10", "place_constant2": "1"}
    form = LayoutForm(LAYOUT | sent | {"heading_constant2": "Codice", "text_constant2": " A  1 "})
    assert form.is_valid()
    columns = form.details["columns"]
    assert columns == [["constant", "Codice", "A 1"], ["vp", "Punti V"], ["place", ""]]
    shown = LayoutForm(instance=FileLayout(columns=columns))
    fields = (
        "place_constant1",
        "heading_constant1",
        "text_constant1",
        "place_vp",
        "heading_vp",
        "place_place",
        "place_mp",
    )
    assert [shown[name].value() for name in fields] == [1, "Codice", "A 1", 2, "Punti V", 3, None]
    assert "rows" not in LayoutForm(of_members=True).fields and "rows" in shown.fields


# --- A tournament ----------------------------------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize("name", sorted(TournamentForm.base_fields))
def test_nonsense_in_one_field_is_wrong_there_alone(name: str) -> None:
    filled = {field.html_name: field.value() for field in TournamentForm() if field.value() is not None}
    filled |= {"name": "Friday", "tie_breaks_0": "vp", "tie_breaks_1": "lot"}
    assert not TournamentForm(filled).errors
    assert TournamentForm(filled | {name: "\N{SNOWMAN}", f"{name}_0": "\N{SNOWMAN}"}).errors.keys() <= {name}


# --- The till's terms ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fund_is", "fund"),
    [
        ("percent", {"fund_percent": 80, "fund_amount": None}),
        ("amount", {"fund_percent": None, "fund_amount": 12_550}),
    ],
)
def test_the_fund_is_what_is_chosen_and_the_other_figure_is_not_read(fund_is: str, fund: dict[str, Any]) -> None:
    typed = {
        "fee": "20",
        "per": "player",
        "reductions": "Juniores: 5,50",
        "fund_is": fund_is,
        "fund_percent": "80",
        "fund_amount": "125,50",
        "shares": "60 40",
        "rounding": "100",
    }
    form = TillTermsForm(typed, terms=TillTerms())
    assert form.is_valid(), form.errors
    plain = {"fee": 2_000, "per": "player", "reductions": {"Juniores": 550}, "shares": [60, 40], "rounding": 100}
    assert form.terms == plain | fund


@pytest.mark.parametrize(
    ("typed", "details"),
    [
        ({"given_for": "category", "category": " Lady  Juniores "}, {"category": "Lady Juniores", "cents": 1_050}),
        ({"given_for": "lot", "category": "Lady"}, {"category": "", "cents": 1_050}),
        ({"given_for": "lot", "cents": ""}, {"category": "", "cents": 0}),
    ],
)
def test_a_special_prize_has_the_category_and_the_money_that_it_is_for(
    typed: dict[str, str], details: dict[str, Any]
) -> None:
    sent = {"title": "  La  torta ", "given_for": "lot", "category": "", "number": "", "cents": "10,50"} | typed
    form = SpecialPrizeForm(sent, tournament=Tournament())
    assert form.is_valid(), form.errors
    assert form.details == {"title": "La torta", "given_for": typed["given_for"], "pair": None} | details


# --- Times and addresses ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "before", "fits"),
    [
        (timedelta(minutes=2), None, True),
        (timedelta(minutes=-2), None, False),
        (timedelta(days=-2), timedelta(days=-2), True),
        (timedelta(days=-2), timedelta(days=-1), False),
        (None, timedelta(days=-1), True),
        (None, None, True),
    ],
)
def test_entries_close_in_the_future_or_when_they_did(
    typed: timedelta | None, before: timedelta | None, fits: bool
) -> None:
    now = timezone.localtime()
    terms = EntryTerms(tournament=Tournament(), closes_at=None if before is None else now + before)
    sent = "" if typed is None else f"{now + typed:%Y-%m-%dT%H:%M}"
    form = EntryTermsForm({"closes_at": sent}, terms=terms)
    refused = "This time is in the past: choose a later one, or leave it empty."
    assert sentence_of(form, "closes_at") == ("" if fits else refused)
    if fits:
        closes_at = form.cleaned_data["closes_at"]
        assert (closes_at and f"{timezone.localtime(closes_at):%Y-%m-%dT%H:%M}") == (sent or None)


def test_entries_that_would_close_at_this_very_moment_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    now = timezone.localtime().replace(second=0, microsecond=0)
    monkeypatch.setattr(timezone, "now", lambda: now)
    form = EntryTermsForm({"closes_at": f"{now:%Y-%m-%dT%H:%M}"}, terms=EntryTerms(tournament=Tournament()))
    assert sentence_of(form, "closes_at").startswith("This time is in the past")


@pytest.mark.parametrize(
    ("columns", "wrong"),
    [
        (["last_name", "first_name", ""], set()),
        (["last_name", "last_name", "first_name"], {"column0", "column1"}),
        (["", "", "last_name"], set()),
        (["contact", "contact", "last_name"], set()),
    ],
)
def test_two_columns_are_not_both_the_same(columns: list[str], wrong: set[str]) -> None:
    shown = Columns(heading_line=1, headings=("A", "", "C"), holds=(None, None, None))
    reading = ListReading(card_figures=5)
    sent = {f"column{at}": holds for at, holds in enumerate(columns)} | {"card_figures": "5"}
    form = ColumnsForm(sent, columns=shown, reading=reading, first=["Rossi", "Anna"])
    assert set(form.errors) == wrong
    assert [field.label for field in form.fields.values()][:3] == ["A", "column 2", "C"]
    assert [field.help_text for field in form.fields.values()][:3] == ["Rossi", "Anna", ""]
    if not wrong:
        assert [holds and holds.value for holds in form.holds] == [name or None for name in columns]


@pytest.mark.parametrize(
    ("form", "name", "most"),
    [
        (PairChangeForm, "number", 9_999),
        (PairChangeForm, "fixed_table", 999),
        (HistoryForm, "round", 999_999),
        (HistoryForm, "table", 999_999),
        (HistoryForm, "pair", 999_999),
    ],
)
def test_a_number_is_read_up_to_the_largest_and_no_further(form: type[forms.Form], name: str, most: int) -> None:
    field = form.base_fields[name]
    assert field.clean(str(most)) == most
    for beyond in (str(most + 1), "0", "-1"):
        with pytest.raises(forms.ValidationError):
            field.clean(beyond)
