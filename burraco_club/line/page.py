"""The page that puts the club on the web: the house's code, the switch, and how the line is."""

from typing import Any
from urllib.parse import urlsplit

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.request import validate_host
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.logins.security_log import note
from burraco_club.line.code import LONGEST_TEXT, NoLineCode, read_code
from burraco_club.line.holder import LineHolder
from burraco_club.line.served import served_line
from burraco_club.line.states import CODE_SENTENCES, Phase, state_sentence
from pages.addresses import qr_image
from tournaments import services
from tournaments.wording.addresses import unanswered

UNPROCESSABLE = 422
WRONG_CLOCK = 120
"""Seconds by which the clock may differ from the house's: codes of two-step login are good for less."""


class LineCodeForm(forms.Form):
    """The code with which the club gets its line."""

    code = forms.CharField(
        label=gettext_lazy("The server’s code"),
        max_length=LONGEST_TEXT,
        help_text=gettext_lazy(
            "Whoever keeps the server has sent it: paste it as it stands in the message. It is good once; until then "
            "keep it to yourself."
        ),
        widget=forms.Textarea({"rows": 5, "autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
    )

    def clean_code(self) -> str:
        typed: str = self.cleaned_data["code"]
        try:
            code = read_code(typed)
        except NoLineCode as fault:
            raise forms.ValidationError(CODE_SENTENCES[fault.reason]) from fault
        host = urlsplit(code.address).hostname or ""
        if not validate_host(host, settings.ALLOWED_HOSTS):
            raise forms.ValidationError(unanswered(host))
        return typed


class AccountsForm(forms.Form):
    """Who may log in from outside."""

    accounts_online = forms.BooleanField(
        label=gettext_lazy("Let accounts with two-step login in from outside"),
        required=False,
        help_text=gettext_lazy(
            "Otherwise whoever works for the club logs in in the hall only. Two-step login is set up at this computer "
            "(localhost), behind one’s own name at the foot of the page."
        ),
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def club_web(request: HttpRequest) -> HttpResponse:
    """Show how the line is. Take a code, switch the line, or say who may come in by it."""
    line, act = served_line(), request.POST.get("do", "")
    form = LineCodeForm(request.POST if act == "code" else None)
    if request.method == "POST" and line is not None and _is_done(request, line, act, form):
        return redirect("club_web")
    club_settings: Any = request.club_settings  # type: ignore[attr-defined]
    context = _now(line) | {
        "form": form,
        "accounts_form": AccountsForm(initial={"accounts_online": club_settings["accounts_online"]}),
        "has_line": line is not None,
        "is_known": line is not None and (line.files.way() is not None or line.files.code() is not None),
    }
    return render(request, "club/web.html", context, status=UNPROCESSABLE if request.method == "POST" else 200)


@never_cache
@require_safe
def club_web_now(request: HttpRequest) -> HttpResponse:
    """Show how the line is, for the page that asks again and again."""
    return render(request, "club/_web_now.html", _now(served_line()))


def _is_done(request: HttpRequest, line: LineHolder, act: str, form: LineCodeForm) -> bool:
    """Do what was sent. Return false if it cannot be done as it stands."""
    if act == "code":
        if not form.is_valid():
            return False
        if line.take_code(form.cleaned_data["code"]):
            note(request, "code of a line taken", line=line.files.address)
    elif act in ("on", "off"):
        address = line.files.address
        if line.switch(on=act == "on") and address:
            note(request, f"line switched {act}", line=address)
    elif act == "again":
        if line.state.phase is Phase.LOST:
            line.switch(on=True)
    elif act == "accounts":
        services.club_let_accounts_in(allowed=bool(request.POST.get("accounts_online")))
        messages.success(request, _("Who may come in from outside is saved."))
    else:
        return False
    return True


def _now(line: LineHolder | None) -> dict[str, object]:
    """Return the context of `templates/club/_web_now.html`."""
    if line is None:
        sentence = _("This program runs on a server, and is on the web already, under its own address.")
        return {
            "sentence": sentence,
            "level": "info",
            "is_on": False,
            "is_lost": False,
            "address": "",
            "qr": "",
            "clock": "",
        }
    state, is_held = line.state, line.state.phase is Phase.HELD
    level = "success" if is_held else "info" if state.trouble is None else "warning"
    return {
        "sentence": state_sentence(state),
        "level": level,
        "is_on": line.files.is_on,
        "is_lost": state.phase is Phase.LOST,
        "address": state.address if is_held else "",
        "qr": qr_image(state.address) if is_held else "",
        "clock": _clock_sentence(line.clock_ahead) if is_held else "",
    }


def _clock_sentence(ahead: float) -> str:
    """Return what to say of a clock that differs too much from the house's; empty for one that is right."""
    minutes = round(abs(ahead) / 60)
    if abs(ahead) < WRONG_CLOCK:
        return ""
    if ahead > 0:
        sentence = ngettext(
            "This computer’s clock is %(count)s minute ahead of the server’s: set it, or two-step login fails.",
            "This computer’s clock is %(count)s minutes ahead of the server’s: set it, or two-step login fails.",
            minutes,
        )
    else:
        sentence = ngettext(
            "This computer’s clock is %(count)s minute behind the server’s: set it, or two-step login fails.",
            "This computer’s clock is %(count)s minutes behind the server’s: set it, or two-step login fails.",
            minutes,
        )
    return sentence % {"count": minutes}
