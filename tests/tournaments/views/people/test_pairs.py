"""Pairs on the referee's pages: typed, pasted, ticked, corrected, withdrawn; and their members."""

import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.factories import make_tournament, pair, start_round
from tests.tournaments.views.pages import html_of, said, text_of, url
from tournaments.models import Pair, Player, Tournament
from tournaments.services import club_rename, pair_add, player_create, tournament_create

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}
HUGE = "9" * 31


@pytest.fixture
def evening(db: None) -> Tournament:
    return make_tournament()


def member(last: str, first: str = "", **more: str) -> Player:
    return player_create(details={"last_name": last, "first_name": first} | more)


def enter(referee: Client, tournament: Tournament, first: str, second: str, **more: object) -> Any:
    return referee.post(url("pair_add", tournament), {"player1": first, "player2": second} | more)


def names(tournament: Tournament) -> list[str]:
    return [str(entered) for entered in tournament.pairs.all()]


# --- Typing a pair ---------------------------------------------------------------------------------------------------


def test_an_empty_list_says_what_to_do(referee: Client, evening: Tournament) -> None:
    page = referee.get(url("pairs", evening))
    assert "No pair yet" in text_of(page)
    assert url("pairs_paste", evening) in html_of(page)


def test_two_names_make_a_pair_and_new_names_are_said_to_be_new(referee: Client, evening: Tournament) -> None:
    member("Rossi", "Anna")
    response = referee.post(
        url("pair_add", evening), {"player1": " rossi  anna ", "player2": "De Luca Sergio"}, follow=True
    )
    assert "Pair 1: Rossi Anna – De Luca Sergio. New member: De Luca Sergio." in text_of(response)
    assert Player.objects.count() == 2
    assert pair(evening, 1).status == Pair.Status.EXPECTED


def test_who_enters_pairs_at_the_door_ticks_here_once(referee: Client, evening: Tournament) -> None:
    assert not re.search(r'name="here"[^>]* checked', html_of(referee.get(url("pairs", evening))))
    enter(referee, evening, "Rossi Anna", "Neri Ugo", here="on")
    assert pair(evening, 1).status == Pair.Status.ACTIVE
    assert re.search(r'name="here"[^>]* checked', html_of(referee.get(url("pairs", evening))))


def test_a_player_twice_is_refused_with_the_other_pair_and_the_typed_names_stay(
    referee: Client, evening: Tournament
) -> None:
    enter(referee, evening, "Rossi Anna", "Neri Ugo")
    response = enter(referee, evening, "Verdi Pia", "Anna Rossi")
    assert response.status_code == 422
    assert "Rossi Anna is already playing in pair 1, Rossi Anna – Neri Ugo." in text_of(response)
    assert 'value="Anna Rossi"' in html_of(response)
    assert not Player.objects.filter(last_name="Verdi").exists()


def test_namesakes_are_told_apart_by_what_was_chosen(referee: Client, evening: Tournament) -> None:
    member("Rossi", "Anna", club="ASD Aurora")
    # A key of four digits is not an amount, so it has no separator.
    chosen = member("Rossi", "Anna", club="ASD Levante", card="0042", pk=1234)
    asked = enter(referee, evening, "Rossi Anna", "Neri Ugo")
    assert asked.status_code == 422
    assert "Rossi Anna (ASD Levante, 0042)" in text_of(asked)
    assert f'name="player1_id" value="{chosen.pk}"' in html_of(asked)
    assert enter(referee, evening, "Rossi Anna", "Neri Ugo", player1_id=chosen.pk).status_code == 302
    assert pair(evening, 1).player1 == chosen


def test_a_last_name_alone_asks_which_member_or_somebody_new(referee: Client, evening: Tournament) -> None:
    anna = member("Rossi", "Anna")
    asked = enter(referee, evening, "Rossi", "Neri Ugo")
    assert asked.status_code == 422
    assert "Which Rossi?" in text_of(asked)
    enter(referee, evening, "Rossi", "Neri Ugo", player1_id=anna.pk)
    enter(referee, evening, "Rossi", "Verdi Pia", player1_id=0)
    assert names(evening) == ["Rossi Anna – Neri Ugo", "Rossi – Verdi Pia"]


