"""Entering the next hand of a free game."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.http import require_http_methods, require_POST

from pages.refusals import Refused
from scoring.free_games.game_view import GameView
from scoring.free_games.services import HandDoubtful, HandRefused, HandTaken, game_hand_add
from scoring.messages import game_sentence, letters_for
from scoring.views.game_entry import GameHandEntry, depth_of

from .games import get_view, private_page

SWITCHED_FIELDS = ("kind", "alone")
"""The fields that a button of the page may switch."""


@private_page
@require_http_methods(["GET", "POST"])
def game_hand(request: HttpRequest, secret: str) -> HttpResponse:
    """Show the next hand, switch to another way of entry without losing what was typed, or save it."""
    view = get_view(secret)
    if request.method == "POST":
        name, _colon, value = request.POST.get("to", "").partition(":")  # equivalent `'x'`: no field is called so
        if name in SWITCHED_FIELDS:
            return _draw(request, _entry(view, request.POST, answers={name: value}))
        return _save(request, _entry(view, request.POST, sent=True))
    if view.finished:
        return redirect(view.game.address)
    start = QueryDict(mutable=True)
    start.update({"depth": depth_of(view.stored)} | request.GET.dict())
    return _draw(request, _entry(view, start))


@private_page
@require_POST
def game_hand_preview(request: HttpRequest, secret: str) -> HttpResponse:
    """Render the value of the hand as far as it was typed, for htmx."""
    entry = _entry(get_view(secret), request.POST, sent=True)
    return render(request, "scoring/games/preview.html", _context(entry))


def _entry(
    view: GameView, data: QueryDict, *, sent: bool = False, answers: Mapping[str, str] | None = None
) -> GameHandEntry:
    changed = data.copy()
    for name, value in (answers or {}).items():
        changed[name] = value
    return GameHandEntry(view, changed, language=letters_for(get_language()), sent=sent)


def _save(request: HttpRequest, entry: GameHandEntry) -> HttpResponse:
    view, hand, seating = entry.view, entry.hand, entry.seating
    if hand is None or seating is None:
        if entry.form is not None:
            entry.form.demand_all()
            entry.form.focus_first_fault()
        return _draw(request, entry, status=422, tried=True)
    try:
        game_hand_add(
            game=view.game,
            number=entry.number,
            seating=seating,
            hand=hand,
            at=timezone.now(),
            confirmed=entry.confirmed,
            instead_of=entry.instead_of,
        )
    except HandTaken as taken:
        return _draw(request, _entry(get_view(view.game.secret), entry.data, sent=True), taken=taken)
    except HandRefused:
        return _draw(request, entry, status=422, tried=True)
    except HandDoubtful:
        return _draw(request, entry, status=422, tried=True, doubtful=True)
    except Refused as refusal:
        return _draw(request, entry, status=422, refusal=refusal.message)
    return redirect(f"{view.game.address}?saved={entry.number}")


def _draw(
    request: HttpRequest, entry: GameHandEntry, *, status: int = 200, taken: HandTaken | None = None, **context: Any
) -> HttpResponse:
    context = _context(entry) | context
    if taken is not None:
        status = 409
        theirs = next(hand for hand in entry.view.hands if hand.number == taken.saved.number)
        context |= {"theirs": theirs, "is_last": theirs.number == len(entry.view.stored), "refusal": taken.message}
    return render(request, "scoring/games/hand.html", context, status=status)


def _context(entry: GameHandEntry) -> dict[str, Any]:
    view, state = entry.view, entry.state_after
    return {
        "entry": entry,
        "view": view,
        "game": view.game,
        "hand": entry.table,
        "keypad": entry.keypad,
        "sentence": game_sentence(state, view.parties) if state else "",
        "preview_url": reverse("game_hand_preview", args=[view.game.secret]),
    }
