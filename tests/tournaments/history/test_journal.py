"""The rows of the club's journal: of which kind they are, by what they are found, and what is told of one member."""

from datetime import date, timedelta

import pytest

from accounts.models import JournalEntry
from tests.factories import AT, make_account, make_tournament
from tournaments.history.journal import journal, lines_of
from tournaments.history.journal_lines import JournalKind
from tournaments.history.member_changes import member_changes
from tournaments.models import Membership, MembershipFee, Player, PlayerMerge, Season, SeasonTournament
from tournaments.seasons.rule import SeasonRule
from tournaments.seasons.rule_json import rule_to_json

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]

MINUTE = timedelta(minutes=1)
EVENTS = {
    JournalKind.PEOPLE: "forgotten merged parted list_imported list_undone leavers_cleared",
    JournalKind.CLUB: "backup_folder put_online taken_offline mailed mail_tested mail_again mail_dropped mail_stopped "
    "mail_resumed",
    JournalKind.EXPORTS: "export ranking_export members_export contacts_export book_export own_data_export",
    JournalKind.ACCOUNTS: "link opened shut logged_out password code_on code_off token_made token_revoked",
}


def test_every_event_is_of_one_kind_and_found_by_its_author_and_by_words() -> None:
    entries = [
        JournalEntry.objects.create(
            at=AT + number * MINUTE, who="carla" if number % 2 else "", event=event, about=f"Rossi {number} of {event}"
        )
        for number, event in enumerate(JournalEntry.Event.values)
    ]
    events = {entry.pk: entry.event for entry in entries}
    for kind, words in EVENTS.items():
        rows = list(journal(kind=kind))
        assert sorted(events[key] for _at, _source, key in rows) == sorted(words.split())
        assert [at for at, _source, _key in rows] == sorted((at for at, _source, _key in rows), reverse=True)
    newest_first = [entry.pk for entry in reversed(entries)]
    of_carla = [entry.pk for entry in reversed(entries) if entry.who]
    assert [key for _at, _source, key in journal(who="carla")] == of_carla
    assert [key for _at, _source, key in journal(text=f"{events[newest_first[3]]} rossi")] == [newest_first[3]]
    rows = list(journal())
    assert [key for _at, _source, key in rows] == newest_first
    lines = lines_of(rows)
    assert [(line.at, line.who) for line in lines] == [(entry.at, entry.who) for entry in reversed(entries)]
    assert lines[-1].headline == "Link created for Rossi 0 of link to choose a password"


def test_a_merge_leads_to_the_member_as_long_as_it_can_be_undone() -> None:
    kept = Player.objects.create(last_name="Rossi")
    merged, parted = JournalEntry.Event.MERGED, JournalEntry.Event.PARTED
    lasting, erased = (
        PlayerMerge.objects.create(kept=kept, gone=99, made_at=AT + 10_000 * timedelta(days=1), fields=fields)
        for fields in ({"last_name": "Neri"}, {})
    )
    for number, (event, about) in enumerate(
        [(merged, lasting.pk), (merged, erased.pk), (merged, "²"), (merged, ""), (parted, erased.pk)]
    ):
        JournalEntry.objects.create(at=AT - number * MINUTE, event=event, about=about)
    lines = lines_of(list(journal(kind=JournalKind.PEOPLE)))
    assert [(line.headline, line.member) for line in lines if "merge" in line.headline] == [
        ("Two members were merged", kept.pk),
        ("Two members were merged", None),
        ("Two members were merged", None),
        ("Two members were merged", None),
        ("A merge of two members was undone", None),
    ]


def test_only_a_merge_leads_to_the_member() -> None:
    kept = Player.objects.create(last_name="Rossi")
    later = AT + 10_000 * timedelta(days=1)
    merge = PlayerMerge.objects.create(kept=kept, gone=99, made_at=later, fields={"last_name": "Neri"})
    JournalEntry.objects.create(at=AT, event=JournalEntry.Event.LIST_UNDONE, about=merge.pk)
    *_player, undone = lines_of(list(journal(kind=JournalKind.PEOPLE)))
    assert (undone.headline, undone.member) == (f"Import of members undone (file, new, changed): {merge.pk}", None)


