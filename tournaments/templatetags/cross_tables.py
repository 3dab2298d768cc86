"""The cells of a cross-table, which a page prints by the thousand: cheaper here than as a partial."""

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.ranking.cross_table import Encounter
from tournaments.wording.figures import figure, line_name

register = template.Library()


@register.filter
def encounter(met: Encounter | None) -> SafeString | str:
    """One round of a row: line and opponents, below them VP and the total; nothing where there was nothing."""
    if met is None:
        return ""
    vp = "·" if met.vp is None else figure(met.vp)
    total = f'<strong>{vp}</strong> <span class="muted">→ {figure(met.total)}</span>'
    return mark_safe(f"{_against(met)}<br>{total}")


def _against(met: Encounter) -> str:
    if met.line is None:
        return _muted(_("not seated"))
    if not met.opponents:
        return _muted(_("absent") if met.absent else _("rest"))
    said = f'<span class="line line-{met.line.value}">{escape(line_name(met.line))}</span> '
    if met.partner is not None:
        beside = escape(pgettext("partner", "with"))
        said += f"{beside} {met.partner.entrant.id} "
    said += f"– {', '.join(str(other.entrant.id) for other in met.opponents)}"
    return said + " " + _muted(_("absent")) if met.absent else said


def _muted(word: str) -> str:
    return f'<span class="muted">{escape(word)}</span>'
