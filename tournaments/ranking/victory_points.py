"""Victory points (VP): the scales that turn a round's match-point difference into points, as data.

Source: docs/tournaments.md §4. The Italian federation's tables, edition January 2026; the ones for 3 and 4 hands are
confirmed by several independent publications, the one for 2 hands by one.

| covered                                              | not covered                                       |
|------------------------------------------------------|---------------------------------------------------|
| the federation's scales for 2, 3 and 4 hands a round | scales whose sum changes with the result (3-1-0)  |
| a club's own constant-sum scale, win/draw/loss too   | plain MP: a ranking without VP needs no scale     |
| what a rest and an absence are worth under a scale   | the federation's table for matches of teams       |
| a scale for the matches of teams, until a club has   |                                                   |
| written its own: that of the pairs, widened          |                                                   |
"""

from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from types import MappingProxyType
from typing import NamedTuple

from tournaments.records import Allowance, ScaleBand

MP_STEP = 5
"""Every score is a multiple of this, so every difference is (docs/rules.md §2)."""


class ScaleFault(StrEnum):
    """The fault of a scale. Keys are stable; `wording` makes the sentence."""

    UNKNOWN_SCALE = "unknown_scale"
    UNKNOWN_KEY = "unknown_key"
    MISSING_KEY = "missing_key"
    NOT_A_NAME = "not_a_name"
    NOT_A_WHOLE_NUMBER = "not_a_whole_number"
    NOT_A_ROW = "not_a_row"
    NO_ROWS = "no_rows"
    ODD_TOTAL = "odd_total"
    NO_DRAW_BAND = "no_draw_band"
    NEGATIVE_DIFFERENCE = "negative_difference"
    NOT_A_MULTIPLE = "not_a_multiple"
    DIFFERENCE_NOT_RISING = "difference_not_rising"
    VP_NOT_RISING = "vp_not_rising"
    VP_BEYOND_TOTAL = "vp_beyond_total"


class InvalidScale(ValueError):
    """A scale that cannot be used. `row` counts from 1; it is None if the fault is not in a row."""

    def __init__(self, row: int | None, code: ScaleFault, detail: str) -> None:
        super().__init__(detail if row is None else f"row {row}: {detail}")
        self.row = row
        self.code = code
        self.detail = detail


class ScaleRow(NamedTuple):
    """A row: differences up to and including `up_to` MP give the winner `vp`."""

    up_to: int
    vp: int


@dataclass(frozen=True, kw_only=True)
class Scale:
    """The VP of both sides by the MP difference of a round; they always add up to `total`.

    The first row is the draw band. A difference beyond the last row gives the winner everything. A scale checks itself:
    a wrong one raises `InvalidScale`.

    >>> win_draw_loss = Scale(key="win_draw_loss", rows=(ScaleRow(0, 1),), total=2)
    >>> win_draw_loss.vp(5), win_draw_loss.vp(0), win_draw_loss.vp(-700)
    ((2, 0), (1, 1), (0, 2))
    """

    key: str
    """One of `SCALES`, or the club's own name."""
    rows: tuple[ScaleRow, ...]
    total: int

    def __post_init__(self) -> None:
        _check_frame(self)
        for number, row in enumerate(self.rows, start=1):
            _check_row(number, row, self.rows[number - 2] if number > 1 else None, self.total)

    def vp(self, difference: int) -> tuple[int, int]:
        """Return the VP of the first and of the second side, for the difference of the first side."""
        at = bisect_left(self._limits, abs(difference))
        winner = self.rows[at].vp if at < len(self.rows) else self.total
        loser = self.total - winner
        return (winner, loser) if difference >= 0 else (loser, winner)

    @cached_property
    def _limits(self) -> tuple[int, ...]:
        return tuple(row.up_to for row in self.rows)

    def bands(self) -> tuple[ScaleBand, ...]:
        """Return the bands of the printed scale with their lowest and highest difference; the last one is open."""
        lows = (0, *(row.up_to + MP_STEP for row in self.rows))
        highs = (*(row.up_to for row in self.rows), None)
        winners = (*(row.vp for row in self.rows), self.total)
        return tuple(
            ScaleBand(low=low, high=high, winner=winner, loser=self.total - winner)
            for low, high, winner in zip(lows, highs, winners, strict=True)
        )

    def smallest_difference(self, vp: int) -> int:
        """The MP difference nearest to 0 that gives these VP: negative below half of the total.

        Raises ValueError for VP that this scale never gives.
        """
        for band in self.bands():
            if vp == band.winner:
                return band.low
            if vp == band.loser:
                return -band.low
        raise ValueError(f"expected VP of the scale {self.key}, got {vp!r}")


