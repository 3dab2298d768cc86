"""Everything that the club keeps of one person is on the sheet and in the file, whatever a later model adds."""

import json
from datetime import date, datetime, timedelta
from typing import Any

import pytest
from django.apps import apps
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from simple_history.utils import get_history_model_for_model

from accounts.models import JournalEntry, Role
from tests.factories import AT, make_account, make_tournament, pair, play_round, start_round
from tests.tournaments.selectors.test_seasons import finished, played
from tests.tournaments.views.people.test_membership_fees import NO_BOOK, TODAY
from tests.tournaments.views.test_printing import pdf_text
from tournaments.models import Adjustment, Entry, Mail, Membership, Payment, Player, PlayerMerge, Tournament
from tournaments.records.personal_data import DataPart
from tournaments.selectors.consents import consents_of
from tournaments.selectors.own_data import PARTS, own_data
from tournaments.selectors.standings import standings_of
from tournaments.services import (
    adjustment_add,
    club_keep_till,
    club_rename,
    club_set_privacy,
    entry_accept,
    entry_make,
    entry_terms_set,
    incident_add,
    member_save,
    membership_fee_pay,
    pair_add,
    pair_pay,
    pair_substitute,
    player_create,
    player_forget,
    players_merge,
    receipt_issue,
    receipt_void,
    single_add,
    till_terms_set,
)
from tournaments.services.entries import SentEntry
from tournaments.services.merges import MERGED_FIELDS
from tournaments.services.ratings import ratings_switch
from tournaments.services.receipts import Amount, ReceiptWords

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]

BOOK: dict[str, Any] = NO_BOOK | {
    "number": 12,
    "admitted_on": date(2020, 9, 1),
    "born_on": date(1956, 1, 1),
    "tax_code": "RSSNNA56A41H501L",
    "address": "Via Nascosta 7, Roma",
    "data_consent_on": date(2020, 9, 1),
    "pictures_consent_on": date(2021, 9, 1),
}


ELSEWHERE = {
    "MemberWord.player": "the words of the name, club and card, which the person's part has",
    "HistoricalMembershipFee.player": "told in the part of changes",
    "HistoricalPair.player1": "told in the history of the tournament, whose seats the evenings have",
    "HistoricalPair.player2": "as above",
    "HistoricalSubstitute.player": "as above",
    "HistoricalSingle.player": "as above",
    "HistoricalEntry.member1": "as above; the entries have what is kept of them now",
    "HistoricalEntry.member2": "as above",
    "HistoricalAdjustment.player": "as above",
}
"""The fields that refer to a player and are read for no part, each with the reason."""


def references() -> set[str]:
    """Return every field of every model that refers to a player, histories included."""
    return {
        f"{model.__name__}.{field.name}"
        for model in apps.get_models(include_auto_created=True)
        for field in model._meta.get_fields()
        if field.is_relation and field.concrete and field.related_model is Player
    }


def test_every_model_that_refers_to_a_player_is_on_the_sheet_or_left_out_with_a_reason() -> None:
    read = [field for fields in PARTS.values() for field in fields]
    assert len(set(read)) == len(read) and not set(read) & ELSEWHERE.keys()
    missing = references() - set(read) - ELSEWHERE.keys()
    assert missing == set(), "let a part of selectors/own_data.py read them, or say in ELSEWHERE above why none does"
    assert set(read) | ELSEWHERE.keys() <= references(), "nothing refers to a player any more by these"
    assert all(ELSEWHERE.values())
    # The history of a player has no foreign key: the part of changes tells it.
    assert get_history_model_for_model(Player)


@pytest.fixture
def referee() -> Client:
    client = Client()
    client.force_login(make_account())
    return client


