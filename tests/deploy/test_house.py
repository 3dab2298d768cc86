"""The commands of a house, on a machine that notes what it is told."""

import copy
import io
import json
import os
import re
import shutil
import sys
from pathlib import Path

import pytest

from tests.deploy.house_machine import Killed, NotedMachine, killed_before, make_house

fcntl = pytest.importorskip("fcntl", reason="Windows is no server")

ENOUGH = 10_000
KILLS = int(os.environ.get("BURRACO_KILLS", "60"))
"""About so many times each command is killed."""


@pytest.fixture
def machine(tmp_path: Path) -> NotedMachine:
    return make_house(tmp_path, "1.0.0", "1.1.0")


def everything(machine: NotedMachine) -> object:
    """Return what a command leaves: files, links, users, units. The time of a name counts as nothing."""
    files = {}
    for path in sorted(machine.root.rglob("*")):
        name = re.sub(r"\d{4}-\d\d-\d\d-\d{6}", "TIME", str(path.relative_to(machine.root)))
        if path.is_symlink():
            files[name] = str(path.readlink())
        elif path.is_file() and "run/" not in name:
            files[name] = path.read_text()
        elif path.is_dir():
            files[name] = "folder"
    others = [everything(other) for other in machine.others.values()]
    return files, machine.users, machine.enabled, machine.active, others


def site(machine: NotedMachine, name: str) -> str:
    return (machine.root / f"etc/nginx/burraco-house/{name}.conf").read_text()


def test_a_new_club_has_a_line_a_user_a_folder_a_door_and_a_link(
    machine: NotedMachine, capsys: pytest.CaptureFixture[str]
) -> None:
    assert machine.house("add", "aurora") == 0
    said = capsys.readouterr().out
    assert "https://aurora.burraco.example/link\n" in said
    assert machine.list().splitlines()[-1].split() == (
        ["aurora", "aurora.burraco.example", "home", "open", "1.0.0", "-", "one"]
    )
    assert machine.users == {"burraco-aurora"}
    assert "burraco-house-club@aurora.socket" in machine.enabled & machine.active
    folder = machine.root / "var/lib/burraco-house/clubs/aurora"
    assert [oct(path.stat().st_mode)[-3:] for path in (folder.parent, folder, folder / "data")] == ["711", "750", "700"]
    environment = machine.root / "etc/burraco-house/clubs.d/aurora.env"
    assert f"BURRACO_DATA={folder}/data\n" in environment.read_text() and environment.stat().st_mode & 0o777 == 0o600
    assert "server_name aurora.burraco.example;" in site(machine, "aurora")
    assert machine.told.index("burraco-aurora first_link") < machine.told.index("reload_nginx")

    before = everything(machine)
    assert machine.house("add", "aurora") == 0
    assert everything(machine) == before
    assert "/link" not in capsys.readouterr().out
    machine.house("link", "aurora")
    assert "https://aurora.burraco.example/link" in capsys.readouterr().out
    machine.write("aurora", administrator="Anna")
    machine.house("link", "aurora")
    assert "aurora has its administrator already" in capsys.readouterr().out


