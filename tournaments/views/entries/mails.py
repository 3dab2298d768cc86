"""Emails: put in the queue at a press, the queue, the server's page, and the public page that stops them."""

from django.contrib import messages as notes
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from pages.refusals import Refused
from tournaments import services
from tournaments.forms.entries import MailTestForm, MailTextForm
from tournaments.models import Mail, StoppedAddress
from tournaments.selectors.mail_addresses import digest_of_token, mail_ready, mail_server
from tournaments.selectors.mails import TO_MANY, last_test, last_trouble, mails_counted, waiting_since
from tournaments.services.mails import OPEN_TO_DECISION
from tournaments.views.common import found_or_404, get_tournament, user_of
from tournaments.wording.mails import kind_title

from .club_messages import show_messages

MAILS_A_PAGE = 100
UNPROCESSABLE = 422
TO_DECIDE = (Mail.State.UNSURE, Mail.State.FAILED)
"""The states in which a person decides what becomes of an email."""


@require_POST
def message_mail(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    """Put a message in the queue, with the words as they were corrected on the page."""
    tournament = get_tournament(slug)
    wanted = next((known for known in TO_MANY if known.value == kind), None)
    form = MailTextForm(request.POST)
    if wanted is None:
        raise Http404
    if not form.is_valid():
        typed, refusal = request.POST.get("text", ""), " ".join(map(str, form.errors["text"]))
        return show_messages(request, tournament, typed={wanted: typed}, refusal=refusal)
    try:
        count = services.message_mail(
            tournament=tournament, kind=wanted, text=form.cleaned_data["text"], who=user_of(request).get_username()
        )
    except Refused as refused:
        return show_messages(request, tournament, typed={wanted: form.cleaned_data["text"]}, refusal=refused.message)
    sentence = ngettext("%(count)s email is in the queue.", "%(count)s emails are in the queue.", count)
    notes.success(request, sentence % {"count": count})
    return redirect("messages", slug)


@require_safe
def mails(request: HttpRequest) -> HttpResponse:
    """Show the queue, or the emails in one state."""
    found_or_404(mail_server() or Mail.objects.exists() or None)
    counts = dict(mails_counted())
    state = next((known for known in Mail.State if known.value == request.GET.get("state")), None)
    rows = Mail.objects.filter(state=state) if state else Mail.objects.all()
    page = Paginator(rows.select_related("tournament"), MAILS_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "page": page,
        "rows": [(mail, kind_title(mail.kind), mail.state in OPEN_TO_DECISION) for mail in page],
        "can_drop_all": state in OPEN_TO_DECISION and len(page) > 1,
        "state": state or "",
        "states": [(known, counts[known]) for known in Mail.State if known in counts],
        "to_decide": sum(counts.get(known, 0) for known in TO_DECIDE),
        "since": waiting_since(),
        "trouble": last_trouble(),
        "ready": mail_ready(),
        "query": f"state={state}" if state else "",
    }
    return render(request, "entries/mails.html", context)


@require_POST
def mail_retry(request: HttpRequest, pk: int) -> HttpResponse:
    """Try an email again, though it was perhaps sent already."""
    try:
        services.mail_retry(mail=get_object_or_404(Mail, pk=pk), who=user_of(request).get_username())
    except Refused as refusal:
        notes.error(request, refusal.message)
    else:
        notes.success(request, _("The email is being tried again."))
    return redirect("mails")


@require_POST
def mail_drop(request: HttpRequest, pk: int) -> HttpResponse:
    """Drop an email."""
    try:
        services.mail_drop(mail=get_object_or_404(Mail, pk=pk), who=user_of(request).get_username())
    except Refused as refusal:
        notes.error(request, refusal.message)
    else:
        notes.success(request, _("The email has been dropped."))
    return redirect("mails")


@require_POST
def mails_drop(request: HttpRequest) -> HttpResponse:
    """Drop every email of a state."""
    state = next((known for known in Mail.State if known.value == request.POST.get("state")), None)
    count = services.mails_drop(state=found_or_404(state), who=user_of(request).get_username())
    sentence = ngettext("%(count)s email is dropped.", "%(count)s emails are dropped.", count)
    notes.success(request, sentence % {"count": count})
    return redirect("mails")


@require_http_methods(["GET", "HEAD", "POST"])
def mail_server_page(request: HttpRequest) -> HttpResponse:
    """Say how a server is set, or try the one that is set."""
    form = MailTestForm(request.POST or None)
    if form.is_valid():
        try:
            services.mail_test(address=form.cleaned_data["address"], who=user_of(request).get_username())
        except Refused as refusal:
            form.add_error(None, refusal.message)
        else:
            notes.success(request, _("The test is in the queue: load this page again in a moment."))
            return redirect("mail_server")
    context = {"form": form, "is_set": mail_server(), "ready": mail_ready(), "test": last_test()}
    return render(request, "entries/mail_server.html", context, status=UNPROCESSABLE if form.is_bound else 200)


# Mail programs send the press by themselves, without a cookie or a page before it (RFC 8058): the link is the secret.
@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def mail_stop(request: HttpRequest, token: str) -> HttpResponse:
    """Stop emails to the address that got this link, or take that back. Opening the link changes nothing."""
    digest = found_or_404(digest_of_token(token))
    if request.method == "POST" and "again" in request.POST:  # equivalent `'again' in request.POST`: a GET has none
        services.mail_resume(digest=digest)
    elif request.method == "POST":
        services.mail_stop(digest=digest, at=timezone.now())
    is_stopped = StoppedAddress.objects.filter(digest=digest).exists()
    return render(request, "entries/mail_stop.html", {"is_stopped": is_stopped})
