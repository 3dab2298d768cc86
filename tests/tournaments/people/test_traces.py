"""What identifies somebody in a text is taken out, and nothing else."""

import pytest

from tournaments.people.traces import NameEver, Traces

TRACES = Traces(
    keys=frozenset({7}),
    names=frozenset(
        {
            NameEver("De Luca", "Sergio"),
            NameEver("De Luca Neri", "Sergio"),
            NameEver("De Luca", "Pier Sergio"),
            NameEver("Rossi", ""),
            NameEver("Bianchi", "Anna"),
        }
    ),
    shared=frozenset({"anna bianchi"}),
    marks=frozenset({"3331234567", "sergio@example.org", "00123", "1234"}),
)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Sergio De Luca protesta", "… protesta"),
        ("De Luca, Sergio protesta", "… protesta"),
        ("DE LUCA   SERGIO e Ugo", "… e Ugo"),
        ("De Luca protesta", "De Luca protesta"),
        ("De Luca: ha scritto Sergio", "De Luca: ha scritto Sergio"),
        ("Sergio … De Luca", "…"),
        ("Sergio ..... De Luca", "Sergio ..... De Luca"),
        ("Sergio De  . . Luca", "Sergio De  . . Luca"),
        ("Sergio De Luca e Sergio De Luca", "… e …"),
        ("Ha detto Sergio De Luca Neri: no", "Ha detto …: no"),
        ("Ha detto Pier Sergio De Luca: no", "Ha detto …: no"),
        ("Ha detto Pier Sergio De Luca Neri: no", "Ha detto …: no"),
        ("Rossi protesta", "Rossi protesta"),
        ("Anna Bianchi protesta", "Anna Bianchi protesta"),
        ("scrivere a Sergio@Example.org", "scrivere a …"),
        # Were an address sought over the signs of others, so many would take minutes.
        pytest.param(f"{'@' * 5_000} sergio@example.org", f"{'@' * 5_000} …", id="signs"),
        ("tel. 333 123.45.67, tessera 00123", "tel. …, tessera …"),
        ("tessera 001234", "tessera 001234"),
        ("con 1234 punti", "con 1234 punti"),
    ],
)
def test_full_names_contacts_and_cards_are_taken_out(text: str, left: str) -> None:
    assert TRACES.taken_out(text, "…") == left
