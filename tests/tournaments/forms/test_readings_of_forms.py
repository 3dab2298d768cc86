"""Forms by themselves, without a page: what each reads of a list, a name, a scale or a rule, and what it refuses."""

from datetime import date
from types import SimpleNamespace
from typing import Any

import pytest
from django import forms
from django.core.files.uploadedfile import SimpleUploadedFile

from pages.refusals import Refused
from tests.factories import make_teams, make_tournament
from tests.tournaments.forms.test_bounds_of_forms import TODAY, TOMORROW, sentence_of
from tournaments.forms.calendar import SeriesForm
from tournaments.forms.club import similar_tournament
from tournaments.forms.club.initial import initial_of as initial_of_tournament
from tournaments.forms.club.points import FOLLOWS_THE_HANDS, WorthForm
from tournaments.forms.club.rulesets import ruleset_chosen
from tournaments.forms.club.team_matches import FEWEST_TABLES, MatchSettingsForm
from tournaments.forms.desk.assigned_scores import AssignedScoreForm, SetPointsField
from tournaments.forms.desk.hall import AnnouncementForm
from tournaments.forms.desk.incidents import AreaField, IncidentForm
from tournaments.forms.desk.slip_view import SlipView
from tournaments.forms.entries import PartnerField, PlainField
from tournaments.forms.history import HistoryForm
from tournaments.forms.people import list_import
from tournaments.forms.people.list_import import ListForm
from tournaments.forms.people.members import (
    EARLIEST_YEAR,
    MembershipForm,
    PlayerForm,
)
from tournaments.forms.people.pairs import LARGEST_LIST, LONGEST_TEAM, PairChangeForm, PasteForm, RoundsForm, TeamField
from tournaments.forms.people.pasted_preview import PreviewedPlayer, PreviewLine, preview_of
from tournaments.forms.people.people import LONGEST_PART, SOMEBODY_NEW, PeopleForm, PersonField, name_alone
from tournaments.forms.phone import CodeForm
from tournaments.forms.printing.copies import TablePlatesForm
from tournaments.forms.rounds.round_fields import ANY_MOVEMENT, initial_of
from tournaments.forms.rounds.team_matches import LineUpForm
from tournaments.forms.seasons.seasons import SeasonForm
from tournaments.forms.till.terms import SpecialPrizeForm
from tournaments.forms.trials import MOST_ROUNDS, TrialForm
from tournaments.models import Membership, Player, Tournament
from tournaments.records import Allowance, Movement, RoundSettings
from tournaments.selectors.pair_lists import entered_pairs
from tournaments.services import player_create, single_add

pytestmark = pytest.mark.usefixtures("in_english")

# --- The scale of a tournament ---------------------------------------------------------------------------------------


class WorthOfARound(WorthForm):
    """The form beside the number of hands that it is made for."""

    hands_per_round = forms.IntegerField(max_value=6)


def worth(**typed: object) -> WorthOfARound:
    return WorthOfARound({"hands_per_round": 2, "scale": "hands"} | typed)


OWN = {"scale": "own", "scale_name": "Ours", "scale_total": "20", "scale_rows": "50 10\n150 12"}


@pytest.mark.parametrize(
    ("typed", "errors"),
    [
        (
            {"hands_per_round": 5},
            {"scale": "The federation has no scale for this many hands: choose one, or write your"},
        ),
        ({"hands_per_round": 7}, {"hands_per_round": "Ensure this value is less than or equal to 6."}),
        (OWN | {"scale_name": "x" * 61}, {"scale_name": "Ensure this value has at most 60 characters"}),
        (OWN | {"scale_total": "1"}, {"scale_total": "Ensure this value is greater than or equal to 2."}),
        (OWN | {"scale_total": ""}, {"scale_total": "an even number"}),
        (OWN | {"scale_rows": "x" * 2001}, {"scale_rows": "Ensure this value has at most 2000 characters"}),
        ({"rest_vp": 21}, {"rest_vp": "A table has only 20 VP."}),
        (OWN | {"rest_vp": 11}, {"rest_mp": "Say how many MP: the scale never gives 11 VP."}),
        (OWN | {"absence_vp": 11}, {"absence_mp": "Say how many MP: the scale never gives 11 VP."}),
        ({"rest_mp": 12}, {"rest_mp": "Not a multiple of 5, as every score in MP is."}),
    ],
    ids=str,
)
def test_a_scale_that_cannot_be_is_refused_at_its_own_field_alone(typed: Any, errors: dict[str, str]) -> None:
    form = worth(**typed)
    assert form.errors.keys() == errors.keys()
    assert all(sentence in sentence_of(form, name) for name, sentence in errors.items())


