"""The words that clubs write above, beside and below their lists, in each language: what a list is read by."""

import pytest
from django.conf import settings
from django.utils.translation import override

from tournaments.models import Player
from tournaments.people.columns import Holds, columns_of, people_rows
from tournaments.people.grid import GridRow, grid_of_text
from tournaments.people.pasted_list import read_list
from tournaments.people.roster import ListedPerson, people_listed
from tournaments.people.row_faults import Note, RowFault, UnreadableRow
from tournaments.wording.files import MEMBER_COLUMN_NAMES

PAIR = "Rossi Anna - Neri Ugo"

OVER_PAIRS = """\
Numero;Coppia
Coppie;Circolo;Telefono
Cognome;Nome;Cognome;Nome;ASD
Nominativo 1;Nominativo 2;Associazione
Giocatore;Compagno;Squadra
Giocatrice;Compagna;Cellulare
Giocatori;Squadre;Contatto
N.;Coppia;Tel.;Cell.;Note
Coppia;Nota
Coppia;Annotazioni
Coppia;Osservazioni
Number;Pair;Club
Pairs;Team;Notes
Last name;First name;Phone
Surname;Name;Surname;Name
Player;Partner;Contact
Players;Teams;Association;Remarks
Pair;Remark
Pareja;Equipo;Notas
Parejas;Asociación
Nombre;Apellido;Nombre;Apellido
Apellidos;Nombre;Círculo
Jugador 1;Jugador 2;Observaciones
Jugadores
Dupla;Clube
Duplas;Equipa
Par;Telefone
Pares;Equipe
Apelido;Nome;Associação
Jogador 1;Jogador 2;Observações
Jogadores"""


@pytest.mark.parametrize("heading", OVER_PAIRS.splitlines())
def test_a_heading_is_nobody_in_each_language(heading: str) -> None:
    for typed in (heading, heading.upper(), heading.replace(";", "\t")):
        assert [line.text for line in read_list(f"{typed}\n{PAIR}")] == [PAIR], typed


CLUB_HEADINGS = "Circolo ASD Associazione Club Clube Círculo Asociación Associação Association A.S.D."


@pytest.mark.parametrize("word", CLUB_HEADINGS.split())
def test_a_column_of_clubs_is_known_by_its_heading_in_each_language(word: str) -> None:
    (read,) = read_list(f"Coppia;{word}\n{PAIR};Levante")
    assert [player.club for player in read.players] == ["Levante", "Levante"]


NOTE_HEADINGS = "Note Nota Annotazioni Osservazioni Notes Remark Remarks Notas Observaciones Observações"


@pytest.mark.parametrize("word", NOTE_HEADINGS.split())
def test_a_column_of_notes_is_known_by_its_heading_in_each_language(word: str) -> None:
    (read,) = read_list(f"Coppia;{word}\n{PAIR};Levante", clubs=["levante"])
    assert ([player.club for player in read.players], read.remarks) == (["", ""], ("Levante",))


IN_CLUB_NAMES = (
    "ASD SSD APS Circolo Club Associazione Polisportiva Dopolavoro CRAL Sporting Bridge Burraco Accademia Centro "
    "ARCI ACLI CSI UISP Association Círculo Asociación Associação Sociedad Sociedade Clube Academia"
)


@pytest.mark.parametrize("word", IN_CLUB_NAMES.split())
def test_a_word_that_only_clubs_have_in_their_names_makes_no_partner(word: str) -> None:
    (read,) = read_list(f"{PAIR} - {word} Aurora")
    assert [player.name for player in read.players] == ["Rossi Anna", "Neri Ugo"]
    assert read.perhaps_clubs == (f"{word} Aurora",)
    (alone,) = read_list(f"Rossi Anna - {word} Aurora")
    assert [player.name for player in alone.players] == ["Rossi Anna"] and alone.fault is None


def person(headings: str, cells: str) -> ListedPerson | UnreadableRow:
    rows = grid_of_text(f"{headings}\n{cells}")
    columns = columns_of(rows)
    (only,) = people_listed(people_rows(rows, columns), columns)
    return only


STATES = {
    "active": (
        "socio, socia, attivo, attiva, ordinario, in regola, ok, sì, member, active, yes, socio activo, activo, ativo, "
        "sim"
    ),
    "guest": "ospite, esterno, guest, visitor, invitado, convidado",
    "left": (
        "cessato, cessata, ex, ex socio, dimesso, dimessa, non attivo, inattivo, left, former, inactive, has left, "
        "non è più socio, baja, inactivo, inativo"
    ),
}


@pytest.mark.parametrize(("state", "word"), [(state, word) for state in STATES for word in STATES[state].split(", ")])
def test_a_state_is_known_by_the_word_of_each_language(state: str, word: str) -> None:
    read = person("Cognome;Nome;Stato", f"Rossi;Anna;{word}")
    assert isinstance(read, ListedPerson)
    assert (read.fields.get("state"), read.notes) == (state, {})


