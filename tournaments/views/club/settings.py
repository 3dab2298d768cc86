"""What the club says of itself."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.forms.club.settings import ClubForm
from tournaments.models import Club
from tournaments.services import club_keep_till, club_rename


@require_http_methods(["GET", "POST"])
def club_settings(request: HttpRequest) -> HttpResponse:
    """The name on every page and sheet, and whether the club keeps a till."""
    club = Club.objects.first()
    form = ClubForm(request.POST or None, initial={"name": club.name, "till": club.till} if club else {})
    if request.method == "POST" and form.is_valid():
        club_rename(name=form.cleaned_data["name"])
        club_keep_till(keeps=form.cleaned_data["till"])
        messages.success(request, _("The club’s name is saved."))
        return redirect("home")
    return render(request, "club/club.html", {"form": form}, status=422 if form.is_bound else 200)
