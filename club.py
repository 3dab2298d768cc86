#!/usr/bin/env python3
"""Burraco Club: sets itself up, then serves the club to the phones in the hall.

    python3 club.py [--port 8000] [--host 0.0.0.0] [--https] [--data FOLDER] [--backup-copy FOLDER]
                    [--open] [--online]
    python3 club.py backup [FILE] [--data FOLDER]
    python3 club.py restore FILE [--data FOLDER]
    python3 club.py manage COMMAND [its own arguments]
    python3 club.py test [pytest's own arguments]
    python3 club.py --version

The first creates `.venv`, installs the libraries that `requirements.txt` locks by hash, and starts `manage.py serve`;
`test` also installs what the tests need, and runs them. Standard library only. Pythons since 3.6 must be able to read
this file, because it tells them that they are too old.

In a wheel this file is a module of a package, and the command `burraco-club` does the same with the libraries that came
with the wheel; `burraco-club serve` is its first line.
"""

import ctypes
import hashlib
import importlib.util
import json
import locale
import os
import platform
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from burraco_club.command_line import CommandLine

PROJECT = Path(__file__).resolve().parent
INSTALLED = bool(__package__)
"""The program came as a wheel, with its libraries: nothing is set up, and its own folder stays as it is."""
NAME = "burraco-club" if INSTALLED else "club.py"
LOCALE = PROJECT / "locale"
SENTENCES = {
    "old_python": "Burraco Club needs Python 3.11 or newer; this is {found}. Get it from python.org.",
    "no_venv": "This Python lacks its venv module. On Debian and Ubuntu: apt install python3-venv",
    "venv_failed": "The Python environment in {folder} cannot be made: {reason}",
    "rebuilding": "The Python environment is broken: making it again.",
    "making_venv": "Making a Python environment (only once)…",
    "installing": "Installing the libraries: a minute or so, only this once…",
    "no_network": "The libraries cannot be downloaded: the first start needs the internet. Connect and try again.",
    "other_pythons": "The libraries that came with the program are for Python {theirs}, not for {found}, and others "
    "cannot be downloaded. Connect to the internet for the first start, or install one of those Pythons.",
    "install_failed": "The installation failed: {reason}",
    "no_32_bit": "This Python is a 32-bit one ({machine}), for which Burraco Club's libraries are not made. It needs a "
    "64-bit Python, and a 64-bit system to run it.",
    "no_windows_arm": "Burraco Club's libraries are not made for Windows' Python for ARM. Install the “Windows "
    "installer (64-bit)” from python.org instead: it runs on this computer, too.",
    "no_intel_mac": "Burraco Club's libraries are not made for Macs with an Intel processor any more. Use another "
    "computer.",
    "disk_full": "The disk is full: {folder} needs {needed} MB free, and there are {free}.",
    "read_only": "{folder} cannot be written: {reason}. Choose another folder with --data.",
    "program_read_only": "{folder}, the program's own folder, cannot be written: {reason}.",
    "usage": "Usage: ",
    "options": "options",
    "commands": "commands that do something else",
    "help_help": "show this help, and end",
    "not_understood": "This is not understood: {typed}. {program} --help says what is.",
    "serve_command": "opens the club for this computer and the hall's phones",
    "backup_command": "makes one more backup, now",
    "restore_command": "puts a backup in the place of the club's data",
    "manage_command": "runs one of the commands in docs/commands.md",
    "test_command": "sets up what the tests need, and runs them all",
    "port_help": "the port on which the club answers (8000)",
    "host_help": "the address on which it answers; 127.0.0.1: only this computer (all)",
    "data_help": "the folder of the database and the secret key ({folder})",
    "https_help": "encrypt with a certificate made here: every phone warns once (no)",
    "copy_help": "a second folder for the backups, on a USB stick, say (none)",
    "backup_help": "the file, or the folder, to back up into (beside those made by themselves)",
    "restore_help": "the backup to restore",
    "open_help": "open the club in this computer's browser (no)",
    "online_help": "put the club on the web, by the code of a server (no)",
    "version_help": "say which version this is, and end",
    "no_such_port": "There is no port {port}: 1 to 65535.",
    "starting": "Opening the club…",
    "cannot_start": "The club cannot start: {reason}",
    "interrupted": "Interrupted.",
    "skipped": "Tests skipped: {tests}",
    "no_chromium": "no Chromium: apt install chromium, or CHROMIUM=path",
    "no_playwright": "no Playwright: python3 club.py test installs it",
    "no_postgresql": "all of them on PostgreSQL (to run them: DATABASE_URL=postgres://user@host/database)",
    "no_nginx": "no nginx: apt install nginx openssl",
    "no_sshd": "no sshd: apt install openssh-server",
    "server_on_postgresql": "the server of deploy/ has PostgreSQL: DATABASE_URL=postgres://user@host/database",
    "no_systemd": "no systemd-analyze",
    "no_git": "no git repository, from which a release is packed",
    "no_release": "a minute each, before a release (to run them: BURRACO_RELEASE=1)",
    "no_namespace": "a network namespace needs root on Linux",
    "chromium_required": "No Chromium found, and BURRACO_REQUIRE_BROWSER asks for one.",
}
"""In English; `locale/it/club.json` has them in Italian, and likewise for every other language."""


