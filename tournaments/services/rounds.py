"""A round's life: draft → published → closed. A published one can be withdrawn while it has no result."""

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.errors import Refused
from tournaments.errors import RoundUnsettled
from tournaments.models import Round, Table, Tournament
from tournaments.pairing import PairingRefused, follows_results, pair_round
from tournaments.records import Draft, EntrantId, Outcome, PairingRequest, RoundSettings, System, named_system
from tournaments.records.settings_json import USUAL, settings_to_json
from tournaments.selectors.drafts import drafted
from tournaments.selectors.draws import NextRound, order_as_stored, round_to_draw
from tournaments.selectors.entrants import entrants_of
from tournaments.selectors.next_round import SEEDED
from tournaments.selectors.phone_slips import unsettled, written_on_phones
from tournaments.wording.open_rounds import open_rounds_sentence
from tournaments.wording.phone_slips import discarded_sentence, unsettled_sentence
from tournaments.wording.refusals import refusal_sentence

from . import phone_rounds
from .draft_undo import fields_of, remember, store_tables
from .locking import count_revision_up, latest_round, lock_tournament


def next_round_number(tournament: Tournament) -> int:
    """The number of the round that a draft would make; refused once play is over."""
    _refuse_over(tournament)
    return _after(latest_round(tournament))


def next_round(tournament: Tournament) -> NextRound:
    """What a draft would be drawn from; refused as `next_round_number` is. Four queries."""
    _refuse_over(tournament)
    rounds = list(tournament.rounds.order_by("number"))
    return round_to_draw(tournament, rounds, _after(rounds[-1] if rounds else None))


def _after(last: Round | None) -> int:
    """The number of the round after that one; a draft is drawn anew."""
    if last is None:
        return 1
    return last.number if last.state == Round.State.DRAFT else last.number + 1


def _refuse_over(tournament: Tournament) -> None:
    if tournament.state == Tournament.State.FINAL:
        raise Refused(_("The tournament is final: no more rounds are drawn."))
    if tournament.state == Tournament.State.CHECKING:
        raise Refused(_("It is checking time: go back to playing before you draw another round."))


def compute_draft(system: System, request: PairingRequest) -> Draft:
    """Pair, with a refusal made into a sentence that calls the pairs by number and names."""
    try:
        return pair_round(system, request)
    except PairingRefused as refusal:
        names = {entrant.id: f"{entrant.id} {entrant.label}" for entrant in request.entrants}
        raise Refused(refusal_sentence(refusal, names)) from refusal


def refuse_missing_results(coming: NextRound, draft: Draft) -> None:
    """Raise Refused for seats that follow from results while rounds before are under way."""
    if coming.still_open and follows_results(draft):
        raise Refused(
            _("%(open)s These seats follow the ranking: close the round first, or say that you draw without it.")
            % {"open": open_rounds_sentence(coming.still_open)}
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """A draft just made, and what it was drawn by."""

    round: Round
    request: PairingRequest


@contextmanager
def round_drawing(*, slug: str) -> Iterator[NextRound]:
    """What the next round is drawn from, locked as long as the block lasts: chosen by what it is drawn by."""
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
) -> Round:
    """Draw the next round, or draw its draft again; nobody but the referee sees it until it is published.

    `by_rating`: the first round in the order of the ratings, where the club shows them.
    """
    coming = next_round(lock_tournament(tournament.pk))
    asked: dict[str, Any] = {"settings": settings, "seed": seed, "seats": seats}
    return draw(coming, system=system, without_open=without_open, by_rating=by_rating, **asked).round


def draw(
    coming: NextRound,
    *,
    system: System,
    settings: RoundSettings = USUAL,
    seed: int | None = None,
    seats: Sequence[tuple[EntrantId, EntrantId | None]] = (),
    without_open: bool = False,
    by_rating: bool = False,
) -> Drawn:
    """Write the draft of a round whose tournament is locked since it was read.

    Seats that follow from results wait until the rounds before are closed, unless the referee draws them
    `without_open`: by the ranking as it is known. Nothing that others see changes, so the tournament's revision stays.
    """
    tournament = coming.tournament
    seed = tournament.seed if seed is None else seed
    by_rating = by_rating and named_system(system, settings) in SEEDED and bool(coming.by_rating)
    request = coming.request(system=system, seed=seed, settings=settings, seats=seats, by_rating=by_rating)
    draft = compute_draft(system, request)
    if not without_open:
        refuse_missing_results(coming, draft)
    round_ = coming.draft or Round(tournament=tournament, number=coming.number)
    was, before = fields_of(round_), drafted(round_).tables if round_.pk else ()
    round_.system, round_.seed, round_.by_rating = system, seed, by_rating
    round_.settings, round_.order = settings_to_json(settings), order_as_stored(request)
    if before:
        remember(round_, before, draft.tables, was=was, drawn=True)
    round_.save()
    store_tables(round_, before, draft.tables, coming.keys)
    return Drawn(round=round_, request=request)


