"""The history page: the author, the time, and the values before and after each change."""

import re
from collections.abc import Callable, Sequence
from datetime import timedelta
from html import unescape
from itertools import product

import pytest
from django.test import Client, RequestFactory
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from tests.factories import (
    AT,
    draft_round,
    make_teams,
    make_tournament,
    pair,
    play_round,
    play_table,
    slip,
    start_on_phones,
    start_round,
)
from tests.tournaments.views.pages import html_of, plain, text_of, url
from tests.tournaments.views.phone.visitors import STRANGER
from tournaments.clock.clock import ClockAction
from tournaments.history import pages
from tournaments.history.changes import Change, ChangeKind
from tournaments.history.pages import page_after, page_before
from tournaments.history.tournament_history import history_of
from tournaments.interchange import export_tournament, to_json, tournament_import
from tournaments.models import Hand, Pair, PhoneSlip, Round, Table, Tournament
from tournaments.records import Line, Outcome, System
from tournaments.services import (
    adjustment_add,
    adjustment_remove,
    clock_change,
    clock_follow_hall,
    pair_add,
    pair_change,
    pair_delete,
    pair_set_status,
    pair_substitute,
    pairs_check_in,
    phone_contest,
    phone_enter,
    phone_send,
    phone_type,
    round_close,
    round_discard,
    round_draft,
    round_publish,
    round_withdraw,
    single_add,
    singles_pair,
    substitute_change,
    substitute_take_back,
    table_clear,
    table_set_outcome,
    table_swap_lines,
    team_delete,
    team_rename,
    tournament_announce,
    tournament_change,
    tournament_finish_play,
    tournament_make_final,
    tournament_reopen,
)
from tournaments.slips.states import Phone
from tournaments.views import history as views
from tournaments.views.history import CHANGES_A_PAGE, _address, _moment

pytestmark = pytest.mark.django_db


ITEM = re.compile(
    r'<li>\s*<span class="history-when">\d\d:\d\d · (.*?)(?=<li>\s*<span class="history-when">|$)', re.DOTALL
)


def changes(referee: Client, tournament: Tournament, **asked: str) -> list[str]:
    """Return the changes as the page lists them, newest first, without the time."""
    html = html_of(referee.get(url("history", tournament), asked))
    return [plain(item.split("</ol>")[0]) for item in ITEM.findall(html)]


def first_table(tournament: Tournament) -> Table:
    return Table.objects.filter(round__tournament=tournament).order_by("round__number", "number")[0]


def test_a_slip_is_one_change_with_its_hands(referee: Client) -> None:
    tournament = make_tournament(pairs=4, hands_per_round=2)
    play_table(start_round(tournament).tables.get(number=1), slip(300, 145), slip(300, 35))
    newest = changes(referee, tournament)[0]
    assert newest.startswith("the program Round 1, table 1: result entered")
    assert "Hand 1: NS 300 + 145 = 445 · EW 0 + 85 = 85 (closed)" in newest


def test_a_correction_shows_only_what_changed_before_and_after(referee: Client) -> None:
    tournament = make_tournament(pairs=4, hands_per_round=2)
    start_round(tournament)
    play_table(first_table(tournament), slip(300, 145), slip(300, 35))
    play_table(first_table(tournament), slip(300, 145), slip(350, 35))
    newest = changes(referee, tournament)[0]
    assert newest == "the program Round 1, table 1: result corrected Hand 2, NS base: 300 → 350"


def test_swapped_lines_are_told_as_such(referee: Client) -> None:
    tournament = make_tournament(pairs=4, hands_per_round=2)
    start_round(tournament)
    table = play_table(first_table(tournament), slip(300, 145), slip(300, 35))
    table_swap_lines(table=table, version=table.version, at=AT)
    assert changes(referee, tournament)[0] == "the program Round 1, table 1: NS and EW of the result swapped"


def test_a_referees_change_carries_the_name(referee: Client) -> None:
    tournament = make_tournament(pairs=4)
    referee.post(url("round_new", tournament), {"system": "registration"})
    assert changes(referee, tournament)[0] == "anna Round 1 drawn: Order of registration"