def system_language() -> str:
    """Return the system's language if the program has it, otherwise Italian, as a code: `es`."""
    named = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), None)
    if named is None and sys.platform == "win32":
        # Windows calls its languages by name, `Spanish_Argentina`, but for this one.
        named = locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage())
    code = (named or locale.getlocale()[0] or "").lower()[:2]
    return code if code == "en" or (LOCALE / code / "club.json").is_file() else "it"


def tell(key: str, **facts: object) -> str:
    """Return the sentence in the system's language."""
    return sentences(system_language())[key].format(**facts)


def sentences(language: str) -> "dict[str, str]":
    if language == "en":
        return SENTENCES
    own: dict[str, str] = json.loads((LOCALE / language / "club.json").read_text(encoding="utf-8"))
    return own


if sys.version_info < (3, 11):  # noqa: UP036
    sys.exit(tell("old_python", found=sys.version.split()[0]))

VENV = PROJECT / ".venv"
PYTHON = Path(sys.executable) if INSTALLED else VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
LOCK = PROJECT / "requirements.txt"
SERVER_LOCK = PROJECT / "requirements-server.txt"
PIP_LOCK = PROJECT / "requirements-pip.txt"
TEST_LOCK = PROJECT / "requirements-dev.txt"
BROWSER_LOCK = PROJECT / "requirements-browser.txt"
WHEELS = PROJECT / "wheels"
"""The libraries as files, if the program came with them: it then sets itself up without a network."""
CHROMIUMS = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
)
EVERY_TEST = ("-n", "auto", "--maxprocesses", "4", "--dist", "loadgroup")
DATA_MEGABYTES = 20
"""The free space that a start needs in the data folder."""
LOCK_MEGABYTES = 300
"""The free space that installing a lock file needs in the program's folder, at most."""


class CannotStart(Exception):
    """The reason why the program cannot start, as a sentence."""