def test_a_state_that_nobody_knows_is_said() -> None:
    read = person("Cognome;Nome;Stato", "Rossi;Anna;in prova")
    assert isinstance(read, ListedPerson)
    assert ("state" in read.fields, read.notes) == (False, {Note.STATE: "in prova"})


BELOW = """\
Totale
Totali
Tot. 45
Subtotale
Somma
Media età
Conteggio
Total
Totals
Subtotal
Sum
Average
Count
Suma
Soma
Totais
Totales
Totale soci: 45
Totale soci e socie: 12
Totale iscritti n. 45
Totale iscritte
Totale giocatori
Totale tesserati
Totale di persone
Totale quote
Totale generale euro 450
Totale complessivo
Totale parziale
Totale numero
Total members
Total players
Total general
Total geral
Totale anno 2026"""


@pytest.mark.parametrize("cell", BELOW.splitlines())
def test_a_total_below_a_list_is_nobody_in_each_language(cell: str) -> None:
    read = person("Nominativo;Circolo", f"{cell};450")
    assert isinstance(read, UnreadableRow) and (read.fault, read.cell) == (RowFault.TOTAL, cell)


@pytest.mark.parametrize("name", ["Somma Luigi", "Rossi Totale", "Media Anna", "Tot Van"])
def test_a_name_that_begins_like_a_total_is_somebody(name: str) -> None:
    read = person("Nominativo;Circolo", f"{name};450")
    assert isinstance(read, ListedPerson) and read.name == name


ERRORS = (
    "#DIV/0! #N/A #NAME? #NULL! #NUM! #REF! #VALUE! #SPILL! #CALC! ##### #N/D #NOME? #NULLO! #RIF! #VALORE! "
    "#ESPANSIONE! #¡DIV/0! #¿NOMBRE? #¡REF! #¡VALOR! #VALOR! #DESPEJAR!"
)


@pytest.mark.parametrize("error", ERRORS.split())
def test_an_error_of_each_spreadsheet_is_nobody_and_no_text(error: str) -> None:
    read = person("Nominativo;Circolo", f"{error};Levante")
    assert isinstance(read, UnreadableRow) and (read.fault, read.cell) == (RowFault.ERROR, error)
    beside = person("Nominativo;Circolo", f"Rossi Anna;{error}")
    assert isinstance(beside, ListedPerson)
    assert ("club" in beside.fields, beside.notes) == (False, {Note.ERROR: error})


OVER_MEMBERS = {
    Holds.CLUB: "Circolo, ASD, Associazione, Società, Sodalizio, Circolo di appartenenza, Club name, Clube, Associação",
    Holds.CARD: (
        "Tessera, N. tessera, N° tessera, Nr. tessera, Num. tessera, Numero tessera, Tessera FITAB, Tessera Fibur, "
        "Tessera FIGB, Tessera FIB, Tessera federale, Cod. tessera federazione, Card, Card no., Number card, "
        "Federation card, Membership number, Licencia, Carné federación, Nº de carné, Matrícula, Cartão federação, "
        "N. do cartão, Tessera socio, Tessera soci, Tessera giocatore, Tessera giocatrice, Tessera del tesserato, "
        "Tessera iscritto, Tessera atleta, Member card, Player card, Carnet jugador, Tessera valida, Tessera attuale"
    ),
    Holds.CONTACT: (
        "Telefono, Cellulare, E-mail, Indirizzo email, Posta elettronica, Mail personale, Recapito principale, "
        "Primo contatto, Telefono casa, Telefono fisso, Email address, Telefono 1, Telefono 2, Email (obbligatorio), "
        "Recapito completo, Email della posta, WhatsApp, Correo electrónico, Telemóvel"
    ),
    Holds.BIRTH: "Anno di nascita, Anno nascita, Year of birth, Birth year, Año de nacimiento, Ano de nascimento",
    Holds.BORN_ON: (
        "Nato/a il, Data nascita, Data di nascita, Data di nascita completa, DOB, Born, Fecha de nacimiento, "
        "Data de nascimento, Nascimento"
    ),
    Holds.NUMBER: (
        "Numero nel libro soci, N. libro, N. libro soci, Nr. libro soci, Numero libro, N° iscrizione libro soci, "
        "Numero di iscrizione, Number in the book, Book no., Nº libro de socios, Número no livro"
    ),
    Holds.ADMITTED_ON: (
        "Ammesso il, Ammesso/a il, Data ammissione, Data di ammissione, Data di iscrizione, Socio dal, Admitted on, "
        "Member since, Date of admission, Fecha de alta, Data de admissão"
    ),
    Holds.LEFT_ON: "Uscito il, Uscito/a il, Data uscita, Data cessazione, Dimesso il, Left on, Fecha de baja, Saída",
    Holds.TAX_CODE: "Codice fiscale, CODICE FISCALE, C.F., CF, Cod. fiscale, Cod. Fisc., Tax code, NIF, CPF",
    Holds.ADDRESS: (
        "Indirizzo, Indirizzo di residenza, Indirizzo completo, Residenza, Via, Address, Home address, Dirección, "
        "Endereço, Morada"
    ),
    Holds.CARD_KIND: "Tipo di tessera, Tipo tessera, Tipologia tessera, Kind of card, Card type, Tipo de carné",
    Holds.CARD_YEAR: "Anno della tessera, Anno tessera, Anno tesseramento, Year of the card, Card year, Año del carné",
    Holds.DATA_CONSENT_ON: "Consenso al trattamento dei dati il, Privacy, Consenso privacy, GDPR, Consentimiento",
    Holds.PICTURES_CONSENT_ON: "Consenso alle foto il, Consenso foto, Liberatoria, Agreed to pictures on",
    Holds.MESSAGES_CONSENT_ON: "Consenso ai messaggi il, Newsletter, Agreed to messages on",
    Holds.MAIL_CONSENT_ON: "Consenso agli inviti per e-mail il, Consenso email, Agreed to invitations by email on",
    Holds.PAID: "Anni pagati, Pagato fino al, Scadenza, Data scadenza, Years paid, Paid until, Caducidad, Validade",
    Holds.CATEGORY: "Categoria, Serie, Cat., Fascia, Category, Class, Classe",
    Holds.PROVINCE: "Provincia, Prov., Sigla provincia, Province, County, Distrito",
    Holds.REGION: "Regione, Region, Comunidad autónoma, Região",
    Holds.STATE: "Stato, Situazione, Tipo socio, Status, Estado, Situação",
}


