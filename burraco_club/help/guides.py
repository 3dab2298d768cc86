"""The guides that the program shows: their keys in addresses, and their files in `docs/`."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

DOCS = Path(settings.BASE_DIR, "docs")
PICTURES = DOCS / "pictures"
ENGLISH = "en"


@dataclass(frozen=True, slots=True)
class Guide:
    """A guide with a file for each language that has one. Those of English alone are read in English everywhere."""

    key: str
    files: Mapping[str, str]

    def language(self, reader: str) -> str:
        """Return the language in which a reader of this language gets the guide."""
        return reader if reader in self.files else ENGLISH

    def path(self, reader: str) -> Path:
        return DOCS / self.files[self.language(reader)]


def _guide(key: str, it: str, es: str, pt: str) -> Guide:
    return Guide(key, {"en": f"{key}.md", "it": f"{it}.md", "es": f"es/{es}.md", "pt": f"pt/{pt}.md"})


def _in_english(key: str) -> Guide:
    return Guide(key, {ENGLISH: f"{key}.md"})


SHELVES: Mapping[Promise, tuple[Guide, ...]] = {
    gettext_lazy("For players"): (_guide("players", "giocatori", "jugadores", "jogadores"),),
    gettext_lazy("For the evening"): (
        _guide("first-evening", "prima-serata", "primera-jornada", "primeiro-torneio"),
        _guide("hall-with-phones", "sala-con-i-telefoni", "salon-con-celulares", "salao-com-celulares"),
        _guide("pairings", "abbinamenti", "sorteo", "sorteio"),
        _guide("trouble", "se-qualcosa-non-va", "si-algo-sale-mal", "se-algo-der-errado"),
    ),
    gettext_lazy("For the secretary"): (
        _guide("members", "soci", "socios", "socios"),
        _guide("entries-and-till", "iscrizioni-e-cassa", "inscripciones-y-caja", "inscricoes-e-caixa"),
        _guide("seasons", "stagioni", "temporadas", "temporadas"),
    ),
    gettext_lazy("For administrators"): (
        _guide("laptop", "portatile", "computadora", "computador"),
        _guide("programs", "programmi", "programas", "programas"),
        _in_english("upgrading"),
        _in_english("commands"),
        _in_english("server"),
        _guide("house", "casa-dei-circoli", "casa-de-clubes", "casa-de-clubes"),
    ),
    gettext_lazy("To look things up"): (
        _in_english("tournaments"),
        _in_english("rules"),
        _in_english("pairing"),
        _in_english("interchange"),
        _in_english("api"),
    ),
}
"""The guides in the order in which the page of all guides has them, by whom they are for."""

GUIDES: Mapping[str, Guide] = {guide.key: guide for guides in SHELVES.values() for guide in guides}
GUIDE_OF: Mapping[Path, Guide] = {DOCS / file: guide for guide in GUIDES.values() for file in guide.files.values()}
"""The guide that each file belongs to."""
