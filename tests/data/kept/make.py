"""Create a small club with something of everything by the program of a release, and store what it says of itself.

In a checkout of that release, with its environment:

    PYTHONPATH=. python …/tests/data/kept/make.py NAME

creates `NAME/` beside this file: `club.zip`, a backup by the program itself of a club on SQLite; `club.sql.gz`, the
output of `pg_dump` for a similar club on PostgreSQL; and for each `said-….json.gz`, the program's answers (`said.py`).
Meanwhile it uses a database on the server of `DATABASE_URL` (postgres://postgres@127.0.0.1/postgres).
"""

import gzip
import os
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
SERVER = os.environ.get("DATABASE_URL") or "postgres://postgres@127.0.0.1:5432/postgres"


def main(name: str) -> None:
    """Create each of the two clubs in another process, because settings are read once."""
    (HERE / name).mkdir(exist_ok=True)
    database = "kept_" + name.replace(".", "_")
    psql = ["psql", "--no-psqlrc", "--quiet", SERVER, "-c"]
    subprocess.run([*psql, f"CREATE DATABASE {database}"], check=True)
    try:
        for address in ("", f"{SERVER.rsplit('/', 1)[0]}/{database}"):
            with tempfile.TemporaryDirectory() as folder:
                environment = {**os.environ, "BURRACO_DATA": folder, "DATABASE_URL": address, "BURRACO_KEPT": name}
                subprocess.run([sys.executable, __file__], env=environment, check=True)
    finally:
        subprocess.run([*psql, f"DROP DATABASE {database}"], check=True)


def make_club(folder: Path) -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "burraco_club.settings"
    import django

    django.setup()
    import evenings
    from django.conf import settings
    from django.core.management import call_command
    from django.db import connection

    settings.STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    call_command("migrate", verbosity=0)
    evenings.make()
    if connection.vendor == "sqlite":
        (folder / "club.zip").unlink(missing_ok=True)
        call_command("backup", folder / "club.zip")
    else:
        keep(folder / "club.sql.gz", dump())
    facts = subprocess.run([sys.executable, HERE / "said.py"], check=True, stdout=subprocess.PIPE, text=True).stdout
    keep(folder / f"said-{connection.vendor}.json.gz", facts)


def dump() -> str:
    """Return a dump for any psql: newer ones write \\restrict, which an older one does not know."""
    command = ["pg_dump", "--no-owner", "--no-acl", os.environ["DATABASE_URL"]]
    written = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    lines = written.splitlines(keepends=True)
    return "".join(line for line in lines if not line.startswith(("\\restrict ", "\\unrestrict ")))


def keep(file: Path, text: str) -> None:
    file.write_bytes(gzip.compress(text.encode(), mtime=0))


if __name__ == "__main__":
    if name := os.environ.get("BURRACO_KEPT"):
        sys.path.insert(1, os.getcwd())
        make_club(HERE / name)
    else:
        main(sys.argv[1])
