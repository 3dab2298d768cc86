"""A round on the referee's pages: chosen, drafted, seated by hand, published, unpublished, closed."""

import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.factories import AT, draft_round, make_tournament, pair, play_round, play_table, start_on_phones, start_round
from tests.tournaments.sheets.sheet_text import pages_of
from tests.tournaments.views.pages import html_of, plain, said, text_of, url
from tournaments.forms.rounds.by_hand import SPARE_TABLES
from tournaments.models import Pair, Round, Tournament
from tournaments.records import Line, Policy, RoundSettings, System
from tournaments.records.settings_json import settings_to_json
from tournaments.selectors.drafts import drafted
from tournaments.selectors.standings import standings_of
from tournaments.services import (
    pair_add,
    pair_set_status,
    pairs_check_in,
    phone_type,
    round_close,
    round_draft,
    round_publish,
    tournament_finish_play,
)
from tournaments.slips.states import Phone
from tournaments.views.rounds.draft_page import is_drawn_by_lot

pytestmark = pytest.mark.django_db


def seats_posted(*tables: tuple[object, object], **more: str) -> dict[str, str]:
    data = {"form-TOTAL_FORMS": str(len(tables)), "form-INITIAL_FORMS": str(len(tables))}
    for index, (ns, ew) in enumerate(tables):
        data |= {f"form-{index}-ns": str(ns), f"form-{index}-ew": str(ew)}
    return data | more


def test_the_first_round_is_proposed_as_a_draw(referee: Client) -> None:
    tournament = make_tournament(pairs=6)
    response = referee.get(url("round_new", tournament))
    assert response.context["form"].initial["system"] == System.DRAW
    assert "This would give 3 tables." in text_of(response)


def test_after_a_drawn_round_comes_a_mitchell_and_after_a_mitchell_another(referee: Client) -> None:
    tournament = make_tournament(pairs=10)
    play_round(start_round(tournament, System.DRAW))
    page = referee.get(url("round_new", tournament))
    assert page.context["form"].initial["system"] == System.MITCHELL
    play_round(start_round(tournament, System.MITCHELL, step=2))
    page = referee.get(url("round_new", tournament))
    assert (page.context["form"].initial["system"], page.context["form"].initial["step"]) == (System.MITCHELL, 2)


def test_pairs_that_get_no_seat_are_named_with_a_way_to_tick_them(referee: Client) -> None:
    tournament = make_tournament(pairs=6)
    pairs_check_in(tournament=tournament, pairs=[pair(tournament, 3)], here=False)
    pair_set_status(pair=pair(tournament, 5), status=Pair.Status.WITHDRAWN)
    response = referee.get(url("round_new", tournament))
    text = text_of(response)
    assert f"3 {pair(tournament, 3)}" in text
    assert f"1 withdrawn 5 {pair(tournament, 5)}" in text
    assert url("pairs_check_in", tournament) in html_of(response)


@pytest.mark.parametrize("system", ["draw", "registration", "mitchell", "danish", "danish_no_rematch"])
def test_choosing_a_system_makes_a_draft_of_it(referee: Client, system: str) -> None:
    tournament = make_tournament(pairs=7)
    response = referee.post(url("round_new", tournament), {"system": system})
    assert response.status_code == 302
    round_ = tournament.rounds.get()
    assert (round_.system, round_.state, round_.tables.count()) == (system, Round.State.DRAFT, 4)


def test_settings_reach_the_draft(referee: Client) -> None:
    tournament = make_tournament(pairs=8)
    referee.post(url("round_new", tournament), {"system": "danish_no_rematch", "policy": "min_square", "seed": "99"})
    round_ = tournament.rounds.get()
    assert (round_.chosen.policy, round_.seed) == (Policy.MIN_SQUARE, 99)


def test_a_step_left_empty_is_the_one_proposed(referee: Client) -> None:
    tournament = make_tournament(pairs=10)
    referee.post(url("round_new", tournament), {"system": "mitchell", "step": ""})
    assert tournament.rounds.get().chosen.step == 1


def test_by_hand_leads_to_the_seats_and_draws_nothing(referee: Client) -> None:
    tournament = make_tournament(pairs=4)
    response = referee.post(url("round_new", tournament), {"system": "manual"})
    assert response.headers["Location"] == url("round_manual", tournament, 1)
    assert not tournament.rounds.exists()