@pytest.mark.parametrize(
    ("typed", "rest", "absence"),
    [
        ({}, Allowance(vp=14, mp=305), Allowance(vp=6, mp=-305)),
        ({"rest_vp": 20, "absence_vp": 0}, Allowance(vp=20, mp=1005), Allowance(vp=0, mp=-1005)),
        ({"rest_vp": 9, "absence_vp": 9}, Allowance(vp=9, mp=0), Allowance(vp=9, mp=-45)),
        (OWN | {"rest_vp": 11, "rest_mp": 60}, Allowance(vp=11, mp=60), Allowance(vp=8, mp=-55)),
    ],
    ids=str,
)
def test_a_rest_never_has_a_negative_difference_and_an_absence_may(
    typed: Any, rest: Allowance, absence: Allowance
) -> None:
    form = worth(**typed)
    assert form.is_valid() and (form.rest, form.absence) == (rest, absence)


class MatchesAlone(MatchSettingsForm):
    """The form beside the kind of tournament that it is made for."""

    kind = forms.CharField()


def test_a_match_has_the_fewest_tables_and_one_session_unless_others_are_chosen() -> None:
    form = MatchesAlone({"kind": "team_matches"})
    usual = {"match_tables": FEWEST_TABLES, "match_sessions": 1, "match_scale": {}}
    assert form.is_valid() and form.match_settings == usual
    other = MatchesAlone({"kind": "pairs"})
    assert other.is_valid() and other.match_settings == {}
    scale = {"match_scale_name": "Ours", "match_scale_rows": "200 10", "match_scale_total": ""}
    assert [*MatchesAlone({"kind": "team_matches"} | scale).errors] == ["match_scale_total"]


# --- The rule of a season --------------------------------------------------------------------------------------------


def season_form(**typed: object) -> SeasonForm:
    usual: dict[str, object] = {
        "name": "Circuit",
        "ranked": "players",
        "points": "place",
        "table": "10",
        "equal": "mean",
    }
    usual |= {"bonus": "0", "least_rounds": "1", "attendance": "1"}
    return SeasonForm(usual | typed, season=None, tournaments=[])


@pytest.mark.parametrize(("typed", "qualified"), [("", 2), ("1", 1), ("3", 3)])
def test_two_of_each_part_qualify_unless_another_number_is_typed(typed: str, qualified: int) -> None:
    form = season_form(qualified=typed)
    assert form.is_valid() and form.season["rule"].qualified == qualified


def test_a_season_may_have_no_tie_breaks() -> None:
    form = season_form()
    assert form.is_valid() and form.season["rule"].ties == ()


def test_no_ranking_of_clubs_is_an_empty_field() -> None:
    assert SeasonForm(None, season=None, tournaments=[])["club_members"].value() is None


# --- How fields are typed --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("field", "attrs"),
    [
        (CodeForm.base_fields["code"], {"autocapitalize": "characters", "maxlength": "40", "spellcheck": "false"}),
        (CodeForm.base_fields["code"], {"autocomplete": "off"}),
        (AssignedScoreForm.base_fields["reason"], {"list": "usual-reasons", "maxlength": "200"}),
        (SetPointsField(most=5, least=-5), {"inputmode": "numeric", "autocomplete": "off"}),
        (TeamField(), {"autocomplete": "off", "spellcheck": "false", "maxlength": str(LONGEST_TEAM)}),
        (AreaField(rows=3), {"rows": 3}),
        (IncidentForm.base_fields["decision"], {"rows": 3, "maxlength": "2000"}),
    ],
    ids=lambda given: type(given).__name__ if isinstance(given, forms.Field) else str(given),
)
def test_a_field_tells_the_browser_what_is_typed_into_it(field: forms.Field, attrs: dict[str, object]) -> None:
    assert field.widget_attrs(field.widget) | field.widget.attrs | attrs == (
        field.widget_attrs(field.widget) | field.widget.attrs
    )


def test_a_day_is_shown_as_the_browsers_field_reads_it() -> None:
    assert 'type="date" name="first" value="2026-03-01"' in str(
        SeriesForm.base_fields["first"].widget.render("first", date(2026, 3, 1))
    )


@pytest.mark.parametrize(("points", "fits"), [("-5", True), ("5", True), ("-6", False), ("6", False)])
def test_points_that_the_referee_sets_have_their_bounds(points: str, fits: bool) -> None:
    try:
        assert SetPointsField(most=5, least=-5).clean(points) == int(points) and fits
    except forms.ValidationError:
        assert not fits


