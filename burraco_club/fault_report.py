"""The page with a text to copy for whoever looks after the program: version, system, the log's last lines."""

import platform
import re

import django
from django.conf import settings
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from burraco_club.code_version import named_version
from burraco_club.log_tail import last_lines

NUMBER = re.compile(r"[0-9a-f]{16}")


@never_cache
@require_safe
def fault_report(request: HttpRequest) -> HttpResponse:
    """Show the text; nothing of it is sent anywhere. `number` in the query is that of a request that failed."""
    number = request.GET.get("number", "")
    text = report_text(number if NUMBER.fullmatch(number) else "")
    return render(request, "club/fault_report.html", {"report": text, "rows": min(text.count("\n") + 2, 24)})


def report_text(number: str) -> str:
    """Return the report, in English for whoever reads it."""
    lines = last_lines()
    facts = [
        named_version(settings.CODE_VERSION),
        f"Request: {number or 'not said'}",
        f"System: {platform.platform(terse=True)}, {platform.machine()}",
        f"Python {platform.python_version()}, Django {django.get_version()}, {connection.vendor}",
        f"Language: {get_language()}",
        "",
        f"The last {len(lines)} lines of the log, without what was filled in:" if lines else "Nothing in the log.",
    ]
    return "\n".join([*facts, *lines])
