"""A draft changed on its page: htmx gets the changed parts, and other browsers the whole page."""

import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from pages.refusals import Refused
from tests.factories import AT, draft_round, make_tournament, pair, play_round, start_round
from tests.tournaments.views.pages import html_of, text_of, url
from tournaments.models import Round, Tournament
from tournaments.pairing.table_keys import table_key
from tournaments.records import EntrantId, System
from tournaments.selectors.drafts import drafted
from tournaments.selectors.evening import Evening
from tournaments.services import draft_fix, pair_add, round_draft, round_publish
from tournaments.views.rounds import check, drafts

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


def second_round(pairs: int = 8, system: System = System.DANISH, **settings: object) -> Round:
    tournament = make_tournament(pairs=pairs)
    play_round(start_round(tournament))
    return draft_round(tournament, system, **settings)


def keys(round_: Round) -> list[str]:
    return [table_key(table) for table in drafted(Round.objects.get(pk=round_.pk)).tables]


def seats(round_: Round) -> list[tuple[EntrantId, ...]]:
    return [table.seated for table in drafted(Round.objects.get(pk=round_.pk)).tables]


def seat_of(round_: Round, table: int, place: int = 0) -> str:
    return f"{seats(round_)[table - 1][place]}@{keys(round_)[table - 1]}"


def page(round_: Round, name: str = "round") -> str:
    return url(name, round_.tournament, round_.number)


def test_a_pair_is_chosen_and_the_next_one_changes_seats_with_it_without_scripts(referee: Client) -> None:
    round_ = second_round()
    before = seats(round_)
    chosen = seat_of(round_, 1)
    response = referee.post(page(round_, "draft_seat"), {"picked": "", "seat": chosen}, follow=True)
    assert f"{before[0][0]} {pair(round_.tournament, before[0][0])} is selected" in text_of(response)
    assert f'name="picked" value="{chosen}"' in html_of(response)
    response = referee.post(page(round_, "draft_seat"), {"picked": chosen, "seat": seat_of(round_, 2)})
    assert response.headers["Location"].endswith("#table-1")
    assert seats(round_)[:2] == [(before[1][0], before[0][1]), (before[0][0], before[1][1])]


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("abc", "Type the number of a table."),
        ("0", "Type the number of a table."),
        ("1" + "0" * 30, "Type the number of a table."),
        ("9", "There is no table 9 in this draft."),
    ],
)
def test_a_table_number_that_is_none_is_refused_by_what_was_wrong(referee: Client, typed: str, sentence: str) -> None:
    round_ = second_round()
    before = seats(round_)
    change = {"do": "number", "table": keys(round_)[0], "to": typed}
    response = referee.post(page(round_, "draft_change"), change, headers=HTMX)
    assert response.status_code == 422
    assert sentence in text_of(response)
    assert seats(round_) == before


def test_choosing_the_same_pair_twice_lets_it_be(referee: Client) -> None:
    round_ = second_round()
    chosen, before = seat_of(round_, 1), seats(round_)
    response = referee.post(page(round_, "draft_seat"), {"picked": chosen, "seat": chosen})
    assert response.headers["Location"] == page(round_)
    assert seats(round_) == before


def test_with_htmx_only_the_head_and_the_rows_that_changed_come_back(referee: Client) -> None:
    round_ = second_round(20)
    asked = {"picked": seat_of(round_, 2), "seat": seat_of(round_, 7)}
    html = html_of(referee.post(page(round_, "draft_seat"), asked, headers=HTMX))
    assert re.findall(r'<li id="table-(\d+)"', html) == ["2", "7"]
    assert html.count("hx-swap-oob") == 4
    assert "<html" not in html
    assert "In the ranking the opponents are further apart than before." in html


