"""What a player's two pages show: the referees' and everybody's."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.careers.career import Appearance, Met, Partnership, RoundOf
from tournaments.charts.career_course import CareerPoint, career_chart
from tournaments.charts.drawing import Chart
from tournaments.charts.rating_course import RatingPoint, rating_chart
from tournaments.models import Player, Tournament
from tournaments.selectors.careers import MOST_MET, CareerShown
from tournaments.selectors.ratings import rating_course, ratings_shown
from tournaments.wording.careers import mean_vp, place_in_words, results_in_words
from tournaments.wording.figures import figure, signed

TOURNAMENTS = 30
PARTNERS = 10
"""So many rows of each table are open; the others are folded."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonShown:
    """Somebody by the name that whoever reads may read, with the page where there is one."""

    name: str
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentRow:
    tournament: Tournament
    url: str
    partner: PersonShown | None
    appearance: Appearance
    vp: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonRow:
    """A partner, or somebody met."""

    person: PersonShown
    rounds: str
    vp: str
    results: str
    best: str = ""


def career_context(shown: CareerShown, *, in_public: bool) -> dict[str, Any]:
    """For `templates/people/_career.html`."""
    career, page = shown.career, "public_ranking" if in_public else "ranking"
    person = _namer(shown, in_public=in_public)

    def address(key: int) -> str:
        return reverse(page, args=[shown.tournaments[key].slug])

    rows = [
        TournamentRow(
            tournament=shown.tournaments[each.tournament],
            url=address(each.tournament),
            partner=None if each.partner is None else person(each.partner),
            appearance=each,
            vp=mean_vp(each.tally.vp),
        )
        for each in career.appearances
    ]
    partners = [_partner_row(each, person) for each in career.partnerships]
    return {
        "player": shown.player,
        "in_public": in_public,
        "career": career,
        "vp": mean_vp(career.tally.vp),
        "results": results_in_words(career.tally),
        "tournaments": rows[:TOURNAMENTS],
        "earlier_tournaments": rows[TOURNAMENTS:],
        "under_way": [(each, reverse(page, args=[each.slug])) for each in shown.under_way],
        "partners": partners[:PARTNERS],
        "more_partners": partners[PARTNERS:],
        "met": [_met_row(each, person) for each in career.met[:MOST_MET]],
        "extremes": _extremes(shown),
        "career_chart": _chart(shown),
        **_rating(shown.player),
    }


def _namer(shown: CareerShown, *, in_public: bool) -> Callable[[int], PersonShown]:
    """Whoever is named here was in a final tournament, and so has a page unless forgotten."""
    page = "public_player" if in_public else "player"

    def named(key: int) -> PersonShown:
        player = shown.people[key]
        name = player.public_name if in_public else player.full_name
        return PersonShown(name=name, url="" if in_public and player.forgotten else reverse(page, args=[key]))

    return named


def _partner_row(each: Partnership, person: Callable[[int], PersonShown]) -> PersonRow:
    return PersonRow(
        person=person(each.partner),
        rounds=figure(each.tally.rounds),
        vp=mean_vp(each.tally.vp),
        results=results_in_words(each.tally),
        best=place_in_words(each.best) if each.best else "",
    )


def _met_row(each: Met, person: Callable[[int], PersonShown]) -> PersonRow:
    return PersonRow(
        person=person(each.opponent),
        rounds=figure(each.tally.rounds),
        vp=mean_vp(each.tally.vp),
        results=results_in_words(each.tally),
    )


def _extremes(shown: CareerShown) -> dict[str, tuple[str, Tournament]]:
    """The best and the worst of tournaments and rounds, in words; where there was one alone it is only the best."""
    career = shown.career

    def of(each: Appearance | None) -> tuple[str, Tournament] | None:
        return None if each is None else (place_in_words(each), shown.tournaments[each.tournament])

    def of_round(each: RoundOf | None) -> tuple[str, Tournament] | None:
        if each is None:
            return None
        words = _("%(vp)s VP, %(difference)s")
        facts = {"vp": figure(each.played.vp), "difference": signed(each.played.mp_difference)}
        return words % facts, shown.tournaments[each.appearance.tournament]

    found = {
        "best": of(career.best),
        "worst": None if career.worst is career.best else of(career.worst),
        "best_round": of_round(career.best_round),
        "worst_round": of_round(career.worst_round) if len(career.rounds) > 1 else None,
    }
    return {name: each for name, each in found.items() if each}


def _chart(shown: CareerShown) -> Chart | None:
    with_rounds = [(each, each.tally.vp) for each in reversed(shown.career.appearances)]
    return career_chart(
        [
            CareerPoint(tournament=shown.tournaments[each.tournament].name, place=place_in_words(each), vp=vp)
            for each, vp in with_rounds
            if vp is not None
        ]
    )


def _rating(player: Player) -> dict[str, Any]:
    """For `templates/ratings/_course.html`; nothing where the club shows no ratings."""
    return rating_context(player) if ratings_shown() else {"rated": False}


def rating_context(player: Player) -> dict[str, Any]:
    course = rating_course(player)
    points: Sequence[RatingPoint] = [
        RatingPoint(tournament=tournament.name, rating=round(estimate.mu), spread=round(estimate.sigma))
        for tournament, estimate in course
    ]
    return {
        "rated": True,
        "last": points[-1] if points else None,
        "rounds": course[-1][1].rounds if course else 0,
        "chart": rating_chart(points),
    }