def test_a_result_taken_back_still_shows(referee: Client) -> None:
    tournament = make_tournament(pairs=4, hands_per_round=2)
    table = play_table(start_round(tournament).tables.get(number=1))
    table_clear(table=table, version=table.version)
    newest = changes(referee, tournament)[0]
    assert "Round 1, table 1: result removed" in newest
    assert "Hand 2: NS 300 + 120 = 420 · EW 0 + 85 = 85 (closed)" in newest


def test_an_absence_is_named(referee: Client) -> None:
    tournament = make_tournament(pairs=4)
    table = start_round(tournament).tables.get(number=1)
    table_set_outcome(table=table, version=0, outcome=Outcome.ABSENT_EW, at=AT)
    assert changes(referee, tournament)[0] == "the program Round 1, table 1: EW absent"


def test_a_round_leaves_each_step_of_its_life(referee: Client) -> None:
    tournament = make_tournament(pairs=4)
    round_ = round_draft(tournament=tournament, system=System.DRAW, seed=5)
    draft_round(tournament, System.MITCHELL, step=1)
    round_ = round_publish(round=round_, at=AT)
    round_withdraw(round=round_)
    round_discard(round=round_)
    texts = changes(referee, tournament, kind="pairing")
    assert [sentence.removeprefix("the program ").split(" Table")[0] for sentence in texts] == [
        "Draft of round 1 discarded",
        "Round 1 unpublished: a draft again",
        "Round 1 published: Mitchell, step 1",
        "Round 1 drawn again: Mitchell, step 1",
        "Round 1 drawn: Draw by lot, seed 5",
    ]
    assert "Table 1: 1 – 3 Table 2: 2 – 4" in texts[2]
    assert "Table" not in texts[3]


def test_the_clock_and_what_was_announced_show(referee: Client) -> None:
    tournament = make_tournament(pairs=4)
    round_ = start_round(tournament)
    for minute, action, table in (
        (0, ClockAction.ADD, None),
        (1, ClockAction.START, None),
        (2, ClockAction.START, 2),
        (3, ClockAction.PAUSE, None),
        (5, ClockAction.GO_ON, None),
        (6, ClockAction.TAKE, 1),
        (7, ClockAction.END, None),
    ):
        clock_change(round=round_, action=action, at=AT + timedelta(minutes=minute), table=table)
    clock_follow_hall(round=round_, table=1)
    tournament_announce(tournament=tournament, text="Prize-giving at 23:30")
    tournament_announce(tournament=tournament, text="")
    texts = [sentence.removeprefix("the program ") for sentence in changes(referee, tournament)]
    assert texts[:10] == [
        "Announcement removed: Prize-giving at 23:30",
        "Announced: Prize-giving at 23:30",
        "Clock of round 1, table 1: goes with the hall again",
        "Clock of round 1, hall: ended",
        "Clock of round 1, table 1: 1:00 removed",
        "Clock of round 1 hall: resumed table 2: resumed",
        "Clock of round 1 hall: paused table 2: paused",
        "Clock of round 1, table 2: started",
        "Clock of round 1, hall: started",
        "Clock of round 1, hall: 1:00 added",
    ]
    assert len(changes(referee, tournament, kind="clock")) == 8


def test_what_was_done_on_phones_shows_in_sentences(referee: Client) -> None:
    tournament = make_tournament(pairs=4, hands_per_round=2)
    table = start_round(tournament).tables.get(number=2)
    assert 'value="phones"' not in html_of(referee.get(url("history", tournament)))
    tournament_change(tournament=tournament, changes={"writing": Tournament.Writing.PHONES})
    table = Table.objects.get(pk=table.pk)
    assert phone_enter(table=table, typed="0000", origin=STRANGER, at=AT) is None
    ns, ew = Phone(Line.NS, "a"), Phone(Line.EW, "b")
    for serial in (1, 2, 3):
        phone_type(table=table, phone=ns, version=1, serial=serial, typed={}, at=AT + timedelta(minutes=serial))
    sent = PhoneSlip.objects.get()
    later = AT + timedelta(minutes=9)
    phone_send(table=table, phone=ns, version=sent.version, serial=4, typed={}, hands=[slip(300), slip(200)], at=later)
    phone_contest(table=table, phone=ew, version=PhoneSlip.objects.get().version, hand=None, note="", at=later)
    play_table(Table.objects.get(pk=table.pk))
    assert set(changes(referee, tournament, kind="phones")) == {
        "referee Round 1, table 2: the referee’s word takes the place of the slip on phones",
        "phone C Round 1, table 2: EW contested the slip",
        "phone B Round 1, table 2: NS sent the slip to the opponents",
        "phone B Round 1, table 2: NS wrote the slip",
        "phone A Round 1, table 2: a wrong code was given",
    }
    # Figures typed in succession are one line, which the table and its pairs find.
    assert len(changes(referee, tournament, kind="phones", pair="3", table="2")) == 5
    assert changes(referee, tournament, kind="phones", pair="1") == []
    assert 'value="phones"' in html_of(referee.get(url("history", tournament)))


