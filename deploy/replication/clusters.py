"""A primary and its standby as clusters of this machine, with the configuration beside this file."""

import glob
import os
import shutil
import signal
import subprocess
import time
from pathlib import Path

import psycopg

HERE = Path(__file__).resolve().parent
LONGEST_WAIT = 60
NAME = "club"


class Cluster:
    """One of the two clusters. PostgreSQL refuses to run as root; then it runs as the user postgres."""

    def __init__(self, folder: Path, port: int) -> None:
        self.folder, self.port = folder, port

    def make_primary(self) -> None:
        postgres("initdb", "-D", self.folder, "--auth=trust", "--username=postgres", "--no-instructions")
        self._configure("primary.conf")
        # There is no standby yet for which the first commits could wait.
        self.start("-c", "synchronous_standby_names=")
        with self.connection("postgres") as database:
            database.execute(f"CREATE DATABASE {NAME}")
            database.execute("CREATE ROLE replicator LOGIN REPLICATION")
        self.stop()
        self.start()

    def make_standby(self, of: "Cluster") -> None:
        """Create a copy of the primary that follows it under the name `standby`."""
        source = f"host=127.0.0.1 port={of.port} user=replicator application_name=standby"
        postgres("pg_basebackup", "-D", self.folder, "-d", source, "-R", "-C", "-S", "standby", "-c", "fast")
        self._configure("standby.conf")
        self.start()
        with of.connection("postgres") as database:
            until_synchronous(database)

    def start(self, *options: str) -> None:
        ours = f"-p {self.port} -k {self.folder.parent} " + " ".join(options)
        postgres("pg_ctl", "start", "-w", "-D", self.folder, "-l", self.folder / "log", "-o", ours)

    def stop(self) -> None:
        postgres("pg_ctl", "stop", "-w", "-m", "immediate" if self.is_standby() else "fast", "-D", self.folder)

    def is_standby(self) -> bool:
        return (self.folder / "standby.signal").exists()

    def promote(self) -> None:
        """Promote the standby, and return once it accepts writes."""
        postgres("pg_ctl", "promote", "-w", "-D", self.folder)

    def kill(self) -> None:
        """Kill every process at once, like a power cut."""
        first = int((self.folder / "postmaster.pid").read_text().split()[0])
        for process in [first, *children(first)]:
            os.kill(process, signal.SIGKILL)

    def runs(self) -> bool:
        return postgres("pg_ctl", "status", "-D", self.folder, check=False) == 0

    def connection(self, name: str = NAME) -> psycopg.Connection:
        return psycopg.connect(f"host=127.0.0.1 port={self.port} user=postgres dbname={name}", autocommit=True)

    def _configure(self, file: str) -> None:
        with (self.folder / "postgresql.conf").open("a") as configuration:
            configuration.write((HERE / file).read_text(encoding="utf-8"))


def until_synchronous(database: psycopg.Connection) -> None:
    patience = time.monotonic() + LONGEST_WAIT
    while database.execute("SELECT sync_state FROM pg_stat_replication").fetchone() != ("sync",):
        if time.monotonic() > patience:
            raise TimeoutError("the standby does not follow")
        time.sleep(0.05)


def children(process: int) -> list[int]:
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(process)], capture_output=True, text=True)
    return [int(number) for number in found.stdout.split()]


def postgres(program: str, *arguments: object, check: bool = True) -> int:
    """Run one of PostgreSQL's own programs and return its status."""
    path = shutil.which(program) or max(glob.glob(f"/usr/lib/postgresql/*/bin/{program}"))
    user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
    words = [*user, path, *map(str, arguments)]
    return subprocess.run(words, check=check, stdout=subprocess.DEVNULL, cwd="/").returncode
