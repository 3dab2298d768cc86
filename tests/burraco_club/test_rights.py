"""Permissions: every address, in every role, by every method, compared with the table, and the links on pages."""

import logging
import re
from collections.abc import Callable, Iterator
from html import unescape
from itertools import product
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.conf import settings
from django.contrib.auth.models import AnonymousUser, User
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory, override_settings
from django.urls import URLPattern, URLResolver, get_resolver, path, resolve, reverse
from django.utils import timezone
from django.utils.functional import SimpleLazyObject

from accounts.logins import security_log
from accounts.models import Account, Program, Role
from accounts.services import token_create
from burraco_club.middleware import RightsMiddleware
from burraco_club.rights import ADMINISTRATION, EVERYBODY, FOR_PROGRAMS, RIGHTS, may, rights_of
from burraco_club.token_access import PACE
from burraco_club.urls import urlpatterns as known_addresses
from tests.factories import (
    AT,
    draft_round,
    make_account,
    make_teams,
    make_tournament,
    pair,
    play_round,
    start_on_phones,
    start_round,
)
from tournaments.models import RefereeCall, Tournament
from tournaments.records import System
from tournaments.services import adjustment_add, call_referee, club_keep_till, tournament_announce

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")

OWN_ACCOUNT = {"second_factor", "own_password", "own_sessions_end", "own_second_factor_remove"}
SLIPS_AND_CHECK_IN = {"table_entry", "table_preview", "table_swap", "hand_cards", "hand_cards_preview"}
AT_THE_DOOR = {"pairs_check_in", "check_in", "till_paid", "check_in_fee"}
SLIPS_AND_CHECK_IN |= AT_THE_DOOR
OF_THE_SECRETARY = {"tournament_new", "tournament_another", "tournament_plan", "plan_remove", "players", "player_edit"}
OF_THE_SECRETARY |= {"people_import_new", "people_import", "pair_add", "pairs_paste", "pair_edit", "pair_delete"}
OF_THE_SECRETARY |= {"single_add", "single_remove", "singles_pair", "pair_part", "team_edit", "team_delete"}
OF_THE_SECRETARY |= {"entry_terms", "entries_accept", "entries_take_out", "entry", "entry_refuse", "entry_move_up"}
OF_THE_SECRETARY |= {"entry_look", "entry_offer"}
OF_THE_SECRETARY |= {"team_leave", "season_new", "season_edit", "season_final", "season_import"}
OF_THE_SECRETARY |= {"file_layout_new", "file_layout_edit", "file_layout_remove"}
OF_THE_SECRETARY |= {"calendar", "series_new", "series", "series_leave_out", "series_take_back", "series_end"}
OF_THE_SECRETARY |= {"evening_call_off", "evening_reinstate", "till_together", "till_together_take_back"}
OF_THE_SECRETARY |= {"message_mail", "mail_retry", "mail_drop", "mails_drop"}
OF_THE_SECRETARY |= {"receipt_new", "membership_fee_paid", "membership_fee_take_back", "member_fees", "members_state"}
OF_THE_TREASURER = {
    "membership_fee_paid",
    "membership_fee_take_back",
    "member_fees",
    "membership_terms",
    "movement_add",
    "movement_edit",
    "movement_delete",
    "cash_count_add",
    "cash_count_delete",
    "receipt_new",
    "receipt_void",
    "till_terms",
    "till_paid",
    "till_together",
    "till_together_take_back",
    "special_prize_add",
    "special_prize_remove",
    "special_prize_draw",
}
REFEREEING = {"tournament_state", "round_new", "round_publish", "round_close", "table_outcome", "table_arbitral"}
REFEREEING |= {"adjustments", "check_in_missing", "pair_status", "pair_substitute", "incident_new", "gironi_cut"}
ACCOUNTS_DELETION_AND_THE_CLUB = {"accounts", "account_edit", "account_link", "account_log_out", "account_code_remove"}
ACCOUNTS_DELETION_AND_THE_CLUB |= {
    "club_settings",
    "club_privacy",
    "club_face",
    "club_logo",
    "club_web",
    "tournament_delete",
    "ruleset_delete",
}
ACCOUNTS_DELETION_AND_THE_CLUB |= {"club_message", "club_message_reset", "mail_server"}
ACCOUNTS_DELETION_AND_THE_CLUB |= {"infraction_new", "infraction_edit", "infraction_leave_out", "infraction_as_usual"}
ACCOUNTS_DELETION_AND_THE_CLUB |= {"tournament_bring_back", "tournament_delete_for_good", "backups", "player_forget"}
ACCOUNTS_DELETION_AND_THE_CLUB |= {"player_merge", "player_part", "website"}
ACCOUNTS_DELETION_AND_THE_CLUB |= {"season_delete", "ratings_switch", "programs", "program_revoke", "receipt_void"}
ACCOUNTS_DELETION_AND_THE_CLUB |= {"membership_terms"}

