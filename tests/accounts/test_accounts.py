"""The club's accounts and one's own: creating, changing and disabling them, passwords, sessions, the second factor."""

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from html import unescape
from urllib.parse import urlsplit

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db.models.signals import ModelSignal, pre_save
from django.http import HttpResponse
from django.test import Client, override_settings
from django.utils import timezone
from django_otp.oath import TOTP
from django_otp.plugins.otp_totp.models import TOTPDevice

from accounts.errors import LinkExpired, WrongPassword
from accounts.logins import hashing_queue
from accounts.models import Access, Account, Role, Session, role_of
from accounts.services import link_make, link_owner, password_change, password_choose, sessions_delete_old
from tests.factories import make_account, make_tournament, start_round
from tests.tournaments.views.pages import in_one_piece, said

pytestmark = pytest.mark.django_db

PASSWORD = "quattro-jolly-in-mano"
OTHER = "una pinella al posto suo"


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Refused logins do not linger."""
    monkeypatch.setattr(hashing_queue, "AFTER_A_REFUSAL", 0)


@pytest.fixture
def carla() -> User:
    return make_account("carla", Role.ADMINISTRATOR, password=PASSWORD)


@pytest.fixture
def administrator(carla: User) -> Client:
    client = Client()
    client.force_login(carla)
    return client


def log_in(name: str, password: str = PASSWORD, **more: str) -> Client:
    client = Client()
    client.post("/en/login/", {"username": name, "password": password} | more, secure=True)
    return client


def is_in(client: Client) -> bool:
    return client.get("/en/players/", secure=True).status_code == 200


def typed(new: str, **old: str) -> dict[str, str]:
    """Return the form data of a new password."""
    return {"new_password": new, "new_password_again": new} | {f"{name}_password": value for name, value in old.items()}


def link_in(response: HttpResponse) -> str:
    """Return the path of the link for the first login."""
    found = re.search(r"<code>(.*?)</code>", in_one_piece(response.content.decode()))
    assert found
    return urlsplit(unescape(found[1])).path


def change(client: Client, user: User, role: Role, *, active: bool = True) -> HttpResponse:
    typed = {"role": role.value} | ({"active": "on"} if active else {})
    return client.post(f"/en/club/accounts/{user.pk}/", typed)


@contextmanager
def signal_connected(signal: ModelSignal, receiver: Callable[..., None], sender: type[User]) -> Iterator[None]:
    signal.connect(receiver, sender=sender)
    try:
        yield
    finally:
        signal.disconnect(receiver, sender=sender)


# --- Somebody new ----------------------------------------------------------------------------------------------------


def test_a_second_referee_is_made_in_one_form_and_comes_in_by_a_link_that_is_good_once(administrator: Client) -> None:
    response = administrator.post("/en/club/accounts/", {"name": "marta", "role": "referee"})
    assert "data:image/svg+xml;base64," in response.content.decode()
    link = link_in(response)
    marta = Client()
    assert "Welcome, marta" in marta.get(link).content.decode()
    assert marta.post(link, typed(PASSWORD)).status_code == 302
    assert Access.objects.get().name == "marta" and Access.objects.get().outcome == Access.Outcome.LINK
    assert is_in(marta) and is_in(log_in("marta"))
    assert role_of(User.objects.get(username="marta")) is Role.REFEREE
    assert Client().get(link).status_code == 404
    assert Client().post(link, typed(OTHER)).status_code == 404


def test_a_link_is_over_after_a_day_and_for_a_shut_account(administrator: Client) -> None:
    marta = make_account("marta")
    with override_settings(PASSWORD_RESET_TIMEOUT=-1):
        old = link_in(administrator.post(f"/en/club/accounts/{marta.pk}/link/"))
        assert Client().get(old).status_code == 404
    link = link_in(administrator.post(f"/en/club/accounts/{marta.pk}/link/"))
    assert Client().get(link).status_code == 200
    change(administrator, marta, Role.REFEREE, active=False)
    assert Client().get(link).status_code == 404
    refused = administrator.post(f"/en/club/accounts/{marta.pk}/link/", follow=True)
    assert "This account is disabled" in refused.content.decode()
    change(administrator, marta, Role.REFEREE)
    assert Client().get(link).status_code == 404, "what was shut does not come back with the account"


@pytest.mark.parametrize("active", [True, False])
def test_the_page_of_an_account_shows_its_role_and_whether_it_may_log_in(administrator: Client, active: bool) -> None:
    marta = make_account("marta", Role.SCORER)
    change(administrator, marta, Role.SCORER, active=active)
    page = administrator.get(f"/en/club/accounts/{marta.pk}/").content.decode()
    box = re.search(r'<input[^>]*name="active"[^>]*>', page)
    assert box and ("checked" in box[0]) is active
    assert re.search(r'value="scorer"[^>]*(?:checked|selected)', page)


def test_of_two_links_the_last_one_is_good(administrator: Client) -> None:
    """The first link was sent to somebody else."""
    marta = User.objects.create_superuser("marta")
    first, last = (link_in(administrator.post(f"/en/club/accounts/{marta.pk}/link/")) for _time in range(2))
    assert (Client().get(first).status_code, Client().get(last).status_code) == (404, 200)
    assert role_of(User.objects.get(username="marta")) is Role.ADMINISTRATOR


@pytest.mark.parametrize("name", ["Marta", "marta rossi", "", "x" * 151])
def test_a_name_that_cannot_be_is_refused_with_everything_typed(administrator: Client, name: str) -> None:
    make_account("marta")
    response = administrator.post("/en/club/accounts/", {"name": name, "role": "scorer"})
    assert response.status_code == 422
    page = response.content.decode()
    assert f'value="{name}"' in page or not name
    assert re.search(r'value="scorer"[^>]*checked', page)
    assert User.objects.count() == 2


def test_a_name_is_the_same_however_a_keyboard_writes_its_accent(administrator: Client) -> None:
    composed, decomposed = "nicolò", "nicolo\u0300"
    response = administrator.post("/en/club/accounts/", {"name": decomposed, "role": "referee"})
    Client().post(link_in(response), typed(PASSWORD))
    assert is_in(log_in(composed)) and is_in(log_in(decomposed))
    again = administrator.post("/en/club/accounts/", {"name": composed, "role": "referee"})
    assert "There is an account called" in again.content.decode()


def test_of_two_accounts_of_one_name_made_at_once_the_second_is_refused(administrator: Client) -> None:
    def be_quicker(instance: User, **_facts: object) -> None:
        User.objects.bulk_create([User(username=instance.username)])

    with signal_connected(pre_save, be_quicker, User):
        response = administrator.post("/en/club/accounts/", {"name": "marta", "role": "scorer"})
    assert response.status_code == 422
    assert "There is an account called “marta” already." in unescape(response.content.decode())


def test_no_link_opens_an_account_that_is_shut_at_this_moment() -> None:
    marta = make_account("marta")
    token = link_make(user=marta)
    User.objects.filter(pk=marta.pk).update(is_active=False)
    with pytest.raises(LinkExpired):
        link_owner(marta.pk, token)
    with pytest.raises(LinkExpired):
        password_choose(user=marta, token=token, password=PASSWORD)


def test_of_two_who_choose_by_one_link_at_once_the_second_is_too_late() -> None:
    marta = make_account("marta")
    token = link_make(user=marta)
    both = [link_owner(marta.pk, token) for _time in range(2)]
    password_choose(user=both[0], token=token, password=PASSWORD)
    with pytest.raises(LinkExpired):
        password_choose(user=both[1], token=token, password=OTHER)
    assert is_in(log_in("marta")) and not is_in(log_in("marta", OTHER))


def test_who_chooses_by_a_link_is_logged_out_wherever_the_old_password_was_good(administrator: Client) -> None:
    marta = make_account("marta", password=PASSWORD)
    there = log_in("marta")
    link = link_in(administrator.post(f"/en/club/accounts/{marta.pk}/link/"))
    here = Client()
    here.post(link, typed(OTHER))
    assert is_in(here) and not is_in(there)
    assert Session.objects.filter(user=marta).count() == 1


@pytest.mark.parametrize(
    ("new", "again", "sentence"),
    [
        ("corta", "corta", "at least 12"),
        ("password1234", "password1234", "too common"),
        (PASSWORD, OTHER, "differ"),
        ("x" * 129, "x" * 129, "128"),
    ],
)
def test_a_password_is_long_and_not_on_every_list(administrator: Client, new: str, again: str, sentence: str) -> None:
    link = link_in(administrator.post("/en/club/accounts/", {"name": "marta", "role": "referee"}))
    response = Client().post(link, {"new_password": new, "new_password_again": again})
    assert response.status_code == 422 and sentence in response.content.decode()
    assert not User.objects.get(username="marta").has_usable_password()


@pytest.mark.parametrize("new", ["aaaaaaaaaaaa", "anna-anna-anna", "  tre  parole  ", "🃏" * 12])
def test_there_is_no_other_rule(administrator: Client, new: str) -> None:
    link = link_in(administrator.post("/en/club/accounts/", {"name": "anna", "role": "referee"}))
    assert Client().post(link, typed(new)).status_code == 302
    assert is_in(log_in("anna", new))


# --- Changed and shut ------------------------------------------------------------------------------------------------


def test_a_role_counts_from_the_next_request_on(administrator: Client) -> None:
    marta, tournament = make_account("marta", password=PASSWORD), make_tournament(pairs=2)
    hers, paste = log_in("marta"), f"/en/tournaments/{tournament.slug}/pairs/paste/"
    assert hers.get(paste).status_code == 200
    change(administrator, marta, Role.VIEWER)
    assert hers.get(paste).status_code == 403 and is_in(hers)
    change(administrator, marta, Role.ADMINISTRATOR)
    assert hers.get("/en/club/accounts/").status_code == hers.get("/en/admin/").status_code == 200
    change(administrator, marta, Role.REFEREE, active=False)
    assert not is_in(hers) and not is_in(log_in("marta"))
    assert [row.role for row in Account.history.filter(user=marta)] == ["referee", "administrator", "viewer", "referee"]


def test_the_club_keeps_an_administrator_who_can_come_in(administrator: Client, carla: User) -> None:
    make_account("shut", Role.ADMINISTRATOR, password=PASSWORD)
    User.objects.filter(username="shut").update(is_active=False)
    new = make_account("has a link and no password yet", Role.ADMINISTRATOR)
    for refused in (
        change(administrator, carla, Role.REFEREE),
        change(administrator, carla, carla.account.role, active=False),
    ):
        assert refused.status_code == 422
        assert "without an administrator" in refused.content.decode()
    carla.refresh_from_db()
    assert carla.is_active and role_of(carla) is Role.ADMINISTRATOR
    assert change(administrator, new, Role.REFEREE).status_code == 302
    User.objects.create_superuser("by-command", password=PASSWORD)
    assert change(administrator, carla, Role.REFEREE).status_code == 302
    assert administrator.get("/en/club/accounts/").status_code == 403


def test_who_is_made_on_the_command_line_is_an_administrator_and_who_has_no_role_looks_on() -> None:
    assert role_of(User.objects.create_superuser("capo")) is Role.ADMINISTRATOR
    assert role_of(User.objects.create_user("ospite")) is Role.VIEWER


# --- One's own -------------------------------------------------------------------------------------------------------


def test_everybody_changes_their_password_and_is_logged_out_everywhere_else() -> None:
    make_account("marta", Role.VIEWER, password=PASSWORD)
    here, there = log_in("marta"), log_in("marta")
    wrong = here.post("/en/account/password/", typed(OTHER, old="sbagliata"))
    assert wrong.status_code == 422 and "not your current password" in wrong.content.decode()
    changed = here.post("/en/account/password/", typed(OTHER, old=PASSWORD), follow=True)
    assert "The new password is valid from now on." in changed.content.decode()
    assert is_in(here) and not is_in(there)
    assert not is_in(log_in("marta")) and is_in(log_in("marta", OTHER))


def test_of_two_changes_of_one_password_at_once_the_second_is_refused() -> None:
    make_account("marta", password=PASSWORD)
    both = [User.objects.get(username="marta") for _time in range(2)]
    password_change(user=both[0], old=PASSWORD, new=OTHER, at=timezone.now())
    with pytest.raises(WrongPassword):
        password_change(user=both[1], old=PASSWORD, new="asso pigliatutto", at=timezone.now())
    assert is_in(log_in("marta", OTHER))


def test_guesses_at_ones_own_password_wait_as_well(caplog: pytest.LogCaptureFixture) -> None:
    make_account("marta", password=PASSWORD)
    found_open = log_in("marta")
    for _guess in range(6):
        response = found_open.post("/en/account/password/", typed(OTHER, old="x"))
    (sentence,) = response.context["form"].errors["old_password"]
    assert re.fullmatch(r"Too many wrong attempts\. Try again in \d+ seconds?\.", sentence)
    assert re.search(r"password change delayed: .*, seconds='\d+'", caplog.text)
    right = found_open.post("/en/account/password/", typed(OTHER, old=PASSWORD))
    assert right.status_code == 422


def test_a_drawn_password_opens_nothing_but_the_page_where_it_is_changed() -> None:
    marta = make_account("marta", Role.ADMINISTRATOR, password=PASSWORD)
    marta.account.must_change_password = True
    marta.account.save()
    hers = log_in("marta")
    for address in ("/en/", "/en/players/", "/en/account/", "/en/admin/"):
        assert hers.get(address).headers["Location"] == "/en/account/password/", address
    assert hers.post("/en/club/", {"name": "Circolo"}).headers["Location"] == "/en/account/password/"
    assert "was generated by the program" in hers.get("/en/account/password/").content.decode()
    same = hers.post("/en/account/password/", typed(PASSWORD, old=PASSWORD))
    assert same.status_code == 422 and "This is already your password" in same.content.decode()
    hers.post("/en/account/password/", typed(OTHER, old=PASSWORD))
    assert is_in(hers)
    assert [row.must_change_password for row in Account.history.filter(user=marta)] == [False, True, False]


def test_sessions_are_listed_and_all_of_them_end_at_once(administrator: Client) -> None:
    marta = make_account("marta", password=PASSWORD)
    here, there = log_in("marta"), Client(headers={"user-agent": "Mozilla/5.0 (Android 15) Firefox/140.0"})
    there.post("/en/login/", {"username": "marta", "password": PASSWORD}, REMOTE_ADDR="10.0.0.9")
    for page in (here.get("/en/account/"), administrator.get(f"/en/club/accounts/{marta.pk}/")):
        assert "Firefox · Android" in page.content.decode() and "10.0.0.9" in page.content.decode()
    assert said(here.post("/en/account/log-out-everywhere/")) == "You are logged out everywhere."
    assert not is_in(here) and not is_in(there)
    again = log_in("marta")
    logged_out = administrator.post(f"/en/club/accounts/{marta.pk}/log-out/")
    assert said(logged_out) == "marta is logged out everywhere."
    assert not is_in(again) and administrator.get("/en/account/").status_code == 200


def test_a_session_lasts_as_long_as_it_is_used() -> None:
    marta = make_account("marta", password=PASSWORD)
    client = log_in("marta")
    assert is_in(client)
    session = Session.objects.get(user=marta)
    ends = session.expire_date
    assert ends - timezone.now() > timedelta(days=13)
    store = client.session
    store["seen"] = (timezone.now() - timedelta(hours=1)).timestamp()
    store.save()
    Session.objects.update(expire_date=timezone.now() + timedelta(minutes=1))
    assert is_in(client)
    assert Session.objects.get(user=marta).expire_date > ends
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    assert not is_in(client)
    sessions_delete_old(at=timezone.now())
    assert not Session.objects.exists()


def test_a_page_that_asks_by_itself_keeps_nobody_logged_in() -> None:
    tournament = make_tournament(pairs=4)
    start_round(tournament)
    make_account("marta", password=PASSWORD)
    client = log_in("marta")
    store = client.session
    store["seen"] = (timezone.now() - timedelta(hours=1)).timestamp()
    store.save()
    soon = timezone.now() + timedelta(minutes=1)
    Session.objects.update(expire_date=soon)
    for part in ("rounds/1/hall/", "check-in/rows/"):
        answer = client.get(f"/en/tournaments/{tournament.slug}/{part}", headers={"HX-Request": "true"})
        assert answer.status_code == 200
    assert Session.objects.get().expire_date == soon
    assert is_in(client)
    assert Session.objects.get().expire_date > soon


def test_a_form_that_is_sent_after_the_session_ended_leads_back_to_its_page() -> None:
    sent = "/en/tournaments/serale/pairs/add/"
    answer = Client().post(sent, headers={"referer": "http://testserver/en/tournaments/serale/pairs/"})
    assert answer.headers["Location"] == "/en/login/?next=/en/tournaments/serale/pairs/"
    for nowhere in ("", "http://[", "about:blank#"):
        assert Client().post(sent, headers={"referer": nowhere}).status_code == 302
    assert Client().post(sent).headers["Location"] == f"/en/login/?next={sent}"


def test_a_part_of_a_page_that_needs_a_login_leads_the_page_there_and_back() -> None:
    page = "http://testserver/en/tournaments/serale/rounds/1/results/?find=3"
    answer = Client().get(
        "/en/tournaments/serale/rounds/1/hall/", headers={"HX-Request": "true", "HX-Current-URL": page}
    )
    assert answer.headers["HX-Redirect"] == "/en/login/?next=/en/tournaments/serale/rounds/1/results/%3Ffind%3D3"


# --- The second factor -----------------------------------------------------------------------------------------------


def code_of(device: TOTPDevice, *, later: int = 0) -> str:
    """Return the phone's current code, or the one `later` codes from now."""
    totp = TOTP(device.bin_key)
    totp.time = time.time() + 30 * later
    return f"{totp.token():06}"


