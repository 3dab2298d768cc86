"""The till: payments, outstanding fees and prizes; and no trace of it in a club without a till."""

import csv
import io
import re
from importlib import import_module
from types import SimpleNamespace
from typing import Any
from zipfile import ZipFile

import pytest
from django.apps import apps
from django.db import IntegrityError, transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation
from pypdf import PdfReader
from pytest_django import DjangoAssertNumQueries

from accounts.models import Role
from burraco_club.integrity.histories import history_faults
from pages.refusals import Refused
from tests.factories import make_account, make_teams, make_tournament, pair, play_round, play_table, start_round
from tests.tournaments.views.pages import html_of, said, text_of, url
from tournaments.interchange import export_tournament, to_json
from tournaments.models import Club, Means, Pair, Payment, Player, SpecialPrize, TillTerms, Tournament
from tournaments.records import Carry, System
from tournaments.selectors.prizes import prizes_of
from tournaments.selectors.standings import standings_of
from tournaments.selectors.till import till_of, till_terms_of
from tournaments.services import (
    club_keep_till,
    pair_delete,
    pair_pay,
    pair_set_status,
    pair_unpay,
    special_prize_add,
    special_prize_draw,
    till_terms_set,
    tournament_cut,
    tournament_finish_play,
    tournament_make_final,
)
from tournaments.till import lot_drawn
from tournaments.views.till import files
from tournaments.views.till.till import _payer

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}
TERMS = {"fee": 2000, "per": "pair", "fund_percent": 80, "fund_amount": None, "shares": [50, 30, 20]}
TYPED = {"fee": "20", "per": "pair", "reductions": "", "fund_is": "percent", "fund_percent": "80", "fund_amount": ""}
TYPED |= {"shares": "50 30 20", "rounding": "100"}
ADDRESSES = ("till", "till_terms", "till_books", "till_prizes", "till_xlsx", "till_csv")


def with_till(pairs: int = 4, **terms: object) -> Tournament:
    club_keep_till(keeps=True)
    tournament = make_tournament(pairs=pairs, here=False, date=timezone.localdate())
    till_terms_set(tournament=tournament, terms=TERMS | terms)
    return tournament


def pay(browser: Client, tournament: Tournament, typed: str, on: str = "check_in") -> HttpResponse:
    return browser.post(f"{url('till_paid', tournament)}?on={on}", {"pay": typed}, headers=HTMX)


def test_a_press_at_the_door_ticks_as_paid_and_another_takes_it_back() -> None:
    tournament, door = with_till(), Client()
    door.force_login(make_account("sara", Role.SCORER))
    assert "€20.00" in text_of(door.get(url("check_in", tournament)))
    answer = pay(door, tournament, "2-cash")
    assert re.findall(r'<li data-key="(\d+)"', html_of(answer)) == ["2"] and "✓ €20.00, cash" in text_of(answer)
    assert "✓ €20.00, cash" in text_of(door.get(url("pairs", tournament)))
    assert "cash" not in text_of(pay(door, tournament, "2-cash-none", on="pairs")).split("€20.00")[0]
    assert not Payment.objects.exists()
    # Without scripts the whole page is loaded.
    assert door.post(url("till_paid", tournament), {"pay": "1-other"})["Location"] == url("till", tournament)
    for wrong in (
        "99-cash",
        "1-gold",
        "x-cash",
        "",
        "1",
        "1-none",
        "1-cash-back",
        "1-gold-none",
        "1.3-cash",
        "1.-cash",
    ):
        assert pay(door, tournament, wrong).status_code == 404, wrong
    assert Payment.objects.count() == 1 and list(history_faults()) == []
    for on, page in (("check_in", "check_in"), ("pairs", "pairs"), ("till", "till"), ("https://x.example", "till")):
        pressed = door.post(f"{url('till_paid', tournament)}?on={on}", {"pay": "1-other"})
        assert pressed["Location"] == url(page, tournament)


def test_what_is_noted_as_paid_changes_only_after_it_was_taken_back(referee: Client) -> None:
    tournament = with_till()
    pay(referee, tournament, "2-cash")
    for on in ("check_in", "pairs"):
        # The page of the other door still shows the pair as outstanding.
        answer = pay(referee, tournament, "2-card", on=on)
        assert answer.status_code == 409 and "✓ €20.00, cash" in text_of(answer)
        assert "2 has already paid €20.00 (cash). To change this, undo it first." in text_of(answer)
    # A repeated press counts once.
    assert pay(referee, tournament, "2-cash").status_code == 200
    assert list(Payment.history.values_list("means", "history_type")) == [("cash", "+")]

    pay(referee, tournament, "2-cash-none")
    pay(referee, tournament, "2-card")
    # Undoing cancels the payment shown on the page, not a later one.
    answer = pay(referee, tournament, "2-cash-none")
    assert answer.status_code == 409 and "Nothing was undone: 2 has already paid €20.00 (card)" in text_of(answer)
    assert list(Payment.objects.values_list("pair__number", "cents", "means")) == [(2, 2000, "card")]
    # Without scripts the message is on the next page.
    plain_form = referee.post(f"{url('till_paid', tournament)}?on=till", {"pay": "2-other"}, follow=True)
    assert "2 has already paid €20.00 (card)" in text_of(plain_form)
    assert list(history_faults()) == []


