"""A new tournament like this one, with the pairs that come again."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from pages.refusals import Refused
from tournaments import services
from tournaments.forms.club.similar_tournament import AnotherForm
from tournaments.selectors.pair_lists import entered_pairs, who_may_come_again
from tournaments.selectors.seasons import seasons_with
from tournaments.views.common import get_tournament, render_tournament


@require_http_methods(["GET", "POST"])
def tournament_another(request: HttpRequest, slug: str) -> HttpResponse:
    like = get_tournament(slug)
    entered, looking = entered_pairs(who_may_come_again(like)), list(like.singles.select_related("player"))
    seasons = seasons_with(like)
    form = AnotherForm(request.POST or None, like=like, entered=entered, looking=looking, seasons=seasons)
    if form.is_valid():
        given = form.cleaned_data
        try:
            tournament = services.tournament_another(
                like=like,
                name=given["name"],
                date=given["date"],
                pairs=form.numbers,
                singles=given.get("singles", ()),
                seasons=given.get("seasons", ()),
            )
        except Refused as refusal:
            form.add_error(None, refusal.message)
        else:
            messages.success(request, _("%(name)s has been created with the same settings.") % {"name": tournament})
            return redirect("pairs", tournament.slug)
    context = {"section": "overview", "form": form}
    return render_tournament(
        request, "club/similar_tournament.html", like, context, status=422 if form.is_bound else 200
    )
