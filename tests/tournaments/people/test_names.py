"""The keys of names, which a table makes, held against their definition character by character."""

import unicodedata

from hypothesis import example, given
from hypothesis import strategies as st

from tournaments.people.names import _LETTERS, in_capitals, search_key, tidy, visible
from tournaments.people.persons import NAME_ALONE, read_person, read_with_extras


def key_by_definition(text: str) -> str:
    """Return the lower-case text without accents, with a space for whatever is neither a letter nor a digit."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    bare = [char for char in decomposed if not unicodedata.combining(char)]
    return " ".join("".join(char if char.isalnum() else " " for char in bare).split())


@given(st.text() | st.text("D'Àñ-ßﬃ\u00ad\u0301\u200b 9½Ⅷ٣字"))
@example("  D'Angelò   Niccolò ")
@example("Σίσυφος Ǆ İ")
def test_a_key_is_as_defined_whatever_the_characters(text: str) -> None:
    assert search_key(text) == key_by_definition(text)


@given(st.text() | st.text("a\u00ad\u200b\u2060\x00\t"))
def test_only_characters_that_nobody_sees_are_taken_out(text: str) -> None:
    assert visible(text) == "".join(char for char in text if unicodedata.category(char) != "Cf")


def test_the_table_keeps_no_more_characters_than_three_alphabets_have() -> None:
    search_key("".join(map(chr, range(0x20, 0x1_0000, 7))))
    assert len(_LETTERS) <= _LETTERS.KEPT_BELOW and max(_LETTERS) < _LETTERS.KEPT_BELOW


def test_a_single_letter_is_no_name_in_capitals() -> None:
    assert [in_capitals(name) for name in ("A", "DE", "De")] == [False, True, False]


NAMES_AND_TITLES = st.sampled_from(["Rossi", "D’Angelò", "Ing", "Dott", "ssa", "Šimić", "-", "Sig", "ra", "De", "Luca"])


@given(st.from_regex(NAME_ALONE, fullmatch=True) | st.lists(NAMES_AND_TITLES, min_size=1).map(" ".join))
@example("Dr Rossi")
@example("Sig’ra Rossi")
@example("Rossi-Dott Anna")
def test_a_name_with_nothing_beside_it_is_read_as_every_cell_is(text: str) -> None:
    for clubs in (frozenset[str](), frozenset({"rossi", "luca"})):
        assert read_person(text, clubs) == read_with_extras(text, clubs)
    if NAME_ALONE.fullmatch(text):
        assert tidy(text) == text
