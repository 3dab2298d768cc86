"""A primary that fails while four referees save: `python -m deploy.replication.show_failover [seconds until promoted]`.

Starts a primary and a standby as clusters of this machine, with the server that `deploy/` describes. Four referees save
without a pause; the primary is killed; the standby is promoted, at once or after the given seconds, the time that an
administrator's decision takes. The services find it by themselves, because `DATABASE_URL` names both. In the end every
acknowledged save must be in the history, and the whole database must pass its check. Prints the silence: the time from
the last save before to the first one after.
"""

import os
import shutil
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from deploy.evening import make_evening
from deploy.load import TlsReferee, lost_and_doubled, trusting
from deploy.rehearsal import Rehearsal, until
from deploy.replication.clusters import NAME, Cluster
from tests.faults import club_process
from tests.faults.club import Load

PORTS = (5541, 5542)
REFEREES = 4
SAVES_BEFORE, SAVES_AFTER = 200, 200


@dataclass(slots=True, kw_only=True)
class TimedReferee(TlsReferee):
    """A referee who notes when each save was acknowledged, and slows down while there is no database."""

    moments: list[float] = field(default_factory=list)

    def save(self, table: int) -> int:
        status = TlsReferee.save(self, table)
        if status == 302:
            self.moments.append(time.monotonic())
        elif status != 409:
            time.sleep(0.1)
        return status


def main(seconds: float) -> None:
    with TemporaryDirectory(prefix="club-") as scratch:
        folder = Path(scratch)
        databases = folder / "databases"
        databases.mkdir()
        if os.geteuid() == 0:
            folder.chmod(0o711)
            shutil.chown(databases, "postgres")
        primary, standby = (Cluster(databases / str(port), port) for port in PORTS)
        try:
            primary.make_primary()
            standby.make_standby(primary)
            show(folder, primary, standby, seconds)
        finally:
            for cluster in (primary, standby):
                if cluster.runs():
                    cluster.stop()


def show(folder: Path, primary: Cluster, standby: Cluster, seconds: float) -> None:
    hosts = ",".join(f"127.0.0.1:{cluster.port}" for cluster in (primary, standby))
    evening = make_evening(f"postgres://postgres@{hosts}/{NAME}?target_session_attrs=read-write&connect_timeout=2")
    from django.conf import settings

    from burraco_club.preparation import collect_static_files

    collect_static_files(lambda _sentence: None)
    environment = {"DATABASE_URL": evening.database, "SECRET_KEY": evening.key, "WEB_CONCURRENCY": "2"}
    with Rehearsal(folder / "server", environment, static=Path(settings.STATIC_ROOT)) as server:
        referee = TimedReferee(server.https, evening.session, evening.slug, tls=trusting(server))
        with Load(referee, evening.tables, writers=REFEREES):
            until(lambda: len(referee.moments) > SAVES_BEFORE, lambda: "no saves")
            primary.kill()
            killed = time.monotonic()
            time.sleep(seconds)
            standby.promote()
            promoted = time.monotonic()
            until(lambda: len([at for at in referee.moments if at > promoted]) > SAVES_AFTER, lambda: "no saves")
    judge(referee, killed, promoted)


def judge(referee: TimedReferee, killed: float, promoted: float) -> None:
    lost, doubled = lost_and_doubled(referee)
    moments = sorted(referee.moments)
    before, after = max(at for at in moments if at <= killed), min(at for at in moments if at > promoted)
    print(f"Saves acknowledged: {len(moments)}, {sum(at <= killed for at in moments)} of them before the primary died.")
    print(f"Acknowledged and lost: {lost}. Written twice: {doubled}.")
    print(f"Silence: {after - before:.1f} s; the standby took writes {promoted - killed:.1f} s after the primary died.")
    print("Answers by status (0: none came):", dict(sorted(referee.answered.items())))
    print("check_club:", club_process.check() or "whole")
    sys.exit(lost + doubled > 0)


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 0)
