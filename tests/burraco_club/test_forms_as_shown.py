"""Every form of every page, sent by an administrator as the page shows it, with each of its buttons."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from html import escape
from http.cookies import SimpleCookie
from itertools import groupby, product
from urllib.parse import urljoin, urlsplit

import pytest
from django.apps import apps
from django.conf import settings
from django.contrib.auth.models import User
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.urls import NoReverseMatch, get_resolver, resolve, reverse

from accounts.models import Account, role_of
from burraco_club.rights import RIGHTS
from tests.forms_as_shown import shown_forms
from tests.fuzz.sweep import taken_back
from tests.fuzz.world import World, build_world
from tests.tried_addresses import nowhere_is_no_page

pytestmark = [pytest.mark.django_db, pytest.mark.long]

NUMBERS = ("1", "2", "3")
"""The numbers of rounds, tables and pairs."""
EDITS = {
    *("account_edit", "club_settings", "incident", "pair_edit", "player_edit", "ruleset_edit", "season_edit"),
    *("team_edit", "tournament_settings"),
}
"""The pages on which something that exists is edited: saved as shown, it stays as it is."""
COUNTED = {"tournaments.tournament.revision", "tournaments.season.revision", "scoring.clubruleset.changed_at"}
"""The columns that count or date what is saved."""
LEFT_OUT = {"accounts.session", "auth.permission", "contenttypes.contenttype"}
TYPED = "zz<7>zz"
"""Something that is no name, number, date or address, and must be escaped."""
DIGITS = "9" * 5000
"""More than Python reads as a number."""

Rows = dict[tuple[str, object], Sequence[object]]
"""The columns of each row, by its table and its key."""


@dataclass(frozen=True, slots=True)
class Way:
    """A button of a page: where it sends what."""

    page: str
    address: str
    fields: tuple[tuple[str, str], ...]
    typed: frozenset[str]

    @property
    def name(self) -> str:
        return resolve(urlsplit(self.address).path).view_name

    def __str__(self) -> str:
        return f"{self.name}, from {self.page} to {self.address}"

    def send(self, client: Client, instead: str | None = None) -> HttpResponse:
        """Send the fields as shown, or what is typed as `instead`."""
        data: dict[str, list[str]] = {}
        for name, value in self.fields:
            data.setdefault(name, []).append(value if instead is None or name not in self.typed else instead)
        return client.post(self.address, data)  # type: ignore[return-value]


@dataclass(frozen=True, slots=True)
class Club:
    """A club with every kind of evening, its administrator's browser, and all buttons of its pages."""

    client: Client
    session: str
    ways: Sequence[Way]
    rows: Rows
    """What every form finds, because what one changes is taken back before the next."""

    def back(self) -> None:
        """Give the browser its session back: the administrator has pressed "log out", too."""
        self.client.cookies = SimpleCookie({settings.SESSION_COOKIE_NAME: self.session})


def log_in(client: Client) -> None:
    client.force_login(User.objects.get(username="amministratore"))


@pytest.fixture
def club() -> Club:
    world, client = build_world(), Client()
    for user in User.objects.all():
        Account.objects.get_or_create(user=user, defaults={"role": role_of(user)})
    log_in(client)
    ways: dict[object, Way] = {}
    with nowhere_is_no_page():
        for page, html in pages(client, world):
            for form in shown_forms(html, page):
                for action, fields in form.ways if form.method == "POST" else ():
                    way = Way(page, urljoin(page, action), tuple(fields), frozenset(form.typed))
                    match = resolve(urlsplit(way.address).path)
                    names = frozenset(name for name, _value in fields)
                    ways.setdefault((match.route, match.kwargs.get("slug"), names), way)
    log_in(client)
    return Club(client, client.cookies[settings.SESSION_COOKIE_NAME].value, list(ways.values()), rows())


def pages(client: Client, world: World) -> Iterator[tuple[str, str]]:
    """Yield an address of each page, for each tournament, and its HTML."""
    values_of = {"pk": first_keys(), **world.values}
    for name, line in RIGHTS.items():
        if line.look is not None and ":" not in name:
            yield from pages_of(client, groupby(addresses_of(name, values_of), key=lambda found: found[0]))


def pages_of(client: Client, evenings: Iterable[tuple[str, Iterable[tuple[str, str]]]]) -> Iterator[tuple[str, str]]:
    """Yield the first page of each evening, unless this is a file or a picture, which it then is everywhere."""
    for _evening, addresses in evenings:
        for _slug, address in addresses:
            answer = client.get(address)
            if answer.status_code == 200 and not answer["Content-Type"].startswith("text/html"):
                return
            if answer.status_code == 200:
                yield address, b"".join(answer).decode()  # type: ignore[arg-type]
                break


