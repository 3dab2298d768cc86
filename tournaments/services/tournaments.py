"""The life of a tournament: registration → running → checking → final."""

import secrets
from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from simple_history.utils import update_change_reason

from pages.refusals import Refused
from scoring.services import ruleset_for
from tournaments.models import Round, Tournament
from tournaments.ranking.victory_points import absence_allowance, parse_scale, rest_allowance, scale_for_hands
from tournaments.records import Kind
from tournaments.records.defaults import FROZEN_BY_A_MATCH_DAY, FROZEN_BY_A_ROUND, usual_minutes
from tournaments.wording.plans import cut_fault

from .locking import count_revision_up, latest_round, lock_tournament
from .phone_rounds import begin_late

SETTINGS = frozenset(
    {
        *("name", "date", "venue", "ruleset", "options", "hands_per_round", "rounds_planned", "round_minutes"),
        *("scale", "tie_breaks", "rest_vp", "rest_mp", "absence_vp", "absence_mp", "entry", "seed"),
        *("kind", "missed_rounds", "substitutes_allowed", "plan", "writing"),
        *("call_minutes", "last_hand_minutes", "check_in_until", "self_check_in", "starts_at", "referees"),
        "second_language",
        *("match_tables", "match_sessions", "match_scale"),
    }
)
"""The fields that a referee sets; the others follow from events."""

LONGEST_REASON = 100
"""The longest reason, in characters, that the history keeps."""

RESERVED_SLUGS = frozenset({"new", "sample"})
"""Addresses below `/tournaments/` that are pages of their own."""


SLUG_TAKEN = gettext_lazy("Several tournaments of this name are being created at this moment: try again.")


def free_slug(name: str) -> str:
    """Return a slug made from the name that no tournament has: `torneo-del-venerdi`, then `torneo-del-venerdi-2`."""
    stem = slugify(name)[:120] or "torneo"
    taken = RESERVED_SLUGS | set(Tournament.objects.filter(slug__startswith=stem).values_list("slug", flat=True))
    candidates = (stem if count == 1 else f"{stem}-{count}" for count in range(1, len(taken) + 2))
    return next(slug for slug in candidates if slug not in taken)


def tournament_create(*, name: str, date: date, **settings: Any) -> Tournament:
    """Create a tournament; other fields get the defaults of docs/tournaments.md §3, §4, by the hands per round."""
    hands = settings.get("hands_per_round", 4)
    scale = settings["scale"] if "scale" in settings else scale_for_hands(hands).key
    rest = rest_allowance(parse_scale(scale), hands)
    absence = absence_allowance(parse_scale(scale), hands)
    values = {
        "scale": scale,
        "rest_vp": rest.vp,
        "rest_mp": rest.mp,
        "absence_vp": absence.vp,
        "absence_mp": absence.mp,
        "round_minutes": usual_minutes(hands),
        "seed": secrets.randbelow(1_000_000),
        **{key: value for key, value in settings.items() if value is not None},
    }
    ruleset_for(values.get("ruleset", "fibur_2026"), values.get("options", {}))
    for _attempt in range(5):
        tournament = Tournament(name=name, date=date, slug=free_slug(name), **values)
        tournament.full_clean(exclude=["slug"], validate_unique=False)
        try:
            with transaction.atomic():
                tournament.save()
        except IntegrityError:  # somebody took the slug between the look and the save
            continue
        return tournament
    raise Refused(str(SLUG_TAKEN))


@transaction.atomic
def tournament_change(*, tournament: Tournament, changes: Mapping[str, Any]) -> Tournament:
    """Change settings. Once a round exists, refuse those on which slips already handed out depend."""
    tournament = lock_tournament(tournament.pk)
    unknown = set(changes) - SETTINGS
    if unknown:
        raise ValueError(f"expected settings of a tournament, got {sorted(unknown)}")
    changed = {key: value for key, value in changes.items() if getattr(tournament, key) != value}
    if changed.keys() & FROZEN_BY_A_ROUND and tournament.rounds.exists():
        raise Refused(_("The ruleset and the hands per round stay as they are once a round has been drawn."))
    if "kind" in changed and (tournament.pairs.exists() or tournament.singles.exists()):
        raise Refused(_("Somebody has already been entered: the kind of the tournament stays as it is."))
    if changed.keys() & FROZEN_BY_A_MATCH_DAY and tournament.match_days.exists():
        raise Refused(_("How a match is played stays as it is once a match day has been drawn."))
    last = latest_round(tournament)
    if last and changed.get("rounds_planned", last.number) < last.number:
        raise Refused(_("Round %(round)s already exists: plan at least as many rounds.") % {"round": last.number})
    for key, value in changed.items():
        setattr(tournament, key, value)
    if len(tournament.systems_planned) > tournament.rounds_planned:
        raise Refused(_("More rounds have been announced than are planned: change the announced systems too."))
    if fault := cut_fault(tournament.plan, kind=Kind(tournament.kind), rounds=tournament.rounds_planned):
        raise Refused(fault)
    if changed:
        tournament.full_clean(exclude=["slug"])
        tournament.save()
        # Nobody is entered yet, so existing teams have no pairs.
        if "kind" in changed:
            tournament.teams.all().delete()
        if changed.get("writing") == Tournament.Writing.PHONES:
            begin_late(tournament)
        count_revision_up(tournament)
    return tournament


