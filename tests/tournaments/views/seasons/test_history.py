"""The history of a season: on its own page, and in the club's journal after its deletion."""

import io
from dataclasses import replace
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.factories import make_tournament
from tests.tournaments.views.pages import html_of, plain, text_of
from tests.tournaments.views.test_journal import JOURNAL, LINE
from tournaments.interchange import to_json
from tournaments.interchange.season import export_season
from tournaments.models import Season, SeasonTournament, Tournament
from tournaments.seasons.rule import PointsBy, RankedAs, SeasonRule, SeasonTie
from tournaments.seasons.rule_json import rule_to_json
from tournaments.services import tournament_delete, tournament_delete_for_good
from tournaments.services.file_layouts import file_layout_delete, file_layout_save
from tournaments.services.seasons import season_change, season_create
from tournaments.wording.seasons import PART_NAMES, parts_in_words

pytestmark = pytest.mark.django_db

RULE = SeasonRule(points=PointsBy.VP, table=(), ties=())


@pytest.fixture
def circuit() -> Season:
    """A season of one tournament that counts twice, created long before the test's actions."""
    season = season_create(name="Circuit", rule=RULE, tournaments={make_tournament(name="One").pk: 200})
    _long_ago()
    return season


def _long_ago() -> None:
    for model in (Season, SeasonTournament):
        for row in model.history.all():
            model.history.filter(pk=row.pk).update(history_date=row.history_date - timedelta(hours=1))


def history(client: Client, season: Season) -> list[str]:
    html = html_of(client.get(f"/en/seasons/{season.slug}/history/"))
    return [plain(item.split("</ol>")[0]) for item in LINE.findall(html)]


def journal(client: Client) -> list[str]:
    html = html_of(client.get(JOURNAL, {"kind": "seasons"}))
    return [plain(item.split("</ol>")[0]) for item in LINE.findall(html)]


MADE = (
    "the program New season: Circuit The rule: Players are ranked. Points: the VP of the tournament. "
    "All results count. Public: no Tournament added: One × 2"
)


def test_a_change_is_told_before_and_after_with_its_tournaments(referee: Client, circuit: Season) -> None:
    one, two = Tournament.objects.get(), make_tournament(name="Two")
    typed = {"name": "Circuit", "public": "on", "ranked": "players", "points": "vp", "table": "", "equal": "mean"}
    typed |= {"bonus": "1.5", "least_rounds": "1", "best": "3", "per_venue": "", "attendance": "1"}
    typed |= {f"w{one.pk}": "3", f"t{one.pk}": "on", f"w{two.pk}": "1", f"t{two.pk}": "on"}
    assert referee.post("/en/seasons/circuit/edit/", typed).status_code == 302
    assert history(referee, circuit) == [
        "anna Season changed: Circuit Points for taking part: 0 → 1.5 How many results count: all of them → 3 "
        "Public: no → yes Weight of One: 2 → 3 Tournament added: Two",
        MADE,
    ]
    assert referee.post("/en/seasons/circuit/edit/", typed).status_code == 302
    assert len(history(referee, circuit)) == 2, "saved as it was"
    assert referee.get("/seasons/circuit/history/?page=x").status_code == 200


def test_to_show_it_or_to_hide_it_is_a_sentence_of_its_own(referee: Client, circuit: Season) -> None:
    one = Tournament.objects.get()
    for public in (True, False):
        season_change(season=circuit, name="Circuit", rule=RULE, tournaments={one.pk: 200}, public=public)
    assert history(referee, circuit)[:2] == [
        "the program Season hidden: Circuit Public: yes → no",
        "the program Season made public: Circuit Public: no → yes",
    ]


def test_every_part_of_the_rule_has_a_name_and_says_something() -> None:
    changed = replace(RULE, ranked=RankedAs.TEAMS, ties=tuple(SeasonTie))
    assert PART_NAMES.keys() == rule_to_json(changed).keys() == parts_in_words(changed).keys()
    assert all(parts_in_words(RULE).values())


def test_a_tournament_deleted_for_good_is_told_by_the_name_it_had(referee: Client, circuit: Season) -> None:
    one = Tournament.objects.get()
    tournament_delete(tournament=one, by=User.objects.get(), at=one.history.latest().history_date)
    tournament_delete_for_good(tournament=Tournament.everything.get())
    assert history(referee, circuit) == ["the program Tournaments of the season Tournament removed: One × 2", MADE]


def test_a_season_that_is_deleted_stays_in_the_journal(administrator: Client, circuit: Season) -> None:
    page = text_of(administrator.get("/en/seasons/circuit/delete/"))
    assert "the list of its 1 tournament, with its weight" in page and "first (JSON)" in page
    assert Season.objects.exists()
    file = io.BytesIO(to_json(export_season(circuit)).encode())
    file.name = "circuit.json"
    administrator.post("/en/seasons/circuit/delete/")
    rule = "Players are ranked. Points: the VP of the tournament. All results count."
    deleted = f"carla Season deleted: Circuit The rule: {rule} Tournament removed: One × 2"
    assert journal(administrator) == [deleted, MADE]
    administrator.post("/en/seasons/import/", {"file": file})
    assert journal(administrator)[0].startswith("carla Season imported: Circuit The rule: ")
    assert history(administrator, Season.objects.get()) == journal(administrator)[:1]


def test_layouts_of_files_and_ratings_are_told_to_administrators(administrator: Client) -> None:
    layout = file_layout_save(name="Fed", rows="players", format="xlsx", columns=[("place", ""), ("vp", "Punti")])
    layout = file_layout_save(layout=layout, name="Fed", rows="players", format="comma", columns=[("place", "")])
    file_layout_delete(layout=layout)
    for on in ("yes", "no"):
        administrator.post("/en/ratings/switch/", {"on": on})
    html = html_of(administrator.get(JOURNAL, {"kind": "club"}))
    assert [plain(item.split("</ol>")[0]) for item in LINE.findall(html)] == [
        "carla Ratings are no longer shown.",
        "carla The club shows ratings.",
        "the program Layout of a file deleted: Fed",
        "the program Layout of a file changed: Fed Format: XLSX, for spreadsheets → CSV, comma "
        "Columns: place, Punti → place",
        "the program New layout of a file: Fed Columns: place, Punti",
    ]


def test_the_history_of_a_long_season_costs_the_same(
    referee: Client, django_assert_max_num_queries: object, circuit: Season
) -> None:
    tournaments = {make_tournament(name=f"T{number}").pk: 100 for number in range(8)}
    for count in range(1, 9):
        chosen = dict(list(tournaments.items())[:count])
        season_change(season=circuit, name="Circuit", rule=RULE, tournaments=chosen, public=False)
    with django_assert_max_num_queries(9):  # type: ignore[operator]
        assert len(history(referee, circuit)) == 9
