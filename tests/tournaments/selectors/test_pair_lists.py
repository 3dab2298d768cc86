"""The lists of pairs: their players' homes, and those wanted."""

from tournaments.selectors.pair_lists import EnteredPair, PairOrder, homes_of, pairs_wanted


def entered(number: int, *clubs: str) -> EnteredPair:
    return EnteredPair(
        number=number,
        status="active",
        players=(),
        names="",
        search_names=(),
        clubs=clubs,
        provinces=(),
        regions=(),
        cards=(),
        team_id=None,
        team="",
        fixed_table=None,
    )


def test_clubs_are_told_from_a_to_z_whatever_their_capitals_and_accents() -> None:
    pairs = [entered(1, "Zeta", "àncora"), entered(2, "bari"), entered(3, "Andria", "Zeta"), entered(4, "Èmpoli")]
    assert homes_of(pairs)[PairOrder.CLUB] == ["àncora", "Andria", "bari", "Èmpoli", "Zeta"]


def test_without_a_home_all_are_wanted_by_number() -> None:
    pairs = [entered(2, "Bari"), entered(1)]
    assert [pair.number for pair in pairs_wanted(pairs)] == [1, 2]
    assert [pair.number for pair in pairs_wanted(pairs, homes={PairOrder.CLUB: "Bari"})] == [2]
    assert [pair.number for pair in pairs_wanted(pairs, homes={PairOrder.CLUB: ""})] == [1, 2]
