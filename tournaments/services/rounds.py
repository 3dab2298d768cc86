"""The life of a round: draft → published → closed. A published one can be withdrawn while it has no result."""

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from pages.refusals import Refused
from tournaments.models import Round, Table, Tournament
from tournaments.pairing import PairingRefused, follows_results
from tournaments.pairing.draw_record import drawn_to_json
from tournaments.pairing.systems import pair_round
from tournaments.records import Draft, EntrantId, Outcome, PairingRequest, RoundSettings, System, named_system
from tournaments.records.sections import table_names
from tournaments.records.settings_json import USUAL, settings_to_json
from tournaments.selectors.drafts import drafted
from tournaments.selectors.draws import NextRound, order_as_stored, round_to_draw
from tournaments.selectors.entrants import entrants_of
from tournaments.selectors.next_round import SEEDED
from tournaments.selectors.phone_slips import unsettled
from tournaments.selectors.republished_slips import lost_when_published, written_by_players
from tournaments.services.refusals import RoundUnsettled
from tournaments.wording.open_rounds import open_rounds_sentence
from tournaments.wording.phone_slips import discarded_sentence, unsettled_sentence
from tournaments.wording.refusals import refusal_sentence
from tournaments.wording.round_states import published_already
from tournaments.wording.team_matches import seated_by_line_ups

from . import phone_rounds
from .draft_memory import fields_of, remember, store_tables
from .locking import count_revision_up, end_announcement, latest_round, lock_tournament


def next_round_number(tournament: Tournament) -> int:
    """Return the number that a draft would get. Raise Refused once play is over."""
    _refuse_over(tournament)
    return _after(latest_round(tournament))


def next_round(tournament: Tournament) -> NextRound:
    """Return the data for a draft, with four queries. Raise Refused as `next_round_number` does."""
    _refuse_over(tournament)
    rounds = list(tournament.rounds.order_by("number"))
    return round_to_draw(tournament, rounds, _after(rounds[-1] if rounds else None))


def _after(last: Round | None) -> int:
    """Return the number after that round, or its own if it is a draft, which is drawn again."""
    if last is None:
        return 1
    return last.number if last.state == Round.State.DRAFT else last.number + 1


def _refuse_over(tournament: Tournament) -> None:
    if tournament.state == Tournament.State.FINAL:
        raise Refused(_("The tournament is final: no more rounds are drawn."))
    if tournament.state == Tournament.State.CHECKING:
        raise Refused(_("It is checking time: go back to playing before you draw another round."))


def compute_draft(system: System, request: PairingRequest) -> Draft:
    """Draw the round. Raise Refused with the numbers and names of the pairs if the draw is refused."""
    try:
        return pair_round(system, request)
    except PairingRefused as refusal:
        names = {entrant.id: f"{entrant.id} {entrant.label}" for entrant in request.entrants}
        raise Refused(refusal_sentence(refusal, names)) from refusal