def test_closing_a_round_shows(referee: Client) -> None:
    tournament = make_tournament(pairs=2)
    round_close(round=play_round(start_round(tournament), close=False))
    assert changes(referee, tournament)[0] == "the program Round 1 closed"


def test_pairs_of_one_paste_are_one_change(referee: Client) -> None:
    tournament = make_tournament(pairs=3)
    texts = changes(referee, tournament, kind="pair")
    assert len(texts) == 1
    assert texts[0].startswith("the program 3 pairs added")
    assert f"2 {pair(tournament, 2)}" in texts[0]


def deleted(tournament: Tournament) -> None:
    pair_delete(pair=pair_add(tournament=tournament, players=("Zanon Ugo", "Zanon Ada")))


PAIR_CHANGES: dict[str, tuple[Callable[[Tournament], object], str]] = {
    "number": (lambda t: pair_change(pair=pair(t, 2), number=9), "Pair 9, {names} Number: 2 → 9"),
    "status": (
        lambda t: pair_set_status(pair=pair(t, 2), status=Pair.Status.WITHDRAWN),
        "Pair 2, {names} Presence: here → withdrawn",
    ),
    "ticked": (
        lambda t: pairs_check_in(tournament=t, pairs=[pair(t, 2)], here=False),
        "Pair 2, {names} Presence: here → expected",
    ),
    "deleted": (deleted, "Pair 3 deleted: Zanon Ugo – Zanon Ada"),
}


@pytest.mark.parametrize("case", PAIR_CHANGES)
def test_a_changed_pair_shows_before_and_after(referee: Client, case: str) -> None:
    tournament = make_tournament(pairs=2)
    names = str(pair(tournament, 2))
    act, sentence = PAIR_CHANGES[case]
    act(tournament)
    assert changes(referee, tournament)[0] == f"the program {sentence.format(names=names)}"


def test_who_takes_a_place_shows_when_it_comes_changes_and_goes(referee: Client) -> None:
    tournament = make_tournament(pairs=2)
    start_round(tournament)
    entered = pair(tournament, 1)
    one = pair_substitute(pair=entered, seat=2, player="Zanon Ugo", first=2).substitute
    other = pair_substitute(pair=entered, seat=2, player="Zanon Ada", first=3, last=4).substitute
    substitute_change(substitute=other, first=3, last=3)
    substitute_take_back(substitute=one)
    place = f"in place of {entered.player2},"
    assert changes(referee, tournament)[:5] == [
        f"the program Pair 1, undone: Zanon Ugo {place} in round 2",
        f"the program Pair 1, changed: Zanon Ada {place} in round 3 Rounds: in rounds 3 to 4 → in round 3",
        f"the program Pair 1: Zanon Ada {place} in rounds 3 to 4",
        f"the program Pair 1, changed: Zanon Ugo {place} in round 2 Rounds: from round 2 → in round 2",
        f"the program Pair 1: Zanon Ugo {place} from round 2",
    ]


def test_teams_and_kept_tables_show(referee: Client) -> None:
    tournament = make_teams(2)
    names = str(pair(tournament, 1))
    pair_change(pair=pair(tournament, 1), team="Aurora", fixed_table=3)
    pair_change(pair=pair(tournament, 1), team="", fixed_table=0)
    team_rename(team=tournament.teams.get(name="Aurora"), name="Levante")
    team_delete(team=tournament.teams.get(name="Levante"))
    pair_add(tournament=tournament, players=("Zanon Ugo", "Zanon Ada"), team="Squadra 2")
    assert changes(referee, tournament)[:5] == [
        "the program Pair 5 added: Zanon Ugo – Zanon Ada Team: Squadra 2",
        "the program Team 3 deleted: Levante",
        "the program Team 3 Name: Aurora → Levante",
        f"the program Pair 1, {names} Team: Levante Keeps table: 3",
        f"the program Pair 1, {names} Team: Squadra 1 → Levante Keeps table: 3",
    ]
    assert len(changes(referee, tournament, kind="team")) == 2


