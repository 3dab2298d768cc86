"""What happened at a table: its slip, an absence, or nothing yet.

Two referees may hold the same slip: every write says which version of the table it was made from, and one
made from an older version is refused with `TableChanged`, so that nothing is overwritten unseen.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _
from simple_history.utils import bulk_create_with_history, bulk_update_with_history

from scoring.engine.hand import AnyEntry, AnyHand, HandEnd
from scoring.engine.ruleset import RuleSet
from scoring.engine.score import HandScore
from scoring.engine.violations import Doubt, Violation
from scoring.errors import Refused
from scoring.messages import doubt_sentence, violation_sentence
from scoring.services import judge, ruleset_for, write_entry
from tournaments.errors import SlipDoubtful, SlipRefused, TableChanged
from tournaments.models import Hand, Round, Table, Tournament
from tournaments.phone_slips.states import BY_BOTH_LINES, Act
from tournaments.records import ABSENCES, DECIDED, Outcome
from tournaments.selectors.desk import hands_of
from tournaments.slips.by_program import program_reason
from tournaments.slips.counted import Claim, claim_reason

from .locking import count_revision_up, lock_tournament
from .phone_rounds import referee_acts

FIGURES = ("end", "ns_entry", "ew_entry", "ns_total", "ew_total", "ns_lines", "ew_lines")
"""The fields of a hand that a correction changes."""


@dataclass(frozen=True, slots=True)
class HandEntry:
    """One hand of a slip: how it ended, and what each side wrote or showed, at any of the engine's depths."""

    end: HandEnd
    ns: AnyEntry
    ew: AnyEntry
    claim: Claim | None = None
    """What both sides had written, of a hand that was counted from its table; the history keeps it."""

    @property
    def hand(self) -> AnyHand:
        return AnyHand(end=self.end, sides=(self.ns, self.ew))


@transaction.atomic
def table_record(
    *,
    table: Table,
    version: int,
    hands: Sequence[HandEntry],
    at: datetime,
    confirmed: bool = False,
    by_both_lines: bool = False,
    by_scorer: bool = False,
    by_program: str = "",
) -> Table:
    """Save a table's slip, new or corrected: every hand of the round, judged by the engine first.

    It is the referee's word, and phones only read from now on; unless both lines agreed on it on their phones.
    A scorer (`by_scorer`) types slips of a round under way, and does not touch what the referee decided. `by_program`:
    the name of the program that sent it, for the history.

    Raises `SlipRefused` with every fault, `SlipDoubtful` for an improbable slip that nobody `confirmed`, and
    `TableChanged` if somebody saved the table since `version`.
    """
    table, tournament = lock_table(table, version)
    if by_scorer:
        _refuse_scorer(table)
    if len(hands) != tournament.hands_per_round:
        raise Refused(
            _("Hand %(hand)s is missing: the round has %(hands)s hands.")
            % {"hand": len(hands) + 1, "hands": tournament.hands_per_round}
        )
    if by_both_lines:
        # Where simple_history looks for why a row changed.
        table._change_reason = BY_BOTH_LINES  # type: ignore[attr-defined]
    else:
        if by_program:
            table._change_reason = program_reason(by_program)  # type: ignore[attr-defined]
        referee_acts(table, Act.DECIDE)
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
    table, tournament = lock_table(table, version)
    if outcome not in ABSENCES:
        raise ValueError(f"expected an absence, got {outcome!r}")
    if len(hands) >= tournament.hands_per_round:
        raise Refused(_("All hands have been played: enter the slip as it is."))
    referee_acts(table, Act.DECIDE)
    return _write(table, tournament, outcome, hands, at=at, confirmed=confirmed)


@transaction.atomic
def table_clear(*, table: Table, version: int) -> Table:
    """Take a result back, as long as the round is under way; the history keeps it."""
    table, tournament = lock_table(table, version)
    if table.round.state != Round.State.PUBLISHED:
        raise Refused(_("The round is closed: correct the result, it cannot be taken back."))
    for hand in table.hands.all():
        hand.delete()
    table.outcome, table.entered_at = Outcome.OPEN, None
    table.forget_arbitral_score()
    referee_acts(table, Act.REOPEN)
    save_table(table, tournament)
    return table


def seen_from_the_other_line(outcome: Outcome) -> Outcome:
    """The outcome of a table whose lines are swapped."""
    return {Outcome.ABSENT_NS: Outcome.ABSENT_EW, Outcome.ABSENT_EW: Outcome.ABSENT_NS}.get(outcome, outcome)


@transaction.atomic
def table_swap_lines(*, table: Table, version: int, at: datetime, by_scorer: bool = False) -> Table:
    """What was saved of NS is EW's, and the reverse: every hand, who closed it, and who did not come."""
    table, tournament = lock_table(table, version)
    if by_scorer:
        _refuse_scorer(table)
    if table.outcome == Outcome.OPEN:
        raise Refused(_("Table %(table)s has no result yet: there is nothing to swap.") % {"table": table.number})
    refuse_what_is_set(table)
    hands = hands_of(table.pk, ruleset_for(tournament.ruleset, tournament.options))
    turned = [HandEntry(hand.end, ew, ns) for hand in hands for ns, ew in [hand.sides]]
    outcome = seen_from_the_other_line(Outcome(table.outcome))
    # It was doubted, if at all, when it was saved: the same figures at the other line are as likely.
    return _write(table, tournament, outcome, turned, at=at, confirmed=True)


