"""The ratings of players, if the club shows them: the list, and a player's course."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from tournaments.models import Player
from tournaments.selectors.ratings import rating_steps, ratings_now, ratings_shown
from tournaments.services.ratings import ratings_switch
from tournaments.views.people.career import rating_context
from tournaments.wording.careers import ratings_switched_sentence


@require_safe
def ratings(request: HttpRequest) -> HttpResponse:
    """Show everybody who has played, by the lowest likely rating; or explain ratings if the club has none."""
    if not ratings_shown():
        return render(request, "ratings/ratings.html", {"has_ratings": False})
    estimates = ratings_now(rating_steps())
    people = Player.objects.in_bulk(estimates)
    rows = [(people[key], estimate) for key, estimate in estimates.items() if key in people]
    rows.sort(key=lambda row: (-row[1].at_least, row[0].full_name))
    ranked = [(player, round(estimate.mu), round(estimate.sigma), estimate.rounds) for player, estimate in rows]
    return render(request, "ratings/ratings.html", {"has_ratings": True, "rows": ranked})


@require_safe
def rating(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a player's rating after each tournament."""
    if not ratings_shown():
        raise Http404
    player = get_object_or_404(Player, pk=pk)
    return render(request, "ratings/rating.html", {"player": player} | rating_context(player))


@require_POST
def ratings_switched(request: HttpRequest) -> HttpResponse:
    """Turn the club's ratings on or off."""
    club = ratings_switch(on=request.POST.get("on") == "yes")
    messages.success(request, ratings_switched_sentence(on=club.ratings))
    return redirect("ratings")