def test_who_looked_for_a_partner_shows(referee: Client) -> None:
    tournament = make_tournament()
    one, other = (single_add(tournament=tournament, player=name) for name in ("Zanon Ugo", "Zanon Ada"))
    singles_pair(one=one, other=other)
    assert set(changes(referee, tournament, kind="single")) == {
        "the program Look for a partner: Zanon Ugo, Zanon Ada",
        "the program No longer looking for a partner: Zanon Ugo, Zanon Ada",
    }
    assert changes(referee, tournament, kind="pair") == ["the program Pair 1 added: Zanon Ugo – Zanon Ada"]


def test_an_individual_tournament_tells_of_players(referee: Client) -> None:
    tournament = make_tournament(kind="individual", pairs=4)
    one, two, three, four = tournament.pairs.all()
    round_ = Round.objects.create(tournament=tournament, number=1, system="manual", seed=1)
    round_.tables.bulk_create([Table(round=round_, number=1, ns=one, ns_partner=four, ew=two, ew_partner=three)])
    round_publish(round=round_, at=AT)
    adjustment_add(round=round_, pair=three, mp=-100, reason="Troppo tardi")
    pair_set_status(pair=two, status=Pair.Status.WITHDRAWN)
    texts = changes(referee, tournament)
    assert texts[0] == f"the program Player 2, {two} Presence: here → withdrawn"
    assert texts[1] == "the program Player 3, round 1: −100 MP, Troppo tardi"
    assert "Table 1: 1 + 4 – 2 + 3" in " ".join(texts)
    assert any(sentence.startswith("the program 4 players added") for sentence in texts)
    # A partner is found by number, like the first player.
    assert len(changes(referee, tournament, pair="3", kind="pairing")) == 1


@pytest.mark.parametrize(("kind", "offered"), [("pairs", "pairs"), ("teams", "pairs"), ("individual", "players")])
def test_what_can_be_looked_for_is_called_as_in_its_kind_of_tournament(
    referee: Client, kind: str, offered: str
) -> None:
    tournament = make_teams(2) if kind == "teams" else make_tournament(kind=kind, pairs=4)
    form = referee.get(url("history", tournament)).context["form"]
    choices = {key: str(name) for key, name in form.fields["kind"].choices}
    assert choices["pair"] == offered
    assert ("team" in choices, "single" in choices) == (kind == "teams", kind != "individual")
    assert "phones" not in choices


def test_the_new_settings_show_in_words(referee: Client) -> None:
    tournament = make_tournament()
    changed = {"kind": "teams", "missed_rounds": "absence", "substitutes_allowed": False, "second_language": "es"}
    tournament_change(tournament=tournament, changes=changed)
    newest = changes(referee, tournament)[0]
    for words in (
        "Kind: Pairs → Teams",
        "worth: nothing → an absence",
        "player's place: yes → no",
        "sheets: none → Español",
    ):
        assert words in newest


def test_corrected_names_show_before_and_after(referee: Client) -> None:
    tournament = make_tournament(pairs=2)
    before = pair(tournament, 1)
    pair_change(pair=before, players=(before.player1, "Zanon Ugo"))
    newest = changes(referee, tournament)[0]
    assert f"Players: {before} → {before.player1} – Zanon Ugo" in newest


def test_adjustments_show_when_given_and_when_taken_back(referee: Client) -> None:
    tournament = make_tournament(pairs=4)
    given = adjustment_add(
        round=start_round(tournament), pair=pair(tournament, 3), mp=-100, reason="Troppo tardi", article="9"
    )
    adjustment_remove(adjustment=given)
    assert changes(referee, tournament, kind="adjustment") == [
        "the program Adjustment removed: pair 3, round 1: −100 MP, Troppo tardi (9)",
        "the program Pair 3, round 1: −100 MP, Troppo tardi (9)",
    ]


