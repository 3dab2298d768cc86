"""The page about what the program stores about people, in words for them, and what the club adds to it."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.services.accounts import LOGINS_KEPT
from tournaments.forms.club.privacy import PrivacyForm
from tournaments.models import Club
from tournaments.selectors.careers import careers_public
from tournaments.selectors.privacy import data_keeper, kept_data
from tournaments.services import club_set_privacy

UNPROCESSABLE = 422


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """Show the page, the same for everybody and without a cookie."""
    keeper = data_keeper()
    context = {
        "players_public": careers_public(),
        "data_keeper": keeper,
        "kept": kept_data(keeper.years_after_leaving, logins_kept=LOGINS_KEPT),
    }
    return render(request, "club/privacy.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def club_privacy(request: HttpRequest) -> HttpResponse:
    """Write who keeps the data, whom to ask and whom to complain to, and how long the data of who left are kept."""
    club = Club.objects.first() or Club()
    form = PrivacyForm(request.POST if request.method == "POST" else None, club=club)
    if form.is_valid():
        club_set_privacy(facts=form.facts)
        messages.success(request, _("What the club says about people’s data is saved."))
        return redirect("club_privacy")
    return render(request, "club/club_privacy.html", {"form": form}, status=UNPROCESSABLE if form.is_bound else 200)