def test_whoever_is_ticked_by_a_card_or_a_number_pays_right_there(referee: Client) -> None:
    tournament = with_till()
    for typed, offered in (("2", True), ("3", False)):
        if not offered:
            till_terms_set(tournament=tournament, terms={"fee": 0})
        page = html_of(referee.post(url("check_in", tournament), {"typed": typed}, headers=HTMX))
        at_the_top = page.partition('id="everybody"')[0]
        assert (f'value="{typed}-cash"' in at_the_top) is offered
        # One button for undoing is enough.
        assert at_the_top.count('name="expected"') == 1


def test_the_sums_are_those_of_the_pairs_whatever_is_changed_afterwards(referee: Client) -> None:
    tournament = with_till(5, reductions={"Juniores": 500})
    Player.objects.filter(pk=pair(tournament, 3).player1_id).update(category="juniores")
    for number, means in ((1, "cash"), (3, "card"), (5, "cash")):
        pair_pay(pair=pair(tournament, number), means=means)
    pair_set_status(pair=pair(tournament, 4), status=Pair.Status.WITHDRAWN)
    till_terms_set(tournament=tournament, terms={"fee": 3000})
    till = till_of(tournament, till_terms_of(tournament))
    assert (till.paid, till.out, till.owing) == (2000 + 1500 + 2000, 3000, 1)
    assert till.by_means == {"cash": 4000, "card": 1500}
    assert prizes_of(tournament, till_terms_of(tournament), till).fund == 4400
    response = referee.get(url("till", tournament))
    assert response.context["ways"] == [(Means.CASH.label, 4000), (Means.CARD.label, 1500)]
    page = text_of(response)
    assert "€55.00" in page and "€30.00 (1)" in page and "€44.00" in page


def finished() -> Tournament:
    tournament = with_till(8)
    tournament.pairs.update(status=Pair.Status.ACTIVE)
    for number in range(1, 9):
        pair_pay(pair=pair(tournament, number), means="cash")
    play_round(start_round(tournament), seed=5)
    tournament_finish_play(tournament=tournament)
    return tournament_make_final(tournament=tournament)


def test_prizes_follow_the_ranking_and_special_ones_come_out_of_the_fund_first(referee: Client) -> None:
    tournament = finished()
    order = [int(row.entrant.id) for row in standings_of(tournament)]
    junior = order[5]
    for player in pair(tournament, junior).players:
        Player.objects.filter(pk=player.pk).update(category="Juniores")
    # One junior in a pair is not enough.
    Player.objects.filter(pk=pair(tournament, order[1]).player1_id).update(category="Juniores")
    for given_for, cents, more in (
        ("category", 1000, {"category": "juniores"}),
        ("last", 500, {}),
        ("lot", 0, {}),
        ("chosen", 300, {"pair": pair(tournament, order[3])}),
    ):
        details = {"title": f"Premio {given_for}", "given_for": given_for, "cents": cents, **more}
        special_prize_add(tournament=tournament, details=details)
    terms = till_terms_of(tournament)
    prizes = prizes_of(tournament, terms, till_of(tournament, terms))
    assert prizes.fund == 12_800
    assert [row.number for row in prizes.special] == [junior, order[-1], None, order[3]]
    assert sum(row.cents for row in (*prizes.special, *prizes.by_place)) == prizes.fund
    assert [row.number for row in prizes.by_place] == order[:3]

    lot = SpecialPrize.objects.get(given_for="lot")
    assert referee.post(url("special_prize_draw", tournament, lot.pk)).status_code == 302
    lot.refresh_from_db()
    first = prizes_of(tournament, terms, till_of(tournament, terms)).special[2].number
    referee.post(url("special_prize_draw", tournament, lot.pk))
    assert SpecialPrize.objects.get(pk=lot.pk).seed == lot.seed and first in order
    page = text_of(referee.get(url("till", tournament)))
    assert str(pair(tournament, order[0])) in page and "Premio last" in page


