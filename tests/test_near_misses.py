"""Words that are nearly right in a language, and that no message of its catalogue says.

The words of the game and of a tournament differ from country to country, and dictionaries know none of them.
"""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import polib
import pytest

from tests.test_citations import ROOT, cited_in, words_of

CATALOGS = Path(__file__).parents[1] / "locale"
UNSAID = re.compile(r"%\(\w+\)[a-z]|\{\w+\}|<[^>]+>|\S+\.example\S*")
"""What a message holds beside its words: placeholders, tags, addresses."""

NEVER_IN_SPANISH = {
    # The game.
    "burr?acos?(?! club)": ("canasta is the meld, burako the game", ""),
    "canastras?": ("canasta; the Brazilian word stands only in the name of a Brazilian ruleset", "canastra"),
    "partidas?": ("mano is what is dealt; a partida is a game to a target", r"\bgames?\b|and first to begin"),
    "rodadas?|(?<!de )vueltas?": ("mano is what is dealt, ronda the round, rueda the leg of a round robin", ""),
    "atril(?:es)?": ("cartas en la mano", ""),
    "combinaci(?:ón|ones)": ("juego", "combination of bonuses"),
    "secuencias?": ("escalera", ""),
    "tr[ií]os?|grupos? de cartas": ("pierna", ""),
    "(?:semi)?limpi[ao]s?|(?:semi)?suci[ao]s?": ("pura, semipura, impura", ""),
    "basuras?|descartes?": ("pozo", ""),
    "pozos?": ("the discard pile; the stock is mazo, what is taken muerto, the prize fund fondo de premios", "discard"),
    "mazos?": ("the stock; the deck is baraja", "stock"),
    "mon[oa]s?|comodines propiamente dichos": ("joker the card, comodín what it is in a meld", ""),
    "piezas?": ("ficha", ""),
    "tantos": ("puntos", ""),
    "cort(?:ar|an|ó|aron|ad[ao]s?|es?)": ("cerrar, cierre: the pack is cut, and a ranking", r"\bcuts?\b|broke"),
    # The tournament.
    "turnos?": ("ronda; a turno is a player’s turn", r"\bturns?\b"),
    "fechas?": ("ronda; a fecha is a match day, or the day of a month", r"\bdate[sd]?\b|\bdays?\b|\bon$"),
    "ruedas?": ("ronda; a rueda is a leg of a round robin", r"\blegs?\b"),
    "etapas?": ("fase", ""),
    "tableros?": ("mesa", ""),
    "pares|duplas?|par": ("pareja", r"\beven number\b|\bodd\b"),
    "bandos?": ("línea of a table, parte of a hand", ""),
    "asientos?|butacas?": ("lugar", ""),
    "plazas?": ("cupo", ""),
    "clasificaci(?:ón|ones)|escalaf(?:ón|ones)": ("posiciones; to qualify is clasificar", ""),
    "actas?": ("planilla; an acta states what happened in an incident", "statement"),
    "planillas?(?! de cálculo)": (
        "planilla de cálculo is a spreadsheet",
        r"slip|score sheet|\btables?\b",
    ),
    "planillas? de cálculo": ("planilla alone is a slip", "spreadsheet"),
    "muros?|carteleras?|paredes?": ("pantalla of the hall; of paper: para colgar", ""),
    "check-?ins?|chequeos?": ("acreditación", ""),
    "byes?|descans\\w+|exent[ao]s?": ("libre, queda libre; in a knockout: pasa sin jugar", ""),
    "tardí[ao]s?": ("pareja que llegó tarde; fuera de término", ""),
    "retirad[ao]s?": ("retiro, se retiró; a participle of an entry or of a consent alone", "withdrawn"),
    "abandon\\w+": ("retiro, retirarse", ""),
    "sustitut\\w+": ("suplente", ""),
    "reservas?": ("suplente; lists of others may say reserva, and are read", "“reserve”"),
    "inscrit[ao]s?": ("inscripto, inscripta", ""),
    "colas?(?! de envío)": ("lista de espera; only emails wait in a cola de envío", ""),
    "bolilleros?|rifas?": ("sorteo", ""),
    "play-?offs?|mata-mata": ("eliminación directa", ""),
    "cuadras?": ("equipo", ""),
    "partidos?": ("encuentro of two teams, llave of a knockout", ""),
    "ju[ei]z|jueces|veedor(?:es)?|director(?:es)?": ("árbitro", ""),
    "penalizaci\\w+|multas?|amonestaci\\w+": ("penalidad, advertencia", ""),
    "puntuaci(?:ón|ones)": ("puntaje", ""),
    "rectificaci\\w+": ("ajuste", ""),
    "estaci(?:ón|ones)": ("temporada", ""),
    "cajeros?|facturas?|tickets?|tarifas?": ("caja, recibo, arancel", ""),
    "miembros?|afiliad[ao]s?": ("socio", ""),
    "carnets?": ("carné", ""),
    "planiller[ao]s?": ("anotador", ""),
    "PV|PM": ("VP, MP, as in every file", ""),
    # Spain, and its computers.
    "vosotr[ao]s|vuestr[ao]s?|os": ("ustedes", ""),
    "ordenador(?:es)?|ficheros?|vídeos?|ratón": ("computadora, archivo, video", ""),
    "móvil(?:es)?": ("celular; línea móvil is the one that moves", r"\bMoving\b"),
    "puls\\w+|clicar|cliquear": ("tocar", ""),
    "cog(?:er|e[ns]?|ido|ieron)|coj[ao]\\w*": ("obscene: tomar", ""),
    "acab(?:ar|a|an|ó|aron|ad[ao]s?)": ("terminar: acabar is equivocal", ""),
    "aquí|allí": ("acá, ahí", ""),
    "e-?mails?|mails?|links?|passwords?": ("correo, enlace, contraseña", ""),
    "eliminar|eliminad[ao]s?": ("borrar", ""),
    "cancelad[ao]s?|cancelaci\\w+": ("suspender an evening, anular an act; cancelar is for leaving a dialog", ""),
    # How a reader is spoken to.
    "usted|vos|tú": ("infinitive and se; ustedes for a table", ""),
    "(?:ten|pod|quer|deb|sab)és|tienes|puedes|quieres|debes|sabes|sos|eres": ("only what vos and tú share", ""),
    "(?:carg|guard|toc|prob|mir|marc|busc|revis|indic|agreg|us|esper|ingres)á": ("an order to vos: infinitive", ""),
    "eleg[ií]|escrib[ií]|abrí|volvé|poné|hacé|leé": ("an order to vos: infinitive", ""),
    r"(?<![\w…] )(?:elige|revisa|introduce|selecciona|comprueba|haz|pon)": (
        "an order to tú: infinitive",
        "",
    ),
    r"(?<![\w…] )(?:elija|escriba|vuelva|revise|introduzca|seleccione|compruebe|haga|ponga|toque|espere|indique)": (
        "an order to usted: infinitive",
        "",
    ),
    r"ha[ns]? (?:sido )?\w+(?:ad|id|st|ch|rt|lt)[ao]s?": ("what is past is in the simple past: confirmó", ""),
    r"\d\.?[ªº]": ("puesto 3, ronda 2: an ordinal in figures would need a gender", ""),
}