def test_a_chosen_member_does_not_stand_for_another_name_typed_afterwards(referee: Client, evening: Tournament) -> None:
    anna = member("Rossi", "Anna")
    enter(referee, evening, "Bianchi Eva", "Neri Ugo", player1_id=anna.pk)
    assert names(evening) == ["Bianchi Eva – Neri Ugo"]


@pytest.mark.parametrize(
    "typed",
    ["", "   ", "😀", "123", "Ro\x00ssi", "Ro\x07ssi", "x" * 163, f"{'x' * 81} Anna", f"Rossi {'x' * 81}"],
)
def test_what_is_no_name_is_refused_in_a_sentence(referee: Client, evening: Tournament, typed: str) -> None:
    response = enter(referee, evening, typed, "Neri Ugo")
    assert response.status_code == 422
    assert 'class="error-sentence"' in html_of(response)
    assert 'value="Neri Ugo"' in html_of(response)
    assert not Player.objects.exists()


@pytest.mark.parametrize("key", [HUGE, "-1", "Anna", "\x00"])
def test_a_broken_choice_is_no_crash(referee: Client, evening: Tournament, key: str) -> None:
    assert enter(referee, evening, "Rossi Anna", "Neri Ugo", player1_id=key).status_code in (302, 422)


def test_one_person_is_not_a_pair(referee: Client, evening: Tournament) -> None:
    response = enter(referee, evening, "Rossi Anna", "Anna Rossi")
    assert response.status_code == 422
    assert "cannot be both players" in text_of(response)
    assert not Player.objects.exists()


# --- Completion ------------------------------------------------------------------------------------------------------


def complete(referee: Client, **query: str) -> Any:
    return referee.get("/en/players/complete/", query)


def test_completion_offers_members_with_what_tells_them_apart(referee: Client, evening: Tournament) -> None:
    anna = member("Rossi", "Anna", club="ASD Aurora", card="0042")
    member("Neri", "Rosanna")
    pair_add(tournament=evening, players=(anna, "Verdi Pia"))
    response = complete(referee, q="ro", slot="player2", **{"in": evening.slug})
    page, text = html_of(response), text_of(response)
    assert re.findall(r'data-name="([^"]+)"', page) == ["Neri Rosanna", "Rossi Anna"]
    assert f'data-key="{anna.pk}"' in page
    assert "ASD Aurora · 0042 · plays in pair 1" in text
    assert 'id="player2-option-1"' in page


def test_completion_says_that_an_unknown_name_will_be_new(referee: Client) -> None:
    assert "a new member will be added" in text_of(complete(referee, q="Sconosciuti"))


@pytest.mark.parametrize("typed", ["", "%", "'", "\x00", "😀", "x" * 200, HUGE])
def test_completion_answers_whatever_is_typed(referee: Client, typed: str) -> None:
    member("Rossi", "Anna")
    response = complete(referee, q=typed, slot="<script>", **{"in": "no-such-evening"})
    assert response.status_code == 200
    assert "<script>" not in html_of(response)
    assert "data-name" not in html_of(response)


# --- A pasted list ---------------------------------------------------------------------------------------------------


def look(referee: Client, tournament: Tournament, text: str = "", **more: object) -> Any:
    return referee.post(url("pairs_paste", tournament), {"text": text} | more)


def lines_on(response: Any) -> list[str]:
    return re.findall(r'name="line" value="([^"]*)"', html_of(response))


LIST = "1. Rossi Anna - Neri Ugo\n2. Verdi Pia / Galli Ivo\n3. Conti Bianchi Aldo Eva\n4. Rossi Anna - Costa Lia"


def test_a_list_of_players_alone_is_entered_and_only_they_are_told(referee: Client, evening: Tournament) -> None:
    paste = url("pairs_paste", evening)
    assert referee.post(paste, {"line": ["Zucchi Ugo"]}).status_code == 200
    assert referee.post(paste, {"line": []}).status_code == 422
    entered = referee.post(paste, {"line": ["Zucchi Ugo"], "enter": "1"})
    assert said(entered) == "1 player is looking for a partner."