def test_settings_and_state_show_with_the_reason(referee: Client) -> None:
    tournament = make_tournament(pairs=2)
    tournament_change(tournament=tournament, changes={"name": "Coppa", "rounds_planned": 3})
    play_round(start_round(tournament))
    tournament_make_final(tournament=tournament_finish_play(tournament=tournament))
    tournament_reopen(tournament=tournament, reason="tavolo 1 sbagliato")
    texts = changes(referee, tournament, kind="tournament")
    assert texts[0] == "the program State of the tournament: tavolo 1 sbagliato State: final → checking time"
    assert texts[-2] == "the program Settings of the tournament Name: Torneo del venerdì → Coppa Rounds: 4 → 3"
    assert texts[-1] == "the program Tournament created: Torneo del venerdì"


def test_filters_narrow_the_list(referee: Client) -> None:
    tournament = make_tournament(pairs=6)
    play_round(start_round(tournament, System.REGISTRATION))
    second = start_round(tournament, System.MITCHELL, step=1)
    play_table(second.tables.get(number=2))
    assert len(changes(referee, tournament, kind="result")) == 4
    assert len(changes(referee, tournament, kind="result", round="1")) == 3
    assert len(changes(referee, tournament, table="2")) == 2
    of_pair = changes(referee, tournament, kind="result", pair="1")
    assert [sentence.split(":")[0] for sentence in of_pair] == ["the program Round 1, table 1"]


NONSENSE = ("-1", "abc", "1" + "0" * 30, "\x00", "🂡")


def test_nonsense_in_a_filter_is_answered_with_the_page(referee: Client) -> None:
    tournament, otherwise = make_tournament(pairs=2), []
    for field, nonsense in product(("kind", "round", "table", "pair", "page"), NONSENSE):
        response = referee.get(url("history", tournament), {field: nonsense})
        if response.status_code != 200 or (field != "page" and "error-sentence" not in html_of(response)):
            otherwise.append((field, nonsense, response.status_code))
    assert otherwise == []


def test_a_long_history_has_pages(referee: Client) -> None:
    tournament = make_tournament(pairs=2)
    for number in range(CHANGES_A_PAGE + 10):
        tournament_change(tournament=tournament, changes={"venue": f"Sala {number}"})
    newest = f"Sala {CHANGES_A_PAGE + 9}"
    assert newest in text_of(referee.get(url("history", tournament)))
    first = html_of(referee.get(url("history", tournament)))
    assert link(first, "next") and not link(first, "prev")
    older = html_of(referee.get(url("history", tournament) + link(first, "next")))
    assert "Sala 0<" in older and newest not in older and not link(older, "next")
    newer = html_of(referee.get(url("history", tournament) + link(older, "prev")))
    assert ITEM.findall(newer) == ITEM.findall(first) and not link(newer, "prev")


def link(page: str, rel: str) -> str:
    """Return the target of a link of the history, or an empty string."""
    found = re.search(rf'rel="{rel}" href="([^"]*)"', page)
    return unescape(found[1]) if found else ""


def facts_of(changes: Sequence[Change]) -> list[object]:
    return [
        (
            change.kind,
            change.at,
            change.round,
            change.table,
            change.pairs,
            [edit.row for edit in (*change.edits, *change.parts)],
        )
        for change in changes
    ]


@pytest.mark.parametrize("size", [1, 3, 8])
def test_page_by_page_it_is_the_whole_history(size: int) -> None:
    tournament = evening_with_phones()
    whole = history_of(tournament)
    assert {change.kind for change in whole.changes} >= {ChangeKind.RESULT, ChangeKind.PHONES, ChangeKind.PAIRING}
    pages = [page_before(tournament, lambda change: True, before=None, size=size)]
    while pages[-1].older:
        pages.append(page_before(tournament, lambda change: True, before=pages[-1].older, size=size))
    assert [fact for page in pages for fact in facts_of(page.changes)] == facts_of(whole.changes)
    assert max(len(page.changes) for page in pages) < 2 * size + 2
    back = [pages[-1]]
    while back[-1].newer:
        back.append(page_after(tournament, lambda change: True, after=back[-1].newer, size=size))
    assert [fact for page in reversed(back) for fact in facts_of(page.changes)] == facts_of(whole.changes)


