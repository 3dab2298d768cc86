"""A small club with something of everything that a database can hold, created through a club's services and pages."""

from dataclasses import replace
from datetime import date, time, timedelta

from django.test import Client
from django.utils import timezone

from accounts.models import Program, Role
from accounts.services import token_create
from scoring.rulesets.club import club_ruleset_create
from tests.factories import (
    AT,
    draft_round,
    line_up,
    make_account,
    make_team_matches,
    make_teams,
    make_tournament,
    pair,
    play_round,
    play_table,
    slip,
    start_on_phones,
    start_round,
    start_session,
)
from tests.scoring.free_games.tables import make_game, play
from tests.tournaments.sample_hand import CARDS, COUNTS, entry_of
from tests.tournaments.views.phone.visitors import PhoneAt, figures
from tournaments.models import Pair, PeopleImport, Player, Round, Table, Tournament
from tournaments.pairing.moves import sit_in
from tournaments.records import Allowance, Carry, EntrantId, Line, Measure, Outcome, System
from tournaments.seasons.rule import PointsBy, SeasonRule, SeasonTie
from tournaments.selectors.drafts import drafted
from tournaments.selectors.people_imports import list_looked_at
from tournaments.services import (
    adjustment_add,
    call_referee,
    cash_count_add,
    club_keep_till,
    club_let_accounts_in,
    club_rename,
    club_show_players,
    draft_keep,
    entries_accept_all,
    entry_make,
    entry_refuse,
    entry_terms_set,
    entry_withdraw,
    file_layout_save,
    incident_add,
    infraction_save,
    match_day_draw,
    member_save,
    membership_fee_pay,
    membership_terms_set,
    offer_make,
    pair_add,
    pair_pay,
    pair_set_status,
    pair_substitute,
    pair_unpay,
    plan_keep,
    player_change,
    player_create,
    player_forget,
    players_merge,
    receipt_issue,
    round_close,
    round_publish,
    round_reseat,
    series_create,
    single_add,
    special_prize_add,
    special_prize_draw,
    table_award,
    table_clear,
    table_set_outcome,
    till_movement_add,
    till_terms_set,
    tournament_announce,
    tournament_change,
    tournament_cut,
    tournament_delete,
    tournament_finish_play,
    tournament_make_final,
    tournament_reopen,
)
from tournaments.services.entries import SentEntry
from tournaments.services.merges import MERGED_FIELDS
from tournaments.services.ratings import ratings_switch
from tournaments.services.seasons import season_create
from tournaments.services.trials import trial_start, trial_stop
from tournaments.simulation import FIRST_NAMES, LAST_NAMES


def make() -> None:
    administrator = make_account("amministratrice", Role.ADMINISTRATOR, password="quattro-jolly-rossi")
    make_account("arbitro", Role.REFEREE, password="quattro-jolly-neri")
    token_create(name="sito del club", scope=Program.READ, made_by="amministratrice", at=AT)
    club_rename(name="ASD Burraco Aurora")
    club_show_players(shown=True)
    club_keep_till(keeps=True)
    club_let_accounts_in(allowed=True)
    ruleset = club_ruleset_create(preset="fibur_2026", name="Nostro", options={"dirty": 150})
    infraction_save(title="Telefono acceso", measure=Measure.MP, points=-50)
    columns = [["place", "Posto"], ["last_name", ""], ["first_name", ""], ["round_vp", "VP"]]
    file_layout_save(name="Federazione", rows="players", format="semicolon", columns=columns)
    imported_list()
    evenings = [pairs(), ours(ruleset.options), individual(), teams(), cup(), groups(), phones(), again()]
    weekend()
    championship()
    registration()
    members()
    calendar()
    tournament_delete(tournament=make_tournament(name="Per sbaglio", pairs=2), by=administrator, at=timezone.now())
    people(evenings[0])
    seasons(evenings)
    free_games()
    trial = trial_start(entrants=8, hands=2, formats=[[System.DANISH]], evenings=2, by=administrator, at=AT)
    trial_stop(trial=trial, at=AT)


def imported_list() -> None:
    """Import a list through the pages, so that the journal has its lines."""
    client = Client()
    client.login(username="amministratrice", password="quattro-jolly-rossi")
    lines = [
        f"{LAST_NAMES[at]} {FIRST_NAMES[0]};{100 + at:05};{1950 + at};{'Senior' if at % 4 else 'Juniores'}"
        for at in range(12)
    ]
    text = "\n".join(["Nominativo;Tessera;Anno di nascita;Categoria", *lines])
    answer = client.post("/en/players/import/", {"text": text})
    assert answer.status_code == 302, answer.content.decode()
    pending = PeopleImport.objects.latest("pk")
    client.post(f"/en/players/import/{pending.pk}/", {"do": "import", "seen": list_looked_at(pending).fingerprint})
    assert Player.objects.count() == 12


