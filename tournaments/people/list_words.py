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
"""Words of a player without a partner."""

NOBODY = re.compile(
    r"(?:un[ao']?\s*|um[a]?\s+|an?\s+)?(?:compagn[oa](?:/a)?|partner|soci[oa]|compañer[oa]|pareja|parceir[oa]|par)?\s*"
    r"(?:(?:da|por|a|to\s+be)\s+(?:definire|trovare|decidere|confirmar|definir|buscar|found|decided))?|"
    r"n\.?\s?n\.?|x+|tba|tbd|…|\.{2,}"
)
"""Words instead of a partner's name, in small letters: `Rossi Anna + compagna`, `Rossi Anna - x`."""

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
"""Words for a player who may not come, or comes only if somebody else does not."""

TITLES = re.compile(
    r"(?<![\w'’.-])(?:"
    r"(?:(?:sig|dott|dr|prof)\.?\s?(?:ra|na|ssa)|sigg?|signora|signorina|signor|dottoressa|dottor|dott|dr|"
    r"professoressa|professor|prof|mrs?|sra|dra)(?:\.|(?!\w))|"
    r"(?:ing|avv|arch|geom|rag|cav|comm|on|ms|sr)\.(?=\s*\w)"
    r")",
    re.IGNORECASE,
)
"""Titles before a name. The short ones need their dot: `Ing` and `On` are also names."""

SEPARATING_WORDS = r"e|ed|and|y|con|with|com"
"""Words between two names: `Rossi Anna e Bianchi Carlo`."""

CLUB_WORDS = frozenset(
    {
        *("asd", "ssd", "aps", "circolo", "club", "associazione", "polisportiva", "dopolavoro", "cral", "sporting"),
        *("bridge", "burraco", "accademia", "centro", "arci", "acli", "csi", "uisp", "association", "circulo"),
        *("asociacion", "associacao", "sociedad", "sociedade", "clube", "academia"),
    }
)
"""Words that only a club's name contains, as written by `search_key`."""

CLUB_COLUMNS = frozenset(
    {"circolo", "asd", "associazione", "club", "clube", "circulo", "asociacion", "associacao", "association"}
)
"""The headings of a column of clubs."""

NOTE_COLUMNS = frozenset(
    {
        "note",
        "nota",
        "annotazioni",
        "osservazioni",
        "notes",
        "remark",
        "remarks",
        "notas",
        "observaciones",
        "observacoes",
    }
)
"""The headings of a column of notes."""

CLUB_PATTERN = re.compile(
    r"(?:circolo|asd|associazione|club|clube|c[ií]rculo|asociaci[óo]n|associa[cç][ãa]o|association)\s*:\s*(.+)",
    re.IGNORECASE,
)
"""A club introduced as such: `Circolo: Porto Cesareo`."""

NOTE_PATTERN = re.compile(
    r"(?:not[ae]s?|annotazion[ei]|osservazion[ei]|remarks?|observa[a-zçõ]+)\s*:\s*(.+)", re.IGNORECASE
)
"""A note introduced as such: `Nota: porta la torta`."""

HEADINGS = (
    CLUB_COLUMNS
    | NOTE_COLUMNS
    | frozenset(
        {
            *("numero", "coppia", "coppie", "cognome", "nome", "nominativo", "giocatore", "giocatrice", "giocatori"),
            *("compagno", "compagna", "telefono", "tel", "cellulare", "cell", "contatto"),
            *("number", "pair", "pairs", "last", "first", "name", "surname", "player", "players", "partner", "phone"),
            *("contact", "squadra", "squadre", "team", "teams"),
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
                "equipa",
                "equipe",
            ),
        }
    )
)
"""The words of a line of headings, beside numbers and single letters (`Giocatore 1`, `Nome A`)."""