@pytest.mark.parametrize("kind", [ChangeKind.ADJUSTMENT, ChangeKind.RESULT])
def test_what_is_looked_for_is_found_however_long_ago(kind: ChangeKind) -> None:
    tournament = evening_with_phones()
    found = page_before(tournament, lambda change: change.kind is kind, before=None, size=2)
    of_kind = [change for change in history_of(tournament).changes if change.kind is kind]
    assert facts_of(found.changes) == facts_of(of_kind[:2])
    assert bool(found.older) == (len(of_kind) > 2)


def evening_with_phones() -> Tournament:
    """Create a penalty and two rounds with slips typed, corrected, undone, with corrected seats, and from phones."""
    round_ = start_on_phones()
    tournament = round_.tournament
    adjustment_add(round=round_, pair=pair(tournament, 3), mp=-100, reason="Troppo tardi")
    table = round_.tables.get(number=1)
    for serial in (1, 2):
        at = timezone.now()
        phone_type(table=table, phone=Phone(Line.NS, "a"), version=serial - 1, serial=serial, typed={}, at=at)
    play_round(round_, close=False)
    for points in (120, 145):
        play_table(Table.objects.get(pk=table.pk), slip(300, points), slip(300, points))
    swapped = Table.objects.get(pk=table.pk)
    table_swap_lines(table=swapped, version=swapped.version, at=timezone.now())
    round_close(round=round_)
    second = start_round(tournament, System.MITCHELL, step=1)
    play_table(second.tables.get(number=2))
    last = second.tables.get(number=2)
    table_clear(table=last, version=last.version)
    return tournament


def test_an_imported_tournament_begins_with_its_import(referee: Client) -> None:
    played = make_tournament(pairs=4)
    play_round(start_round(played))
    copy = tournament_import(text=to_json(export_tournament(Tournament.objects.get(pk=played.pk))), slug="copia")
    for model in (Round, Table, Hand):
        model.history.update(history_date=AT)
    play_table(first_table(copy))
    texts = changes(referee, copy, kind="result")
    assert len(texts) == 1
    assert texts[0].startswith("the program Round 1, table 1: result corrected")
    assert "Round 1 imported: Order of registration" in " ".join(changes(referee, copy, kind="pairing"))