def test_a_list_is_looked_at_before_anything_is_saved(referee: Client, evening: Tournament) -> None:
    member("Rossi", "Anna", club="ASD Aurora")
    response = look(referee, evening, LIST)
    text = text_of(response)
    assert "2 pairs can be added · 3 new members · 2 lines to correct" in text
    assert "Rossi Anna club: ASD Aurora – Neri Ugo new member" in text
    assert "This may be one name or two" in text
    assert "Rossi Anna is already on line 1 of this list." in text
    assert not Pair.objects.exists()
    assert Player.objects.count() == 1


def test_good_lines_are_entered_and_the_others_stay_to_be_corrected(referee: Client, evening: Tournament) -> None:
    paste = url("pairs_paste", evening)
    lines = lines_on(look(referee, evening, LIST))
    page = referee.post(paste, {"line": lines, "enter": "1"})
    assert names(evening) == ["Rossi Anna – Neri Ugo", "Verdi Pia – Galli Ivo"]
    assert "2 pairs added. 2 lines are left." in text_of(page)
    assert lines_on(page) == lines[2:]
    assert "is already playing in pair 1, Rossi Anna – Neri Ugo" in text_of(page)
    done = referee.post(paste, {"line": ["Conti Aldo - Bianchi Eva", ""], "enter": "1", "here": "1"})
    assert done.headers["Location"] == url("pairs", evening)
    assert names(evening)[2:] == ["Conti Aldo – Bianchi Eva"]
    assert pair(evening, 3).status == Pair.Status.ACTIVE


def test_what_stands_beside_the_names_is_kept_with_the_members(referee: Client, evening: Tournament) -> None:
    known = member("Rossi", "Anna", club="ASD Aurora")
    member("Sala", "Eva", club="Gallipoli")
    text = "Rossi Anna / Neri Ugo (Gallipoli) 333 1234567\nColombo Ada cerca compagno (allergica)"
    looked = look(referee, evening, text)
    assert "1 pair can be added · 1 is looking for a partner · 2 new members" in text_of(looked)
    assert "Rossi Anna: the list says “Gallipoli”; the member’s details stay as they are." in text_of(looked)
    referee.post(url("pairs_paste", evening), {"line": lines_on(looked), "enter": "1"})
    ugo = pair(evening, 1).player2
    assert ugo is not None
    known.refresh_from_db()
    assert (ugo.club, ugo.contact, known.club) == ("Gallipoli", "333 1234567", "ASD Aurora")
    (single,) = evening.singles.all()
    assert (str(single), single.player.club) == ("Colombo Ada", "")
    again = look(referee, evening, "Colombo Ada")
    assert "Colombo Ada is already looking for a partner." in text_of(again)


def test_each_part_of_a_line_is_labelled_and_only_known_clubs_are_clubs(referee: Client, evening: Tournament) -> None:
    club_rename(name="Asso di Cuori")
    paste = url("pairs_paste", evening)
    text = "Rossi Anna - Neri Ugo (porta la torta)\nVerdi Pia (asso di cuori) - Galli Ivo (Porto Cesareo) 333 1234567"
    looked = look(referee, evening, text)
    page_text = text_of(looked)
    assert "Rossi Anna new member – Neri Ugo new member note, not kept: “porta la torta”" in page_text
    assert "Verdi Pia new member club: asso di cuori – Galli Ivo new member contact: 333 1234567" in page_text
    offered = re.findall(r'name="club" value="([^"]*)"( checked)?', html_of(looked))
    assert offered == [("porta la torta", ""), ("Porto Cesareo", "")]

    # The referee marks one of them as a club, and the choice remains.
    sent = {"line": [*lines_on(looked), "Conti Bianchi Aldo Eva"], "club": ["Porto Cesareo"]}
    looked = referee.post(paste, sent | {"look": "1"})
    assert "Galli Ivo new member club: Porto Cesareo contact: 333 1234567" in text_of(looked)
    left = referee.post(paste, sent | {"enter": "1"})
    assert 'value="Porto Cesareo" checked' in html_of(left)
    clubs = {str(player): player.club for pair in evening.pairs.all() for player in pair.players}
    assert clubs == {"Rossi Anna": "", "Neri Ugo": "", "Verdi Pia": "asso di cuori", "Galli Ivo": "Porto Cesareo"}


