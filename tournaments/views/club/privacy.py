"""The page about what the program stores about people, in words for them."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.selectors.careers import careers_public
from tournaments.selectors.mail_addresses import mail_server


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """Show the page, the same for everybody and without a cookie."""
    return render(request, "club/privacy.html", {"players_public": careers_public(), "mail_server": mail_server()})
