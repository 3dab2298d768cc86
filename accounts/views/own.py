"""The user's own account: password, sessions and second factor."""

from base64 import b32encode

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout, update_session_auth_hash
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.http.request import split_domain_port
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.errors import HashingBusy, LoginDelayed, WrongPassword
from accounts.forms import LoginCodeForm, PasswordForm
from accounts.logins.security_log import note
from accounts.models import Session, must_change_password, role_of
from accounts.services import (
    device_code,
    has_second_factor,
    password_change,
    second_factor_begin,
    second_factor_confirm,
    second_factor_remove,
    sessions_end,
)
from pages.addresses import hall_address, qr_image

UNPROCESSABLE, TOO_MANY = 422, 429
HERE = {"localhost", "127.0.0.1", "[::1]"}
"""The names under which the club's own computer opens the program."""


@never_cache
@require_safe
def own_account(request: HttpRequest) -> HttpResponse:
    user = _user(request)
    context = {
        "role": role_of(user),
        "sessions": Session.objects.filter(user=user, expire_date__gt=timezone.now()).order_by("-seen_at"),
        "this_session": request.session.session_key,
        "second_factor_offered": second_factor_offered(request),
        "has_second_factor": has_second_factor(user),
        "by_line_only": not settings.HTTPS,
    }
    return render(request, "accounts/own.html", context)


@never_cache
@require_safe
def own_device_code(request: HttpRequest) -> HttpResponse:
    """Show the code with which another device need not wait for what others have typed."""
    note(request, "device code shown")
    code = device_code(shown_by=_user(request), at=timezone.now())
    context = {"code": code, "address": hall_address(request, reverse("login_device"))}
    return render(request, "accounts/device_code.html", context)


@sensitive_post_parameters()
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def own_password(request: HttpRequest) -> HttpResponse:
    """Change the user's own password and end all other sessions. Whoever has to do so goes on to the tournaments."""
    user = _user(request)
    forced = must_change_password(user)
    form = PasswordForm(request.POST or None, user=user)
    status = 200
    if request.method == "POST":
        status = UNPROCESSABLE
        if form.is_valid() and _change_password(request, user, form):
            messages.success(
                request, _("The new password is valid from now on. You have been logged out everywhere else.")
            )
            return redirect("home" if forced else "own_account")
    context = {"form": form, "forced": forced}
    return render(request, "accounts/password.html", context, status=status)


def _change_password(request: HttpRequest, user: User, form: PasswordForm) -> bool:
    """Change the password and return true, or add the errors to the form and return false."""
    old, new = (form.cleaned_data[name] for name in ("old_password", "new_password"))
    try:
        changed = password_change(user=user, old=old, new=new, at=timezone.now())
    except WrongPassword:
        note(request, "password not changed")
        form.add_error("old_password", _("That is not your current password."))
    except LoginDelayed as delay:
        note(request, "password change delayed", seconds=delay.seconds)
        sentence = ngettext(
            "Too many wrong attempts. Try again in %(count)s second.",
            "Too many wrong attempts. Try again in %(count)s seconds.",
            delay.seconds,
        ) % {"count": delay.seconds}
        form.add_error("old_password", sentence)
    except HashingBusy as busy:
        form.add_error(None, str(busy.sentence))
    else:
        update_session_auth_hash(request, changed)
        note(request, "password changed")
        return True
    return False


@require_POST
def own_sessions_end(request: HttpRequest) -> HttpResponse:
    """Log the user out on every device, this one included."""
    sessions_end(user=_user(request))
    note(request, "account logged out", account=_user(request))
    logout(request)
    messages.success(request, _("You are logged out everywhere."))
    return redirect("login")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def second_factor(request: HttpRequest) -> HttpResponse:
    """Show the secret as a QR code until a code confirms that the phone has it."""
    _demand_privacy(request)
    user = _user(request)
    form = LoginCodeForm(request.POST or None)
    if form.is_valid():
        if second_factor_confirm(user=user, code=form.cleaned_data["otp"]):
            note(request, "second factor set up")
            messages.success(request, _("From now on you also need a code from your phone to log in."))
            return redirect("own_account")
        note(request, "second factor not set up")
        form.add_error("otp", _("That code is wrong or has expired. Wait for the next one and type it straight away."))
    device = second_factor_begin(user=user)
    context = {"form": form, "qr": qr_image(device.config_url), "key": b32encode(device.bin_key).decode()}
    return render(request, "accounts/second_factor.html", context, status=UNPROCESSABLE if form.is_bound else 200)


@require_POST
def own_second_factor_remove(request: HttpRequest) -> HttpResponse:
    _demand_privacy(request)
    second_factor_remove(user=_user(request))
    note(request, "second factor removed")
    messages.success(request, _("You now need only your password to log in."))
    return redirect("own_account")


def second_factor_offered(request: HttpRequest) -> bool:
    """Return whether a code is asked for anywhere, and the secret may be shown: nobody in the hall must read it."""
    if settings.HTTPS:
        return True
    is_private = request.is_secure() or split_domain_port(request.get_host())[0] in HERE
    return is_private and bool(request.club_settings["accounts_online"])  # type: ignore[attr-defined]


def _demand_privacy(request: HttpRequest) -> None:
    if not second_factor_offered(request):
        raise Http404


def _user(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user