def test_impossible_settings_are_said_while_choosing(referee: Client) -> None:
    tournament = make_tournament(pairs=8)
    play_round(start_round(tournament, System.MITCHELL, step=2))
    play_round(start_round(tournament, System.MITCHELL, step=2))
    asked = {"system": "mitchell", "step": "2"}
    response = referee.get(url("round_new", tournament), asked, headers={"HX-Request": "true"})
    assert "would meet again" in text_of(response)
    assert "<html" not in html_of(response)
    assert tournament.rounds.count() == 2


def test_a_refused_draw_says_why_and_keeps_what_was_typed(referee: Client) -> None:
    tournament = make_tournament(pairs=8)
    response = referee.post(url("round_new", tournament), {"system": "mitchell", "step": "4"})
    assert response.status_code == 422
    assert "the step goes from 1 to 3" in text_of(response)
    assert 'value="4"' in html_of(response)
    assert not tournament.rounds.exists()


def test_nonsense_for_a_step_is_answered_with_a_sentence(referee: Client) -> None:
    tournament, otherwise = make_tournament(pairs=4), []
    for nonsense in ("-1", "abc", "1" + "0" * 30, "\x00", "🂡", "1.5", "9" * 5000, "0"):
        response = referee.post(url("round_new", tournament), {"system": "mitchell", "step": nonsense})
        has_sentence = "error-sentence" in html_of(response) or "note-error" in html_of(response)
        if response.status_code != 422 or not has_sentence or tournament.rounds.exists():
            otherwise.append((nonsense, response.status_code))
    assert otherwise == []


def test_an_unknown_system_is_refused(referee: Client) -> None:
    tournament = make_tournament(pairs=4)
    assert referee.post(url("round_new", tournament), {"system": "chess"}).status_code == 422


def test_one_pair_alone_is_no_round(referee: Client) -> None:
    tournament = make_tournament(pairs=1)
    response = referee.post(url("round_new", tournament), {"system": "draw"})
    assert response.status_code == 422
    assert "It takes at least two pairs" in text_of(response)


def test_no_round_is_drawn_in_checking_time(referee: Client) -> None:
    tournament = make_tournament(pairs=4)
    play_round(start_round(tournament))
    tournament_finish_play(tournament=tournament)
    assert "checking time" in text_of(referee.post(url("round_new", tournament), {"system": "draw"}))


def test_a_draft_counts_its_rematches_and_names_them_beside_their_tables(referee: Client) -> None:
    tournament = make_tournament(pairs=4)
    play_round(start_round(tournament, System.REGISTRATION))
    round_draft(tournament=tournament, system=System.REGISTRATION)
    text = text_of(referee.get(url("round", tournament, 2)))
    assert "Draft of round 2 of 4" in text
    assert f"EW 2 {pair(tournament, 2)}" in text or f"NS 2 {pair(tournament, 2)}" in text
    assert "At 2 tables two pairs meet again: tables 1, 2." in text
    assert text.count("They met in round 1.") == 2


def test_a_warning_of_many_tables_names_the_first_and_counts_the_others(referee: Client) -> None:
    tournament = make_tournament(pairs=26)
    play_round(start_round(tournament, System.REGISTRATION))
    round_draft(tournament=tournament, system=System.REGISTRATION)
    text = text_of(referee.get(url("round", tournament, 2)))
    assert "At 13 tables two pairs meet again: tables 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 3 others." in text


def test_a_draft_says_who_rests_and_why(referee: Client) -> None:
    tournament = make_tournament(pairs=3)
    round_draft(tournament=tournament, system=System.REGISTRATION)
    text = text_of(referee.get(url("round", tournament, 1)))
    assert "2 tables" not in text and "· pair 3 rests" in text
    assert "No. 3 rests: the last in the list" in text
    assert f"3 {pair(tournament, 3)}" in text


def test_a_reason_that_every_table_shares_is_said_once(referee: Client) -> None:
    tournament = make_tournament(pairs=12)
    round_draft(tournament=tournament, system=System.DRAW)
    assert text_of(referee.get(url("round", tournament, 1))).count("Drawn by lot.") == 1


