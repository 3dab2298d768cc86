"""The contents of a list's columns: by headings in four languages, or as the secretary says."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from tournaments.people.names import search_key

from .grid import GridRow


class Holds(StrEnum):
    """The content of a column."""

    LAST_NAME = "last_name"
    FIRST_NAME = "first_name"
    NAME = "name"
    """The whole name in one cell, last name first unless a comma or the other rows show otherwise."""
    FIRST_AND_LAST = "first_and_last"
    """The whole name in one cell, first name first."""
    CLUB = "club"
    CARD = "card"
    CONTACT = "contact"
    BIRTH = "birth_year"
    CATEGORY = "category"
    PROVINCE = "province"
    REGION = "region"
    STATE = "state"
    NUMBER = "number"
    """The number in the club’s book; from here on, what the book says."""
    ADMITTED_ON = "admitted_on"
    LEFT_ON = "left_on"
    BORN_ON = "born_on"
    """The whole date of birth, or only the year."""
    TAX_CODE = "tax_code"
    ADDRESS = "address"
    CARD_KIND = "card_kind"
    CARD_YEAR = "card_year"
    DATA_CONSENT_ON = "data_consent_on"
    PICTURES_CONSENT_ON = "pictures_consent_on"
    MESSAGES_CONSENT_ON = "messages_consent_on"
    MAIL_CONSENT_ON = "mail_consent_on"
    PAID = "paid"
    """The years paid, or the day until which a membership is paid: compared with the book, never written."""


HEADINGS: Final[Mapping[Holds, str]] = {
    Holds.LAST_NAME: (
        "cognome | last name, surname, family name | apellido, apellidos | sobrenome, apelido, ultimo nome"
    ),
    Holds.FIRST_NAME: "nome | first name, given name, forename | nombre, nombres | nome, primeiro nome, prenome",
    Holds.NAME: (
        "cognome e nome, cognome nome, nominativo, giocatore, socio, tesserato, atleta"
        " | name, full name, player, member, surname and name, last and first name"
        " | apellidos y nombre, apellido y nombre, jugador, socio"
        " | sobrenome e nome, jogador, atleta, associado"
    ),
    Holds.FIRST_AND_LAST: (
        "nome e cognome, nome cognome | first and last name, name and surname"
        " | nombre y apellidos, nombre y apellido, nombre completo | nome e sobrenome, nome completo"
    ),
    Holds.CLUB: (
        "circolo, asd, associazione, societa, sodalizio, circolo di appartenenza, nome circolo"
        ", nome del circolo, circolo asd"
        " | club, club name, association"
        " | club, asociacion | clube, associacao"
    ),
    Holds.CARD: (
        "tessera, codice tessera, numero socio | card, card number, card no, membership number"
        " | member number, licence, license | carnet, carne, licencia | carteirinha, numero da carteirinha"
        ", carteira, cartao, numero de socio, matricula"
    ),
    Holds.CONTACT: (
        "contatto, contatti, recapito, telefono, tel, cellulare, cell, email, e mail, mail, posta elettronica"
        " | contact, phone, telephone, mobile, whatsapp | contacto, movil, correo, correo electronico"
        " | contato, telefone, celular, telemovel"
    ),
    Holds.BIRTH: ("anno di nascita, anno nascita | year of birth, birth year | ano de nacimiento | ano de nascimento"),
    Holds.CATEGORY: "categoria, serie, cat, fascia | category, class, series | categoria | categoria, classe",
    Holds.PROVINCE: (
        "provincia, prov, sigla provincia | province, county | provincia, departamento | uf, provincia, distrito"
    ),
    Holds.REGION: "regione | region | region, comunidad autonoma | regiao",
    Holds.STATE: (
        "stato, situazione, tipo, tipo socio | state, status, type | estado, tipo, condicion | estado, situacao"
    ),
    Holds.NUMBER: (
        "numero nel libro, numero libro, libro, libro soci, numero libro soci, numero nel libro soci"
        ", iscrizione libro soci, numero iscrizione, numero di iscrizione, posizione libro soci"
        " | number in the book, book, book number, register number, number in the register"
        " | libro de socios, numero en el libro | livro, livro de socios, numero no livro"
    ),
    Holds.ADMITTED_ON: (
        "ammesso il, ammissione, data ammissione, data di ammissione, data iscrizione, data di iscrizione, iscritto il"
        ", iscritto dal, socio dal, delibera di ammissione, data delibera, ingresso, data ingresso"
        " | admitted on, admission, admission date, date of admission, member since, joined, joined on, date joined"
        " | alta, fecha de alta, fecha de admision, fecha de ingreso, admitido el, socio desde"
        " | admissao, data de admissao, data de inscricao, admitido em"
    ),
    Holds.LEFT_ON: (
        "uscito il, uscita, data uscita, data di uscita, cessazione, data cessazione, data di cessazione, cessato il"
        ", dimissioni, data dimissioni, dimesso il, recesso, data recesso, decadenza, decaduto il"
        " | left on, leaving date, date left, date of leaving, resigned on, resigned"
        " | fecha de baja, baja el | saida, data de saida, saiu em"
    ),
    Holds.BORN_ON: (
        "nato, nato il, nata, nata il, data di nascita, data nascita, nascita"
        " | born, born on, date of birth, birthday, birth date, dob"
        " | fecha de nacimiento, nacimiento, nacido el | data de nascimento, nascimento, nascido em"
    ),
    Holds.TAX_CODE: (
        "codice fiscale, cod fiscale, cf, c f, codfisc, cod fisc"
        " | tax code, fiscal code, tax number, tax id | nif, codigo fiscal, numero fiscal, dni, cuit, cuil, cedula"
        " | cpf, contribuinte"
    ),
    Holds.ADDRESS: (
        "indirizzo, residenza, indirizzo di residenza, indirizzo residenza, domicilio, via, via e numero"
        " | address, home address, postal address, street, street address"
        " | direccion, domicilio, direccion postal | endereco, morada"
    ),
    Holds.CARD_KIND: (
        "tipo di tessera, tipo tessera, tipologia tessera, tipologia di tessera | kind of card, card type, card kind"
        " | tipo de carne, tipo de licencia | tipo de carteirinha, tipo de carteira, tipo de cartao"
    ),
    Holds.CARD_YEAR: (
        "anno della tessera, anno tessera, anno di tesseramento, anno tesseramento"
        " | year of the card, card year | ano del carne, ano de licencia"
        " | ano da carteirinha, ano da carteira, ano do cartao"
    ),
    Holds.DATA_CONSENT_ON: (
        "consenso al trattamento dei dati il, consenso al trattamento dei dati, consenso trattamento dati, privacy"
        ", consenso privacy, consenso dati, consenso gdpr, gdpr, informativa privacy"
        " | agreed to the keeping of data on, data consent, consent to data, privacy consent, consent"
        " | consentimiento, consentimiento de datos | consentimento, consentimento de dados"
    ),
    Holds.PICTURES_CONSENT_ON: (
        "consenso alle foto il, consenso alle foto, consenso foto, consenso immagini, liberatoria foto"
        ", liberatoria immagini, liberatoria"
        " | agreed to pictures on, picture consent, photo consent"
        " | consentimiento de imagenes, consentimiento de fotos | consentimento de imagens, consentimento de fotos"
    ),
    Holds.MESSAGES_CONSENT_ON: (
        "consenso ai messaggi il, consenso ai messaggi, consenso messaggi, consenso comunicazioni, consenso newsletter"
        ", newsletter | agreed to messages on, message consent, newsletter consent"
        " | consentimiento de mensajes | consentimento de mensagens"
    ),
    Holds.MAIL_CONSENT_ON: (
        "consenso agli inviti per e mail il, consenso agli inviti per e mail, consenso inviti, consenso email"
        ", consenso e mail, consenso mail | agreed to invitations by email on, email consent, mail consent"
        " | consentimiento de correo, consentimiento de email"
        " | consentimento de e mail, consentimento de email, consentimento de correio"
    ),
    Holds.PAID: (
        "anni pagati, quote pagate, pagato fino al, scadenza, data scadenza, data di scadenza, scadenza quota"
        " | years paid, paid until, expiry, expires, expires on, expiry date"
        " | anos pagados, pagado hasta, caducidad, vencimiento | anos pagos, pago ate, validade, vencimento"
    ),
}
"""The known headings of each language; `nome` alone is the first name only beside `cognome`."""

KNOWN: Final[Mapping[str, Holds]] = {
    search_key(word): holds for holds, words in HEADINGS.items() for word in words.replace("|", ",").split(",")
}

BESIDE_A_STREET: Final = frozenset(
    {
        *("cap", "citta", "comune", "localita", "comune di residenza", "citta di residenza"),
        *("postcode", "post code", "zip", "zip code", "city", "town"),
        *("codigo postal", "ciudad", "poblacion", "localidad", "cep", "cidade"),
    }
)
"""The headings that belong to an address if another column has the street."""

NUMBER_OF: Final = frozenset(("n", "no", "nr", "num", "numero", "number", "de", "di", "do"))
"""The words that may precede the word that counts: `N. tessera`, `Nº de carné`."""

BESIDE: Final = frozenset(
    {
        *("fitab", "fibur", "figb", "fib", "federale", "federazione", "federation", "federacion", "federacao", "cod"),
        *("socio", "soci", "giocatore", "giocatrice", "tesserato", "iscritto", "atleta", "member", "player", "jugador"),
        *("indirizzo", "di", "del", "della", "posta", "personale", "principale", "primo", "casa", "fisso", "address"),
        *("attuale", "valida", "2", "1", "obbligatorio", "completo", "completa"),
    }
)
"""The words around the word that counts which add nothing: `TESSERA FITAB`, `Indirizzo email`."""

EITHER: Final = re.compile(r"(?<=\w)[/(][aoei]\)?(?!\w)", re.IGNORECASE)
"""The other ending: `NATO/A IL`, `Socio/a`, `Nato(a)`."""

JOINED: Final = frozenset({Holds.CONTACT, Holds.ADDRESS})
"""The contents of which several columns are one text: telephone and e-mail, street and town."""

LONGEST_HEADING: Final = 100
"""The most letters of a heading: longer cells are not searched for known words."""

LOOKED_AT: Final = 20
"""The number of rows that may precede the headings: titles, the club's address, empty rows."""

