"""Team matches move to another machine: same ranking, same line-ups, same next draw; what is wrong is named."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from burraco_club.integrity.team_matches import match_faults
from tests.factories import line_up, make_team_matches, pair, play_round, start_session
from tests.tournaments.interchange.test_every_kind import SLUG, moved
from tournaments.history.sentences import tell
from tournaments.history.tournament_history import history_of
from tournaments.interchange import InterchangeError, export_tournament, to_json, tournament_import
from tournaments.models import LineUp, MatchDay, Pair, Tournament
from tournaments.records import System
from tournaments.selectors.standings import standings_of, team_standings_of
from tournaments.services import line_up_delete, match_day_discard, match_day_draw

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]


def championship() -> Tournament:
    """Create five teams with two days of two sessions played, and a third day with a line-up."""
    scale = {"name": "Nostra", "rows": [[200, 10], [800, 15]], "total": 20}
    tournament = make_team_matches(5, match_sessions=2, match_scale=scale, hands_per_round=2, rounds_planned=6)
    for seed in (1, 2):
        day = match_day_draw(tournament=tournament, system=System.SWISS)
        for session in (1, 2):
            play_round(start_session(day, session), seed=seed * 10 + session)
    match = match_day_draw(tournament=tournament, system=System.DANISH_NO_REMATCH).matches.get(number=1)
    line_up(match, match.home)
    return Tournament.objects.get()


def meetings(day: MatchDay) -> list[tuple[int, int | None]]:
    return [(match.home.number, match.away and match.away.number) for match in day.matches.all()]


def test_a_championship_goes_out_and_in_and_is_drawn_on_alike() -> None:
    tournament = championship()
    copy = moved(tournament)
    assert to_json(export_tournament(copy)).replace('"copia"', f'"{SLUG}"') == to_json(export_tournament(tournament))
    ranked = [team_standings_of(played, standings_of(played)) for played in (tournament, copy)]
    assert ranked[0] == ranked[1] and any(row.matches for row in ranked[0])
    # The days played hold every round; the third is drawn ahead.
    without = export_tournament(tournament)
    del without["match_days"][2]
    assert tournament_import(text=to_json(without), slug="senza").match_days.count() == 2
    assert all(team.code for team in copy.teams.all())
    for played in (tournament, copy):
        line_up_delete(line_up=LineUp.objects.get(match__day__tournament=played, match__day__number=3))
        match_day_discard(day=played.match_days.get(number=3))
    drawn = [match_day_draw(tournament=played, system=System.SWISS, seed=4) for played in (tournament, copy)]
    assert meetings(drawn[0]) == meetings(drawn[1])


Change = Callable[[dict[str, Any]], object]

FAULTS: list[tuple[str, Change]] = [
    ("match_days", lambda data: data.pop("match_days")),
    ("match_days", lambda data: data["match_days"].clear()),
    ("match_days[0].number", lambda data: data["match_days"][0].update(number=2)),
    ("match_days[0].system", lambda data: data["match_days"][0].update(system="mitchell")),
    ("match_days[0].matches[0].home", lambda data: data["match_days"][0]["matches"][0].update(home=9)),
    ("match_days[0].matches[1].away", lambda data: data["match_days"][0]["matches"][1].update(away=1)),
    ("match_days[0].matches[2].line_ups", lambda data: data["match_days"][0]["matches"][2].update(line_ups=[])),
    ("match_days[0].order[0]", lambda data: data["match_days"][0]["order"].__setitem__(0, [1])),
    ("tournament.matches.tables", lambda data: data["tournament"]["matches"].update(tables=5)),
    ("tournament.matches.scale", lambda data: data["tournament"]["matches"]["scale"].update(total=7)),
    ("tournament.matches", lambda data: data["tournament"].update(kind="teams")),
]
LINE_UP_FAULTS: list[tuple[str, Callable[[dict[str, Any]], object]]] = [
    (".line_ups[0].session", lambda held: held.update(session=3)),
    (".line_ups[1].session", lambda held: held.update(session=2)),
    (".line_ups[0].home", lambda held: held.update(home=[1])),
    (".line_ups[0].home", lambda held: held.update(home=[1, 1])),
    (".line_ups[0].home", lambda held: held.update(home=[98, 99])),
    (".line_ups[0].home", lambda held: held.update(home=[14, 15] if 14 not in held["home"] else [1, 2])),
    (".line_ups[0].bench", lambda held: held.update(bench=[])),
]


def test_what_is_wrong_is_named_by_its_path() -> None:
    text = to_json(export_tournament(championship()))
    match = "match_days[0].matches[0]"
    changes = [
        *FAULTS,
        *(
            (f"{match}{path}", lambda data, change=change: change(data["match_days"][0]["matches"][0]["line_ups"][0]))
            for path, change in LINE_UP_FAULTS
        ),
    ]
    for path, change in changes:
        data = json.loads(text)
        change(data)
        with pytest.raises(InterchangeError) as refused:
            tournament_import(text=json.dumps(data), slug="copia")
        assert refused.value.path == path, (path, refused.value)
    assert Tournament.objects.count() == 1


def test_the_check_finds_line_ups_that_do_not_fit() -> None:
    tournament = championship()
    assert list(match_faults(tournament)) == []
    first = LineUp.objects.filter(match__day__number=1, session=1).order_by("pk")[0]
    LineUp.objects.filter(pk=first.pk).update(pairs=first.pairs[::-1])
    assert [fault for fault in match_faults(tournament) if "session 1" in fault]
    Pair.objects.filter(pk=first.pairs[0]).update(team=pair(tournament, 15).team)
    assert [fault for fault in match_faults(tournament) if "another team" in fault]


def test_the_history_tells_days_and_line_ups() -> None:
    tournament = championship()
    history = history_of(tournament)
    headlines = [tell(change, history).headline for change in history.changes]
    assert "Match day 1 drawn: Swiss" in headlines
    held = LineUp.objects.get(match__day__number=3)
    first = f"Line-up of {held.team}: {', '.join(str(held.team.number * 3 - 3 + at) for at in (1, 2))}"
    assert any(first in headline for headline in headlines)
    line_up_delete(line_up=held)
    match_day_discard(day=tournament.match_days.get(number=3))
    history = history_of(tournament)
    headlines_after = {tell(change, history).headline for change in history.changes}
    assert headlines_after >= {"Draw of match day 3 discarded", first.replace(":", " withdrawn:")}