def test_a_draw_can_be_drawn_again_with_another_seed(referee: Client) -> None:
    tournament = make_tournament(pairs=20)
    before = round_draft(tournament=tournament, system=System.DRAW)
    seats = list(before.tables.values_list("ns__number", "ew__number"))
    page = html_of(referee.get(url("round", tournament, 1)))
    seed = re.search(r'name="seed" value="(\d+)"', page)
    assert seed
    referee.post(url("round_new", tournament), {"system": "draw", "policy": "top_down", "seed": seed[1]})
    after = tournament.rounds.get()
    assert list(after.tables.values_list("ns__number", "ew__number")) != seats


def test_a_draft_without_chance_offers_no_second_draw(referee: Client) -> None:
    tournament = make_tournament(pairs=4)
    round_draft(tournament=tournament, system=System.REGISTRATION)
    assert 'name="seed"' not in html_of(referee.get(url("round", tournament, 1)))


def test_seats_by_hand_begin_with_the_draft(referee: Client) -> None:
    tournament = make_tournament(pairs=5)
    round_draft(tournament=tournament, system=System.REGISTRATION)
    formset = referee.get(url("round_manual", tournament, 1)).context["formset"]
    assert [(form.initial["ns"], form.initial["ew"]) for form in formset] == [
        *((1, 2), (3, 4), (5, None)),
        *[(None, None)] * SPARE_TABLES,
    ]


def test_seats_by_hand_are_saved_as_they_are(referee: Client) -> None:
    tournament = make_tournament(pairs=5)
    response = referee.post(url("round_manual", tournament, 1), seats_posted((5, 1), (2, 4), (3, "")))
    assert response.status_code == 302
    round_ = tournament.rounds.get()
    assert round_.system == System.MANUAL
    assert list(round_.tables.values_list("ns__number", "ew__number")) == [(5, 1), (2, 4), (3, None)]


def test_a_seat_filled_by_hand_changes_the_draft_and_not_what_it_was_drawn_as(referee: Client) -> None:
    tournament = make_tournament(pairs=8)
    round_ = round_draft(tournament=tournament, system=System.DRAW, seed=3)
    drawn = [(table.ns.number, table.ew.number if table.ew else "") for table in round_.tables.order_by("number")]
    late = pair_add(tournament=tournament, players=("Zanon Ugo", "Zanon Ada"), here=True).number
    referee.post(url("round_manual", tournament, 1), seats_posted(*drawn, (late, "")))
    round_.refresh_from_db()
    assert (round_.system, round_.seed, len(round_.undo)) == (System.DRAW, 3, 1)
    text = text_of(referee.get(url("round", tournament, 1)))
    assert f"Draw by lot · 4 tables · pair {late} rests" in text
    assert "which the referee changed" in text_of(referee.get(url("round_check", tournament, 1)))
    # An unchanged save changes nothing; if no table of the draw is left, the round counts as made by hand.
    referee.post(url("round_manual", tournament, 1), seats_posted(*drawn, (late, "")))
    assert len(tournament.rounds.get().undo) == 1
    turned = [(ew, ns) for ns, ew in drawn]
    referee.post(url("round_manual", tournament, 1), seats_posted(drawn[0], *turned[1:], (late, "")))
    assert tournament.rounds.get().system == System.DRAW
    referee.post(url("round_manual", tournament, 1), seats_posted(*turned, (late, "")))
    assert tournament.rounds.get().system == System.MANUAL


def test_a_round_beyond_those_planned_is_one_of_them(referee: Client) -> None:
    tournament = make_tournament(pairs=4, rounds_planned=1)
    play_round(start_round(tournament))
    draft = round_draft(tournament=tournament, system=System.DRAW)
    assert "Draft of round 2 of 2" in text_of(referee.get(url("round", tournament, 2)))
    round_publish(round=draft, at=AT)
    for page in (url("round", tournament, 2), url("results", tournament, 2), url("tournament", tournament), "/en/"):
        text = text_of(referee.get(page))
        assert "ound 2 of 2" in text and "of 1" not in text, page
    for sheet in ("sheet_seating", "sheet_results", "sheet_slips"):
        words = " ".join(pages_of(referee.get(url(sheet, tournament, 2)).content))
        assert "of 2" in words.replace("page 1 of 1", ""), sheet