NEVER_IN_PORTUGUESE = {
    # The game.
    "burracos?(?! club)(?!\\.example)": ("canastra, the meld; buraco, the game", ""),
    "canastas?": ("canastra; Canasta is another game", "canasta"),
    "biribas?": ("another game", ""),
    "rodadas?": ("the round; a hand is a mão", "round|play|rests|takes"),
    "mãos?": ("the hand, and cartas na mão; a round is a rodada", "hand|cards? left|counted on the table"),
    "partidas?": ("the game to a target; a hand is a mão", "game|play|wins"),
    "combinação|combinações": ("jogo, or trinca", "combination"),
    "escadas?|corridas?": ("sequência", ""),
    "lavadeiras?": ("trinca; a lavadeira has the same card thrice", ""),
    "poços?": ("morto", ""),
    "fechamentos?": ("batida", ""),
    "coringas?": ("curinga", ""),
    "tentos?": ("pontos", ""),
    "buracos? (?:n[ao]|d[ae]) sequência": ("buraco is the game", ""),
    # The tournament.
    "fases?": ("of a tournament; a round is a rodada", r"stage|last (?:%|\d)"),
    "etapas?": ("fase of a tournament; an etapa belongs to a circuit", "two-step"),
    "pernas?": ("turno, of a round robin", ""),
    "pontos corridos": ("todos contra todos", ""),
    "(?<!número )par|pares|parcerias?": ("dupla", ""),
    "leste|lo|cruzeta": ("Este, EO", ""),
    "assentos?": ("lugar", ""),
    "postos?(?! (?:na fila|antes))": ("lugar, colocação", ""),
    "planilhas?": ("súmula, the slip", "spreadsheet"),
    "papeletas?": ("súmula", ""),
    "paredes?": ("telão, or para afixar", ""),
    "mura(?:l|is)": ("telão, or para afixar", "notice board"),
    "credenciamentos?": ("check-in", ""),
    "descansos?|isent[ao]s?": ("folga, or passa direto", ""),
    "(?<!admissão )(?<!admissões )tardi[ao]s?": ("dupla atrasada", ""),
    "abandonos?|desistentes?": ("desistência", ""),
    "suplentes?|substitut[ao]s?": ("reserva", ""),
    "fila de espera": ("lista de espera", ""),
    "minutas?": ("rascunho", ""),
    "cabeças? de chave": ("of a knockout; semente of a draw", "seed"),
    "zonas?": ("grupo", ""),
    "setor(?:es)?|secção|secções": ("seção", ""),
    "times?|quadras?": ("equipe", ""),
    "escores?|placar(?:es)?": ("pontuação, resultado", ""),
    "juiz(?:es)?|juízas?|diretor(?:as?|es)?|(?<!código )(?<!selo )fisca(?:l|is)": ("árbitro", ""),
    "punição|punições|pênaltis?": ("penalidade", ""),
    "mesári[ao]s?|apontador(?:as?|es)?": ("anotador", ""),
    # The club.
    "membros?|afiliad[ao]s?": ("sócio", ""),
    "estação|estações": ("temporada", ""),
    "(?:a|d?uma|da|na|à|pela) caixa": ("o caixa, the till; a caixa is a box", ""),
    "cotas?": ("taxa, anuidade", ""),
    "bolos?": ("premiação", ""),
    "faturas?": ("recibo", ""),
    # European Portuguese, and words that only a translation says.
    "palavras?-passe": ("senha", ""),
    "ficheiros?": ("arquivo", ""),
    "ecrãs?": ("tela", ""),
    "telemóve(?:l|is)": ("celular", ""),
    "utilizador(?:as?|es)?": ("usuário", ""),
    "equipas?": ("equipe", ""),
    "guard(?:ar|em?|ou)": ("salvar", ""),
    "apag(?:ar|uem?|ou|ad[ao]s?)": ("excluir; apagar may be to switch off", ""),
    "introduz(?:a|am|ir)|pressione|carregue|prima": ("digite, toque", ""),
    "registos?|contactos?|factos?|direcção|actua(?:l|is)|acções|prémios?|ténis": ("Brazil’s spelling", ""),
    "est(?:á|ão|ava|avam) a [a-zçãõáéíóú]+[aei]r": ("está fazendo, not está a fazer", ""),
    "(?<!@)[^\\W\\d_]+-[ln]?[ao]s?(?![-:/])": ("no pronoun hangs on a verb", ""),
    "línguas?": ("idioma", ""),
    "enquanto isso": ("acabou de mudar, of what somebody else has done meanwhile", ""),
    "(?:erra|váli)d[ao]s demais": ("muitos códigos errados: too many, not too wrong", ""),
}
"""Near misses as regular expressions of whole words, each with what to say instead and why, and with a regular
expression of the English in which the word is right after all, or none."""


