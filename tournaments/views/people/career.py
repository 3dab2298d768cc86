"""The content of a player's two pages, the referees' and the public one."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.charts.career_course import CareerPoint, career_chart
from tournaments.charts.drawing import Chart
from tournaments.charts.rating_course import RatingPoint, rating_chart
from tournaments.models import Player, Tournament
from tournaments.people.career import Appearance, OpponentTally, Partnership, RoundOf
from tournaments.records import EntrantId
from tournaments.selectors.careers import MOST_MET, CareerView
from tournaments.selectors.ratings import rating_course, ratings_shown
from tournaments.wording.careers import mean_vp, place_in_words, results_in_words
from tournaments.wording.figures import figure, signed

TOURNAMENTS = 30
PARTNERS = 10
"""The number of open rows in each table; the others are folded."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonLink:
    """A person with the name that the reader may see, and a link if there is a page."""

    name: str
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentRow:
    """A row for a tournament that somebody played."""

    tournament: Tournament
    url: str
    partner: PersonLink | None
    appearance: Appearance
    vp: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonRow:
    """A row for a partner or an opponent."""

    person: PersonLink
    rounds: str
    vp: str
    results: str
    best: str = ""


def career_context(
    career_view: CareerView, *, in_public: bool, numbers: Mapping[int, EntrantId] | None = None
) -> dict[str, Any]:
    """Return the context of `templates/people/_career.html`.

    A tournament leads to its ranking or, where `numbers` has one, to the evening of that pair or player.
    """
    career, page = career_view.career, "public_ranking" if in_public else "ranking"
    person = _namer(career_view, in_public=in_public)

    def address(key: int) -> str:
        slug = career_view.tournaments[key].slug
        if numbers and key in numbers:
            return reverse("public_pair", args=[slug, numbers[key]])
        return reverse(page, args=[slug])

    rows = [
        TournamentRow(
            tournament=career_view.tournaments[appearance.tournament],
            url=address(appearance.tournament),
            partner=None if appearance.partner is None else person(appearance.partner),
            appearance=appearance,
            vp=mean_vp(appearance.tally.vp),
        )
        for appearance in career.appearances
    ]
    partners = [_partner_row(partnership, person) for partnership in career.partnerships]
    return {
        "player": career_view.player,
        "in_public": in_public,
        "career": career,
        "vp": mean_vp(career.tally.vp),
        "results": results_in_words(career.tally),
        "tournaments": rows[:TOURNAMENTS],
        "earlier_tournaments": rows[TOURNAMENTS:],
        "under_way": [(tournament, reverse(page, args=[tournament.slug])) for tournament in career_view.under_way],
        "partners": partners[:PARTNERS],
        "more_partners": partners[PARTNERS:],
        "met": [_met_row(tally, person) for tally in career.met[:MOST_MET]],
        "extremes": _extremes(career_view),
        "career_chart": _chart(career_view),
        **_rating(career_view.player),
    }


def _namer(career: CareerView, *, in_public: bool) -> Callable[[int], PersonLink]:
    """Return the names of people; who played in a final tournament has a page, unless erased or hidden."""
    page = "public_player" if in_public else "player"

    def named(key: int) -> PersonLink:
        player = career.people[key]
        name = player.public_name if in_public else player.full_name
        has_page = player.may_have_public_page or not in_public
        return PersonLink(name=name, url=reverse(page, args=[key]) if has_page else "")

    return named


def _partner_row(partnership: Partnership, person: Callable[[int], PersonLink]) -> PersonRow:
    return PersonRow(
        person=person(partnership.partner),
        rounds=figure(partnership.tally.rounds),
        vp=mean_vp(partnership.tally.vp),
        results=results_in_words(partnership.tally),
        best=place_in_words(partnership.best) if partnership.best else "",
    )


def _met_row(row: OpponentTally, person: Callable[[int], PersonLink]) -> PersonRow:
    return PersonRow(
        person=person(row.opponent),
        rounds=figure(row.tally.rounds),
        vp=mean_vp(row.tally.vp),
        results=results_in_words(row.tally),
    )


def _extremes(career_view: CareerView) -> dict[str, tuple[str, Tournament] | None]:
    """Return the best and the worst tournament and round in words; a single one is only the best."""
    career = career_view.career

    def of(appearance: Appearance | None) -> tuple[str, Tournament] | None:
        if appearance is None:
            return None
        return place_in_words(appearance), career_view.tournaments[appearance.tournament]

    def of_round(round_: RoundOf | None) -> tuple[str, Tournament] | None:
        if round_ is None:
            return None
        words = _("%(vp)s VP, %(difference)s")
        facts = {"vp": figure(round_.played.vp), "difference": signed(round_.played.mp_difference)}
        return words % facts, career_view.tournaments[round_.appearance.tournament]

    return {
        "best": of(career.best),
        "worst": None if career.worst is career.best else of(career.worst),
        "best_round": of_round(career.best_round),
        "worst_round": of_round(career.worst_round) if len(career.rounds) > 1 else None,
    }


def _chart(career: CareerView) -> Chart | None:
    with_rounds = [(appearance, appearance.tally.vp) for appearance in reversed(career.career.appearances)]
    return career_chart(
        [
            CareerPoint(
                tournament=career.tournaments[appearance.tournament].name, place=place_in_words(appearance), vp=vp
            )
            for appearance, vp in with_rounds
            if vp is not None
        ]
    )


def _rating(player: Player) -> dict[str, Any]:
    """Return the context of `templates/ratings/_course.html`; None if the club shows no ratings."""
    return rating_context(player) if ratings_shown() else {"rated": False}


def rating_context(player: Player) -> dict[str, Any]:
    """Return the context of a member's rating: its course, tournament by tournament, and the chart."""
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
