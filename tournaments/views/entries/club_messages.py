"""Messages ready to send around, and the pages on which the club chooses their words."""

from collections.abc import Mapping
from dataclasses import replace

from django.contrib.messages import success
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from pages.addresses import club_address
from tournaments import services
from tournaments.forms.entries import MessageForm
from tournaments.models import ClubMessage, Tournament
from tournaments.records.club_messages import FIELDS, MessageKind
from tournaments.selectors.club_messages import (
    ReadyMessage,
    kind_for,
    message_about,
    message_text,
    messages_about,
    sample_tournament,
)
from tournaments.selectors.entries import terms_of
from tournaments.selectors.mail_addresses import mail_ready, mail_server
from tournaments.selectors.mails import TO_MANY, Recipients, recipients_of
from tournaments.views.common import found_or_404, get_tournament, render_tournament
from tournaments.views.hall.address import ranking_address
from tournaments.wording.club_messages import FIELD_MEANINGS, FIELD_NAMES, KIND_TITLES

UNPROCESSABLE = 422


@require_safe
def messages(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the messages about a tournament: before it begins invitation and entries, and then the ranking."""
    return show_messages(request, get_tournament(slug))


def show_messages(
    request: HttpRequest, tournament: Tournament, *, typed: Mapping[MessageKind, str] | None = None, refusal: str = ""
) -> HttpResponse:
    """Show the messages for everybody, with the words typed so far, and to whom each goes by email."""
    link, can_mail = _link(request, tournament), mail_ready()
    ready = [
        replace(message, text=(typed or {}).get(message.kind, message.text))
        for message in messages_about(tournament, link)
    ]
    offers = {one.kind: recipients_of(tournament, one.kind) for one in ready if one.kind in TO_MANY and can_mail}
    return _show(request, tournament, ready, link, offers=offers, refusal=refusal)


@require_safe
def entry_message(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show the message for the people of an entry: that it is confirmed, or has moved up."""
    tournament = get_tournament(slug)
    entry = get_object_or_404(tournament.entries.select_related("pair"), pk=pk)
    kind = found_or_404(kind_for(entry))
    link = _pair_link(request, tournament, entry.pair.number) if entry.pair else _link(request, tournament)
    text = message_about(tournament, kind, link, names=str(entry))
    return _show(request, tournament, [ReadyMessage(kind=kind, text=text)], link, to=str(entry))


@require_safe
def pair_message(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show the confirmation for a pair, whoever entered it."""
    tournament = get_tournament(slug)
    pair = get_object_or_404(tournament.pairs.select_related("player1", "player2"), number=number)
    link = _pair_link(request, tournament, number)
    text = message_about(tournament, MessageKind.CONFIRMATION, link, names=str(pair))
    return _show(request, tournament, [ReadyMessage(kind=MessageKind.CONFIRMATION, text=text)], link, to=str(pair))


@require_safe
def club_messages(request: HttpRequest) -> HttpResponse:
    """Show every kind of message, and whether its words are the club's own."""
    own = set(ClubMessage.objects.values_list("kind", flat=True))
    rows = [(kind.value, title, kind in own) for kind, title in KIND_TITLES.items()]
    return render(request, "entries/club_messages.html", {"rows": rows})


@require_http_methods(["GET", "POST"])
def club_message(request: HttpRequest, kind: str) -> HttpResponse:
    """Change the words of a kind, or look at them with an evening before they are saved (`look`)."""
    wanted = _kind(kind)
    stored = message_text(wanted)
    form = MessageForm(request.POST or None, kind=wanted, text=stored)
    text = stored
    if form.is_valid():
        text = form.cleaned_data["text"]
        if "look" not in request.POST:
            services.club_message_save(kind=wanted, text=text)
            success(request, _("The club’s words are saved."))
            return redirect("club_message", kind)
    chosen = form.cleaned_data.get("evening") if form.is_bound else None
    evening = chosen or sample_tournament()
    context = {
        "form": form,
        "kind": kind,
        "title": KIND_TITLES[wanted],
        "is_own": ClubMessage.objects.filter(kind=wanted).exists(),
        "fields": [(f"{{{FIELD_NAMES[field]}}}", FIELD_MEANINGS[field]) for field in FIELDS[wanted]],
        "evening": evening,
        "preview": _preview(request, evening, wanted, text) if evening and not form.errors else "",
    }
    return render(request, "entries/club_message.html", context, status=UNPROCESSABLE if form.errors else 200)


@require_POST
def club_message_reset(request: HttpRequest, kind: str) -> HttpResponse:
    """Use our own words again."""
    services.club_message_reset(kind=_kind(kind))
    success(request, _("The program’s words are used again."))
    return redirect("club_message", kind)


def _kind(value: str) -> MessageKind:
    try:
        return MessageKind(value)
    except ValueError:
        raise Http404 from None


def _preview(request: HttpRequest, evening: Tournament, kind: MessageKind, text: str) -> str:
    pair = evening.pairs.select_related("player1", "player2").first()
    return message_about(evening, kind, _link(request, evening), names=str(pair) if pair else "", text=text)


def _link(request: HttpRequest, tournament: Tournament) -> str:
    """Return the page where people enter, as long as there is one, and otherwise the ranking."""
    if terms_of(tournament).is_open and tournament.state == Tournament.State.REGISTRATION:
        return club_address(request, reverse("public_entry", args=[tournament.slug]))
    return ranking_address(request, tournament.slug)


def _pair_link(request: HttpRequest, tournament: Tournament, number: int) -> str:
    return club_address(request, reverse("public_pair", args=[tournament.slug, number]))


def _show(
    request: HttpRequest,
    tournament: Tournament,
    ready: list[ReadyMessage],
    link: str,
    *,
    to: str = "",
    offers: Mapping[MessageKind, Recipients] | None = None,
    refusal: str = "",
) -> HttpResponse:
    context = {
        "section": "pairs" if tournament.state == Tournament.State.REGISTRATION else "ranking",
        "ready": [(KIND_TITLES[message.kind], message, (offers or {}).get(message.kind)) for message in ready],
        "link": link,
        "to": to,
        "refusal": refusal,
        "mail_server": mail_server(),
    }
    status = UNPROCESSABLE if refusal else 200
    return render_tournament(request, "entries/messages.html", tournament, context, status=status)