@pytest.fixture
def anna() -> Player:
    """A member of whom the club keeps something of every kind."""
    facts = {"last_name": "Rossi", "first_name": "Anna", "contact": "333 5550000", "card": "CARD-77"}
    anna = player_create(details=facts | {"club": "ASD Aurora"})
    member_save(player=anna, details={}, book=BOOK)
    other = player_create(details={"last_name": "Rosi", "first_name": "Anna"})
    details = {name: getattr(anna, name) for name in MERGED_FIELDS}
    players_merge(keep=anna, gone=other, details=details, by=None, at=timezone.now())
    fee = membership_fee_pay(player=anna, year=TODAY.year, means="cash", paid_on=TODAY, cents=3000)
    words: ReceiptWords = {"payer": "Rossi Anna", "payer_details": "Via Nascosta 7", "reason": "Quota sociale"}
    receipt_issue(words=words, on=TODAY, fee=fee)
    club_keep_till(keeps=True)
    played = make_tournament(name="Torneo giocato", pairs=7, hands_per_round=2)
    till_terms_set(tournament=played, terms={"fee": 1000, "fund_percent": 50})
    entry_terms_set(tournament=played, terms={"is_open": True})
    sent = SentEntry(
        names=("Rossi Anna", "Zeta Ugo"), club="Lecce", contact="333 5550000", form="a", team="", sender=""
    )
    entry_accept(entry=entry_make(tournament=played, sent=sent, at=AT)[0])
    own = pair(played, 8)
    own.status = own.Status.ACTIVE
    own.save()
    pair_pay(pair=own, means="cash", seat=1)
    round_ = start_round(played)
    adjustment_add(round=round_, pair=own, mp=-50, vp=0, felt=True, reason="Carta esposta", article="12", player=anna)
    play_round(round_, seed=3)
    finished(played)
    coming = make_tournament(name="Torneo che viene", date=date(2027, 1, 8), pairs=2)
    single_add(tournament=coming, player=anna)
    helped = make_tournament(name="Torneo da riserva", date=date(2026, 11, 27), pairs=4, hands_per_round=2)
    play_round(start_round(helped))
    pair_substitute(pair=pair(helped, 1), seat=1, player=anna)
    ratings_switch(on=True)
    return anna


def of(player: Player) -> dict[str, DataPart]:
    return {part.key: part for part in own_data(player)}


FULL_NAME = "in full: Rossi Anna"
COLUMNS = """
person: last_name=Last name, first_name=First name, club=Club, card=Card number, contact=Contact
person: birth_year=Year of birth, category=Category, province=Province, region=Region, state=State
person: shown=Name shown in public
book: number=Number in the book, admitted_on=Admitted on, left_on=Left on, born_on=Date of birth, tax_code=Tax code
book: address=Address, card_kind=Kind of card, card_year=Year of the card
book: data_consent_on=Agreed to the keeping of data on, pictures_consent_on=Agreed to pictures on
book: messages_consent_on=Agreed to messages on, mail_consent_on=Agreed to invitations by email on
consents: noted_at=noted, consent=consent, agreed_on=agreed on*, withdrawn_on=withdrawn on*, noted_by=noted by*
fees: paid_on=paid on, year=year, category=category, cents=amount€, means=how
receipts: issued_on=issued on, number=no.*, payer=name, payer_details=address and tax code, reason=for
receipts: cents=amount€, means=how, void=void*
payments: date=date, tournament=tournament, cents=amount€, means=how, together=for
entries: sent_at=sent, tournament=tournament, name=name, club=club, team=team, contact=contact
entries: mail_consent_at=agreed to emails, state=state
mails: written_at=written, address=email address, subject=subject, state=state
singles: date=date, tournament=tournament
tournaments: date=date, tournament=tournament, state=state, number=number*, partner=with*, place=place*, of=of*
tournaments: late_reason=admitted late*
substitutions: date=date, tournament=tournament, number=number*, first_round=from round*, last_round=to round*
rounds: date=date, tournament=tournament, round=round*, vp=VP*, mp_difference=difference*
adjustments: date=date, tournament=tournament, round=round*, mp=MP*, vp=VP*, reason=reason, article=article*
incidents: date=date, tournament=tournament, number=no.*
ratings: date=date, tournament=tournament, rating=rating*, uncertainty=±*
merges: made_at=merged, name=other name
"""
"""The columns of each part: the key in a file, the label on paper, `*` where it stands beside the value, `€` for money.
"""


