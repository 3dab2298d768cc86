"""Free games: creating one, showing it, and everything besides its hands.

A game has no account: everybody with its address can read and write it. So its pages must not be found by a search
engine, revealed to another site, or cached between the players and the club.
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

from pages.addresses import club_address, qr_svg
from pages.clients import whence
from pages.line import line_mark
from pages.refusals import Refused
from scoring.engine.conventions import Start
from scoring.forms.games import DrawForm, GameForm, ThrowForm
from scoring.free_games import services
from scoring.free_games.chart import draw_chart
from scoring.free_games.game_view import GameView
from scoring.messages import alone_sentence, game_sentence, ruleset_title, show_option
from scoring.models import FreeGame

View = Callable[..., HttpResponse]


def private_page(view: View) -> View:
    """Decorate a page for everybody who has its address: no login, no search engines, no caching."""

    @never_cache
    @wraps(view)
    def private(*args: Any, **kwargs: Any) -> HttpResponse:
        response = view(*args, **kwargs)
        response["X-Robots-Tag"] = "noindex, nofollow"
        return response

    return private


def get_view(secret: str) -> GameView:
    """Return the game with this secret, or raise 404. This takes two queries."""
    return GameView(get_object_or_404(FreeGame.objects.select_related("rematch", "rematch_of"), secret=secret))


@private_page
@require_safe
def games(request: HttpRequest) -> HttpResponse:
    """Explain free games, and list those that this phone remembers."""
    return render(request, "scoring/games/games.html")


@private_page
@require_http_methods(["GET", "POST"])
def game_new(request: HttpRequest) -> HttpResponse:
    form = GameForm(request.POST or None)
    if form.is_valid():
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
    """Choose the dealer of the first hand."""
    view = get_view(secret)
    seats = {str(seat): seat for seat in range(len(view.players))}
    dealer = seats.get(request.POST.get("dealer", ""))
    if dealer is None:
        raise Http404
    return _done(request, view, lambda: services.game_choose_dealer(game=view.game, dealer=dealer))


@private_page
@require_http_methods(["GET", "POST"])
def game_draw(request: HttpRequest, secret: str) -> HttpResponse:
    """Decide by the drawn cards who deals and who sits where, or by the die who begins."""
    view = get_view(secret)
    if view.rules.start is Start.DIE:
        throw = ThrowForm(request.POST or None, players=view.players)
        return _decide(request, view, throw, lambda: services.game_throw(game=view.game, thrown=throw.found).again)
    draw = DrawForm(request.POST or None, players=view.players)

    def drawn() -> tuple[int, ...]:
        with_seats = draw.cleaned_data["decides"] == DrawForm.SEATS
        return services.game_draw(game=view.game, drawn=draw.found, with_seats=with_seats).again

    return _decide(request, view, draw, drawn)


def _decide(
    request: HttpRequest, view: GameView, form: DrawForm | ThrowForm, act: Callable[[], tuple[int, ...]]
) -> HttpResponse:
    """Show the page of the draw or of the die until `act` returns nobody who has to do it again."""
    again: tuple[str, ...] = ()
    if form.is_valid():
        try:
            players = act()
        except Refused as refusal:
            form.add_error(None, refusal.message)
        else:
            if not players:
                return redirect(view.game.address)
            again = tuple(view.players[player] for player in players)
    suits = show_option("draw_suits", [suit.value for suit in view.rules.draw_suits])
    context = {"view": view, "game": view.game, "form": form, "again": again, "suits": suits}
    page = "draw" if isinstance(form, DrawForm) else "throw"
    return render(request, f"scoring/games/{page}.html", context, status=422 if form.is_bound else 200)


@private_page
@require_POST
def game_undo(request: HttpRequest, secret: str) -> HttpResponse:
    """Undo the last hand, if it is the one that was shown."""
    view = get_view(secret)
    seen = (hand.pk for hand in view.stored if str(hand.pk) == request.POST.get("hand"))
    key = next(seen, 0)  # equivalent `-1`: neither is a key
    return _done(request, view, lambda: services.game_hand_undo(game=view.game, hand=key))


@private_page
@require_POST
def game_stop(request: HttpRequest, secret: str) -> HttpResponse:
    view = get_view(secret)
    is_seen = request.POST.get("hands") == str(len(view.stored))
    hands = len(view.stored) if is_seen else -1  # equivalent `2`: no game has fewer than none
    return _done(request, view, lambda: services.game_stop(game=view.game, hands=hands, at=timezone.now()))


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
    """Return a QR code of the game's address for the others at the table."""
    game = get_object_or_404(FreeGame, secret=secret)
    return HttpResponse(qr_svg(club_address(request, game.address)), "image/svg+xml")


def show_game(request: HttpRequest, view: GameView, *, refusal: str = "", status: int = 200) -> HttpResponse:
    """Show the game: totals, why it goes on or is over, and its hands."""
    saved, etag = request.GET.get("saved", ""), _etag(view)
    context = {
        "view": view,
        "game": view.game,
        "ruleset": ruleset_of(view.game),
        "sentence": game_sentence(view.state, view.parties),
        "alone_sentence": alone_sentence(view.rules) if view.all_alone and not view.finished else "",
        "chart": draw_chart(view.state.running, view.rules.target) if view.stored else None,
        "address": club_address(request, view.game.address),
        "hand_url": reverse("game_hand", args=[view.game.secret]),
        "refusal": refusal,
        "saved": bool(view.stored) and saved == str(len(view.stored)),
        "etag": etag,
    }
    response = render(request, "scoring/games/game.html", context, status=status)
    if status == 200:
        # Polling pages are rendered again only when this changes.
        response["ETag"] = etag
    return response


def ruleset_of(game: FreeGame) -> str:
    """Return `Italian`, or the club's name and differences, without the target, which is shown on its own."""
    title = ruleset_title(game.ruleset, {name: value for name, value in game.options.items() if name != "target"})
    return f"{game.ruleset_name}: {title}" if game.ruleset_name else title


def _etag(view: GameView) -> str:
    hands = [hand.pk for hand in view.stored]
    parts = [hands, view.game.players, view.game.first_dealer, view.stopped, hasattr(view.game, "rematch"), line_mark()]
    return f'"{sha256(repr([parts, get_language(), settings.CODE_VERSION]).encode()).hexdigest()[:20]}"'


def _done(request: HttpRequest, view: GameView, act: Callable[[], object]) -> HttpResponse:
    """Do it and return to the game, which shows any refusal in its current state."""
    try:
        act()
    except Refused as refusal:
        return show_game(request, get_view(view.game.secret), refusal=refusal.message, status=422)
    return redirect(view.game.address)