def addresses_of(name: str, values_of: Mapping[str, Sequence[str]]) -> Iterator[tuple[str, str]]:
    """Yield the addresses that a page may have, each with its tournament's slug, or else with nothing."""
    ((route, *_rest), *_others) = get_resolver().reverse_dict.getlist(name)
    for chosen in product(*(values_of.get(part, NUMBERS) for part in route[0][1])):
        values = dict(zip(route[0][1], chosen, strict=True))
        # A part that is a colour or a file's name is on no address of a page.
        with suppress(NoReverseMatch):
            yield values.get("slug", ""), reverse(name, kwargs=values)


def first_keys() -> Sequence[str]:
    """Return the first keys of every table: what a key belongs to depends on the page."""
    keys = {
        str(key)
        for model in apps.get_models()
        for key in model._default_manager.order_by("pk").values_list("pk", flat=True)[:2]
    }
    return sorted(key for key in keys if key.isdigit())


@cache
def columns() -> Mapping[str, Mapping[str, str]]:
    """Return the tables of the club but the history's, and the column of each name in them, the key's first."""
    return {
        model._meta.label_lower: {
            field.attname: field.column for field in (model._meta.pk, *model._meta.concrete_fields)
        }
        for model in apps.get_models(include_auto_created=True)
        if model._meta.label_lower not in LEFT_OUT and not model.__name__.startswith("Historical")
    }


def rows() -> Rows:
    """Return all rows, by a plain query for each table: asked after every form, they must cost little."""
    found: Rows = {}
    with connection.cursor() as cursor:
        for table, named in columns().items():
            wanted = ", ".join(map(connection.ops.quote_name, named.values()))
            cursor.execute(f"SELECT {wanted} FROM {connection.ops.quote_name(apps.get_model(table)._meta.db_table)}")
            found |= {(table, row[0]): row for row in cursor.fetchall()}
    return found


def changes(before: Rows, after: Rows) -> set[str]:
    """Return the columns that differ, and the tables in which a row is new or gone."""
    found = {table for table, _key in before.keys() ^ after.keys()}
    for table, key in before.keys() & after.keys():
        pairs = zip(columns()[table], before[table, key], after[table, key], strict=True)
        found |= {f"{table}.{name}" for name, then, now in pairs if then != now}
    return found


def test_every_form_can_be_sent_as_shown_and_keeps_what_is_typed_if_it_is_refused(club: Club) -> None:
    """An edit that is saved as shown changes nothing, and nor does a form that is refused."""
    complaints = [complaint for way in club.ways for complaint in as_shown(club, way)]
    complaints += [complaint for way in club.ways if way.typed for complaint in as_typed(club, way)]
    assert complaints == []
    assert {way.name for way in club.ways if way.address == way.page} >= EDITS


def as_shown(club: Club, way: Way) -> Iterator[str]:
    """Send the form as shown, and yield what is wrong with the answer, or with what it changes."""
    with taken_back():
        club.back()
        answer = way.send(club.client)
        changed = changes(club.rows, rows()) - COUNTED
        if answer.status_code == 422 and changed:
            yield f"{way}: refused, and yet {changed} changed"
        elif answer.status_code == 422 and b"error" not in answer.content:
            yield f"{way}: refused without a word"
        elif answer.status_code == 302:
            log_in(club.client)
            then = club.client.get(urljoin(way.address, answer["Location"])).status_code
            if then not in (200, 302):
                yield f"{way}: answered by {answer['Location']}, which says {then}"
        elif answer.status_code not in (200, 422):
            yield f"{way}: {answer.status_code}"
        if way.name in EDITS and way.address == way.page and answer.status_code == 302 and changed:
            yield f"{way}: {changed} changed"


def as_typed(club: Club, way: Way) -> Iterator[str]:
    """Send what no field takes in every field for typing, and yield what a refusal does not show again."""
    with taken_back():
        club.back()
        answer = way.send(club.client, TYPED)
        shown = answer.content.decode().count(escape(TYPED)) if answer.status_code == 422 else len(way.fields)
        if shown < len([name for name, _value in way.fields if name in way.typed]):
            yield f"{way}: {shown} of {sorted(way.typed)} are shown again"
        elif answer.status_code == 422:
            # What fails here raises; whatever else is answered has its own tests.
            way.send(club.client, DIGITS)