def _check_frame(scale: Scale) -> None:
    """Everything about a scale that is not in one row."""
    # A scale has a name to be stored and printed under.
    if not scale.key.strip():
        raise InvalidScale(None, ScaleFault.NOT_A_NAME, f"expected a name, got {scale.key!r}")
    # A draw gives both sides the same, so the total has two equal halves.
    if scale.total <= 0 or scale.total % 2:
        raise InvalidScale(None, ScaleFault.ODD_TOTAL, f"expected an even positive total, got {scale.total!r}")
    # Without a row there is no draw band.
    if not scale.rows:
        raise InvalidScale(None, ScaleFault.NO_ROWS, "expected at least the draw band, got no rows")


def _check_row(number: int, row: ScaleRow, before: ScaleRow | None, total: int) -> None:
    """One row, against the one before it and the total."""
    # A difference has no sign here: the winner's MP minus the loser's.
    if row.up_to < 0:
        raise InvalidScale(number, ScaleFault.NEGATIVE_DIFFERENCE, f"expected 0 or more, got {row.up_to}")
    # Scores are multiples of 5: another threshold is a slip of the pen.
    if row.up_to % MP_STEP:
        raise InvalidScale(number, ScaleFault.NOT_A_MULTIPLE, f"expected a multiple of {MP_STEP}, got {row.up_to}")
    # The draw band comes first.
    if before is None and row.vp * 2 != total:
        raise InvalidScale(number, ScaleFault.NO_DRAW_BAND, f"expected {total // 2} VP for a draw, got {row.vp}")
    # Thresholds rise strictly.
    if before is not None and row.up_to <= before.up_to:
        raise InvalidScale(number, ScaleFault.DIFFERENCE_NOT_RISING, f"expected over {before.up_to}, got {row.up_to}")
    # A larger difference is worth more.
    if before is not None and row.vp <= before.vp:
        raise InvalidScale(number, ScaleFault.VP_NOT_RISING, f"expected over {before.vp} VP, got {row.vp}")
    # The whole total is only for what lies beyond the last row.
    if row.vp >= total:
        raise InvalidScale(number, ScaleFault.VP_BEYOND_TOTAL, f"expected under {total} VP, got {row.vp}")


def _federation(hands: int, *largest_differences: int) -> Scale:
    """A federation's scale: 10-10 up to the first difference, one VP more for the winner at each further one.

    >>> _federation(4, 100, 300)
    Scale(key='fibur_2026_4', rows=(ScaleRow(up_to=100, vp=10), ScaleRow(up_to=300, vp=11)), total=20)
    """
    rows = tuple(ScaleRow(up_to, 10 + step) for step, up_to in enumerate(largest_differences))
    return Scale(key=f"fibur_2026_{hands}", rows=rows, total=20)


FIBUR_2026_2 = _federation(2, 40, 120, 200, 300, 400, 500, 620, 740, 870, 1000)
FIBUR_2026_3 = _federation(3, 50, 150, 250, 350, 500, 650, 800, 1000, 1250, 1500)
FIBUR_2026_4 = _federation(4, 100, 300, 500, 700, 900, 1100, 1300, 1500, 1700, 2000)

_BY_HANDS: Mapping[int, Scale] = MappingProxyType({2: FIBUR_2026_2, 3: FIBUR_2026_3, 4: FIBUR_2026_4})

SCALES: Mapping[str, Scale] = MappingProxyType({scale.key: scale for scale in _BY_HANDS.values()})
"""The scales that can be named by their key."""

REST_PERCENT = 70
"""Of a round's VP, the share that a rest gives up to 3 hands; an absence the remainder (docs/tournaments.md §3)."""

LONG_ROUND_HANDS = 4
LONG_ROUND_REST_PERCENT = 60
"""The same in longer rounds, of 4 hands or more."""

LATE_MP = -100
"""The usual penalty for more than five minutes late, in MP (docs/tournaments.md §3)."""


def scale_for_hands(hands: int) -> Scale:
    """The scale in force for rounds of so many hands; ValueError where the federation has none."""
    if hands not in _BY_HANDS:
        raise ValueError(f"expected {', '.join(map(str, _BY_HANDS))} hands per round, got {hands!r}")
    return _BY_HANDS[hands]


