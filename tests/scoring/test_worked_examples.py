"""The page of worked examples is generated from the example files and current."""

from tests.scoring.worked_examples import PAGE, page


def test_the_page_shows_the_examples_as_they_are() -> None:
    assert PAGE.read_text(encoding="utf-8") == page()