@pytest.mark.parametrize(("best", "fits"), [("0", False), ("1", True), ("", True)])
def test_one_result_at_least_counts_in_a_season(best: str, fits: bool) -> None:
    assert season_form(best=best).is_valid() is fits


def test_a_slip_has_doubts_and_faults_apart() -> None:
    fault, doubt = (SimpleNamespace(remark=SimpleNamespace(is_doubt=is_doubt)) for is_doubt in (False, True))
    hands: Any = (SimpleNamespace(remarks=[fault, doubt]),)
    rulings: Any = SimpleNamespace()
    slip = SlipView(hands=hands, sums=(), balance=None, rulings=rulings)
    assert (slip.faults, slip.doubts) == ((fault,), (doubt,))


# --- Lists, entries and line-ups -------------------------------------------------------------------------------------


def listed(text: str, *, content: bytes = b"") -> ListForm:
    files = {"file": SimpleUploadedFile("soci.csv", content)} if content else {}
    return ListForm({"text": text}, files)


def test_a_list_is_either_a_file_or_pasted() -> None:
    both = listed("Rossi;Anna", content=b"Verdi;Luca")
    assert sentence_of(both, "__all__") == "Either a file or pasted rows, not both: clear one of the two."
    assert listed(" \n", content=b"Verdi;Luca").is_valid() and listed("Rossi;Anna").is_valid()


@pytest.mark.parametrize(("size", "fits"), [(30, True), (31, False)])
def test_a_list_may_have_its_most_bytes(monkeypatch: pytest.MonkeyPatch, size: int, fits: bool) -> None:
    monkeypatch.setattr(list_import, "MOST_BYTES", 30)
    text = "Cognome;Nome\n".ljust(size, "x")
    for form in (listed(text), listed("", content=text.encode())):
        assert form.is_valid() is fits


UNPRINTABLE = "Aurora\x07Stella"


@pytest.mark.parametrize(("field", "sentence"), [(PlainField, "This contains"), (TeamField, "The name contains")])
def test_what_cannot_be_printed_is_refused(field: type[forms.CharField], sentence: str) -> None:
    with pytest.raises(forms.ValidationError, match=f"{sentence} characters that cannot be printed: type it again."):
        field().clean(UNPRINTABLE)
    assert field().clean(" Aurora  Stella ") == "Aurora Stella"


def test_a_prize_needs_a_name_that_can_be_printed_and_says_one_thing_of_a_number() -> None:
    for title in (UNPRINTABLE, "\u200b"):
        assert sentence_of(prize(title=title), "title") == "Give the prize a name."
    form = prize(given_for="chosen", number="0")
    assert sentence_of(form, "number") == "Ensure this value is greater than or equal to 1."


def prize(**typed: str) -> SpecialPrizeForm:
    return SpecialPrizeForm({"title": "Last", "given_for": "lot"} | typed, tournament=Tournament())


@pytest.mark.parametrize("value", [None, "", " \u200b "])
def test_no_partner_is_no_name(value: str | None) -> None:
    assert PartnerField(required=False).clean(value) == ""


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("Rossi Anna", "Rossi Anna"),
        ("Dott. Rossi Anna", "Rossi Anna"),
        ("Dott.", "Dott."),
        ("Prof. Dott.", "Prof. Dott."),
    ],
)
def test_a_title_is_left_out_unless_it_is_all_there_is(typed: str, read: str) -> None:
    assert name_alone(typed) == read


@pytest.mark.parametrize(("length", "fits"), [(LONGEST_PART, True), (LONGEST_PART + 1, False)])
def test_each_part_of_a_name_may_have_its_most_letters(length: int, fits: bool) -> None:
    for typed in ("x" * length, f"{'x' * length}, Anna", f"Rossi, {'x' * length}"):
        try:
            assert PersonField().clean(typed) == typed and fits
        except forms.ValidationError as error:
            assert not fits and error.messages == ["This is too long for a name: shorten it."]


@pytest.mark.parametrize(
    ("form", "wrong"),
    [
        (RoundsForm({"first": "x", "last": "2"}), "first"),
        (TablePlatesForm({"tables": "x", "sections": "2"}), "tables"),
        (AnnouncementForm({"prepared": "resume", "at": "x"}), "at"),
    ],
    ids=["rounds", "tables", "time"],
)
def test_only_the_field_that_cannot_be_read_is_wrong(form: forms.Form, wrong: str) -> None:
    assert {name: len(errors) for name, errors in form.errors.items()} == {wrong: 1}