def test_the_page_of_a_round_leads_to_its_results_once(referee: Client) -> None:
    """Apart from the tab of every page, there is one link: the next step at the desk, later a button."""
    tournament = make_tournament(pairs=4)
    round_ = start_round(tournament)
    where = f'href="{url("results", tournament, 1)}"'

    def ways() -> int:
        return html_of(referee.get(url("round", tournament, 1))).partition("<main")[2].count(where)

    assert ways() == 1
    play_round(round_)
    assert ways() == 1


SEATS_REFUSED = {
    "a pair twice": ([(1, 2), (2, 4)], "Seated more than once: 2 {two}."),
    "a pair left out": ([(1, 2), (3, "")], "Without a seat: 4 {four}."),
    "nobody's number": ([(1, 2), (3, 77)], "Not among the pairs that play: 77."),
    "a hole": ([(1, 2), ("", ""), (3, 4)], "Nobody sits here"),
    "the rest under EW": ([(1, 2), ("", 3)], "A pair that rests is written under NS."),
    "no number": ([(1, "x"), (3, 4)], "Enter a whole number."),
    "a huge number": ([(1, 10**30), (3, 4)], "less than or equal to"),
    "a sign": ([(1, "-2"), (3, 4)], "greater than or equal to 1"),
}


@pytest.mark.parametrize("case", SEATS_REFUSED)
def test_wrong_seats_are_named_and_nothing_typed_is_lost(referee: Client, case: str) -> None:
    tournament = make_tournament(pairs=4)
    tables, sentence = SEATS_REFUSED[case]
    response = referee.post(url("round_manual", tournament, 1), seats_posted(*tables))
    names = {"two": pair(tournament, 2), "four": pair(tournament, 4)}
    assert response.status_code == 422
    assert sentence.format(**names) in text_of(response)
    for index, (ns, _ew) in enumerate(tables):
        assert str(response.context["formset"].forms[index]["ns"].value()) == str(ns)
    assert not tournament.rounds.exists()


def test_several_pairs_may_rest_by_hand_and_the_page_says_so(referee: Client) -> None:
    tournament = make_tournament(pairs=4)
    typed = seats_posted((1, ""), (2, 4), (3, ""))
    response = referee.post(url("round_manual", tournament, 1), typed, headers={"HX-Request": "true"})
    assert "2 are resting: two of them could meet." in text_of(response)
    referee.post(url("round_manual", tournament, 1), typed)
    text = text_of(referee.get(url("round", tournament, 1)))
    assert "pairs 1, 3 rest" in text


def test_players_are_not_seated_by_hand(referee: Client) -> None:
    tournament = make_tournament(kind=Tournament.Kind.INDIVIDUAL)
    response = referee.get(url("round_manual", tournament, 1))
    assert response.status_code == 409
    assert "in the draft" in text_of(response)


def test_seats_are_checked_while_they_are_typed(referee: Client) -> None:
    tournament = make_tournament(pairs=4)
    play_round(start_round(tournament))
    typed = seats_posted((1, 2), (3, 4))
    response = referee.post(url("round_manual", tournament, 2), typed, headers={"HX-Request": "true"})
    assert "At 2 tables two pairs meet again: tables 1, 2." in text_of(response)
    assert tournament.rounds.count() == 1


def test_seats_of_another_round_are_not_found(referee: Client) -> None:
    tournament = make_tournament(pairs=4)
    assert referee.get(url("round_manual", tournament, 2)).status_code == 404


def test_publishing_shows_when_it_was_and_leads_to_its_papers(referee: Client) -> None:
    tournament = make_tournament(pairs=4)
    round_draft(tournament=tournament, system=System.DRAW)
    response = referee.post(url("round_publish", tournament, 1), follow=True)
    assert tournament.rounds.get().state == Round.State.PUBLISHED
    page = html_of(response)
    assert "published at" in text_of(response)
    assert url("sheet_slips", tournament, 1) in page
    assert url("sheet_seating", tournament, 1) in page
    assert url("results", tournament, 1) in page


