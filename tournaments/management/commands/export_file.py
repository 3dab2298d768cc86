"""`export_file SLUG --to FILE`: the files of the pages: a ranking, a till, a season, the members."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from accounts.models import JournalEntry
from accounts.services.journal import journal_add
from tournaments.files import SEPARATORS, FileTable, as_csv, as_xlsx
from tournaments.management.arguments import check_round, season_by_slug, tournament_by_slug
from tournaments.models import FileLayout
from tournaments.selectors.file_layouts import member_layouts, ranking_layouts
from tournaments.selectors.member_files import holds_book, holds_contacts, members_in_layout, members_table
from tournaments.selectors.members import members_found
from tournaments.selectors.prizes import prizes_of
from tournaments.selectors.ranking_files import layout_from, ranking_table, usual_layout
from tournaments.selectors.season_files import season_tables
from tournaments.selectors.seasons import season_view_of
from tournaments.selectors.till import till_of, till_terms_of
from tournaments.selectors.till_files import prizes_table, till_table

KINDS = ("ranking", "till", "season", "members")


class Command(BaseCommand):
    help = (
        "Write a tournament's ranking or till, a season's ranking, or the members to a file: CSV where its name ends "
        "so, otherwise XLSX. A layout of the club says by itself which of the two it is."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", nargs="?", help="of the tournament, or of the season; members have none")
        parser.add_argument("--of", choices=KINDS, default="ranking", dest="kind")
        parser.add_argument(
            "--layout", metavar="NAME", help="of a ranking or of members: one of the club's; without, the usual columns"
        )
        parser.add_argument("--after-round", type=int, metavar="N", help="of a ranking")
        parser.add_argument("--contacts", action="store_true", help="of members: theirs too, which the journal tells")
        parser.add_argument("--book", action="store_true", help="of members: what the club's book says, as above")
        parser.add_argument("--separator", choices=SEPARATORS, default="comma", help="of CSV")
        parser.add_argument("--to", type=Path, required=True, metavar="FILE")

    def handle(self, *args: Any, slug: str | None, kind: str, to: Path, separator: str, **options: Any) -> None:
        if (kind == "members") is not (slug is None):
            raise CommandError(_("A ranking, a till and a season need a slug, and members do not."))
        stored = _layout(options["layout"], kind) if options["layout"] is not None else None
        tables: Sequence[FileTable]
        match kind:
            case "members":
                tables = [_members(stored, contacts=options["contacts"], book=options["book"])]
            case "season":
                tables = season_tables(season_view_of(season_by_slug(slug or "")))
            case "till":
                tables = _till(slug or "")
            case _ranking:
                tables = [_ranked(slug or "", stored, options["after_round"])]
        format = stored.format if stored else separator if to.suffix.lower() == ".csv" else FileLayout.Format.XLSX
        try:
            # CSV has one table: the first is the important one.
            to.write_bytes(as_csv(tables[0], SEPARATORS[format]) if format in SEPARATORS else as_xlsx(*tables))
        except OSError as error:
            raise CommandError(_("%(file)s cannot be written: %(why)s") % {"file": to, "why": error.strerror}) from None


def _members(layout: FileLayout | None, *, contacts: bool, book: bool) -> FileTable:
    if layout is None:
        table = members_table(members_found(), contacts=contacts, book=book)
    else:
        has_contacts, has_book = holds_contacts(layout), holds_book(layout)
        if (has_contacts and not contacts) or (has_book and not book):
            raise CommandError(
                _("%(layout)s has contacts, or what the club’s book says: ask for them.") % {"layout": layout}
            )
        contacts, book = has_contacts, has_book
        table = members_in_layout(members_found(), layout)
    events = [JournalEntry.Event.CONTACTS_EXPORT] * contacts + [JournalEntry.Event.BOOK_EXPORT] * book
    for event in events or [JournalEntry.Event.MEMBERS_EXPORT]:
        journal_add(event, who="", about=len(list(table.rows)))
    return table


def _till(slug: str) -> Sequence[FileTable]:
    tournament = tournament_by_slug(slug)
    terms = till_terms_of(tournament)
    till = till_of(tournament, terms)
    return till_table(tournament, till), prizes_table(prizes_of(tournament, terms, till))


def _ranked(slug: str, layout: FileLayout | None, after_round: int | None) -> FileTable:
    tournament = tournament_by_slug(slug)
    check_round(tournament, after_round)
    wanted = layout_from(layout) if layout else usual_layout(tournament, after_round=after_round)
    return ranking_table(tournament, wanted, after_round=after_round)


def _layout(name: str, kind: str) -> FileLayout:
    layouts = member_layouts() if kind == "members" else ranking_layouts()
    found = layouts.filter(name=name).first()
    if found is None:
        known = ", ".join(layouts.values_list("name", flat=True)) or "–"
        raise CommandError(_("No layout is called %(name)s. Available: %(known)s") % {"name": name, "known": known})
    return found
