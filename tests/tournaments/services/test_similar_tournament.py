"""A new tournament like an earlier one: all settings are copied, but no events."""

from datetime import UTC, date, datetime, time

import pytest
from django.db import models

from pages.refusals import Refused
from tests.factories import make_teams, make_tournament, members, pair
from tournaments.models import EntryTerms, Pair, Season, SeasonTournament, SpecialPrize, TillTerms, Tournament
from tournaments.ranking.victory_points import scale_for_hands
from tournaments.seasons.rule import PointsBy, SeasonRule
from tournaments.services import (
    entry_terms_set,
    pair_change,
    pair_pay,
    single_add,
    special_prize_add,
    special_prize_draw,
    till_terms_set,
    tournament_another,
    tournament_change,
)
from tournaments.services.seasons import MOST_TOURNAMENTS, season_create

pytestmark = pytest.mark.django_db

LATER = date(2026, 12, 4)

NEITHER_COPIED_NOR_KEPT = {
    # Its own
    *("id", "name", "slug", "date", "seed"),
    # The earlier one's events
    *("state", "revision", "deleted_at", "deleted_by", "podium_shown_at", "announcement", "announcement_until"),
    "called_off_at",
    *("cut_after", "carry", "own_tables"),
}
OF_EVERY_TERMS = {"id", "tournament"}


def fields_of(model: type[models.Model], without: set[str]) -> set[str]:
    return {field.name for field in model._meta.concrete_fields} - without


def test_every_setting_comes_along() -> None:
    """Each setting is first set to something unusual, so that a forgotten one shows."""
    like = make_tournament()
    unusual = {
        "venue": "Sala grande",
        "referees": "Gallo Ada, Rossi Ugo",
        "kind": "teams",
        "ruleset": "italian",
        "options": {"target": 1500},
        "hands_per_round": 3,
        "rounds_planned": 6,
        "plan": ["mitchell", "danish"],
        "round_minutes": 55,
        "call_minutes": [20, 7],
        "last_hand_minutes": 9,
        "starts_at": time(20, 30),
        "check_in_until": time(20, 15),
        "self_check_in": True,
        "scale": scale_for_hands(2).key,
        "tie_breaks": ["vp", "wins"],
        "rest_vp": 7,
        "rest_mp": 77,
        "absence_vp": 3,
        "absence_mp": 33,
        "missed_rounds": "absence",
        "substitutes_allowed": False,
        "entry": "total",
        "writing": "phones",
        "second_language": "es",
        "match_tables": 3,
        "match_sessions": 2,
        "match_scale": {"name": "Nostra", "rows": [[200, 10]], "total": 20},
    }
    usual = {name: getattr(like, name) for name in unusual}
    assert unusual.keys() == fields_of(Tournament, NEITHER_COPIED_NOR_KEPT)
    like = tournament_change(tournament=like, changes=unusual)
    tournament = tournament_another(like=like, name="Altro", date=LATER)
    for name, value in unusual.items():
        assert getattr(tournament, name) == value != usual[name], name
    assert (tournament.name, tournament.date, tournament.state, tournament.announcement) == (
        "Altro",
        LATER,
        "registration",
        "",
    )
    assert tournament.slug != like.slug


