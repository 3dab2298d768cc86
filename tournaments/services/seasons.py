"""The creation, change and deletion of seasons: each write locks the season's row and counts its revision up."""

import secrets
from collections.abc import Mapping

from django.db import IntegrityError, transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _

from pages.refusals import Refused
from tournaments.models import Season, SeasonTournament, Tournament
from tournaments.people.names import tidy
from tournaments.seasons.rule import MOST_TOURNAMENTS, SeasonRule, faults
from tournaments.seasons.rule_json import rule_from_json, rule_to_json
from tournaments.selectors.seasons import fits
from tournaments.wording.seasons import FAULT_SENTENCES, too_many_tournaments

RESERVED_SLUGS = frozenset({"new", "import"})
"""Addresses below `/seasons/` that are pages of their own."""

Weights = Mapping[int, int]
"""The weights of a season's tournaments by key, in hundredths."""


def free_season_slug(name: str) -> str:
    """Return a slug made from the name that no season has."""
    stem = slugify(name)[:120] or "stagione"
    taken = RESERVED_SLUGS | set(Season.objects.filter(slug__startswith=stem).values_list("slug", flat=True))
    candidates = (stem if count == 1 else f"{stem}-{count}" for count in range(1, len(taken) + 2))
    return next(slug for slug in candidates if slug not in taken)


def season_create(
    *,
    name: str,
    rule: SeasonRule,
    tournaments: Weights,
    public: bool = False,
    seed: int | None = None,
    slug: str | None = None,
    reason: str = "",
) -> Season:
    """Create a season, under the given address or one made from its name; the history keeps the reason."""
    name = _checked(name, rule, tournaments)
    seed = secrets.randbelow(1_000_000) if seed is None else seed
    for _attempt in range(5):
        season = Season(name=name, rule=rule_to_json(rule), seed=seed, public=public)
        season.slug = free_season_slug(name) if slug is None else slug
        season._change_reason = reason  # type: ignore[attr-defined]
        try:
            with transaction.atomic():
                season.save()
                _set_tournaments(season, tournaments)
                _count_up(season)
        except IntegrityError:  # somebody took the slug between the look and the save
            continue
        return season
    raise Refused(_("Several seasons of this name are being created at this moment: try again."))


@transaction.atomic
def season_change(*, season: Season, name: str, rule: SeasonRule, tournaments: Weights, public: bool) -> Season:
    """Change a season, except its address and its lot."""
    season = _locked(season.pk)
    season.name, season.rule, season.public = _checked(name, rule, tournaments), rule_to_json(rule), public
    season.save()
    _set_tournaments(season, tournaments)
    _count_up(season)
    return season


@transaction.atomic
def season_go_on(*, season: Season, after: Tournament, tournament: Tournament) -> Season:
    """Let a tournament count in the season in which the one before it counts, with the same weight."""
    season = _locked(season.pk)
    here = season.entries.filter(tournament__deleted_at__isnull=True)
    weights = dict(here.values_list("tournament_id", "weight"))
    if after.pk not in weights or tournament.pk in weights:
        return season
    weights[tournament.pk] = weights[after.pk]
    _checked(season.name, rule_from_json(season.rule), weights)
    season.save()
    _set_tournaments(season, weights)
    _count_up(season)
    return season


@transaction.atomic
def season_delete(*, season: Season) -> None:
    """Delete a season; its tournaments stay."""
    _locked(season.pk).delete()


def _locked(pk: int) -> Season:
    season = Season.objects.select_for_update().filter(pk=pk).first()
    if season is None:
        raise Refused(_("The season was deleted meanwhile."))
    return season


def _checked(name: str, rule: SeasonRule, tournaments: Weights) -> str:
    """Return the cleaned name. Raise Refused if the fields make no valid season."""
    name = tidy(name)
    if not name:
        raise Refused(_("Give the season a name."))
    if found := faults(rule):
        raise Refused(str(FAULT_SENTENCES[found[0]]))
    if len(tournaments) > MOST_TOURNAMENTS:
        raise Refused(too_many_tournaments())
    known = Tournament.objects.in_bulk(tournaments)
    if len(known) < len(tournaments):
        raise Refused(_("One of the tournaments was deleted meanwhile: look at the list again."))
    for tournament in known.values():
        if not fits(tournament, rule.ranked):
            raise Refused(
                _("“%(tournament)s” is of another kind: it has nobody whom this season ranks.")
                % {"tournament": tournament}
            )
    return name


def _set_tournaments(season: Season, tournaments: Weights) -> None:
    """Add, change and remove tournaments, and leave the others alone, so that the history shows only changes.

    A deleted tournament could not be chosen, and stays, because it may be restored.
    """
    here = season.entries.filter(tournament__deleted_at__isnull=True)
    entries = {entry.tournament_id: entry for entry in here}
    for key, entry in entries.items():
        if key not in tournaments:
            entry.delete()
        elif entry.weight != tournaments[key]:
            entry.weight = tournaments[key]
            entry.save()
    for key, weight in tournaments.items():
        if key not in entries:
            SeasonTournament.objects.create(season=season, tournament_id=key, weight=weight)


def _count_up(season: Season) -> None:
    season.revision += 1
    Season.objects.filter(pk=season.pk).update(revision=season.revision)