def test_prizes_by_girone_are_shared_within_each_once_the_ranking_is_cut(referee: Client) -> None:
    tournament = with_till(12, fund_percent=None, fund_amount=20_000)
    typed = TYPED | {"fund_is": "amount", "fund_amount": "200", "shares": "A 40 20: b 25 10; C 5%"}
    assert said(referee.post(url("till_terms", tournament), typed)) == "Fee and prizes are saved."
    terms = till_terms_of(tournament)
    assert terms.shares == [[40, 20], [25, 10], [5]]
    assert 'value="A 40 20 B 25 10 C 5"' in html_of(referee.get(url("till_terms", tournament)))
    tournament.pairs.update(status=Pair.Status.ACTIVE)
    play_round(start_round(tournament), seed=3)
    waiting = "they are shared once the ranking is cut"
    assert waiting in text_of(referee.get(url("till", tournament)))
    tournament_cut(tournament=tournament, sizes=(8, 4), carry=Carry.WHOLE)
    tournament.refresh_from_db()
    order = [int(row.entrant.id) for row in standings_of(tournament)]
    prizes = prizes_of(tournament, terms, till_of(tournament, terms))
    # Nobody is in C, so that its € 10 are shared in A: € 130 as 40 to 20.
    assert [(row.girone, row.place, row.number, row.cents) for row in prizes.by_place] == [
        *((1, 1, order[0], 8700), (1, 2, order[1], 4300)),
        *((2, 1, order[8], 5000), (2, 2, order[9], 2000)),
    ]
    page, paper = text_of(referee.get(url("till", tournament))), paper_of(referee, tournament)
    assert waiting not in page and "Nobody is ranked in Girone C: its part is shared in Girone A." in page
    assert "Girone A. First place also gets what is left over" in page
    assert page.index("Girone A") < page.index("Girone B") and paper.index("2 Girone B") < paper.index("Girone A")
    prizes_csv = referee.get(f"{url('till_csv', tournament)}?of=prizes").content.decode("utf-8-sig")
    assert [line.split(",")[:3] for line in prizes_csv.splitlines()[1:]] == [
        *(["Girone A", "1", str(order[0])], ["Girone A", "2", str(order[1])]),
        *(["Girone B", "1", str(order[8])], ["Girone B", "2", str(order[9])]),
    ]


def paper_of(referee: Client, tournament: Tournament) -> str:
    """Return the text of the sheet for the prize-giving."""
    pages = PdfReader(io.BytesIO(referee.get(url("till_prizes", tournament)).content)).pages
    return " ".join(" ".join(page.extract_text() for page in pages).split())


def test_what_nobody_wins_goes_back_to_the_fund_in_words_on_screen_and_paper(referee: Client) -> None:
    tournament = finished()
    gone = pair(tournament, 3)
    for title, given_for, cents, more in (
        ("Miglior junior", "category", 4000, {"category": "Juniores"}),
        ("Eleganza", "chosen", 300, {"pair": gone}),
        ("Coppa seniores", "category", 0, {"category": "Seniores"}),
        ("Cucchiaio", "last", 700, {}),
    ):
        special_prize_add(
            tournament=tournament, details={"title": title, "given_for": given_for, "cents": cents, **more}
        )
    SpecialPrize.objects.filter(pair=gone).update(pair=None)
    terms = till_terms_of(tournament)
    prizes = prizes_of(tournament, terms, till_of(tournament, terms))
    assert sum(row.cents for row in prizes.by_place) == 12_800 - 700
    assert sum(row.cents for row in (*prizes.special, *prizes.by_place)) == prizes.fund == 12_800
    texts = (
        "Nobody wins “Miglior junior”: €40.00 go back to the prize fund.",
        "Nobody wins “Eleganza”: €3.00 go back to the prize fund.",
        "Nobody wins “Coppa seniores”.",
        "First place also gets what is left over: €1.00.",
    )
    page, paper = text_of(referee.get(url("till", tournament))), paper_of(referee, tournament)
    for sentence in texts:
        assert sentence in page and sentence in paper
    # The announced prizes add up to the fund, too.
    *won, fund = [int(euro + cents) for euro, cents in re.findall(r"€(\d+)\.(\d\d)", paper.partition("Nobody")[0])]
    assert sum(won) == fund == 12_800
    prizes_csv = referee.get(f"{url('till_csv', tournament)}?of=prizes").content.decode("utf-8-sig")
    assert "Miglior junior,,,nobody: back to the prize fund," in prizes_csv


def test_who_is_level_among_the_prized_is_told_and_shares_what_they_win(referee: Client) -> None:
    tournament = with_till(8)
    Tournament.objects.update(tie_breaks=["vp", "mp_difference"])
    tournament.refresh_from_db()
    tournament.pairs.update(status=Pair.Status.ACTIVE)
    for number in range(1, 9):
        pair_pay(pair=pair(tournament, number), means="cash")
    round_ = start_round(tournament)
    for table in round_.tables.all():
        play_table(table)
    for title, cents in (("Cucchiaio", 1001), ("Coppa", 0)):
        special_prize_add(tournament=tournament, details={"title": title, "given_for": "last", "cents": cents})
    terms = till_terms_of(tournament)
    prizes = prizes_of(tournament, terms, till_of(tournament, terms))
    # All tables end alike: four pairs are first, and four are last.
    assert [row.cents for row in prizes.special if row.title == "Cucchiaio"] == [251, 250, 250, 250]
    assert len({row.number for row in prizes.special}) == 4
    assert sum(row.cents for row in (*prizes.special, *prizes.by_place)) == prizes.fund
    page, paper = text_of(referee.get(url("till", tournament))), paper_of(referee, tournament)
    for sentence in (
        "4 share place 1: they divide the prizes of places 1 to 3.",
        "“Cucchiaio”: 4 share place 5, and divide the amount.",
        "“Coppa”: 4 share place 5. Decide who gets it.",
    ):
        assert sentence in page and sentence in paper


