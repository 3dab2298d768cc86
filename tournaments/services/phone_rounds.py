"""The effects of the referee's acts and of a round's states on the slips that phones write."""

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils.translation import gettext as _

from pages.refusals import Refused
from tournaments.clock.clocks import HALL
from tournaments.models import CodeTry, PhoneLog, PhonePhoto, PhoneSlip, RefereeCall, Round, Table, Tournament
from tournaments.selectors.phone_slips import stored
from tournaments.selectors.republished_slips import seats_given_out, slips_redone
from tournaments.slips.codes import new_secret
from tournaments.slips.states import Act, Office, SlipProgress, SlipState, transition

from .locking import count_revision_up, lock_tournament
from .phone_locking import lead_to


@transaction.atomic
def round_write_on_paper(*, round: Round, on_paper: bool) -> Round:
    """Choose whether the slips of a round are written on paper only, though phones write in the tournament."""
    tournament = lock_tournament(round.tournament_id)
    round = tournament.rounds.get(pk=round.pk)
    if round.state == Round.State.CLOSED:
        raise Refused(_("Round %(round)s is closed: its slips have been written.") % {"round": round.number})
    if round.on_paper != on_paper:
        round.on_paper = on_paper
        round.save()
        count_revision_up(tournament)
    return round


def begin(round_: Round) -> None:
    """Prepare the slips of a round that is published, which the caller saves.

    If the round was withdrawn, a table with the same players keeps its slip, with what phones have written and the
    clock. The other tables get new slips, and the old ones are deleted.
    """
    if not round_.secret:
        round_.secret = new_secret()
    before = {number for number, *_keys in round_.given_out}
    round_.new_slips, gone = slips_redone(round_)
    for number in gone:
        round_.editions[str(number)] = round_.editions.get(str(number), 0) + 1
    if before and before == set(gone):
        round_.clocks, round_.new_slips = {}, []
    redone = {*gone, *round_.new_slips}
    round_.clocks = {key: clock for key, clock in round_.clocks.items() if key == HALL or int(key) not in redone}
    tables = round_.tables.filter(number__in=redone)
    # A page opened before the change must not save over the new players of the table.
    tables.update(version=F("version") + 1)
    delete_phone_data(tables)
    round_.given_out = []


def begin_late(tournament: Tournament) -> None:
    """Give a secret to rounds that were published before phones could write."""
    for round_ in tournament.rounds.exclude(state=Round.State.DRAFT).filter(secret=""):
        Round.objects.filter(pk=round_.pk).update(secret=new_secret())


def note_seats(round_: Round) -> None:
    """Note the seats of a round that is withdrawn, which the caller saves.

    Its slips are hidden until it is published.
    """
    round_.given_out = [[number, *keys] for number, keys in seats_given_out(round_).items()]


def delete_phone_data(tables: QuerySet[Table]) -> None:
    """Delete everything that phones wrote at these tables, and their calls, because others sit there now."""
    for model in (PhoneSlip, PhoneLog, PhonePhoto, CodeTry, RefereeCall):
        model.objects.filter(table__in=tables).delete()


def close(round_: Round) -> None:
    """Lock the slips of a closed round, and delete its code attempts."""
    PhoneSlip.objects.filter(table__round=round_).update(state=SlipState.LOCKED)
    CodeTry.objects.filter(table__round=round_).delete()


def referee_acts(table: Table, act: Act) -> None:
    """Let what phones have written give way, when the referee saves the table or removes its result.

    If they had written nothing, nothing is to be done: the table's result shows who decided it.
    """
    slip = PhoneSlip.objects.filter(table=table).first()
    if slip is None:
        return
    after = transition(stored(slip), Office.REFEREE, act, slip.version)
    if isinstance(after, SlipProgress):  # equivalent `True`: the referee is refused nothing while a round is played
        lead_to(slip, after)
        PhoneLog.objects.create(table=table, event=PhoneLog.Event(act.value))