@transaction.atomic
def round_publish(*, round: Round, at: datetime) -> Round:
    """Show the seats to everybody; play begins when the referee starts the clock."""
    tournament = lock_tournament(round.tournament_id)
    round = tournament.rounds.get(pk=round.pk)
    if round.state != Round.State.DRAFT:
        raise Refused(_("Round %(round)s has been published already.") % {"round": round.number})
    seated = {entrant for table in drafted(round).tables for entrant in table.seated}
    gone = [each for each in entrants_of(tournament) if each.id in seated and not each.active]
    if gone:
        names = ", ".join(f"{each.id} {each.label}" for each in gone)
        raise Refused(_("Not here any more: %(names)s. Draw the round again.") % {"names": names})
    round.state, round.published_at = Round.State.PUBLISHED, at
    phone_rounds.begin(round)
    round.save()
    # The history of the seats begins when they are published: drafts are nobody's business but the referee's.
    Table.history.bulk_history_create(list(round.tables.all()))
    if tournament.state == Tournament.State.REGISTRATION:
        tournament.state = Tournament.State.RUNNING
        tournament.save()
    count_revision_up(tournament)
    return round


@transaction.atomic
def round_withdraw(*, round: Round, discarding: Collection[int] | None = None) -> Round:
    """Take a published round back to a draft, as long as it has no result and no adjustment.

    Tables whose players' slips would be lost raise `RoundUnsettled`, unless they are among those to be `discarding`;
    None: whatever they are.
    """
    tournament = lock_tournament(round.tournament_id)
    round = tournament.rounds.get(pk=round.pk)
    if round.state != Round.State.PUBLISHED:
        raise Refused(_("Only a round that is under way can be withdrawn."))
    if tournament.rounds.filter(number__gt=round.number).exists():
        raise Refused(
            _("Round %(next)s has been drawn after it: withdraw it, or throw it away, first.")
            % {"next": round.number + 1}
        )
    in_already = round.tables.exclude(outcome__in=[Outcome.OPEN, Outcome.REST]).count()
    if in_already or round.adjustments.exists():
        raise Refused(_("Round %(round)s has results: it can no longer be withdrawn.") % {"round": round.number})
    written = written_on_phones(round) if tournament.writing == Tournament.Writing.PHONES else []
    if discarding is not None and not set(written) <= set(discarding):
        raise RoundUnsettled(
            _("%(lost)s Nothing was withdrawn yet: do it once more if you want to.")
            % {"lost": discarded_sentence(written)}
        )
    round.state, round.published_at, round.clocks = Round.State.DRAFT, None, {}
    phone_rounds.forget(round)
    round.save()
    count_revision_up(tournament)
    return round


@transaction.atomic
def round_discard(*, round: Round) -> None:
    """Throw a draft away."""
    tournament = lock_tournament(round.tournament_id)
    round = tournament.rounds.get(pk=round.pk)
    if round.state != Round.State.DRAFT:
        raise Refused(_("Only a draft can be thrown away: withdraw the round first."))
    round.delete()


@transaction.atomic
def round_close(*, round: Round, looked_at: Collection[int] | None = None) -> Round:
    """Every table is in: the ranking after this round stands, and the next one can be drawn.

    Tables whose players' slip should be looked at raise `RoundUnsettled`, unless they are among those `looked_at`;
    None: whatever they are.
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
            % {"tables": ", ".join(map(str, missing))}
        )
    open_questions = unsettled(round)
    if looked_at is not None and not {number for number, _tile in open_questions} <= set(looked_at):
        raise RoundUnsettled(unsettled_sentence(open_questions))
    round.state = Round.State.CLOSED
    phone_rounds.close(round)
    round.save()
    count_revision_up(tournament)
    return round
