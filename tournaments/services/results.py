"""The result of a table: its slip, an absence, or nothing yet.

Two referees may have the same slip open, so every write states the version of the table that it was made from. One made
from an older version is refused with `TableChanged`, and nothing is overwritten unseen.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from simple_history.utils import bulk_create_with_history, bulk_update_with_history

from pages.refusals import Refused
from scoring.engine.hand import AnyHand
from scoring.engine.ruleset import RuleSet
from scoring.engine.score import HandScore
from scoring.engine.violations import Doubt, Violation
from scoring.messages import doubt_sentence, violation_sentence
from scoring.services import judge_recorded, ruleset_for, write_entry
from tournaments.models import Hand, Round, Table, Tournament
from tournaments.records import ABSENCES, DECIDED, Outcome
from tournaments.selectors.saved_slips import hands_of
from tournaments.services.refusals import SlipDoubtful, SlipRefused
from tournaments.slips.counted_hand import claim_reason
from tournaments.slips.program_reasons import program_reason
from tournaments.slips.states import BY_BOTH_LINES, Act
from tournaments.slips.typed_slip import HandEntry
from tournaments.wording.lines import both_line_names

from .locking import lock_table, save_table
from .phone_rounds import referee_acts

FIGURES = ("end", "ns_entry", "ew_entry", "ns_total", "ew_total", "ns_lines", "ew_lines")
"""The fields of a hand that a correction changes."""


def table_enter(
    *,
    table: Table,
    version: int,
    outcome: Outcome,
    hands: Sequence[HandEntry],
    at: datetime,
    confirmed: bool,
    by_scorer: bool,
) -> Table:
    """Save what somebody enters for a table: its slip, an absence, or that it has no result yet."""
    if outcome is Outcome.PLAYED:
        return table_record(table=table, version=version, hands=hands, at=at, confirmed=confirmed, by_scorer=by_scorer)
    if outcome is Outcome.OPEN:
        return table_clear(table=table, version=version)
    return table_set_outcome(table=table, version=version, outcome=outcome, at=at, hands=hands, confirmed=confirmed)


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
    """Save a table's slip, new or corrected: every hand of the round, checked by the engine first.

    It is the referee's decision, after which phones can only read, unless both lines agreed on it on their phones. If
    `by_scorer` is true, it must be a slip of a round under way that the referee has not decided. `by_program` is the
    name of the program that sent it, for the history.

    Raise `SlipRefused` with every fault, `SlipDoubtful` for an unusual slip that nobody `confirmed`, and `TableChanged`
    if somebody saved the table since `version`.
    """
    table, tournament = lock_table(table, version)
    if by_scorer:
        _refuse_scorer(table)
    if len(hands) != tournament.hands_per_round:
        raise Refused(
            ngettext(
                "Hand %(hand)s is missing: the round has %(hands)s hand.",
                "Hand %(hand)s is missing: the round has %(hands)s hands.",
                tournament.hands_per_round,
            )
            % {"hand": len(hands) + 1, "hands": tournament.hands_per_round}
        )
    if by_both_lines:
        # simple_history reads the reason of a change from here.
        table._change_reason = BY_BOTH_LINES  # type: ignore[attr-defined]
    elif by_program:
        table._change_reason = program_reason(by_program)  # type: ignore[attr-defined]
    decides = None if by_both_lines else Act.DECIDE
    return _write(table, tournament, Outcome.PLAYED, hands, at=at, confirmed=confirmed, act=decides)


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
    """Set that one side or both did not come or left; `hands` are those played before they left."""
    table, tournament = lock_table(table, version)
    if outcome not in ABSENCES:
        raise ValueError(f"expected an absence, got {outcome!r}")
    if len(hands) >= tournament.hands_per_round:
        raise Refused(_("All hands have been played: enter the slip as it is."))
    return _write(table, tournament, outcome, hands, at=at, confirmed=confirmed, act=Act.DECIDE)


@transaction.atomic
def table_clear(*, table: Table, version: int) -> Table:
    """Remove a result while the round is under way; the history keeps it."""
    table, tournament = lock_table(table, version)
    if table.round.state != Round.State.PUBLISHED:
        raise Refused(_("The round is closed: correct the result, it cannot be removed."))
    for hand in table.hands.all():
        hand.delete()
    table.outcome, table.entered_at = Outcome.OPEN, None
    table.clear_assigned_score()
    if table.round.phones_write:
        referee_acts(table, Act.REOPEN)
    save_table(table, tournament)
    return table


def seen_from_the_other_line(outcome: Outcome) -> Outcome:
    """Return the outcome of a table after its lines are swapped."""
    return {Outcome.ABSENT_NS: Outcome.ABSENT_EW, Outcome.ABSENT_EW: Outcome.ABSENT_NS}.get(outcome, outcome)


@transaction.atomic
def table_swap_lines(*, table: Table, version: int, at: datetime, by_scorer: bool = False) -> Table:
    """Swap NS and EW in a saved result: every hand, its closing side, and the absences."""
    table, tournament = lock_table(table, version)
    if by_scorer:
        _refuse_scorer(table)
    if table.outcome == Outcome.OPEN:
        raise Refused(_("Table %(table)s has no result yet: there is nothing to swap.") % {"table": table.name})
    refuse_what_is_set(table)
    hands = hands_of(table.pk, ruleset_for(tournament.ruleset, tournament.options))
    turned = [HandEntry(hand.end, ew, ns) for hand in hands for ns, ew in [hand.sides]]
    outcome = seen_from_the_other_line(Outcome(table.outcome))
    # Doubts were confirmed when it was saved: the same figures for the other line are just as likely.
    return _write(table, tournament, outcome, turned, at=at, confirmed=True, act=None)


def refuse_what_is_set(table: Table) -> None:
    """Raise Refused if the referee assigned a score at the table, which must not move unseen."""
    set_of_a_hand = table.hands.filter(Q(ns_set__isnull=False) | Q(ew_set__isnull=False))
    if table.outcome == Outcome.ARBITRAL or set_of_a_hand.exists():
        raise Refused(
            _("At table %(table)s the referee has set points: remove them first, and set them again afterwards.")
            % {"table": table.name}
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class SlipJudgement:
    """The engine's judgement of a slip: faults and doubts with their hand numbers, and the scores of each hand."""

    faults: tuple[tuple[int, Violation], ...]
    doubts: tuple[tuple[int, Doubt], ...]
    scores: tuple[tuple[HandScore, ...] | None, ...]
    """NS and EW of every hand; None for a hand with a fault."""

    @property
    def fault_sentences(self) -> str:
        names = both_line_names()
        return "\n".join(violation_sentence(fault, side_names=names, hand_number=n) for n, fault in self.faults)

    @property
    def doubt_sentences(self) -> str:
        names = both_line_names()
        return "\n".join(doubt_sentence(doubt, side_names=names, hand_number=n) for n, doubt in self.doubts)