def test_a_draft_with_somebody_gone_is_not_published(referee: Client) -> None:
    tournament = make_tournament(pairs=4)
    round_draft(tournament=tournament, system=System.DRAW)
    # No page removes somebody who sits in a draft, but an older program did.
    tournament.pairs.filter(number=2).update(status=Pair.Status.EXPECTED)
    response = referee.post(url("round_publish", tournament, 1))
    assert response.status_code == 422
    assert f"No longer here: 2 {pair(tournament, 2)}." in text_of(response)
    assert tournament.rounds.get().state == Round.State.DRAFT


def test_a_round_is_withdrawn_only_while_it_has_no_result(referee: Client) -> None:
    tournament = make_tournament(pairs=4)
    round_ = start_round(tournament)
    assert url("round_withdraw", tournament, 1) in html_of(referee.get(url("round", tournament, 1)))
    referee.post(url("round_withdraw", tournament, 1))
    assert tournament.rounds.get().state == Round.State.DRAFT
    round_publish(round=round_, at=AT)
    play_table(round_.tables.get(number=1))
    assert url("round_withdraw", tournament, 1) not in html_of(referee.get(url("round", tournament, 1)))
    response = referee.post(url("round_withdraw", tournament, 1))
    assert response.status_code == 422
    assert "it can no longer be unpublished" in text_of(response)


def test_who_publishes_again_is_told_whose_slips_hold_and_whose_are_lost(referee: Client) -> None:
    round_ = start_on_phones(pairs=6)
    tournament, page = round_.tournament, url("round", round_.tournament, 1)
    phone = Phone(Line.NS, "one")
    for table in round_.tables.filter(number__lt=3):
        phone_type(table=table, phone=phone, version=0, serial=1, typed={"hand1-ns_base": "300"}, at=AT)
    referee.post(url("round_withdraw", tournament, 1))
    assert "If it is published again as it is, all its slips stay valid" in text_of(referee.get(page))
    changed = referee.post(
        url("draft_change", tournament, 1), {"do": "lines", "table": "1:1-2"}, headers={"HX-Request": "true"}
    )
    assert "the slips of 2 tables stay valid" in text_of(changed) and "Table 1 has a new slip." in text_of(changed)
    # The publish button asks at once, without reloading the page.
    publish = html_of(changed).partition('id="draft-next"')[2]
    assert "At 1 table (1) the players have written" in publish and 'name="discarding" value="1"' in publish
    html = html_of(referee.get(page))
    assert "At 1 table (1) the players have written on their phones" in html
    # Somebody else changes another table, too.
    referee.post(url("draft_change", tournament, 1), {"do": "lines", "table": "2:3-4"})
    refused = referee.post(url("round_publish", tournament, 1), {"discarding": "1"})
    assert refused.status_code == 422
    assert "At 2 tables (1, 2) the players have written" in text_of(refused)
    bar = html_of(refused).partition('class="next-bar')[2]
    matches = re.findall(r'name="discarding" value="(\d+)"', bar)
    done = referee.post(url("round_publish", tournament, 1), {"discarding": matches}, follow=True)
    assert (matches, tournament.rounds.get().state) == (["1", "2"], Round.State.PUBLISHED)
    assert "Tables 1, 2 have new slips." in text_of(done)
    new, every = (referee.get(url("sheet_slips", tournament, 1), query).content for query in ({"new": "1"}, {}))
    assert len(new) < len(every)


def test_a_draft_that_is_thrown_away_says_what_players_have_written(referee: Client) -> None:
    round_ = start_on_phones()
    table = round_.tables.get(number=1)
    phone_type(table=table, phone=Phone(Line.NS, "one"), version=0, serial=1, typed={"hand1-ns_base": "300"}, at=AT)
    referee.post(url("round_withdraw", round_.tournament, 1))
    refused = referee.post(url("round_discard", round_.tournament, 1))
    assert refused.status_code == 422 and "At 1 table (1) the players have written" in text_of(refused)
    referee.post(url("round_discard", round_.tournament, 1), {"discarding": "1"})
    assert not Round.objects.exists()


