"""The pages of team matches: drawn, lined up and published by the referee; line-ups of captains stay hidden."""

import re
from datetime import date
from itertools import product
from threading import Barrier, Thread

import pytest
from django.db import connection
from django.db.models import Q
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import JournalEntry
from tests.factories import (
    line_up,
    make_team_matches,
    make_tournament,
    play_round,
    play_table,
    slip,
    start_session,
)
from tests.tournaments.interchange.test_every_kind import moved
from tests.tournaments.views.pages import said, text_of
from tests.tournaments.views.phone.visitors import PhoneAt, figures
from tests.tournaments.views.test_printing import pdf_text
from tournaments.models import LineUp, Round, TeamMatch, Tournament
from tournaments.records import Line, RoundSettings, System
from tournaments.selectors.final_standings import finals_of
from tournaments.selectors.home import rounds_with_progress
from tournaments.selectors.report import report_of
from tournaments.selectors.report_files import report_tables
from tournaments.selectors.team_matches import match_scale_of
from tournaments.services import match_day_draw, round_close, round_withdraw

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]


def drawn(teams: int = 4, **settings: object) -> TeamMatch:
    """Return the first match of a day just drawn."""
    tournament = make_team_matches(teams, **settings)
    return match_day_draw(tournament=tournament, system=System.SWISS).matches.get(number=1)


def captain(match: TeamMatch, *, home: bool = True) -> str:
    team = match.home if home else match.away
    assert team is not None
    return reverse("captain", args=[team.tournament.slug, team.code])


def sent(match: TeamMatch, *pairs: int, session: int = 1) -> dict[str, str]:
    """Return what a captain's page sends: the match that it is about, and a pair for each table."""
    tables = {f"table{at}": str(number) for at, number in enumerate(pairs, start=1)}
    return {"playing": f"{match.pk}.{session}", **tables}


def text(client: Client, address: str) -> str:
    return client.get(address).content.decode()


def test_a_line_up_that_cannot_be_is_shown_again(client: Client) -> None:
    match = drawn()
    assert client.get(captain(match)).status_code == 200
    answer = client.post(captain(match), sent(match, 99, 1))
    assert answer.status_code == 422 and not LineUp.objects.exists()


def test_a_referee_runs_a_match_day_from_the_desk(referee: Client) -> None:
    tournament = make_team_matches(4)
    slug = tournament.slug
    page = reverse("matches", args=[slug])
    assert "Draw match day 1 of 4" in text(referee, page)
    drawn_now = referee.post(reverse("match_day_draw", args=[slug]), {"system": "round_robin"})
    assert said(drawn_now) == "Match day 1 is drawn: now the line-ups."
    assert text(referee, page).count("line-up missing") == 4
    for team in tournament.teams.all():
        address = reverse("line_up", args=[slug, 1, 1, team.number])
        of_day = TeamMatch.objects.get(Q(home=team) | Q(away=team))
        (opponent,) = {of_day.home, of_day.away} - {team}
        assert f"against {opponent}" in text(referee, address)
        first = team.number * 3 - 2
        its_line_up = referee.post(address, {"table1": first + 2, "table2": first})
        assert said(its_line_up) == f"The line-up of {team} is in."
    assert "Publish the round" in text(referee, page)
    referee.post(reverse("session_publish", args=[slug, 1, 1]))
    round_ = Round.objects.get()
    assert round_.state == Round.State.PUBLISHED and round_.tables.count() == 4
    assert "Publish the round" not in text(referee, page)
    assert referee.get(reverse("results", args=[slug, 1])).status_code == 200
    play_round(round_)
    assert "Draw match day 2 of 4" in text(referee, page)
    assert " VP</strong>" in text(referee, page)
    ranking = text(referee, reverse("ranking", args=[slug]))
    assert "Ranking of the teams" in ranking and ranking.count("team-pairs") == 4


@pytest.mark.parametrize(
    "sent", [{}, {"system": "mitchell"}, {"system": "swiss", "seed": "x"}, {"system": "knockout", "qualifiers": "99"}]
)
def test_a_wrong_draw_is_answered_with_a_sentence(referee: Client, sent: dict[str, str]) -> None:
    tournament = make_team_matches(4)
    response = referee.post(reverse("match_day_draw", args=[tournament.slug]), sent)
    assert response.status_code == 422 and not tournament.match_days.exists()