def test_a_list_that_is_too_long_is_not_read() -> None:
    form = PasteForm({"text": "x" * (LARGEST_LIST + 1)}, tournament=Tournament())
    assert [*form.errors] == ["text"]


def test_who_has_left_the_team_is_not_proposed_for_its_line_up() -> None:
    pairs: Any = [SimpleNamespace(pk=10 + number, number=number) for number in (1, 2, 3)]
    held: Any = SimpleNamespace(pairs=[99, 13, 11])
    assert LineUpForm(pairs=pairs, tables=2, held=held).initial == {"table1": 3, "table2": 1}
    assert LineUpForm(pairs=pairs, tables=2).initial == {"table1": 1, "table2": 2}


@pytest.mark.parametrize(
    ("asked", "narrows"), [({}, False), ({"table": "3"}, True), ({"table": "3", "round": "x"}, False)]
)
def test_a_history_is_narrowed_by_a_filter_that_can_be_read(asked: dict[str, str], narrows: bool) -> None:
    assert HistoryForm(asked, tournament=Tournament()).narrows is narrows


@pytest.mark.parametrize("yes", [True, False])
def test_a_round_is_proposed_with_the_settings_of_the_one_before(yes: bool) -> None:
    settings = RoundSettings(
        start_by_lot=yes, avoid_clubs=yes, third_place=yes, movement=Movement.WHIST if yes else None
    )
    proposed: Any = SimpleNamespace(settings=settings, named="danish", seed=7, by_rating=yes, own_brackets=yes)
    initial = initial_of(proposed)
    answers = ("start_by_lot", "avoid_clubs", "third_place", "by_rating", "own_brackets")
    assert [initial[name] for name in answers] == ["yes" if yes else "no"] * 5
    assert initial["movement"] == (Movement.WHIST if yes else ANY_MOVEMENT)


TRIAL = {"entrants": "48", "hands": "2", "evenings": "10"}


@pytest.mark.parametrize(
    ("parts", "sentence"),
    [
        ([("draw", MOST_ROUNDS)], ""),
        ([("draw", MOST_ROUNDS), ("danish", 1)], f"At most {MOST_ROUNDS} rounds in all."),
        ([("individual", 4)], ""),
        ([("individual", 2), ("individual", 2)], ""),
        ([("individual", 2), ("danish", 2)], "An individual tournament is individual in all its rounds"),
    ],
)
def test_a_format_has_its_most_rounds_and_is_individual_in_all_or_none(
    parts: list[tuple[str, int]], sentence: str
) -> None:
    sent = {f"a{at}_system": system for at, (system, _rounds) in enumerate(parts, start=1)}
    sent |= {f"a{at}_rounds": str(rounds) for at, (_system, rounds) in enumerate(parts, start=1)}
    form = TrialForm(TRIAL | sent)
    assert form.is_valid() is not bool(sentence)
    assert (sentence_of(form, "a1_rounds") + sentence_of(form, "a1_system")).startswith(sentence)


# --- Members in the database -----------------------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"last_name": "123"}, "A last name must contain letters."),
        ({"birth_year": str(EARLIEST_YEAR - 1)}, "Write the year of birth with four digits"),
        ({"birth_year": str(TODAY.year + 1)}, "Write the year of birth with four digits"),
        ({"birth_year": str(EARLIEST_YEAR)}, ""),
        ({"birth_year": str(TODAY.year)}, ""),
        ({"birth_year": ""}, ""),
    ],
)
def test_a_member_has_a_name_of_letters_and_was_born_in_our_time(typed: dict[str, str], sentence: str) -> None:
    form = PlayerForm({"last_name": "Rossi", "first_name": "Anna"} | typed)
    (name,) = typed
    assert sentence_of(form, name).startswith(sentence) and form.is_valid() is not bool(sentence)


def book_form(known: Player, typed: dict[str, str], **book: str) -> MembershipForm:
    member = PlayerForm({"last_name": "Rossi", "first_name": "Anna"} | typed, instance=known)
    assert member.is_valid()
    return MembershipForm(book, instance=Membership(), member=member)


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["data_consent_on", "pictures_consent_on", "messages_consent_on"])
def test_a_consent_was_given_by_today(name: str) -> None:
    for day, fits in ((TODAY, True), (TOMORROW, False)):
        form = book_form(Player(), {}, **{name: day.isoformat()})
        assert (name not in form.errors) is fits and form.cleaned_data.get(name) == (day if fits else None)


