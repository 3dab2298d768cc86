"""Fields of figures by themselves: what each takes, and the first thing beyond that it refuses, with its sentence."""

import re
from typing import Any

import pytest
from django import forms
from django.core.files.uploadedfile import SimpleUploadedFile

from tournaments.forms.club.order import OrderField
from tournaments.forms.common import JsonFileField, TableNumberField, VersionField, site_address
from tournaments.forms.ranking.gironi import CutForm
from tournaments.forms.seasons.fields import HundredthsField, PartsField, PlacePointsField, TiesField
from tournaments.forms.till.amounts import (
    MOST_CATEGORIES,
    MOST_PLACES,
    AmountField,
    ReductionsField,
    SharesField,
    is_one_line,
)
from tournaments.records import Carry, TieBreak
from tournaments.records.sections import in_section
from tournaments.seasons.rule import MOST_PLACES as MOST_PLACES_OF_A_SEASON
from tournaments.seasons.rule import SeasonTie
from tournaments.selectors.generations import NOT_SEEN, SERVED

pytestmark = pytest.mark.usefixtures("in_english")


def read(field: forms.Field, typed: Any) -> Any:
    """Return what the field makes of it, or the sentence with which it refuses it."""
    try:
        return field.clean(typed)
    except forms.ValidationError as error:
        return " ".join(error.messages)


# --- Seasons ---------------------------------------------------------------------------------------------------------

NO_PARTS = "Write how many tournaments each part has, with spaces: 5 5."


@pytest.mark.parametrize(
    ("typed", "value"),
    [("", 0), ("1", 100), ("1.5", 150), ("1,05", 105), (" 2 ", 200), ("99", "99"), ("0.99", "0.99"), ("2.01", "2.01")],
)
def test_points_are_read_in_hundredths_between_their_bounds(typed: str, value: int | str) -> None:
    field = HundredthsField(least=100, most=200, required=False)
    refusal = f"“{value}” cannot be used here: write a number from 1 to 2, such as 2 or 1.5."
    assert read(field, typed) == (value if isinstance(value, int) else refusal)


@pytest.mark.parametrize(
    ("typed", "table"),
    [
        ("16 13,5 11", (1600, 1350, 1100)),
        ("16; 13.5, 11", (1600, 1350, 1100)),
        ("16 x", "Place 2: “x” is not a number of points. Write 16 or 16.5, with spaces between the numbers."),
        (
            "y" * 21,
            f"Place 1: “{'y' * 20}” is not a number of points. Write 16 or 16.5, with spaces between the numbers.",
        ),
        ("10001", "Place 1: “10001” is not a number of points. Write 16 or 16.5, with spaces between the numbers."),
        ("10000", (1_000_000,)),
        ("1 " * MOST_PLACES_OF_A_SEASON, (100,) * MOST_PLACES_OF_A_SEASON),
    ],
)
def test_points_by_place_are_read_one_by_one(typed: str, table: tuple[int, ...] | str) -> None:
    assert read(PlacePointsField(), typed) == table


def test_points_for_too_many_places_are_refused_with_their_number() -> None:
    assert str(MOST_PLACES_OF_A_SEASON + 1) in read(PlacePointsField(), "1 " * (MOST_PLACES_OF_A_SEASON + 1))


@pytest.mark.parametrize(
    ("typed", "parts"),
    [
        ("5 5", (5, 5)),
        (" 5,4;+3 ", (5, 4, 3)),
        ("1 999", (1, 999)),
        ("", ()),
        ("005", (5,)),
        *((wrong, NO_PARTS) for wrong in ("0", "5 0", "1000", "0005", "5 x", "٥", "²", "9" * 5_000)),
    ],
    ids=lambda value: str(value)[:20],
)
def test_the_parts_of_a_season_are_whole_numbers_of_at_most_three_digits(typed: str, parts: tuple[int, ...]) -> None:
    assert read(PartsField(required=False), typed) == parts


def test_criteria_keep_their_order_without_the_empty_places() -> None:
    best, second = list(SeasonTie)[:2]
    assert read(TiesField(required=False), ["", second.value, best.value]) == (second, best)
    first, other = list(TieBreak)[:2]
    assert read(OrderField(required=False), ["", other.value, "", first.value]) == [other.value, first.value]
    twice = read(OrderField(required=False), [first.value, other.value, first.value])
    assert twice == "The same tie-break is listed twice: choose each once."


class CriteriaForm(forms.Form):
    ties = TiesField(required=False)
    order = OrderField(required=False)