def main(arguments: list[str]) -> int:
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8", errors="replace")  # type: ignore[union-attr]
    try:
        wanted, *rest = arguments or [""]
        if wanted == "test":
            return test_a_copy(rest) if INSTALLED else test(rest)
        if wanted == "manage":
            return manage(data_folder(), rest)
        if wanted in ("backup", "restore"):
            return keep(wanted, rest)
        return serve(rest if wanted == "serve" else arguments)
    except CannotStart as reason:
        print(reason, file=sys.stderr)
        return 1
    except (OSError, sqlite3.Error) as error:
        print(tell("cannot_start", reason=error), file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print(tell("interrupted"), file=sys.stderr)
        return 130


def installed_command() -> int:
    """Run the command `burraco-club`, whose modules lie beside this one."""
    sys.path.insert(0, str(PROJECT))
    return main(sys.argv[1:])


def serve(arguments: list[str]) -> int:
    written = {"backup": "backup [FILE]", "restore": "restore FILE", "manage": "manage COMMAND", "test": "test"}
    commands = {line: tell(f"{command}_command") for command, line in written.items()}
    parser = command_line(NAME, tell("serve_command"), commands)
    parser.options.add_argument("--port", type=int, default=8000, help=tell("port_help"))
    parser.options.add_argument("--host", default="0.0.0.0", help=tell("host_help"))
    parser.options.add_argument("--https", action="store_true", help=tell("https_help"))
    second = os.environ.get("BURRACO_BACKUP_COPY", "")
    parser.options.add_argument("--backup-copy", default=second, metavar="FOLDER", help=tell("copy_help"))
    parser.options.add_argument("--open", action="store_true", help=tell("open_help"))
    parser.options.add_argument("--online", action="store_true", help=tell("online_help"))
    parser.options.add_argument("--version", action="store_true", help=tell("version_help"))
    options = parser.read(arguments)
    if options.version:
        return say_version()
    if not 0 < options.port < 65536:
        raise CannotStart(tell("no_such_port", port=options.port))
    second = str(Path(options.backup_copy).resolve()) if options.backup_copy else ""
    command = ["serve", "--host", options.host, "--port", str(options.port)]
    https = {"BURRACO_LAN_HTTPS": "1"} if options.https else {}
    command += [
        "--language",
        system_language(),
        *(f"--{name}" for name in ("open", "online") if getattr(options, name)),
    ]
    return manage(options.data, command, tell("starting"), BURRACO_BACKUP_COPY=second, **https)


def say_version() -> int:
    from burraco_club.code_version import code_version, named_version

    print(named_version(code_version(PROJECT)))
    return 0


def keep(command: str, arguments: list[str]) -> int:
    """Make a backup, or restore one."""
    parser = command_line(f"{NAME} {command}", tell(f"{command}_command"))
    count = "?" if command == "backup" else None
    parser.options.add_argument("file", metavar="FILE", nargs=count, type=Path, help=tell(command + "_help"))
    options = parser.read(arguments)
    files = [options.file.resolve()] if options.file else []
    return manage(options.data, [command, *files, "--language", system_language()])


def command_line(program: str, what: str, commands: "dict[str, str] | None" = None) -> "CommandLine":
    from burraco_club.command_line import CommandLine

    parser, folder = CommandLine(program, what, tell, commands or {}), data_folder()
    help_text = tell("data_help", folder=folder).replace("%", "%%")
    parser.options.add_argument("--data", type=Path, default=folder, metavar="FOLDER", help=help_text)
    return parser


def data_folder() -> Path:
    """Return the folder that the environment names, or else the one beside the program.

    A wheel's data are where its user's system keeps those of programs.
    """
    named = os.environ.get("BURRACO_DATA")
    if named or not INSTALLED:
        return Path(named or PROJECT / "club-data")
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local", "Burraco Club")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "Burraco Club"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share", "burraco-club")


def manage(folder: Path, command: Sequence[object], *said: str, **environment: str) -> int:
    """Run a command of `manage.py` on a data folder, after checking the folder and installing the libraries."""
    data = folder.resolve()
    check_folder(data, DATA_MEGABYTES, "read_only")
    if INSTALLED:
        environment["BURRACO_INSTALLED"] = "1"
    else:
        set_up(program_locks())
    print(*said, sep="\n", end="\n" if said else "", flush=True)
    return run([PYTHON, PROJECT / "manage.py", *command], Path.cwd(), BURRACO_DATA=str(data), **environment)


def test_a_copy(arguments: list[str]) -> int:
    """Run the tests in a copy of the program, which sets itself up like any other."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "burraco-club"
        shutil.copytree(PROJECT, copy, ignore=shutil.ignore_patterns("__pycache__"))
        return run([PYTHON, copy / "club.py", "test", *arguments], copy)


def test(arguments: list[str]) -> int:
    """Run all tests, with those in a browser if there is one, or what the arguments for pytest name."""
    chromium = find_chromium()
    if not chromium and os.environ.get("BURRACO_REQUIRE_BROWSER"):
        raise CannotStart(tell("chromium_required"))
    set_up([LOCK, TEST_LOCK, *([BROWSER_LOCK] if chromium else [])])
    # Development mode shows warnings; its slow allocator only looks for faults in C code.
    watchful = {"PYTHONDEVMODE": "1", "PYTHONMALLOC": "default"}
    return run([PYTHON, "-m", "pytest", *(arguments or EVERY_TEST)], PROJECT, CHROMIUM=chromium, **watchful)


def program_locks() -> list[Path]:
    """Return the lock files of the program: that of PostgreSQL's driver only where `DATABASE_URL` names a database."""
    return [LOCK, SERVER_LOCK] if os.environ.get("DATABASE_URL") else [LOCK]


