"""What a club without a choice, or with one, calls the two lines, and which versions of pages are its own."""

import pytest

from tournaments.models import Club, Generation
from tournaments.records import LineNames
from tournaments.selectors.generations import SERVED, stamped, version_seen
from tournaments.selectors.line_names import club_line_names

pytestmark = pytest.mark.django_db


def test_the_lines_have_the_names_of_the_compass_until_the_club_chooses_others() -> None:
    assert club_line_names() is LineNames.COMPASS
    Club.objects.create(pk=1, lines=LineNames.MOVEMENT)
    assert club_line_names() is LineNames.MOVEMENT


def test_a_version_is_known_again_where_the_database_has_no_generation(monkeypatch: pytest.MonkeyPatch) -> None:
    Generation.objects.all().delete()
    monkeypatch.setattr(SERVED, "key", None)
    assert stamped(3) == "3" and version_seen("3") == 3