def test_a_club_tells_which_of_several_members_is_meant(referee: Client, evening: Tournament) -> None:
    chosen = [member("Rossi", "Anna", club=club) for club in ("ASD Aurora", "ASD Levante")][1]
    lines = lines_on(look(referee, evening, "Rossi Anna (asd levante) / Neri Ugo"))
    referee.post(url("pairs_paste", evening), {"line": lines, "enter": "1"})
    assert pair(evening, 1).player1 == chosen


def test_a_doubtful_line_is_entered_only_if_it_is_ticked(referee: Client, evening: Tournament) -> None:
    paste = url("pairs_paste", evening)
    lines = lines_on(look(referee, evening, "Rossi Anna - Neri Ugo\nSantoro Luca - Galli Ivo (forse)\nVerdi Pia ?"))
    left = referee.post(paste, {"line": lines, "enter": "1"})
    assert names(evening) == ["Rossi Anna – Neri Ugo"]
    assert "1 pair added. 2 lines are left." in text_of(left)
    assert "What is left of the list · 2 unusual lines" in text_of(left)
    assert "No pair can be added yet" not in text_of(left)
    looked = referee.post(paste, {"line": lines_on(left), "sure": ["1"], "look": "1"})
    assert "1 pair can be added" in text_of(looked)
    referee.post(paste, {"line": ["", *lines_on(left)], "sure": ["2", "3"], "enter": "1"})
    assert names(evening)[1:] == ["Santoro Luca – Galli Ivo"]
    assert [str(single) for single in evening.singles.all()] == ["Verdi Pia"]


def test_every_line_can_be_changed_and_all_of_them_come_back(referee: Client, evening: Tournament) -> None:
    text = "\n".join(f"Rossi N{index} - Verdi N{index}{' ?' * (index % 2)}" for index in range(800))
    looked = look(referee, evening, text)
    assert html_of(looked).count('name="line"') == 800
    everything = {"line": lines_on(looked), "sure": [str(place) for place in range(1, 801)], "look": "1"}
    assert "800 pairs can be added" in text_of(referee.post(url("pairs_paste", evening), everything))


def test_looking_again_saves_nothing(referee: Client, evening: Tournament) -> None:
    response = referee.post(url("pairs_paste", evening), {"line": ["Rossi Anna - Neri Ugo"], "look": "1"})
    assert "1 pair can be added" in text_of(response)
    assert not Pair.objects.exists()


def test_sending_a_saved_list_again_enters_nobody_twice(referee: Client, evening: Tournament) -> None:
    for _ in range(2):
        referee.post(url("pairs_paste", evening), {"line": ["Rossi Anna - Neri Ugo"], "enter": "1"})
    assert names(evening) == ["Rossi Anna – Neri Ugo"]


def test_columns_keep_their_last_names(referee: Client, evening: Tournament) -> None:
    lines = lines_on(look(referee, evening, "Rossi Neri;Anna;Bianchi;Carlo"))
    referee.post(url("pairs_paste", evening), {"line": lines, "enter": "1"})
    assert (pair(evening, 1).player1.last_name, pair(evening, 1).player1.first_name) == ("Rossi Neri", "Anna")


def test_a_list_asks_who_is_meant_and_saves_no_guess(referee: Client, evening: Tournament) -> None:
    for club in ("ASD Aurora", "ASD Levante"):
        member("Rossi", "Anna", club=club)
    member("Neri", "Ugo")
    text = text_of(look(referee, evening, "Rossi Anna - Verdi Pia\nNeri - Galli Ivo"))
    assert "Several members are called Rossi Anna: Rossi Anna (ASD Aurora); Rossi Anna (ASD Levante)." in text
    assert "Which Neri? There is Neri Ugo. Write the first name too." in text
    assert "No pair can be added yet" in text


def test_one_member_named_in_two_ways_is_no_pair(referee: Client, evening: Tournament) -> None:
    member("Rossi", "Anna")
    text = text_of(look(referee, evening, "Rossi Anna - Anna Rossi"))
    assert "Both names are the same: write the partner’s." in text and "No pair can be added yet" in text


@pytest.mark.parametrize(("first_names", "named"), [("ABCD", "A; B; C; D"), ("ABCDE", "A; B; C; D …")])
def test_a_question_names_four_members_and_says_that_there_are_more(
    referee: Client, evening: Tournament, first_names: str, named: str
) -> None:
    for first in first_names:
        member("Rossi", first)
    named = re.sub(r"\b(\w)\b", r"Rossi \1", named)
    assert f"Which Rossi? There is {named}. Write" in text_of(look(referee, evening, "Rossi - Galli Ivo"))