@pytest.mark.parametrize("sent", [{}, {"table1": "1"}, {"table1": "x", "table2": "2"}, {"table1": "99", "table2": "1"}])
def test_a_wrong_line_up_is_answered_with_a_sentence(referee: Client, sent: dict[str, str]) -> None:
    match = drawn()
    address = reverse("line_up", args=[match.day.tournament.slug, 1, 1, match.home.number])
    assert referee.post(address, sent).status_code == 422
    twice = str(match.home.number * 3)
    response = referee.post(address, {"table1": twice, "table2": twice})
    assert response.status_code == 422 and "none twice" in response.content.decode()
    assert not LineUp.objects.exists()


def test_a_captain_hands_in_a_line_up_that_the_opponents_see_when_both_are_in(client: Client) -> None:
    match = drawn()
    assert match.away is not None
    first = match.home.number * 3 - 2
    response = client.post(captain(match), sent(match, first + 2, first), follow=True)
    assert "nobody in the other team sees it yet" in response.content.decode()
    slug, own = match.day.tournament.slug, str(match.home.pairs.get(number=first + 2).public_name)
    public = reverse("public_matches", args=[slug])
    assert own not in text(client, captain(match, home=False)) and own not in text(client, public)
    other = match.away.number * 3 - 2
    theirs = client.get(captain(match, home=False)).context
    assert (theirs["own_is_in"], theirs["opponent"]) == (False, match.home)
    client.post(captain(match, home=False), sent(match, other, other + 1))
    for address in (captain(match), captain(match, home=False), public):
        assert own in text(client, address)
    response = client.post(captain(match), sent(match, first, first + 1))
    assert response.status_code == 422 and "only the referee" in response.content.decode()
    held = LineUp.objects.get(team=match.home)
    assert held.by_captain and held.pairs[0] == match.home.pairs.get(number=first + 2).pk


def test_a_captain_s_page_at_every_moment(client: Client) -> None:
    tournament = make_team_matches(3)
    addresses = [reverse("captain", args=[tournament.slug, team.code]) for team in tournament.teams.all()]
    assert "No line-up is needed" in text(client, addresses[0])
    day = match_day_draw(tournament=tournament, system=System.SWISS)
    assert "rests on this match day" in text(client, addresses[2])
    play_round(start_session(day))
    assert "No line-up is needed" in text(client, addresses[0])
    match_day_draw(tournament=tournament, system=System.SWISS)
    waits = [re.findall("Match day 2: against [^<]+", text(client, address)) for address in addresses]
    assert sorted(map(len, waits)) == [0, 1, 1]
    assert client.get(reverse("captain", args=[tournament.slug, "NOBODY"])).status_code == 404


