"""The pages of the rulesets: one for each, for everybody, and the club's own for referees."""

from dataclasses import dataclass
from hashlib import sha256

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db.models import Max
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from pages.conditional_answers import answer
from pages.line import line_mark
from scoring.card_entry.faces import show_meld, show_no_meld
from scoring.engine.rulebooks import ITALIAN, RULEBOOKS
from scoring.forms.rulesets import ClubRulesetForm
from scoring.messages import country_words, ruleset_label, ruleset_title, violation_sentence
from scoring.models import ClubRuleset
from scoring.rulesets.choices import OfferedRuleset, offered, offered_by_key
from scoring.rulesets.club import club_ruleset_change, club_ruleset_create, club_ruleset_delete
from scoring.rulesets.examples import example_faults
from scoring.rulesets.sheet import (
    SOURCES,
    Setting,
    bonuses_of,
    card_values,
    closing_needs,
    deck_sentence,
    differences_between,
    grade_views,
    play_of,
    play_only_of,
)

TRY = "try"
"""The name of the button that shows examples of what was typed and saves nothing."""


@dataclass(frozen=True, slots=True)
class ListedRuleset:
    """A ruleset in the list of all."""

    offered: OfferedRuleset
    differences: tuple[Setting, ...]
    """The differences from the Italian game."""


@require_safe
def rulesets(request: HttpRequest) -> HttpResponseBase:
    """List every ruleset, the club's own first, with its differences from the Italian game."""

    def make() -> HttpResponse:
        clubs: list[ListedRuleset] = []
        presets: list[ListedRuleset] = []
        for choice in offered():
            listed = ListedRuleset(choice, differences_between(choice.rules, ITALIAN))
            (clubs if choice.is_clubs else presets).append(listed)
        context = {"clubs": clubs, "presets": presets}
        return render(request, "scoring/rulesets/rulesets.html", context)

    return answer(request, _etag(request), make)


@require_safe
def ruleset(request: HttpRequest, key: str) -> HttpResponseBase:
    """Show one ruleset: values, bonuses, examples as the engine reads them, and differences."""
    etag = _etag(request)
    chosen = offered_by_key(key)
    if chosen is None:
        raise Http404
    return answer(request, etag, lambda: _show(request, chosen))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def ruleset_new(request: HttpRequest) -> HttpResponse:
    """Create a ruleset of the club from the preset in `?preset=`."""
    preset = request.GET.get("preset", "")
    if preset not in RULEBOOKS:
        return redirect("rulesets")
    form = ClubRulesetForm(request.POST if request.method == "POST" else None, preset=preset)
    if form.is_valid() and TRY not in request.POST:
        try:
            club_ruleset = club_ruleset_create(name=form.cleaned_data["name"], preset=preset, options=form.options)
        except ValidationError as fault:
            form.add_error("name", fault.messages)
        else:
            messages.success(request, _("%(ruleset)s can be chosen from now on.") % {"ruleset": club_ruleset.name})
            return redirect("ruleset_edit", club_ruleset.key)
    return _render_form(request, form)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def ruleset_edit(request: HttpRequest, key: str) -> HttpResponse:
    """Change a ruleset of the club. Current games keep the values with which they began."""
    clubs = _clubs(key)
    form = ClubRulesetForm(request.POST if request.method == "POST" else None, preset=clubs.preset, ruleset=clubs)
    if form.is_valid() and TRY not in request.POST:
        try:
            club_ruleset_change(ruleset=clubs, name=form.cleaned_data["name"], options=form.options)
        except ValidationError as fault:
            form.add_error("name", fault.messages)
        else:
            messages.success(request, _("%(ruleset)s is saved.") % {"ruleset": clubs.name})
            return redirect("ruleset_edit", key)
    return _render_form(request, form)


@require_POST
def ruleset_delete(request: HttpRequest, key: str) -> HttpResponse:
    clubs = _clubs(key)
    club_ruleset_delete(ruleset=clubs)
    messages.success(request, _("%(ruleset)s is deleted. What was played with it stays as it is.") % {"ruleset": clubs})
    return redirect("home")


def _clubs(key: str) -> ClubRuleset:
    return get_object_or_404(ClubRuleset, key=key)


def _etag(request: HttpRequest) -> str:
    """Return an ETag that changes with the club's rulesets, name, face and address, the line, language and version.

    This takes one query.
    """
    changes = ClubRuleset.history.aggregate(Max("history_id"))["history_id__max"] or 0
    facts = (changes, sorted(request.club_settings.items()), get_language())  # type: ignore[attr-defined]
    digest = sha256(repr(facts).encode()).hexdigest()[:32]
    return f'"rulesets-{digest}-{settings.CODE_VERSION}{line_mark()}"'


def _show(request: HttpRequest, chosen: OfferedRuleset) -> HttpResponse:
    rules, preset = chosen.rules, RULEBOOKS[chosen.preset]
    context = {
        "chosen": chosen,
        "preset_name": ruleset_label(chosen.preset),
        "source": SOURCES[chosen.preset],
        "deck": deck_sentence(rules.deck),
        "deck_worth": rules.deck.worth,
        "card_values": card_values(rules.deck),
        "bonuses": bonuses_of(rules, ITALIAN),
        "play": play_of(rules, ITALIAN),
        "play_only": play_only_of(rules),
        "closing_needs": closing_needs(rules),
        "grades": [
            {"grade": grade, "melds": [show_meld(meld) for meld in grade.melds]} for grade in grade_views(rules)
        ],
        "no_melds": [show_no_meld(cards, violation_sentence(why)) for cards, why in example_faults(rules)],
        "from_preset": differences_between(rules, preset),
        "from_italian": differences_between(rules, ITALIAN),
        "italian_name": ruleset_label(ITALIAN.key),
        "country_words": country_words(chosen.preset),
    }
    return render(request, "scoring/rulesets/ruleset.html", context)


def _render_form(request: HttpRequest, form: ClubRulesetForm) -> HttpResponse:
    clubs = form.ruleset
    versions = [] if clubs is None else clubs.history.select_related("history_user")
    context = {
        "form": form,
        "rows": [{"form": row, "examples": [show_meld(meld) for meld in row.examples]} for row in form.rows],
        "ruleset": clubs,
        "preset_name": ruleset_label(form.preset),
        "versions": [{"row": row, "title": ruleset_title(row.preset, row.options)} for row in versions],
    }
    return render(request, "scoring/rulesets/form.html", context, status=422 if form.errors else 200)