def test_criteria_are_chosen_in_as_many_named_places_as_there_are_and_shown_as_they_were() -> None:
    form = CriteriaForm(initial={"ties": [list(SeasonTie)[1].value], "order": [list(TieBreak)[1].value]})
    for name, criteria in (("ties", list(SeasonTie)), ("order", list(TieBreak))):
        html = str(form[name])
        assert re.findall('aria-label="([^"]*)"', html) == [f"criterion {at}" for at in range(1, len(criteria) + 1)]
        assert re.findall('<option value="([^"]*)" selected', html)[0] == criteria[1].value
        assert html.count('<option value="">—') + html.count('<option value="" selected>—') == len(criteria)


# --- The till --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "cents"),
    [
        ("", None),
        ("0", 0),
        ("12,50", 1250),
        ("x", "“x” is not an amount: write euros as 12 or 12.50, at most €100,000.00."),
        ("1" + " " * 30, 100),
        ("€" + " " * 17 + "12", 1200),
        ("€" + " " * 18 + "12", "Ensure this value has at most 20 characters (it has 21)."),
    ],
)
def test_an_amount_is_kept_as_cents(typed: str, cents: int | str | None) -> None:
    assert read(AmountField(required=False), typed) == cents


def test_an_amount_is_shown_as_it_is_typed() -> None:
    assert [AmountField().prepare_value(value) for value in (1250, "12,5", None)] == ["12.50", "12,5", None]
    assert ReductionsField().prepare_value({"Juniores": 500, "Soci": 1250}) == "Juniores: 5\nSoci: 12.50"
    assert [field.prepare_value("x") for field in (ReductionsField(), SharesField())] == ["x", "x"]
    assert SharesField().prepare_value([50, 50]) == "50 50"


@pytest.mark.parametrize(
    ("typed", "reductions"),
    [
        ("Juniores: 5,00\n\n  Over: 65 : 0", {"Juniores": 500, "Over: 65": 0}),
        ("Juniores 5", "Line 1: write the category, a colon and the amount, such as “Juniors: 5.00”."),
        ("a: 1\n : 5", "Line 2: write the category, a colon and the amount, such as “Juniors: 5.00”."),
        ("a\u0007: 5", "Line 1: write the category, a colon and the amount, such as “Juniors: 5.00”."),
        ("Soci: 5\nsoci : 4", "Line 2: “soci” is already listed above."),
        ("a: five", "“five” is not an amount: write euros as 12 or 12.50, at most €100,000.00."),
    ],
)
def test_reductions_are_read_line_by_line(typed: str, reductions: dict[str, int] | str) -> None:
    assert read(ReductionsField(), typed) == reductions


def test_there_are_at_most_so_many_categories() -> None:
    lines = [f"c{number}: 1" for number in range(MOST_CATEGORIES + 1)]
    assert len(read(ReductionsField(), "\n".join(lines[:-1]))) == MOST_CATEGORIES
    assert read(ReductionsField(), "\n".join(lines)) == f"At most {MOST_CATEGORIES} categories."


@pytest.mark.parametrize(
    ("typed", "shares"),
    [
        ("50% 30% 20%", [50, 30, 20]),
        ("50;30/20", [50, 30, 20]),
        ("100", [100]),
        ("A 40 20 B 25 15", [[40, 20], [25, 15]]),
        ("a 60 b 40", [[60], [40]]),
        ("50 30", "These add up to 80 instead of 100: correct them."),
        ("0 100", "“0” is not a percentage: write whole ones, such as 50 30 20."),
        ("101", "“101” is not a percentage: write whole ones, such as 50 30 20."),
        ("0100", "“0100” is not a percentage: write whole ones, such as 50 30 20."),
        ("٥٠ 50", "“٥٠” is not a percentage: write whole ones, such as 50 30 20."),
        ("50 A 50", "“A” is not a percentage: write whole ones, such as 50 30 20."),
        ("A 50 C 50", "“C”: the next girone is B. Write A 40 20 B 25 15, each with its places."),
        ("A 100 B", "Girone B has no percentages: write them after it."),
        ("A B 100", "Girone A has no percentages: write them after it."),
        ("1 " * (MOST_PLACES + 1), f"At most {MOST_PLACES} places."),
        ("2 " * MOST_PLACES, [2] * MOST_PLACES),
    ],
    ids=lambda value: str(value)[:20],
)
def test_shares_are_percentages_of_places_or_of_the_places_of_gironi(typed: str, shares: list[int] | str) -> None:
    assert read(SharesField(), typed) == shares


@pytest.mark.parametrize("typed", ["Rossi\u0007", "\u200b", "  "])
def test_what_no_paper_can_show_is_no_line(typed: str) -> None:
    is_one_line("Rossi Anna")
    with pytest.raises(forms.ValidationError):
        is_one_line(typed)


