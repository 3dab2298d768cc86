"""How long a step of a Mitchell repeats no meeting, from offsets: how many tables EW have moved since they met.

In one section, all meetings of a round have the same offset, and two rounds of the same offset have the same meetings.
So the latest meeting at each offset says all that a step has to avoid, and a step is tried without seating anybody.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from tournaments.records import EntrantId, PairingRequest

Place = EntrantId | None

STEPS_TRIED = 30  # equivalent: a limit to the time alone
"""The most steps tried to find one that lasts longer."""


@dataclass(frozen=True, slots=True)
class SectionOffsets:
    """A section with play, and its earlier meetings."""

    tables: int
    met: dict[int, int]
    """The offset → the latest round in which two pairs met that it seats together."""


@dataclass(frozen=True, kw_only=True)
class StepsAhead:
    """The places of a hall before a round, as they matter for the rounds from it on if nobody comes or leaves."""

    sections: Sequence[SectionOffsets]
    round: int
    planned: int
    """The last round to hold for."""
    memory: int | None
    moves_at_once: bool
    """Whether EW move before this round; not before the first seats."""
    longest: int
    """The tables of the largest section. A step is shorter."""

    @classmethod
    def of(
        cls,
        *,
        lines: tuple[Sequence[Place], Sequence[Place]],
        sections: Iterable[range],
        request: PairingRequest,
        moves_at_once: bool,
    ) -> "StepsAhead":
        """Return the sections, ranges of tables from 1, with the meetings of their pairs."""
        offsets: list[SectionOffsets] = []
        ns_at: dict[EntrantId, tuple[int, int]] = {}
        ew_at: dict[EntrantId, tuple[int, int]] = {}
        for tables in sections:
            for found, line in zip((ns_at, ew_at), lines, strict=True):
                for table in tables:
                    if (pair := line[table - 1]) is not None:
                        found[pair] = len(offsets), table
            offsets.append(SectionOffsets(len(tables), {}))
        for meeting in request.history:
            if meeting.ns is None or meeting.ew is None:
                continue
            ns, ew = ns_at.get(meeting.ns), ew_at.get(meeting.ew)
            if ns is None and ew is None:
                ns, ew = ns_at.get(meeting.ew), ew_at.get(meeting.ns)
            if ns is None or ew is None or ns[0] != ew[0]:
                continue
            section = offsets[ns[0]]
            offset = (ns[1] - ew[1]) % section.tables
            if meeting.round > section.met.get(offset, 0):
                section.met[offset] = meeting.round
        # A free place beside others leaves somebody to meet at every offset; a table with one is nobody's meeting.
        with_play = {at for at, _table in ns_at.values()} & {at for at, _table in ew_at.values()}
        return cls(
            sections=[section for at, section in enumerate(offsets) if at in with_play],
            round=request.round,
            planned=request.rounds_planned or request.round,
            memory=request.settings.memory,
            moves_at_once=moves_at_once,
            longest=max(section.tables for section in offsets),
        )

    @cached_property
    def proposed(self) -> int:
        """Return the step that players expect, 1, or if it repeats a meeting in the planned rounds, the longest."""
        left = max(1, self.planned - self.round + 1)
        best, lasts = 1, self.holds(1, left)
        for step in range(2, min(self.longest, STEPS_TRIED)):
            if lasts == left:
                break
            if (longer := self.holds(step, left)) > lasts:
                best, lasts = step, longer
        return best

    def holds(self, step: int, most: int) -> int:
        """Return for how many rounds, `most` at most, the step repeats no meeting that counts."""
        met = [(section.tables, dict(section.met)) for section in self.sections]
        for done in range(most):
            now, moved = self.round + done, step * (done + self.moves_at_once)
            first = 1 if self.memory is None else max(1, now - self.memory)
            for tables, latest in met:
                offset = moved % tables
                if latest.get(offset, 0) >= first:
                    return done
                latest[offset] = now
        return most