def test_a_namesake_who_plays_already_leaves_the_other(referee: Client, evening: Tournament) -> None:
    first, second = (member("Rossi", "Anna", club=club) for club in ("ASD Aurora", "ASD Levante"))
    pair_add(tournament=evening, players=(first, "Neri Ugo"))
    lines = lines_on(look(referee, evening, "Rossi Anna - Verdi Pia"))
    referee.post(url("pairs_paste", evening), {"line": lines, "enter": "1"})
    assert pair(evening, 2).player1 == second


@pytest.mark.parametrize("encoding", ["utf-8-sig", "cp1252"])
def test_an_uploaded_csv_is_read_as_excel_writes_it(referee: Client, evening: Tournament, encoding: str) -> None:
    data = "Cognome;Nome;Cognome;Nome\r\nD’Angelò;Niccolò;Rossi;Anna\r\n".encode(encoding)
    response = look(referee, evening, file=SimpleUploadedFile("coppie.csv", data))
    assert "D’Angelò Niccolò new member – Rossi Anna new member" in text_of(response)


def test_a_file_as_large_as_may_be_is_read(referee: Client, evening: Tournament) -> None:
    data = b"Rossi Anna - Neri Ugo\n".ljust(200_000)
    assert "Rossi Anna new member" in text_of(look(referee, evening, file=SimpleUploadedFile("coppie.csv", data)))


@pytest.mark.parametrize(
    ("data", "sentence"),
    [(b"PK\x03\x04\x00\x00", "Save the spreadsheet as CSV"), (b"a" * 200_001, "too large"), (b"", "empty")],
)
def test_a_file_that_is_no_list_is_refused_and_the_text_stays(
    referee: Client, evening: Tournament, data: bytes, sentence: str
) -> None:
    response = look(referee, evening, "Rossi Anna - Neri Ugo", file=SimpleUploadedFile("coppie.xlsx", data))
    assert response.status_code == 422
    assert sentence in text_of(response)
    assert "Rossi Anna - Neri Ugo" in html_of(response)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [("", "There is no name yet"), ("\n;;\n", "There is no name yet"), ("A - B\n" * 801, "at most 800")],
)
def test_a_list_of_nothing_or_too_much_is_refused(
    referee: Client, evening: Tournament, text: str, sentence: str
) -> None:
    response = look(referee, evening, text)
    assert response.status_code == 422
    assert sentence in text_of(response)


@pytest.mark.parametrize("line", ["<script>", "Ro\x00ssi - Neri", "😀", HUGE, "x" * 9000, "- - -"])
def test_strange_lines_stay_on_the_page_as_text(referee: Client, evening: Tournament, line: str) -> None:
    response = referee.post(url("pairs_paste", evening), {"line": [line], "enter": "1"})
    assert response.status_code == 422
    assert len(lines_on(response)) == 1
    assert "<script>" not in html_of(response)
    assert not Player.objects.exists()


def test_as_many_lines_as_a_list_may_have_come_back_from_the_preview(referee: Client, evening: Tournament) -> None:
    text = "\n".join(f"Rossi N{index} - Verdi N{index}" for index in range(800))
    lines = lines_on(look(referee, evening, text))
    response = referee.post(url("pairs_paste", evening), {"line": lines, "look": "1"})
    assert "800 pairs can be added" in text_of(response)


@pytest.mark.parametrize("count", [2, 30, 400])
def test_a_preview_takes_the_same_few_queries(
    referee: Client, evening: Tournament, django_assert_max_num_queries: DjangoAssertNumQueries, count: int
) -> None:
    text = "\n".join(f"Rossi N{index} - Verdi N{index}" for index in range(count))
    with django_assert_max_num_queries(9):
        look(referee, evening, text)


# --- Checking in -----------------------------------------------------------------------------------------------------


