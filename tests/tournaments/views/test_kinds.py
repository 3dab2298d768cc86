"""Pages of individual tournaments, team events and knockouts: desk, phones, wall, ranking, adjustments, sheets."""

import io
import re
from collections.abc import Mapping

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import translation
from openpyxl import load_workbook

from tests.factories import make_teams, make_tournament, pair, play_round, play_table, slip, start_round
from tests.tournaments.sheets.sheet_text import pages_of
from tests.tournaments.views.pages import html_of, text_of, url
from tournaments.models import Adjustment, Table, Tournament
from tournaments.records import Outcome, System
from tournaments.selectors.standings import standings_of, team_standings_of
from tournaments.services import pair_set_status, pair_substitute

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]

HTMX = {"HX-Request": "true"}


@pytest.fixture
def individual() -> Tournament:
    """Nine players, with two tables and a resting player; round 1 in progress."""
    tournament = make_tournament(kind="individual", pairs=9, hands_per_round=2)
    start_round(tournament, System.INDIVIDUAL)
    return tournament


@pytest.fixture
def cup() -> Tournament:
    """Of eight pairs, six are in the bracket: 1 and 2 have a bye, 7 and 8 are out; its first round is in progress."""
    tournament = make_tournament(pairs=8, hands_per_round=2)
    start_round(tournament, System.KNOCKOUT, qualifiers=6)
    return tournament


@pytest.fixture
def teams() -> Tournament:
    """Three teams of two pairs, with one closed round."""
    tournament = make_teams(3, hands_per_round=2)
    play_round(start_round(tournament, System.DRAW), seed=2)
    return tournament


def seats_of(table: Table) -> tuple[int, int, int, int]:
    """Return NS, its partner, EW and its partner, by number."""
    ns, ns_partner, ew, ew_partner = (
        player.number for player in (table.ns, table.ns_partner, table.ew, table.ew_partner) if player
    )
    return ns, ns_partner, ew, ew_partner


def name_of(tournament: Tournament, number: int) -> str:
    return str(pair(tournament, number))


# --- The results desk ------------------------------------------------------------------------------------------------


def test_the_slip_s_head_names_both_players_of_a_line(referee: Client, individual: Tournament) -> None:
    ns, ns_partner, ew, ew_partner = seats_of(Table.objects.get(number=1))
    text = text_of(referee.get(url("table_entry", individual, 1, 1)))
    for line, one, other in (("NS", ns, ns_partner), ("EW", ew, ew_partner)):
        assert f"{line} {one} + {other} {name_of(individual, one)} – {name_of(individual, other)}" in text
    assert "All four players get 0 VP." in html_of(referee.get(url("table_entry", individual, 1, 1)))


@pytest.mark.parametrize("seat", range(4))
def test_a_player_s_number_or_name_finds_the_table(referee: Client, individual: Tournament, seat: int) -> None:
    player = seats_of(Table.objects.get(number=2))[seat]
    for words in ([str(player)] if player > 2 else []) + [name_of(individual, player)]:
        response = referee.get(url("results", individual, 1), {"find": words})
        assert response.headers["Location"] == url("table_entry", individual, 1, 2)


def test_a_slip_counts_the_adjustments_of_both_players(referee: Client, individual: Tournament) -> None:
    table = Table.objects.get(number=1)
    for number, mp in zip(seats_of(table), (-100, -100, 0, 50), strict=True):
        if mp:
            Adjustment.objects.create(
                tournament=individual, round=table.round, pair=pair(individual, number), mp=mp, reason="late"
            )
    play_table(table, slip(300, 120), slip(300, 120))
    text = text_of(referee.get(url("table_entry", individual, 1, 1)))
    assert f"difference {2 * (420 - 85) - 250} for NS" in text


def test_a_player_rests_and_a_bye_is_called_one(referee: Client, individual: Tournament, cup: Tournament) -> None:
    rest = individual.rounds.get().tables.get(outcome=Outcome.REST)
    assert "The player rests: 14 VP" in text_of(referee.get(url("table_entry", individual, 1, rest.number)))
    bye = cup.rounds.get().tables.filter(outcome=Outcome.REST)[0]
    text = text_of(referee.get(url("table_entry", cup, 1, bye.number)))
    assert "bye" in text_of(referee.get(url("results", cup, 1)))
    assert "A bye, through to the next round without playing: 14 VP" in text and "rests" not in text


