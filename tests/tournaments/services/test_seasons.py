"""A season that goes on with another tournament, and its final."""

from datetime import date, time
from typing import Any

import pytest

from pages.refusals import Refused
from tests.factories import AT, make_account, make_teams, make_tournament, pair
from tests.tournaments.selectors.test_seasons import played
from tournaments.models import Season, Tournament
from tournaments.records import Kind
from tournaments.seasons.rule import PointsBy, RankedAs, SeasonRule
from tournaments.selectors.season_finals import finalists_of
from tournaments.selectors.seasons import season_view_of
from tournaments.services import tournament_delete
from tournaments.services.season_finals import season_final_create
from tournaments.services.seasons import season_create, season_delete, season_go_on

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]

NEXT = date(2027, 1, 8)


def season(*tournaments: Tournament, **rule: Any) -> Season:
    weights = {tournament.pk: 150 for tournament in tournaments}
    return season_create(name="Circuito", rule=SeasonRule(**rule), tournaments=weights)


def weights(of: Season) -> dict[str, int]:
    return dict(of.entries.values_list("tournament__name", "weight"))


def test_the_next_tournament_counts_as_the_one_before_it_once() -> None:
    one, two, gone, other = (make_tournament(name=name) for name in ("Uno", "Due", "Via", "Altro"))
    going_on = season(one, gone)
    tournament_delete(tournament=gone, by=make_account(), at=AT)
    revision = going_on.revision
    after = season_go_on(season=going_on, after=one, tournament=two)
    assert weights(going_on) == {"Uno": 150, "Via": 150, "Due": 150} and after.revision == revision + 1
    assert Season.objects.get().revision == revision + 1
    # It counts already, and what follows one that is deleted or of no season counts nowhere.
    for before, tournament in ((one, two), (gone, other), (other, make_tournament(name="Tre"))):
        assert season_go_on(season=going_on, after=before, tournament=tournament).revision == revision + 1
    assert len(weights(going_on)) == 3
    with pytest.raises(Refused, match="of another kind"):
        teams = season(make_teams(2, name="Squadre"), ranked=RankedAs.TEAMS)
        season_go_on(season=teams, after=Tournament.objects.get(name="Squadre"), tournament=one)
    season_delete(season=going_on)
    with pytest.raises(Refused, match="deleted meanwhile"):
        season_go_on(season=going_on, after=one, tournament=other)


def qualified(of: Season, *, but: int = 0) -> list[Any]:
    return [finalist.who for finalist in finalists_of(season_view_of(of))][but:]


def test_a_final_has_the_settings_of_the_last_tournament_and_those_chosen_in_their_order() -> None:
    first = played("Uno", day=13, rounds=1)
    last = played("Due", day=20, rounds=1, venue="Sala", starts_at=time(15), rest_vp=9, seed=3)
    decided = season(first, last, ranked=RankedAs.PAIRS, points=PointsBy.VP, table=(), parts=(1, 1), qualified=2)
    order = qualified(decided)
    # Somebody who did not qualify is not taken, and the order is that of the season.
    final = season_final_create(season=decided, name="Finale", date=NEXT, chosen=[*reversed(order[1:]), "1+2"])
    assert (final.name, final.date, final.kind, final.venue, final.rest_vp) == ("Finale", NEXT, Kind.PAIRS, "Sala", 9)
    assert (final.hands_per_round, final.starts_at) == (2, None)
    entered = ["+".join(sorted((f"{row.player1_id}", f"{row.player2_id}"))) for row in final.pairs.order_by("number")]
    assert entered == ["+".join(sorted(who.split("+"))) for who in order[1:]]
    assert {row.status for row in final.pairs.all()} == {"expected"} and len(order) == 4
    assert final.revision == Tournament.objects.get(pk=final.pk).revision


@pytest.mark.parametrize(("alone", "kind", "pairs", "singles"), [(False, "pairs", 1, 1), (True, "individual", 3, 0)])
def test_players_come_in_pairs_or_each_alone(alone: bool, kind: str, pairs: int, singles: int) -> None:
    evening = played("Uno", rounds=1)
    decided = season(evening, points=PointsBy.VP, table=(), parts=(1,), qualified=12)
    first, second = pair(evening, 1), pair(evening, 2)
    chosen = [str(key) for key in (first.player1_id, first.player2_id, second.player1_id)]
    final = season_final_create(season=decided, name="Finale", date=NEXT, chosen=chosen, alone=alone)
    assert (final.kind, final.pairs.count(), final.singles.count()) == (kind, pairs, singles)


def test_teams_come_as_teams_even_where_players_would_play_alone() -> None:
    evening = played("Uno", made=make_teams(3, hands_per_round=2), rounds=1)
    decided = season(evening, ranked=RankedAs.TEAMS, points=PointsBy.VP, table=(), parts=(1,), qualified=2)
    final = season_final_create(season=decided, name="Finale", date=NEXT, chosen=qualified(decided), alone=True)
    assert (final.kind, final.pairs.count(), final.teams.count()) == ("teams", 4, 2)


def test_a_final_waits_for_every_part_of_the_season() -> None:
    waiting = season(make_tournament(pairs=2), ranked=RankedAs.PAIRS, parts=(1,), qualified=2)
    with pytest.raises(Refused, match="once every part of the season is over"):
        season_final_create(season=waiting, name="Finale", date=NEXT, chosen=[])
    assert not Tournament.objects.filter(name="Finale").exists()


def test_pairs_of_a_season_come_as_pairs_even_where_players_would_play_alone() -> None:
    decided = season(
        played("Uno", rounds=1), ranked=RankedAs.PAIRS, points=PointsBy.VP, table=(), parts=(1,), qualified=2
    )
    final = season_final_create(season=decided, name="Finale", date=NEXT, chosen=qualified(decided), alone=True)
    assert (final.kind, final.pairs.count()) == (Kind.PAIRS, 2)


def test_a_season_counts_no_tournament_that_was_deleted_meanwhile() -> None:
    gone = make_tournament(name="Via")
    tournament_delete(tournament=gone, by=make_account(), at=AT)
    with pytest.raises(Refused, match="One of the tournaments was deleted meanwhile"):
        season(gone)


def test_of_two_seasons_of_one_name_created_at_once_the_second_takes_the_next_address(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first, addresses = season(), ["circuito", "circuito-2"]
    monkeypatch.setattr("tournaments.services.seasons.free_season_slug", lambda _name: addresses.pop(0))
    assert (first.slug, season().slug) == ("circuito", "circuito-2")
    monkeypatch.setattr("tournaments.services.seasons.free_season_slug", lambda _name: "circuito")
    with pytest.raises(Refused, match="Several seasons of this name are being created"):
        season()
    assert Season.objects.count() == 2