CREATES_NOTHING = {
    # Coming in and one's own account
    *("login", "login_device", "logout", "first_login", "own_password", "own_sessions_end", "second_factor"),
    "own_second_factor_remove",
    # What is there is changed, as typed or to a state, and the same again changes nothing
    *(
        "account_edit",
        "account_log_out",
        "account_code_remove",
        "club_settings",
        "club_privacy",
        "infraction_edit",
        "backups",
        "club_face",
        "club_logo",
        "club_web",
        "club_message",
    ),
    *("infraction_leave_out", "infraction_as_usual", "tournament_settings", "tournament_state", "player_edit"),
    *("pair_edit", "pair_status", "pairs_check_in", "check_in", "check_in_missing", "pair_substitute_change"),
    *("team_edit", "entry_terms", "entry_refuse", "entry_move_up", "entries_accept", "till_terms", "incident"),
    *("receipt_void", "membership_terms", "members_state", "movement_edit"),
    *("round_manual", "round_seats", "round_publish", "round_withdraw", "round_close", "round_on_paper"),
    *("line_up", "session_publish", "desk_clock", "desk_call_settled", "girone_move", "file_layout_edit"),
    # A day has one evening, however often it is asked for
    *("calendar", "series", "series_take_back", "evening_reinstate", "website"),
    *("season_edit", "ratings_switch", "trial_stop", "ruleset_edit", "public_check_in", "own_check_in", "own_entry"),
    *("table_outcome", "table_swap", "table_arbitral", "tables_unlock", "tournament_bring_back"),
    # An offer is answered once
    *("entry_look", "entry_offer"),
    # Something is taken away
    *("program_revoke", "tournament_delete", "tournament_delete_for_good", "player_forget", "pair_delete"),
    *("membership_fee_take_back", "movement_delete", "cash_count_delete", "till_together_take_back"),
    *("single_remove", "pair_part", "team_delete", "team_leave", "entries_take_out", "special_prize_remove"),
    *("match_day_discard", "line_up_delete", "round_discard", "incident_delete", "table_clear", "plan_remove"),
    *("series_leave_out", "series_end", "evening_call_off"),
    *("adjustment_remove", "gironi_uncut", "file_layout_remove", "season_delete", "ruleset_delete"),
    "club_message_reset",
    # An email that waits already, or is dropped, stays so; so does a wish to get none
    *("mail_retry", "mail_drop", "mails_drop", "mail_stop"),
    # A merge leaves nothing to be merged again, nor does its undoing; an undo says how deep it goes
    *("player_merge", "player_part", "draft_undo", "game_undo"),
    # Drawn again with the seed, or the change of a seat, that the form names
    *("draft_seat", "draft_change", "draft_redraw", "draft_compare"),
    # A new link makes the one before invalid
    "account_link",
    # Nothing is saved
    *("table_preview", "hand_cards_preview", "game_hand_preview", "api:score_hand"),
    # Each has its own way: a version, a number, a state that the form was made with
    *(
        "table_entry",
        "hand_cards",
        "adjustments",
        "adjustment_give_again",
        "people_import",
        "public_entry",
        "public_offer",
        "till_paid",
        "till_together",
    ),
    # A year is paid once
    *("membership_fee_paid", "member_fees", "check_in_fee"),
    *("phone_entrance", "phone_table", "phone_hall", "phone_photo", "phone_code", "captain"),
    *("game_draw", "game_hand", "game_dealer", "game_stop", "game_resume", "game_rematch"),
}
"""The other addresses that something is sent to."""


def addresses(patterns: list[URLPattern | URLResolver], space: str = "") -> Iterator[str]:
    """Yield the names of all addresses, with their namespaces."""
    for pattern in patterns:
        if isinstance(pattern, URLPattern):
            yield space + (pattern.name or "")
        else:
            inner = f"{space}{pattern.namespace}:" if pattern.namespace else space
            yield from addresses(pattern.url_patterns, inner)