@pytest.mark.parametrize("players", [9, 41])
def test_the_desk_of_an_individual_tournament_costs_what_every_desk_does(referee: Client, players: int) -> None:
    tournament = make_tournament(kind="individual", pairs=players, hands_per_round=2)
    start_round(tournament, System.INDIVIDUAL)
    with CaptureQueriesContext(connection) as queries:
        assert referee.get(url("results", tournament, 1)).status_code == 200
    figures = {"ns_base": "300", "ns_points": "120", "ew_base": "0", "ew_points": "85", "end": "closed"}
    sent = {f"h{hand}_{name}": figure for hand in (1, 2) for name, figure in figures.items()}
    with CaptureQueriesContext(connection) as saved:
        response = referee.post(
            url("table_entry", tournament, 1, 1), sent | {"version": "0", "depth": "slip"}, headers=HTMX
        )
    assert Table.objects.get(round__tournament=tournament, number=1).outcome == Outcome.PLAYED
    assert response.status_code == 200
    assert len(queries) <= 10 and len(saved) <= 20


# --- The players' phones, and the wall -------------------------------------------------------------------------------


def test_a_player_reads_partner_and_opponents(client: Client, individual: Tournament) -> None:
    ns, ns_partner, ew, ew_partner = (name_of(individual, seat) for seat in seats_of(Table.objects.get(number=1)))
    number = seats_of(Table.objects.get(number=1))[1]
    text = text_of(client.get(url("public_pair", individual, number)))
    assert f"{ns_partner} Table 1 Line NS With {ns} Against {ew} – {ew_partner}" in text
    assert f"Player {number}" in text
    listed = text_of(client.get(url("public_seat", individual), {"q": ew_partner}))
    assert f"{ew_partner} with {ew} against {ns} – {ns_partner} Table 1 EW" in listed


def test_a_table_leads_to_each_of_its_players(client: Client, individual: Tournament) -> None:
    play_table(Table.objects.get(number=1))
    html = html_of(client.get(url("public_round", individual, 1)))
    for number in seats_of(Table.objects.get(number=1)):
        assert html.count(f'href="{url("public_pair", individual, number)}"') == 1


def test_a_player_s_rounds_tell_with_and_against_whom(client: Client, individual: Tournament) -> None:
    table = play_table(Table.objects.get(number=1), slip(300, 120, other_points=85), slip(200, 40, other_points=60))
    ns, ns_partner, ew, ew_partner = seats_of(table)
    text = text_of(client.get(url("public_pair", individual, ew_partner)))
    partner, *opponents = (name_of(individual, number) for number in (ew, ns, ns_partner))
    assert f"1 {opponents[0]} {opponents[1]} with {partner} EW table 1 " in text
    assert "Hand We They 1 85" in text


def test_pages_say_who_is_out_of_a_knockout(client: Client, cup: Tournament) -> None:
    assert "Out of the knockout" in text_of(client.get(url("public_pair", cup, 8)))
    bye = text_of(client.get(url("public_pair", cup, 1)))
    assert "Bye You are through to the next round without playing." in bye and "Rest" not in bye
    seats = text_of(client.get(url("public_seat", cup)))
    assert seats.count("bye: through without playing") == 4
    assert seats.count("out of the knockout") == 4
    assert text_of(client.get(url("public_round", cup, 1))).count("bye") == 2
    assert text_of(client.get(url("wall", cup))).count("bye") == 4


def test_who_lost_is_out_also_before_the_next_round_is_drawn(client: Client, cup: Tournament) -> None:
    def page_of(number: int) -> str:
        return text_of(client.get(url("public_pair", cup, number)))

    first = play_round(cup.rounds.get())
    stages = dict.fromkeys(range(1, 9), "Your table appears here automatically when the next round begins.")
    for table in first.tables.filter(outcome=Outcome.PLAYED):
        ns, ew = (sum(hand.ns_total for hand in table.hands.all()), sum(hand.ew_total for hand in table.hands.all()))
        assert ns != ew
        assert table.ew is not None
        stages[table.ew.number if ns > ew else table.ns.number] = "Out of the knockout."
    stages |= dict.fromkeys((7, 8), "Out of the knockout.")
    assert list(stages.values()).count("Out of the knockout.") == 4
    for number, sentence in stages.items():
        assert sentence in page_of(number)


def test_a_bye_stays_one_among_the_rounds_that_were_played(client: Client, referee: Client, cup: Tournament) -> None:
    play_round(cup.rounds.get())
    assert "bye" in text_of(client.get(url("public_pair", cup, 1)))
    assert "Round 1 · bye" in text_of(referee.get(url("ranking_pair", cup, 1)))


