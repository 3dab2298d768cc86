"""The pages of the rulesets: the same for everybody, except those where a referee edits the club's own."""

import re
from dataclasses import fields
from html import unescape
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import Role
from scoring.engine.options import OPTIONS, option_values
from scoring.engine.rulebooks import RULEBOOKS
from scoring.engine.ruleset import RuleSet
from scoring.forms.grade_rows import GradeRowForm, RanksField, grade_rows
from scoring.forms.rulesets import ClubRulesetForm, _sentence
from scoring.models import ClubRuleset
from scoring.rulesets.club import club_ruleset_create, club_ruleset_delete
from scoring.views import rulesets
from tests.factories import make_account

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]


@pytest.fixture
def referee(db: None) -> Client:
    client = Client()
    client.force_login(make_account(role=Role.ADMINISTRATOR))
    return client


def house_rules() -> ClubRuleset:
    return club_ruleset_create(name="House rules", preset="italian", options={"dirty": 150})


def text_of(response: HttpResponse) -> str:
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", response.content.decode())))


def filled_in(preset: str = "italian", **changes: str) -> dict[str, Any]:
    """Return the form as the page shows it, with some fields changed."""
    values = option_values(RULEBOOKS[preset])
    del values["grades"]
    fields = {name: value if isinstance(value, list) else _typed(value) for name, value in values.items()}
    return {"name": "House rules"} | fields | {"draw_suits": "".join(RULEBOOKS[preset].draw_suits)} | changes


def _typed(value: object) -> str:
    return "" if value is None else str(value)


def beside(response: HttpResponse, field: str) -> str:
    """Return the error beside a field, or an empty string."""
    found = re.search(rf'<div id="id_{field}_error">(.*?)</div>', response.content.decode(), re.DOTALL)
    return unescape(re.sub(r"<[^>]+>", "", found[1])).strip() if found else ""


# --- For everybody ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", RULEBOOKS)
def test_each_preset_has_a_page_without_a_cookie(client: Client, key: str) -> None:
    page = client.get(reverse("ruleset", args=[key]))
    assert page.status_code == 200 and not page.cookies
    assert "Cookie" not in page.headers.get("Vary", "")
    assert set(page["Cache-Control"].split(", ")) == {"public", "max-age=0", "s-maxage=2"}
    rules, text = RULEBOOKS[key], text_of(page)
    assert f"Clean burraco: {rules.clean}" in text and f"worth {rules.deck.worth:,} together" in text
    assert ("Different from the Italian game" in text) is (key != "italian")


def test_the_list_names_every_ruleset_and_how_it_differs(client: Client) -> None:
    house_rules()
    text = text_of(client.get(reverse("rulesets")))
    assert "House rules" in text and "Dirty burraco: 150" in text and "Brazilian, fechado STBL" in text


def test_the_clubs_page_tells_its_differences_from_its_preset(client: Client) -> None:
    text = text_of(client.get(reverse("ruleset", args=[house_rules().key])))
    assert "Played as Italian, except for this:" in text and "Dirty burraco: 150 (Italian: 100)" in text
    assert "cards 60 + bonus 150 = 210" in text


def test_a_page_is_not_sent_again_until_a_ruleset_changes(client: Client) -> None:
    where = reverse("rulesets")
    first = client.get(where)
    assert client.get(where, headers={"If-None-Match": first["ETag"]}).status_code == 304
    clubs = house_rules()
    second = client.get(where, headers={"If-None-Match": first["ETag"]})
    assert second.status_code == 200
    club_ruleset_delete(ruleset=clubs)
    assert client.get(where, headers={"If-None-Match": second["ETag"]}).status_code == 200


@pytest.mark.parametrize("count", [0, 1, 12])
def test_queries_do_not_grow_with_the_clubs_rulesets(client: Client, count: int) -> None:
    for number in range(count):
        club_ruleset_create(name=f"Rules {number}", preset="italian", options={"dirty": 150})
    for where in (reverse("rulesets"), reverse("ruleset", args=["italian"])):
        with CaptureQueriesContext(
            connection,
        ) as queries:
            client.get(where)
        assert len(queries) <= 3


def test_what_does_not_exist_is_not_found(client: Client, referee: Client) -> None:
    assert client.get(reverse("ruleset", args=["nobodys"])).status_code == 404
    for name in ("ruleset_edit", "ruleset_delete"):
        assert referee.post(reverse(name, args=["italian"])).status_code == 404


# --- A ruleset of the club's -----------------------------------------------------------------------------------------


