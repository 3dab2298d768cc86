"""The final of a season: a tournament of those who qualified."""

from collections.abc import Sequence
from datetime import date

from django.db import transaction
from django.utils.translation import gettext as _

from pages.refusals import Refused
from tournaments.models import Season, Tournament
from tournaments.records import Kind
from tournaments.seasons.rule import RankedAs
from tournaments.seasons.tournament_points import Ranked
from tournaments.selectors.season_finals import final_field, finalists_of, is_decided
from tournaments.selectors.seasons import season_view_of

from .pairs import pairs_add_many
from .singles import single_add
from .tournaments import tournament_create

COPIED: tuple[str, ...] = (
    "venue",
    "ruleset",
    "options",
    "hands_per_round",
    "round_minutes",
    "scale",
    "missed_rounds",
    "writing",
    "second_language",
)
COPIED += ("rest_vp", "rest_mp", "absence_vp", "absence_mp", "entry", "call_minutes", "last_hand_minutes")
"""The settings of the season's last tournament that its final has as well."""


@transaction.atomic
def season_final_create(
    *, season: Season, name: str, date: date, chosen: Sequence[Ranked], alone: bool = False
) -> Tournament:
    """Create the final with the finalists chosen, expected and numbered in the order in which they qualified.

    Of a season of players, pairs that played together come as pairs, and the others look for a partner; with `alone`
    the final is an individual tournament.
    """
    season_view = season_view_of(season)
    if not is_decided(season_view):
        raise Refused(_("The final can be created once every part of the season is over."))
    among = set(chosen)
    wanted = [finalist.who for finalist in finalists_of(season_view) if finalist.who in among]
    field = final_field(season_view, wanted, alone=alone)
    if season_view.rule.ranked is RankedAs.TEAMS:
        kind = Kind.TEAMS
    else:
        kind = Kind.INDIVIDUAL if alone and season_view.rule.ranked is RankedAs.PLAYERS else Kind.PAIRS
    like = season_view.final[-1].tournament
    settings = {setting: getattr(like, setting) for setting in COPIED}
    tournament = tournament_create(name=name, date=date, kind=kind, **settings)
    pairs_add_many(tournament=tournament, lines=field.lines, teams=field.teams)
    for player in field.singles:
        single_add(tournament=tournament, player=player)
    tournament.refresh_from_db()
    return tournament