@pytest.mark.django_db
def test_a_year_of_birth_that_was_there_gives_way_to_the_date() -> None:
    known = Player(last_name="Rossi", first_name="Anna", birth_year=1950)
    assert "born_on" not in book_form(known, {"birth_year": "1950"}, born_on="1951-03-01").errors
    other = book_form(known, {"birth_year": "1952"}, born_on="1951-03-01")
    assert sentence_of(other, "born_on") == "The year of birth above is 1952: correct one of the two."


@pytest.mark.django_db
def test_a_ruleset_that_was_deleted_meanwhile_is_refused() -> None:
    with pytest.raises(Refused, match="This ruleset has just been deleted: choose another."):
        ruleset_chosen("club-999")


@pytest.mark.django_db
def test_a_scale_for_hands_for_which_the_federation_has_none_is_chosen_by_its_name() -> None:
    for hands, scale in ((2, FOLLOWS_THE_HANDS), (5, "fibur_2026_2"), (3, "fibur_2026_2")):
        tournament = make_tournament(name=f"Of {hands}", hands_per_round=hands, scale="fibur_2026_2")
        assert initial_of_tournament(tournament)["scale"] == scale


@pytest.mark.django_db
def test_only_of_a_team_event_the_team_of_a_pair_that_has_played_is_shown_to_stay() -> None:
    for tournament in (make_tournament(pairs=2), make_teams(2)):
        form = PairChangeForm(tournament=tournament, pair=tournament.pairs.earliest("number"), has_played=True)
        assert ("team" in form.fields) is tournament.has_teams
        assert not tournament.has_teams or form.fields["team"].disabled


@pytest.mark.django_db
def test_a_statement_names_those_who_are_still_entered() -> None:
    tournament = make_tournament(pairs=3)
    keys = [*tournament.pairs.order_by("number").values_list("pk", flat=True)]
    form = IncidentForm(tournament=tournament, initial={"pairs": [keys[2], max(keys) + 1, keys[0]]})
    assert form["pairs"].value() == "3, 1"


@pytest.mark.django_db
def test_somebody_new_is_a_person_and_not_one_of_several_namesakes() -> None:
    tournament = make_tournament()
    for club in ("Aurora", "Stella"):
        player_create(details={"last_name": "Rossi", "first_name": "Anna", "club": club})
    for typed, asked in (("Rossi", False), ("Rossi Anna", True)):
        sent = {"player": typed, "player_id": str(SOMEBODY_NEW)}
        form = PeopleForm(sent, tournament=tournament, labels={"player": "Player"})
        assert bool(form.errors) is asked


@pytest.mark.django_db
@pytest.mark.parametrize(("most", "by_ticks"), [(2, True), (1, False)])
def test_as_many_pairs_as_fit_are_ticked_one_by_one_for_another_evening(
    monkeypatch: pytest.MonkeyPatch, most: int, by_ticks: bool
) -> None:
    monkeypatch.setattr(similar_tournament, "MOST_TICKS", most)
    like = make_tournament(pairs=2)
    form = similar_tournament.AnotherForm(like=like, entered=entered_pairs(like.pairs.all()), looking=[], seasons=[])
    assert ("everybody" not in form.fields) is ("pairs" in form.fields) is by_ticks


@pytest.mark.parametrize(
    ("member", "listed", "contact"), [("333 1", "333 2", "333 1"), ("", "333 2", "333 2"), (None, "333 2", "333 2")]
)
def test_the_contact_of_the_member_goes_before_that_of_the_list(member: str | None, listed: str, contact: str) -> None:
    person: Any = SimpleNamespace(member=None if member is None else SimpleNamespace(contact=member, club=""))
    in_list: Any = SimpleNamespace(contact=listed, club="")
    assert PreviewedPlayer(person, in_list).contact == contact


@pytest.mark.parametrize(
    ("error", "doubts", "doubtful"), [("", ["?"], True), ("", [], False), ("No name.", ["?"], False)]
)
def test_a_line_with_an_error_is_no_doubt(error: str, doubts: list[str], doubtful: bool) -> None:
    line: Any = SimpleNamespace(doubts=doubts)
    assert PreviewLine(line=line, error=error).doubtful is doubtful


@pytest.mark.django_db
def test_only_who_looks_for_a_partner_already_is_kept_out_of_a_list_of_singles() -> None:
    tournament = make_tournament()
    anna, ugo = (player_create(details={"last_name": name, "first_name": "Ada"}) for name in ("Rossi", "Verdi"))
    single_add(tournament=tournament, player=anna)
    form = PasteForm({"text": f"{anna}\n{ugo}"}, tournament=tournament)
    assert form.is_valid()
    preview = preview_of(tournament, form.lines, form.members)
    assert [line.error for line in preview.lines] == ["Rossi Ada is already looking for a partner.", ""]