def test_what_a_change_breaks_is_said_at_once(referee: Client) -> None:
    tournament = make_tournament(pairs=4)
    play_round(start_round(tournament))
    seated = [(EntrantId(1), EntrantId(3)), (EntrantId(2), EntrantId(4))]
    round_ = round_draft(tournament=tournament, system=System.MANUAL, seats=seated)
    asked = {"picked": seat_of(round_, 1, 1), "seat": seat_of(round_, 2)}
    text = text_of(referee.post(page(round_, "draft_seat"), asked, headers=HTMX))
    assert "Table 1: They met in round 1. Table 2: They met in round 1." in text
    assert "At 2 tables two pairs meet again: tables 1, 2." in text


CHANGES = {
    "lines": lambda round_: {"do": "lines", "table": keys(round_)[0]},
    "number": lambda round_: {"do": "number", "table": keys(round_)[0], "to": "3"},
    "rest": lambda round_: {"do": "rest", "one": seat_of(round_, 1)},
    "join": lambda round_: {"do": "join", "one": seat_of(round_, 1), "table": keys(round_)[-1]},
    "keep": lambda round_: {"do": "keep", "table": keys(round_)[1]},
    "exclude": lambda round_: {"do": "exclude", "meeting": "{}-{}".format(*sorted(seats(round_)[0]))},
    "fix": lambda round_: {"do": "fix", "pair": str(seats(round_)[0][0]), "to": "2"},
}


def state(round_: Round) -> object:
    fresh = Round.objects.get(pk=round_.pk)
    fixed = list(fresh.tournament.pairs.exclude(fixed_table=None).values_list("number", "fixed_table"))
    return seats(fresh), fresh.settings, fixed


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "htmx"])
@pytest.mark.parametrize("name", CHANGES)
def test_every_change_of_a_table_is_made_and_taken_back(referee: Client, name: str, headers: dict[str, str]) -> None:
    round_ = second_round(9)
    before = state(round_)
    response = referee.post(page(round_, "draft_change"), CHANGES[name](round_), headers=headers)
    assert response.status_code == (200 if headers else 302)
    assert state(round_) != before
    response = referee.post(page(round_, "draft_undo"), {"depth": "1"}, headers=headers)
    assert response.status_code == (200 if headers else 302)
    assert state(round_) == before


@pytest.mark.parametrize("name", ["keep", "exclude", "fix"])
def test_what_is_settled_is_shown_with_a_way_to_take_it_back(referee: Client, name: str) -> None:
    round_ = second_round(9)
    before = state(round_)
    referee.post(page(round_, "draft_change"), CHANGES[name](round_))
    chips = re.findall(r'<form class="draft-chip".*?</form>', html_of(referee.get(page(round_))), re.DOTALL)
    assert len(chips) == 1
    sent = dict(re.findall(r'name="(do|table|meeting|pair)" value="([^"]*)"', chips[0]))
    referee.post(page(round_, "draft_change"), sent)
    assert state(round_) == before


def test_the_menu_of_a_table_comes_when_it_is_opened(referee: Client) -> None:
    round_ = second_round()
    one, other = sorted(seats(round_)[0])
    text = text_of(referee.get(page(round_, "draft_menu"), {"table": "1"}, headers=HTMX))
    assert f"{one} and {other} must not meet" in text
    assert "keeps table 1 from now on" in text
    assert text in text_of(referee.get(page(round_), {"table": "1"}))
    assert referee.get(page(round_, "draft_menu"), {"table": "99"}).status_code == 404


def test_a_change_of_tables_that_are_no_longer_so_shows_the_draft_as_it_is(referee: Client) -> None:
    round_ = second_round()
    stale = {"do": "lines", "table": keys(round_)[0]}
    referee.post(page(round_, "draft_change"), stale)
    after = seats(round_)
    response = referee.post(page(round_, "draft_change"), stale, headers=HTMX)
    assert response.status_code == 409
    assert "The draft has been changed in the meantime" in text_of(response)
    assert 'id="draft" hx-swap-oob' in html_of(response)
    assert referee.post(page(round_, "draft_undo"), {"depth": "7"}).status_code == 409
    assert seats(round_) == after


