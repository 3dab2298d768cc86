"""A club that is killed while four referees save: nothing acknowledged is lost, and nothing is stored twice.

`BURRACO_KILLS=200 python -m pytest tests/faults/test_kills.py` is the long run.
"""

import os
from collections import Counter
from random import Random

from tests.faults.club import ClubProcess, Load, Referee

KILLS = int(os.environ.get("BURRACO_KILLS", 10))


def test_whatever_was_said_to_be_saved_is_there_once(club: ClubProcess, referee: Referee) -> None:
    before = {int(table): totals for table, totals in club.order("totals").items()}
    moment = Random(KILLS)
    with Load(referee, club.evening["tables"]) as load:
        for _kill in range(KILLS):
            load.wait_for_saves(moment.randint(1, 5))
            club.kill()
            club.open()
    club.kill()

    assert referee.refused == []
    assert sum(map(len, referee.saved.values())) >= KILLS
    for table, totals in club.order("totals").items():
        written = Counter(totals[len(before[int(table)]) :])
        assert written.keys() <= set(referee.sent[int(table)])
        assert set(written.values()) <= {1}
        assert set(referee.saved[int(table)]) <= written.keys()
        assert written.keys().isdisjoint(referee.turned_away[int(table)])
    assert club.order("check") == ""
