"""A rolling update under load: `DATABASE_URL=postgres://… python -m deploy.show_rolling_update`.

Starts the server that `deploy/` describes in a folder and on a database of its own, with an old version under both
services. Four referees save without a pause, and phones read pages, while `rolling_update.py` installs a new version
under both. Prints what was sent, answered and failed: nothing should fail.
"""

import os
import shutil
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from deploy.evening import Evening, make_evening, scratch_database
from deploy.load import Phones, TlsReferee, lost_and_doubled, trusting
from deploy.rehearsal import HERE, NAMES, SERVER, Rehearsal
from deploy.rolling_update import collect, update
from tests.faults.club import Load

REFEREES, PHONES, PAUSE = 4, 40, 0.5
SECONDS_BEFORE, SECONDS_AFTER = 3, 3
NEW = "new"


def release(folder: Path, name: str) -> Path:
    """Create a release of the program as on the server, with a version number of its own."""
    made = folder / "releases" / name
    left_out = shutil.ignore_patterns(".*", "__pycache__", "club-data", "staticfiles", "test-output", "tests")
    shutil.copytree(HERE.parent, made, ignore=left_out)
    (made / ".venv").symlink_to((HERE.parent / ".venv").resolve())
    (made / "templates" / f"{name}.html").touch()
    return made


def main() -> None:
    with TemporaryDirectory(prefix="club-") as scratch, scratch_database(os.environ.get("DATABASE_URL")) as database:
        folder, evening = Path(scratch), make_evening(database)
        releases = {name: release(folder, name) for name in ("old", NEW)}
        for made in releases.values():
            collect(made, folder / "static", {})
        environment = {"DATABASE_URL": evening.database, "SECRET_KEY": evening.key, "WEB_CONCURRENCY": "2"}
        old = dict.fromkeys(NAMES, releases["old"])
        with Rehearsal(folder / "server", environment, static=folder / "static", releases=old) as server:
            show(server, evening, releases[NEW])


def show(server: Rehearsal, evening: Evening, new: Path) -> None:
    def restart(name: str) -> None:
        server.services[name].stop()
        server.services[name].start()

    referee = TlsReferee(server.https, evening.session, evening.slug, tls=trusting(server))
    pages = [f"/t/{evening.slug}/", f"/t/{evening.slug}/rounds/1/", f"/en/t/{evening.slug}/seat/"]
    with Phones(server, pages, phones=PHONES, pause=PAUSE) as phones, Load(referee, evening.tables, writers=REFEREES):
        time.sleep(SECONDS_BEFORE)
        began = time.monotonic()
        update(new, root=server.installed, runtime=server.folder / "run/burraco-club", host=SERVER, restart=restart)
        took = time.monotonic() - began
        time.sleep(SECONDS_AFTER)
    saved = sum(map(len, referee.saved.values()))
    answered = referee.answered + phones.answered
    failed = sum(count for status, count in answered.items() if status not in (200, 302))
    print(f"The update took {took:.1f} s.")
    print(f"Requests sent: {answered.total()}, among them {saved} saves; failed: {failed}.")
    print("Answers by status (0: none came):", dict(sorted(answered.items())))
    lost, doubled = lost_and_doubled(referee)
    print(f"Acknowledged and lost: {lost}. Written twice: {doubled}.")
    sys.exit(failed + lost + doubled > 0)


if __name__ == "__main__":
    main()