def test_a_round_closes_when_every_table_is_in(referee: Client) -> None:
    tournament = make_tournament(pairs=4)
    round_ = start_round(tournament)
    play_table(round_.tables.get(number=1))
    response = referee.post(url("round_close", tournament, 1))
    assert response.status_code == 422
    assert "Table 2 is still missing." in text_of(response)
    play_table(round_.tables.get(number=2))
    assert url("round_close", tournament, 1) in html_of(referee.get(url("round", tournament, 1)))
    closed = referee.post(url("round_close", tournament, 1))
    assert closed.headers["Location"] == url("ranking", tournament)
    assert said(closed) == "Round 1 is closed: the ranking counts."
    assert tournament.rounds.get().state == Round.State.CLOSED


def test_a_round_is_closed_after_those_before_it(referee: Client) -> None:
    tournament = make_tournament(pairs=4)
    first = start_round(tournament, System.DRAW)
    second = start_round(tournament, System.DRAW)
    play_round(second, close=False)
    assert url("round_close", tournament, 2) not in html_of(referee.get(url("round", tournament, 2)))
    play_round(first)
    assert url("round_close", tournament, 2) in html_of(referee.get(url("round", tournament, 2)))


def test_the_actions_of_a_round_follow_its_slips_and_the_rounds_around_it(referee: Client) -> None:
    tournament = make_tournament(pairs=4, rounds_planned=3)

    def actions() -> list[str]:
        """Return those of each round, in the order of the rounds."""
        names = ("can_withdraw", "can_close", "is_at_desk", "can_draw_on")
        pages = [
            referee.get(url("round", tournament, round_.number)) for round_ in tournament.rounds.order_by("number")
        ]
        return [" ".join(name for name in names if page.context[name]) for page in pages]

    first = start_round(tournament, System.DRAW)
    assert actions() == ["can_withdraw is_at_desk can_draw_on"]
    second = start_round(tournament, System.DRAW)
    assert actions() == ["", "can_withdraw is_at_desk can_draw_on"]
    play_table(second.tables.get(number=1))
    assert actions() == ["", "is_at_desk can_draw_on"]
    play_round(second, close=False)
    assert actions() == ["is_at_desk", "can_draw_on"]
    play_round(first, close=False)
    assert actions() == ["can_close is_at_desk", "can_draw_on"]
    round_close(round=first)
    assert actions() == ["", "can_close is_at_desk can_draw_on"]
    round_close(round=second)
    assert actions() == ["", ""]
    start_round(tournament, System.DRAW)
    assert actions() == ["", "", "can_withdraw is_at_desk"]


def test_a_round_in_which_all_rested_shows_what_their_rest_is_worth(referee: Client) -> None:
    tournament = make_tournament(pairs=2)
    referee.post(url("round_manual", tournament, 1), seats_posted((1, ""), (2, "")))
    round_publish(round=tournament.rounds.get(), at=AT)
    page = url("round", tournament, 1)
    assert url("round_withdraw", tournament, 1) in html_of(referee.get(page))
    assert all(score is None for _table, ((_line, _side, score),) in referee.get(page).context["tables"])
    round_close(round=tournament.rounds.get())
    closed = referee.get(page)
    assert url("round_withdraw", tournament, 1) not in html_of(closed)
    assert [score.vp for _table, ((_line, _side, score),) in closed.context["tables"]] == [tournament.rest_vp] * 2


LOT = RoundSettings(start_by_lot=True)
BALANCED = RoundSettings(policy=Policy.MIN_SQUARE)


@pytest.mark.parametrize(
    ("system", "number", "settings", "by_lot"),
    [
        (System.DRAW, 1, RoundSettings(), True),
        (System.DANISH_NO_REMATCH, 2, BALANCED, True),
        (System.DANISH_NO_REMATCH, 2, RoundSettings(), False),
        (System.DANISH, 2, BALANCED, False),
        (System.MITCHELL, 1, LOT, True),
        (System.MITCHELL, 1, RoundSettings(), False),
        (System.MITCHELL, 2, LOT, False),
        (System.REGISTRATION, 1, LOT, False),
    ],
)
def test_another_seed_gives_another_draft_only_where_lots_are_drawn(
    system: System, number: int, settings: RoundSettings, by_lot: bool
) -> None:
    round_ = Round(system=system, number=number, settings=settings_to_json(settings))
    assert is_drawn_by_lot(round_) is by_lot


