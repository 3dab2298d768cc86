"""Teams are created by naming them, and fixed once their pairs have played."""

import pytest

from pages.refusals import Refused
from tests.factories import make_team_matches, make_teams, make_tournament, pair, start_round
from tournaments.models import Pair, Team, Tournament
from tournaments.records import System
from tournaments.selectors.entrants import entrants_of
from tournaments.services import match_day_draw, pair_add, pair_change, pairs_add_many, team_delete, team_rename

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]


def team(tournament: Tournament, number: int) -> Team:
    return tournament.teams.get(number=number)


def of_pairs(tournament: Tournament) -> list[int | None]:
    """Return the number of each pair's team."""
    return [entrant.team for entrant in entrants_of(tournament)]


def test_a_team_comes_with_the_first_pair_that_names_it_however_it_is_written() -> None:
    tournament = make_tournament(kind="teams", pairs=5, teams=["Aurora", "  aurora ", "Circolo  Levante", "", "AURORA"])
    assert of_pairs(tournament) == [1, 1, 2, None, 1]
    assert [team.name for team in tournament.teams.all()] == ["Aurora", "Circolo Levante"]


def test_only_a_team_event_has_teams() -> None:
    tournament = make_tournament()
    with pytest.raises(Refused, match="not a team event"):
        pair_add(tournament=tournament, players=("Rossi Anna", "Neri Ugo"), team="Aurora")
    assert not Pair.objects.exists() and not Team.objects.exists()


def test_two_tournaments_may_have_teams_of_one_name() -> None:
    first, second = make_teams(2), make_teams(2)
    assert of_pairs(first) == of_pairs(second) == [1, 1, 2, 2]
    assert Team.objects.count() == 4


def test_a_pair_changes_its_team_until_it_has_been_seated() -> None:
    tournament = make_teams(2)
    pair_change(pair=pair(tournament, 4), team="squadra 1")
    pair_change(pair=pair(tournament, 3), team="")
    pair_change(pair=pair(tournament, 2), team="Levante")
    assert of_pairs(tournament) == [1, 3, None, 1]
    start_round(tournament)
    for which, name in ((1, "Levante"), (2, ""), (3, "Squadra 2")):
        with pytest.raises(Refused, match="has been seated"):
            pair_change(pair=pair(tournament, which), team=name)
    # The same name again is not a change.
    pair_change(pair=pair(tournament, 1), team="SQUADRA 1")
    assert of_pairs(tournament) == [1, 3, None, 1]


def test_a_refused_change_leaves_no_new_team_behind() -> None:
    tournament = make_teams(2)
    start_round(tournament)
    with pytest.raises(Refused):
        pair_change(pair=pair(tournament, 1), team="Mai vista")
    assert not Team.objects.filter(name="Mai vista").exists()


def test_a_pasted_list_is_entered_with_its_teams_or_not_at_all() -> None:
    tournament = make_tournament(kind="teams")
    lines = [("Rossi Anna", "Neri Ugo"), ("Verdi Pia", "Rossi Anna")]
    with pytest.raises(Refused):
        pairs_add_many(tournament=tournament, lines=lines, teams=["Aurora", "Levante"])
    assert not Team.objects.exists()


def test_a_team_is_renamed_but_not_like_another() -> None:
    tournament = make_teams(2)
    assert team_rename(team=team(tournament, 1), name=" Aurora ").name == "Aurora"
    assert team_rename(team=team(tournament, 1), name="AURORA").name == "AURORA"
    with pytest.raises(Refused, match="Team 1 is already called AURORA"):
        team_rename(team=team(tournament, 2), name="aurora")
    with pytest.raises(Refused, match="Give the team a name"):
        team_rename(team=team(tournament, 2), name="\u200b ")
    assert [team.name for team in tournament.teams.all()] == ["AURORA", "Squadra 2"]


def test_a_team_is_deleted_when_no_pair_is_left_in_it() -> None:
    tournament = make_teams(2, pairs_each=1)
    with pytest.raises(Refused, match="remove them first"):
        team_delete(team=team(tournament, 1))
    pair_change(pair=pair(tournament, 1), team="")
    team_delete(team=team(tournament, 1))
    # Numbers in use stay: the next team takes a new one.
    pair_change(pair=pair(tournament, 1), team="Aurora")
    assert of_pairs(tournament) == [3, 2]


def test_renaming_and_deleting_count_the_revision_up() -> None:
    tournament = make_teams(2, pairs_each=1)
    pair_change(pair=pair(tournament, 1), team="")
    revisions = [Tournament.objects.get().revision]
    team_rename(team=team(tournament, 1), name="Aurora")
    revisions.append(Tournament.objects.get().revision)
    team_delete(team=team(tournament, 1))
    revisions.append(Tournament.objects.get().revision)
    assert revisions == sorted(set(revisions)) and len(revisions) == 3


def test_a_team_that_was_drawn_for_a_match_stays_though_its_pairs_have_left_it() -> None:
    tournament = make_team_matches(2)
    match_day_draw(tournament=tournament, system=System.SWISS)
    team = tournament.teams.get(number=1)
    for one in team.pairs.all():
        pair_change(pair=one, team="")
    with pytest.raises(Refused, match="has been drawn for a match: it stays"):
        team_delete(team=team)