def pairs() -> Tournament:
    """Create nine pairs with five systems and every kind of decision by a referee; final."""
    tournament = make_tournament(name="Coppie", pairs=9, hands_per_round=2, rounds_planned=5, venue="Sala Aurora")
    first = start_round(tournament, System.MITCHELL)
    tables = {table.number: table for table in first.tables.all()}
    play_table(tables[1], entry_of(CARDS), slip())
    play_table(tables[2], entry_of(COUNTS), slip())
    play_table(tables[3], slip(200, 60), slip(200, 5))
    # The slip is saved, cleared and saved again: the history has all three.
    play_table(now(tables[3]), slip(200, 65), slip(200, 5))
    cleared = table_clear(table=now(tables[3]), version=now(tables[3]).version)
    play_table(cleared, slip(200, 70), slip(200, 5))
    play_round(first, seed=1)
    played = first.tables.get(number=1)
    adjustment_add(round=first, pair=played.ns, mp=-100, reason="Ritardo", article="12")
    adjustment_add(round=first, pair=played.ew, vp=-1, reason="Comportamento", player=played.ew.player1)
    adjustment_add(round=first, pair=played.ns, reason="Ammonizione")
    second = start_round(tournament, System.SWISS)
    table_set_outcome(table=second.tables.get(number=2), version=0, outcome=Outcome.ABSENT_EW, at=AT)
    play_round(second, seed=2)
    pair_substitute(pair=pair(tournament, 4), seat=2, player="Supplente Ugo")
    third = start_round(tournament, System.DANISH, memory=1)
    award = third.tables.get(number=3)
    table_award(
        table=award,
        version=award.version,
        ns=Allowance(vp=12, mp=100),
        ew=Allowance(vp=6, mp=-50),
        reason="Carte scoperte",
        at=AT,
    )
    play_round(third, seed=3)
    pair_set_status(pair=pair(tournament, 7), status=Pair.Status.WITHDRAWN)
    fourth = draft_round(tournament, System.DANISH_NO_REMATCH, excluded=((1, 2),))
    draft_keep(round=fourth, seen=drafted(fourth).tables[0], keep=True)
    play_round(round_publish(round=fourth, at=AT), seed=4)
    fifth = start_round(tournament, System.DRAW)
    zanon = ("Zanon Ugo", "Zanon Ada")
    late = pair_add(tournament=tournament, players=zanon, here=True, late_reason="Treno in ritardo").number
    seen = drafted(fifth).tables
    out = seen[0].ew
    assert out is not None

    def change(tables):  # type: ignore[no-untyped-def]
        return sit_in(tables, entrant=EntrantId(late), instead_of=out)

    round_reseat(round=fifth, seen=seen, change=change, slips=None, at=AT)
    fifth.refresh_from_db()
    play_round(fifth, seed=5)
    tournament_announce(tournament=tournament, text="Premiazione alle 23")
    tournament_finish_play(tournament=tournament)
    tournament_make_final(tournament=tournament)
    reopened = tournament_reopen(tournament=tournament, reason="Uno score letto male")
    corrected = fifth.tables.get(number=1)
    play_table(corrected, slip(300, 140), slip(200, 20))
    return tournament_make_final(tournament=reopened)


def ours(options: dict) -> Tournament:  # type: ignore[type-arg]
    """Create a tournament by the club's own ruleset.

    It has totals as slips, rounds seated by hand, and a draft of the next round.
    """
    tournament = make_tournament(name="Regole nostre", pairs=6, hands_per_round=3, options=options, entry="total")
    first = play_round(start_round(tournament, System.REGISTRATION), seed=6)
    assert first.state == Round.State.CLOSED
    draft_round(tournament, System.SWISS, fold="adjacent")
    return tournament


def individual() -> Tournament:
    tournament = make_tournament(name="Individuale", kind="individual", pairs=9, hands_per_round=2, rounds_planned=3)
    for seed in range(2):
        play_round(start_round(tournament, System.INDIVIDUAL), seed=10 + seed)
    play_round(start_round(tournament, System.INDIVIDUAL, movement="danish"), seed=12)
    tournament_finish_play(tournament=tournament)
    return tournament_make_final(tournament=tournament)