def test_each_part_has_its_columns_and_titles() -> None:
    parts = own_data(player_create(details={"last_name": "Rossi", "first_name": "Anna"}))
    expected: dict[str, list[str]] = {}
    for line in COLUMNS.strip().splitlines():
        key, _colon, columns = line.partition(": ")
        expected.setdefault(key, []).extend(columns.split(", "))
    marks = {(False, False): "", (True, False): "*", (False, True): "€"}
    assert expected == {
        part.key: [f"{column.key}={column.label}{marks[column.is_named, column.is_money]}" for column in part.columns]
        for part in parts
    }
    # Of somebody of whom nothing else is kept, every part but the first is empty.
    assert [part.key for part in parts if part.rows] == ["person"]
    assert [part.title for part in parts] == [
        *("Who you are", "In the club’s book", "What you agreed to", "Membership fees", "Receipts", "Entry fees paid"),
        *("Entries sent by you or a partner", "Emails to you", "Tournaments in which you are looking for a partner"),
        *("Evenings", "Rounds as a substitute", "Rounds of final tournaments", "Penalties and bonuses"),
        *("Statements of incidents: ask the referee to read them", "Ratings"),
        "Entries in the members’ list that were merged",
    ]


def test_each_part_has_what_the_club_keeps(anna: Player) -> None:
    tell_more_of(anna)
    parts = of(anna)
    assert all(len(row) == len(part.columns) for part in parts.values() for row in part.rows)
    told = {key: [tuple(row) for row in part.rows] for key, part in parts.items()}
    moments = [told[key][0][0] for key in ("consents", "merges")]
    assert all(isinstance(moment, datetime) and timezone.localdate(moment) == TODAY for moment in moments)
    played, pair_evening, elsewhere = (
        (date(2026, 11, 20), "Torneo giocato"),
        (date(2026, 12, 4), "Torneo in coppia"),
        (date(2026, 12, 11), "Torneo altrove"),
    )
    assert told == {
        "person": [("Rossi", "Anna", "ASD Aurora", "CARD-77", "333 5550000", None, "", "", "", "member", FULL_NAME)],
        "book": [
            (
                *(12, date(2020, 9, 1), None, date(1956, 1, 1), "RSSNNA56A41H501L", "Via Nascosta 7, Roma"),
                *("", None, date(2020, 9, 1), date(2021, 9, 1), None, None),
            )
        ],
        "consents": [
            (moments[0], "keeping of data", date(2020, 9, 1), None, ""),
            (moments[0], "pictures", date(2021, 9, 1), None, ""),
        ],
        "fees": [(TODAY, f"{TODAY.year}", "", 3000, "cash")],
        "receipts": [
            (TODAY, f"1/{TODAY.year}", "Rossi Anna", "Via Nascosta 7", "Quota sociale", 3000, "cash", ""),
            (TODAY, f"2/{TODAY.year}", "Rossi A.", "Roma", "Iscrizione", 500, "cash", "wrong name"),
            (TODAY, f"4/{TODAY.year}", "ASD Rossi", "", "Offerta", 700, "otherwise", ""),
        ],
        "payments": [
            (*played, 500, "cash", ""),
            (*pair_evening, 2000, "card", "the whole pair"),
            (*elsewhere, 500, "cash", ""),
        ],
        "entries": [(AT, "Torneo giocato", "Rossi Anna", "Lecce", "", "333 5550000", None, "accepted")],
        "mails": [],
        "singles": [(date(2027, 1, 8), "Torneo che viene")],
        "tournaments": [
            (*played, "final", 8, "Zeta Ugo", 2, 8, ""),
            (*pair_evening, "running", 3, "Verdi Ugo", None, None, ""),
            (*elsewhere, "running", 3, "Bianchi Ugo", None, None, ""),
        ],
        "substitutions": [(date(2026, 11, 27), "Torneo da riserva", 1, 2, None)],
        "rounds": [(*played, 1, 17, 650)],
        "adjustments": [
            (*played, 1, -50, 0, "Carta esposta", "12"),
            (*pair_evening, 1, 0, -2, "Ritardo", ""),
            (*elsewhere, 1, 30, 0, "Premio", ""),
        ],
        "incidents": [(*pair_evening, 2)],
        "ratings": [(*played, 1527, 159)],
        "merges": [(moments[1], "Rosi Anna")],
    }


