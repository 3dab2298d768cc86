"""What the referee and a round's own life mean for the slips that phones write."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.errors import Refused
from tournaments.models import PhoneLog, PhonePhoto, PhoneSlip, Round, Table, Tournament
from tournaments.phone_slips.codes import new_secret
from tournaments.phone_slips.states import Act, Office, SlipState, SlipWritten, transition
from tournaments.selectors.phone_slips import stored

from .locking import count_revision_up, lock_tournament

OF_THE_STATE = ("state", "version", "line", "device", "agreed", "one_phone")


@transaction.atomic
def round_write_on_paper(*, round: Round, on_paper: bool) -> Round:
    """Whether the slips of a round are written on paper alone, though phones write in the tournament."""
    tournament = lock_tournament(round.tournament_id)
    round = tournament.rounds.get(pk=round.pk)
    if round.state == Round.State.CLOSED:
        raise Refused(_("Round %(round)s is closed: its slips are written.") % {"round": round.number})
    if round.on_paper != on_paper:
        round.on_paper = on_paper
        round.save()
        count_revision_up(tournament)
    return round


@transaction.atomic
def table_unlock(*, table: Table, at: datetime) -> None:
    """Phones may write at the table again; the wrong codes before count no more."""
    lock_tournament(table.round.tournament_id)
    PhoneSlip.objects.filter(table=table).update(shut_at=None)
    PhoneLog.objects.create(table=table, at=at, event=PhoneLog.Event.UNLOCK)


def begin(round_: Round) -> None:
    """A round is published, which the caller saves: from now on its codes can be told."""
    round_.secret = new_secret()


def begin_late(tournament: Tournament) -> None:
    """Phones write from now on: rounds that were published before there was a secret get one."""
    for round_ in tournament.rounds.exclude(state=Round.State.DRAFT).filter(secret=""):
        Round.objects.filter(pk=round_.pk).update(secret=new_secret())


def forget(round_: Round) -> None:
    """A round is withdrawn, which the caller saves: its codes are worthless, and what phones had written is gone."""
    round_.secret = ""
    PhoneSlip.objects.filter(table__round=round_).delete()
    PhoneLog.objects.filter(table__round=round_).delete()
    PhonePhoto.objects.filter(table__round=round_).delete()


def close(round_: Round) -> None:
    """A round is closed: its slips can no longer be written."""
    PhoneSlip.objects.filter(table__round=round_).update(state=SlipState.LOCKED)


def referee_acts(table: Table, act: Act) -> None:
    """The referee has saved the table, or taken its result back: whatever phones had written gives way.

    Where they had written nothing there is nothing to do: a table's result says by itself who decided it.
    """
    if not table.round.phones_write:
        return
    slip = PhoneSlip.objects.filter(table=table).first()
    if slip is None:
        return
    after = transition(stored(slip), Office.REFEREE, act, slip.version)
    if isinstance(after, SlipWritten):
        lead_to(slip, after)
        PhoneLog.objects.create(table=table, event=PhoneLog.Event(act.value))


def lead_to(slip: PhoneSlip, after: SlipWritten, *also: str) -> None:
    """Save the state that it came to, and other fields that were set."""
    slip.state, slip.version, slip.line = after.state, after.version, after.line or ""
    slip.device, slip.agreed, slip.one_phone = after.device, after.agreed, after.one_phone
    if slip.pk is None:
        slip.save()
    else:
        slip.save(update_fields=[*OF_THE_STATE, *also])
