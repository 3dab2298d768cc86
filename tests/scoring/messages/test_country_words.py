"""The words of the game in the country of a ruleset."""

import pytest
from django.test import Client
from django.utils.translation import override

from scoring.engine.rulebooks import RULEBOOKS
from scoring.messages.country_words import COUNTRIES, country_words


def test_every_ruleset_but_canasta_has_a_country() -> None:
    assert RULEBOOKS.keys() - COUNTRIES.keys() == {"canasta", "canasta_for_two"}
    assert COUNTRIES.keys() <= RULEBOOKS.keys()


def test_a_reader_learns_what_things_are_called_there() -> None:
    with override("pt"):
        words = {word.here: word.there for word in country_words("argentine")}
    assert words["canastra"] == "canasta" and words["morto"] == "muerto" and words["trinca"] == "pierna"
    with override("es"):
        assert country_words("argentine") == [] and {word.language for word in country_words("tranca")} == {"pt"}


@pytest.mark.django_db
def test_the_page_has_them_in_their_own_language(client: Client) -> None:
    html = client.get("/rulesets/argentine/").content.decode()
    assert '<th scope="row">pozzetto</th><td lang="es">muerto</td>' in html
    assert 'lang="es">muerto' not in client.get("/es/rulesets/argentine/").content.decode()