def tell_more_of(anna: Player) -> None:
    """Let her play two evenings more, first as the first and then as the second of her pair; her partners pay, too."""
    for day, name, players, own_seat in (
        (11, "Torneo altrove", ["Bianchi Ugo", anna], 2),
        (4, "Torneo in coppia", [anna, "Verdi Ugo"], 1),
    ):
        evening = make_tournament(name=name, date=date(2026, 12, day), pairs=2, hands_per_round=2)
        till_terms_set(tournament=evening, terms={"fee": 2000 if own_seat == 1 else 1000, "fund_percent": 50})
        own = pair_add(tournament=evening, players=players, here=True)
        round_ = start_round(evening)
        if own_seat == 1:
            whole = pair_pay(pair=own, means="card")
            words: ReceiptWords = {"payer": "Verdi Ugo", "payer_details": "", "reason": "Iscrizione"}
            adjustment_add(round=round_, pair=own, vp=-2, reason="Ritardo")
            for key in (pair(evening, 1).pk, own.pk):
                incident_add(tournament=evening, details={"facts": "Segreto", "round": 1, "pairs": [key]})
        else:
            for seat in (1, 2):
                pair_pay(pair=own, means="cash", seat=seat)
            adjustment_add(round=round_, pair=own, mp=30, reason="Premio")
            adjustment_add(round=round_, pair=own, mp=-10, reason="Solo lui", player=own.player1)
    mine = Payment.objects.get(pair__tournament__name="Torneo giocato")
    void = receipt_issue(
        words={"payer": "Rossi A.", "payer_details": "Roma", "reason": "Iscrizione"}, on=TODAY, payment=mine
    )
    receipt_void(receipt=void, reason="wrong name", at=AT)
    receipt_issue(words=words, on=TODAY, payment=whole)
    gift: ReceiptWords = {"payer": "ASD Rossi", "payer_details": "", "reason": "Offerta"}
    receipt_issue(words=gift, on=TODAY, amount=Amount(kind="other", cents=700, means="other"), player=anna)


def test_an_evening_says_with_whom_and_how_it_ended_and_why_somebody_was_admitted_late(anna: Player) -> None:
    evening = Tournament.objects.get(name="Torneo giocato")
    ada = player_create(details={"last_name": "Ardita", "first_name": "Ada"})
    late = make_tournament(name="Torneo tardivo", pairs=4, hands_per_round=2)
    play_round(start_round(late))
    pair_add(tournament=late, players=[ada, "Bosco Ugo"], here=True, late_reason="Treno in ritardo")
    (row,) = of(ada)["tournaments"].rows
    assert [*row[1:5], row[-1]] == ["Torneo tardivo", "running", 5, "Bosco Ugo", "Treno in ritardo"]
    (played,) = of(anna)["tournaments"].rows
    place = next(line.place for line in standings_of(evening) if line.entrant.id == 8)
    assert list(played[3:]) == [8, "Zeta Ugo", place, 8, ""]
    columns = of(ada)["tournaments"].columns
    assert [column.key for column in columns if not column.is_named] == ["date", "tournament", "state"]
    assert (columns[-1].key, columns[-1].label) == ("late_reason", "admitted late")


def test_nothing_of_somebody_else_is_in_it(anna: Player) -> None:
    partner = Player.objects.get(last_name="Zeta")
    parts = of(partner)
    said = " ".join(str(value) for part in parts.values() for row in part.rows for value in row)
    # The entry has the contact of the partner, and the partner alone has paid.
    assert "333 5550000" not in said and "CARD-77" not in said and "RSSNNA" not in said
    assert not parts["payments"].rows and not parts["receipts"].rows and not parts["adjustments"].rows
    assert [tuple(row[2:7]) for row in parts["entries"].rows] == [("Zeta Ugo", "Lecce", "", "", None)]


