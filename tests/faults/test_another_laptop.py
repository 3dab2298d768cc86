"""The laptop is lost in the middle of an evening: the stick goes into another one, and play goes on."""

import time
from pathlib import Path

from tests.faults.club import ClubProcess, Referee, running
from tests.faults.conftest import MakeClub


def test_the_evening_goes_on_elsewhere(club: ClubProcess, referee: Referee, make_club: MakeClub) -> None:
    slug, tables, stick = club.evening["slug"], club.evening["tables"], club.data.parent / "stick"
    assert {referee.save(table) for table in tables} == {302}
    # The first backup may still be under way.
    wait_for_backup(stick, after=None)
    before = newest(stick)
    assert referee.ask("POST", f"/tournaments/{slug}/rounds/1/close/", {"looked_at": ""})[0] == 302
    wait_for_backup(stick, after=before)
    report = club.order("totals")
    club.kill()
    club.data.rename(club.data.with_name("pulled away"))

    other = make_club("other")
    assert other.order(f"restore {newest(stick)}") == ""
    with running(other.data, other.database) as laptop:
        assert laptop.order("totals") == report
        assert laptop.order("check") == ""
        # The key restores the sessions: the referee's browser continues without a password.
        laptop.open()
        there = Referee(laptop.port, club.evening["session"], slug, club.numbers)
        assert there.save(tables[0]) == 302
    club.data.with_name("pulled away").rename(club.data)


def test_while_it_is_open_nothing_is_restored_into_it(club: ClubProcess, referee: Referee) -> None:
    assert referee.save(club.evening["tables"][0]) == 302
    wait_for_backup(club.data / "backups", after=None)
    assert club.order(f"restore {newest(club.data / 'backups')}") != ""
    assert referee.save(club.evening["tables"][0]) == 302
    club.kill()


def newest(folder: Path) -> Path | None:
    return max(folder.glob("club-*.zip"), default=None)


def wait_for_backup(folder: Path, *, after: Path | None) -> None:
    """Wait for a backup, which is made beside the saves; the club gets no other request meanwhile."""
    for _turn in range(2_000):
        if newest(folder) not in (None, after):
            return
        time.sleep(0.05)
    raise AssertionError(f"no backup came after {after}")