def test_several_rest_in_a_round_of_groups(client: Client, referee: Client) -> None:
    tournament = make_tournament(pairs=9, hands_per_round=2)
    round_ = start_round(tournament, System.ROUND_ROBIN, groups=3)
    resting = round_.tables.filter(outcome=Outcome.REST)
    assert len(resting) == 3
    assert text_of(client.get(url("public_round", tournament, 1))).count("rests") == 3
    assert text_of(client.get(url("public_seat", tournament))).count("rests this round") == 6
    for table in resting:
        assert "The pair rests" in text_of(referee.get(url("table_entry", tournament, 1, table.number)))
    pages = "\n".join(pages_of(referee.get(url("sheet_seating", tournament, 1), {"by": "name"}).content))
    assert pages.count("\nrests") == 6


def test_the_substitute_is_found_by_name_and_both_are_ranked(client: Client) -> None:
    tournament = make_tournament(pairs=4, hands_per_round=2)
    play_round(start_round(tournament))
    first = pair(tournament, 1)
    pair_substitute(pair=first, seat=2, player="Supplente Ugo")
    start_round(tournament, System.DANISH)
    text = text_of(client.get(url("public_seat", tournament), {"q": "supplente"}))
    assert f"Supplente Ugo with {first.player1}" in text
    assert str(first.player2) not in text_of(client.get(url("public_seat", tournament)))
    assert f"{first.player1} – {first.player2} / Supplente Ugo" in text_of(
        client.get(url("public_ranking", tournament))
    )


# --- Rankings --------------------------------------------------------------------------------------------------------


def test_teams_are_ranked_before_their_pairs(client: Client, referee: Client, teams: Tournament) -> None:
    for page in (client.get(url("public_ranking", teams)), referee.get(url("ranking", teams))):
        html = html_of(page)
        assert html.index("Squadra 3") < html.index("</table>") < html.index("Pairs</h2>")
        before, after = html.split("</table>", 1)
        for number in range(1, 7):
            assert name_of(teams, number) in before.replace("&#x27;", "'")
    wall = text_of(client.get(url("wall", teams)))
    assert wall.index("Ranking of the teams") < wall.index("Squadra 1") < wall.index("Ranking of the pairs")


def test_the_figures_of_a_team_are_the_sums_of_its_pairs(client: Client, teams: Tournament) -> None:
    totals = dict.fromkeys((1, 2, 3), 0)
    for row in standings_of(teams):
        totals[row.entrant.team or 0] += row.vp
    html = html_of(client.get(url("public_ranking", teams))).split("</table>", 1)[0]
    for number, vp in totals.items():
        row = html.split(f"<summary>Squadra {number}</summary>")[1].split("</tr>")[0]
        assert f'<td class="number vp">{vp}</td>' in row


def test_the_teams_are_printed_first_and_written_for_a_spreadsheet(referee: Client, teams: Tournament) -> None:
    first, second = pages_of(referee.get(url("sheet_ranking", teams)).content)
    assert first.startswith("Ranking after round 1 of 4: teams\n") and "Squadra 2" in first
    assert second.startswith("Ranking after round 1 of 4: pairs\n") and "Squadra" not in second
    lines = referee.get(url("ranking_csv", teams), {"of": "teams"}).content.decode("utf-8-sig").splitlines()
    assert lines[0] == "place,team,name,vp,mp_difference,mp"
    assert sorted(line.split(",")[2] for line in lines[1:]) == ["Squadra 1", "Squadra 2", "Squadra 3"]
    book = referee.get(url("ranking_xlsx", teams), {"of": "teams"})
    (head, *rows) = load_workbook(io.BytesIO(book.content)).active.values
    assert head[:4] == ("place", "no.", "team", "VP")
    totals = {
        row.name: (row.place, row.vp, row.mp_difference, row.mp)
        for row in team_standings_of(teams, standings_of(teams))
    }
    assert {name: (place, vp, difference, mp) for place, _no, name, vp, difference, mp, _pairs in rows} == totals
    other = make_tournament(name="Altro")
    for page in ("ranking_csv", "ranking_xlsx"):
        assert referee.get(url(page, other), {"of": "teams"}).status_code == 404