def test_a_second_factor_is_offered_only_where_nobody_reads_along(administrator: Client) -> None:
    assert administrator.get("/en/account/second-factor/").status_code == 404
    assert "Two-step login" not in administrator.get("/en/account/").content.decode()
    assert "Code from your phone" not in Client().get("/en/login/").content.decode()


@override_settings(HTTPS=True)
def test_with_a_second_factor_the_password_alone_lets_nobody_in(administrator: Client, carla: User) -> None:
    assert "Set it up" in administrator.get("/en/account/").content.decode()
    assert "data:image/svg+xml" in administrator.get("/en/account/second-factor/").content.decode()
    assert is_in(log_in("carla"))
    device = TOTPDevice.objects.get(user=carla, confirmed=False)
    assert administrator.post("/en/account/second-factor/", {"otp": "000000"}).status_code == 422
    confirmed = administrator.post("/en/account/second-factor/", {"otp": code_of(device)})
    assert said(confirmed) == "From now on you also need a code from your phone to log in."
    assert not is_in(log_in("carla"))
    wrong = Client().post("/en/login/", {"username": "carla", "password": OTHER, "otp": "1"}, secure=True)
    assert "Wrong name, password or code." in wrong.content.decode()
    code = code_of(device, later=1)
    assert is_in(log_in("carla", otp=f"{code[:3]} {code[3:]}"))
    assert not is_in(log_in("carla", otp=code)), "a code is good once"