def refuse_what_is_set(table: Table) -> None:
    """What the referee set for one line or the other does not change lines, nor go to another table, unseen."""
    set_of_a_hand = table.hands.filter(Q(ns_set__isnull=False) | Q(ew_set__isnull=False))
    if table.outcome == Outcome.ARBITRAL or set_of_a_hand.exists():
        raise Refused(
            _("At table %(table)s the referee has set points: take them back first, and set them again afterwards.")
            % {"table": table.number}
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class SlipJudgement:
    """What the engine says of a slip: faults and doubts with the number of their hand, and each hand's scores."""

    faults: tuple[tuple[int, Violation], ...]
    doubts: tuple[tuple[int, Doubt], ...]
    scores: tuple[tuple[HandScore, ...] | None, ...]
    """NS and EW of every hand; None for a hand with a fault."""

    @property
    def fault_sentences(self) -> str:
        return "\n".join(violation_sentence(fault, hand_number=number) for number, fault in self.faults)

    @property
    def doubt_sentences(self) -> str:
        return "\n".join(doubt_sentence(doubt, hand_number=number) for number, doubt in self.doubts)


def judge_slip(rules: RuleSet, hands: Sequence[HandEntry]) -> SlipJudgement:
    """Judge a slip hand by hand."""
    judged = [(number, judge(rules, entry.hand)) for number, entry in enumerate(hands, start=1)]
    return SlipJudgement(
        faults=tuple((number, fault) for number, judgement in judged for fault in judgement.violations),
        doubts=tuple((number, doubt) for number, judgement in judged for doubt in judgement.doubts),
        scores=tuple(judgement.scores for _number, judgement in judged),
    )


def make_hands(table: Table, hands: Sequence[HandEntry], judgement: SlipJudgement) -> list[Hand]:
    """The rows of a slip without faults, not saved yet."""
    return [
        _make_hand(table, number, entry, scores)
        for number, (entry, scores) in enumerate(zip(hands, judgement.scores, strict=True), start=1)
        if scores is not None
    ]


def rewrite_hands(table: Table, rules: RuleSet, hands: Sequence[HandEntry]) -> None:
    """Put hands that were saved and judged elsewhere in the place of a table's own."""
    _replace_hands(table, make_hands(table, hands, judge_slip(rules, hands)))


def _make_hand(table: Table, number: int, entry: HandEntry, scores: tuple[HandScore, ...]) -> Hand:
    ns, ew = scores
    hand = Hand(
        table=table,
        number=number,
        end=entry.end,
        ns_entry=write_entry(entry.ns),
        ew_entry=write_entry(entry.ew),
        ns_total=ns.total,
        ew_total=ew.total,
        ns_lines=[line.as_json() for line in ns.lines],
        ew_lines=[line.as_json() for line in ew.lines],
    )
    if entry.claim is not None:
        # Where simple_history looks for why a row changed.
        hand._change_reason = claim_reason(entry.claim)  # type: ignore[attr-defined]
    return hand


def lock_table(table: Table, version: int) -> tuple[Table, Tournament]:
    """The table as it is now, if it is the version that the figures were made from and can have a result."""
    tournament = lock_tournament(table.round.tournament_id)
    table = Table.objects.select_related("round").get(pk=table.pk)
    table.round.tournament = tournament
    if table.version != version:
        raise TableChanged(_("Somebody else has saved table %(table)s in the meantime.") % {"table": table.number})
    if table.round.state == Round.State.DRAFT:
        raise Refused(_("Round %(round)s is a draft: publish it first.") % {"round": table.round.number})
    if table.outcome == Outcome.REST:
        raise Refused(_("Nobody plays at table %(table)s: there is no result to enter.") % {"table": table.number})
    return table, tournament


def _refuse_scorer(table: Table) -> None:
    if table.round.state == Round.State.CLOSED:
        raise Refused(_("Round %(round)s is closed: only a referee corrects it.") % {"round": table.round.number})
    if table.outcome in DECIDED:
        told = _("The referee has decided table %(table)s: only a referee changes it.")
        raise Refused(told % {"table": table.number})


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
    judgement = judge_slip(rules, hands)
    if judgement.faults:
        raise SlipRefused(judgement.fault_sentences, judgement.faults)
    if judgement.doubts and not confirmed:
        raise SlipDoubtful(judgement.doubt_sentences, judgement.doubts)
    _replace_hands(table, make_hands(table, hands, judgement))
    table.outcome, table.entered_at = outcome, at
    table.forget_arbitral_score()
    save_table(table, tournament)
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
            hand.ns_set, hand.ew_set, hand.set_reason = old.ns_set, old.ew_set, old.set_reason
            changed.append(hand)
    for surplus in held.values():
        surplus.delete()
    if new:
        bulk_create_with_history(new, Hand)
    if changed:
        bulk_update_with_history(changed, Hand, FIGURES)


def _figures(hand: Hand) -> tuple[object, ...]:
    return tuple(getattr(hand, field) for field in FIGURES)


def save_table(table: Table, tournament: Tournament) -> None:
    """Save the table as a new version that every page learns of."""
    table.version += 1
    table.save()
    count_revision_up(tournament)
