"""A second, naive ranking, written only from docs/tournaments.md: slow, and without shared code, for comparison.

It computes every figure again from the tables, without running totals or groups in dictionaries.
"""

from collections.abc import Sequence
from functools import cmp_to_key
from hashlib import blake2b

from tournaments.records import Allowance, PointAdjustment, TableResult, TieBreak

SCORED = ("played", "arbitral")


class Tournament:
    """The facts of a tournament, and the figures that a ranking needs."""

    def __init__(
        self,
        *,
        ids: Sequence[int],
        results: Sequence[TableResult],
        adjustments: Sequence[PointAdjustment],
        rows: Sequence[tuple[int, int]],
        total: int,
        rest: Allowance,
        absence: Allowance,
        seed: int,
    ) -> None:
        self.ids = list(ids)
        self.results = results
        self.adjustments = adjustments
        self.rows = rows
        self.total = total
        self.rest = rest
        self.absence = absence
        self.seed = seed

    def convert(self, difference: int) -> int:
        """Return the VP of a side with this lead, from the table's rows as a referee reads them."""
        if difference < 0:
            return self.total - self.convert(-difference)
        for up_to, vp in self.rows:
            if difference <= up_to:
                return vp
        return self.total

    def penalty(self, who: int, round_number: int) -> int:
        """Return the MP of `who` that affect everybody at the table."""
        return sum(a.mp for a in self.adjustments if a.entrant == who and a.round == round_number and a.felt)

    def unfelt(self, who: int) -> int:
        return sum(a.mp for a in self.adjustments if a.entrant == who and not a.felt)

    def sides(self, table: TableResult) -> tuple[list[int], list[int]]:
        """Return NS and EW, as one pair or two players each; an empty seat gives an empty list."""
        ns, ew = (table.ns, table.ns_partner), (table.ew, table.ew_partner)
        return [x for x in ns if x is not None], [x for x in ew if x is not None]

    def tables_of(self, who: int) -> list[TableResult]:
        return [r for r in self.results if who in self.sides(r)[0] + self.sides(r)[1]]

    def at(self, table: TableResult, who: int) -> tuple[int, int, int, bool]:
        """Return VP, MP, conceded MP and win of `who` at a table, without adjustments of their own side."""
        ns, ew = self.sides(table)
        is_ns = who in ns
        mine, theirs = (table.ns_mp, table.ew_mp) if is_ns else (table.ew_mp, table.ns_mp)
        my_penalty = self.side_penalty(table, who)
        their_penalty = sum(self.penalty(x, table.round) for x in (ew if is_ns else ns))
        away = {"absent_ns": "n", "absent_ew": "e", "absent_both": "ne"}.get(table.outcome, "")
        if table.outcome == "rest":
            return self.rest.vp, self.rest.mp, 0, False
        if away == "ne":
            return 0, 0, 0, False
        if ("n" if is_ns else "e") in away:
            return self.absence.vp, 0, -self.absence.mp, False
        if away:
            as_rest = (self.rest.vp, self.rest.mp, 0, False)
            if mine is None or theirs is None:
                return as_rest
            as_scored = (self.convert(mine - theirs), mine, theirs, False)
            more = sorted([as_rest, as_scored], key=lambda w: (w[0], w[1] - w[2], w[1]))
            return more[-1]
        if table.outcome == "arbitral":
            vp = table.ns_vp if is_ns else table.ew_vp
            return vp, mine, theirs, vp > self.total / 2
        if table.outcome == "open":
            return 0, mine or 0, (theirs or 0) + their_penalty, False
        vp = self.convert((mine + my_penalty) - (theirs + their_penalty))
        return vp, mine, theirs + their_penalty, vp > self.total - vp

    def side_penalty(self, table: TableResult, who: int) -> int:
        """Return the adjustments of `who` and, if the scale reads the table's MP, of the partner."""
        if table.outcome not in ("played", "open"):
            return self.penalty(who, table.round)
        side = next(side for side in self.sides(table) if who in side)
        return sum(self.penalty(x, table.round) for x in side)

    def vp(self, who: int) -> int:
        from_tables = sum(self.at(t, who)[0] for t in self.tables_of(who))
        return from_tables + sum(a.vp for a in self.adjustments if a.entrant == who)

    def mp(self, who: int) -> int:
        tables = self.tables_of(who)
        rounds_without = {a.round for a in self.adjustments} - {t.round for t in tables}
        at_tables = sum(self.at(t, who)[1] + self.side_penalty(t, who) for t in tables)
        return at_tables + sum(self.penalty(who, r) for r in rounds_without) + self.unfelt(who)

    def mp_difference(self, who: int) -> int:
        return self.mp(who) - sum(self.at(t, who)[2] for t in self.tables_of(who))

    def wins(self, who: int) -> int:
        return sum(self.at(t, who)[3] for t in self.tables_of(who))

    def lot(self, who: int) -> int:
        return int(blake2b(f"{self.seed}:{who}".encode(), digest_size=8).hexdigest(), 16)

    def opponents(self, who: int, table: TableResult) -> list[int]:
        ns, ew = self.sides(table)
        return ew if who in ns else ns

    def met(self, one: int, other: int) -> bool:
        return any(r.outcome in SCORED and other in self.opponents(one, r) for r in self.tables_of(one))

    def direct(self, who: int, group: Sequence[int]) -> int:
        if not all(self.met(a, b) for a in group for b in group if a != b):
            return 0
        played = [t for t in self.tables_of(who) if t.outcome in SCORED]
        return sum(self.at(t, who)[0] for t in played if any(x in group for x in self.opponents(who, t)))

    def figure(self, who: int, tie_break: TieBreak, group: Sequence[int]) -> int:
        if tie_break is TieBreak.DIRECT:
            return self.direct(who, group)
        return getattr(self, tie_break.value)(who)

    def ranked(self, tie_breaks: Sequence[TieBreak]) -> list[tuple[int, int]]:
        """Return everybody as (place, entrant); the first tie-break that separates two decides."""

        def equal_to(who: int, count: int) -> list[int]:
            """Return those equal to `who` after the first `count` tie-breaks."""
            group = self.ids
            for tie_break in tie_breaks[:count]:
                group = [x for x in group if figures(x, tie_break, group) == figures(who, tie_break, group)]
            return group

        known: dict[tuple[int, TieBreak, tuple[int, ...]], int] = {}

        def figures(who: int, tie_break: TieBreak, group: Sequence[int]) -> int:
            key = (who, tie_break, tuple(group))
            if key not in known:
                known[key] = self.figure(who, tie_break, group)
            return known[key]

        def compare(one: int, other: int) -> int:
            for count, tie_break in enumerate(tie_breaks):
                group = equal_to(one, count)
                gap = figures(other, tie_break, group) - figures(one, tie_break, group)
                if gap:
                    return gap
            return 0

        order = sorted(sorted(self.ids), key=cmp_to_key(compare))
        return [(1 + sum(compare(other, who) < 0 for other in order), who) for who in order]