def test_a_draft_that_was_published_meanwhile_is_not_changed(referee: Client) -> None:
    round_ = second_round()
    asked, before = {"do": "lines", "table": keys(round_)[0]}, seats(round_)
    round_publish(round=round_, at=AT)
    response = referee.post(page(round_, "draft_change"), asked)
    assert response.status_code == 409
    assert "has been published already" in text_of(response)
    assert referee.post(page(round_, "draft_redraw"), {"seed": "3"}).status_code == 409
    assert seats(round_) == before


NONSENSE = [
    {},
    {"do": "explode"},
    {"do": "swap", "one": "x", "other": "y"},
    {"do": "swap", "one": "1@1:1-2"},
    {"do": "lines", "table": "1:1-2" * 5000},
    {"do": "lines", "table": "٣:1-2"},
    {"do": "keep", "table": "1:1+2-3"},
    {"do": "exclude", "meeting": "1-1"},
    {"do": "exclude", "meeting": "1-" + "9" * 40},
    {"do": "fix", "pair": "1", "to": "-3"},
    {"do": "fix", "pair": "1" + "0" * 30, "to": "1"},
    {"do": "number", "table": "1:1-2", "to": ""},
    {"do": "rest", "one": "9@1:1-2"},
    {"do": "join", "one": "1@1:1-2", "table": "\x00"},
]


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "htmx"])
def test_nonsense_is_answered_with_a_sentence(referee: Client, headers: dict[str, str]) -> None:
    round_, otherwise = second_round(), []
    before = state(round_)
    for asked in NONSENSE:
        response = referee.post(page(round_, "draft_change"), asked, headers=headers)
        has_sentence = response.status_code in (409, 422) and "note-error" in html_of(response)
        if not has_sentence or state(round_) != before:
            otherwise.append((asked, response.status_code))
    assert otherwise == []


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "htmx"])
@pytest.mark.parametrize("depth", ["x", "-1"])
def test_an_undoing_of_nothing_known_is_refused(referee: Client, headers: dict[str, str], depth: str) -> None:
    round_ = second_round()
    referee.post(page(round_, "draft_change"), CHANGES["lines"](round_))
    before = state(round_)
    response = referee.post(page(round_, "draft_undo"), {"depth": depth}, headers=headers)
    assert response.status_code == 422 and "note-error" in html_of(response)
    assert state(round_) == before


def test_a_refusal_on_a_page_without_any_table_shows_the_draft(referee: Client) -> None:
    response = referee.post(page(second_round(), "draft_change"), {"do": "explode", "shown": ""}, headers=HTMX)
    assert response.status_code == 422 and 'id="table-1"' in html_of(response)


@pytest.mark.parametrize(("at_once", "whole"), [(1, True), (2, False)])
def test_more_rows_than_are_sent_one_by_one_come_as_a_list(
    referee: Client, monkeypatch: pytest.MonkeyPatch, at_once: int, whole: bool
) -> None:
    round_ = second_round(8)
    monkeypatch.setattr(drafts, "ROWS_AT_ONCE", at_once)
    asked = {"picked": seat_of(round_, 1), "seat": seat_of(round_, 2)}
    assert referee.post(page(round_, "draft_seat"), asked, headers=HTMX).context["whole"] is whole


def test_a_free_seat_needs_somebody_to_take_it(referee: Client) -> None:
    round_ = second_round(9)
    response = referee.post(page(round_, "draft_seat"), {"free": keys(round_)[-1]})
    assert response.status_code == 422
    assert "Choose somebody first." in text_of(response)