def test_a_lot_that_was_drawn_stays_whoever_withdraws_later() -> None:
    tournament = with_till(8)
    lot = special_prize_add(tournament=tournament, details={"title": "Torta", "given_for": "lot", "cents": 500})
    drawn = special_prize_draw(prize=lot, seed=11).pair
    assert drawn is not None
    for other in tournament.pairs.exclude(pk=drawn.pk)[:5]:
        pair_set_status(pair=other, status=Pair.Status.WITHDRAWN)
    terms = till_terms_of(tournament)
    assert [row.number for row in prizes_of(tournament, terms, till_of(tournament, terms)).special] == [drawn.number]
    # A prize that an older program drew, but did not store, is found by its seed.
    SpecialPrize.objects.update(pair=None)
    still = [entered.number for entered in tournament.pairs.exclude(status=Pair.Status.WITHDRAWN)]
    import_module("tournaments.migrations.0013_lots_drawn").name_who_was_drawn(apps, None)
    named = SpecialPrize.objects.get().pair
    assert named is not None and named.number == lot_drawn(still, 11)
    assert list(history_faults()) == []


def test_what_was_drawn_for_somebody_who_was_deleted_goes_back_to_the_fund_and_before_it_waits() -> None:
    tournament = with_till(4)
    lot = special_prize_add(tournament=tournament, details={"title": "Torta", "given_for": "lot", "cents": 500})
    terms = till_terms_of(tournament)
    for seed, goes_back, cents in ((None, False, 500), (3, True, 0)):
        SpecialPrize.objects.filter(pk=lot.pk).update(seed=seed)
        (row,) = prizes_of(tournament, terms, till_of(tournament, terms)).special
        assert (row.number, row.goes_back, row.cents) == (None, goes_back, cents)


def test_whoever_has_left_wins_no_prize_of_the_last() -> None:
    tournament = finished()
    special_prize_add(tournament=tournament, details={"title": "Cucchiaio", "given_for": "last", "cents": 700})
    terms = till_terms_of(tournament)
    *_others, before, last = [int(row.entrant.id) for row in standings_of(tournament)]
    for number in (last, before):
        (row,) = prizes_of(tournament, terms, till_of(tournament, terms)).special
        assert row.number == number
        Pair.objects.filter(tournament=tournament, number=last).update(status=Pair.Status.WITHDRAWN)


def test_no_prizes_are_handed_out_on_paper_while_more_is_promised_than_there_is(referee: Client) -> None:
    tournament = finished()
    special_prize_add(tournament=tournament, details={"title": "Coppa", "given_for": "last", "cents": 13_000})
    text = "The special prizes are €2.00 more than the fund: lower them, or raise the fund."
    for address in (url("till_prizes", tournament), f"{url('till_csv', tournament)}?of=prizes"):
        assert said(referee.get(address)).endswith(text)
        refused = referee.get(address, follow=True)
        assert refused.redirect_chain == [(url("till", tournament), 302)] and text in text_of(refused)
        assert "Who wins what" not in text_of(refused)
    assert referee.get(url("till_csv", tournament)).status_code == 200
    # The accounts cover the money received.
    assert referee.get(url("till_books", tournament)).content.startswith(b"%PDF")
    with ZipFile(io.BytesIO(referee.get(url("till_xlsx", tournament)).content)) as book:
        strings = book.read("xl/sharedStrings.xml").decode()
    assert text in strings and "Coppa" not in strings
    special_prize_add(tournament=tournament, details={"title": "Fiori", "given_for": "lot", "cents": 0})
    SpecialPrize.objects.filter(title="Coppa").update(cents=12_800)
    assert "The special prizes take the whole fund." in text_of(referee.get(url("till", tournament)))
    assert referee.get(url("till_prizes", tournament)).content.startswith(b"%PDF")


def test_the_till_names_the_places_where_nobody_is_ranked(referee: Client) -> None:
    tournament = with_till(2, shares=[40, 30, 20, 10])
    tournament.pairs.update(status=Pair.Status.ACTIVE)
    pair_pay(pair=pair(tournament, 1), means="cash")
    play_round(start_round(tournament), seed=5)
    page = text_of(referee.get(url("till", tournament)))
    assert "Nobody is ranked at place 3 or below. First place also gets what is left over: €6.00." in page


def test_before_the_first_round_nobody_has_won_and_the_till_says_what_is_promised_too_much(referee: Client) -> None:
    tournament = with_till()
    pair_pay(pair=pair(tournament, 1), means="cash")
    assert "Once there is a ranking" in text_of(referee.get(url("till", tournament)))
    special_prize_add(tournament=tournament, details={"title": "Coppa", "given_for": "last", "cents": 2000})
    assert "€4.00 more than the fund" in text_of(referee.get(url("till", tournament)))