def test_a_hall_gets_a_port_and_no_program(machine: NotedMachine) -> None:
    assert machine.house("add", "aurora", "--hall") == machine.house("add", "bella", "--hall") == 0
    lines = [line.split() for line in machine.list().splitlines()[-2:]]
    assert [(line[2], line[4], line[5]) for line in lines] == [("hall", "-", "21000"), ("hall", "-", "21001")]
    assert (machine.users, {unit for unit in machine.enabled if "@" in unit}) == (set(), set())
    assert "21001" in site(machine, "bella")
    assert machine.house("give", "aurora") == 1
    assert machine.house("give", "aurora", "--free") == machine.house("give", "aurora", "--free") == 0
    assert "aurora" not in machine.list() and machine.house("add", "aurora", "--hall") == 0


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["add", "Aurora"], "expected a name of small letters a to z, digits and single hyphens"),
        (["add", "a" * 25], "expected a name of 24 characters at most, got 25"),
        (["add", "line"], "'line' is kept for the house itself"),
        (["add", "aurora-"], "single hyphens between them"),
        (["add", "bella", "--address", "bella;}"], "expected an address like bella.burraco.example"),
        (["add", "bella", "--address", "aurora.burraco.example"], "is the address of aurora already"),
        (["add", "bella", "--release", "2.0.0"], "There is no release '2.0.0' in"),
        (["add", "bella", "--release", "../../etc"], "There is no release '../../etc' in"),
        (["add", "aurora", "--release", "1.1.0"], "aurora is there already, with release 1.0.0, not 1.1.0"),
        (["add", "aurora", "--hall"], "aurora is there already, with kind home, not hall"),
        (["stop", "away"], "away is on the machine two: run the command there."),
        (["start", "away"], "away is on the machine two: run the command there."),
        (["give", "away", "--free"], "away is on the machine two: run the command there."),
        (["stop", "bella"], "has no club 'bella'. To see which there are: house list"),
        (["give", "../aurora", "--free"], "expected a name"),
        (["take", "nothing.zip", "bella"], "nothing.zip cannot be read: No such file or directory"),
    ],
)
def test_what_cannot_be_is_a_sentence_and_changes_nothing(
    machine: NotedMachine, capsys: pytest.CaptureFixture[str], words: list[str], sentence: str
) -> None:
    machine.house("add", "aurora")
    with (machine.root / "etc/burraco-house/clubs").open("a") as listed:
        listed.write("away away.burraco.example home open 1.0.0 - two\n")
    before = everything(machine)
    assert machine.house(*words) == 1
    assert sentence in capsys.readouterr().err
    assert everything(machine) == before


def test_a_line_written_by_hand_comes_true(machine: NotedMachine, capsys: pytest.CaptureFixture[str]) -> None:
    machine.house("add", "aurora")
    path = machine.root / "etc/burraco-house/clubs"
    path.write_text(
        "# ours\n\naurora a.example home stopped 1.0.0 - one  # till May\nbella b.example home open 1.0.0 - one\n"
    )
    capsys.readouterr()
    machine.house("apply")
    assert "first administrator of bella, once, and within a day:\nhttps://b.example/link\n" in capsys.readouterr().out
    assert {unit for unit in machine.enabled | machine.active if "@" in unit} == {"burraco-house-club@bella.socket"}
    assert "return 503;" in site(machine, "aurora") and "server_name a.example;" in site(machine, "aurora")
    assert "ALLOWED_HOSTS=a.example\n" in (machine.root / "etc/burraco-house/clubs.d/aurora.env").read_text()
    machine.house("add", "carla")
    assert path.read_text().startswith("# ours\n\naurora a.example home stopped 1.0.0 - one  # till May\nbella ")

    path.write_text("carla carla.burraco.example home open 1.0.0 - one\n")
    machine.house("apply")
    assert "bella: the list has no club bella here. To put its data aside" in capsys.readouterr().err
    assert {unit for unit in machine.active if "@" in unit} == {"burraco-house-club@carla.socket"}
    assert not (machine.root / "etc/nginx/burraco-house/bella.conf").exists()
    assert machine.data("bella") == {"members": [], "release": "1.0.0"}


def test_every_mistake_in_the_list_is_named_with_its_line_and_nothing_is_changed(
    machine: NotedMachine, capsys: pytest.CaptureFixture[str]
) -> None:
    machine.house("add", "aurora")
    path = machine.root / "etc/burraco-house/clubs"
    path.write_text(
        "aurora a.example home open 1.0.0 - one\n"
        "aurora b.example home open 1.0.0 - one\n"
        "bella a.example home open 1.0.0 - one\n"
        "bella.b a.example home\n"
        "Carla C.example huose opne 1.0.0 - One\n"
        "dora d.example home open - 21000 one\n"
        "elsa e.example hall open 1.0.0 80 one\n"
        "flora f.example hall open - 21000 one\n"
        "gina g.example hall open - 21000 one\n"
    )
    before = everything(machine)
    for command in (["apply"], ["add", "zita"], ["list"], ["backup"]):
        assert machine.house(*command) == 1
    said = capsys.readouterr().err.split("Nothing was changed")[0].splitlines()
    for sentence in (
        "line 2: aurora stands in line 1 already; delete one of the two.",
        "line 3: a.example is the address of line 1 already.",
        "line 4: expected 7 columns (name address kind state release port machine), got 3.",
        "line 5: expected a name of small letters",
        "line 5: expected an address like aurora.burraco.example, in small letters, got 'C.example'.",
        "line 5: expected open or stopped as the state, got 'opne'.",
        "line 5: expected home or hall as the kind, got 'huose'.",
        "line 5: expected a machine's name",
        "line 6: expected the folder of a release for a club of kind home, got '-'.",
        "line 6: expected - as the port of a club of kind home, got '21000'.",
        "line 7: expected - as the release of a club of kind hall, got '1.0.0'.",
        "line 7: expected a port from 1024 to 65535 for a club of kind hall, got '80'.",
        "line 9: 21000 is the port of line 8 already.",
    ):
        assert any(sentence in line for line in said), sentence
    assert everything(machine) == before