def test_emails_about_an_own_entry_and_to_an_own_address_are_told_and_no_others(anna: Player) -> None:
    evening, entry = make_tournament(), Entry.objects.get()
    for number, (address, about) in enumerate(
        (("sent@example.it", entry), ("Anna@example.it", None), ("other@example.it", None))
    ):
        facts = {"kind": "invitation", "tournament": evening, "entry": about, "subject": f"Subject {number}"}
        moments = dict.fromkeys(("created_at", "next_at", "useful_until"), AT)
        Mail.objects.create(key=f"{number}", message_id=f"{number}", address=address, **facts, **moments)
    assert [row[2] for row in of(anna)["mails"].rows] == ["Subject 0"]
    anna.contact = "333 1, anna@example.it"
    anna.save()
    entry.contact = anna.contact
    entry.save()
    assert [tuple(row) for row in of(anna)["mails"].rows] == [
        (AT, "sent@example.it", "Subject 0", "waiting"),
        (AT, "Anna@example.it", "Subject 1", "waiting"),
    ]


def test_consents_have_their_day_and_who_noted_and_withdrew_them(referee: Client, anna: Player) -> None:
    taken_back = {"last_name": "Rossi", "first_name": "Anna", "number": "12", "data_consent_on": "2020-09-01"}
    assert referee.post(reverse("player_edit", args=[anna.pk]), taken_back).status_code == 302
    events = [(event.field, event.agreed_on, event.withdrawn_on, event.noted_by) for event in consents_of(anna)]
    assert events == [
        ("data_consent_on", date(2020, 9, 1), None, ""),
        ("pictures_consent_on", date(2021, 9, 1), None, ""),
        ("pictures_consent_on", None, timezone.localdate(), "anna"),
    ]
    page = referee.get(reverse("player", args=[anna.pk])).content.decode()
    assert "Pictures: withdrawn on" in page and "noted by anna" in page
    viewer = Client()
    viewer.force_login(make_account("marta", Role.VIEWER))
    assert "withdrawn on" not in viewer.get(reverse("player", args=[anna.pk])).content.decode()


def test_the_secretary_gives_it_as_a_sheet_and_as_a_file_and_the_journal_tells(anna: Player) -> None:
    club_set_privacy(facts={"data_keeper": "ASD Aurora, via Roma 1", "data_contact": "Carla, 06 1234"})
    club_rename(name="Circolo Aurora")
    secretary = Client()
    secretary.force_login(make_account("sara", Role.SECRETARY))
    page = secretary.get(reverse("player", args=[anna.pk])).content.decode()
    pdf, file = (reverse(name, args=[anna.pk]) for name in ("own_data_pdf", "own_data_json"))
    assert pdf in page and file in page
    secretary.head(pdf)
    assert not JournalEntry.objects.filter(event=JournalEntry.Event.OWN_DATA_EXPORT).exists()
    sheet, answer = secretary.get(pdf), secretary.get(file)
    words = pdf_text(sheet)
    for said in ("ASD Aurora, via Roma 1", "RSSNNA56A41H501L", "€30.00", "Carta esposta", "Torneo giocato", "Garante"):
        assert said in words, said
    assert "Nothing is stored under: Emails to you; Statements of incidents: ask the referee to read them." in " ".join(
        words.split()
    )
    header = words.split("Who you are")[0]
    assert " ".join(header.split()).endswith(
        "Circolo Aurora Who keeps them ASD Aurora, via Roma 1 Whom to ask Carla, 06 1234 Whom to complain to the data"
        " protection authority; in Italy the Garante per la protezione dei dati personali, www.garanteprivacy.it"
    )
    assert all("no-store" in sent["Cache-Control"] for sent in (sheet, answer))
    today = timezone.localdate().isoformat()
    assert sheet["Content-Disposition"] == f'inline; filename="member-data-{anna.pk}-{today}.pdf"'
    assert answer["Content-Disposition"] == f'attachment; filename="member-data-{anna.pk}-{today}.json"'
    assert answer["Content-Type"] == "application/json; charset=utf-8" and sheet["Content-Type"] == "application/pdf"
    text = answer.content.decode()
    assert text.startswith('{\n  "version": 1,\n  "as_of": "') and text.endswith("\n}\n")
    assert "In the club’s book" in text
    data = json.loads(text)
    assert list(data) == ["version", "as_of", "club", "kept_by", "data"]
    assert (data["as_of"], data["club"]) == (today, "Circolo Aurora")
    assert data["kept_by"]["keeper"] == "ASD Aurora, via Roma 1" and data["kept_by"]["contact"] == "Carla, 06 1234"
    assert data["kept_by"]["complaints"].startswith("the data protection authority") and len(data["kept_by"]) == 3
    assert data["data"]["person"][0]["card"] == "CARD-77" and data["data"]["fees"][0]["cents"] == 3000
    assert data["data"]["book"][0]["born_on"] == "1956-01-01"
    assert any("In the club’s book" in change["change"] for change in data["data"]["changes"])
    assert "no-store" in sheet["Cache-Control"] and "no-store" in answer["Cache-Control"]
    entries = JournalEntry.objects.filter(event=JournalEntry.Event.OWN_DATA_EXPORT)
    assert [(entry.who, entry.about) for entry in entries] == [("sara", "Rossi Anna")] * 2


