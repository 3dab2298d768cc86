"""Words that stand beside the names of a list, in the languages of those who write them: Italian, English, Spanish,
Portuguese.

Each pattern finds whole words, whatever their capitals. What is a last name somewhere (`Solo`, `Compagno`) is looked
for only where it cannot be one.
"""

import re

WITHOUT_PARTNER = re.compile(
    r"\b(?:"
    r"(?:in\s+)?(?:cerc(?:a(?:no|si)?|o)|ricerca)\s+(?:di\s+)?(?:un[ao']?\s*)?"
    r"(?:compagn[oaie](?:/[oaie])?|partner|soci[oae](?:/a)?|coppia)|cerc(?:ano|asi)|cerca|"
    r"(?:senza|manca|trovare|serve)\s+(?:il\s+|la\s+|un[ao]?\s+)?(?:compagn[oae](?:/a)?|partner|soci[oa]|coppia)|"
    r"singol[oaie]|spaiat[oaie]|da\s+sol[oa]|"
    r"(?:is\s+)?(?:looking|searching)\s+for\s+(?:an?\s+)?partner|(?:needs?|seeks?|wants?|without|no)\s+(?:an?\s+)?"
    r"partner|singles?|"
    r"(?:busca(?:n)?|necesita|sin)\s+(?:un[ao]?\s+)?(?:parejas?|compañer[oa](?:/a)?)|sueltos?|sueltas?|"
    r"(?:procura(?:m)?|busca|precisa\s+de|sem)\s+(?:um[a]?\s+)?(?:parceir[oa](?:/a)?|par|dupla)|avuls[oa]s?|sozinh[oa]"
    r")\b",
    re.IGNORECASE,
)
"""Somebody who has no partner yet."""

NOBODY = re.compile(
    r"(?:un[ao']?\s*|um[a]?\s+|an?\s+)?(?:compagn[oa](?:/a)?|partner|soci[oa]|compañer[oa]|pareja|parceir[oa]|par)?\s*"
    r"(?:(?:da|por|a|to\s+be)\s+(?:definire|trovare|decidere|confirmar|definir|buscar|found|decided))?|"
    r"n\.?\s?n\.?|x+|tba|tbd|…|\.{2,}"
)
"""Written instead of a partner's name, in small letters: `Rossi Anna + compagna`, `Rossi Anna - x`."""

DOUBTFUL = re.compile(
    r"\b(?:"
    r"(?:in\s+)?forse|(?:di\s+|in\s+)?riserv[ae]|da\s+conf(?:ermare|\b\.?)|in\s+attesa|lista\s+d['’i]\s*attesa|"
    r"non\s+(?:è\s+)?sicur[oaie]|"
    r"maybe|perhaps|reserves?|to\s+be\s+confirmed|tbc|waiting\s+list|stand-?by|"
    r"quiz[áa]s?|tal\s+vez|a\s+lo\s+mejor|por\s+confirmar|reservas?|suplentes?|lista\s+de\s+esper?a|"
    r"talvez|a\s+confirmar"
    r")\b|[?¿]+",
    re.IGNORECASE,
)
"""Whoever is not sure to come, or comes only if somebody else does not."""

SEPARATING_WORDS = r"e|ed|and|y|con|with|com"
"""Between two names: `Rossi Anna e Bianchi Carlo`."""

CLUB_WORDS = frozenset(
    {
        *("asd", "ssd", "aps", "circolo", "club", "associazione", "polisportiva", "dopolavoro", "cral", "sporting"),
        *("bridge", "burraco", "accademia", "centro", "arci", "acli", "csi", "uisp", "association", "circulo"),
        *("asociacion", "associacao", "sociedad", "sociedade", "clube", "academia"),
    }
)
"""A club has one of them in its name; as `search_key` writes them."""

HEADINGS = frozenset(
    {
        *("numero", "coppia", "coppie", "cognome", "nome", "nominativo", "giocatore", "giocatrice", "giocatori"),
        *("compagno", "compagna", "circolo", "asd", "associazione", "telefono", "tel", "cellulare", "cell", "contatto"),
        *("number", "pair", "pairs", "last", "first", "name", "surname", "player", "players", "partner", "phone"),
        *("club", "contact", "squadra", "squadre", "team", "teams"),
        *("pareja", "parejas", "nombre", "apellido", "apellidos", "jugador", "jugadores", "equipo"),
        *(
            "dupla",
            "duplas",
            "par",
            "pares",
            "apelido",
            "jogador",
            "jogadores",
            "telefone",
            "clube",
            "equipa",
            "equipe",
        ),
    }
)
"""Words of which a line of headings is made, beside its numbers and single letters (`Giocatore 1`, `Nome A`)."""