NAMES = sorted(set(addresses(get_resolver().url_patterns)))
OF_THE_CLUB = [name for name in NAMES if not name.startswith(ADMINISTRATION)]


def test_every_address_has_its_line_and_every_line_its_address() -> None:
    lines = {name for name in RIGHTS if not name.startswith(ADMINISTRATION)}
    assert lines == set(OF_THE_CLUB)


# --- The table itself, as the issue words it -------------------------------------------------------------------------


def writes_of(role: Role) -> set[str]:
    """Return what this role may send and others without an account may not."""
    return {name for name, line in RIGHTS.items() if line.write is not EVERYBODY and may(role, line.write)}


def test_a_viewer_changes_nothing_but_the_own_account() -> None:
    assert writes_of(Role.VIEWER) == OWN_ACCOUNT


def test_a_scorer_types_slips_and_checks_in() -> None:
    assert writes_of(Role.SCORER) == OWN_ACCOUNT | SLIPS_AND_CHECK_IN


def test_a_secretary_keeps_people_entries_seasons_and_files_and_does_not_referee() -> None:
    assert writes_of(Role.SECRETARY) == OWN_ACCOUNT | AT_THE_DOOR | OF_THE_SECRETARY
    assert not writes_of(Role.SECRETARY) & (REFEREEING | SLIPS_AND_CHECK_IN - AT_THE_DOOR)


def test_a_treasurer_keeps_the_till_and_does_not_referee() -> None:
    assert writes_of(Role.TREASURER) == OWN_ACCOUNT | OF_THE_TREASURER
    assert writes_of(Role.REFEREE) >= REFEREEING


def test_an_administrator_may_do_what_each_role_may() -> None:
    for role in Role:
        assert writes_of(role) <= writes_of(Role.ADMINISTRATOR)


def test_accounts_deletion_and_the_club_are_the_administrators() -> None:
    assert writes_of(Role.ADMINISTRATOR) - writes_of(Role.REFEREE) == ACCOUNTS_DELETION_AND_THE_CLUB


def test_whoever_may_send_something_may_look_at_the_page_to_send_it_from() -> None:
    for name, line in RIGHTS.items():
        assert None in (line.look, line.write) or all(may(role, line.look) for role in Role if may(role, line.write)), (
            name
        )


def test_every_address_says_whether_what_is_sent_there_creates_something() -> None:
    sent_to = {name for name, line in RIGHTS.items() if line.write is not None and not name.startswith(ADMINISTRATION)}
    assert sent_to == CREATES_NOTHING | {name for name, line in RIGHTS.items() if line.creates}
    assert not [name for name in CREATES_NOTHING if RIGHTS[name].creates]


# --- What the table says is done -------------------------------------------------------------------------------------


def somebody(role: Role | None) -> User | AnonymousUser:
    """Return a user with this role, or an anonymous one."""
    if role is None:
        return AnonymousUser()
    user = User(username=str(role), is_superuser=role is Role.ADMINISTRATOR)
    user.account = Account(user=user, role=role)
    return user


def asked(name: str, method: str, user: object, **headers: str) -> HttpResponse | None:
    """Return the middleware's response before the view, or None if the view is called."""
    request = RequestFactory().generic(method, "/somewhere/", headers=headers)
    request.user = user  # type: ignore[assignment]
    request.session = {"seen": 9e12}  # type: ignore[assignment]
    request.resolver_match = SimpleNamespace(view_name=name)  # type: ignore[assignment]
    return RightsMiddleware(lambda _request: HttpResponse()).process_view(request, HttpResponse, (), {})  # type: ignore[return-value]


def outcome(name: str, method: str, role: Role | None, **headers: str) -> str:
    try:
        response = asked(name, method, somebody(role), **headers)
    except PermissionDenied:
        return "forbidden"
    if response is None:
        return "let in"
    return {302: "login", 401: "token", 403: "forbidden", 405: "no such method"}[response.status_code]


ABOVE = {
    Role.VIEWER: {Role.VIEWER},
    Role.SCORER: {Role.VIEWER, Role.SCORER},
    Role.SECRETARY: {Role.VIEWER, Role.SECRETARY},
    Role.TREASURER: {Role.VIEWER, Role.TREASURER},
    Role.REFEREE: {Role.VIEWER, Role.SCORER, Role.REFEREE},
    Role.ADMINISTRATOR: set(Role),
}
"""The roles that each role stands for."""