@override_settings(HTTPS=True)
def test_whoever_stole_the_password_makes_the_owner_of_the_phone_wait_no_longer_than_others(carla: User) -> None:
    device = TOTPDevice.objects.create(user=carla, confirmed=True)
    laptop = log_in("carla", otp=code_of(device))
    laptop.post("/en/logout/", secure=True)
    for _guess in range(8):
        log_in("carla", otp="000000")
    typed_now = {"username": "carla", "password": PASSWORD, "otp": code_of(device, later=1)}
    laptop.post("/en/login/", typed_now, secure=True)
    assert is_in(laptop)


@override_settings(HTTPS=True)
def test_a_lost_phone_is_taken_away_by_another_administrator_or_on_the_command_line(
    administrator: Client, capsys: pytest.CaptureFixture[str]
) -> None:
    marta = make_account("marta", Role.ADMINISTRATOR, password=PASSWORD)
    TOTPDevice.objects.create(user=marta, confirmed=True)
    assert not is_in(log_in("marta"))
    link = link_in(administrator.post(f"/en/club/accounts/{marta.pk}/link/"))
    by_link = Client()
    by_link.post(link, typed(OTHER))
    assert not is_in(by_link), "a link is no way round the second factor"
    administrator.post(f"/en/club/accounts/{marta.pk}/second-factor/")
    assert is_in(log_in("marta", OTHER))
    TOTPDevice.objects.create(user=marta, confirmed=True)
    call_command("login_link", "marta", "--without-code")
    path = capsys.readouterr().out.split()[-1]
    again = Client()
    again.post(path, typed(PASSWORD))
    assert is_in(again)
    with pytest.raises(CommandError, match="nobody"):
        call_command("login_link", "nobody")