def test_what_the_journal_tells_about_one_member() -> None:
    carla = make_account("carla")
    player, gone, other = (Player.objects.create(last_name=name) for name in ("Rossi", "Rosi", "Neri"))
    player.contact = "333 12"
    player.save()
    player.save()
    book = Membership.objects.create(player=gone, number=7)
    book.save()
    book.number = 9
    book.save()
    MembershipFee.objects.create(player=player, year=2026, cents=3_000, means="cash", paid_on=date(2026, 11, 20))
    Membership.objects.create(player=other, number=8)
    MembershipFee.objects.create(player=other, year=2026, cents=3_000, means="cash", paid_on=date(2026, 11, 20))
    for number, rows in enumerate([MembershipFee.history, Player.history.filter(id=gone.pk), Membership.history]):
        rows.update(history_date=AT + number * MINUTE, history_user=carla)
    for number, row in enumerate(Player.history.filter(id=player.pk).order_by("history_id")):
        Player.history.filter(pk=row.pk).update(history_date=AT + (5 + number) * MINUTE)
    PlayerMerge.objects.create(kept=player, gone=gone.pk, made_at=AT)
    PlayerMerge.objects.create(kept=other, gone=gone.pk + 99, made_at=AT)
    part = member_changes(player)
    assert (part.key, part.title) == ("changes", "What the journal says")
    assert [(column.key, column.label) for column in part.columns] == [("at", "when"), ("change", "change")]
    assert [tuple(row) for row in part.rows] == [
        (AT, "Membership fee 2026 paid: Rossi, €30.00; cash: 20 November 2026"),
        (AT + MINUTE, "New member: Rosi"),
        (AT + 2 * MINUTE, "In the club’s book: Rosi; Number in the book: 7"),
        (AT + 2 * MINUTE, "In the club’s book: Rosi; Number in the book: 7 → 9"),
        (AT + 5 * MINUTE, "New member: Rossi"),
        (AT + 6 * MINUTE, "Member changed: Rossi; Contact: 333 12"),
    ]


def test_a_season_is_told_with_the_tournaments_saved_with_it() -> None:
    rule = rule_to_json(SeasonRule())
    season, _other = (
        Season.objects.create(name=name, slug=name.lower(), seed=7, rule=rule) for name in ("Winter", "Summer")
    )
    SeasonTournament.objects.create(season=season, tournament=make_tournament(name="Friday"), weight=150)
    Season.history.update(history_date=AT)
    SeasonTournament.history.update(history_date=AT)
    season.name = "Winter cup"
    season.save()
    SeasonTournament.objects.all().delete()
    SeasonTournament.history.filter(history_type="-").update(history_date=AT + MINUTE)
    newest, *others = journal(kind=JournalKind.SEASONS)
    assert [line.headline for line in lines_of([newest])] == ["Season changed: Winter cup"]
    summer, winter = sorted(lines_of(others), key=lambda line: line.headline)
    assert (summer.headline, winter.headline) == ("New season: Summer", "New season: Winter")
    added = [(one.label, one.before, one.after) for one in winter.differences]
    assert added[-1] == ("Tournament added", "", "Friday × 1.5")


def test_a_season_deleted_is_told_and_a_tournament_saved_as_it_was_is_not() -> None:
    season = Season.objects.create(name="Winter", slug="winter", seed=7, rule=rule_to_json(SeasonRule()))
    entry = SeasonTournament.objects.create(season=season, tournament=make_tournament(name="Friday"), weight=150)
    season.name = "Winter cup"
    season.save()
    entry.save()
    for model in (Season, SeasonTournament):
        model.history.filter(history_type="+").update(history_date=AT)
        model.history.filter(history_type="~").update(history_date=AT + MINUTE)
    entry.delete()
    season.delete()
    deleted, changed, *_created = lines_of(list(journal(kind=JournalKind.SEASONS)))
    assert deleted.headline == "Season deleted: Winter cup"
    assert (changed.headline, [one.label for one in changed.differences]) == ("Season changed: Winter cup", ["Name"])
