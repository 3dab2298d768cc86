"""Membership cards, for the members found or for a few of them."""

from typing import Any
from urllib.parse import urlencode

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from pages.file_names import file_name
from tournaments.forms.people.members import CardsForm, MembersWantedForm
from tournaments.models import Player
from tournaments.selectors.members import members_found
from tournaments.selectors.settings import club_name
from tournaments.sheets.membership_cards import MemberCard, membership_cards
from tournaments.views.printing.downloads import file_to_show
from tournaments.wording.figures import figure

UNPROCESSABLE = 422
MOST_CARDS = 2_000
"""The most cards in one file: two hundred sheets."""
MOST_NAMED = 100
"""The most members listed with a box to tick, or as lacking a number."""


@require_safe
def member_cards(request: HttpRequest) -> HttpResponse:
    """Choose the members and the first place on the sheet, and list those without a number."""
    finder = MembersWantedForm(request.GET)
    return _show(request, finder, CardsForm(request.GET or None), status=200 if finder.is_valid() else UNPROCESSABLE)


@require_safe
def member_cards_pdf(request: HttpRequest) -> HttpResponse:
    """Send the sheets; if none can be made, show the page with the reason."""
    finder, form = MembersWantedForm(request.GET), CardsForm(request.GET)
    if form.is_valid() and finder.is_valid():
        members = _with_number(members_found(**finder.wanted))
        chosen = members.filter(pk__in=form.keys) if form.keys else members
        rows = list(chosen.values_list("last_name", "first_name", "card")[: MOST_CARDS + 1])
        if 0 < len(rows) <= MOST_CARDS:
            cards = [MemberCard(last_name=last, first_name=first, number=card) for last, first, card in rows]
            return _pdf(membership_cards(club_name(), cards, skip=form.cleaned_data["skip"] or 0))
        form.add_error(
            None, _too_many() if rows else _("None of these people has a card number, so no card can be made.")
        )
    return _show(request, finder, form, status=UNPROCESSABLE)


def _show(request: HttpRequest, finder: MembersWantedForm, form: CardsForm, *, status: int) -> HttpResponse:
    wanted = finder.wanted if finder.is_valid() else {}
    members = members_found(**wanted) if finder.is_valid() else Player.objects.none()
    printed, without = _with_number(members), members.filter(card="")
    count = printed.count()
    context: dict[str, Any] = {
        "finder": finder,
        "form": form,
        "wanted": wanted,
        "query": urlencode(wanted),
        "count": count,
        "too_many": _too_many() if count > MOST_CARDS else "",
        "choices": printed if count <= MOST_NAMED else (),
        "ticked": set(form["only"].value() or ()),
        "without_count": without.count(),
        "without": without[:MOST_NAMED],
    }
    return render(request, "people/cards.html", context, status=status)


def _with_number(members: QuerySet[Player]) -> QuerySet[Player]:
    return members.exclude(card="")


def _too_many() -> str:
    return _("More than %(most)s cards are too many for one file: ask for some of them, by a letter or a category.") % {
        "most": figure(MOST_CARDS)
    }


def _pdf(content: bytes) -> HttpResponse:
    return file_to_show(content, file_name(_("membership-cards"), extension="pdf"))