def test_a_draft_with_something_settled_can_be_drawn_again(referee: Client) -> None:
    tournament = make_tournament(pairs=6)
    round_ = draft_round(tournament, System.REGISTRATION)
    page = url("round", tournament, 1)
    assert referee.get(page).context["draws_again"] is False
    Round.objects.filter(pk=round_.pk).update(settings=settings_to_json(RoundSettings(kept=drafted(round_).tables[:1])))
    assert referee.get(page).context["draws_again"] is True


def test_a_draft_can_be_thrown_away_and_a_published_round_cannot(referee: Client) -> None:
    tournament = make_tournament(pairs=4)
    round_draft(tournament=tournament, system=System.DRAW)
    discarded = referee.post(url("round_discard", tournament, 1))
    assert said(discarded).endswith("The draft of round 1 has been discarded.")
    assert not tournament.rounds.exists()
    start_round(tournament)
    assert referee.post(url("round_discard", tournament, 1)).status_code == 422
    assert tournament.rounds.exists()


ACTIONS = ("round_publish", "round_withdraw", "round_discard", "round_close")


@pytest.mark.parametrize("name", ACTIONS)
def test_actions_are_posted_and_their_round_exists(referee: Client, name: str) -> None:
    tournament = make_tournament(pairs=4)
    assert referee.get(url(name, tournament, 1)).status_code == 405
    assert referee.post(url(name, tournament, 1)).status_code == 404
    assert referee.post(url(name, tournament, 10**30)).status_code == 404


@pytest.mark.parametrize("name", ["round_new", "round", "round_manual", *ACTIONS])
def test_only_the_referee_gets_in(client: Client, name: str) -> None:
    tournament = make_tournament(pairs=4)
    round_draft(tournament=tournament, system=System.DRAW)
    response = client.post(url(name, tournament, *([] if name == "round_new" else [1])))
    assert response.status_code == 302
    assert "/login/" in response.headers["Location"]
    assert tournament.rounds.get().state == Round.State.DRAFT


@pytest.mark.parametrize("pairs", [4, 21, 80])
def test_the_round_page_costs_the_same_whatever_the_size(
    referee: Client, pairs: int, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    tournament = make_tournament(pairs=pairs)
    start_round(tournament, System.DRAW)
    with django_assert_max_num_queries(9):
        assert referee.get(url("round", tournament, 1)).status_code == 200


def test_a_round_shows_how_each_table_stands_and_what_it_scored(referee: Client) -> None:
    tournament = make_tournament(pairs=5, hands_per_round=2)
    round_ = start_round(tournament)
    play_table(round_.tables.get(number=2))
    html = html_of(referee.get(url("round", tournament, 1)))
    rows = [plain(row) for row in re.findall(r'<li id="table-\d+" data-key="\d+">(.*?)</li>', html, re.DOTALL)]
    scores = {row.entrant.id: row.rounds[0] for row in standings_of(tournament)}
    assert rows[0].endswith("· playing") and "VP" not in rows[0]
    assert re.findall(r"(\d+) (\d+) VP", rows[1]) == [(str(scores[n].mp), str(scores[n].vp)) for n in (3, 4)]
    assert rows[1].endswith("✓ handed in")
    assert rows[2].endswith(f"{scores[5].vp} VP rests")


def test_a_round_that_is_over_offers_no_step_of_another(referee: Client) -> None:
    tournament = make_tournament(pairs=4)
    play_round(start_round(tournament))
    start_round(tournament)
    assert "next-bar" not in html_of(referee.get(url("round", tournament, 1)))
    assert "Enter the results of round 2" in text_of(referee.get(url("round", tournament, 2)))


@pytest.mark.parametrize("pairs", [4, 40])
def test_the_page_of_a_round_takes_the_same_few_queries(
    referee: Client, django_assert_max_num_queries: DjangoAssertNumQueries, pairs: int
) -> None:
    tournament = make_tournament(pairs=pairs, hands_per_round=2)
    play_round(start_round(tournament))
    with django_assert_max_num_queries(12):
        referee.get(url("round", tournament, 1))