def test_a_free_seat_is_taken_and_a_chosen_pair_is_sent_to_rest(referee: Client) -> None:
    round_ = second_round(9)
    alone = seats(round_)[-1][0]
    taker, left = seats(round_)[0]
    referee.post(page(round_, "draft_seat"), {"picked": seat_of(round_, 1), "free": keys(round_)[-1]})
    assert (seats(round_)[0], seats(round_)[-1]) == ((left,), (alone, taker))
    referee.post(page(round_, "draft_seat"), {"picked": seat_of(round_, 2), "rest": "yes"})
    text = text_of(referee.get(page(round_)))
    assert "3 are resting: two of them could meet." in text
    assert len(seats(round_)) == 6


def test_a_tied_table_number_is_refused_in_words(referee: Client) -> None:
    round_ = second_round()
    draft_fix(round=round_, pair=EntrantId(1), table=2)
    response = referee.post(page(round_, "draft_change"), {"do": "fix", "pair": "3", "to": "2"})
    assert response.status_code == 422
    assert "note-error" in html_of(response)


def test_drawn_again_with_another_seed_a_kept_table_stays(referee: Client) -> None:
    round_ = second_round(20, System.DRAW)
    before = seats(round_)
    referee.post(page(round_, "draft_change"), {"do": "keep", "table": keys(round_)[3]})
    html = html_of(referee.get(page(round_)))
    assert "Draw the others again" in html
    seed = re.search(r'name="seed" value="(\d+)"', html)
    assert seed
    assert referee.post(page(round_, "draft_redraw"), {"seed": seed[1]}).status_code == 302
    assert seats(round_)[3] == before[3]
    assert seats(round_) != before
    assert referee.post(page(round_, "draft_redraw"), {"seed": "-1"}).status_code == 422


def test_an_excluded_meeting_is_avoided_when_the_round_is_drawn_again(referee: Client) -> None:
    round_ = second_round(8, System.DANISH_NO_REMATCH)
    one, other = sorted(seats(round_)[0])
    referee.post(page(round_, "draft_change"), {"do": "exclude", "meeting": f"{one}-{other}"})
    draft = referee.get(page(round_))
    assert "At 1 table there is a meeting you excluded: table 1." in text_of(draft)
    ns, ew = (pair(round_.tournament, number) for number in seats(round_)[0])
    assert f'title="{ns} / {ew}"' in html_of(draft)
    referee.post(page(round_, "draft_redraw"), {"seed": "1"})
    assert {one, other} not in [set(table) for table in seats(round_)]


def test_another_system_is_compared_without_writing_and_can_be_taken(referee: Client) -> None:
    round_ = second_round()
    before = state(round_)
    asked = {"system": "registration", "seed": "5"}
    text = text_of(referee.get(page(round_, "draft_compare"), asked))
    assert "Danish" in text and "Order of registration" in text
    assert "Tables where somebody meets again 4" in text
    assert text.count("Tables that differ 4") == 2
    assert state(round_) == before
    assert referee.post(page(round_, "draft_compare"), asked).headers["Location"] == page(round_)
    assert Round.objects.get(pk=round_.pk).system == System.REGISTRATION
    referee.post(page(round_, "draft_undo"), {"depth": "1"})
    assert state(round_) == before


def test_drafts_with_some_tables_in_common_or_with_fewer_are_compared_table_by_table(referee: Client) -> None:
    round_ = second_round()
    same = text_of(referee.get(page(round_, "draft_compare"), {"system": "danish"}))
    assert same.count("Tables that differ 0") == 2
    referee.post(page(round_, "draft_seat"), {"picked": seat_of(round_, 1), "seat": seat_of(round_, 2)})
    moved = text_of(referee.get(page(round_, "draft_compare"), {"system": "danish"}))
    assert moved.count("Tables that differ 2") == 2
    # A bracket of four has two tables beside the four of the draft.
    fewer = html_of(referee.get(page(round_, "draft_compare"), {"system": "knockout", "qualifiers": "4"}))
    own, other = fewer.split("compare-rows")[1:]
    assert [column.count("<li") for column in (own, other.partition("</ol>")[0])] == [4, 2]