def teams() -> Tournament:
    tournament = make_teams(3, name="Squadre", hands_per_round=2)
    for seed in range(2):
        play_round(start_round(tournament, System.DRAW), seed=20 + seed)
    return tournament


def cup() -> Tournament:
    """Create a Danish round, then a bracket of the best six with two byes; the others are out."""
    tournament = make_tournament(name="Coppa", pairs=10, hands_per_round=2)
    play_round(start_round(tournament, System.DANISH), seed=30)
    for seed in range(2):
        play_round(start_round(tournament, System.KNOCKOUT, qualifiers=6, third_place=False), seed=31 + seed)
    return tournament


def groups() -> Tournament:
    """Create three groups of three, so that three rest in every round."""
    tournament = make_tournament(name="Gironi", pairs=9, hands_per_round=2)
    for seed in range(3):
        play_round(start_round(tournament, System.ROUND_ROBIN, groups=3, legs=2), seed=40 + seed)
    return tournament


def phones() -> Tournament:
    """Create one round on phones and closed, and a second with slips agreed, sent, being written and contested."""
    first = start_on_phones(name="Telefoni", pairs=8, round_minutes=50)
    for table in first.tables.select_related("round__tournament"):
        agree(table)
    round_close(round=first, looked_at=tuple(first.tables.values_list("number", flat=True)))
    tournament = first.tournament
    second = start_round(tournament, System.DANISH)
    tables = {table.number: table for table in second.tables.select_related("round__tournament")}
    agree(tables[1])
    PhoneAt(tables[2], Line.NS).do("send", figures())
    PhoneAt(tables[3], Line.EW).do("type", {"h1_ns_base": "300"})
    PhoneAt(tables[4], Line.NS).do("send", figures(h1_ns_points="60"))
    PhoneAt(tables[4], Line.EW).do("contest", {"hand": "1", "note": "145"})
    call_referee(table=tables[3], line=Line.EW, reason="count", at=AT)
    return tournament


def now(table: Table) -> Table:
    return Table.objects.get(pk=table.pk)


def agree(table: Table) -> None:
    PhoneAt(table, Line.NS).do("send", figures(h1_ns_points=str(100 + 5 * table.number)))
    PhoneAt(table, Line.EW).do("agree")
    assert now(table).outcome == Outcome.PLAYED


def again() -> Tournament:
    """Create another evening of the season, with a till."""
    tournament = make_tournament(name="Ancora", pairs=8, hands_per_round=2, rounds_planned=2)
    till_terms_set(tournament=tournament, terms={"fee": 2000, "fund_percent": 80, "shares": [50, 30, 20]})
    prize = special_prize_add(tournament=tournament, details={"title": "Fortuna", "given_for": "lot", "cents": 1000})
    special_prize_draw(prize=prize, seed=3)
    for number in range(1, 8):
        pair_pay(pair=pair(tournament, number), means="cash" if number % 2 else "card")
    pair_unpay(pair=pair(tournament, 5), means="cash")
    for seed, system in enumerate((System.MITCHELL, System.SWISS)):
        play_round(start_round(tournament, system), seed=50 + seed)
    tournament_finish_play(tournament=tournament)
    return tournament_make_final(tournament=tournament)


def weekend() -> Tournament:
    """Create a tournament cut into two gironi, with an incident and sheets in two languages."""
    tournament = make_tournament(name="Fine settimana", pairs=9, hands_per_round=2, plan=["mitchell", "danish"])
    tournament_change(tournament=tournament, changes={"second_language": "es"})
    first = play_round(start_round(tournament, System.MITCHELL), seed=70)
    facts = {"round": first.number, "table": 1, "facts": "Una carta scoperta", "heard": "Rossi: è caduta"}
    incident_add(tournament=tournament, details=facts)
    tournament = tournament_cut(tournament=tournament, sizes=(5, 4), carry=Carry.HALF)
    play_round(start_round(tournament, System.DANISH), seed=71)
    plan_keep(tournament=tournament, name="Due gironi")
    return tournament


def championship() -> Tournament:
    """Create team matches: a day played, and a knockout that lacks a line-up."""
    tournament = make_team_matches(3, name="Campionato", hands_per_round=2)
    play_round(start_session(match_day_draw(tournament=tournament, system=System.ROUND_ROBIN)), seed=80)
    match = match_day_draw(tournament=tournament, system=System.KNOCKOUT).matches.filter(away__isnull=False)[0]
    line_up(match, match.home)
    return tournament