def test_a_login_is_asked_for(client: Client) -> None:
    house_rules()
    for where in (
        reverse("ruleset_new") + "?preset=italian",
        reverse("ruleset_edit", args=["house-rules"]),
        reverse("ruleset_delete", args=["house-rules"]),
    ):
        answer = client.post(where, filled_in(dirty="120"))
        assert answer.status_code == 302 and reverse("login") in answer["Location"]
    assert [(ruleset.name, ruleset.options) for ruleset in ClubRuleset.objects.all()] == [
        ("House rules", {"dirty": 150})
    ]


def test_the_form_has_every_option_with_the_presets_value(referee: Client) -> None:
    page = referee.get(reverse("ruleset_new"), {"preset": "brazilian_aberto"})
    html = page.content.decode()
    assert all(re.search(rf'name="{name}"', html) for name in OPTIONS if name != "grades")
    assert 'name="grade-1-label"' in html and 'name="grade-2-label"' not in html
    assert "Leave empty for none. Brazilian, aberto: 500." in text_of(page)
    assert referee.get(reverse("ruleset_new"), {"preset": "nobodys"})["Location"] == reverse("rulesets")


def test_what_differs_is_kept_under_its_name(referee: Client) -> None:
    changed = filled_in(name="  Circolo   del Ponte ", dirty="150", target="", closing_needs_clean="True")
    answer = referee.post(reverse("ruleset_new") + "?preset=italian", changed | {"pozzetto_not_taken": "−50"})
    assert answer["Location"] == reverse("ruleset_edit", args=["circolo-del-ponte"])
    clubs = ClubRuleset.objects.get()
    assert (clubs.name, clubs.preset) == ("Circolo del Ponte", "italian")
    assert clubs.options == {"dirty": 150, "target": None, "closing_needs_clean": True, "pozzetto_not_taken": -50}


def test_the_form_unchanged_says_that_nothing_differs(referee: Client) -> None:
    answer = referee.post(reverse("ruleset_new") + "?preset=italian", filled_in())
    assert answer.status_code == 422
    assert "Nothing differs from the preset yet." in text_of(answer) and not ClubRuleset.objects.exists()


@pytest.mark.parametrize(
    ("field", "typed", "sentence"),
    [
        ("dirty", "103", "Not a multiple of 5, as every score is."),
        ("dirty", "", "This field is required."),
        ("dirty", "0", "At least 5."),
        ("dirty", "250", "A better burraco cannot be worth less than a lesser one."),
        ("semi_clean", "50", "A better burraco cannot be worth less than a lesser one."),
        ("pozzetto_not_taken", "100", "At most 0."),
        ("closing", "-5", "At least 0."),
        ("value_king", "0", "At least 5."),
        ("target", "1.505", "Write a whole number, with digits only."),
        ("target", "5.000", "Write a whole number, with digits only."),
        ("value_jolly", "1" + "0" * 30, "Write a whole number, with digits only."),
        ("value_jolly", "9" * 5000, "Write a whole number, with digits only."),
        ("royal", "\0", "Write a whole number, with digits only."),
        ("royal", "🂡", "Write a whole number, with digits only."),
        ("pile", "ajar", "Select a valid choice."),
        ("name", "", "This field is required."),
        ("name", "x" * 61, "Ensure this value has at most 60 characters"),
        ("name", "a\0b", "Null characters are not allowed."),
    ],
)
def test_what_no_ruleset_can_have_is_said_beside_it(referee: Client, field: str, typed: str, sentence: str) -> None:
    answer = referee.post(reverse("ruleset_new") + "?preset=italian", filled_in(value_ten="15") | {field: typed})
    assert answer.status_code == 422
    assert sentence in beside(answer, field)
    assert 'name="value_ten" value="15"' in answer.content.decode()
    assert not ClubRuleset.objects.exists()


def test_every_wrong_field_is_named_at_once(referee: Client) -> None:
    answer = referee.post(reverse("ruleset_new") + "?preset=italian", filled_in(dirty="7", value_ace="x", target="3"))
    assert all(beside(answer, field) for field in ("dirty", "value_ace", "target"))


OVER_THE_TOP = {
    "grade-0-label": "Over the top",
    "grade-0-bonus": "300",
    "grade-0-kind": "sequence",
    "grade-0-least": "13",
    "grade-1-label": "Burraco d’assi",
    "grade-1-bonus": "250",
    "grade-1-kind": "set",
    "grade-1-ranks": "a",
}