def test_a_comparison_that_cannot_be_drawn_says_why(referee: Client) -> None:
    round_ = second_round(8)
    response = referee.get(page(round_, "draft_compare"), {"system": "mitchell", "step": "4"})
    assert response.status_code == 422
    assert "the step goes from 1 to 3" in text_of(response)
    assert referee.get(page(round_, "draft_compare"), {"system": "manual"}).status_code == 422
    assert referee.get(page(round_, "draft_compare")).status_code == 200


def test_a_published_round_is_compared_with_what_its_inputs_give(referee: Client) -> None:
    round_ = second_round(9, System.DANISH_NO_REMATCH)
    round_publish(round=round_, at=AT)
    assert "gives the same tables." in text_of(referee.get(page(round_, "round_check")))


def test_the_check_lists_what_the_referee_changed_and_nothing_else(referee: Client) -> None:
    round_ = second_round(8, System.DRAW)
    before = seats(round_)
    referee.post(page(round_, "draft_change"), {"do": "keep", "table": keys(round_)[2]})
    referee.post(page(round_, "draft_seat"), {"picked": seat_of(round_, 1), "seat": seat_of(round_, 4)})
    round_publish(round=Round.objects.get(pk=round_.pk), at=AT)
    response = referee.get(page(round_, "round_check"))
    assert [difference.number for difference in response.context["differences"]] == [1, 4]
    was, now = response.context["differences"][0].was, response.context["differences"][0].now
    assert tuple(side[0].id for side in was) == before[0]
    assert tuple(side[0].id for side in now) == seats(round_)[0]


def test_the_check_says_when_the_ranking_was_corrected_since(referee: Client) -> None:
    round_ = second_round(8)
    assert "changed since the draw" not in text_of(referee.get(page(round_, "round_check")))
    Round.objects.filter(pk=round_.pk).update(order=round_.order[::-1])
    assert "changed since the draw" in text_of(referee.get(page(round_, "round_check")))


