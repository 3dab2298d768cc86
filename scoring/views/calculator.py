"""The score calculator: a hand in the address, and the engine's judgement of it. For everybody, without an account.

Nothing is stored: the whole hand is in the query, so that a link shares it and a proxy may cache the page.
"""

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from pages.addresses import line_or_hall_address
from pages.conditional_answers import same_for_everybody
from scoring.card_entry import judge_typed, keypad_for
from scoring.engine.rulebooks import FIBUR_2026
from scoring.forms.cards import TypedHand, read_typed, write_typed
from scoring.messages import letters_for
from scoring.rulesets.choices import offered, usual_ruleset

SIDES = ("a", "b")


@same_for_everybody
def calculator(request: HttpRequest) -> HttpResponse:
    return render(request, "scoring/calculator/calculator.html", _context(request))


@same_for_everybody
def calculator_judged(request: HttpRequest) -> HttpResponse:
    """Render the parts of the page that change during typing, and send the new address of the page."""
    context = _context(request)
    response = render(request, "scoring/calculator/judgement.html", context)
    response["HX-Replace-Url"] = context["path"]
    return response


def _context(request: HttpRequest) -> dict[str, Any]:
    rulesets = offered()
    wanted = _wanted_ruleset(request)
    chosen = next((ruleset for ruleset in rulesets if ruleset.key == wanted), None)
    rules = (chosen or rulesets[0]).rules
    typed = read_typed(request.GET, SIDES, letters_for(get_language()), rules)
    names, closings = (_("We"), _("They")), (_("we closed"), _("they closed"))
    hand = judge_typed(
        rules,
        typed,
        dict(zip(SIDES, names, strict=True)),
        closings=dict(zip(SIDES, closings, strict=True)),
        players=rules.players_of_two_sides,
    )
    path = calculator_path(wanted, typed)
    return {
        "hand": hand,
        "keypad": keypad_for(rules),
        "rulesets": rulesets,
        "chosen": chosen,
        "wanted": wanted,
        "path": path,
        "blank": calculator_path(wanted, read_typed(QueryDict(), SIDES, typed.letters, rules)),
        "link": line_or_hall_address(request, path),
    }


def _wanted_ruleset(request: HttpRequest) -> str:
    """Return the key of the ruleset: a hand without one has the same in every language, whose addresses are alike."""
    usual = FIBUR_2026.key if request.GET else usual_ruleset(get_language())
    return request.GET.get("rules") or usual


def calculator_path(rules: str, typed: TypedHand) -> str:
    """Return the address of the calculator with this hand in it."""
    fields = write_typed(typed)
    needless = rules == (FIBUR_2026.key if fields else usual_ruleset(get_language()))
    chosen = [] if needless else [("rules", rules)]
    query = urlencode([*chosen, *fields])
    return f"{reverse('calculator')}?{query}" if query else reverse("calculator")