def test_the_terms_of_entries_and_of_the_till_come_along_with_their_hours() -> None:
    like = make_tournament(pairs=2)
    closes_at = datetime(2026, 10, 19, 18, 0, tzinfo=UTC)  # Eight in the evening in Italy, by summer time.
    entries = {"is_open": True, "places": 20, "without_yes": True, "list_shown": True, "closes_at": closes_at}
    till = {"fee": 1250, "per": "player", "reductions": {"Juniores": 500}, "fund_percent": None, "fund_amount": 9900}
    till |= {"shares": [60, 40], "rounding": 50}
    assert entries.keys() == fields_of(EntryTerms, OF_EVERY_TERMS)
    assert till.keys() == fields_of(TillTerms, OF_EVERY_TERMS)
    like.date = date(2026, 10, 20)
    like.save()
    entry_terms_set(tournament=like, terms=entries)
    till_terms_set(tournament=like, terms=till)
    lot = special_prize_add(tournament=like, details={"title": "Fortuna", "given_for": "lot", "cents": 500})
    special_prize_draw(prize=lot, seed=3)
    special_prize_add(
        tournament=like, details={"title": "Eleganza", "given_for": "chosen", "cents": 0, "pair": pair(like, 1)}
    )
    pair_pay(pair=pair(like, 1), means="cash")
    tournament = tournament_another(like=like, name="Altro", date=LATER, pairs=[1, 2])
    assert {name: getattr(tournament.entry_terms, name) for name in entries} == entries | {
        # The day before at eight, which is an hour later by UTC in winter.
        "closes_at": datetime(2026, 12, 3, 19, 0, tzinfo=UTC)
    }
    assert {name: getattr(tournament.till_terms, name) for name in till} == till
    (prize,) = SpecialPrize.objects.filter(tournament=tournament)
    assert (prize.title, prize.given_for, prize.cents, prize.seed) == ("Fortuna", "lot", 500, None)
    assert not tournament.pairs.filter(payments__isnull=False).exists()


def test_whoever_comes_again_is_entered_in_order_with_team_and_table() -> None:
    like = make_teams(3)
    pair_change(pair=pair(like, 5), fixed_table=2)
    tournament = tournament_another(like=like, name="Altro", date=LATER, pairs=[5, 2, 6])
    entered = list(tournament.pairs.select_related("team"))
    assert [pair.number for pair in entered] == [1, 2, 3]
    for now, before in zip(entered, (2, 5, 6), strict=True):
        assert now.players == pair(like, before).players
        assert now.team and now.team.name == pair(like, before).team.name  # type: ignore[union-attr]
        assert now.status == Pair.Status.EXPECTED
    assert [pair.fixed_table for pair in entered] == [None, 2, None]
    assert pair(like, 5).number == 5 and like.pairs.count() == 6


def test_the_seasons_that_are_ticked_go_on_with_it_with_the_same_weight() -> None:
    like, other = make_tournament(), make_tournament(name="Altro")
    rule = SeasonRule(points=PointsBy.VP, table=())
    weights = ({like.pk: 150, other.pk: 100}, {like.pk: 100}, {other.pk: 100})
    seasons = [season_create(name=f"Stagione {at}", rule=rule, tournaments=weight) for at, weight in enumerate(weights)]
    ticked = [seasons[0].pk, seasons[2].pk]
    tournament = tournament_another(like=like, name="Poi", date=LATER, seasons=ticked)
    assert list(made_in(tournament)) == [(seasons[0].pk, 150)]
    assert Season.objects.get(pk=seasons[0].pk).revision == seasons[0].revision + 1


def test_a_full_season_keeps_nothing_half_made() -> None:
    like = make_tournament()
    others = [make_tournament(name=f"T {at}").pk for at in range(MOST_TOURNAMENTS - 1)]
    rule = SeasonRule(points=PointsBy.VP, table=())
    full = season_create(name="Piena", rule=rule, tournaments=dict.fromkeys([like.pk, *others], 100))
    count = Tournament.objects.count()
    with pytest.raises(Refused, match=str(MOST_TOURNAMENTS)):
        tournament_another(like=like, name="Poi", date=LATER, seasons=[full.pk])
    assert Tournament.objects.count() == count


def made_in(tournament: Tournament) -> list[tuple[int, int]]:
    return list(SeasonTournament.objects.filter(tournament=tournament).values_list("season_id", "weight"))


def test_who_looked_for_a_partner_may_look_again() -> None:
    like = make_tournament(pairs=2)
    *_pairs, one, other = members(6)
    for player in (one, other):
        single_add(tournament=like, player=player)
    tournament = tournament_another(like=like, name="Altro", date=LATER, pairs=[1], singles=[other.pk])
    assert [single.player for single in tournament.singles.all()] == [other]
