"""Who may come through the door, and who is meant by what is typed there."""

import pytest

from tests.factories import make_tournament, pair
from tournaments.models import Player, Tournament
from tournaments.selectors.check_in import check_in_list
from tournaments.services import pair_add, pair_set_status

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> Tournament:
    """Five pairs: 1 and 4 are here, 2 and 3 are missing, 5 has withdrawn; some have cards."""
    tournament = make_tournament()
    for first, second in (
        ("Zeta Ada", "Rossi Ugo"),
        ("Neri Perù", "Blu Ada"),
        ("Amato Pia", "Rossi Eva"),
        ("Conti Leo", "Verdi Ida"),
        ("Rossi Via", "Gallo Via"),
    ):
        pair_add(tournament=tournament, players=(first, second), here=False)
    for number, status in ((1, "active"), (4, "active"), (5, "withdrawn")):
        pair_set_status(pair=pair(tournament, number), status=status)
    for name, card in (("Blu", "4"), ("Verdi", "IT-7"), ("Zeta", "")):
        Player.objects.filter(last_name=name).update(card=card)
    return tournament


def test_the_missing_come_first_each_half_by_name(evening: Tournament) -> None:
    listed = check_in_list(evening)
    assert [one.number for one in listed.missing] == [3, 2] and [one.number for one in listed.here] == [4, 1]
    assert [one.number for one in listed.everybody] == [3, 2, 4, 1]
    assert [one.number for one in listed.by_name] == [3, 4, 2, 1]


def test_a_number_or_a_card_is_exact_and_words_are_any_of_the_names(evening: Tournament) -> None:
    listed = check_in_list(evening)
    # 4 is a number, and the card of somebody in pair 2.
    meant = {" 3 ": [3], "4": [2, 4], "it-7": [4], "rossi": [3, 1], "ADA peru": [2], "ros ada": [1]}
    # Whoever has withdrawn is not meant, and no word means nobody.
    meant |= dict.fromkeys(("5", "Via", "99", "", "  ", "!"), [])
    assert {typed: [one.number for one in listed.meant(typed)] for typed in meant} == meant