@pytest.mark.django_db(transaction=True)
def test_line_ups_sent_at_the_same_moment_count_once_and_are_hidden_until_both_are_in() -> None:
    """Two phones of one team and one of the other send together, many times, while another looks at their page."""
    matches = [drawn(2, name=f"Squadre {number}") for number in range(4)]
    homes = [list(match.home.pairs.order_by("number")) for match in matches]
    assert all(match.home.number == 1 for match in matches)
    # First both phones of one team, then nobody, then all three; None stands for a step without sending.
    sending = [(1, [(1, 2), None, (2, 1)]), (1, [(3, 1), None, (2, 3)]), (2, [None, None, (4, 5)])]
    answers: dict[tuple[int, tuple[int, int]], int] = {}
    pages: dict[int, list[str]] = {at: [] for at in range(len(matches))}
    barrier = Barrier(4)

    def send(team: int, steps: list[tuple[int, int] | None]) -> None:
        try:
            for (at, match), pairs in product(enumerate(matches), steps):
                barrier.wait(timeout=60)
                if pairs:
                    response = Client().post(captain(match, home=team == 1), sent(match, *pairs))
                    answers[at, pairs] = response.status_code
        finally:
            connection.close()

    def watch() -> None:
        try:
            for (at, match), _step in product(enumerate(matches), range(3)):
                public = reverse("public_matches", args=[match.day.tournament.slug])
                barrier.wait(timeout=60)
                for address in (captain(match, home=False), public):
                    page = text(Client(), address)
                    if any(pair.public_name in page for pair in homes[at]):
                        pages[at].append(page)
                        assert match.line_ups.count() == 2
        finally:
            connection.close()

    threads = [Thread(target=send, args=one) for one in sending] + [Thread(target=watch)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for at, match in enumerate(matches):
        pages[at].append(text(Client(), captain(match, home=False)))
        counted = match.line_ups.get(team__number=1)
        numbers = tuple(match.home.pairs.get(pk=key).number for key in counted.pairs)
        assert match.line_ups.count() == 2 and answers[at, (4, 5)] == 302
        assert answers[at, numbers] == 302 and set(answers.values()) <= {302, 422}
        for page in pages[at]:
            shown = [pair.public_name in page for pair in homes[at]]
            assert shown == [pair.pk in counted.pairs for pair in homes[at]]


def test_a_line_up_for_a_match_that_is_no_longer_awaited_counts_for_no_other(client: Client) -> None:
    match = drawn(2, match_sessions=2)
    late = sent(match, match.home.number * 3 - 2, match.home.number * 3)
    play_round(start_session(match.day))
    page = client.get(captain(match))
    assert page.status_code == 200 and page.context["where"] == "Match day 1, session 2"
    assert page.context["playing"] == f"{match.pk}.2" and page.context["opponent"] == match.away
    response = client.post(captain(match), late)
    # What was typed for the other match is not in the form.
    assert not response.context["form"].is_bound
    assert response.status_code == 422 and "another match or session" in response.content.decode()
    assert not match.line_ups.filter(session=2).exists()
    assert client.post(captain(match), late | {"playing": f"{match.pk}.2"}).status_code == 302


def test_a_session_is_published_with_its_line_ups_and_again_only_if_what_was_written_may_go(referee: Client) -> None:
    match = drawn(2, pairs_each=3, writing="phones", hands_per_round=2)
    address = reverse("session_publish", args=[match.day.tournament.slug, 1, 1])
    missing = referee.post(address)
    assert missing.status_code == 422 and missing.context["refused"] and not missing.context["loses"]
    line_up(match, match.home, 1, 2)
    line_up(match, match.away, 4, 5)  # type: ignore[arg-type]
    published = referee.post(address)
    assert published["Location"] == reverse("round", args=[match.day.tournament.slug, 1])
    assert "Round 1" in said(published)
    round_ = Round.objects.select_related("tournament").get()
    PhoneAt(round_.tables.select_related("round__tournament").get(number=1), Line.NS).do("type", figures())
    round_withdraw(round=round_)
    line_up(match, match.home, 3, 2)
    refused = referee.post(address)
    assert refused.status_code == 422 and refused.context["loses"] and not round_published()
    assert referee.post(address, {"discard": "1"}).status_code == 302 and round_published()


def round_published() -> bool:
    return Round.objects.filter(state=Round.State.PUBLISHED).exists()


@pytest.mark.parametrize(
    ("sent", "settings"),
    [
        ({"system": "round_robin"}, RoundSettings(legs=1)),
        ({"system": "round_robin", "legs": "2", "qualifiers": "2"}, RoundSettings(legs=2)),
        ({"system": "knockout", "qualifiers": "2", "legs": "2"}, RoundSettings(qualifiers=2)),
        ({"system": "swiss", "qualifiers": "2", "legs": "2"}, RoundSettings()),
    ],
)
def test_a_day_is_drawn_with_the_settings_of_its_system(
    referee: Client, sent: dict[str, str], settings: RoundSettings
) -> None:
    tournament = make_team_matches(4, pairs_each=2)
    drawn_now = referee.post(reverse("match_day_draw", args=[tournament.slug]), sent | {"seed": "77"})
    assert drawn_now.status_code == 302
    day = tournament.match_days.get()
    assert (day.system, day.chosen, day.seed) == (sent["system"], settings, 77)


def test_withdrawn_and_discarded_again(referee: Client) -> None:
    match = drawn(2)
    slug = match.day.tournament.slug
    round_withdraw(round=start_session(match.day))
    assert referee.get(reverse("round", args=[slug, 1])).url == reverse("matches", args=[slug])  # type: ignore[attr-defined]
    assert referee.get(reverse("round_new", args=[slug])).url == reverse("matches", args=[slug])  # type: ignore[attr-defined]
    published = start_session(match.day)
    for name, args in (("line_up_delete", [1, 1, match.home.number]), ("match_day_discard", [1])):
        refused = referee.post(reverse(name, args=[slug, *args]))
        assert refused.status_code == 422 and refused.context["refused"]
    assert LineUp.objects.count() == 2
    round_withdraw(round=published)
    taken_back = referee.post(reverse("line_up_delete", args=[slug, 1, 1, match.home.number]))
    assert said(taken_back) == f"The line-up of {match.home} has been withdrawn."
    assert LineUp.objects.count() == 1
    discarded = referee.post(reverse("match_day_discard", args=[slug, 1]))
    assert discarded["Location"] == reverse("matches", args=[slug])
    assert said(discarded).endswith("The draw of Match day 1 has been discarded.")
    assert not TeamMatch.objects.exists() and not Round.objects.exists()


def test_a_level_match_of_a_knockout_goes_as_the_referee_decides(referee: Client) -> None:
    tournament = make_team_matches(4, rounds_planned=2, hands_per_round=2)
    day = match_day_draw(tournament=tournament, system=System.KNOCKOUT)
    round_ = start_session(day)
    level, other = day.matches.order_by("number")
    for table in round_.tables.order_by("number"):
        play_table(table, *[] if table.number < 4 else [slip(900, 200), slip()])
    round_close(round=round_)
    page = text(referee, reverse("matches", args=[tournament.slug]))
    assert "Match 1 was level: who goes on" in page and "Match 2 was level" not in page
    draw = reverse("match_day_draw", args=[tournament.slug])
    assert referee.post(draw, {"system": "knockout", "advance1": str(other.home.number)}).status_code == 422
    for chosen in (*level.teams, level.teams[0]):
        referee.post(draw, {"system": "knockout", "advance1": str(chosen.number)})
        assert chosen in final(tournament).teams, chosen
    tournament.refresh_from_db()
    assert [str(team) for team in final(moved(tournament)).teams] == [str(team) for team in final(tournament).teams]
    # After the final nobody goes on, level or not.
    last = start_session(tournament.match_days.get(number=2))
    for table in last.tables.all():
        play_table(table)
    round_close(round=last)
    assert "was level: who goes on" not in text(referee, reverse("matches", args=[tournament.slug]))


def final(tournament: Tournament) -> TeamMatch:
    return tournament.match_days.get(number=2).matches.get(number=1)


def test_the_matches_of_a_day_are_printed_with_the_seats_once_both_line_ups_are_in(referee: Client) -> None:
    match = drawn(3, match_sessions=2)
    slug = match.day.tournament.slug
    address = reverse("sheet_matches", args=[slug, 1])
    assert address in text(referee, reverse("matches", args=[slug]))
    line_up(match, match.home)
    first = str(match.home.pairs.get(number=1))
    page = pdf_text(referee.get(address))
    assert "Squadra 1 – Squadra 2" in page and "Squadra 3 rests" in page and first not in page
    play_round(start_session(match.day))
    assert "VP, " not in pdf_text(referee.get(address)).split("Squadra 3 rests")[0]
    page = pdf_text(referee.get(address))
    seats = [
        f"1 NS 1 {first} · EW 4 {match.away.pairs.get(number=4)}",  # type: ignore[union-attr]
        f"2 NS 5 {match.away.pairs.get(number=5)} · EW 2 {match.home.pairs.get(number=2)}",  # type: ignore[union-attr]
    ]
    missing = "1 line-up missing 2 line-up missing"
    assert "Match day 1 Torneo del venerdì" in page and "Burraco Club Swiss Squadra 1 – Squadra 2 Session 1" in page
    assert f"Session 1 {' '.join(seats)} Session 2 {missing} Squadra 3 rests 12 VP, +1,205" in page
    play_round(start_session(match.day, 2), seed=1)
    sheet = referee.get(address)
    assert sheet["Content-Disposition"] == f'inline; filename="matches-1-{slug}.pdf"'
    assert f"Squadra 1 – Squadra 2 10–10 VP, −120 Session 1 {' '.join(seats)} Session 2 1 NS" in pdf_text(sheet)
    one_session = drawn(2)
    page = pdf_text(referee.get(reverse("sheet_matches", args=[one_session.day.tournament.slug, 1])))
    assert f"Squadra 1 – Squadra 2 {missing}" in page
    assert referee.get(reverse("sheet_matches", args=[slug, 2])).status_code == 404
    assert referee.get(reverse("sheet_matches", args=[make_tournament(pairs=4).slug, 1])).status_code == 404


def test_a_session_has_the_system_of_its_match_day(referee: Client) -> None:
    match = drawn(2)
    slug = match.day.tournament.slug
    play_round(start_session(match.day))
    for name, args in (("round", [1]), ("tournament", []), ("sheet_report", [])):
        response = referee.get(reverse(name, args=[slug, *args]))
        page = pdf_text(response) if name == "sheet_report" else response.content.decode()
        assert "Swiss" in page and "By hand" not in page, name


def test_the_match_days_of_all_rounds_are_read_at_once() -> None:
    tournament = make_team_matches(2)
    counts = []
    for seed in (1, 2):
        play_round(start_session(match_day_draw(tournament=tournament, system=System.SWISS)), seed=seed)
        with CaptureQueriesContext(connection) as listed:
            rounds_with_progress(tournament)
        with CaptureQueriesContext(connection) as reported:
            report_tables(report_of(tournament))
        counts.append((len(listed), len(reported)))
    assert counts[0] == counts[1]


def test_the_hall_and_other_programs_read_the_matches(referee: Client, client: Client) -> None:
    """A team that rests, two sessions; a line-up is no secret once both are in."""
    match = drawn(3, match_sessions=2)
    slug = match.day.tournament.slug
    line_up(match, match.home)
    wall, facts = reverse("wall", args=[slug]), reverse("api_v1:v1_matches", args=[slug])
    assert all(name in text(client, wall) for name in ("Match day 1", "Squadra 1", "1–2", "rests"))
    (first, resting) = client.get(facts).json()["items"]
    assert first["sessions"][0] == {"round": 1, "home": [], "away": []} and first["home"]["vp"] is None
    assert (resting["home"]["team"], resting["away"], resting["tables"]) == (3, None, [])
    for session in (1, 2):
        play_round(start_session(match.day, session), seed=session)
    first = client.get(facts).json()["items"][0]
    assert first["sessions"][0] == {"round": 1, "home": [1, 2], "away": [4, 5]}
    vp = [first[side]["vp"] for side in ("home", "away")]
    assert sum(vp) == 20 and all(f">{figure}</span>" in text(client, wall) for figure in vp)
    printing, csv = text(referee, reverse("printing", args=[slug])), reverse("matches_csv", args=[slug])
    assert reverse("sheet_matches", args=[slug, 1]) in printing and f"{csv}?separator=semicolon" in printing
    lines = text(referee, f"{csv}?separator=semicolon").splitlines()
    difference = first["home"]["mp_difference"]
    assert lines[1] == f"1;1;1;Squadra 1;2;Squadra 2;{vp[0]};{vp[1]};{difference};{-difference}"
    assert lines[2].startswith("1;2;3;Squadra 3;;;12;;")
    assert referee.get(f"{csv}?separator=x").status_code == 404
    by_commas = referee.get(csv)
    assert by_commas["Content-Disposition"] == f'attachment; filename="matches-{slug}.csv"'
    assert by_commas.content.decode("utf-8-sig").startswith("day,match,home,home_name,away,away_name,home_vp")
    assert JournalEntry.objects.filter(event=JournalEntry.Event.RANKING_EXPORT).count() == 2
    assert referee.get(reverse("matches_csv", args=[make_tournament().slug])).status_code == 404


def test_a_knockout_of_teams_has_a_bracket(referee: Client, client: Client) -> None:
    tournament = make_team_matches(4, rounds_planned=2)
    slug = tournament.slug
    pages = [(referee, "bracket"), (client, "public_bracket"), (referee, "sheet_bracket")]
    assert {browser.get(reverse(name, args=[slug])).status_code for browser, name in pages} == {404}
    play_round(start_session(match_day_draw(tournament=tournament, system=System.KNOCKOUT)), seed=1)
    match_day_draw(tournament=tournament, system=System.KNOCKOUT)
    finalists = [str(team) for team in final(tournament).teams]
    for team in final(tournament).teams:
        assert "match 1 · the line-ups are still to come" in text_of(referee.get(reverse("bracket", args=[slug])))
        line_up(final(tournament), team)
    for browser, name in pages:
        response = browser.get(reverse(name, args=[slug]))
        page = pdf_text(response) if name == "sheet_bracket" else text_of(response)
        assert "Semi-finals" in page and "match 1 · playing" in page, name
        assert all(page.count(team) == 2 for team in finalists) and "table 1" not in page, name
        # The differences of the semi-finals, those of the winners with their sign.
        assert len(re.findall(r"\+\d", page)) == 2, name
    assert "Final Match day 2" in text_of(client.get(reverse("public_bracket", args=[slug])))
    for browser, name, link in ((referee, "matches", "bracket"), (client, "public_matches", "public_bracket")):
        assert reverse(link, args=[slug]) in text(browser, reverse(name, args=[slug]))
    assert reverse("sheet_bracket", args=[slug]) in text(referee, reverse("printing", args=[slug]))
    wall = text_of(client.get(reverse("wall", args=[slug])))
    assert "Match day 2" in wall and "Knockout Semi-finals" in wall


def test_a_season_counts_the_vp_that_matches_can_give(referee: Client) -> None:
    tournament = make_team_matches(2, rounds_planned=2)
    for seed in (1, 2):
        play_round(start_session(match_day_draw(tournament=tournament, system=System.SWISS)), seed=seed)
    tournament = Tournament.objects.get()
    (final,) = finals_of([tournament]).values()
    assert {team.possible for team in final.teams} == {2 * match_scale_of(tournament).total}
    assert sum(team.vp for team in final.teams) == final.teams[0].possible


def test_the_captains_addresses_are_for_the_referee(referee: Client, client: Client) -> None:
    tournament = make_team_matches(2)
    page = text(referee, reverse("captains", args=[tournament.slug]))
    assert all(team.code in page for team in tournament.teams.all())
    assert all(
        team.code not in text(referee, reverse(name, args=[tournament.slug]))
        for team in tournament.teams.all()
        for name in ("matches", "public_matches", "pairs", "history")
    )


def test_other_tournaments_have_no_such_pages(referee: Client) -> None:
    tournament = Tournament.objects.create(
        name="Coppie", slug="coppie", date=date(2026, 11, 20), round_minutes=50, scale="fibur_2026_4", seed=1,
        rest_vp=12, rest_mp=305, absence_vp=8, absence_mp=-305,
    )  # fmt: skip
    for name in ("matches", "captains", "public_matches"):
        assert referee.get(reverse(name, args=[tournament.slug])).status_code == 404


def test_a_tournament_of_team_matches_is_made_with_its_scale_or_the_row_is_named(referee: Client) -> None:
    sent = {
        "name": "Squadre", "date": "2026-11-23", "kind": "team_matches", "ruleset": "fibur_2026",
        "hands_per_round": "2", "rounds_planned": "4", "scale": "hands", "missed_rounds": "zero", "entry": "slip",
        "writing": "paper", "tie_breaks_0": "vp", "match_tables": "3", "match_sessions": "2",
        "match_scale_name": "Nostra", "match_scale_total": "20", "match_scale_rows": "200 10\n100 11",
    }  # fmt: skip
    response = referee.post(reverse("tournament_new"), sent)
    assert "Row 2: The differences rise" in response.content.decode() and not Tournament.objects.exists()
    response = referee.post(reverse("tournament_new"), sent | {"match_scale_rows": "200 10\n600 13"})
    tournament = Tournament.objects.get()
    assert (tournament.match_tables, tournament.match_sessions) == (3, 2)
    assert tournament.match_scale == {"name": "Nostra", "rows": [[200, 10], [600, 13]], "total": 20}
    page = text(referee, reverse("tournament_settings", args=[tournament.slug]))
    assert "600 13" in page and "Nostra" in page


def test_line_ups_of_two_sessions_are_asked_for_one_after_the_other(referee: Client) -> None:
    match = drawn(2, match_sessions=2)
    slug = match.day.tournament.slug
    play_round(start_session(match.day))
    assert "Line-ups: Match day 1, session 2" in text(referee, reverse("matches", args=[slug]))
    line_up(match, match.home, session=2)
    assert referee.get(reverse("line_up", args=[slug, 1, 3, 1])).status_code == 404
    assert referee.get(reverse("line_up", args=[slug, 2, 1, 1])).status_code == 404