def test_terms_are_kept_as_cents_and_shown_as_they_are_typed(referee: Client) -> None:
    tournament = with_till()
    address = url("till_terms", tournament)
    typed = TYPED | {
        "fee": "€ 12,50",
        "per": "player",
        "reductions": "Juniores: 5\n\nSoci  nuovi: 7.25",
        "shares": "60/40%",
    }
    assert referee.post(address, typed).status_code == 302
    terms = TillTerms.objects.get()
    assert (terms.fee, terms.per, terms.reductions) == (1250, "player", {"Juniores": 500, "Soci nuovi": 725})
    assert (terms.fund_percent, terms.fund_amount, terms.shares) == (80, None, [60, 40])
    page = html_of(referee.get(address))
    assert 'value="12.50"' in page and "Soci nuovi: 7.25" in page and 'value="60 40"' in page
    assert 'value="12,50"' in html_of(referee.get(address.removeprefix("/en")))
    by_amount = {"fund_is": "amount", "fund_amount": "150", "fund_percent": "200"}
    assert referee.post(address, typed | by_amount | {"fund_percent": ""}).status_code == 302
    assert (TillTerms.objects.get().fund_amount, TillTerms.objects.get().fund_percent) == (15000, None)


def test_fifty_places_may_have_a_prize(referee: Client) -> None:
    tournament = with_till()
    assert referee.post(url("till_terms", tournament), TYPED | {"shares": "2 " * 50}).status_code == 302


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"fee": "12,5"}, "“12,5” is not an amount"),
        ({"fee": "1.250"}, "“1.250” is not an amount"),
        ({"fee": ""}, "This field is required"),
        ({"fee": "-3"}, "is not an amount"),
        ({"reductions": "Juniores 5"}, "Line 1: write the category, a colon"),
        ({"reductions": "Juniores: 5\njuniores: 6"}, "Line 2: “juniores” is already listed above"),
        ({"reductions": "Juniores: poco"}, "“poco” is not an amount"),
        ({"shares": "50 30"}, "These add up to 80"),
        ({"shares": "50,5 49,5"}, "instead of 100"),
        ({"shares": "A 60 20 B"}, "Girone B has no percentages"),
        ({"shares": "A 60 C 40"}, "“C”: the next girone is B"),
        ({"shares": "A 60 B 30"}, "These add up to 90"),
        ({"shares": "cento"}, "“cento” is not a percentage"),
        ({"shares": "100 0"}, "“0” is not a percentage"),
        ({"shares": "2 " * 49 + "1 1"}, "At most 50 places."),
        ({"fund_percent": ""}, "Fill this in"),
        ({"fund_percent": "101"}, "less than or equal to 100"),
        ({"fund_is": "amount"}, "Fill this in"),
        ({"rounding": "7"}, "Select a valid choice"),
        ({"per": "table"}, "Select a valid choice"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_is_written(
    referee: Client, typed: dict[str, str], sentence: str
) -> None:
    tournament = with_till()
    answer = referee.post(url("till_terms", tournament), TYPED | typed)
    assert answer.status_code == 422 and sentence in text_of(answer)
    assert TillTerms.objects.get().fee == 2000


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"title": " "}, "This field is required"),
        ({"title": "\u2066"}, "Give the prize a name"),
        ({"given_for": "category"}, "Write the category"),
        ({"given_for": "category", "category": "x" * 41}, "has at most 40 characters"),
        ({"given_for": "chosen"}, "number of somebody who is entered"),
        ({"given_for": "chosen", "number": "77"}, "number of somebody who is entered"),
        ({"given_for": "best"}, "Select a valid choice"),
        ({"cents": "x"}, "is not an amount"),
    ],
)
def test_a_special_prize_says_what_it_lacks(referee: Client, typed: dict[str, str], sentence: str) -> None:
    tournament = with_till()
    sent = {"title": "Coppa", "given_for": "last", "category": "", "number": "", "cents": ""} | typed
    answer = referee.post(url("special_prize_add", tournament), sent)
    assert answer.status_code == 422 and sentence in text_of(answer) and not SpecialPrize.objects.exists()


def test_special_prizes_are_added_and_removed(referee: Client) -> None:
    tournament = with_till()
    sent = {"title": "Coppa", "given_for": "chosen", "category": "", "number": "3", "cents": "5"}
    assert referee.post(url("special_prize_add", tournament), sent).status_code == 302
    prize = SpecialPrize.objects.get()
    assert (prize.pair, prize.cents) == (pair(tournament, 3), 500)
    referee.post(url("special_prize_remove", tournament, prize.pk))
    referee.post(url("special_prize_draw", tournament, prize.pk))
    assert not SpecialPrize.objects.exists()


@pytest.mark.parametrize(("given_for", "category"), [("category", "Over 60"), ("last", "")])
def test_a_special_prize_has_a_category_if_it_goes_to_the_best_of_one(
    referee: Client, given_for: str, category: str
) -> None:
    tournament = with_till()
    sent = {"title": "Coppa", "given_for": given_for, "category": " Over  60", "number": "3", "cents": ""}
    assert referee.post(url("special_prize_add", tournament), sent).status_code == 302
    prize = SpecialPrize.objects.get()
    assert (prize.given_for, prize.category, prize.pair, prize.cents) == (given_for, category, None, 0)