def test_the_sheet_says_what_the_club_has_not_said_and_what_it_says_beside(anna: Player) -> None:
    secretary = Client()
    secretary.force_login(make_account("sara", Role.SECRETARY))

    def header() -> str:
        words = " ".join(pdf_text(secretary.get(reverse("own_data_pdf", args=[anna.pk]))).split())
        assert "For how long – The contact that you leave" in words
        return words.split("Who keeps them ")[1].split("Who you are")[0]

    nameless = json.loads(secretary.get(reverse("own_data_json", args=[anna.pk])).content)
    assert nameless["club"] == ""
    assert header().startswith("The club has not said yet who keeps the data: ask the people who run it. Whom to comp")
    club_set_privacy(facts={"data_complaints": "the regulator", "data_words": " We sell nothing.\n\n Ask us. "})
    assert header().endswith("who run it. Whom to complain to the regulator We sell nothing. Ask us. ")


def test_others_do_not_get_it_and_nobody_gets_it_of_who_was_erased(anna: Player) -> None:
    for name, role in (("marta", Role.VIEWER), ("tesa", Role.TREASURER), ("segna", Role.SCORER)):
        client = Client()
        client.force_login(make_account(name, role))
        assert client.get(reverse("own_data_json", args=[anna.pk])).status_code == 403, role
    assert Client().get(reverse("own_data_json", args=[anna.pk])).status_code in (302, 403)
    player_forget(player=anna)
    secretary = Client()
    secretary.force_login(make_account("sara", Role.SECRETARY))
    assert secretary.get(reverse("own_data_pdf", args=[anna.pk])).status_code == 404
    about = JournalEntry.objects.filter(event=JournalEntry.Event.OWN_DATA_EXPORT)
    assert not about.exists()


def test_a_long_career_costs_no_query_for_each_evening(anna: Player, django_assert_max_num_queries: Any) -> None:
    own_data(anna)
    for number in range(4):
        later = make_tournament(name=f"Torneo {number}", date=AT.date() + timedelta(days=number), pairs=2)
        single_add(tournament=later, player=anna)
    with django_assert_max_num_queries(60):
        own_data(anna)


def test_what_nobody_was_taken_for_is_not_somebodys_who_shares_the_name(anna: Player) -> None:
    coming = make_tournament(name="Torneo aperto")
    entry_terms_set(tournament=coming, terms={"is_open": True})
    sent = SentEntry(names=("Rossi Anna", "Neri Ugo"), club="", contact="", form="b", team="", sender="")
    entry_make(tournament=coming, sent=sent, at=AT)
    assert len(of(anna)["entries"].rows) == 2
    player_create(details={"last_name": "Rossi", "first_name": "Anna"})
    assert len(of(anna)["entries"].rows) == 1
    assert Entry.objects.count() == 2 and Adjustment.objects.count() == 1 and Membership.objects.count() == 1


def test_rounds_are_told_from_the_first_evening_on_and_a_merge_without_its_name() -> None:
    one, two = played("Uno", day=1, rounds=1), played("Due", day=8, rounds=1, seed=3)
    player = pair(one, 1).player1
    for number, name in enumerate(({"last_name": "Rosi", "first_name": "Anna"}, {}), start=1):
        PlayerMerge.objects.create(kept=player, gone=10**6 + number, made_at=AT + timedelta(days=number), fields=name)
    parts = {part.key: part.rows for part in own_data(player)}
    assert [row[1] for row in parts["rounds"]] == [one.name, two.name]
    assert [row[1] for row in parts["merges"]] == ["Rosi Anna", "no longer kept"]