def judge_slip(
    rules: RuleSet, hands: Sequence[HandEntry], *, recorded: Collection[AnyHand] | None = ()
) -> SlipJudgement:
    """Judge a slip hand by hand.

    The hands in `recorded`, or all hands if it is None, are judged by what was known when they were accepted.
    """
    judged = [
        (number, judge_recorded(rules, entry.hand) if _is_in(recorded, entry) else entry.judgement(rules))
        for number, entry in enumerate(hands, start=1)
    ]
    return SlipJudgement(
        faults=tuple((number, fault) for number, judgement in judged for fault in judgement.violations),
        doubts=tuple((number, doubt) for number, judgement in judged for doubt in judgement.doubts),
        scores=tuple(judgement.scores for _number, judgement in judged),
    )


def _is_in(recorded: Collection[AnyHand] | None, entry: HandEntry) -> bool:
    return recorded is None or bool(recorded) and entry.hand in recorded


def make_hands(table: Table, hands: Sequence[HandEntry], judgement: SlipJudgement) -> list[Hand]:
    """Return the rows of a slip without faults, not saved yet."""
    return [
        _make_hand(table, number, entry, scores)
        for number, (entry, scores) in enumerate(zip(hands, judgement.scores, strict=True), start=1)
        if scores is not None  # equivalent `True`: without faults each has some
    ]


def rewrite_hands(table: Table, rules: RuleSet, hands: Sequence[HandEntry]) -> None:
    """Replace a table's hands with hands that were saved and judged at another table."""
    _replace_hands(table, hands, judge_slip(rules, hands, recorded=None))


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
        # simple_history reads the reason of a change from here.
        hand._change_reason = claim_reason(entry.claim)  # type: ignore[attr-defined]
    return hand


def _refuse_scorer(table: Table) -> None:
    if table.round.state == Round.State.CLOSED:
        raise Refused(_("Round %(round)s is closed: only a referee corrects it.") % {"round": table.round.number})
    if table.outcome in DECIDED:
        sentence = _("The referee has decided table %(table)s: only a referee changes it.")
        raise Refused(sentence % {"table": table.name})


def _write(
    table: Table,
    tournament: Tournament,
    outcome: Outcome,
    hands: Sequence[HandEntry],
    *,
    at: datetime,
    confirmed: bool,
    act: Act | None,
) -> Table:
    """Save a table with the hands of its slip; `act` is the referee's on what phones wrote there, if it is one."""
    rules = ruleset_for(tournament.ruleset, tournament.options)
    judgement = judge_slip(rules, hands)
    if judgement.faults:
        held = hands_of(table.pk, rules)
        either_way = [*held, *(replace(hand, sides=hand.sides[::-1]) for hand in held)]
        judgement = judge_slip(rules, hands, recorded=either_way)
    if judgement.faults:
        raise SlipRefused(judgement.fault_sentences, judgement.faults)
    if judgement.doubts and not confirmed:
        raise SlipDoubtful(judgement.doubt_sentences, judgement.doubts)
    _replace_hands(table, hands, judgement)
    table.outcome, table.entered_at = outcome, at
    table.clear_assigned_score()
    if act is not None and table.round.phones_write:
        referee_acts(table, act)
    save_table(table, tournament)
    return table


def _replace_hands(table: Table, hands: Sequence[HandEntry], judgement: SlipJudgement) -> None:
    """Save only the hands that changed, so that their history shows corrections and nothing else."""
    # An open table that nobody has saved yet has no hands.
    is_first = table.outcome == Outcome.OPEN and table.version == 0
    held = {} if is_first else {hand.number: hand for hand in table.hands.all()}
    new, changed = [], []
    for hand in make_hands(table, hands, judgement):
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