@pytest.mark.parametrize(
    ("holds", "word"), [(holds, word) for holds in OVER_MEMBERS for word in OVER_MEMBERS[holds].split(", ")]
)
def test_a_column_of_members_is_known_by_its_heading(holds: Holds, word: str) -> None:
    assert columns_of(grid_of_text(f"Cognome;Nome;{word}\nRossi;Anna;1")).holds[2] is holds


@pytest.mark.parametrize(
    ("headings", "holds"),
    [
        ("Cognome;Nome", [Holds.LAST_NAME, Holds.FIRST_NAME]),
        ("Family name;Forename", [Holds.LAST_NAME, Holds.FIRST_NAME]),
        ("Apellidos;Nombres", [Holds.LAST_NAME, Holds.FIRST_NAME]),
        ("Último nome;Prenome", [Holds.LAST_NAME, Holds.FIRST_NAME]),
        ("Cognome e nome;Tessera", [Holds.NAME, Holds.CARD]),
        ("Surname and name;Card", [Holds.NAME, Holds.CARD]),
        ("Apellidos y nombre;Carné", [Holds.NAME, Holds.CARD]),
        ("Sobrenome e nome;Cartão", [Holds.NAME, Holds.CARD]),
        ("Atleta;Tessera", [Holds.NAME, Holds.CARD]),
        ("Nome e cognome;Tessera", [Holds.FIRST_AND_LAST, Holds.CARD]),
        ("First and last name;Card", [Holds.FIRST_AND_LAST, Holds.CARD]),
        ("Nombre completo;Carné", [Holds.FIRST_AND_LAST, Holds.CARD]),
        ("Nome completo;Cartão", [Holds.FIRST_AND_LAST, Holds.CARD]),
    ],
)
def test_the_columns_of_names_are_known_in_each_language(headings: str, holds: list[Holds]) -> None:
    assert list(columns_of(grid_of_text(f"{headings}\nRossi;Anna")).holds) == holds


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
@pytest.mark.parametrize("holds", [Holds.NAME, Holds.FIRST_AND_LAST])
def test_the_heading_of_a_whole_name_is_read_again(holds: Holds, language: str) -> None:
    with override(language):
        headings = tuple(str(MEMBER_COLUMN_NAMES[one]) for one in (holds, Holds.CLUB))
    assert columns_of([GridRow(line=1, cells=headings)]).holds == (holds, Holds.CLUB)


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_a_file_of_ours_is_read_again_in_the_language_that_it_was_written_in(language: str) -> None:
    held = [one for one in Holds if one not in (Holds.NAME, Holds.FIRST_AND_LAST)]
    with override(language):
        headings = tuple(str(MEMBER_COLUMN_NAMES[holds]) for holds in held)
        states = [(str(state.label), state.value) for state in Player.State]
    assert columns_of([GridRow(line=1, cells=headings)]).holds == tuple(held)
    for word, state in states:
        cells = [(headings[0], headings[held.index(Holds.STATE)]), ("Rossi", word)]
        rows = [GridRow(line=line, cells=row) for line, row in enumerate(cells, 1)]
        columns = columns_of(rows)
        (person,) = people_listed(people_rows(rows, columns), columns)
        assert isinstance(person, ListedPerson) and person.fields["state"] == state