def test_files_hold_the_same_sums_and_no_formula(referee: Client) -> None:
    tournament = finished()
    Player.objects.filter(pk=pair(tournament, 1).player1_id).update(last_name="=HYPERLINK(1)")
    rows = list(csv.reader(io.StringIO(referee.get(url("till_csv", tournament)).content.decode("utf-8-sig"))))
    assert rows[0] == ["no.", "pair", "categories", "money received", "outstanding", "how"]
    assert [row[3] for row in rows[1:]] == ["20.00"] * 8 and rows[1][1].startswith("'=")
    italian = referee.get(f"{url('till_csv', tournament)}?separator=semicolon&of=prizes").content.decode("utf-8-sig")
    won = list(csv.reader(io.StringIO(italian), delimiter=";"))
    assert sum(int(row[4].replace(",", "")) for row in won[1:]) == 12_800
    assert referee.get(f"{url('till_csv', tournament)}?separator=tab").status_code == 404
    with ZipFile(io.BytesIO(referee.get(url("till_xlsx", tournament)).content)) as book:
        sheets = [name for name in book.namelist() if name.startswith("xl/worksheets/sheet")]
        texts = book.read("xl/worksheets/sheet1.xml").decode()
    assert len(sheets) == 2 and texts.count("<v>20</v>") == 8 and "<f>" not in texts
    for sheet in ("till_books", "till_prizes"):
        assert referee.get(url(sheet, tournament)).content.startswith(b"%PDF")


def test_where_the_club_keeps_no_till_nothing_of_it_is_seen_and_what_was_kept_comes_back(referee: Client) -> None:
    tournament = with_till()
    pair_pay(pair=pair(tournament, 1), means="cash")
    club_keep_till(keeps=False)
    for name in ADDRESSES:
        assert referee.get(url(name, tournament)).status_code == 404, name
    assert pay(referee, tournament, "2-cash").status_code == 404
    for name in ("tournament", "pairs", "check_in"):
        page = html_of(referee.get(url(name, tournament)))
        assert "€" not in page and "/till/" not in page, name
    club_keep_till(keeps=True)
    assert "✓ €20.00, cash" in text_of(referee.get(url("till", tournament)))


def test_the_club_switches_its_till_on(administrator: Client) -> None:
    assert said(administrator.post("/en/club/", {"name": "Circolo", "till": "on"})) == "The club’s settings are saved."
    assert Club.objects.get().till
    administrator.post("/en/club/", {"name": "Circolo"})
    assert not Club.objects.get().till and list(history_faults()) == []


def test_a_club_without_a_name_has_a_till_too_and_one_with_a_name_keeps_it(administrator: Client) -> None:
    assert administrator.post("/en/club/", {"name": "", "till": "on"}).status_code == 302
    assert (Club.objects.get().till, Club.objects.get().name) == (True, "")
    administrator.post("/en/club/", {"name": "Circolo"})
    refused = administrator.post("/en/club/", {"name": "  ", "till": "on"})
    assert refused.status_code == 422 and "Give the club a name." in text_of(refused)
    assert (Club.objects.get().till, Club.objects.get().name) == (False, "Circolo")


def test_money_is_no_viewers_business_nor_the_players_nor_in_the_file_of_the_tournament() -> None:
    tournament = finished()
    viewer = Client()
    viewer.force_login(make_account("vito", Role.VIEWER))
    for name in ADDRESSES:
        assert viewer.get(url(name, tournament)).status_code == 403, name
    for name in ("tournament", "pairs"):
        assert "€" not in html_of(viewer.get(url(name, tournament))), name
    for name in ("public_ranking", "public_seat", "public_rounds", "public_highlights"):
        page = html_of(Client().get(url(name, tournament)))
        assert "€" not in page and "2000" not in page and "20.00" not in page, name
    text = to_json(export_tournament(tournament))
    assert not re.search("fee|paid|payment|cents|prize|till", text)


@pytest.mark.parametrize(("on", "leads_to"), [("else", "till"), ("", "till"), ("pairs", "pairs")])
def test_a_payment_noted_elsewhere_than_in_a_row_leads_back_to_a_page(referee: Client, on: str, leads_to: str) -> None:
    tournament = with_till()
    headers = {} if leads_to == "pairs" else HTMX
    answer = referee.post(f"{url('till_paid', tournament)}?on={on}", {"pay": "2-cash"}, headers=headers)
    assert answer["Location"].endswith(url(leads_to, tournament).removeprefix("/en"))
    assert Payment.objects.count() == 1