def find_chromium() -> str:
    """Return the browser that `CHROMIUM` names, or the first on the path, or an empty string."""
    named = os.environ.get("CHROMIUM", "")
    return named or next(filter(None, map(shutil.which, CHROMIUMS)), "")


def check_folder(folder: Path, megabytes: int, refusal: str) -> None:
    """Refuse a folder that cannot be written, one whose files cannot, and one on a full disk."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        free = shutil.disk_usage(folder).free // 2**20
        if free < megabytes:
            raise CannotStart(tell("disk_full", folder=folder, needed=megabytes, free=free))
        with tempfile.TemporaryFile(dir=folder) as probe:
            probe.write(b"probe")
        for file in (*folder.glob("club.sqlite3*"), *folder.glob("secret.key")):
            file.open("r+b").close()
    except OSError as error:
        raise CannotStart(tell(refusal, folder=folder, reason=error.strerror)) from error


def set_up(locks: list[Path]) -> None:
    """Install the lock files in `.venv`, if they are not. Two starts at once take turns."""
    from burraco_club.lock import one_at_a_time

    if is_sound() and not missing(locks):
        return
    refuse_without_libraries(sys.platform, platform.machine(), sysconfig.get_platform(), sys.maxsize)
    check_folder(PROJECT, LOCK_MEGABYTES * len(missing(locks)), "program_read_only")
    with one_at_a_time(PROJECT / ".venv.lock"):
        if not is_sound():
            make_venv()
        if missing(locks):
            install(missing(locks))


def refuse_without_libraries(system: str, machine: str, built_for: str, greatest: int) -> None:
    """Refuse a Python for which some library is not made: pip would try to compile it for minutes, and fail.

    `built_for` and `greatest` are facts of the Python, which may be another's than the computer's processor.
    """
    if greatest <= 2**32:
        raise CannotStart(tell("no_32_bit", machine=machine))
    if built_for == "win-arm64":
        raise CannotStart(tell("no_windows_arm"))
    if system == "darwin" and machine == "x86_64":
        raise CannotStart(tell("no_intel_mac"))


def missing(locks: list[Path]) -> list[Path]:
    """Return the lock files that are not installed in their current state."""
    return [lock for lock in locks if not stamp(lock).exists() or stamp(lock).read_text() != digest(lock)]


def stamp(lock: Path) -> Path:
    return VENV / f"installed-{lock.stem}.sha256"


def digest(lock: Path) -> str:
    return hashlib.sha256(lock.read_bytes()).hexdigest()


def is_sound() -> bool:
    """Whether the environment's Python runs, is new enough, and still has its libraries."""
    libraries = "django, environ, waitress, whitenoise" if stamp(LOCK).exists() else "pip"
    probe = f"import sys, {libraries}; sys.exit(sys.version_info < (3, 11))"
    try:
        return subprocess.run([PYTHON, "-c", probe], capture_output=True).returncode == 0
    except OSError:
        return False


def make_venv() -> None:
    if importlib.util.find_spec("venv") is None:
        raise CannotStart(tell("no_venv"))
    print(tell("rebuilding" if VENV.exists() else "making_venv"), flush=True)
    with tempfile.TemporaryDirectory() as folder:
        wheel = None if comes_with_pip() else locked_pip(Path(folder))
        shutil.rmtree(VENV, ignore_errors=True)
        make(sys.executable, "-m", "venv", *(["--without-pip"] if wheel else []), VENV)
        if wheel:
            make(PYTHON, wheel / "pip", "install", "--no-index", "--no-deps", "--disable-pip-version-check", wheel)