def refuse_missing_results(coming: NextRound, draft: Draft, request: PairingRequest) -> None:
    """Raise Refused for seats that depend on results while earlier rounds are under way."""
    if coming.still_open and follows_results(draft, request):
        raise Refused(
            _("%(open)s These seats follow the ranking: close the round first, or say that you draw without it.")
            % {"open": open_rounds_sentence(coming.still_open)}
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class NewDraft:
    """A draft just created, and the data that it was drawn from."""

    round: Round
    request: PairingRequest
    draft: Draft


@contextmanager
def round_drawing(*, slug: str) -> Iterator[NextRound]:
    """Yield the data for the next round, from which the caller chooses the settings, locked during the block."""
    with transaction.atomic():
        yield next_round(Tournament.objects.select_for_update().get(slug=slug))


@transaction.atomic
def round_draft(
    *,
    tournament: Tournament,
    system: System,
    settings: RoundSettings = USUAL,
    seed: int | None = None,
    seats: Sequence[tuple[EntrantId, EntrantId | None]] = (),
    without_open: bool = False,
    by_rating: bool = False,
    new_run: bool = False,
) -> Round:
    """Draw the next round, or draw its draft again; only the referee sees it until it is published.

    If `by_rating` is true, the first round follows the ratings, if the club shows them. If `new_run` is true, a round
    robin under way is given up for one with other groups.
    """
    coming = next_round(lock_tournament(tournament.pk))
    choices: dict[str, Any] = {"settings": settings, "seed": seed, "seats": seats, "new_run": new_run}
    return draw(coming, system=system, without_open=without_open, by_rating=by_rating, **choices).round


def draw(
    coming: NextRound,
    *,
    system: System,
    settings: RoundSettings = USUAL,
    seed: int | None = None,
    seats: Sequence[tuple[EntrantId, EntrantId | None]] = (),
    without_open: bool = False,
    by_rating: bool = False,
    new_run: bool = False,
    by_line_ups: bool = False,
) -> NewDraft:
    """Write the draft of a round whose tournament has been locked since it was read.

    Seats that depend on results wait until the earlier rounds are closed, unless the referee draws them `without_open`,
    by the ranking known so far. Nothing that others see changes, so the tournament's revision stays. Where teams play
    matches, pairs are seated `by_line_ups` alone.
    """
    tournament = coming.tournament
    if tournament.plays_matches and not by_line_ups:
        raise Refused(seated_by_line_ups())
    seed = tournament.seed if seed is None else seed
    by_rating = by_rating and named_system(system, settings) in SEEDED and bool(coming.by_rating)
    choices: dict[str, Any] = {"settings": settings, "seats": seats, "by_rating": by_rating, "new_run": new_run}
    request = coming.request(system=system, seed=seed, **choices)
    draft = compute_draft(system, request)
    if not without_open:
        refuse_missing_results(coming, draft, request)
    round_ = coming.draft or Round(tournament=tournament, number=coming.number)
    was, before = fields_of(round_), drafted(round_).tables if round_.pk else ()
    round_.redrawn = round_.redrawn + 1 if round_.pk else _thrown_away(round_)
    round_.system, round_.seed, round_.by_rating = system, seed, by_rating
    round_.settings, round_.order = settings_to_json(request.settings), order_as_stored(request)
    round_.as_drawn, round_.seats_then = drawn_to_json(draft.tables, request), {}
    if before:
        remember(round_, before, draft.tables, was=was, drawn=True)
    round_.save()
    store_tables(round_, before, draft.tables, coming.keys)
    return NewDraft(round=round_, request=request, draft=draft)


def _thrown_away(coming: Round) -> int:
    """Return how many times the round was drawn in drafts that were discarded."""
    thrown = Round.history.filter(tournament=coming.tournament_id, number=coming.number, history_type="-")
    last = thrown.order_by("history_id").values_list("redrawn", flat=True).last()
    return 0 if last is None else int(last) + 1


@transaction.atomic
def round_publish(*, round: Round, at: datetime, discarding: Collection[int] | None = None) -> Round:
    """Publish the seats; play begins when the referee starts the clock.

    If the round was withdrawn, a table with the same players keeps its slip. Raise `RoundUnsettled` for tables with
    other players whose written slips would be lost, except those in `discarding`; None stands for all tables.
    """
    tournament = lock_tournament(round.tournament_id)
    round = tournament.rounds.get(pk=round.pk)
    if round.state != Round.State.DRAFT:
        raise Refused(published_already(round.number))
    seated = {entrant for table in drafted(round).tables for entrant in table.seated}
    gone = [entrant for entrant in entrants_of(tournament) if entrant.id in seated and not entrant.active]
    if gone:
        names = ", ".join(f"{entrant.id} {entrant.label}" for entrant in gone)
        raise Refused(_("No longer here: %(names)s. Draw the round again.") % {"names": names})
    _refuse_loss(lost_when_published(round), discarding)
    round.state, round.published_at = Round.State.PUBLISHED, at
    phone_rounds.begin(round)
    round.save()
    # The history of the seats begins when they are published: drafts concern only the referee.
    Table.history.bulk_history_create(list(round.tables.all()))
    if tournament.state == Tournament.State.REGISTRATION:
        tournament.state = Tournament.State.RUNNING
        tournament.save()
    if not tournament.round_minutes:
        # Without a clock nothing else shows that play goes on.
        end_announcement(tournament, until=0)
    count_revision_up(tournament)
    return round


@transaction.atomic
def round_withdraw(*, round: Round) -> Round:
    """Turn a published round back into a draft, as long as it has no result and no adjustment.

    Its slips, its clocks and what phones have written are kept until it is published again.
    """
    tournament = lock_tournament(round.tournament_id)
    round = tournament.rounds.get(pk=round.pk)
    if round.state != Round.State.PUBLISHED:
        raise Refused(_("Only a round that is under way can be unpublished."))
    if tournament.rounds.filter(number__gt=round.number).exists():
        raise Refused(
            _("Round %(next)s has been drawn after it: unpublish or discard that one first.")
            % {"next": round.number + 1}
        )
    in_already = round.tables.exclude(outcome__in=[Outcome.OPEN, Outcome.REST]).count()
    if in_already or round.adjustments.exists():
        raise Refused(_("Round %(round)s has results: it can no longer be unpublished.") % {"round": round.number})
    phone_rounds.note_seats(round)
    round.state, round.published_at = Round.State.DRAFT, None
    round.save()
    count_revision_up(tournament)
    return round


@transaction.atomic
def round_discard(*, round: Round, discarding: Collection[int] | None = None) -> None:
    """Discard a draft, with what players have written for it if it was published, as in `round_publish`."""
    tournament = lock_tournament(round.tournament_id)
    round = tournament.rounds.get(pk=round.pk)
    if round.state != Round.State.DRAFT:
        raise Refused(_("Only a draft can be discarded: unpublish the round first."))
    _refuse_loss(written_by_players(round), discarding)
    round.delete()


def _refuse_loss(written: Sequence[int], discarding: Collection[int] | None) -> None:
    """Raise RoundUnsettled if players have written at tables that are not in `discarding`."""
    if discarding is not None and not set(written) <= set(discarding):
        lost = discarded_sentence(written)
        raise RoundUnsettled(_("%(lost)s Nothing has been done yet: do it once more if you want to.") % {"lost": lost})


@transaction.atomic
def round_close(*, round: Round, looked_at: Collection[int] | None = None) -> Round:
    """Close a round with all results: its ranking is complete, and the next round can be drawn.

    Raise `RoundUnsettled` for tables whose players' slip should be checked, except those in `looked_at`; None stands
    for all tables.
    """
    tournament = lock_tournament(round.tournament_id)
    round = tournament.rounds.get(pk=round.pk)
    if round.state != Round.State.PUBLISHED:
        raise Refused(_("Only a round that is under way can be closed."))
    earlier = tournament.rounds.filter(number__lt=round.number, state=Round.State.PUBLISHED).order_by("number").first()
    if earlier is not None:
        raise Refused(_("Round %(round)s is still under way: close it first.") % {"round": earlier.number})
    missing = list(round.tables.filter(outcome=Outcome.OPEN).values_list("number", flat=True))
    if missing:
        raise Refused(
            ngettext("Table %(tables)s is still missing.", "Tables %(tables)s are still missing.", len(missing))
            % {"tables": table_names(map(round.table_number, missing))}
        )
    open_questions = unsettled(round)
    if looked_at is not None and not {number for number, _tile in open_questions} <= set(looked_at):
        raise RoundUnsettled(unsettled_sentence(open_questions))
    round.state = Round.State.CLOSED
    phone_rounds.close(round)
    round.save()
    end_announcement(tournament, until=round.number)
    count_revision_up(tournament)
    return round
