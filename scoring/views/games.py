"""Free games: a new one, the game itself, and what is done with it beside its hands.

A game has no account: whoever has its address looks at it and writes in it. So no page of it may be found by a search
engine, told to another site, or kept by anything between the players and the club.
"""

from collections.abc import Callable
from functools import wraps
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.errors import Refused
from scoring.forms.games import DrawForm, GameForm
from scoring.free_games import services
from scoring.free_games.chart import draw_chart
from scoring.free_games.reading import GameView, points_text
from scoring.messages import game_sentence, ruleset_title
from scoring.models import FreeGame
from scoring.views.page_address import qr_svg, shared_address
from scoring.views.whence import whence

View = Callable[..., HttpResponse]


def private_page(view: View) -> View:
    """A page for whoever has its address, and for nobody else: no login, no search engine, kept by nobody."""

    @never_cache
    @wraps(view)
    def private(*args: Any, **kwargs: Any) -> HttpResponse:
        response = view(*args, **kwargs)
        response["X-Robots-Tag"] = "noindex, nofollow"
        return response

    return private


def get_view(secret: str) -> GameView:
    """The game of this secret; 404 if there is none. Two queries."""
    return GameView(get_object_or_404(FreeGame.objects.select_related("rematch", "rematch_of"), secret=secret))


@private_page
@require_safe
def games(request: HttpRequest) -> HttpResponse:
    """What a free game is, and those that this phone remembers."""
    return render(request, "scoring/games/games.html")


@private_page
@require_http_methods(["GET", "POST"])
def game_new(request: HttpRequest) -> HttpResponse:
    form = GameForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        clubs_name = form.chosen.name if form.chosen.is_clubs else ""
        try:
            game = services.game_create(
                players=form.players,
                ruleset=form.chosen.preset,
                options=form.options,
                ruleset_name=clubs_name,
                at=timezone.now(),
                begun_from=whence(request),
            )
        except Refused as refusal:
            form.add_error(None, refusal.message)
        else:
            return redirect(game.address)
    return render(request, "scoring/games/new.html", {"form": form}, status=422 if form.is_bound else 200)


@private_page
@require_safe
def game(request: HttpRequest, secret: str) -> HttpResponse:
    return show_game(request, get_view(secret))


@private_page
@require_POST
def game_dealer(request: HttpRequest, secret: str) -> HttpResponse:
    """Who deals the first hand."""
    view = get_view(secret)
    seats = {str(seat): seat for seat in range(len(view.players))}
    dealer = seats.get(request.POST.get("dealer", ""))
    if dealer is None:
        raise Http404
    return _done(request, view, lambda: services.game_choose_dealer(game=view.game, dealer=dealer))


@private_page
@require_http_methods(["GET", "POST"])
def game_draw(request: HttpRequest, secret: str) -> HttpResponse:
    """The cards that the players drew say who deals and who sits where."""
    view = get_view(secret)
    form = DrawForm(request.POST or None, players=view.players)
    again: tuple[str, ...] = ()
    if request.method == "POST" and form.is_valid():
        with_seats = form.cleaned_data["decides"] == DrawForm.SEATS
        try:
            result = services.game_draw(game=view.game, drawn=form.drawn, with_seats=with_seats)
        except Refused as refusal:
            form.add_error(None, refusal.message)
        else:
            if result.dealer is not None:
                return redirect(view.game.address)
            again = tuple(view.players[player] for player in result.again)
    context = {"view": view, "game": view.game, "form": form, "again": again}
    return render(request, "scoring/games/draw.html", context, status=422 if form.is_bound else 200)


@private_page
@require_POST
def game_undo(request: HttpRequest, secret: str) -> HttpResponse:
    """Take back the last hand, if it is the one that was seen."""
    view = get_view(secret)
    seen = next((hand.pk for hand in view.stored if str(hand.pk) == request.POST.get("hand")), 0)
    return _done(request, view, lambda: services.game_hand_undo(game=view.game, hand=seen))


@private_page
@require_POST
def game_stop(request: HttpRequest, secret: str) -> HttpResponse:
    view = get_view(secret)
    seen = len(view.stored) if request.POST.get("hands") == str(len(view.stored)) else -1
    return _done(request, view, lambda: services.game_stop(game=view.game, hands=seen, at=timezone.now()))


@private_page
@require_POST
def game_resume(request: HttpRequest, secret: str) -> HttpResponse:
    view = get_view(secret)
    return _done(request, view, lambda: services.game_resume(game=view.game))


@private_page
@require_POST
def game_rematch(request: HttpRequest, secret: str) -> HttpResponse:
    view = get_view(secret)
    try:
        again = services.game_rematch(game=view.game, at=timezone.now(), begun_from=whence(request))
        return redirect(again.address)
    except Refused as refusal:
        return show_game(request, view, refusal=refusal.message, status=422)


@private_page
@require_safe
def game_qr(request: HttpRequest, secret: str) -> HttpResponse:
    """The game's address as a QR code, for the others at the table."""
    game = get_object_or_404(FreeGame, secret=secret)
    return HttpResponse(qr_svg(shared_address(request, game.address)), "image/svg+xml")


def show_game(request: HttpRequest, view: GameView, *, refusal: str = "", status: int = 200) -> HttpResponse:
    """The game as it stands: totals, why it goes on or is over, its hands."""
    saved, etag = request.GET.get("saved", ""), _etag(view)
    context = {
        "view": view,
        "game": view.game,
        "ruleset": ruleset_of(view.game),
        "sentence": game_sentence(view.state, view.parties, show=points_text),
        "chart": draw_chart(view.state.running, view.rules.target) if view.stored else None,
        "address": shared_address(request, view.game.address),
        "hand_url": reverse("game_hand", args=[view.game.secret]),
        "refusal": refusal,
        "saved": bool(view.stored) and saved == str(len(view.stored)),
        "etag": etag,
    }
    response = render(request, "scoring/games/game.html", context, status=status)
    if status == 200:
        # Pages that ask again by themselves are drawn anew only when this changed.
        response["ETag"] = etag
    return response


def ruleset_of(game: FreeGame) -> str:
    """`Italian`, or what the club calls its own, and how it differs; the target is said by itself."""
    title = ruleset_title(game.ruleset, {name: value for name, value in game.options.items() if name != "target"})
    return f"{game.ruleset_name}: {title}" if game.ruleset_name else title


def _etag(view: GameView) -> str:
    hands = [hand.pk for hand in view.stored]
    known = [hands, view.game.players, view.game.first_dealer, view.stopped, hasattr(view.game, "rematch")]
    return f'"{sha256(repr([known, get_language(), settings.CODE_VERSION]).encode()).hexdigest()[:20]}"'


def _done(request: HttpRequest, view: GameView, act: Callable[[], object]) -> HttpResponse:
    """Do it and go back to the game; a refusal is said on the game as it is now."""
    try:
        act()
    except Refused as refusal:
        return show_game(request, get_view(view.game.secret), refusal=refusal.message, status=422)
    return redirect(view.game.address)
