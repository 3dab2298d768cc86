"""Polls of a running club are answered when there is news, by whichever process it comes."""

import http.client
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from burraco_club.held_polls import LONGEST_SECONDS
from tests.faults.club import LONGEST_ANSWER, ClubProcess, Referee

Answer = tuple[int, str]


@contextmanager
def asked(club: ClubProcess, etag: str, page: str = "/t/{slug}/", session: str = "") -> Iterator[list[Answer]]:
    """Poll a page, the ranking unless another is named, within the block. Afterwards the list has the answer."""
    answers: list[Answer] = []
    connection = http.client.HTTPConnection("127.0.0.1", club.port, timeout=LONGEST_ANSWER)
    headers = {"If-None-Match": etag, "HX-Request": "true", "Prefer": f"wait={LONGEST_SECONDS}"}
    connection.request(
        "GET", page.format_map(club.evening), headers=headers | ({"Cookie": f"sessionid={session}"} if session else {})
    )

    def hear() -> None:
        response = connection.getresponse()
        assert response.getheader("Preference-Applied") == f"wait={LONGEST_SECONDS}"
        answers.append((response.status, response.read().decode()))

    hearing = threading.Thread(target=hear)
    hearing.start()
    yield answers
    hearing.join()
    connection.close()


def shown(club: ClubProcess, page: str = "/t/{slug}/", session: str = "") -> tuple[str, str]:
    """Return the ETag and the text of the ranking, or of another page."""
    connection = http.client.HTTPConnection("127.0.0.1", club.port, timeout=LONGEST_ANSWER)
    connection.request("GET", page.format_map(club.evening), headers={"Cookie": f"sessionid={session}"})
    response = connection.getresponse()
    etag, text = response.headers["ETag"], response.read().decode()
    connection.close()
    return etag, text


def test_a_ranking_comes_to_those_who_look_at_it_as_soon_as_a_slip_is_saved(
    club: ClubProcess, referee: Referee
) -> None:
    table = club.evening["tables"][0]
    assert referee.save(table) == 302
    for _slip in range(3):
        etag, before = shown(club)
        with asked(club, etag) as answers:
            assert referee.save(table) == 302
        [(status, text)] = answers
        assert status == 200 and etag not in text and text != before
        assert re.sub(r"\s+", "", text) == re.sub(r"\s+", "", shown(club)[1])
    club.kill()


def test_a_slip_comes_to_another_desk_as_soon_as_it_is_saved(club: ClubProcess, referee: Referee) -> None:
    page, session = "/tournaments/{slug}/rounds/1/hall/", club.evening["session"]
    etag, _text = shown(club, page, session)
    with asked(club, etag, page, session) as answers:
        assert referee.save(club.evening["tables"][0]) == 302
    assert [status for status, _text in answers] == [200]
    assert shown(club, page, session)[0] != etag
    club.kill()


def test_whoever_has_nothing_to_hear_is_told_so_in_time(club: ClubProcess, referee: Referee) -> None:
    etag, _page = shown(club)
    with asked(club, etag) as answers:
        pass
    assert answers == [(304, "")]
    club.kill()
