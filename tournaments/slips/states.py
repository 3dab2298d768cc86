"""The states of a slip that phones write, and who may lead it from one to the next.

    EMPTY → DRAFT → SENT → AGREED, where one line writes and sends and the other line confirms;
    DISPUTED where a line objects, DECIDED where the referee has spoken, LOCKED once the round is closed.

A refusal is a code; its sentence is in `tournaments/wording/phone_slips.py`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from tournaments.records import Line

BY_BOTH_LINES = "phones"
"""The reason in the history for a result on which both lines agreed on their phones."""


class SlipState(StrEnum):
    """How far a slip has come between two phones and the referee."""

    EMPTY = "empty"
    DRAFT = "draft"
    """A phone writes; each figure is saved as it is typed."""
    SENT = "sent"
    """One line has sent it; the other has not answered yet."""
    AGREED = "agreed"
    """Both lines agree: the result counts, provisionally while the round is open."""
    DISPUTED = "disputed"
    DECIDED = "decided"
    """The referee has decided: phones can only read."""
    LOCKED = "locked"
    """The round is closed."""


class Act(StrEnum):
    """An act on a slip, by a phone, the referee, or the round."""

    TYPE = "type"
    SEND = "send"
    AGREE = "agree"
    CONTEST = "contest"
    """A line says that the other line's figures are wrong."""
    TAKE_OVER = "take_over"
    """Another phone continues with the figures."""
    CALL = "call"
    """A line calls the referee although both had agreed."""
    DECIDE = "decide"
    """The referee types the slip, counts it, or says who was absent."""
    REOPEN = "reopen"
    """The referee takes the result back."""
    CLOSE = "close"


class Refusal(StrEnum):
    """Why a phone may not do what it asks."""

    NOT_THEIRS = "not_theirs"
    """Nothing that this actor does at all."""
    LOCKED = "locked"
    DECIDED = "decided"
    AGREED = "agreed"
    """Both lines have agreed: only the referee changes it."""
    OTHER_PHONE = "other_phone"
    """Another phone writes this slip: it can be taken over, on purpose."""
    OTHER_LINE = "other_line"
    """The other line has sent it: it is confirmed or contested, not written."""
    OWN_LINE = "own_line"
    """Nobody confirms or contests what their own line sent."""
    OLDER = "older"
    """Made from figures that have changed since."""
    NOTHING_WRITTEN = "nothing_written"
    NOTHING_SENT = "nothing_sent"
    NOT_AGREED = "not_agreed"


@dataclass(frozen=True, slots=True)
class Phone:
    """A phone at the table, for the line whose code it gave."""

    line: Line
    device: str
    passed_over: bool = False
    """Lent to that line by its opponents, who saw no figure before they gave their code and their total."""


class Office(StrEnum):
    """An actor without a phone."""

    REFEREE = "referee"
    ROUND = "round"
    """The close of the round."""


Actor = Phone | Office


@dataclass(frozen=True, slots=True, kw_only=True)
class SlipProgress:
    """The progress of a slip, as far as its states depend on it."""

    state: SlipState = SlipState.EMPTY
    version: int = 0
    """Goes up whenever what was seen before is no longer what there is: a confirmation is bound to it."""
    line: Line | None = None
    """The line that writes or sent it; None if no phone has."""
    device: str = ""
    """The phone that writes it; empty if any phone may go on."""
    agreed: bool = False
    """Whether the saved result is the one that both lines agreed on."""
    one_phone: bool = False
    """Both lines spoke from one phone that was not passed over."""

    def is_written_by(self, phone: Phone) -> bool:
        return (self.line, self.device) == (phone.line, phone.device)


Answer = SlipProgress | Refusal


@dataclass(frozen=True, slots=True)
class Write:
    """Figures from a phone: the phone's own count of its writes, and the fields as typed."""

    serial: int
    typed: Mapping[str, str]
    is_sent: bool = False
    """Whether they have been sent to the other line, as far as they are stored."""


def after_write(slip: SlipProgress, stored: Write, write: Write, phone: Phone, act: Act, version: int) -> Answer | None:
    """Return the slip after a write, or the refusal; None if this write, or the sending of its figures, is stored.

    A write is refused, too, if a newer one has overtaken it, or if its number was used for other figures.
    """
    if slip.is_written_by(phone):
        is_same = write.typed == stored.typed
        if is_same and (stored.is_sent or write.serial == stored.serial):
            return None
        if write.serial <= stored.serial:
            return Refusal.OLDER
    return transition(slip, phone, act, version)


def transition(slip: SlipProgress, actor: Actor, act: Act, version: int) -> Answer:
    """Return the slip after that act, or the refusal; `version` is the one that the actor had seen.

    A repeated act that changes nothing any more is no refusal: it gives the slip as it is.
    """
    if isinstance(actor, Phone):
        if act not in BY_PHONE:
            return Refusal.NOT_THEIRS
        return CLOSED_TO_PHONES.get(slip.state) or BY_PHONE[act](slip, actor, version)
    return BY_OFFICE[actor, act](slip) if (actor, act) in BY_OFFICE else Refusal.NOT_THEIRS


