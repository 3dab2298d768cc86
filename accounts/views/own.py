"""One's own account: the password, where one is logged in, the second factor."""

from base64 import b32encode

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout, update_session_auth_hash
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.errors import HashingBusy, LoginDelayed, WrongPassword
from accounts.forms import CodeForm, PasswordForm
from accounts.logins.security_log import note
from accounts.models import Session, must_change_password, role_of
from accounts.services import (
    needs_code,
    password_change,
    second_factor_begin,
    second_factor_confirm,
    second_factor_remove,
    sessions_end,
)
from scoring.views.page_address import qr_image

UNPROCESSABLE, TOO_MANY = 422, 429


@never_cache
@require_safe
def own_account(request: HttpRequest) -> HttpResponse:
    """Who one is here, and where one is logged in."""
    user = _user(request)
    context = {
        "role": role_of(user).label,
        "sessions": Session.objects.filter(user=user, expire_date__gt=timezone.now()).order_by("-seen_at"),
        "this_session": request.session.session_key,
        "second_factor_offered": settings.HTTPS,
        "has_second_factor": needs_code(user),
    }
    return render(request, "accounts/own.html", context)


@sensitive_post_parameters()
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def own_password(request: HttpRequest) -> HttpResponse:
    """Another password; everywhere else one has to log in anew."""
    user = _user(request)
    form = PasswordForm(request.POST or None, user=user)
    status = 200
    if request.method == "POST":
        status = UNPROCESSABLE
        if form.is_valid() and _change_password(request, user, form):
            messages.success(request, _("The new password counts from now on. Everywhere else you are logged out."))
            return redirect("own_account")
    context = {"form": form, "forced": must_change_password(user)}
    return render(request, "accounts/password.html", context, status=status)


def _change_password(request: HttpRequest, user: User, form: PasswordForm) -> bool:
    """Whether it was; what hinders it is said in the form."""
    old, new = (form.cleaned_data[name] for name in ("old_password", "new_password"))
    try:
        changed = password_change(user=user, old=old, new=new, at=timezone.now())
    except WrongPassword:
        note(request, "password not changed")
        form.add_error("old_password", _("That is not your password of now."))
    except LoginDelayed as delay:
        note(request, "password change delayed", seconds=delay.seconds)
        told = _("Too many wrong ones. Try again in %(count)s seconds.") % {"count": delay.seconds}
        form.add_error("old_password", told)
    except HashingBusy:
        form.add_error(None, _("Somebody else is logging in at this very moment. Try again."))
    else:
        update_session_auth_hash(request, changed)
        note(request, "password changed")
        return True
    return False


@require_POST
def own_sessions_end(request: HttpRequest) -> HttpResponse:
    """Log out everywhere, here too."""
    sessions_end(user=_user(request))
    note(request, "account logged out", account=_user(request))
    logout(request)
    messages.success(request, _("You are logged out everywhere."))
    return redirect("login")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def second_factor(request: HttpRequest) -> HttpResponse:
    """The secret as a QR code, until a code shows that the phone has it."""
    _demand_https()
    user = _user(request)
    form = CodeForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        if second_factor_confirm(user=user, code=form.cleaned_data["otp"]):
            note(request, "second factor set up")
            messages.success(request, _("From now on you log in with a code of your phone, too."))
            return redirect("own_account")
        note(request, "second factor not set up")
        form.add_error("otp", _("That is not the code of this moment. Wait for the next one, and type it at once."))
    device = second_factor_begin(user=user)
    context = {"form": form, "qr": qr_image(device.config_url), "key": b32encode(device.bin_key).decode()}
    return render(request, "accounts/second_factor.html", context, status=UNPROCESSABLE if form.is_bound else 200)


@require_POST
def own_second_factor_remove(request: HttpRequest) -> HttpResponse:
    """The password alone is enough again."""
    _demand_https()
    second_factor_remove(user=_user(request))
    note(request, "second factor removed")
    messages.success(request, _("You log in with your password alone again."))
    return redirect("own_account")


def _demand_https() -> None:
    """A secret is not sent over a line that anybody in the hall can read."""
    if not settings.HTTPS:
        raise Http404


def _user(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user
