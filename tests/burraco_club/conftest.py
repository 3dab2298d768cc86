"""Clubs of earlier versions for the tests that open them; one worker runs these tests."""

from collections.abc import Iterator

import pytest

from tests.burraco_club.stored_clubs import KeptPlace, kept_clubs


@pytest.fixture(scope="session")
def kept_place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KeptPlace]:
    with kept_clubs(tmp_path_factory.mktemp("kept")) as place:
        yield place


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.nodeid.startswith("tests/burraco_club/") and "kept_place" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.xdist_group("kept"))
            item.add_marker(pytest.mark.long)