def members() -> None:
    """Create two members in the book, who have paid, one with a receipt; a movement and a count of the club's till."""
    membership_terms_set(starts=9, fees={"": 3000})
    on = date(2026, 10, 2)
    book = {
        "admitted_on": date(2010, 9, 1),
        "left_on": None,
        "born_on": date(1956, 1, 1),
        "tax_code": "RSSNNA56A41H501L",
        "address": "Via Aurora 7, Roma",
        "card_kind": "ordinaria",
        "data_consent_on": date(2018, 9, 1),
    }
    for number, name in enumerate(("Socia Anna", "Socio Ugo"), 1):
        last, first = name.split()
        player = player_create(details={"last_name": last, "first_name": first})
        member_save(player=player, details={"state": Player.State.ACTIVE}, book=book | {"number": number})
        fee = membership_fee_pay(player=player, year=2026, means="cash", paid_on=on)
    receipt_issue(words={"payer": name, "payer_details": "", "reason": "Quota 2026"}, on=on, fee=fee)
    details = {"direction": "expense", "kind": "hall", "cents": 4000, "means": "cash", "made_on": on, "note": ""}
    till_movement_add(details=details)
    cash_count_add(details={"cents": 2000, "counted_on": on, "note": ""})


def calendar() -> None:
    """Create four Fridays of a series."""
    details = {
        "name": "Venerdì",
        "first": date(2026, 12, 4),
        "repeats": "weeks",
        "interval": 1,
        "until": None,
        "count": 4,
        "starts_at": time(20, 45),
        "venue": "Circolo",
        "weeks_ahead": 4,
    }
    series_create(details=details, like=None, at=AT)


def registration() -> None:
    """Create online entries: accepted, waiting, refused, withdrawn, and one looking for a partner, with an offer."""
    tournament = make_tournament(name="Iscrizioni", pairs=4, here=False)
    single_add(tournament=tournament, player="Solitario Ugo")
    till_terms_set(tournament=tournament, terms={"fee": 1250, "fund_percent": 80})
    pair_pay(pair=pair(tournament, 1), means="cash")
    entry_terms_set(tournament=tournament, terms={"is_open": True, "places": 7, "list_shown": True})
    made = [
        entry_make(
            tournament=tournament,
            sent=SentEntry(
                names=(f"Iscritta{chr(97 + at)} Ada", f"Iscritto{chr(97 + at)} Ugo"),
                club="",
                contact="333 1234567",
                form=f"form-{at}",
                sender="",
            ),
            at=AT + timedelta(minutes=at),
        )[0]
        for at in range(6)
    ]
    entry_withdraw(entry=made[0])
    entry_refuse(entry=made[1])
    sole = SentEntry(names=("Sola Ada",), club="", contact="333 7654321", form="sole", sender="", looking=True)
    wanted, _link = entry_make(tournament=tournament, sent=sole, at=AT)
    offer_make(wanted=wanted, sent=replace(sole, names=("Solo Ugo",), form="offer"), at=AT)
    entries_accept_all(tournament=tournament)


def people(tournament: Tournament) -> None:
    """Merge a member, erase another, and show a third by initials."""
    keep = Player.objects.order_by("pk").first()
    assert keep is not None
    gone = player_create(details={"last_name": keep.last_name, "first_name": "Annina", "contact": "333 7654321"})
    extra = make_tournament(name="Con la sosia", hands_per_round=2)
    for two in ([gone, "Verdi Luca"], ["Bianchi Ida", "Gialli Rita"]):
        pair_add(tournament=extra, players=two, here=True)
    play_round(start_round(extra), seed=60)
    details = {name: getattr(keep, name) for name in MERGED_FIELDS} | {"contact": gone.contact}
    players_merge(keep=keep, gone=gone, details=details, by=None, at=timezone.now())
    forgotten = pair(tournament, 6).player1
    player_forget(player=forgotten)
    player_change(player=pair(tournament, 5).player1, details={"shown": "short", "club": "Circolo Aurora"})


def seasons(evenings: list[Tournament]) -> None:
    for number, points in enumerate(PointsBy):
        rule = SeasonRule(points=points, best=2, attendance=1, ties=tuple(SeasonTie))
        counted = [evening for evening in evenings if evening.name in ("Coppie", "Ancora", "Gironi")]
        weights = {evening.pk: 100 + 50 * at for at, evening in enumerate(counted)}
        season_create(name=f"Stagione {number + 1}", rule=rule, tournaments=weights, public=number != 1, seed=number)
    ratings_switch(on=True)


def free_games() -> None:
    four, three = make_game(), make_game(players=3)
    play(four, 420, -85)
    play(four, 300, 120)
    play(three, 300, 120, alone=2)
    play(make_game(players=2, options={"target": 1005}), 2000, 100, confirmed=True)
