"""The rule of an evening that repeats, with the word for which day of the month in the weekday's own gender."""

from dataclasses import replace
from datetime import date

import pytest
from django.utils.translation import override

from tournaments.records.evening_rules import EveningRule, Repeats
from tournaments.wording.calendar import evening_lines, rule_in_words

FRIDAY, SATURDAY, SUNDAY = date(2026, 12, 4), date(2026, 12, 5), date(2026, 12, 6)


@pytest.mark.parametrize(
    ("language", "first", "often"),
    [
        ("en", FRIDAY, "Every month: first Friday"),
        ("it", FRIDAY, "Ogni mese: primo venerdì"),
        ("it", SATURDAY, "Ogni mese: primo sabato"),
        ("it", SUNDAY, "Ogni mese: prima domenica"),
        ("es", FRIDAY, "Todos los meses: primer viernes"),
        ("es", SATURDAY, "Todos los meses: primer sábado"),
        ("es", SUNDAY, "Todos los meses: primer domingo"),
        ("pt", FRIDAY, "Todo mês: primeira sexta-feira"),
        ("pt", SATURDAY, "Todo mês: primeiro sábado"),
        ("pt", SUNDAY, "Todo mês: primeiro domingo"),
    ],
)
def test_the_day_of_a_month_agrees_with_its_weekday(language: str, first: date, often: str) -> None:
    with override(language):
        assert rule_in_words(EveningRule(first=first, repeats=Repeats.MONTHS)).split(", ")[0] == often


def test_a_rule_says_until_when_it_goes_on_or_how_often() -> None:
    rule = EveningRule(first=FRIDAY, repeats=Repeats.WEEKS)
    for counted, ends in (({}, ""), ({"count": 1}, ", 1 evening"), ({"count": 30}, ", 30 evenings")):
        # Without a language it is English.
        for language in ("en", None):
            with override(language):
                assert rule_in_words(replace(rule, **counted)) == (
                    f"Every week: Friday, from {FRIDAY:%A} {FRIDAY.day} {FRIDAY:%B} {FRIDAY.year}{ends}"
                )


def test_a_coming_evening_in_lines_has_no_empty_one() -> None:
    with override("en"):
        assert evening_lines(fee="€20", prizes="", free=3, way_in="") == [
            "Fee: €20",
            "Places free at the last update: 3",
        ]
        assert evening_lines(fee="", prizes="A cup", free=None, way_in="/x") == ["Prizes: A cup", "/x"]