def sentences(language: str) -> Iterator[tuple[str, str]]:
    """Yield the English and the words of each message of a catalogue, and those of `club.py` with their keys."""
    folder = CATALOGS / language
    for entry in polib.pofile(str(folder / "LC_MESSAGES/django.po")):
        if not entry.obsolete:
            for text in (entry.msgstr, *entry.msgstr_plural.values()):
                yield entry.msgid, UNSAID.sub("…", text)
    for key, text in json.loads((folder / "club.json").read_text(encoding="utf-8")).items():
        yield key, UNSAID.sub("…", text)


SPANISH, PORTUGUESE = list(sentences("es")), list(sentences("pt"))


def near_misses(
    table: Mapping[str, tuple[str, str]], near_miss: str, said: list[tuple[str, str]]
) -> tuple[list[str], list[str]]:
    """Return the sentences that say a near miss, and the English of those where it is right."""
    right = table[near_miss][1]
    found = re.compile(rf"(?<![\w-])(?:{near_miss})(?!\w)", re.IGNORECASE)
    wrong, excused = [], []
    for english, words in said:
        if found.search(words):
            if right and re.search(right, english, re.IGNORECASE):
                excused.append(english)
            else:
                wrong.append(words)
    return wrong, excused


@pytest.mark.parametrize("near_miss", NEVER_IN_SPANISH)
def test_spanish_is_that_of_the_rio_de_la_plata_and_of_its_card_tables(near_miss: str) -> None:
    wrong, excused = near_misses(NEVER_IN_SPANISH, near_miss, SPANISH)
    assert wrong == []
    # An exception that nothing needs any more would hide the next mistake.
    assert bool(excused) == bool(NEVER_IN_SPANISH[near_miss][1])


