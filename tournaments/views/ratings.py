"""How strong players are, if the club wants to know: the list, and one player's course."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments.models import Player
from tournaments.selectors.ratings import rating_steps, ratings_now, ratings_shown
from tournaments.services.ratings import ratings_switch
from tournaments.views.people.career import rating_context


@require_safe
def ratings(request: HttpRequest) -> HttpResponse:
    """Everybody who has played, by what their rating is at the least; what ratings are, where the club has none."""
    if not ratings_shown():
        return render(request, "ratings/ratings.html", {"shown": False})
    estimates = ratings_now(rating_steps())
    people = Player.objects.in_bulk(estimates)
    rows = [(people[key], estimate) for key, estimate in estimates.items() if key in people]
    rows.sort(key=lambda row: (-row[1].at_least, row[0].full_name))
    shown = [(player, round(estimate.mu), round(estimate.sigma), estimate.rounds) for player, estimate in rows]
    return render(request, "ratings/ratings.html", {"shown": True, "rows": shown})


@require_safe
def rating(request: HttpRequest, pk: int) -> HttpResponse:
    """A player's rating after each tournament."""
    if not ratings_shown():
        raise Http404
    player = get_object_or_404(Player, pk=pk)
    return render(request, "ratings/rating.html", {"player": player} | rating_context(player))


@require_POST
def ratings_switched(request: HttpRequest) -> HttpResponse:
    """Show ratings in this club, or show them no more."""
    club = ratings_switch(on=request.POST.get("on") == "yes")
    said = _("The club shows ratings.") if club.ratings else _("The club shows no ratings any more.")
    messages.success(request, said)
    return redirect("ratings")