@pytest.mark.parametrize("pairs", [4, 20, 60])
def test_the_history_costs_the_same_whatever_the_size(
    referee: Client, pairs: int, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    tournament = make_tournament(pairs=pairs)
    play_round(start_round(tournament))
    with django_assert_max_num_queries(21):
        assert referee.get(url("history", tournament)).status_code == 200


def test_a_page_is_as_long_however_much_has_happened(referee: Client) -> None:
    """The queries include only the rows of its own slips."""
    tournament = make_tournament(pairs=4, hands_per_round=2)
    table = start_round(tournament).tables.get(number=1)
    sizes, rows = [], []
    for corrected in range(1, 121):
        play_table(Table.objects.get(pk=table.pk), slip(points=20 + 5 * (corrected % 2)), slip())
        if corrected in (60, 120):
            sizes.append(len(referee.get(url("history", tournament)).content))
            page = page_before(tournament, lambda change: True, before=None, size=50)
            rows.append(len(page.history.changes))
    assert rows[0] == rows[1] and abs(sizes[1] - sizes[0]) < 100


def test_many_seats_have_a_page_of_their_own(referee: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    tournament = make_tournament(pairs=7)
    whole = changes(referee, start_round(tournament).tournament)
    monkeypatch.setattr(pages, "SEATS_ON_A_PAGE", 3)
    shown = changes(referee, tournament)
    published = "Round 1 published: Order of registration"
    assert [text.split(" All details")[0] for text in shown if published not in text] == [
        text for text in whole if published not in text
    ]
    assert [text.endswith(f"{published} All details") for text in shown if published in text] == [True]
    (elsewhere,) = re.findall(
        r'<a href="(\?at=[^"]+)">All details</a>', html_of(referee.get(url("history", tournament)))
    )
    page = html_of(referee.get(url("history", tournament) + unescape(elsewhere)))
    assert [plain(item.split("</ol>")[0]) for item in ITEM.findall(page)] == [
        text for text in whole if published in text
    ]
    # Whoever looks for a pair finds where it was seated, and the way back leads to the changes around it.
    (found,) = [text for text in changes(referee, tournament, pair="7", kind="pairing") if published in text]
    assert "7 rests" in found
    assert [len(re.findall(rf'rel="{way}"', page)) for way in ("prev", "next")] == [1, 1]


def test_many_pairs_of_one_press_have_a_page_of_their_own(referee: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    tournament = make_tournament(pairs=9)
    whole = changes(referee, tournament, kind="pair")
    monkeypatch.setattr(views, "MOST_DETAILS", 8)
    (shown,) = changes(referee, tournament, kind="pair")
    assert shown.endswith("9 pairs added All details")
    (elsewhere,) = re.findall(
        r'<a href="(\?[^"]*at=[^"]+)">All details</a>', html_of(referee.get(url("history", tournament)))
    )
    page = html_of(referee.get(url("history", tournament) + unescape(elsewhere)))
    assert [plain(item.split("</ol>")[0]) for item in ITEM.findall(page)][-1] == whole[0]


def test_pairs_changed_within_the_page_are_told_as_in_the_whole_history() -> None:
    """The pairs changed before the span of the page are not read: no half of a press becomes a change of its own."""
    tournament = make_tournament(pairs=6, hands_per_round=2)
    numbered = list(Pair.objects.filter(tournament=tournament).order_by("number"))
    table = start_round(tournament).tables.get(number=1)
    start = timezone.now()
    for second in range(40):
        if second % 3 == 0:
            toggled = numbered[second // 3 % 6]
            toggled.late_reason = f"{second}"
            toggled.save()
        play_table(Table.objects.get(pk=table.pk), slip(points=20 + 5 * (second % 2)), slip())
    for model in (Round, Table, Hand, Pair):
        rows = model.history.order_by("history_date", "history_id")
        for at, row in enumerate(rows.filter(history_date__gte=start)):
            model.history.filter(pk=row.pk).update(history_date=start + at * timedelta(seconds=3))
    whole = history_of(tournament)
    for size in (1, 2, 5):
        page = page_before(tournament, lambda change: True, before=None, size=size)
        assert facts_of(page.changes) == facts_of(whole.changes[: len(page.changes)])


MOMENTS = ("x", "2026-13-40", "2026-11-20", "0001-01-01T00:00:00+14:00", "\x00", "9" * 40)


def test_what_is_no_moment_leads_to_the_newest(referee: Client) -> None:
    tournament = make_tournament(pairs=2)
    newest = ITEM.findall(html_of(referee.get(url("history", tournament))))
    for name, moment in product(("before", "after", "at"), MOMENTS):
        assert ITEM.findall(html_of(referee.get(url("history", tournament), {name: moment}))) == newest, moment


@pytest.mark.parametrize(
    ("asked", "moment"),
    [
        ("2026-11-20T20:30:00+01:00", "2026-11-20T20:30:00+01:00"),
        ("1901-01-01T00:00:00Z", "1901-01-01T00:00:00+00:00"),
        ("8999-12-31T23:59:59Z", "8999-12-31T23:59:59+00:00"),
        *((wrong, None) for wrong in ("1900-12-31T23:59:59Z", "9000-01-01T00:00:00Z", "2026-11-20T20:30:00", "")),
    ],
)
def test_a_moment_has_a_zone_and_lies_in_our_time(asked: str, moment: str | None) -> None:
    read = _moment(RequestFactory().get("/", {"at": asked}), "at")
    assert (read and read.isoformat()) == moment


def test_another_moment_keeps_the_filter_and_no_other_moment() -> None:
    request = RequestFactory().get("/", {"kind": "pair", "before": "1", "after": "2", "at": "3"})
    assert _address(request, "after", AT) == "?kind=pair&after=2026-11-20T20%3A30%3A00%2B00%3A00"
    assert _address(request, "after", None) == ""


def test_only_the_referee_gets_in(client: Client) -> None:
    response = client.get(url("history", make_tournament(pairs=2)))
    assert response.status_code == 302
    assert "/login/" in response.headers["Location"]
