"""The tokens of programs, for administrators."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.forms import ProgramForm
from accounts.logins.security_log import note
from accounts.models import ApiToken
from accounts.services import token_create, token_revoke
from pages.refusals import Refused

MOST_ENDED = 20


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def programs(request: HttpRequest) -> HttpResponse:
    """Show the programs with tokens. Create a token, and show its text at once."""
    form, now = ProgramForm(request.POST or None), timezone.now()
    if form.is_valid():
        try:
            token, text = token_create(**form.chosen, made_by=request.user.get_username(), at=now)
        except Refused as refusal:
            form.add_error("name", refusal.message)
        else:
            note(request, "token made", program=token, scope=token.scope)
            # The text of the token is in this response and nowhere else.
            return render(request, "accounts/token.html", {"token": token, "text": text})
    tokens = ApiToken.objects.filter(revoked_at=None)
    context = {
        "form": form,
        "programs": [(token, token.is_good(now)) for token in tokens],
        "ended": ApiToken.objects.exclude(revoked_at=None).order_by("-revoked_at")[:MOST_ENDED],
    }
    return render(request, "accounts/programs.html", context, status=422 if form.is_bound else 200)


@require_POST
def program_revoke(request: HttpRequest, pk: int) -> HttpResponse:
    """Revoke a token: the program's next request is refused."""
    token = get_object_or_404(ApiToken, pk=pk)
    if token_revoke(token=token, at=timezone.now()):
        note(request, "token revoked", program=token)
    messages.success(request, _("The token of “%(name)s” has been revoked.") % {"name": token})
    return redirect("programs")