def expected(name: str, method: str, role: Role | None) -> str:
    """Return the outcome that the table of rights requires, worked out independently of the middleware."""
    line = rights_of(name)
    least = {"GET": line.look, "HEAD": line.look, "POST": line.write, "PUT": line.put}.get(method)
    if line.look is None and line.write is None:
        return "forbidden"
    if isinstance(line.look, Program):
        return "token"
    if role is None and EVERYBODY not in (line.look, line.write):
        return "login"
    if least is None:
        return "no such method"
    if least is EVERYBODY:
        return "let in"
    enough = least if isinstance(least, frozenset) else {least}
    return "let in" if enough & ABOVE[role] else "forbidden"


@pytest.mark.parametrize("role", [None, *Role], ids=str)
def test_every_address_by_every_method_is_answered_as_the_table_says(role: Role | None) -> None:
    logging.disable(logging.WARNING)
    try:
        found = {(name, method): outcome(name, method, role) for name, method in product(NAMES, METHODS)}
    finally:
        logging.disable(logging.NOTSET)
    assert found == {(name, method): expected(name, method, role) for name, method in found}


@pytest.mark.django_db
@pytest.mark.parametrize("scope", Program)
def test_every_address_for_programs_is_answered_by_what_the_token_says(scope: Program) -> None:
    _token, text = token_create(name="Tabellone", scope=scope, made_by="anna", at=timezone.now())
    for name, method in product((name for name in NAMES if name.startswith(FOR_PROGRAMS)), METHODS):
        line = RIGHTS[name]
        least = {"GET": line.look, "HEAD": line.look, "PUT": line.put}.get(method)
        wanted = "no such method" if least is None else "let in"
        if least is Program.RESULTS and scope is Program.READ:
            wanted = "forbidden"
        PACE.reset()
        # An administrator logged in on the same browser makes no difference.
        assert outcome(name, method, Role.ADMINISTRATOR, Authorization=f"Bearer {text}") == wanted, (name, method)


@pytest.mark.django_db
def test_a_token_opens_nothing_that_is_for_people() -> None:
    _token, text = token_create(name="Tabellone", scope=Program.RESULTS, made_by="anna", at=timezone.now())
    for name, method in product((name for name in NAMES if not name.startswith(FOR_PROGRAMS)), ("GET", "POST")):
        assert outcome(name, method, None, Authorization=f"Bearer {text}") == expected(name, method, None), name


def test_programs_and_people_have_addresses_of_their_own() -> None:
    for name, line in RIGHTS.items():
        who = {line.look, line.write, line.put} - {None}
        if name.startswith(FOR_PROGRAMS):
            assert not any(isinstance(visitor, Role | frozenset) for visitor in who), name
        else:
            assert line.put is None and not any(isinstance(visitor, Program) for visitor in who), name


FILLED = {
    "slug": "x",
    "year": 2026,
    "number": 1,
    "table": 1,
    "pair": 1,
    "hand": 1,
    "call": 1,
    "photo": 1,
    "pk": 1,
    "key": "x",
} | {
    "day": 1,
    "year": 2026,
    "session": 1,
    "team": 1,
    "code": "X",
    "kind": "x",
}
FILLED |= {"width": 1, "height": 1, "place": "x", "token": "x-y", "user": 1, "secret": "a" * 22, "address": "x"}
FILLED |= {"guide": "players", "picture": "wall-podium-en"}
FILLED |= {"colour": "0a0a0a", "size": 192, "name": "0123456789abcdef-1x1"}
FILLED |= {"object_id": "1", "history_id": "1", "content_type_id": 1, "app_label": "tournaments"}
"""Values for the parts of an address. They lead nowhere, because permissions are checked before any lookup."""


def url_of(name: str) -> str:
    found = (
        get_resolver().reverse_dict
        if ":" not in name
        else get_resolver().namespace_dict[name.split(":")[0]][1].reverse_dict
    )
    parts = found.getlist(name.split(":")[-1])[0][0][0][1]
    return reverse(name, args=["1" if part.startswith("_") else FILLED[part] for part in parts])