def comes_with_pip() -> bool:
    """Whether this Python includes pip. On Debian and Ubuntu it does once python3-venv is installed."""
    try:
        import ensurepip  # noqa: F401
    except ImportError:
        return False
    return True


def locked_pip(folder: Path) -> Path:
    from burraco_club.pip_wheel import NoPip, fetch_pip

    try:
        return fetch_pip(PIP_LOCK, folder, beside=WHEELS)
    except NoPip as error:
        raise CannotStart(tell("no_venv")) from error


def make(*command: object) -> None:
    """Run one step of creating the environment."""
    process = subprocess.run([str(part) for part in command], capture_output=True, text=True)
    if process.returncode != 0:
        reason = (process.stderr or process.stdout).strip().splitlines()[-1:]
        raise CannotStart(tell("venv_failed", folder=VENV, reason="".join(reason)))


def install(locks: list[Path]) -> None:
    """Install the lock files together, from the wheels that came with the program if they are enough."""
    print(tell("installing"), end="", flush=True)
    near = [f"--find-links={WHEELS}"] if WHEELS.is_dir() else []
    output = run_pip(locks, ["--no-index", *near]) if near else ["not tried"]
    if output:
        output = run_pip(locks, near)
    print(flush=True)
    if output:
        raise CannotStart(why_pip_failed(output))
    for lock in locks:
        stamp(lock).write_text(digest(lock))


def run_pip(locks: list[Path], places: list[str]) -> list[str]:
    """Count the libraries on a terminal as pip fetches them. Return nothing, or what pip wrote if it failed."""
    command = [str(PYTHON), "-m", "pip", "install", "--require-hashes", "--no-input", "--disable-pip-version-check"]
    # Python compiles a module when it is imported, and most of them never are.
    command += ["--no-compile", *places, *(f"--requirement={lock}" for lock in locks)]
    # A library may stand there once for each of several Pythons.
    names = re.findall(r"^([\w.-]+)==", "".join(lock.read_text(encoding="utf-8") for lock in locks), re.M)
    total, output = len(set(names)), []
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8", errors="replace"
    ) as pip:
        assert pip.stdout is not None
        for line in pip.stdout:
            output.append(line)
            if line.startswith("Collecting ") and sys.stdout.isatty():
                count = sum(line.startswith("Collecting ") for line in output)
                print(f"\r{tell('installing')} {count}/{total} ", end="", flush=True)
    return output or ["pip"] if pip.returncode != 0 else []


def why_pip_failed(output: list[str]) -> str:
    """Return one sentence from pip's output."""
    output_text = "".join(output)
    if "No space left" in output_text or "not enough space" in output_text:
        return tell("disk_full", folder=VENV, needed=LOCK_MEGABYTES, free=shutil.disk_usage(VENV).free // 2**20)
    if "connection broken by" in output_text or "Connection" in output_text:
        theirs, found = pythons_of_the_wheels(), "{}.{}".format(*sys.version_info)
        here = not theirs or found in theirs
        return tell("no_network") if here else tell("other_pythons", theirs=", ".join(theirs), found=found)
    errors = [line for line in output if line.startswith("ERROR")] or output or ["pip"]
    return tell("install_failed", reason=errors[-1].strip())


def pythons_of_the_wheels() -> list[str]:
    """Return the Pythons for which libraries came with the program."""
    minors = {minor for wheel in WHEELS.glob("*.whl") for minor in re.findall(r"-cp3(\d+)-cp3\1-", wheel.name)}
    return [f"3.{minor}" for minor in sorted(minors, key=int)]


def run(command: list[object], folder: Path, **environment: str) -> int:
    """Run a program of the environment in a folder and return its status, passing on Ctrl-C and SIGTERM."""
    variables = {**os.environ, "PYTHONUTF8": "1", **environment}
    process = subprocess.Popen([str(part) for part in command], cwd=folder, env=variables)
    signal.signal(signal.SIGTERM, lambda *_: process.terminate())
    while True:
        try:
            return process.wait()
        except KeyboardInterrupt:
            # A terminal signals both programs; a signal sent to this one alone is meant for the other as well.
            try:
                process.wait(timeout=5)
            except subprocess.TimeoutExpired:
                process.terminate()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
