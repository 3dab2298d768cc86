"""The accounts of the club, for its administrators."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.forms import AccountForm, NewAccountForm
from accounts.logins.security_log import note
from accounts.models import Session, role_of
from accounts.services import account_change, account_create, link_make, needs_code, second_factor_remove, sessions_end
from pages.addresses import hall_address, qr_image
from pages.line import came_by_line
from pages.refusals import Refused


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def accounts(request: HttpRequest) -> HttpResponse:
    """Show all accounts. Create one, and show its login link at once."""
    form = NewAccountForm(request.POST or None)
    if form.is_valid():
        try:
            user = account_create(**form.chosen)
        except Refused as refusal:
            form.add_error("name", refusal.message)
        else:
            note(request, "account made", account=user, role=role_of(user))
            return _show_link(request, user)
    users = User.objects.select_related("account").order_by("-is_active", "username")
    context = {"form": form, "accounts": [(user, role_of(user)) for user in users]}
    return render(request, "accounts/accounts.html", context, status=422 if form.is_bound else 200)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def account_edit(request: HttpRequest, pk: int) -> HttpResponse:
    """Show an account and its sessions, and change its role or disable it."""
    user = _user(pk)
    form = AccountForm(request.POST or None, user=user)
    if form.is_valid():
        try:
            changed = account_change(user=user, **form.chosen)
        except Refused as refusal:
            form.add_error(None, refusal.message)
        else:
            note(request, "account changed", account=changed, **form.chosen)
            if changed.is_active != user.is_active:
                note(request, "account opened" if changed.is_active else "account shut", account=changed)
            messages.success(request, _("The account of %(name)s is saved.") % {"name": changed})
            return redirect("accounts")
    context = {
        "owner": user,
        "form": form,
        "sessions": Session.objects.filter(user=user, expire_date__gt=timezone.now()).order_by("-seen_at"),
        "has_second_factor": needs_code(user),
    }
    return render(request, "accounts/account.html", context, status=422 if form.is_bound else 200)


@require_POST
def account_link(request: HttpRequest, pk: int) -> HttpResponse:
    """Create a login link, for the first login or a forgotten password."""
    user = _user(pk)
    if not user.is_active:
        messages.error(request, _("This account is disabled: enable it first."))
        return redirect("account_edit", pk)
    if not came_by_line(request):
        note(request, "link made", account=user)
    return _show_link(request, user)


@require_POST
def account_log_out(request: HttpRequest, pk: int) -> HttpResponse:
    user = _user(pk)
    sessions_end(user=user)
    note(request, "account logged out", account=user)
    messages.success(request, _("%(name)s is logged out everywhere.") % {"name": user})
    return redirect("account_edit", pk)


@require_POST
def account_second_factor_remove(request: HttpRequest, pk: int) -> HttpResponse:
    """Remove the second factor of somebody who has lost the phone."""
    user = _user(pk)
    second_factor_remove(user=user)
    note(request, "second factor removed", account=user)
    messages.success(request, _("%(name)s now needs only the password to log in.") % {"name": user})
    return redirect("account_edit", pk)


def _user(pk: int) -> User:
    return get_object_or_404(User.objects.select_related("account"), pk=pk)


def _show_link(request: HttpRequest, user: User) -> HttpResponse:
    """Show a login link, which is in this response and nowhere else.

    It opens in the hall alone, and whoever came by the line cannot be told the hall's address.
    """
    if came_by_line(request):
        messages.warning(
            request, _("Login links open in the hall only: create the one for %(name)s there.") % {"name": user}
        )
        return redirect("account_edit", user.pk)
    path = reverse("first_login", args=[user.pk, link_make(user=user)])
    address = hall_address(request, path)
    context = {
        "owner": user,
        "address": address,
        "qr": qr_image(address),
        "hours": settings.PASSWORD_RESET_TIMEOUT // 3600,
    }
    return render(request, "accounts/link.html", context)