NAMING: Final = (
    {Holds.LAST_NAME},
    {Holds.NAME},
    {Holds.FIRST_AND_LAST},
)
"""The columns that name people: one of these sets must be present."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Columns:
    """The start of the people, and the content of each column; None for a column that is not imported."""

    heading_line: int | None
    """The line of the headings; None if there are none."""
    headings: tuple[str, ...]
    holds: tuple[Holds | None, ...]

    @property
    def not_understood(self) -> list[str]:
        """Return the headings of columns that are left out."""
        headings = zip(self.headings, self.holds, strict=False)
        return [heading for heading, holds in headings if heading and holds is None]

    @property
    def name_somebody(self) -> bool:
        """Return whether the columns name people."""
        return any(needed <= set(self.holds) for needed in NAMING)


def columns_of(rows: Sequence[GridRow]) -> Columns:
    """Return the columns by the first row with the most known headings; without one, nothing is known."""
    best = max(rows[:LOOKED_AT], key=lambda row: len(_contents_of(row)), default=None)
    width = max((len(row.cells) for row in rows), default=0)
    if best is None or not _is_heading(best):
        return Columns(heading_line=None, headings=("",) * width, holds=(None,) * width)
    headings = tuple(str(cell) for cell in best.cells) + ("",) * (width - len(best.cells))
    return Columns(heading_line=best.line, headings=headings, holds=_without_repeats(headings))


def people_rows(rows: Sequence[GridRow], columns: Columns) -> list[GridRow]:
    """Return the rows of people: those after the headings, without headings repeated on each page."""
    start = columns.heading_line or 0
    repeated = [heading for heading in columns.headings if heading]
    return [row for row in rows if row.line > start and [str(cell) for cell in row.cells if cell != ""] != repeated]


def _contents_of(row: GridRow) -> list[Holds]:
    return [holds for cell in row.cells if (holds := _content_of(str(cell))) is not None]


def _content_of(heading: str) -> Holds | None:
    """Return the content of a column with that heading: known words, with only neutral words around them."""
    if len(heading) > LONGEST_HEADING:
        return None
    words = search_key(EITHER.sub("", heading)).split()
    spans = sorted(
        ((start, end) for start in range(len(words)) for end in range(start + 1, len(words) + 1)),
        key=lambda span: span[0] - span[1],
    )
    for start, end in spans:
        holds = KNOWN.get(" ".join(words[start:end]))
        around = {*words[:start], *words[end:]}
        if holds is not None and (BESIDE | NUMBER_OF).issuperset(around):
            return holds
    return None


def _is_heading(row: GridRow) -> bool:
    contents, is_alone = _contents_of(row), len(row.cells) == 1
    return (len(contents) > 1 or is_alone) and bool(set(contents) & {*Holds} - {Holds.STATE})


def _without_repeats(headings: Sequence[str]) -> tuple[Holds | None, ...]:
    """Return the contents; of two equal ones only the first counts, except those that are joined."""
    contents = [_content_of(heading) for heading in headings]
    if Holds.ADDRESS in contents:
        contents = [
            Holds.ADDRESS if search_key(heading) in BESIDE_A_STREET else holds
            for heading, holds in zip(headings, contents, strict=True)
        ]
    has_last = Holds.LAST_NAME in contents
    taken: set[Holds] = set()
    held: list[Holds | None] = []
    for holds in contents:
        meant = Holds.NAME if holds is Holds.FIRST_NAME and not has_last else holds
        if meant is not None and (meant not in taken or meant in JOINED):
            taken.add(meant)
            held.append(meant)
        else:
            held.append(None)
    return tuple(held)