@pytest.mark.django_db
def test_who_may_not_is_kept_out_of_every_page_of_the_running_program() -> None:
    viewer, logged = Client(), []
    viewer.force_login(make_account(role=Role.VIEWER))
    for name, method in product(NAMES, ("GET", "POST")):
        if name == ADMINISTRATION or expected(name, method, None) != "login":
            continue
        address = url_of(name)
        kept_out = getattr(Client(), method.lower())(address)
        assert (kept_out.status_code, kept_out["Location"].partition("?")[0]) == (302, "/login/"), name
        if expected(name, method, Role.VIEWER) == "forbidden":
            assert getattr(viewer, method.lower())(address).status_code == 403, name
            logged.append(name)
    assert len(logged) > 60


@pytest.mark.django_db
def test_who_asks_for_what_they_may_not_do_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    security_log._lines_logged.clear()
    viewer = Client()
    viewer.force_login(make_account("marta", Role.VIEWER))
    assert viewer.post("/club/", {"name": "Circolo"}).status_code == 403
    (line,) = [record.getMessage() for record in caplog.records if record.name == "burraco_club.security"]
    assert line.startswith("forbidden: ") and "user='marta'" in line and "page='club_settings'" in line


@pytest.mark.django_db
def test_a_method_that_no_page_knows_is_refused_and_logged(caplog: pytest.LogCaptureFixture) -> None:
    security_log._lines_logged.clear()
    for method in ("PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"):
        assert Client().generic(method, "/score/").status_code == 405
    assert [record.name for record in caplog.records] == ["burraco_club.security"] * 5
    assert "no such method" in caplog.text and "method='TRACE'" in caplog.text


@pytest.mark.django_db
def test_a_stranger_hears_of_a_method_that_no_page_knows_before_a_token_or_a_login_is_asked_for() -> None:
    stranger = Client(enforce_csrf_checks=True)
    for method, address in product(("PUT", "PATCH", "DELETE"), ("/", "/score/", "/players/", "/club/accounts/")):
        answer = stranger.generic(method, address)
        assert answer.status_code == 405 and "GET" in answer.headers["Allow"], (method, address)
    assert stranger.get("/players/").headers["Location"].startswith("/login/")


def hello(request: HttpRequest) -> HttpResponse:
    return HttpResponse("hello")


urlpatterns = [path("new/", hello, name="nobody_thought_of_it"), path("nameless/", hello), *known_addresses]


@pytest.mark.django_db
@override_settings(ROOT_URLCONF=__name__)
def test_an_address_that_the_table_does_not_know_is_shut_for_everybody() -> None:
    administrator = Client()
    administrator.force_login(make_account(role=Role.ADMINISTRATOR))
    for client, address in product((Client(), administrator), ("/new/", "/nameless/")):
        assert (client.get(address).status_code, client.post(address).status_code) == (403, 403)
    assert set(addresses(urlpatterns)) - set(NAMES) == {"nobody_thought_of_it", ""}  # type: ignore[arg-type]


def test_a_page_for_everybody_is_answered_without_asking_who_it_is() -> None:
    def who_is_it() -> AnonymousUser:
        pytest.fail("the session was read")

    assert asked("public_ranking", "GET", SimpleLazyObject(who_is_it)) is None


AGAIN = r'(?:hx-trigger="[^"]*every|data-every=)'
POLLS = re.compile(rf'hx-get="([^"]*)"\s+{AGAIN}')


def test_what_a_page_asks_for_by_itself_is_known_as_such() -> None:
    """Other polled pages are public and do not look up the user."""
    asked_for, for_everybody = set(), {"hall", "phone", "games"}
    for file in (Path(settings.BASE_DIR) / "templates").rglob("*.html"):
        html = file.read_text(encoding="utf-8")
        assert len(POLLS.findall(html)) == len(re.findall(AGAIN, html)), file
        for address in POLLS.findall(html):
            words = re.findall(r"\w+", address)
            named = re.search(rf'url "(\w+)"[^%]* as {words[0]} %}}', html)
            asked_for.add(named[1] if named else words[1] if words[0] == "url" else file.parent.name)
    assert asked_for - for_everybody == {name for name, line in RIGHTS.items() if line.polled}


# --- What pages offer ------------------------------------------------------------------------------------------------


POSTS = re.compile(r'<form(?P<form>[^>]*method="post"[^>]*)>|(?:hx-post|formaction)="(?P<address>[^"]*)"')
OTHER_LANGUAGES = tuple(f"/{code}/" for code, _name in settings.LANGUAGES if code != settings.LANGUAGE_CODE)
LINKS = re.compile(r'<a [^>]*href="(/[^"]*)"|hx-get="(/[^"]*)"')


