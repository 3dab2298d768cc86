"""The facts that a club shows at the addresses that people use, in any version of the program.

`python -m tests.data.kept.said` prints them for the club that the environment names.
"""

import io
import json
import os
import re
from collections.abc import Iterable, Iterator
from html import unescape
from typing import Any

import django
from pypdf import PdfReader

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "burraco_club.settings")
django.setup()

from django.conf import settings  # noqa: E402
from django.contrib.auth.models import User  # noqa: E402
from django.core.management import CommandError, call_command  # noqa: E402
from django.test import Client  # noqa: E402

from tournaments.models import Player, Season, Tournament  # noqa: E402

WORD = re.compile(r"[A-Z\d]{4,}(?!\w)|[^\W\d_][\w'’]*|\d+(?:[.,:]\d+)*")
"""A code, a word or a number."""
CODE = re.compile(r"(?=.*\d)(?=.*[A-Z])[A-Z\d]{4,}")
"""The code of a line on a phone's slip: letters and digits."""


def said_by_club() -> dict[str, Any]:
    """Return each tournament's ranking, export and sheets, the seasons, the people, and the faults of `check_club`."""
    client = Client()
    client.force_login(User.objects.filter(is_superuser=True).order_by("pk")[0])
    # The journal comes first, because other requests may add lines to it.
    journal = words_of_page(text(client, "/en/club/journal/"))
    names = frozenset(names_in(json.loads(export_of(client, slug)) for slug in slugs()))
    return {
        "tournaments": {slug: tournament(client, slug, names) for slug in slugs()},
        "seasons": {slug: season(client, slug, names) for slug in season_slugs()},
        "people": facts(words_of_file(client, "/en/players/file/?format=comma"), names),
        "careers": dict(careers(client, names)),
        "journal": facts(journal, names),
        "check_club": check_club(),
    }


def tournament(client: Client, slug: str, names: frozenset[str]) -> dict[str, Any]:
    page = f"/en/tournaments/{slug}"
    export = json.loads(export_of(client, slug))
    rounds = [round_["number"] for round_ in export["rounds"]]
    sheets = ["ranking", "cross-table", "tree", "evening", "roll-call"]
    sheets += [f"round-{number}-{sheet}" for number in rounds for sheet in ("seating", "results")]
    found = {sheet: facts(words_of_sheet(client, f"{page}/print/{sheet}.pdf"), names) for sheet in sheets}
    slips = {
        f"round-{number}-slips": words_of_sheet(client, f"{page}/print/round-{number}-slips.pdf") for number in rounds
    }
    found |= {
        sheet: [word for word in words if word in names or CODE.fullmatch(word)] for sheet, words in slips.items()
    }
    found["till"] = facts(words_of_sheet(client, f"{page}/till/prizes.pdf"), names)
    return {
        "ranking": text(client, f"{page}/print/ranking.csv").splitlines(),
        "export": export,
        "sheets": {sheet: words for sheet, words in found.items() if words},
        "history": facts(words_of_page(text(client, f"{page}/history/")), names),
        "till": facts(words_of_file(client, f"{page}/till/till.csv"), names),
    }


def season(client: Client, slug: str, names: frozenset[str]) -> dict[str, Any]:
    page = f"/en/seasons/{slug}"
    return {
        "ranking": facts(words_of_file(client, f"{page}/ranking.csv"), names),
        "export": json.loads(text(client, f"{page}/season.json")),
        "sheet": facts(words_of_sheet(client, f"{page}/ranking.pdf"), names),
    }


def careers(client: Client, names: frozenset[str]) -> Iterator[tuple[str, list[str]]]:
    for player in Player.objects.order_by("search_name", "pk"):
        yield player.full_name, facts(words_of_page(text(client, f"/en/m/{player.pk}/")), names)


def slugs() -> list[str]:
    return sorted(Tournament.objects.values_list("slug", flat=True))


def season_slugs() -> list[str]:
    return sorted(Season.objects.values_list("slug", flat=True))


def export_of(client: Client, slug: str) -> str:
    return text(client, f"/en/tournaments/{slug}/print/tournament.json")


def names_in(exports: Iterable[dict[str, Any]]) -> Iterator[str]:
    for export in exports:
        for player in export["players"]:
            yield from WORD.findall(f"{player['last_name']} {player.get('first_name', '')}")


def check_club() -> str:
    """Return the faults that `check_club` reports, or an empty string."""
    try:
        call_command("check_club", stdout=io.StringIO())
    except CommandError as failure:
        return str(failure)
    return ""


def text(client: Client, address: str) -> str:
    """Return the text of a page, or an empty string if there is none."""
    answer = client.get(address)
    return answer.content.decode("utf-8-sig") if answer.status_code == 200 else ""


def words_of_sheet(client: Client, address: str) -> list[str]:
    answer = client.get(address)
    if answer.status_code != 200:
        return []
    pages = PdfReader(io.BytesIO(answer.content)).pages
    return WORD.findall("\n".join(page.extract_text() for page in pages))


def words_of_page(page: str) -> list[str]:
    main = page.partition("<main")[2].partition("</main>")[0]
    read = re.sub(r"<(script|style|svg).*?</\1>", " ", main, flags=re.DOTALL)
    return WORD.findall(unescape(re.sub(r"<[^>]*>", " ", read)))


def words_of_file(client: Client, address: str) -> list[str]:
    """Return the words of a file whose cells are separated by commas."""
    return WORD.findall(text(client, address).replace(",", " "))


def facts(words: Iterable[str], names: frozenset[str]) -> list[str]:
    """Return the names and numbers, which must stay the same when the wording changes."""
    return [word for word in words if word in names or word[0].isdigit()]


if __name__ == "__main__":
    settings.STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
    print(json.dumps(said_by_club(), ensure_ascii=False, indent=1))
