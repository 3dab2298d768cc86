"""Amounts as people type them, and everybody's fee."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.till import MOST_CENTS, Fees, Per, UnreadableAmount, fee_parts, fund_of, plain_amount, read_amount


@pytest.mark.parametrize(
    ("typed", "cents"),
    {
        "12": 1200,
        "12,50": 1250,
        "12.50": 1250,
        "€ 12": 1200,
        "€12,05": 1205,
        " 7 euro ": 700,
        "0": 0,
        "7 €": 700,
    }.items(),
)
def test_what_people_write_is_read(typed: str, cents: int) -> None:
    assert read_amount(typed) == cents


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "€",
        "12,5",
        "1.250",
        "1.250,00",
        "-3",
        "12,500",
        "dodici",
        "12 50",
        "1e3",
        "١٢",
        "12,50,00",
        "100000,01",
        "$ 3",
    ],
)
def test_what_is_no_amount_or_could_be_two_is_refused(typed: str) -> None:
    with pytest.raises(UnreadableAmount):
        read_amount(typed)


@given(st.integers(0, MOST_CENTS), st.sampled_from(".,"))
def test_what_is_written_is_read_again(cents: int, decimal: str) -> None:
    assert read_amount(plain_amount(cents, decimal)) == cents


CATEGORIES = ("", "Juniores", "Soci", "altra")


@given(st.integers(0, 10_000), st.sampled_from(Per), st.lists(st.sampled_from(CATEGORIES), min_size=1, max_size=2))
def test_a_fee_is_the_players_parts_together(fee: int, per: Per, categories: list[str]) -> None:
    reductions = {"juniores": 300, "SOCI": 0}
    owed = sum(fee_parts(Fees(fee=fee, per=per, reductions=reductions), categories))
    full = [category for category in categories if category.casefold() not in ("juniores", "soci")]
    reduced = 300 * categories.count("Juniores")
    if per is Per.PLAYER:
        assert owed == reduced + fee * len(full)
    elif len(full) == len(categories):
        assert owed == fee
    else:
        assert owed - reduced in {fee * len(full) // len(categories), -(-fee * len(full) // len(categories))}


def test_a_fund_is_a_share_or_an_amount() -> None:
    assert fund_of(12_345, percent=70, amount=None) == 8641
    assert fund_of(12_345, percent=None, amount=5000) == 5000
    assert fund_of(12_345, percent=0, amount=None) == 0
    assert fund_of(12_345, percent=None, amount=None) == 0