def widened(scale: Scale, tables: int) -> Scale:
    """The scale for a match of so many tables that reads the mean difference of a table as `scale` does.

    The federation's own table for matches is in its code, but in no public text known here (docs/tournaments.md §8).

    >>> widened(FIBUR_2026_2, 4).vp(4 * 125), widened(FIBUR_2026_2, 4).key
    ((12, 8), 'fibur_2026_2 × 4')
    """
    rows = tuple(ScaleRow(row.up_to * tables, row.vp) for row in scale.rows)
    return Scale(key=f"{scale.key} × {tables}", rows=rows, total=scale.total)


def rest_allowance(scale: Scale, hands: int) -> Allowance:
    """Return the usual allowance of a rest: a share of the VP, and the smallest difference giving it.

    A club's scale that has no band for exactly that share gives the next lower one.

    >>> rest_allowance(FIBUR_2026_4, 4)
    Allowance(vp=12, mp=305)
    """
    percent = LONG_ROUND_REST_PERCENT if hands >= LONG_ROUND_HANDS else REST_PERCENT
    vp = max(band.winner for band in scale.bands() if band.winner * 100 <= scale.total * percent)
    return Allowance(vp=vp, mp=scale.smallest_difference(vp))


def absence_allowance(scale: Scale, hands: int) -> Allowance:
    """Return the usual allowance of an absent pair: the remainder of a rest, so its `mp` is negative.

    >>> absence_allowance(FIBUR_2026_4, 4)
    Allowance(vp=8, mp=-305)
    """
    rest = rest_allowance(scale, hands)
    return Allowance(vp=scale.total - rest.vp, mp=-rest.mp)


def mp_of_vp(scale: Scale, vp: int) -> int:
    """The MP that go with VP taken or given, with their sign: the smallest difference so many VP above a draw.

    >>> mp_of_vp(FIBUR_2026_4, -1), mp_of_vp(FIBUR_2026_2, 2)
    (-105, 125)
    """
    most = scale.total // 2 + abs(vp)
    mp = max(band.low for band in scale.bands() if band.winner <= most)
    return mp if vp > 0 else -mp  # equivalent `vp >= 0`: no VP are no MP


def parse_scale(raw: object) -> Scale:
    """A scale as in docs/interchange.md §5: a key of `SCALES`, or `{"name": …, "rows": [[50, 10], …], "total": 20}`.

    Raises InvalidScale for everything else; nothing is guessed.
    """
    if isinstance(raw, str):
        if raw not in SCALES:
            raise InvalidScale(None, ScaleFault.UNKNOWN_SCALE, f"expected one of {', '.join(SCALES)}, got {raw!r}")
        return SCALES[raw]
    if isinstance(raw, Mapping):
        return _parse_object(raw)
    raise InvalidScale(None, ScaleFault.UNKNOWN_SCALE, f"expected a key or an object, got {raw!r}")


def _parse_object(raw: Mapping[object, object]) -> Scale:
    keys = ("name", "rows", "total")
    for key in raw:
        if key not in keys:
            raise InvalidScale(None, ScaleFault.UNKNOWN_KEY, f"expected only {', '.join(keys)}, got {key!r}")
    for key in keys:
        if key not in raw:
            raise InvalidScale(None, ScaleFault.MISSING_KEY, f"expected {key}, got none")
    name, rows, total = (raw[key] for key in keys)
    if not isinstance(name, str):
        raise InvalidScale(None, ScaleFault.NOT_A_NAME, f"expected a name, got {name!r}")
    if not isinstance(rows, list | tuple):
        raise InvalidScale(None, ScaleFault.NO_ROWS, f"expected a list of rows, got {rows!r}")
    parsed = tuple(_parse_row(number, row) for number, row in enumerate(rows, start=1))
    return Scale(key=name, rows=parsed, total=_whole(None, total))


def _parse_row(number: int, raw: object) -> ScaleRow:
    if not isinstance(raw, list | tuple) or len(raw) != 2:
        raise InvalidScale(number, ScaleFault.NOT_A_ROW, f"expected [largest difference, winner's VP], got {raw!r}")
    return ScaleRow(_whole(number, raw[0]), _whole(number, raw[1]))


def _whole(row: int | None, raw: object) -> int:
    if type(raw) is not int:
        raise InvalidScale(row, ScaleFault.NOT_A_WHOLE_NUMBER, f"expected a whole number, got {raw!r}")
    return raw


def scale_to_json(scale: Scale) -> str | dict[str, object]:
    """The reverse of `parse_scale`: the key where the scale is a named one, else the whole of it."""
    if SCALES.get(scale.key) == scale:
        return scale.key
    return {"name": scale.key, "rows": [list(row) for row in scale.rows], "total": scale.total}