def offered(page: str, here: str) -> Iterator[tuple[str, str]]:
    """Yield the links and forms of a page: the method, and the name of the address."""
    for found in POSTS.finditer(page):
        form = found["form"]
        address = found["address"] if form is None else "".join(re.findall(r' action="([^"]*)"', form))
        yield "POST", resolve(unescape(address or here).partition("?")[0]).view_name
    for link in LINKS.findall(page):
        if not link[0].startswith(OTHER_LANGUAGES):
            yield "GET", resolve(unescape("".join(link)).partition("?")[0].partition("#")[0]).view_name


def teams_that_enter() -> Tournament:
    """A tournament of teams before the first round, with a team of a player without a partner."""
    return make_teams(2, pairs_each=1)


def phones_that_write() -> Tournament:
    """A tournament written on phones: one table is calling, there is an announcement, and there are no results yet."""
    round_ = start_on_phones(round_minutes=40)
    tournament = round_.tournament
    tournament_announce(tournament=tournament, text="Buffet alle dieci")
    call_referee(table=round_.tables.get(number=1), line=None, reason=RefereeCall.Reason.RULE, at=AT)
    return tournament


def one_played_one_drafted() -> Tournament:
    tournament = make_tournament(pairs=4)
    round_ = play_round(start_round(tournament))
    adjustment_add(pair=pair(tournament, 1), round=round_, vp=-1, reason="Ritardo")
    draft_round(tournament, System.DANISH)
    return tournament


EVERY_PAGE = ("home", "players", "trials", "infractions", "club_settings", "own_account")
EVERY_PAGE += ("receipts", "receipt_new", "seasons", "plans", "file_layouts", "people_import_new")
OF_A_TOURNAMENT = ("tournament", "tournament_settings", "pairs", "check_in", "ranking", "adjustments", "history")
OF_A_TOURNAMENT += ("printing", "entries", "till", "messages")
OF_A_ROUND = ("round", "results", "result_sheet", "table_entry")


def pages_of(tournament: Tournament) -> Iterator[str]:
    yield from (reverse(name) for name in EVERY_PAGE)
    yield from (reverse(name, args=[tournament.slug]) for name in OF_A_TOURNAMENT)
    for round_ in tournament.rounds.all():
        for name in OF_A_ROUND:
            table = [1] if name == "table_entry" else []
            yield reverse(name, args=[tournament.slug, round_.number, *table])


@pytest.mark.django_db
@pytest.mark.parametrize("made", [teams_that_enter, phones_that_write, one_played_one_drafted])
def test_a_page_offers_nothing_that_its_reader_may_not_do(made: Callable[[], Tournament]) -> None:
    club_keep_till(keeps=True)
    tournament = made()
    acts: dict[Role, set[str]] = {}
    for role in (Role.VIEWER, Role.SCORER, Role.SECRETARY, Role.TREASURER, Role.REFEREE):
        client = Client()
        client.force_login(make_account(str(role), role))
        acts[role] = set()
        for address in pages_of(tournament):
            response = client.get(address)
            if response.status_code != 200:
                assert response.status_code != 403 or not may(role, rights_of(resolve(address).view_name).look), address
                continue
            for method, name in offered(response.content.decode(), address):
                assert may(role, rights_of(name).of(method)), f"{address} offers {name} to a {role}"
                acts[role] |= {name} if method == "POST" else set()
    assert acts[Role.VIEWER] == {"logout", "own_sessions_end"}
    assert acts[Role.VIEWER] < acts[Role.SCORER] < acts[Role.REFEREE]
    assert acts[Role.VIEWER] < acts[Role.SECRETARY] < acts[Role.REFEREE]
    assert acts[Role.VIEWER] < acts[Role.TREASURER] < acts[Role.REFEREE]


def test_templates_ask_only_after_lines_of_the_table() -> None:
    """A mistyped name would be a permission that nobody has."""
    templates = (Path(settings.BASE_DIR) / "templates").rglob("*.html")
    asked_after = {name for file in templates for name in re.findall(r"\bmay\.(\w+)", file.read_text(encoding="utf-8"))}
    assert asked_after - RIGHTS.keys() == set()
    assert "tournament_state" in asked_after
