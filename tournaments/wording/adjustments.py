"""The referee's adjustments in words, the same on every page, on paper and in the history."""

from collections.abc import Iterable, Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.records import ListedInfraction, Measure, PointAdjustment, Standing
from tournaments.records.sections import table_name

from .figures import figure, signed

MEASURE_NAMES: Mapping[Measure, Promise] = {
    Measure.WARNING: gettext_lazy("warning"),
    Measure.ARBITRAL: gettext_lazy("assigned score"),
    Measure.ABSENCE: gettext_lazy("counts as absent"),
    Measure.IN_HAND: gettext_lazy("cards counted as in hand"),
}
"""The names of measures without points."""


def sent_twice() -> str:
    return _("This adjustment was sent twice, and counts once.")


def points_in_words(*, mp: int, vp: int, felt: bool) -> str:
    """Return `−100 MP`, `−100 MP, −1 VP`, `−1 VP, −105 MP not felt by the opponents` or `warning`."""
    in_vp = [f"{signed(vp)} {_('VP')}"] if vp else []
    if not felt:
        return ", ".join([*in_vp, _("%(mp)s MP with no effect on the opponents") % {"mp": signed(mp)}])
    in_mp = [f"{signed(mp)} {_('MP')}"] if mp else []
    return ", ".join(in_mp + in_vp) or str(MEASURE_NAMES[Measure.WARNING])


def reason_in_words(*, reason: str, article: str, player: str = "") -> str:
    """Return `Late (art. 9)` or `Rossi Anna: hint to the partner`."""
    sentence = f"{reason} ({article})" if article else reason
    return f"{player}: {sentence}" if player else sentence


def answer_in_words(infraction: ListedInfraction) -> str:
    """Return the measure of an infraction: `warning`, `−100 MP`, `−1 VP and the MP that go with them`."""
    points = infraction.points
    match infraction.measure:
        case Measure.MP:
            return f"{signed(points)} {_('MP')}" if points else _("MP, you set the amount")
        case Measure.MP_OWN:
            facts = {"mp": signed(points or 0)}
            return _("%(mp)s MP with no effect on the opponents") % facts if points else _("MP, you set the amount")
        case Measure.VP:
            return f"{signed(points)} {_('VP')}" if points else _("VP, you set the amount")
        case Measure.VP_AND_MP:
            facts = {"vp": signed(points or 0)}
            return _("%(vp)s VP and the MP that go with them") % facts if points else _("VP, you set the amount")
        case other:
            return str(MEASURE_NAMES[other])


def adjustment_notes(standings: Iterable[Standing]) -> list[str]:
    """Return the notes on all adjustments and assigned scores of a ranking, row by row."""
    notes: dict[str, None] = {}
    for standing in standings:
        for given in standing.adjustments:
            notes[_adjustment_note(given, standing)] = None
        for score in standing.rounds:
            if score.ruling:
                facts = {"round": figure(score.round), "table": table_name(score.table), "reason": score.ruling}
                notes[_("Round %(round)s, table %(table)s: assigned score, %(reason)s") % facts] = None
    return list(notes)


def _adjustment_note(adjustment: PointAdjustment, standing: Standing) -> str:
    points = points_in_words(mp=adjustment.mp, vp=adjustment.vp, felt=adjustment.felt)
    reason = reason_in_words(reason=adjustment.reason, article=adjustment.article, player=adjustment.player)
    change = ", ".join(filter(None, [points, reason]))
    facts = {"round": figure(adjustment.round), "pair": standing.entrant.label, "change": change}
    return _("Round %(round)s, %(pair)s: %(change)s") % facts
