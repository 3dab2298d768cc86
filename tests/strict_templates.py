"""What templates may not do silently: ask for a name that nobody gives, print None, or open a tab that is not there.

Nobody notices a misspelt key of a context in `if` and `for`: `--fail-on-template-vars` looks at what is printed alone.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from django.template import Context, Template, base
from django.template.base import VariableDoesNotExist, render_value_in_context
from django.templatetags import i18n
from django.utils.safestring import SafeString

TEMPLATES = Path(__file__).parents[1] / "templates"
TABS = {
    name: frozenset(re.findall(r'if section == "(\w+)"', (TEMPLATES / name).read_text(encoding="utf-8")))
    for name in ("tournament_base.html", "hall/tournament.html")
}

MAY_BE_ABSENT = {
    "accounts/_session.html": "this_session",
    "club/face.html": "club_face",
    "club/home.html": "club_name listed",
    "club/overview.html": "refusal teams",
    "database_fault.html": "fields files",
    "desk/actions.html": "doubt",
    "desk/assigned_score.html": "refusal",
    "desk/balance.html": "may_type",
    "desk/banner.html": "counted on_phones refusal",
    "desk/cards.html": "refused",
    "desk/desk.html": "contrasts saved",
    "desk/hall.html": "hall_refused",
    "desk/table.html": "refused",
    "desk/tiles.html": "listed",
    "desk/tiles_poll.html": "listed",
    "document.html": "club_face club_name",
    "entries/entry.html": "refused",
    "entries/own.html": "refused",
    "hall/_announced.html": "hall",
    "hall/_call_referee.html": "csrf_token",
    "hall/_clocks.html": "clock hall",
    "hall/check_in.html": "arrived pair refused",
    "hall/ranking.html": "teams",
    "hall/round.html": "differences",
    "hall/wall.html": "teams",
    "partials/brand_mark.html": "club_face",
    "partials/chart.html": "table_follows titled_by_fold",
    "partials/danger.html": "discarding",
    "partials/empty.html": "url",
    "partials/finder.html": "autofocus list_address listed part short_label",
    "partials/found.html": "list_address",
    "partials/next.html": "confirm discarding hint in_head looked_at posts_to submits",
    "partials/page_head.html": "eyebrow lead",
    "partials/pages.html": "named q query",
    "people/_check_in.html": "meant refused",
    "people/_counts.html": "oob",
    "people/_missing_count.html": "oob",
    "people/_name.html": "first pair",
    "people/_next.html": "oob",
    "people/list_preview.html": "refusal",
    "people/list_result.html": "refusal",
    "people/merge.html": "differences refusal theirs",
    "people/pair.html": "own_link pair refusal",
    "people/pairs.html": "loose_ends teams",
    "people/paste_preview.html": "refusal",
    "people/team.html": "pair refusal",
    "phone/captain.html": "line_ups opponent pair refused",
    "phone/code.html": "refusal",
    "phone/hall.html": "hall_refusal",
    "phone/own_code.html": "code form",
    "phone/part.html": "refusal",
    "phone/poll.html": "swapped",
    "phone/slip_form.html": "doubt refused unkept",
    "phone/two_slips.html": "confirmed",
    "phone/verdict.html": "proof",
    "ranking/_adjustment_form.html": "sentence",
    "ranking/_known_pair.html": "tables",
    "ranking/clubs.html": "pair",
    "ranking/cut.html": "cannot refused",
    "ranking/gironi.html": "refused",
    "ranking/_notes.html": "starred_notes",
    "ranking/ranking.html": "teams",
    "rounds/_chip.html": "title",
    "rounds/_draft.html": "picked",
    "rounds/_draft_head.html": "refused sentences slips_again written",
    "rounds/_draw_hint.html": "refused",
    "rounds/_match_days.html": "in_public",
    "rounds/_menu_entry.html": "shortcut",
    "rounds/_outlook.html": "by_hand departs_from last_is_free outlook refused resting seats",
    "rounds/_seat_menu.html": "menu",
    "rounds/_seat_row.html": "oob picked",
    "rounds/_seats.html": "tables",
    "rounds/captains.html": "teams",
    "rounds/check.html": "by_hand corrected differences put_right refused",
    "rounds/comparison.html": "refused",
    "rounds/line_up.html": "refused",
    "rounds/manual.html": "refused",
    "rounds/matches.html": "pair refused",
    "rounds/new.html": "loose_ends",
    "rounds/round.html": "refused",
    "rounds/seat_corrections.html": "refused",
    "rounds/seat_corrections_preview.html": "put_right",
    "scoring/games/_result.html": "theirs tried",
    "scoring/games/_slip.html": "tried",
    "scoring/games/game.html": "refusal",
    "scoring/games/hand.html": "doubtful refusal theirs tried",
    "seasons/edit.html": "fields",
}
"""By template. The views that render it give these names where there is something to say."""


@contextmanager
def strict_templates() -> Iterator[None]:
    """Let every template of the club fail that asks for a name neither given nor in `MAY_BE_ABSENT`, and so on."""
    absent, render = VariableDoesNotExist.__init__, Template._render

    def missed(self: VariableDoesNotExist, msg: str, params: tuple[str, object] | tuple[()] = ()) -> None:
        absent(self, msg, params)
        if params and isinstance(params[1], Context):
            _fail_if_unknown(params[1], params[0])

    def printed(value: Any, context: Context) -> str:
        if value is None and any(map(_is_the_clubs, _rendered(context).values())):
            pytest.fail(f"{' or '.join(_rendered(context))} prints None")
        return render_value_in_context(value, context)

    def with_a_tab(self: Template, context: Context) -> SafeString:
        if self.name in TABS and context["section"] not in TABS[self.name]:
            pytest.fail(f"{context.template.name} opens no tab: {context['section']}")
        # Django tells its test client of every part of a page, which takes as long as to render a short one.
        return render(self, context) if context.template is self else self.nodelist.render(context)

    with (
        patch.object(Template, "_render", with_a_tab),
        patch.object(VariableDoesNotExist, "__init__", missed),
        patch.object(base, "render_value_in_context", printed),
        patch.object(i18n, "render_value_in_context", printed),
    ):
        yield


def _rendered(context: Context) -> dict[str, str]:
    """Return the files of the page and of its part, by name: a page is known by its own name, not by its base's."""
    return {page.name: page.origin.name for page in (context.template, context.render_context.template)}


def _is_the_clubs(file: str) -> bool:
    return TEMPLATES in Path(file).parents


def _fail_if_unknown(context: Context, name: str) -> None:
    rendered = _rendered(context)
    allowed = " ".join(MAY_BE_ABSENT.get(path, "") for path in rendered).split()
    if name not in allowed and any(map(_is_the_clubs, rendered.values())):
        pytest.fail(f"{' or '.join(rendered)} asks for {name}: is it misspelt, not given, or not in {__name__}?")