def test_a_tick_answers_with_the_row_the_counts_and_the_next_step(referee: Client) -> None:
    tournament = make_tournament(pairs=2, here=False)
    check_in = url("pairs_check_in", tournament)
    first = referee.post(check_in, {"here": "1"}, headers=HTMX)
    assert "✓ here" in text_of(first)
    assert "2 pairs · 1 here · 1 expected" in text_of(first)
    assert "Draw the first round" not in text_of(first)
    assert "Draw the first round" in text_of(referee.post(check_in, {"here": "2"}, headers=HTMX))
    assert [entered.status for entered in tournament.pairs.all()] == ["active", "active"]
    referee.post(check_in, {"expected": "2"}, headers=HTMX)
    assert pair(tournament, 2).status == Pair.Status.EXPECTED


def test_a_tick_works_without_javascript(referee: Client) -> None:
    tournament = make_tournament(pairs=2, here=False)
    response = referee.post(url("pairs_check_in", tournament), {"here": "2"})
    assert response.headers["Location"] == url("pairs", tournament)
    assert pair(tournament, 2).status == Pair.Status.ACTIVE


def test_everybody_is_here_but_the_withdrawn(referee: Client) -> None:
    tournament = make_tournament(pairs=3, here=False)
    referee.post(url("pair_status", tournament, 2), {"status": "withdrawn"})
    assert referee.post(url("pairs_check_in", tournament), {"everybody": "1"})["Location"] == url("pairs", tournament)
    in_place = referee.post(url("pairs_check_in", tournament), {"everybody": "1"}, headers=HTMX)
    assert in_place["HX-Redirect"] == url("pairs", tournament)
    assert [entered.status for entered in tournament.pairs.all()] == ["active", "withdrawn", "active"]


@pytest.mark.parametrize("typed", ["", "7", "0", "-1", "abc", "\x00", "²", HUGE])
def test_a_tick_of_nobody_is_404(referee: Client, typed: str) -> None:
    tournament = make_tournament(pairs=2)
    assert referee.post(url("pairs_check_in", tournament), {"here": typed}, headers=HTMX).status_code == 404


@pytest.mark.parametrize("pairs", [3, 50, 500])
def test_the_list_takes_the_same_few_queries(
    referee: Client, django_assert_max_num_queries: DjangoAssertNumQueries, pairs: int
) -> None:
    tournament = tournament_create(name="Grande", date=make_tournament().date)
    players = Player.objects.bulk_create(
        Player(last_name=f"Rossi{index}", search_name=f"rossi{index}") for index in range(2 * pairs)
    )
    Pair.objects.bulk_create(
        Pair(tournament=tournament, number=index + 1, player1=players[2 * index], player2=players[2 * index + 1])
        for index in range(pairs)
    )
    with django_assert_max_num_queries(9):
        page = referee.get(url("pairs", tournament))
    assert html_of(page).count("data-key") == pairs


# --- Correcting, withdrawing, deleting -------------------------------------------------------------------------------


def change(referee: Client, tournament: Tournament, which: int, **fields: object) -> Any:
    entered = pair(tournament, which)
    data = {"number": which, "player1": str(entered.player1), "player2": str(entered.player2)}
    return referee.post(url("pair_edit", tournament, which), data | fields)


def test_a_pair_is_corrected(referee: Client) -> None:
    tournament = make_tournament(pairs=3)
    partner = pair(tournament, 2).player2
    change(referee, tournament, 2, player1="Nuova Lia", number=8)
    assert (str(pair(tournament, 8).player1), pair(tournament, 8).player2) == ("Nuova Lia", partner)


def test_saving_a_pair_as_shown_changes_nothing(referee: Client) -> None:
    tournament = make_tournament(pairs=2)
    before = list(tournament.pairs.values())
    assert change(referee, tournament, 1).status_code == 302
    assert list(tournament.pairs.values()) == before
    assert Player.objects.count() == 4


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"number": 2}, "Number 2 belongs to"),
        ({"number": 0}, "greater than or equal to 1"),
        ({"number": HUGE}, "less than or equal to"),
        ({"number": "uno"}, "whole number"),
        ({"player1": ""}, "required"),
    ],
)
def test_a_wrong_correction_is_refused_and_stays_typed(
    referee: Client, fields: dict[str, object], sentence: str
) -> None:
    tournament = make_tournament(pairs=2)
    response = change(referee, tournament, 1, player2="Nuova Lia", **fields)
    assert response.status_code == 422
    assert sentence in text_of(response)
    assert 'value="Nuova Lia"' in html_of(response)


