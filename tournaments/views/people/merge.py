"""The merge of two members, and its undoing."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import JournalEntry
from accounts.services.journal import journal_add
from pages.refusals import Refused
from pages.written_numbers import KEY_DIGITS, written_number
from tournaments import services
from tournaments.models import Player, PlayerMerge
from tournaments.selectors.entrants import players_named
from tournaments.services.merges import MERGED_FIELDS
from tournaments.views.common import user_of

UNPROCESSABLE = 422
LONGEST_SOUGHT = 100


@require_http_methods(["GET", "POST"])
def player_merge(request: HttpRequest, pk: int) -> HttpResponse:
    """Find the other member (`q`), choose between differing values (`other`), and merge."""
    keep = get_object_or_404(Player, pk=pk, forgotten=False)
    key = request.POST.get("other", "") or request.GET.get("other", "")
    others = Player.objects.exclude(pk=pk).filter(forgotten=False)
    other = others.filter(pk=written_number(key, KEY_DIGITS) or 0).first()
    if other is None:
        sought = request.GET.get("q", keep.last_name)[:LONGEST_SOUGHT]
        candidates = [player for player in players_named(sought) if player.pk != pk]
        return render(request, "people/merge_search.html", {"player": keep, "q": sought, "found": candidates})
    refusal = ""
    if request.method == "POST":
        chosen = {name: request.POST.get(name) == "other" for name in MERGED_FIELDS}
        details = {name: getattr(other if theirs else keep, name) for name, theirs in chosen.items()}
        try:
            merge = services.players_merge(
                keep=keep, gone=other, details=details, by=user_of(request), at=timezone.now()
            )
        except Refused as refused:
            refusal = refused.message
        else:
            journal_add(JournalEntry.Event.MERGED, who=request.user.get_username(), about=merge.pk)
            messages.success(
                request, _("%(other)s and %(player)s have been merged.") % {"other": other, "player": keep}
            )
            return redirect("player_edit", pk)
    context = {"player": keep, "other": other, "differences": _differences(keep, other), "refusal": refusal}
    return render(request, "people/merge.html", context, status=UNPROCESSABLE if refusal else 200)


@require_POST
def player_part(request: HttpRequest, pk: int) -> HttpResponse:
    """Undo the merge."""
    merge = get_object_or_404(PlayerMerge, pk=pk)
    try:
        other = services.players_part(merge=merge, at=timezone.now())
    except Refused as refused:
        messages.error(request, refused.message)
    else:
        journal_add(JournalEntry.Event.PARTED, who=request.user.get_username())
        messages.success(
            request, _("%(other)s and %(player)s are separate members again.") % {"other": other, "player": merge.kept}
        )
    return redirect("player_edit", merge.kept_id)


def _differences(keep: Player, other: Player) -> list[tuple[str, str, str, str, bool]]:
    """Return the differing fields: name, both values, and whether the other's is proposed."""
    differing = [name for name in MERGED_FIELDS if getattr(keep, name) != getattr(other, name)]
    return [
        (
            name,
            str(Player._meta.get_field(name).verbose_name),  # type: ignore[union-attr]
            _field_text(keep, name),
            _field_text(other, name),
            not getattr(keep, name),
        )
        for name in differing
    ]


def _field_text(player: Player, name: str) -> str:
    value: Any = getattr(player, f"get_{name}_display")() if name in ("state", "shown") else getattr(player, name)
    return "" if value is None else str(value)
