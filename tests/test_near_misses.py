"""Words near the right one, which a translation must not say: of another game, of another sport, of another country.

A table holds regular expressions of whole words, each with the reason and with the English beside which the word is
right all the same. The words of the tables follow clubs' and federations' own pages.
"""

import re

import polib
import pytest

from tests.test_translations import ENTRIES_OF

NOWHERE = "(?!)"

NEVER_IN_PORTUGUESE = {
    # The game.
    "burracos?(?! club)(?!\\.example)": ("canastra, the meld; buraco, the game", NOWHERE),
    "canastas?": ("canastra; Canasta is another game", "canasta"),
    "biribas?": ("another game", NOWHERE),
    "rodadas?": ("the round; a hand is a mão", "round|play|rests|takes"),
    "mãos?": ("the hand, and cartas na mão; a round is a rodada", "hand|cards? left|counted on the table"),
    "partidas?": ("the game to a target; a hand is a mão", "game|play|wins"),
    "combinação|combinações": ("jogo, or trinca", "combination"),
    "escadas?|corridas?": ("sequência", NOWHERE),
    "lavadeiras?": ("trinca; a lavadeira has the same card thrice", NOWHERE),
    "poços?": ("morto", NOWHERE),
    "fechamentos?": ("batida", NOWHERE),
    "coringas?": ("curinga", NOWHERE),
    "tentos?": ("pontos", NOWHERE),
    "buracos? (?:n[ao]|d[ae]) sequência": ("buraco is the game", NOWHERE),
    # The tournament.
    "fases?": ("of a tournament; a round is a rodada", r"stage|last (?:%|\d)"),
    "etapas?": ("fase of a tournament; an etapa belongs to a circuit", "two-step"),
    "pernas?": ("turno, of a round robin", NOWHERE),
    "pontos corridos": ("todos contra todos", NOWHERE),
    "(?<!número )par|pares|parcerias?": ("dupla", NOWHERE),
    "leste|lo|cruzeta": ("Este, EO", NOWHERE),
    "assentos?": ("lugar", NOWHERE),
    "postos?(?! (?:na fila|antes))": ("lugar, colocação", NOWHERE),
    "planilhas?": ("súmula, the slip", "spreadsheet"),
    "papeletas?": ("súmula", NOWHERE),
    "paredes?": ("telão, or para afixar", NOWHERE),
    "mura(?:l|is)": ("telão, or para afixar", "notice board"),
    "credenciamentos?": ("check-in", NOWHERE),
    "descansos?|isent[ao]s?": ("folga, or passa direto", NOWHERE),
    "(?<!admissão )(?<!admissões )tardi[ao]s?": ("dupla atrasada", NOWHERE),
    "abandonos?|desistentes?": ("desistência", NOWHERE),
    "suplentes?|substitut[ao]s?": ("reserva", NOWHERE),
    "fila de espera": ("lista de espera", NOWHERE),
    "minutas?": ("rascunho", NOWHERE),
    "cabeças? de chave": ("of a knockout; semente of a draw", "seed"),
    "zonas?": ("grupo", NOWHERE),
    "setor(?:es)?|secção|secções": ("seção", NOWHERE),
    "times?|quadras?": ("equipe", NOWHERE),
    "escores?|placar(?:es)?": ("pontuação, resultado", NOWHERE),
    "juiz(?:es)?|juízas?|diretor(?:as?|es)?|(?<!código )(?<!selo )fisca(?:l|is)": ("árbitro", NOWHERE),
    "punição|punições|pênaltis?": ("penalidade", NOWHERE),
    "mesári[ao]s?|apontador(?:as?|es)?": ("anotador", NOWHERE),
    # The club.
    "membros?|afiliad[ao]s?": ("sócio", NOWHERE),
    "estação|estações": ("temporada", NOWHERE),
    "(?:a|d?uma|da|na|à|pela) caixa": ("o caixa, the till; a caixa is a box", NOWHERE),
    "cotas?": ("taxa, anuidade", NOWHERE),
    "bolos?": ("premiação", NOWHERE),
    "faturas?": ("recibo", NOWHERE),
    # European Portuguese, and words that only a translation says.
    "palavras?-passe": ("senha", NOWHERE),
    "ficheiros?": ("arquivo", NOWHERE),
    "ecrãs?": ("tela", NOWHERE),
    "telemóve(?:l|is)": ("celular", NOWHERE),
    "utilizador(?:as?|es)?": ("usuário", NOWHERE),
    "equipas?": ("equipe", NOWHERE),
    "guard(?:ar|em?|ou)": ("salvar", NOWHERE),
    "apag(?:ar|uem?|ou|ad[ao]s?)": ("excluir; apagar may be to switch off", NOWHERE),
    "introduz(?:a|am|ir)|pressione|carregue|prima": ("digite, toque", NOWHERE),
    "registos?|contactos?|factos?|direcção|actua(?:l|is)|acções|prémios?|ténis": ("Brazil’s spelling", NOWHERE),
    "est(?:á|ão|ava|avam) a [a-zçãõáéíóú]+[aei]r": ("está fazendo, not está a fazer", NOWHERE),
    "[^\\W\\d_]+-[ln]?[ao]s?": ("no pronoun hangs on a verb", NOWHERE),
    "línguas?": ("idioma", NOWHERE),
    "enquanto isso": ("acabou de mudar, of what somebody else has done meanwhile", NOWHERE),
    "(?:erra|váli)d[ao]s demais": ("muitos códigos errados: too many, not too wrong", NOWHERE),
}
"""Words that Portuguese does not say, with the right one or the reason, and the English beside which they are right."""


def said_wrongly(language: str, word: str, right_beside: str) -> list[str]:
    """Return the messages whose translation says this word, but where the English has what the word is right for."""
    found = re.compile(rf"(?<![\w-])(?:{word})(?![\w-])", re.IGNORECASE)
    right = re.compile(right_beside, re.IGNORECASE)
    return [
        entry.msgid
        for entry in ENTRIES_OF[language].values()
        if not right.search(entry.msgid) and any(found.search(text) for text in words_of(entry))
    ]


def words_of(entry: polib.POEntry) -> list[str]:
    """Return the translations without the names of their placeholders."""
    return [re.sub(r"%\(\w+\)[a-z]|\{\w*\}", "…", text) for text in (entry.msgstr, *entry.msgstr_plural.values())]


@pytest.mark.parametrize("word", NEVER_IN_PORTUGUESE)
def test_portuguese_says_no_near_miss(word: str):
    _right_word, right_beside = NEVER_IN_PORTUGUESE[word]
    assert said_wrongly("pt", word, right_beside) == []