# --- The cut ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "sizes"),
    [
        ("16 16", (16, 16)),
        ("9+8, 2", (9, 8, 2)),
        ("9999 2", (9999, 2)),
        ("10000 2", "Write whole numbers, separated by spaces: 16 16 16."),
        ("8 x", "Write whole numbers, separated by spaces: 16 16 16."),
        ("16", "Name two gironi or more, each of at least two pairs."),
        ("8 1", "Name two gironi or more, each of at least two pairs."),
    ],
)
def test_the_sizes_of_gironi_are_two_whole_numbers_or_more(typed: str, sizes: tuple[int, ...] | str) -> None:
    form = CutForm({"sizes": typed, "carry": "half", "tables": "own"})
    found = form.sizes_chosen if form.is_valid() else form.errors["sizes"][0]
    assert found == sizes and form.carry_chosen is Carry.HALF and form.own_tables


@pytest.mark.parametrize("sent", [None, {}, {"carry": "x", "tables": "x"}, {"tables": "on"}])
def test_a_cut_of_which_nothing_valid_is_said_carries_everything_and_numbers_tables_on(sent: Any) -> None:
    form = CutForm(sent)
    form.is_valid()
    assert form.carry_chosen is Carry.WHOLE and not form.own_tables


def test_a_proposed_cut_is_filled_in() -> None:
    proposed = CutForm.of((8, 7), Carry.NOTHING, own_tables=True)
    assert [proposed[name].value() for name in ("sizes", "carry", "tables")] == ["8 7", "nothing", "own"]
    assert CutForm.of((8, 7), Carry.WHOLE, own_tables=False)["tables"].value() == "on"


# --- Addresses, files, tables, versions ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "address"),
    [
        ("club.example", "https://club.example"),
        ("http://club.example:8080/", "http://club.example:8080"),
        ("HTTPS://Club.Example", "https://club.example"),
        *((wrong, None) for wrong in ("", "ftp://club.example", "club.example/x", "club.example?x", "club.example#x")),
        *((wrong, None) for wrong in ("a@club.example", ":b@club.example", "club.example:x", "-club", "cl ub", "[::1")),
    ],
)
def test_the_address_of_a_site_is_its_scheme_host_and_port(typed: str, address: str | None) -> None:
    assert site_address(typed) == address


def test_the_address_of_a_page_is_read_for_its_site_where_any_will_do() -> None:
    assert site_address("club.example:81/x/?y#z", anywhere=True) == "https://club.example:81"
    assert site_address("a@club.example/x", anywhere=True) is None


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (b"12345", "12345"),
        (b"123456", "Too large."),
        (b"", ""),
        (b"\xef\xbb\xbf{}", "{}"),
        (b"\xff", "This is not a text file in UTF-8: choose the JSON file."),
    ],
)
def test_a_file_of_json_is_read_as_text_up_to_its_size(content: bytes, text: str) -> None:
    assert read(JsonFileField(most=5, too_large="Too large."), SimpleUploadedFile("x.json", content)) == text


def test_no_file_is_no_text() -> None:
    assert read(JsonFileField(most=5, too_large="", required=False), None) == ""


class TableForm(forms.Form):
    table = TableNumberField(widget=forms.NumberInput(attrs={"inputmode": "numeric"}))
    number = forms.IntegerField()


@pytest.mark.parametrize(
    ("starts", "typed", "table"),
    [
        ((17,), "b7", 23),
        ((17,), "7", 7),
        ((17,), "C 1", "There is no table C 1: write it as on its card, B 1."),
        ((17,), "c" * 21, f"There is no table {'c' * 20}: write it as on its card, B 1."),
        ((17, 33), "C 2", 34),
        ((17, 33), "D 1", "There is no table D 1: write it as on its card, B 1."),
        ((17,), "", "This field is required."),
        ((17,), "7x", "Enter a whole number."),
        ((), "b7", "Enter a whole number."),
    ],
)
def test_a_table_is_read_as_its_card_calls_it(starts: tuple[int, ...], typed: str, table: int | str) -> None:
    form = TableForm({"table": typed, "number": "1"})
    TableNumberField.read_names(form, starts)
    found = form.cleaned_data["table"] if form.is_valid() else form.errors["table"][0]
    assert (found.replace("\u00a0", " ") if isinstance(found, str) else found) == table
    widget = form.fields["table"].widget
    assert ("inputmode" in widget.attrs, widget.input_type) == ((False, "text") if starts else (True, "number"))


def test_a_table_is_shown_as_its_card_calls_it() -> None:
    shown = [TableNumberField().prepare_value(value) for value in (in_section(23, (17,)), 7, "b7", None)]
    assert shown == ["B 7", "7", "b7", None]


def test_a_version_that_cannot_be_read_is_one_that_no_row_has(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SERVED, "key", "line")
    field = VersionField(required=False)
    assert [read(field, typed) for typed in ("", None, "x", "7", "other.7")] == [NOT_SEEN] * 5
    assert read(field, "line.7") == 7
    assert (field.prepare_value(7), field.prepare_value("7")) == ("line.7", "7")
