"""Another tournament like this one, with those of its pairs who come again."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.errors import Refused
from tournaments import services
from tournaments.forms.club.another import AnotherForm
from tournaments.selectors.entered import entered_pairs
from tournaments.selectors.seasons import seasons_with
from tournaments.views.common import get_tournament, render_tournament


@require_http_methods(["GET", "POST"])
def tournament_another(request: HttpRequest, slug: str) -> HttpResponse:
    like = get_tournament(slug)
    entered, looking = entered_pairs(like.pairs.all()), list(like.singles.select_related("player"))
    seasons = seasons_with(like)
    form = AnotherForm(request.POST or None, like=like, entered=entered, looking=looking, seasons=seasons)
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        try:
            made = services.tournament_another(
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
            messages.success(request, _("%(name)s is made, with the settings of before.") % {"name": made})
            return redirect("pairs", made.slug)
    context = {"section": "overview", "form": form}
    return render_tournament(request, "club/another.html", like, context, status=422 if form.is_bound else 200)
