"""The grades of burraco that a club adds to the usual ones, and what they may be."""

from collections.abc import Sequence, Set

from scoring.engine.grades import USUAL_GRADES, GradeRow, WildPlace

MOST_OWN_GRADES = 8
"""More would fill the page on which burracos are counted, and no known rules have more."""

RESERVED_KEYS = frozenset(map(str, USUAL_GRADES)) | {
    "plain",
    *("melds", "left", "melded", "left_value", "closed", "closing", "solo", "base", "points", "total", "unlooked"),
    *("pozzetto", "pozzetto_cards", "pozzetto_value", "pozzetto_taken", "pozzetto_not_taken", "pozzetto_unlooked"),
    "pozzetto_unlooked_fixed",
}
"""Names that JSON, stored scores and forms use for other things than a club's grades."""


def check_own_grades(
    grades: Sequence[GradeRow], usual_keys: Set[str], *, clean: int, dirty: int, wilds_alone: int | None
) -> None:
    """Raise ValueError if there are too many grades, or if one is named like another or never used."""
    if len(grades) > MOST_OWN_GRADES:
        raise ValueError(f"grades: expected {MOST_OWN_GRADES} or less, got {len(grades)}")
    seen = RESERVED_KEYS | usual_keys
    for number, row in enumerate(grades):
        if row.key in seen:
            raise ValueError(f"grades[{number}].key: expected another one than {row.key!r}")
        seen |= {row.key}
        if not row.label:
            raise ValueError(f"grades[{number}].label: expected a name, got {row.label!r}")
        # A grade that pays no better than the usual one would never be used.
        usual = dirty if row.has_wild else clean
        if row.wild is WildPlace.EVERYWHERE:
            usual = wilds_alone or 0
        if row.bonus <= usual:
            raise ValueError(f"grades[{number}].bonus: expected more than {usual}, got {row.bonus!r}")
