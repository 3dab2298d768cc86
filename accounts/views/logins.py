"""Coming in: by name and password, or by a link that an administrator gave."""

from django.contrib.auth import login as begin_session
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from accounts.errors import HashingBusy, LinkOver, LoginDelayed, NotLetIn
from accounts.forms import LoginForm, NewPasswordForm
from accounts.logins.devices import known_device, remember_device
from accounts.logins.security_log import note
from accounts.models import Access
from accounts.services import link_owner, log_in, needs_code, password_choose
from accounts.services.limits import Attempt
from accounts.services.logins import access_note

UNPROCESSABLE, TOO_MANY, UNAVAILABLE = 422, 429, 503


@sensitive_post_parameters()
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def login(request: HttpRequest) -> HttpResponse:
    """Ask who it is, and go on to the page that was asked for."""
    if request.user.is_authenticated:
        return redirect(_next(request))
    form = LoginForm(request.POST or None)
    if request.method != "POST" or not form.is_valid():
        return _show(request, form, status=UNPROCESSABLE if form.is_bound else 200)
    typed = form.cleaned_data
    name = typed["username"]
    attempt = Attempt(name=name, address=request.META.get("REMOTE_ADDR", ""), device=known_device(request, name))
    try:
        user = log_in(
            request, attempt=attempt, password=typed["password"], code=typed.get("otp", ""), at=timezone.now()
        )
    except LoginDelayed as delay:
        form.add_error(None, _delay_sentence(delay.seconds, known=bool(attempt.device)))
        response = _show(request, form, status=TOO_MANY)
        response["Retry-After"] = str(delay.seconds)
        return response
    except NotLetIn:
        form.add_error(None, _wrong(form))
        return _show(request, form, status=UNPROCESSABLE)
    begin_session(request, user)
    return remember_device(redirect(_next(request)), name)


@sensitive_post_parameters()
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def first_login(request: HttpRequest, user: int, token: str) -> HttpResponse:
    """By a link that is good once: the password is chosen here, and whoever has chosen it is in."""
    try:
        owner = link_owner(user, token)
        form = NewPasswordForm(request.POST or None, user=owner)
        if request.method != "POST" or not form.is_valid():
            return _choose(request, form, owner, status=UNPROCESSABLE if form.is_bound else 200)
        owner = password_choose(user=owner, token=token, password=form.cleaned_data["new_password"])
    except LinkOver:
        note(request, "link refused", account=user)
        return render(request, "accounts/link_over.html", status=404)
    except HashingBusy:
        form.add_error(None, _("Somebody else is logging in at this very moment. Try again."))
        return _choose(request, form, owner, status=UNAVAILABLE)
    if needs_code(owner):
        return redirect("login")
    begin_session(request, owner, backend="accounts.logins.backend.AccountBackend")
    name = owner.get_username()
    access_note(request, name=name, outcome=Access.Outcome.LINK, at=timezone.now())
    return remember_device(redirect("home"), name)


def _next(request: HttpRequest) -> str:
    """The page that was asked for; no address elsewhere, whoever made the link."""
    asked = request.POST.get("next", request.GET.get("next", ""))
    safe = url_has_allowed_host_and_scheme(asked, {request.get_host()}, require_https=request.is_secure())
    # Anything else that is no address elsewhere would be taken for the name of a page.
    return asked if safe and asked.startswith("/") else resolve_url("home")


def _show(request: HttpRequest, form: LoginForm, *, status: int) -> HttpResponse:
    asked = request.POST.get("next", request.GET.get("next", ""))
    return render(request, "accounts/login.html", {"form": form, "next": asked}, status=status)


def _choose(request: HttpRequest, form: NewPasswordForm, owner: User, *, status: int) -> HttpResponse:
    return render(request, "accounts/first_login.html", {"form": form, "owner": owner}, status=status)


def _delay_sentence(seconds: int, *, known: bool) -> str:
    """How long, and who is not meant by it; on a device that is `known`, only what was typed there counts."""
    wait = ngettext("Try again in %(count)s second.", "Try again in %(count)s seconds.", seconds) % {"count": seconds}
    if known:
        return _("Too many wrong passwords were typed on this device. %(wait)s") % {"wait": wait}
    return _(
        "Too many wrong passwords came in for this name, or from this place. %(wait)s A device on which you have"
        " logged in before does not wait, and the players’ pages need no login."
    ) % {"wait": wait}


def _wrong(form: LoginForm) -> str:
    if "otp" in form.fields:
        return _(
            "Name, password and code do not go together. Mind capitals; a code is good once, and for half a minute."
        )
    return _("Name and password do not go together. Mind capitals.")