@pytest.mark.parametrize("near_miss", NEVER_IN_PORTUGUESE)
def test_portuguese_is_that_of_brazil_and_of_its_card_tables(near_miss: str) -> None:
    wrong, excused = near_misses(NEVER_IN_PORTUGUESE, near_miss, PORTUGUESE)
    assert wrong == []
    assert bool(excused) == bool(NEVER_IN_PORTUGUESE[near_miss][1])


def apostrophes(text: str) -> list[str]:
    """Return the straight apostrophes of a text with a word before or after them, outside code, links and tags."""
    words = re.sub(r"^```.*?^```|`[^`\n]*`|\]\([^)]*\)|<[^>\n]*>", "…", text, flags=re.DOTALL | re.MULTILINE)
    return re.findall(r"\w*'\w+|\w+'", words)


@pytest.mark.parametrize("language", ["it", "es", "pt"])
def test_no_message_has_a_straight_apostrophe(language: str) -> None:
    assert [(words, found) for _english, words in sentences(language) if (found := apostrophes(words))] == []


@pytest.mark.parametrize("language", ["it", "es", "pt"])
def test_no_guide_of_a_language_has_a_straight_apostrophe(language: str) -> None:
    readme = CATALOGS.parent / "docs" / language / "README.md"
    guides = [readme, *(readme.parent / link for link in guide_links(readme))]
    assert len(guides) > 5
    assert {guide.name: found for guide in guides if (found := apostrophes(guide.read_text(encoding="utf-8")))} == {}


@pytest.mark.xdist_group("citations")
def test_what_is_done_once_more_is_done_again() -> None:
    """In plain English, in the code's own words and in the documents."""
    said = re.compile(r"\banew\b")
    assert [path.relative_to(ROOT).as_posix() for path in cited_in() if said.search(words_of(path))] == []


def guide_links(readme: Path) -> list[str]:
    """Return the guides that a language's README names."""
    return re.findall(r"\]\(([^)#]+\.md)\)", readme.read_text(encoding="utf-8").rpartition("\n## ")[2])


def test_a_near_miss_is_found_as_a_whole_word_and_not_in_a_placeholder() -> None:
    table = {"burr?acos?": ("canasta", ""), "turnos?": ("ronda", r"\bturns?\b")}
    said = [("a", "Dos burracos, uno puro"), ("b", UNSAID.sub("…", "Hay %(burracos)s en https://burraco.example.it"))]
    assert near_misses(table, "burr?acos?", said) == (["Dos burracos, uno puro"], [])
    assert near_misses(table, "turnos?", [("in turn", "Por turno"), ("a round", "Un turno"), ("c", "nocturno")]) == (
        ["Un turno"],
        ["in turn"],
    )