def test_a_club_pays_burracos_of_its_own(referee: Client) -> None:
    where = reverse("ruleset_new") + "?preset=italian"
    tried = referee.post(where, filled_in() | OVER_THE_TOP | {"try": "1"})
    assert tried.status_code == 200 and not ClubRuleset.objects.exists()
    assert "Over the top: no wild, the 2 is in its own place" in text_of(tried)
    shown = tried.content.decode()
    assert 'name="grade-3-label"' in shown and 'name="grade-4-label"' not in shown
    answer = referee.post(where, filled_in() | OVER_THE_TOP)
    assert answer.status_code == 302
    grades = ClubRuleset.objects.get().options["grades"]
    assert grades == [
        {"key": "over_the_top", "label": "Over the top", "kind": "sequence", "least": 13, "bonus": 300},
        {"key": "burraco_dassi", "label": "Burraco d’assi", "kind": "set", "ranks": ["A"], "bonus": 250},
    ]
    page = referee.get(reverse("ruleset", args=["house-rules"]))
    assert "Burraco d’assi: 250" in text_of(page) and "Burraco d’assi: no wild" in text_of(page)
    edit = referee.get(answer["Location"]).content.decode()
    assert 'name="grade-0-key" value="over_the_top"' in edit and 'name="grade-3-label"' in edit
    renamed = {"grade-0-key": "over_the_top", "grade-0-label": "Oltre", "grade-0-bonus": "350", "grade-0-least": "13"}
    referee.post(answer["Location"], filled_in() | renamed)
    assert ClubRuleset.objects.get().options["grades"] == [
        {"key": "over_the_top", "label": "Oltre", "least": 13, "bonus": 350}
    ]


@pytest.mark.parametrize(
    ("field", "typed", "sentence"),
    [
        ("bonus", "", "This field is required."),
        ("bonus", "200", "More than 200: a burraco that pays no more is never counted as this one."),
        ("bonus", "203", "Not a multiple of 5, as every score is."),
        ("bonus", "x", "Write a whole number, with digits only."),
        ("label", "", "This field is required."),
        ("label", "a\0b", "Null characters are not allowed."),
        ("kind", "row", "Select a valid choice."),
        ("wild", "two", "Select a valid choice."),
        ("least", "3", "At least 7."),
        ("least", "15", "At most 14."),
        ("most", "12", "At least 13."),
        ("ranks", "A, 15", "“15” is not a rank: write A, 3 or 3–9."),
        ("ranks", "9-3", "“9-3” is not a rank"),
        ("ranks", "3-9", "No burraco of this ruleset can be like that."),
    ],
)
def test_what_no_grade_can_be_is_said_beside_it(referee: Client, field: str, typed: str, sentence: str) -> None:
    typed_over = filled_in(value_ten="15") | OVER_THE_TOP | {f"grade-0-{field}": typed}
    answer = referee.post(reverse("ruleset_new") + "?preset=italian", typed_over)
    assert answer.status_code == 422 and not ClubRuleset.objects.exists()
    beside_it = "label" if typed == "3-9" else field
    assert sentence in beside(answer, f"grade-0-{beside_it}")
    html = unescape(answer.content.decode())
    assert 'name="grade-1-label" value="Burraco d’assi"' in html and 'name="value_ten" value="15"' in html


def test_the_other_options_of_a_ruleset_are_stored(referee: Client) -> None:
    changed = filled_in(
        decks="3", jollies="6", pozzetto_unlooked="-50", draw_suits="HDCS", closing_needs_pozzetto="False"
    )
    changed |= {"set_ranks": ["A", "3"], "players": ["4"], "no_burraco_counts_against": "True"}
    assert referee.post(reverse("ruleset_new") + "?preset=italian", changed).status_code == 302
    assert ClubRuleset.objects.get().options == {
        "closing_needs_pozzetto": False,
        "pozzetto_unlooked": -50,
        "no_burraco_counts_against": True,
        "set_ranks": ["A", "3"],
        "draw_suits": ["H", "D", "C", "S"],
        "players": [4],
        "decks": 3,
        "jollies": 6,
    }
    page = text_of(referee.get(reverse("ruleset", args=["house-rules"])))
    assert "162 cards: 3 × 52 and 6 jokers." in page and "A, 3" in page and "♥ ♦ ♣ ♠" in page


@pytest.mark.parametrize(
    ("field", "typed"),
    [("players", []), ("players", ["5"]), ("set_ranks", []), ("set_ranks", ["2"]), ("draw_suits", "HHDC")]
    + [("decks", "0"), ("decks", "9"), ("jollies", "-1"), ("jollies", "99"), ("pozzetto_unlooked", "50")],
)
def test_nonsense_in_the_other_options_is_said_beside_it(referee: Client, field: str, typed: object) -> None:
    answer = referee.post(reverse("ruleset_new") + "?preset=italian", filled_in(dirty="150") | {field: typed})
    assert answer.status_code == 422 and beside(answer, field) and not ClubRuleset.objects.exists()


def test_two_rulesets_have_two_names(referee: Client) -> None:
    house_rules()
    answer = referee.post(reverse("ruleset_new") + "?preset=italian", filled_in(name="HOUSE rules", dirty="120"))
    assert answer.status_code == 422 and beside(answer, "name") == "Another ruleset of the club has this name."


