"""Logging in by name and password, or by a link from an administrator."""

from django.contrib import messages
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

from accounts.errors import HashingBusy, LinkExpired, LoginDelayed, LoginRefused
from accounts.forms import DeviceForm, LoginForm, NewPasswordForm
from accounts.logins.devices import known_device, let_in_device, remember_device
from accounts.logins.security_log import note
from accounts.models import Access
from accounts.services import device_sign, link_owner, log_in, needs_code, password_choose
from accounts.services.login_delays import LoginAttempt
from accounts.services.logins import access_note
from pages.line import came_by_line

UNPROCESSABLE, TOO_MANY, UNAVAILABLE = 422, 429, 503


@sensitive_post_parameters()
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def login(request: HttpRequest) -> HttpResponse:
    """Log in, and continue to the page that was requested."""
    if request.user.is_authenticated:
        return redirect(_next(request))
    form = LoginForm(request.POST or None, by_line=came_by_line(request))
    if not form.is_valid():
        return _show(request, form, status=UNPROCESSABLE if form.is_bound else 200)
    typed = form.cleaned_data
    name = typed["username"]
    attempt = LoginAttempt(name=name, address=request.META.get("REMOTE_ADDR", ""), device=known_device(request, name))
    try:
        user = log_in(
            request, attempt=attempt, password=typed["password"], code=typed.get("otp", ""), at=timezone.now()
        )
    except LoginDelayed as delay:
        form.add_error(None, _delay_sentence(delay.seconds, known=bool(attempt.device)))
        response = _show(request, form, status=TOO_MANY)
        response["Retry-After"] = str(delay.seconds)
        return response
    except LoginRefused:
        form.add_error(None, _wrong(form))
        return _show(request, form, status=UNPROCESSABLE)
    begin_session(request, user)
    return remember_device(redirect(_next(request)), name)


@sensitive_post_parameters()
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def login_device(request: HttpRequest) -> HttpResponse:
    """Exempt a device from others' delays with the code of somebody who is logged in."""
    form = DeviceForm(request.POST or None)
    if form.is_valid():
        name = form.cleaned_data["username"]
        sign = device_sign(code=form.cleaned_data["code"], name=name, at=timezone.now())
        if sign:
            note(request, "device let in", name=name)
            messages.success(request, _("This device no longer waits for what others have typed: log in."))
            return let_in_device(redirect("login"), name, sign)
        note(request, "wrong code of a device", name=name)
        form.add_error("code", _("This code is not valid now. Check it again: it changes every ten minutes."))
    status = UNPROCESSABLE if form.is_bound else 200
    return render(request, "accounts/login_device.html", {"form": form}, status=status)


@sensitive_post_parameters()
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def first_login(request: HttpRequest, user: int, token: str) -> HttpResponse:
    """Choose a password by a link that works once, and log in."""
    try:
        owner = link_owner(user, token)
        form = NewPasswordForm(request.POST or None, user=owner)
        if not form.is_valid():
            return _choose(request, form, owner, status=UNPROCESSABLE if form.is_bound else 200)
        owner = password_choose(user=owner, token=token, password=form.cleaned_data["new_password"])
    except LinkExpired:
        note(request, "link refused", account=user)
        return render(request, "accounts/link_expiry.html", status=404)
    except HashingBusy as busy:
        form.add_error(None, str(busy.sentence))
        return _choose(request, form, owner, status=UNAVAILABLE)
    if needs_code(owner):
        return redirect("login")
    begin_session(request, owner, backend="accounts.logins.backend.AccountBackend")
    name = owner.get_username()
    access_note(request, name=name, outcome=Access.Outcome.LINK, at=timezone.now())
    return remember_device(redirect("home"), name)


def _next(request: HttpRequest) -> str:
    """Return the requested page, or the home page if it is on another site."""
    address = request.POST.get("next", request.GET.get("next", ""))
    safe = url_has_allowed_host_and_scheme(address, {request.get_host()}, require_https=request.is_secure())
    # A value without a leading slash would be resolved as the name of a page.
    return address if safe and address.startswith("/") else resolve_url("home")


def _show(request: HttpRequest, form: LoginForm, *, status: int) -> HttpResponse:
    address = request.POST.get("next", request.GET.get("next", ""))
    return render(request, "accounts/login.html", {"form": form, "next": address}, status=status)


def _choose(request: HttpRequest, form: NewPasswordForm, owner: User, *, status: int) -> HttpResponse:
    return render(request, "accounts/first_login.html", {"form": form, "owner": owner}, status=status)


def _delay_sentence(seconds: int, *, known: bool) -> str:
    """Return a sentence with the wait and how to avoid it. On a `known` device only its own failures count."""
    wait = ngettext("Try again in %(count)s second.", "Try again in %(count)s seconds.", seconds) % {"count": seconds}
    if known:
        return _("Too many wrong passwords were typed on this device. %(wait)s") % {"wait": wait}
    return _(
        "There have been too many wrong passwords for this name, or from this place. %(wait)s A device on which you "
        "have logged in before does not have to wait, nor does one let in with a code from somebody who is logged in."
    ) % {"wait": wait}


def _wrong(form: LoginForm) -> str:
    if "otp" in form.fields:
        return _("Wrong name, password or code. Check capital letters; each code works once, for half a minute.")
    return _("Wrong name or password. Check capital letters.")
