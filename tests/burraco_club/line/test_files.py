"""What a laptop keeps of its line, while a page and the holder of the line change it."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from burraco_club.line.code import LineCode, write_code
from burraco_club.line.files import LineFiles

CODE = LineCode(
    address="https://aurora.burraco.example",
    host="house.example",
    port=2222,
    listens_on=9001,
    host_key=bytes(32),
    seed=bytes(32),
    public_key=bytes(32),
)
OTHER = replace(CODE, listens_on=9002)


@pytest.fixture
def files(tmp_path: Path) -> LineFiles:
    return LineFiles(tmp_path)


def test_a_code_that_is_sent_by_many_at_once_is_kept(files: LineFiles) -> None:
    def send(number: int) -> None:
        files.keep_code(write_code(CODE))
        files.switch(on=number % 2 == 0)

    with ThreadPoolExecutor(8) as senders:
        list(senders.map(send, range(64)))
    assert files.code() == CODE


def test_of_many_that_do_the_same_at_once_one_changes_something(files: LineFiles) -> None:
    with ThreadPoolExecutor(8) as senders:
        assert sum(senders.map(lambda _number: files.switch(on=True), range(64))) == 1
        assert sum(senders.map(lambda _number: files.keep_code(write_code(CODE)), range(64))) == 1
    assert not files.switch(on=True) and files.switch(on=False) and files.keep_code(write_code(OTHER))


def test_a_code_that_is_sent_again_keeps_its_key_and_another_gets_its_own(files: LineFiles) -> None:
    files.keep_code(write_code(CODE))
    drawn = files.public_key()
    files.keep_code(write_code(CODE).upper())
    assert files.public_key() == drawn
    files.keep_code(write_code(OTHER))
    assert files.public_key() != drawn


def test_a_code_that_comes_while_another_is_used_is_not_forgotten_with_it(files: LineFiles) -> None:
    files.keep_code(write_code(CODE))
    files.public_key()
    files.keep_code(write_code(OTHER))
    files.public_key()
    files.enrolled(CODE)
    files.drop_code(CODE)
    assert files.code() == OTHER and files.way() is None
    files.enrolled(OTHER)
    way = files.way()
    assert way is not None and way.listens_on == 9002 and files.code() is None