def test_the_ranking_says_how_far_the_knockout_brought_everybody(
    client: Client, referee: Client, cup: Tournament
) -> None:
    play_round(cup.rounds.get())
    for seed in (5, 6):
        play_round(start_round(cup, System.KNOCKOUT, qualifiers=6), seed=seed)
    winner, finalist, third = (row.entrant.label for row in standings_of(cup)[:3])
    for page in (client.get(url("public_ranking", cup)), referee.get(url("ranking", cup))):
        text = text_of(page)
        assert f"{winner} Winner of the knockout" in text
        assert f"{finalist} Final" in text
        assert f"{third} Third place" in text
        assert text.count("Quarter-finals") == 2
    row = text_of(referee.get(url("ranking_pair", cup, standings_of(cup)[1].entrant.id)))
    assert "In the knockout: Final." in row
    (page,) = pages_of(referee.get(url("sheet_ranking", cup)).content)
    assert f"{winner}\nWinner of the knockout" in page
    assert page.count("\nbye") == 2


def test_a_player_s_rounds_open_to_partner_opponents_and_hands(referee: Client, individual: Tournament) -> None:
    table = play_table(Table.objects.get(number=1))
    ns, ns_partner, ew, ew_partner = seats_of(table)
    text = text_of(referee.get(url("ranking_pair", individual, ns_partner), headers=HTMX))
    against = f"against {ew} + {ew_partner} {name_of(individual, ew)} – {name_of(individual, ew_partner)}"
    assert f"NS with {ns} {name_of(individual, ns)} {against}" in text
    assert "Player" in text_of(referee.get(url("ranking", individual)))


def test_a_missed_round_is_called_missed(referee: Client) -> None:
    tournament = make_tournament(pairs=6, hands_per_round=2, missed_rounds="absence")
    play_round(start_round(tournament))
    pair_set_status(pair=pair(tournament, 3), status="withdrawn")
    play_round(start_round(tournament, System.DANISH))
    assert "Round 2 · missed" in text_of(referee.get(url("ranking_pair", tournament, 3)))


@pytest.mark.parametrize("kind", ["individual", "teams", "cup"])
@pytest.mark.parametrize("pairs", [8, 40])
def test_no_page_costs_more_queries_for_its_kind(client: Client, referee: Client, kind: str, pairs: int) -> None:
    systems = {"individual": System.INDIVIDUAL, "teams": System.DRAW, "cup": System.KNOCKOUT}
    settings: Mapping[str, object] = {"individual": {"kind": "individual"}}.get(kind, {})
    tournament = (
        make_teams(pairs // 2, hands_per_round=2)
        if kind == "teams"
        else make_tournament(pairs=pairs, hands_per_round=2, **settings)
    )
    play_table(start_round(tournament, systems[kind]).tables.get(number=1))
    for name, args in {
        "public_ranking": [],
        "public_seat": [],
        "public_round": [1],
        "public_pair": [1],
        "wall": [],
    }.items():
        with CaptureQueriesContext(connection) as queries:
            assert client.get(url(name, tournament, *args)).status_code == 200
        assert len(queries) <= 9, name
    # One query more than elsewhere: the names of the teams, or the rounds of the knockout.
    for name, args in {"ranking": [], "ranking_pair": [1], "sheet_ranking": [], "sheet_slips": [1]}.items():
        with CaptureQueriesContext(connection) as queries:
            assert referee.get(url(name, tournament, *args), headers=HTMX).status_code == 200
        assert len(queries) <= 9, name


# --- Adjustments -----------------------------------------------------------------------------------------------------


def test_an_adjustment_is_given_to_a_player(referee: Client, individual: Tournament) -> None:
    text = text_of(referee.get(url("adjustments", individual)))
    assert "Player, by number or name" in text and "the partner and the opponents are affected" in text
    sent = {"pair": "4", "round": "1", "points": "-100", "unit": "mp", "reason": "Late", "article": ""}
    assert referee.post(url("adjustments", individual), sent).status_code == 302
    assert Adjustment.objects.get().pair.number == 4
    refused = referee.post(url("adjustments", individual), sent | {"pair": "77"})
    assert refused.status_code == 422
    assert "No player of this tournament has the number 77." in text_of(refused)


def test_a_player_is_spoken_to_alone_and_a_pair_as_two(client: Client, individual: Tournament) -> None:
    rest = individual.rounds.get().tables.get(outcome="rest").ns.number
    with translation.override("it"):
        alone = text_of(client.get(url("public_pair", individual, rest).removeprefix("/en")))
    assert not re.search(r"\b(giocate|vostr[oi]|risultate)\b", alone)
