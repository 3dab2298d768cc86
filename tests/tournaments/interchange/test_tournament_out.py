"""The text of an export, held to that of the standard library."""

import json

from hypothesis import example, given
from hypothesis import strategies as st

from tournaments.interchange import to_json

LEAVES = st.none() | st.booleans() | st.integers() | st.text(max_size=8)
VALUES = st.recursive(
    LEAVES,
    lambda inside: st.lists(inside, max_size=4) | st.dictionaries(st.text(max_size=4), inside, max_size=4),
    max_leaves=20,
)


@given(VALUES)
@example({"100 %s": "%d", "%": {"%%": "%(x)s"}, "a\nb": ['"', "è", "\u2028", []], "": {}})
@example([{"base": 1, "points": True}, {"base": None, "points": -5}, {"points": 1, "base": "2"}])
def test_an_export_is_written_as_the_standard_library_writes_it(value: object) -> None:
    assert to_json(value) == json.dumps(value, ensure_ascii=False, indent=1)