def test_the_check_takes_a_ranking_by_the_figures_alone_as_the_draw_s(
    referee: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rounds after a knockout were once drawn by it."""
    round_ = second_round(8)
    monkeypatch.setattr(Evening, "order_today", lambda self, round_: round_.order[::-1])
    assert "changed since the draw" not in text_of(referee.get(page(round_, "round_check")))


def test_the_check_compares_the_ranking_of_those_who_were_and_are_there(referee: Client) -> None:
    round_ = second_round(8)
    round_.tournament.pairs.filter(number=seats(round_)[0][0]).update(status="withdrawn")
    assert "changed since the draw" not in text_of(referee.get(page(round_, "round_check")))


def test_the_check_says_why_a_draw_cannot_be_repeated(referee: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_args: object) -> None:
        raise Refused("There is no such movement.")

    round_ = second_round(8)
    monkeypatch.setattr(check, "compute_draft", refuse)
    text = text_of(referee.get(page(round_, "round_check")))
    assert "The draw cannot be repeated: There is no such movement." in text


def test_the_check_of_a_changed_draw_that_did_not_record_fixed_tables_mentions_them(referee: Client) -> None:
    round_ = second_round(8)
    referee.post(page(round_, "draft_seat"), {"picked": seat_of(round_, 1), "seat": seat_of(round_, 2)})
    said = "Fixed tables are taken as they are set now"
    assert said not in text_of(referee.get(page(round_, "round_check")))
    round_.tournament.pairs.filter(number=seats(round_)[3][0]).update(fixed_table=4)
    Round.objects.filter(pk=round_.pk).update(as_drawn={})
    assert said in text_of(referee.get(page(round_, "round_check")))


def test_seats_by_hand_were_not_drawn(referee: Client) -> None:
    tournament = make_tournament(pairs=4)
    seated = [(EntrantId(1), EntrantId(3)), (EntrantId(2), EntrantId(4))]
    round_ = round_draft(tournament=tournament, system=System.MANUAL, seats=seated)
    assert "nothing was drawn" in text_of(referee.get(page(round_, "round_check")))


def test_players_of_an_individual_tournament_are_shown_and_moved_one_by_one(referee: Client) -> None:
    tournament = make_tournament(kind=Tournament.Kind.INDIVIDUAL, pairs=0)
    for name in ("Anna", "Bice", "Carla", "Dora", "Elsa", "Fede", "Gina", "Ines", "Lina"):
        pair_add(tournament=tournament, players=[f"Rossi {name}"], here=True)
    round_ = draft_round(tournament, System.INDIVIDUAL)
    html = html_of(referee.get(page(round_)))
    assert html.count("data-seat=") == 9
    assert "Change seats by hand" not in html
    before = seats(round_)
    referee.post(page(round_, "draft_seat"), {"picked": seat_of(round_, 1, 1), "seat": seat_of(round_, 3)})
    assert seats(round_)[0][1] == before[2][0]
    referee.post(page(round_, "draft_change"), {"do": "rest", "one": seat_of(round_, 2)})
    assert [len(table) for table in seats(round_)] == [4, 1, 1, 1, 1, 1]
    # Who sits down at a table of one is joined by two more of those who rest.
    referee.post(page(round_, "draft_seat"), {"picked": seat_of(round_, 2), "free": keys(round_)[4]})
    assert sorted(len(table) for table in seats(round_)) == [1, 4, 4]
    round_publish(round=round_, at=AT)
    assert "Rossi" in text_of(referee.get(page(round_)))


@pytest.mark.parametrize("pairs", [9, 61])
def test_a_change_costs_the_same_whatever_the_size(
    referee: Client, pairs: int, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    round_ = second_round(pairs)
    asked = {"picked": seat_of(round_, 1), "seat": seat_of(round_, 2)}
    with django_assert_max_num_queries(14):
        referee.post(page(round_, "draft_seat"), asked, headers=HTMX)
    assert seats(round_)[0][0] != int(asked["picked"].split("@")[0])


@pytest.mark.parametrize("pairs", [9, 61])
@pytest.mark.parametrize("name", ["round", "draft_compare", "round_check", "draft_menu"])
def test_the_pages_of_a_draft_cost_the_same_whatever_the_size(
    referee: Client, pairs: int, name: str, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    round_ = second_round(pairs)
    with django_assert_max_num_queries(13):
        response = referee.get(page(round_, name), {"system": "draw", "table": "1"})
    assert response.status_code == 200


@pytest.mark.parametrize("pairs", [9, 61])
def test_drawing_a_draft_again_costs_the_same_whatever_the_size(
    referee: Client, pairs: int, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    """The existing draft is read first, for its undo, and the rows of its tables are updated."""
    round_ = second_round(pairs, System.DRAW)
    was = seats(round_)
    with django_assert_max_num_queries(16):
        referee.post(page(round_, "draft_redraw"), {"seed": "5"})
    assert seats(round_) != was
    with django_assert_max_num_queries(16):
        referee.post(page(round_, "draft_compare"), {"system": "danish_no_rematch"})
    assert Round.objects.get(pk=round_.pk).system == System.DANISH_NO_REMATCH


ACTIONS = ("draft_seat", "draft_change", "draft_undo", "draft_redraw")


@pytest.mark.parametrize("name", ACTIONS)
def test_actions_are_posted_and_their_round_exists(referee: Client, name: str) -> None:
    tournament = make_tournament(pairs=4)
    assert referee.get(url(name, tournament, 1)).status_code == 405
    assert referee.post(url(name, tournament, 1)).status_code == 404


@pytest.mark.parametrize("name", [*ACTIONS, "draft_menu", "draft_compare", "round_check"])
def test_only_the_referee_gets_in(client: Client, name: str) -> None:
    round_ = draft_round(make_tournament(pairs=4))
    method = client.post if name in ACTIONS else client.get
    assert "/login/" in method(page(round_, name)).headers["Location"]