@transaction.atomic
def tournament_finish_play(*, tournament: Tournament) -> Tournament:
    """Begin the checking time after the last round, in which slips can still be corrected."""
    tournament = lock_tournament(tournament.pk)
    last = latest_round(tournament)
    if tournament.state != Tournament.State.RUNNING or last is None or last.state != Round.State.CLOSED:
        raise Refused(_("Checking time begins when a round has been closed and none is under way."))
    return _set_state(tournament, Tournament.State.CHECKING)


@transaction.atomic
def tournament_make_final(*, tournament: Tournament) -> Tournament:
    """Declare the ranking final: results are closed (docs/tournaments.md §6)."""
    tournament = lock_tournament(tournament.pk, editable=False)
    if tournament.state != Tournament.State.CHECKING:
        raise Refused(_("A tournament can be declared final only during checking time."))
    return _set_state(tournament, Tournament.State.FINAL)


@transaction.atomic
def tournament_show_podium(*, tournament: Tournament, at: datetime) -> Tournament:
    """Show the podium on the wall and on the players' phones, with its prizes; shown again, it is celebrated again."""
    tournament = lock_tournament(tournament.pk, editable=False)
    if tournament.state != Tournament.State.FINAL:
        raise Refused(_("The podium is that of the final ranking: declare the ranking final first."))
    tournament.podium_shown_at = at
    tournament.save()
    count_revision_up(tournament)
    return tournament


@transaction.atomic
def tournament_reopen(*, tournament: Tournament, reason: str) -> Tournament:
    """Reopen a final tournament for corrections, or one in checking time for another round.

    A final tournament is reopened only with a reason, which the history shows.
    """
    tournament = lock_tournament(tournament.pk, editable=False)
    reason = reason.strip()
    if len(reason) > LONGEST_REASON:
        raise Refused(
            _("The reason can have at most %(most)s characters; this one has %(count)s. Shorten it.")
            % {"most": LONGEST_REASON, "count": len(reason)}
        )
    match tournament.state:
        case Tournament.State.FINAL:
            if not reason:
                raise Refused(_("Say why the final ranking is opened again: the history shows the reason."))
            tournament.podium_shown_at = None
            reopened = _set_state(tournament, Tournament.State.CHECKING)
        case Tournament.State.CHECKING:
            reopened = _set_state(tournament, Tournament.State.RUNNING)
        case _other:
            raise Refused(_("The tournament is already open."))
    if reason:
        update_change_reason(reopened, reason)
    return reopened


@transaction.atomic
def tournament_announce(*, tournament: Tournament, text: str, stays: bool = False) -> Tournament:
    """Replace the announcement on the wall and on all players' pages.

    It ends with the round under way, or between rounds when play goes on, unless it `stays`. A final tournament can
    have announcements too: the prize-giving.
    """
    tournament = lock_tournament(tournament.pk, editable=False)
    under_way = tournament.rounds.filter(state=Round.State.PUBLISHED).order_by("number").last()
    tournament.announcement_until = None if stays or not text.strip() else under_way.number if under_way else 0
    tournament.announcement = " ".join(text.split())
    longest = Tournament._meta.get_field("announcement").max_length
    assert longest is not None
    if len(tournament.announcement) > longest:
        raise Refused(
            _("Too long for the wall: at most %(most)s characters, and this has %(count)s.")
            % {"most": longest, "count": len(tournament.announcement)}
        )
    tournament.save()
    count_revision_up(tournament)
    return tournament


def _set_state(tournament: Tournament, state: Tournament.State) -> Tournament:
    tournament.state = state
    tournament.save()
    count_revision_up(tournament)
    return tournament