def test_a_seated_pair_keeps_its_number_and_withdraws_instead_of_being_deleted(referee: Client) -> None:
    tournament = make_tournament(pairs=4)
    start_round(tournament)
    page = text_of(referee.get(url("pair_edit", tournament, 1)))
    assert "Withdraw the pair" in page
    assert "Delete the pair" not in page
    assert "Pair number" not in page
    refused = referee.post(url("pair_delete", tournament, 1))
    assert refused.status_code == 422
    assert "withdraw it instead" in text_of(refused)
    assert "has been seated" in text_of(change(referee, tournament, 1, number=9))


def test_a_pair_withdraws_and_is_taken_back(referee: Client) -> None:
    tournament = make_tournament(pairs=2)
    referee.post(url("pair_status", tournament, 1), {"status": "withdrawn"})
    assert "1 withdrawn" in text_of(referee.get(url("pairs", tournament)))
    referee.post(url("pair_status", tournament, 1), {"status": "active"})
    assert pair(tournament, 1).status == Pair.Status.ACTIVE
    assert referee.post(url("pair_status", tournament, 1), {"status": "asleep"}).status_code == 404


def test_a_pair_that_never_sat_is_deleted_and_its_players_stay_members(referee: Client) -> None:
    tournament = make_tournament(pairs=2)
    referee.post(url("pair_delete", tournament, 1))
    assert [entered.number for entered in tournament.pairs.all()] == [2]
    assert Player.objects.count() == 4


def test_pairs_that_are_not_there_are_404(referee: Client) -> None:
    tournament = make_tournament(pairs=2)
    for number in (3, 10**30):
        assert referee.get(url("pair_edit", tournament, number)).status_code == 404
        assert referee.post(url("pair_delete", tournament, number)).status_code == 404


# --- Members ---------------------------------------------------------------------------------------------------------


def test_a_corrected_name_shows_everywhere_and_tells_the_public_pages(referee: Client) -> None:
    tournament = make_tournament(pairs=2)
    player, revision = pair(tournament, 1).player1, tournament.revision
    referee.post(
        f"/en/players/{player.pk}/edit/", {"last_name": "Rossi-Neri", "first_name": "Anna", "club": "ASD Aurora"}
    )
    tournament.refresh_from_db()
    assert tournament.revision > revision
    assert "Rossi-Neri Anna" in text_of(referee.get(url("pairs", tournament)))


def test_two_people_of_one_name_can_both_be_members_but_not_share_a_card(referee: Client) -> None:
    anna = {"last_name": "Rossi", "first_name": "Anna"}
    assert referee.post("/en/players/", anna | {"card": "0042"}).status_code == 302
    assert referee.post("/en/players/", anna).status_code == 302
    refused = referee.post("/en/players/", {"last_name": "Neri", "card": "0042"})
    assert refused.status_code == 422
    assert "Another player has this card number" in text_of(refused)
    assert Player.objects.count() == 2


@pytest.mark.parametrize(
    ("typed", "found"),
    [("anna", {"Rossi Anna"}), ("levante", {"Neri Ugo"}), ("0042", {"Rossi Anna"}), ("ross aurora", {"Rossi Anna"})],
)
def test_members_are_found_by_name_club_or_card(referee: Client, typed: str, found: set[str]) -> None:
    member("Rossi", "Anna", club="ASD Aurora", card="0042")
    member("Neri", "Ugo", club="ASD Levante")
    page = html_of(referee.get("/en/players/", {"q": typed}))
    assert {name for name in ("Rossi Anna", "Neri Ugo") if f">{name}</a>" in page} == found


@pytest.mark.parametrize("query", [{"q": "😀"}, {"q": HUGE}, {"page": HUGE}, {"page": "-1"}])
def test_the_members_page_answers_whatever_is_asked(referee: Client, query: dict[str, str]) -> None:
    assert referee.get("/en/players/", query).status_code == 200


def test_members_that_are_not_there_are_404(referee: Client) -> None:
    for page in ("players/{}/", "players/{}/edit/", "m/{}/"):
        assert referee.get(f"/en/{page.format(1)}").status_code == 404
        assert referee.get(f"/en/{page.format(HUGE)}").status_code == 404
