"""Who enters the final of a season, in which order and with whom, whatever they played before."""

from collections.abc import Sequence
from datetime import date

import pytest

from tests.factories import make_teams, make_tournament, pair
from tests.tournaments.seasons.test_finals import evening
from tournaments.models import Player, Tournament
from tournaments.records import Kind
from tournaments.seasons.rule import RankedAs, SeasonRule
from tournaments.seasons.tournament_points import PlayedTournament, Ranked
from tournaments.selectors.season_finals import Finalist, final_field, finalists_of, is_decided
from tournaments.selectors.seasons import SeasonView
from tournaments.services import pair_add, pair_set_status, player_create
from tournaments.services.seasons import season_create

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> dict[str, Player]:
    """Nine members, each with an initial, the later ones created first."""
    names = ("Zeta", "Ugo", "Rita", "Neri", "Elio", "Dora", "Carla", "Bruno", "Anna")
    return {name[0]: player_create(details={"last_name": name, "first_name": "X"}) for name in names}


def keys(people: dict[str, Player], initials: str) -> list[Ranked]:
    return [Ranked("+".join(str(people[initial].pk) for initial in group)) for group in initials.split()]


def season_view(
    *tournaments: Tournament,
    ranked: RankedAs = RankedAs.PLAYERS,
    parts: tuple[int, ...] = (),
    played: Sequence[PlayedTournament] = (),
    teams: dict[Ranked, str] | None = None,
) -> SeasonView:
    """Return a season of these tournaments, as if all of them were final."""
    rule = SeasonRule(table=(300, 200, 100), ties=(), ranked=ranked, parts=parts, qualified=3)
    season = season_create(name="Circuito", rule=rule, tournaments={one.pk: 100 for one in tournaments})
    entries = list(season.entries.select_related("tournament"))
    return SeasonView(
        season=season, rule=rule, final=entries, later=[], waiting=[], played=played, team_names=teams or {}
    )


def initials_of(lines: Sequence[Sequence[Player]]) -> list[str]:
    return ["".join(player.last_name[0] for player in line) for line in lines]


def test_finalists_come_in_turn_from_each_part_with_their_place_and_without_those_who_are_gone(
    people: dict[str, Player],
) -> None:
    a, b, d = keys(people, "A B D")
    played = [evening(1, b, "987654", a), evening(2, a, d, b)]
    view = season_view(parts=(1, 1), played=played)
    assert finalists_of(view) == [
        Finalist(who=b, name="Bruno X", part=1, place=1),
        Finalist(who=d, name="Dora X", part=2, place=2),
        Finalist(who=a, name="Anna X", part=1, place=3),
    ]
    assert is_decided(view) and not is_decided(season_view()) and not is_decided(season_view(parts=(1,)))


def test_players_come_with_the_partner_of_their_last_evening_if_both_qualified(people: dict[str, Player]) -> None:
    def played(day: int, *pairs: str, kind: Kind = Kind.PAIRS) -> Tournament:
        tournament = make_tournament(name=f"Sera {day}", date=date(2026, 11, day), kind=kind)
        for initials in pairs:
            pair_add(tournament=tournament, players=[people[initial] for initial in initials])
        return tournament

    first = played(6, "AB", "CD", "NE", "RZ")
    second = played(13, "DU")
    last = played(20, "N", kind=Kind.INDIVIDUAL)
    # R played again with Z, and withdrew: that evening is not theirs.
    gone = pair_add(tournament=second, players=[people["R"], people["C"]])
    pair_set_status(pair=gone, status="withdrawn")
    view = season_view(first, second, last)

    unknown = player_create(details={"last_name": "Wanda", "first_name": "X"})
    chosen = [Ranked(str(unknown.pk)), *keys(people, "C B Z D N E A R")]
    field = final_field(view, chosen, alone=False)
    assert initials_of(field.lines) == ["BA", "ZR"] and field.teams == ["", ""]
    # D played the second evening with U, who did not qualify; N played the last one alone.
    assert [player.last_name[0] for player in field.singles] == ["W", "C", "D", "N", "E"]
    assert initials_of(final_field(view, keys(people, "A B"), alone=False).lines) == ["AB"]
    field = final_field(view, chosen, alone=True)
    assert initials_of(field.lines) == [*"WCBZDNEAR"] and field.teams == [""] * 9 and not field.singles


def test_a_season_of_pairs_brings_them_as_they_were_ranked(people: dict[str, Player]) -> None:
    view = season_view(ranked=RankedAs.PAIRS)
    field = final_field(view, keys(people, "BA DC"), alone=False)
    assert initials_of(field.lines) == ["BA", "DC"] and field.teams == ["", ""] and not field.singles


def test_a_team_comes_with_its_pairs_of_its_last_tournament() -> None:
    one = make_teams(3, name="Prima", date=date(2026, 11, 6))
    two = make_teams(2, name="Seconda", date=date(2026, 11, 13))
    # A pair without a team belongs to nobody.
    alone = pair(two, 2)
    alone.team = None
    alone.save()
    names = {Ranked(f"squadra {number}"): f"Squadra {number}" for number in (1, 2, 3)}
    view = season_view(one, two, ranked=RankedAs.TEAMS, teams=names)
    field = final_field(view, [Ranked("squadra 3"), Ranked("squadra 1")], alone=False)
    assert field.teams == ["Squadra 3", "Squadra 3", "Squadra 1"]
    assert [list(line) for line in field.lines] == [
        list(entered.players) for entered in (pair(one, 5), pair(one, 6), pair(two, 1))
    ]