def test_every_mistake_in_the_settings_is_named(machine: NotedMachine, capsys: pytest.CaptureFixture[str]) -> None:
    settings = machine.root / "etc/burraco-house/house.conf"
    settings.write_text("domain = burraco.example\ncertificate = a b\nmashine = one\nclub_burst = 0\n")
    assert machine.house("list") == 1
    said = capsys.readouterr().err
    assert "line 2: expected a file from / on, without blanks as certificate, got 'a b'." in said
    assert "line 3: expected one of domain, certificate," in said and "got 'mashine'." in said
    assert "line 4: expected a whole number above 0 as club_burst, got '0'." in said
    assert "house.conf: machine is missing." in said and "certificate is missing" not in said
    settings.unlink()
    assert machine.house("list") == 1
    assert "is missing: copy deploy/house/house.conf there" in capsys.readouterr().err


def test_files_that_nginx_does_not_take_are_taken_back(
    machine: NotedMachine, capsys: pytest.CaptureFixture[str]
) -> None:
    machine.house("add", "aurora")
    before = site(machine, "aurora")
    machine.nginx_fault = "cannot load certificate"
    assert machine.house("stop", "aurora") == 1
    assert "nginx does not take its new files, and has the old ones back. cannot load" in capsys.readouterr().err
    assert site(machine, "aurora") == before
    machine.nginx_fault = ""
    assert machine.house("apply") == 0
    assert "return 503;" in site(machine, "aurora")


def test_two_administrators_are_one_after_the_other(machine: NotedMachine, capsys: pytest.CaptureFixture[str]) -> None:
    lock = machine.root / "run/burraco-house/house.lock"
    lock.parent.mkdir(parents=True)
    with lock.open("w") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        other.write("house upgrade, process 7\n")
        other.flush()
        assert machine.house("add", "aurora") == 1
        assert "at work on this house (house upgrade, process 7): wait until it has ended" in capsys.readouterr().err
        machine.house("list")
        assert "at work" not in capsys.readouterr().err
    assert machine.house("add", "aurora") == 0


def test_a_club_is_stopped_and_started(machine: NotedMachine) -> None:
    machine.house("add", "aurora")
    started = everything(machine)
    assert machine.house("stop", "aurora") == machine.house("stop", "aurora") == 0
    assert {unit for unit in machine.enabled | machine.active if "@" in unit} == set()
    assert machine.house("start", "aurora") == machine.house("start", "aurora") == 0
    assert everything(machine) == started


def test_what_an_administrator_adds_to_the_environment_stays(machine: NotedMachine) -> None:
    machine.house("add", "aurora")
    path = machine.root / "etc/burraco-house/clubs.d/aurora.env"
    path.write_text(path.read_text() + "# mail\nEMAIL_HOST=mail.example\n")
    machine.told.clear()
    machine.house("apply")
    assert path.read_text().endswith("unix\n# mail\nEMAIL_HOST=mail.example\n")
    assert not any("stop" in told for told in machine.told)