CLOSED_TO_PHONES: Mapping[SlipState, Refusal] = {
    SlipState.LOCKED: Refusal.LOCKED,
    SlipState.DECIDED: Refusal.DECIDED,
}


def _type(slip: SlipProgress, phone: Phone, version: int) -> Answer:
    return _written(slip, phone, version, SlipState.DRAFT)


def _send(slip: SlipProgress, phone: Phone, version: int) -> Answer:
    return _written(slip, phone, version, SlipState.SENT)


def _written(slip: SlipProgress, phone: Phone, version: int, state: SlipState) -> Answer:
    """Let only the phone that writes go on by itself; with a slip that was sent, only while it is as it was sent."""
    if slip.agreed:
        return Refusal.AGREED
    if slip.state is SlipState.EMPTY:
        return _next(slip, state, phone)
    if not slip.is_written_by(phone):
        return _not_mine(slip, phone)
    if slip.state is SlipState.DRAFT:
        return slip if state is SlipState.DRAFT else _next(slip, state, phone)
    return _next(slip, state, phone) if version == slip.version else Refusal.OLDER


def _take_over(slip: SlipProgress, phone: Phone, version: int) -> Answer:
    if slip.agreed:
        return Refusal.AGREED
    if slip.state is SlipState.EMPTY:
        return Refusal.NOTHING_WRITTEN
    if slip.state is SlipState.DRAFT and slip.is_written_by(phone):
        return slip
    if slip.state is not SlipState.DRAFT and phone.line is not slip.line:
        return Refusal.OTHER_LINE
    return _next(slip, SlipState.DRAFT, phone) if version == slip.version else Refusal.OLDER


def _agree(slip: SlipProgress, phone: Phone, version: int) -> Answer:
    if slip.agreed and slip.state is SlipState.DISPUTED:
        return Refusal.AGREED
    if refusal := _not_sent_to(slip, phone, version):
        return refusal
    if slip.agreed:
        return slip
    one_phone = slip.device == phone.device and not phone.passed_over
    return replace(slip, state=SlipState.AGREED, agreed=True, one_phone=one_phone)


def _contest(slip: SlipProgress, phone: Phone, version: int) -> Answer:
    if slip.agreed:
        return Refusal.AGREED
    return _not_sent_to(slip, phone, version) or replace(slip, state=SlipState.DISPUTED)


def _call(slip: SlipProgress, phone: Phone, version: int) -> Answer:
    return replace(slip, state=SlipState.DISPUTED) if slip.agreed else Refusal.NOT_AGREED


def _not_mine(slip: SlipProgress, phone: Phone) -> Refusal:
    """Return the refusal: any phone of the table may take a draft over, but a slip that was sent is its own line's."""
    if slip.state is SlipState.DRAFT or phone.line is slip.line:
        return Refusal.OTHER_PHONE
    return Refusal.OTHER_LINE


def _not_sent_to(slip: SlipProgress, phone: Phone, version: int) -> Refusal | None:
    """Return the refusal for a phone that cannot say yes or no to this version; None if it can."""
    if slip.state in (SlipState.EMPTY, SlipState.DRAFT):
        return Refusal.NOTHING_SENT
    if phone.line is slip.line:
        return Refusal.OWN_LINE
    return None if version == slip.version else Refusal.OLDER


def _next(slip: SlipProgress, state: SlipState, phone: Phone) -> SlipProgress:
    return SlipProgress(state=state, version=slip.version + 1, line=phone.line, device=phone.device)


def _decide(slip: SlipProgress) -> Answer:
    """Leave a slip of a closed round as it is: a correction is the table's, not the phones' any more."""
    if slip.state is SlipState.LOCKED:
        return slip
    return replace(slip, state=SlipState.DECIDED, version=slip.version + 1, agreed=False, one_phone=False)


def _reopen(slip: SlipProgress) -> Answer:
    """Let the table write again, from the figures that its phones had typed; any of them may go on."""
    if slip.state is SlipState.LOCKED:
        return Refusal.LOCKED
    if slip.state is not SlipState.DECIDED and not slip.agreed:
        return slip
    state = SlipState.EMPTY if slip.line is None else SlipState.DRAFT
    return SlipProgress(state=state, version=slip.version + 1, line=slip.line)


def _close(slip: SlipProgress) -> Answer:
    return replace(slip, state=SlipState.LOCKED)


BY_PHONE: Mapping[Act, Callable[[SlipProgress, Phone, int], Answer]] = {
    Act.TYPE: _type,
    Act.SEND: _send,
    Act.AGREE: _agree,
    Act.CONTEST: _contest,
    Act.TAKE_OVER: _take_over,
    Act.CALL: _call,
}

BY_OFFICE: Mapping[tuple[Office, Act], Callable[[SlipProgress], Answer]] = {
    (Office.REFEREE, Act.DECIDE): _decide,
    (Office.REFEREE, Act.REOPEN): _reopen,
    (Office.ROUND, Act.CLOSE): _close,
}