def test_the_books_have_everybody_who_paid_or_still_plays(referee: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    tournament = with_till(3)
    pair_pay(pair=pair(tournament, 2), means="cash")
    for number in (2, 3):
        pair_set_status(pair=pair(tournament, number), status=Pair.Status.WITHDRAWN)
    printed = list[list[Any]]()
    monkeypatch.setattr(files, "books_sheet", lambda _header, rows, _totals: printed.append(rows) or b"")
    referee.get(url("till_books", tournament))
    assert [row.number for row in printed[0]] == [1, 2]


def test_a_row_of_the_till_is_found_by_its_number(referee: Client) -> None:
    tournament = with_till(12)
    listed = referee.get(url("till", tournament), {"q": "1"}).context["listed"]
    assert [row.number for row in listed.page] == [1, 10, 11, 12]


@pytest.mark.parametrize(
    ("number", "seat", "payer"),
    [(2, None, "2"), (2, 1, "2, Rossi Anna"), (2, 2, "2, Verdi Ugo"), (3, 1, "3"), (4, 1, "4, Neri Ada"), (4, 2, "4")],
)
def test_a_payer_is_named_as_long_as_they_are_entered(number: int, seat: int | None, payer: str) -> None:
    rows: Any = {2: SimpleNamespace(players=("Rossi Anna", "Verdi Ugo")), 4: SimpleNamespace(players=("Neri Ada",))}
    event: Any = SimpleNamespace(number=number, seat=seat)
    assert _payer(event, rows) == payer


def test_who_ticked_what_and_took_it_back_is_told_to_the_referee(referee: Client) -> None:
    tournament = with_till()
    pay(referee, tournament, "2-cash")
    pay(referee, tournament, "2-cash-none")
    page = html_of(referee.get(url("till", tournament)))
    assert re.search(r"anna</p>\s*<del>2: €20.00, cash</del> payment undone", page)
    assert len(re.findall("2: €20.00, cash", page)) == 2


def test_a_pair_that_has_paid_is_not_deleted_with_its_money() -> None:
    tournament = with_till()
    third = pair(tournament, 3)
    pair_pay(pair=third, means="cash")
    with translation.override("it"), pytest.raises(Refused, match="prima togli il pagamento"):
        pair_delete(pair=third)
    pair_unpay(pair=third, means="cash")
    pair_delete(pair=third)
    assert tournament.pairs.count() == 3 and list(history_faults()) == []


def test_a_payment_is_noted_and_taken_back_after_the_tournament_is_final_too() -> None:
    tournament = finished()
    assert tournament.state == Tournament.State.FINAL
    first = pair(tournament, 1)
    pair_unpay(pair=first, means="cash")
    assert Payment.objects.count() == 7
    pair_pay(pair=first, means="card")
    revision = Tournament.objects.get(pk=tournament.pk).revision
    with translation.override("en"), pytest.raises(Refused, match=r"already paid .*card"):
        pair_unpay(pair=first, means="cash")
    assert Payment.objects.get(pair=first).means == "card"
    assert Tournament.objects.get(pk=tournament.pk).revision == revision
    pair_unpay(pair=first, means="card")
    assert not Payment.objects.filter(pair=first).exists()
    assert Tournament.objects.get(pk=tournament.pk).revision > revision
    # There is no payment to undo, so nothing is written.
    pair_unpay(pair=first, means="card")
    assert Tournament.objects.get(pk=tournament.pk).revision == revision + 1


def test_in_a_team_event_teams_win_and_in_an_individual_one_players_pay_and_win(referee: Client) -> None:
    club_keep_till(keeps=True)
    teams, players = make_teams(3), make_tournament(kind="individual", pairs=8)
    for tournament in (teams, players):
        till_terms_set(tournament=tournament, terms=TERMS | {"fund_percent": None, "fund_amount": 10_000})
    play_round(start_round(teams, System.DRAW), seed=2)
    play_round(start_round(players, System.INDIVIDUAL), seed=2)
    for tournament, names in (
        (teams, {team.number: team.name for team in teams.teams.all()}),
        (players, {entered.number: str(entered) for entered in players.pairs.all()}),
    ):
        terms = till_terms_of(tournament)
        prizes = prizes_of(tournament, terms, till_of(tournament, terms))
        assert sum(row.cents for row in prizes.by_place) == 10_000
        assert all(row.number is not None and row.names == names[row.number] for row in prizes.by_place)
        assert referee.get(url("till_prizes", tournament)).status_code == 200
    assert till_of(players, till_terms_of(players)).out == 8 * 2000


def test_a_long_list_costs_no_more_queries(
    referee: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    tournament = with_till(40)
    for number in range(1, 30):
        pair_pay(pair=pair(tournament, number), means="cash")
    with django_assert_max_num_queries(15):
        referee.get(url("till", tournament))
    with django_assert_max_num_queries(11):
        referee.get(url("check_in", tournament))


def test_the_main_button_of_another_page_is_not_the_tills(referee: Client) -> None:
    tournament = with_till()
    tournament.pairs.update(status=Pair.Status.ACTIVE)
    play_round(start_round(tournament), close=True)
    tournament_finish_play(tournament=tournament)
    tournament_make_final(tournament=tournament)
    page = html_of(referee.get(url("till", tournament)))
    assert "For the prize-giving" in page and "btn-primary" not in page


def test_each_player_of_a_pair_pays_alone_and_the_sums_are_to_the_cent(referee: Client) -> None:
    tournament = with_till(4, fee=2001)
    second = pair(tournament, 2)
    first_name, second_name = (str(player) for player in second.players)
    assert "One by one" in text_of(referee.get(url("check_in", tournament)))
    answer = text_of(pay(referee, tournament, "2.1-cash"))
    assert f"{first_name} ✓ €10.01, cash" in answer and f"{second_name} €10.00" in answer
    till = till_of(tournament, till_terms_of(tournament))
    assert (till.paid, till.out, till.owing) == (1001, 1000 + 3 * 2001, 4)
    for on in ("check_in", "pairs"):
        # The other door's page still offers the whole pair.
        refused = pay(referee, tournament, "2-cash", on=on)
        assert refused.status_code == 409
        assert f"2, {first_name} has already paid €10.01 (cash). To change this, undo it" in text_of(refused)
    pay(referee, tournament, "2.2-card")
    pay(referee, tournament, "2.2-card")
    pay(referee, tournament, "1-cash")
    assert pay(referee, tournament, "1.2-cash").status_code == 409
    till = till_of(tournament, till_terms_of(tournament))
    assert (till.paid, till.by_means) == (4002, {"cash": 2001 + 1001, "card": 1000})
    assert pay(referee, tournament, "2.1-card-none").status_code == 409
    pay(referee, tournament, "2.1-cash-none")
    assert list(Payment.objects.order_by("pk").values_list("pair__number", "seat", "cents")) == [
        (2, 2, 1000),
        (1, None, 2001),
    ]
    page = html_of(referee.get(url("till", tournament)))
    assert re.search(rf"<del>2, {first_name}: €10.01, cash</del> payment undone", page)
    rows = list(csv.reader(io.StringIO(referee.get(url("till_csv", tournament)).content.decode("utf-8-sig"))))
    assert [(row[0], row[1], *row[3:]) for row in rows if row[0] == "2"] == [
        ("2", first_name, "", "10.01", ""),
        ("2", second_name, "10.00", "", "card"),
    ]
    assert referee.get(url("till_books", tournament)).content.startswith(b"%PDF")
    for wrong in ("2.-cash", "2.3-cash", "2.x-cash", "2.1.1-cash"):
        assert pay(referee, tournament, wrong).status_code == 404, wrong
    assert list(history_faults()) == []


def test_what_one_player_paid_stays_whatever_becomes_of_the_pair_or_the_fee() -> None:
    tournament = with_till(4, per="player", fee=1000, reductions={"Juniores": 400})
    second = pair(tournament, 2)
    Player.objects.filter(pk=second.player2_id).update(category="juniores")
    pair_pay(pair=second, means="cash", seat=1)
    till_terms_set(tournament=tournament, terms={"fee": 1500})
    pair_pay(pair=pair(tournament, 3), means="card", seat=2)
    # Another first player: the place is paid for.
    Pair.objects.filter(pk=second.pk).update(player1=Player.objects.create(last_name="Nuova", first_name="Ada"))
    terms = till_terms_of(tournament)
    till = till_of(tournament, terms, [2])
    row = till.rows[0]
    assert [(part.names, part.cents, part.means) for part in row.parts][0] == ("Nuova Ada", 1000, "cash")
    assert (till.paid, row.out) == (1000, 400)
    pair_set_status(pair=second, status=Pair.Status.WITHDRAWN)
    till = till_of(tournament, terms, [2])
    row = till.rows[0]
    assert (till.paid, row.out, len(row.parts)) == (1000, 0, 1)
    with translation.override("en"), pytest.raises(Refused, match="undo the payment first"):
        pair_delete(pair=second)
    assert till_of(tournament, terms).paid == 1000 + 1500


@pytest.mark.parametrize("there, then", [(None, None), (None, 1), (None, 2), (1, None), (2, None), (1, 1), (2, 2)])
def test_the_database_itself_takes_no_place_as_paid_twice(there: int | None, then: int | None) -> None:
    second = pair(with_till(), 2)
    Payment.objects.create(pair=second, seat=there, cents=1, means="cash")
    with pytest.raises(IntegrityError), transaction.atomic():
        Payment.objects.create(pair=second, seat=then, cents=1, means="card")
    assert Payment.objects.count() == 1


def test_in_an_individual_tournament_nobody_has_a_place_of_a_pair(referee: Client) -> None:
    club_keep_till(keeps=True)
    tournament = make_tournament(kind="individual", pairs=8)
    till_terms_set(tournament=tournament, terms=TERMS)
    assert pay(referee, tournament, "2.1-cash").status_code == 404
    pay(referee, tournament, "2-cash")
    assert "One by one" not in text_of(referee.get(url("till", tournament)))
    assert Payment.objects.get().player == pair(tournament, 2).player1


def test_a_receipt_for_one_player_of_a_pair_is_in_their_name(referee: Client) -> None:
    tournament = with_till()
    second = pair(tournament, 2)
    payment = pair_pay(pair=second, means="cash", seat=2)
    with translation.override("en"):
        address = f"{reverse('receipt_new')}?payment={payment.pk}"
    assert address in html_of(referee.get(url("till", tournament)))
    page = html_of(referee.get(address))
    assert f'value="{second.player2}"' in page and str(second.player1) not in page