@pytest.mark.parametrize("change", [False, True])
def test_a_name_that_somebody_takes_at_this_moment_is_refused_beside_it(
    referee: Client, monkeypatch: pytest.MonkeyPatch, change: bool
) -> None:
    def taken(**_given: object) -> None:
        raise ValidationError("Another ruleset of the club has this name.")

    monkeypatch.setattr(rulesets, "club_ruleset_create", taken)
    monkeypatch.setattr(rulesets, "club_ruleset_change", taken)
    where = reverse("ruleset_edit", args=[house_rules().key]) if change else reverse("ruleset_new") + "?preset=italian"
    answer = referee.post(where, filled_in(name="Summer", dirty="120"))
    assert answer.status_code == 422 and beside(answer, "name") == "Another ruleset of the club has this name."


def grade_key(key: str, label: str, *taken: str) -> str:
    row = GradeRowForm({"key": key, "label": label, "bonus": "300", "least": "7", "wild": "none"})
    assert row.is_valid()
    grade = row.grade(taken)
    assert grade.keys() == {"key", "label", "bonus"}, "what is usual is not stored"
    return str(grade["key"])


@pytest.mark.parametrize(
    ("key", "label", "taken", "expected"),
    [
        ("own", "Over", (), "own"),
        ("own", "Over", ("own",), "over"),
        ("clean", "Over", (), "over"),
        ("Ü", "Over", (), "over"),
        ("", "Over", ("over",), "over_2"),
        ("", "Over", ("over", "over_2"), "over_3"),
        ("", "Clean", (), "clean_2"),
        ("", "Clean", ("clean_2",), "clean_3"),
        ("", "7 x", (), "grade_7_x"),
        ("", "🂡", (), "grade"),
    ],
)
def test_a_grade_keeps_its_key_or_has_one_like_its_name(
    key: str, label: str, taken: tuple[str, ...], expected: str
) -> None:
    assert grade_key(key, label, *taken) == expected


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        ("expected a multiple of 5, got 7", "Not a multiple of 5, as every score is."),
        ("expected what nobody has thought of", "No ruleset can have this value."),
    ],
)
def test_a_fault_without_a_sentence_of_its_own_is_told_all_the_same(fault: str, sentence: str) -> None:
    assert _sentence(fault) == sentence


@pytest.mark.parametrize(
    ("typed", "letters"),
    [
        ("", ""),
        ("5", "5"),
        ("3-5", "3 4 5"),
        ("q–K;a", "A Q K"),
        ("10, 9-9\t2-3 3", "2 3 9 10"),
        ("A-K", "A 2 3 4 5 6 7 8 9 10 J Q K"),
    ],
)
def test_ranks_are_read_alone_or_from_one_to_another(typed: str, letters: str) -> None:
    assert RanksField(required=False).clean(typed) == letters.split()


@pytest.mark.parametrize("typed", ["x", "x-5", "5-x", "9-3"])
def test_what_is_no_rank_is_refused(typed: str) -> None:
    with pytest.raises(ValidationError, match="is not a rank"):
        RanksField().to_python(f"A, {typed}")


def test_it_is_changed_and_its_history_shows_what_it_was(referee: Client) -> None:
    where = reverse("ruleset_edit", args=[house_rules().key])
    page = referee.get(where).content.decode()
    assert 'name="name" value="House rules"' in page and 'name="dirty" value="150"' in page
    answer = referee.post(where, filled_in(name="House rules", closing="200"), follow=True)
    assert ClubRuleset.objects.get().options == {"closing": 200}
    text = text_of(answer)
    assert "House rules: Italian (closing: 200)" in text and "House rules: Italian (dirty burraco: 150)" in text
    assert "anna" in text


def test_it_is_deleted(referee: Client) -> None:
    answer = referee.post(reverse("ruleset_delete", args=[house_rules().key]), follow=True)
    assert "House rules is deleted." in text_of(answer) and not ClubRuleset.objects.exists()


def test_only_the_options_that_a_ruleset_may_lack_can_be_left_empty() -> None:
    lacking = {field.name for field in fields(RuleSet) if "None" in str(field.type)}
    form_fields = ClubRulesetForm(preset="italian").fields
    optional = {name for name, field in form_fields.items() if "Leave empty for none." in str(field.help_text)}
    assert optional == lacking & form_fields.keys()


def test_a_stored_grade_shows_its_ranks_and_none_if_it_has_all_of_them() -> None:
    every = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
    stored = [{"label": "Uno", "ranks": ["K", "A", "3"]}, {"label": "Due", "ranks": every}, {"label": "Tre"}]
    rows = grade_rows(None, stored)[:3]
    assert [row.initial for row in rows] == [
        {"label": "Uno", "ranks": "A, 3, K"},
        {"label": "Due", "ranks": ""},
        {"label": "Tre", "ranks": ""},
    ]