def test_an_archive_goes_out_and_becomes_a_club_elsewhere(machine: NotedMachine, tmp_path: Path) -> None:
    machine.house("add", "aurora")
    machine.write("aurora", members=["Anna"])
    archive = tmp_path / "aurora.zip"
    assert machine.house("give", "aurora", archive) == 0
    assert "burraco-house-club@aurora.socket" in machine.active
    assert archive.stat().st_mode & 0o777 == 0o600
    assert machine.house("take", archive, "bella") == 0
    assert machine.data("bella")["members"] == ["Anna"]
    assert "burraco-house-club@bella.socket" in machine.enabled & machine.active
    machine.write("bella", members=["Anna", "Bruno"])
    before = everything(machine)
    assert machine.house("take", archive, "bella") == 0
    assert everything(machine) == before


def test_an_archive_never_replaces_a_club_that_is_there(
    machine: NotedMachine, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    machine.house("add", "aurora")
    archive = tmp_path / "aurora.zip"
    machine.house("give", "aurora", archive)
    machine.write("aurora", members=["Anna"])
    before = everything(machine)
    assert machine.house("take", archive, "aurora") == 1
    assert "There is a club aurora already, and it did not come from" in capsys.readouterr().err
    assert everything(machine) == before


def test_an_archive_that_cannot_be_restored_is_told_and_the_name_given_up(
    machine: NotedMachine, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    newer, sound = tmp_path / "newer.zip", tmp_path / "sound.zip"
    newer.write_text('{"newer": true}')
    sound.write_text('{"members": ["Anna"]}')
    for _time in range(2):
        assert machine.house("take", newer, "aurora") == 1
        assert f"could not be made out of {newer}. The backup is from a newer version." in capsys.readouterr().err
    assert machine.house("take", sound, "aurora") == machine.house("list") == machine.house("start", "aurora") == 1
    assert "aurora: its data have not come yet. Run again: house take" in capsys.readouterr().err
    assert {unit for unit in machine.active if "@" in unit} == set()
    assert machine.house("give", "aurora", "--free") == 0
    assert machine.house("take", sound, "aurora") == 0
    assert machine.data("aurora")["members"] == ["Anna"]


def test_a_name_is_freed_only_when_told_and_its_data_are_kept(machine: NotedMachine, tmp_path: Path) -> None:
    machine.house("add", "aurora")
    machine.write("aurora", members=["Anna"])
    archive = tmp_path / "aurora.zip"
    environment = machine.root / "etc/burraco-house/clubs.d/aurora.env"
    environment.write_text(f"{environment.read_text()}DATABASE_URL=postgres://aurora@db/aurora\n")
    assert machine.house("give", "aurora", archive, "--free") == 0
    assert "aurora" not in machine.list() and not environment.exists()
    assert machine.users == set()
    assert {unit for unit in machine.enabled | machine.active if "@" in unit} == set()
    (kept,) = (machine.root / "var/lib/burraco-house/left").iterdir()
    assert json.loads((kept / "data/club.json").read_text())["members"] == ["Anna"]
    assert "DATABASE_URL=postgres://aurora@db/aurora\n" in (kept / "aurora.env").read_text()
    assert machine.house("give", "aurora", archive, "--free") == 0
    assert machine.house("add", "aurora") == 0
    assert machine.data("aurora")["members"] == []


def test_an_upgrade_goes_club_by_club_and_leaves_the_failing_one_as_it_was(
    machine: NotedMachine, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("aurora", "bella", "carla"):
        machine.house("add", name)
        machine.write(name, members=[name])
    machine.house("stop", "carla")
    machine.ill.add(("bella", "1.1.0"))
    for _time in range(2):
        assert machine.house("upgrade", "1.1.0") == 1
        said = capsys.readouterr()
        assert "bella: it does not run with 1.1.0, and is on 1.0.0 again with its data of before." in said.err
        releases = {line.split()[0]: line.split()[4] for line in machine.list().splitlines() if line[0] != "#"}
        assert releases == {"aurora": "1.1.0", "bella": "1.0.0", "carla": "1.1.0"}
        assert {name: machine.data(name)["release"] for name in releases} == releases
        assert all(machine.data(name)["members"] == [name] for name in releases)
        open_now = {unit for unit in machine.active if unit.endswith(".socket")}
        assert open_now == {"burraco-house-club@aurora.socket", "burraco-house-club@bella.socket"}
        assert (machine.root / "opt/burraco-house/current").resolve().name == "1.1.0"
    machine.ill.clear()
    assert machine.house("upgrade", "1.1.0", "bella") == 0
    assert machine.data("bella") == {"members": ["bella"], "release": "1.1.0"}


def test_a_club_that_cannot_be_backed_up_is_not_upgraded(
    machine: NotedMachine, capsys: pytest.CaptureFixture[str]
) -> None:
    machine.house("add", "aurora")
    machine.write("aurora", damaged=True)
    assert machine.house("upgrade", "1.1.0") == 1
    assert (
        "aurora: it could not be backed up, so it stays on 1.0.0. The database is damaged." in capsys.readouterr().err
    )
    assert machine.data("aurora")["release"] == "1.0.0"
    assert "burraco-house-club@aurora.socket" in machine.active


def test_every_night_all_clubs_are_copied_to_the_second_place_and_a_failing_one_is_named(
    machine: NotedMachine, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("aurora", "bella", "carla"):
        machine.house("add", name)
    machine.write("bella", damaged=True)
    settings = machine.root / "etc/burraco-house/house.conf"
    settings.write_text(settings.read_text() + "backups_kept = 2\n")
    place = machine.root / "mnt/backups"
    for old in ("aurora-2025-01-01-000000.zip", "aurora-2025-01-02-000000.zip"):
        (place / "aurora").mkdir(exist_ok=True)
        (place / "aurora" / old).write_text("old")
    assert machine.house("backup") == 1
    said = capsys.readouterr()
    assert "Backed up: 2 of 3 clubs" in said.out and "bella: The database is damaged." in said.err
    names = [path.name for path in sorted((place / "aurora").iterdir())]
    assert len(names) == 2 and names[0] == "aurora-2025-01-02-000000.zip"
    assert (place / "carla").stat().st_mode & 0o777 == 0o700
    assert json.loads((place / "aurora" / names[1]).read_text())["tidied"]

    machine.write("bella", damaged=False, untidy=True)
    assert machine.house("backup") == 1
    assert "bella: What is old could not be deleted." in capsys.readouterr().err
    assert len(list((place / "bella").iterdir())) == 1

    place.rename(place.with_name("unmounted"))
    assert machine.house("backup") == 1
    assert "The second place for backups," in capsys.readouterr().err
    assert not place.exists()


def test_a_club_leads_the_house_to_no_other_file(machine: NotedMachine, tmp_path: Path) -> None:
    """Whoever has broken into a club's program could put a link where its archive is expected."""
    machine.house("add", "aurora")
    secret = tmp_path / "secret"
    secret.write_text(json.dumps({"secret": "of root"}))

    class Broken(NotedMachine):
        def manage(self, user: str, release: Path, environment: object, *words: object) -> str:
            Path(str(words[1])).symlink_to(secret)
            return ""

    broken = Broken(machine.root)
    broken.users = machine.users
    assert (
        broken.house(
            "give",
            "aurora",
            tmp_path / "aurora.zip",
        )
        == 1
    )
    assert not (tmp_path / "aurora.zip").exists() and secret.exists()


def test_a_club_moves_to_another_machine_and_who_still_comes_is_passed_on(
    machine: NotedMachine, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    two = make_house(tmp_path / "two", name="two")
    machine.house("add", "aurora")
    machine.write("aurora", members=["Anna"])
    assert machine.house("move", "aurora", "Two!") == 1
    machine.others["two"] = make_house(tmp_path / "bare", "2.0.0", name="two")
    assert machine.house("move", "aurora", "two") == 1
    assert "aurora is stopped, and has not moved to two. The other machine cannot." in capsys.readouterr().err
    assert machine.house("start", "aurora") == 1
    assert "aurora is on its way to another machine: run house move again." in capsys.readouterr().err
    machine.others["two"] = two
    for _time in range(2):
        assert machine.house("move", "aurora", "two") == 0
    assert two.data("aurora")["members"] == ["Anna"]
    assert "burraco-house-club@aurora.socket" in two.enabled & two.active
    assert [line.split()[3:] for line in machine.list().splitlines()[-1:]] == [["open", "1.0.0", "-", "two"]]
    assert "proxy_pass https://two:443;" in site(machine, "aurora")
    assert (machine.users, {unit for unit in machine.active if "@" in unit}) == (set(), set())


def test_another_machine_sends_an_archive_by_its_standard_input(
    machine: NotedMachine, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = io.TextIOWrapper(io.BytesIO(b'{"members": ["Anna"], "release": "1.0.0"}'))
    monkeypatch.setattr(sys, "stdin", sent)
    assert machine.house("take", "-", "aurora") == 0
    assert machine.data("aurora")["members"] == ["Anna"]
    assert list((machine.root / "var/lib/burraco-house/handovers").iterdir()) == []


def prepared(root: Path, kind: str) -> tuple[NotedMachine, list[object]]:
    """Return a house, and a command that does not come to its end in it."""
    machine = make_house(root, "1.0.0", "1.1.0")
    machine.house("add", "aurora")
    machine.write("aurora", members=["Anna"])
    archive = root / "aurora.zip"
    words: dict[str, list[object]] = {
        "add": ["add", "bella"],
        "hall": ["add", "bella", "--hall"],
        "stop": ["stop", "aurora"],
        "give": ["give", "aurora", root / "again.zip"],
        "free": ["give", "aurora", root / "again.zip", "--free"],
        "take": ["take", archive, "bella"],
        "upgrade": ["upgrade", "1.1.0"],
        "failing": ["upgrade", "1.1.0"],
        "move": ["move", "aurora", "two"],
    }
    if kind == "take":
        machine.house("give", "aurora", archive)
    if kind == "move":
        machine.others["two"] = make_house(root / "two", name="two")
    if kind == "failing":
        machine.ill.add(("aurora", "1.1.0"))
    return machine, words[kind]


@pytest.mark.parametrize("kind", ["add", "hall", "stop", "give", "free", "take", "upgrade", "failing", "move"])
def test_whatever_is_killed_is_completed_by_the_same_command(tmp_path: Path, kind: str) -> None:
    """Before every change of a file and every order to the machine, or some of many, and then once more."""
    root, kept = tmp_path / "house", tmp_path / "kept"
    before, words = prepared(root, kind)
    shutil.copytree(root, kept, symlinks=True)
    machine = copy.deepcopy(before)
    with killed_before(ENOUGH) as steps:
        status = machine.house(*words)
    wanted = everything(machine)
    assert len(steps) > 10
    for step in range(0, len(steps), 1 + len(steps) // KILLS):
        shutil.rmtree(root)
        shutil.copytree(kept, root, symlinks=True)
        machine = copy.deepcopy(before)
        with killed_before(step), pytest.raises(Killed):
            machine.house(*words)
        assert machine.house(*words) == status, step
        assert everything(machine) == wanted, (step, steps[step])


def test_the_head_of_the_list_stands_above_its_columns(machine: NotedMachine) -> None:
    machine.house("add", "aurora")
    head, line = machine.list().splitlines()[1:]
    assert [head.index(word) for word in head.split()[2:]] == [line.index(f" {word}") + 1 for word in line.split()[1:]]


@pytest.mark.parametrize(
    ("ends", "names", "sentence"),
    [
        ("Nov 27 09:00:00 2020 GMT", "DNS:*.burraco.example", "has run out on 27/11/2020: browsers refuse the clubs."),
        ("Nov 28 09:00:00 2096 GMT", "DNS:bella.example", "does not hold for aurora.burraco.example: get one"),
    ],
)
def test_a_certificate_that_does_not_hold_is_named_by_list_apply_and_every_night(
    machine: NotedMachine, capsys: pytest.CaptureFixture[str], ends: str, names: str, sentence: str
) -> None:
    assert machine.house("add", "aurora") == machine.house("list") == 0
    capsys.readouterr()
    machine.certificate = f"notAfter={ends}\nX509v3 Subject Alternative Name:\n    {names}\n"
    for command in ("list", "apply", "backup"):
        assert machine.house(command) == 1
        assert sentence in capsys.readouterr().err
