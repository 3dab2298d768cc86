"""What happened at a table: its slip, an absence, or nothing yet.

Two referees may hold the same slip: every write says which version of the table it was made from, and one
made from an older version is refused with `TableChanged`, so that nothing is overwritten unseen.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from simple_history.utils import bulk_create_with_history, bulk_update_with_history

from scoring.engine.hand import Hand as PlayedHand
from scoring.engine.hand import HandEnd, SideEntry
from scoring.engine.ruleset import RuleSet
from scoring.messages import violation_sentence
from scoring.services import judge, ruleset_for, write_side

from ..errors import Refused, SlipDoubtful, SlipRefused, TableChanged
from ..models import Hand, Round, Table, Tournament
from ..records import Outcome
from .locking import count_revision_up, lock_tournament

ABSENCES = frozenset({Outcome.ABSENT_NS, Outcome.ABSENT_EW, Outcome.ABSENT_BOTH})

FIGURES = ("end", "ns_entry", "ew_entry", "ns_total", "ew_total", "ns_lines", "ew_lines")
"""The fields of a hand that a correction changes."""


@dataclass(frozen=True, slots=True)
class HandEntry:
    """One hand of a slip: how it ended, and what each side wrote, at any of the engine's depths."""

    end: HandEnd
    ns: SideEntry
    ew: SideEntry


@transaction.atomic
def table_record(
    *, table: Table, version: int, hands: Sequence[HandEntry], at: datetime, confirmed: bool = False
) -> Table:
    """Save a table's slip, new or corrected: every hand of the round, judged by the engine first.

    Raises `SlipRefused` with every fault, `SlipDoubtful` for an improbable slip that nobody `confirmed`, and
    `TableChanged` if somebody saved the table since `version`.
    """
    table, tournament = _lock_table(table, version)
    if len(hands) != tournament.hands_per_round:
        raise Refused(
            _("Hand %(hand)s is missing: the round has %(hands)s hands.")
            % {"hand": len(hands) + 1, "hands": tournament.hands_per_round}
        )
    return _write(table, tournament, Outcome.PLAYED, hands, at=at, confirmed=confirmed)


@transaction.atomic
def table_set_outcome(
    *,
    table: Table,
    version: int,
    outcome: Outcome,
    at: datetime,
    hands: Sequence[HandEntry] = (),
    confirmed: bool = False,
) -> Table:
    """One side, or both, did not come or left; `hands` are those played before they left."""
    table, tournament = _lock_table(table, version)
    if outcome not in ABSENCES:
        raise ValueError(f"expected an absence, got {outcome!r}")
    if len(hands) >= tournament.hands_per_round:
        raise Refused(_("All hands have been played: enter the slip as it is."))
    return _write(table, tournament, outcome, hands, at=at, confirmed=confirmed)


@transaction.atomic
def table_clear(*, table: Table, version: int) -> Table:
    """Take a result back, as long as the round is under way; the history keeps it."""
    table, tournament = _lock_table(table, version)
    if table.round.state != Round.State.PUBLISHED:
        raise Refused(_("The round is closed: correct the result, it cannot be taken back."))
    for hand in table.hands.all():
        hand.delete()
    table.outcome, table.entered_at = Outcome.OPEN, None
    _save(table, tournament)
    return table


def judge_slip(rules: RuleSet, hands: Sequence[HandEntry]) -> tuple[list[Any], list[Any], list[Any]]:
    """The faults, the doubts (each with its hand's number) and the scores of a slip, hand by hand."""
    faults, doubts, scores = [], [], []
    for number, entry in enumerate(hands, start=1):
        judgement = judge(rules, PlayedHand(entry.end, (entry.ns, entry.ew)))
        faults += [(number, violation) for violation in judgement.violations]
        doubts += [(number, doubt) for doubt in judgement.doubts]
        scores.append(judgement.scores)
    return faults, doubts, scores


def sentences(found: Sequence[tuple[int, Any]]) -> str:
    """Faults or doubts as text, one sentence a line."""
    return "\n".join(violation_sentence(item, hand_number=number) for number, item in found)


def make_hands(table: Table, rules: RuleSet, hands: Sequence[HandEntry], scores: Sequence[Any]) -> list[Hand]:
    """The rows of a slip that the engine has scored, not saved yet."""
    return [
        Hand(
            table=table,
            number=number,
            end=entry.end,
            ns_entry=write_side(entry.ns),
            ew_entry=write_side(entry.ew),
            ns_total=ns.total,
            ew_total=ew.total,
            ns_lines=[asdict(line) for line in ns.lines],
            ew_lines=[asdict(line) for line in ew.lines],
        )
        for number, (entry, (ns, ew)) in enumerate(zip(hands, scores, strict=True), start=1)
    ]


def _lock_table(table: Table, version: int) -> tuple[Table, Tournament]:
    """The table as it is now, if it is the version that the figures were made from and can have a result."""
    tournament = lock_tournament(table.round.tournament_id)
    table = Table.objects.select_related("round").get(pk=table.pk)
    if table.version != version:
        raise TableChanged(_("Somebody else has saved table %(table)s in the meantime.") % {"table": table.number})
    if table.round.state == Round.State.DRAFT:
        raise Refused(_("Round %(round)s is a draft: publish it first.") % {"round": table.round.number})
    if table.outcome == Outcome.REST:
        raise Refused(_("Nobody plays at table %(table)s: the pair rests.") % {"table": table.number})
    return table, tournament


def _write(
    table: Table,
    tournament: Tournament,
    outcome: Outcome,
    hands: Sequence[HandEntry],
    *,
    at: datetime,
    confirmed: bool,
) -> Table:
    rules = ruleset_for(tournament.ruleset, tournament.options)
    faults, doubts, scores = judge_slip(rules, hands)
    if faults:
        raise SlipRefused(sentences(faults), faults)
    if doubts and not confirmed:
        raise SlipDoubtful(sentences(doubts), doubts)
    _replace_hands(table, make_hands(table, rules, hands, scores))
    table.outcome, table.entered_at = outcome, at
    _save(table, tournament)
    return table


def _replace_hands(table: Table, wanted: Sequence[Hand]) -> None:
    """Save what changed, so that the history of a hand shows its corrections and nothing else."""
    held = {hand.number: hand for hand in table.hands.all()}
    new, changed = [], []
    for hand in wanted:
        old = held.pop(hand.number, None)
        if old is None:
            new.append(hand)
        elif _figures(old) != _figures(hand):
            hand.pk = old.pk
            changed.append(hand)
    for surplus in held.values():
        surplus.delete()
    if new:
        bulk_create_with_history(new, Hand)
    if changed:
        bulk_update_with_history(changed, Hand, FIGURES)


def _figures(hand: Hand) -> tuple[object, ...]:
    return tuple(getattr(hand, field) for field in FIGURES)


def _save(table: Table, tournament: Tournament) -> None:
    table.version += 1
    table.save()
    count_revision_up(tournament)
