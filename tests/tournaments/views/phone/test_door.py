"""The access to a slip."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from accounts.logins import security_log
from tests.factories import AT, make_tournament, pair, play_round, start_on_phones, start_round
from tests.tournaments.views.pages import html_of, text_of, url
from tests.tournaments.views.phone.visitors import HTMX, PhoneAt, address, code, figures
from tests.tournaments.views.public_evening import PAGES
from tournaments.models import PhoneLog, PhoneSlip, Player, Table, Tournament
from tournaments.pairing.moves import change_lines
from tournaments.records import Line, System
from tournaments.services import draft_change, round_publish, round_withdraw, round_write_on_paper, tournament_change
from tournaments.slips.codes import address_of, codes_of
from tournaments.views.phone.door import table_address
from tournaments.views.phone.table import ACTS

TICKET = "phone-en"

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]


@pytest.fixture
def tables() -> list[Table]:
    return list(start_on_phones().tables.select_related("round__tournament").order_by("number"))


def test_no_request_without_a_ticket_reaches_a_slip(tables: list[Table]) -> None:
    """An address alone, a forged ticket or that of another table shows nothing and writes nothing."""
    first, second = tables
    ns = PhoneAt(first, Line.NS)
    ns.do("send", figures())
    before = (PhoneSlip.objects.values().get(), PhoneLog.objects.count())
    stranger, neighbour, forger = Client(), Client(), Client()
    neighbour.cookies[TICKET] = PhoneAt(second, Line.EW).client.cookies[TICKET].value
    forger.cookies[TICKET] = ns.client.cookies[TICKET].value.replace("ns.", "ew.", 1)
    for client in (stranger, neighbour, forger):
        response = client.get(address(first))
        assert "The code of your line" in text_of(response)
        for secret in ("445", "890", str(first.ns), code(first, Line.NS)):
            assert secret not in text_of(response)
        for do in (*ACTS, "", "nonsense"):
            for headers in ({}, HTMX):
                form = {"do": do, "version": "1", "serial": "99"} | figures(h1_ns_base="200")
                answer = client.post(address(first), form, headers=headers)
                assert answer.status_code == 403 and "890" not in text_of(answer), do
    assert (PhoneSlip.objects.values().get(), PhoneLog.objects.count() - 1) == before


def test_a_ticket_travels_to_its_own_table_alone(tables: list[Table]) -> None:
    answer = Client().post(address(tables[0]), {"do": "code", "code": code(tables[0], Line.NS)})
    assert sorted(answer.cookies) == ["phone-en", "phone-es", "phone-it", "phone-pt"]
    for name, morsel in answer.cookies.items():
        language = name.removeprefix("phone-")
        assert morsel["path"].startswith(f"/{language}/" if language != "it" else "/t/")
        assert morsel["httponly"] and morsel["samesite"] == "Lax"
        assert address_of(tables[0].round.secret, 1) in morsel["path"] and morsel["path"].endswith("/")


def test_every_answer_is_kept_nowhere_and_tells_nobody_its_address(tables: list[Table]) -> None:
    ns = PhoneAt(tables[0], Line.NS)
    answers = [Client().get(address(tables[0])), ns.look(), ns.do("type", figures()), ns.do("send", figures())]
    answers += [ns.do("pass"), ns.do("nonsense"), Client().post(address(tables[0]), {"do": "code", "code": "0"})]
    for answer in answers:
        assert answer.headers["Referrer-Policy"] == "no-referrer"
        assert {"no-store", "private"} <= set(answer.headers["Cache-Control"].split(", "))
    polled = ns.look(**{"If-None-Match": ns.look().headers["ETag"]})
    assert (polled.status_code, polled.headers["Referrer-Policy"]) == (304, "no-referrer")


def test_a_form_without_a_referrer_is_taken(tables: list[Table]) -> None:
    """From a page without a referrer, browsers send the origin `null` and no token."""
    strict = Client(enforce_csrf_checks=True)
    given = {"do": "code", "code": code(tables[0], Line.NS)}
    assert strict.post(address(tables[0]), given, headers={"Origin": "null"}).status_code == 200
    entrance = strict.post(url("phone_entrance", tables[0].round.tournament), given | {"table": "1"})
    assert entrance.status_code == 403


def test_a_guessed_address_leads_nowhere(tables: list[Table]) -> None:
    secret, slug = tables[0].round.secret, tables[0].round.tournament.slug
    right = address_of(secret, 1)
    wrong = [(1, 1, address_of(secret, 2)), (1, 1, right[:-1]), (1, 1, right.swapcase()), (1, 2, right)]
    wrong += [(2, 1, right), (1, 9, right), (1, 1, "x"), (10**30, 1, right), (1, 10**30, right)]
    for round_, table, part in wrong:
        assert Client().get(reverse("phone_table", args=[slug, round_, table, part])).status_code == 404


def test_on_paper_there_is_nothing_of_all_this(tables: list[Table], referee: Client) -> None:
    tournament = tables[0].round.tournament
    ns = PhoneAt(tables[0], Line.NS)
    ns.do("send", figures())
    desk = reverse("results", args=[tournament.slug, 1])
    hidden = [address(tables[0]), url("phone_entrance", tournament), url("phone_code", tournament, 1)]
    names = ("Write your slip", "Our code", "code", "phone_slip", "/table/")
    for changes in ({"writing": Tournament.Writing.PAPER}, {"writing": Tournament.Writing.PHONES}):
        tournament_change(tournament=tournament, changes=changes)
        if changes["writing"] == Tournament.Writing.PHONES:
            round_write_on_paper(round=tables[0].round, on_paper=True)
        for path in hidden:
            assert ns.client.get(path).status_code == 404, path
            assert ns.client.post(path, {"do": "type"} | figures()).status_code == 404, path
        for name, args in PAGES.items():
            page = ns.client.get(url(name, tournament, *args)).content.decode()
            assert not [name for name in names if name in page.split("<main")[-1]], name
        page = referee.get(desk).content.decode()
        assert "tile" not in page and "phone" not in page.lower().replace("telephone", "")
        unlock = reverse("tables_unlock", args=[tournament.slug, 1])
        assert referee.post(unlock, follow=True).status_code == 200


def test_the_entrance_takes_table_and_code(tables: list[Table]) -> None:
    tournament = tables[0].round.tournament
    entrance, client = url("phone_entrance", tournament), Client()
    assert "Write your slip" in text_of(client.get(url("public_seat", tournament)))
    for given, text in (
        ({"table": "9", "code": "ABCD"}, "There is no table 9."),
        ({"table": "2", "code": code(tables[0], Line.NS)}, "No line of this table has the code"),
        ({"table": "x", "code": "ABCD"}, "Enter a whole number"),
        ({"table": "2", "code": ""}, "This field is required"),
        ({"table": "2", "code": "\0" * 50}, "character"),
    ):
        refused = client.post(entrance, given)
        assert refused.status_code == 422 and text in text_of(refused), text
    opened = client.post(entrance, {"table": "2", "code": code(tables[1], Line.EW).lower()})
    assert opened.headers["Location"] == address(tables[1])
    assert "Are these you" in text_of(client.get(address(tables[1])))


def test_of_two_rounds_under_way_the_entrance_opens_the_one_of_the_code(tables: list[Table]) -> None:
    tournament = tables[0].round.tournament
    entrance = url("phone_entrance", tournament)
    second = start_round(tournament, System.MITCHELL).tables.select_related("round__tournament").get(number=1)
    for table in (tables[0], second):
        opened = Client().post(entrance, {"table": "1", "code": code(table, Line.EW)})
        assert opened.headers["Location"] == address(table)
    refused = Client().post(entrance, {"table": "1", "code": "0000"})
    assert refused.status_code == 422 and "No line of this table has the code “0000”." in text_of(refused)


def test_a_pair_sees_its_code_once_it_has_shown_who_it_is(tables: list[Table]) -> None:
    tournament = tables[0].round.tournament
    Player.objects.filter(pk=pair(tournament, 1).player1_id).update(card="T-7", contact="333 1234567")
    own, client = url("phone_code", tournament, 1), Client()
    codes = {table: codes_of(table.round.secret, table.number) for table in tables}
    for path in (own, url("public_pair", tournament, 1), url("public_seat", tournament)):
        answer = client.get(path)
        page = answer.content.decode()
        assert answer.status_code == 200
        assert not [text for of_table in codes.values() for text in of_table.values() if text in page]
        assert "333 1234567" not in page and "T-7" not in page
    assert own in client.get(url("public_pair", tournament, 1)).content.decode()
    assert 'name="proof"' in html_of(client.get(own))
    neither = "That is neither your card number nor your code of this round."
    for wrong in ("7", "", code(tables[0], Line.EW), code(tables[1], Line.NS)):
        refused = client.post(own, {"proof": wrong})
        assert refused.status_code == 422 and (neither if wrong else "This field is required.") in text_of(refused)
    assert client.post(own, {"proof": " T-7 "})["Location"] == own
    response = client.get(own)
    assert code(tables[0], Line.NS) in text_of(response) and code(tables[0], Line.EW) not in text_of(response)
    assert "no-store" in response.headers["Cache-Control"]
    # The proof is valid only for this pair; the code of the slip is valid as well.
    other = url("phone_code", tournament, 2)
    client.cookies["pair-en"]["path"] = "/"
    assert code(tables[0], Line.EW) not in text_of(client.get(other))
    assert client.post(other, {"proof": code(tables[0], Line.EW)}).status_code == 302


def test_between_rounds_a_pair_that_is_known_has_no_code(tables: list[Table]) -> None:
    own, client = url("phone_code", tables[0].round.tournament, 1), Client()
    assert client.post(own, {"proof": code(tables[0], Line.NS)}).status_code == 302
    assert code(tables[0], Line.NS) in text_of(client.get(own))
    play_round(tables[0].round)
    answer = client.get(own)
    assert answer.status_code == 200 and "You have no code now" in text_of(answer)
    assert code(tables[0], Line.NS) not in text_of(answer)


def test_wrong_proofs_count_like_wrong_codes(tables: list[Table]) -> None:
    own, client = url("phone_code", tables[0].round.tournament, 1), Client()
    for _guess in range(5):
        client.post(own, {"proof": "0000"})
    refused = client.post(own, {"proof": code(tables[0], Line.NS)})
    assert refused.status_code == 422 and "Too many wrong codes from this phone" in text_of(refused)
    assert "That is neither" not in text_of(refused) and "pair-en" not in refused.cookies


def test_wrong_codes_are_logged_without_the_address_that_lets_one_try(
    tables: list[Table], caplog: pytest.LogCaptureFixture
) -> None:
    table = tables[0]
    slug = table.round.tournament.slug
    security_log._lines_logged.clear()
    Client().post(address(table), {"do": "code", "code": "xxxx"})
    Client().post(reverse("phone_entrance", args=[slug]), {"table": "1", "code": "xxxx"})
    Client().post(reverse("phone_code", args=[slug, 1]), {"proof": "xxxx"})
    texts = [record.getMessage() for record in caplog.records if record.name == "burraco_club.security"]
    assert [line.partition(":")[0] for line in texts] == [*["wrong code of a table"] * 2, "wrong proof of a pair"]
    secret = address_of(table.round.secret, 1)
    assert all(slug in line and "127.0.0.1" in line and secret not in line for line in texts)


def test_in_an_individual_tournament_a_player_has_the_code_of_the_line() -> None:
    tournament = make_tournament(kind="individual", pairs=5, writing="phones")
    round_ = start_round(tournament, System.INDIVIDUAL)
    table = round_.tables.select_related("round__tournament", "ew_partner", "ns").get(ew__isnull=False)
    assert table.ew_partner is not None
    own, client = url("phone_code", tournament, table.ew_partner.number), Client()
    assert client.post(own, {"proof": code(table, Line.EW)}).status_code == 302
    assert code(table, Line.EW) in text_of(client.get(own))
    resting = round_.tables.get(ew__isnull=True).ns.number
    assert client.get(url("phone_code", tournament, resting)).status_code == 404


def test_the_hall_hears_nothing_of_drafts(tables: list[Table]) -> None:
    tournament, ns = tables[0].round.tournament, PhoneAt(tables[0], Line.NS)
    ns.do("send", figures())
    for name, args in PAGES.items():
        assert "445" not in text_of(Client().get(url(name, tournament, *args))), name
    PhoneAt(tables[0], Line.EW).do("agree")
    assert "provisional" in text_of(Client().get(url("public_ranking", tournament)))
    assert "agreed by the players, provisional" in text_of(Client().get(url("public_rounds", tournament)))


def test_an_address_opens_in_every_language_of_the_club(tables: list[Table]) -> None:
    client = PhoneAt(tables[0], Line.NS).client
    with translation.override("it"):
        assert "Are these you" not in text_of(page := client.get(table_address(tables[0])))
        assert str(tables[0].ns) in text_of(page)


def test_an_old_slip_says_what_happened_to_it(tables: list[Table], referee: Client) -> None:
    """A phone that stays at its table continues after the new publication; others are told to take the new slip."""
    tournament = tables[0].round.tournament
    ns, other = (PhoneAt(table, Line.NS) for table in tables[:2])
    ns.do("type", figures())
    round_ = round_withdraw(round=tables[0].round)
    for answer in (ns.look(), ns.do("type", figures(h1_ns_base="400")), Client().get(address(tables[0]))):
        assert answer.status_code == 409 and "The referee is changing the seats" in text_of(answer)
    polled = ns.client.get(address(tables[0]) + "?us=1", headers=HTMX)
    assert polled.headers["HX-Retarget"] == "#phone" and b"<html" not in polled.content and b"hx-get" in polled.content
    draft_change(round=round_, seen=(), change=lambda seats: change_lines(seats, 2))
    round_publish(round=round_, at=AT)
    assert ns.look().status_code == 200 and b'value="300"' in ns.look().content
    for answer in (other.look(), other.do("send", figures()), Client().get(address(tables[1]))):
        assert answer.status_code == 409 and "The round was redone: take the new slip." in text_of(answer)
        assert "removed" not in text_of(answer)
    now = round_.tables.select_related("round__tournament").get(number=2)
    assert PhoneAt(now, Line.NS).look().status_code == 200
    assert address(now) != address(tables[1]) and address(round_.tables.get(number=1)) == address(tables[0])
    # After the draft is discarded and another round is drawn, the address does not exist, and the page says what to do.
    round_withdraw(round=round_)
    referee.post(url("round_discard", tournament, 1), {"discarding": "1"})
    start_round(tournament)
    gone = ns.look()
    assert gone.status_code == 404 and "take the new slip" in text_of(gone) and "removed" not in text_of(gone)
