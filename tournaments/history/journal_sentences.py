"""The rows of histories and logs as sentences."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.models import Access, JournalEntry, Role
from scoring.messages import ruleset_title
from scoring.models import FreeGame
from tournaments.history.change_words import Difference
from tournaments.history.edits import Edit, EditType, Values
from tournaments.history.seasons import SeasonChange
from tournaments.history.tournament_sentences import life_sentence
from tournaments.models import Club, FileLayout, Infraction, Membership, Player
from tournaments.records.plans import EveningPlan
from tournaments.wording.careers import ratings_switched_sentence
from tournaments.wording.figures import figure
from tournaments.wording.files import layout_in_words
from tournaments.wording.lines import LINE_NAMES_CHOICES
from tournaments.wording.money import amount
from tournaments.wording.plans import plan_in_words

from .journal_lines import JournalLine

ENTRIES: Mapping[str, Promise] = {
    JournalEntry.Event.LINK: gettext_lazy("Link created for %(about)s to choose a password"),
    JournalEntry.Event.OPENED: gettext_lazy("Account enabled again: %(about)s"),
    JournalEntry.Event.SHUT: gettext_lazy("Account disabled: %(about)s"),
    JournalEntry.Event.LOGGED_OUT: gettext_lazy("Logged out everywhere: %(about)s"),
    JournalEntry.Event.PASSWORD: gettext_lazy("Password chosen: %(about)s"),
    JournalEntry.Event.CODE_ON: gettext_lazy("Two-step login turned on: %(about)s"),
    JournalEntry.Event.CODE_OFF: gettext_lazy("Two-step login turned off: %(about)s"),
    JournalEntry.Event.TOKEN_MADE: gettext_lazy("Token created for a program: %(about)s"),
    JournalEntry.Event.TOKEN_REVOKED: gettext_lazy("Token of a program revoked: %(about)s"),
    JournalEntry.Event.FORGOTTEN: gettext_lazy("A member’s data was erased"),
    JournalEntry.Event.MERGED: gettext_lazy("Two members were merged"),
    JournalEntry.Event.PARTED: gettext_lazy("A merge of two members was undone"),
    JournalEntry.Event.LIST_IMPORTED: gettext_lazy("Members imported from a list (file, new, changed): %(about)s"),
    JournalEntry.Event.LIST_UNDONE: gettext_lazy("Import of members undone (file, new, changed): %(about)s"),
    JournalEntry.Event.EXPORT: gettext_lazy("The file of a whole tournament was downloaded: %(about)s"),
    JournalEntry.Event.RANKING_EXPORT: gettext_lazy("The ranking was downloaded for a spreadsheet: %(about)s"),
    JournalEntry.Event.MEMBERS_EXPORT: gettext_lazy("The list of members was downloaded (how many): %(about)s"),
    JournalEntry.Event.CONTACTS_EXPORT: gettext_lazy(
        "The list of members was downloaded with their contacts (how many): %(about)s"
    ),
    JournalEntry.Event.BOOK_EXPORT: gettext_lazy("The club’s book was printed or downloaded (how many): %(about)s"),
    JournalEntry.Event.MAILED: gettext_lazy("Emails put in the queue (which, how many): %(about)s"),
    JournalEntry.Event.MAIL_TESTED: gettext_lazy("A test of the email server was sent to %(about)s"),
    JournalEntry.Event.MAIL_AGAIN: gettext_lazy("An email is tried again: %(about)s"),
    JournalEntry.Event.MAIL_DROPPED: gettext_lazy("Emails dropped (which, or how many): %(about)s"),
    JournalEntry.Event.MAIL_STOPPED: gettext_lazy("Somebody stopped the club’s emails"),
    JournalEntry.Event.MAIL_RESUMED: gettext_lazy("Somebody wants the club’s emails again"),
    JournalEntry.Event.OWN_DATA_EXPORT: gettext_lazy("A member’s data was printed or downloaded: %(about)s"),
    JournalEntry.Event.LEAVERS_CLEARED: gettext_lazy(
        "Personal data deleted of members who left long ago (how many): %(about)s"
    ),
    JournalEntry.Event.BACKUP_FOLDER: gettext_lazy("Second folder for backups: %(about)s"),
    JournalEntry.Event.PUT_ONLINE: gettext_lazy("Club put on the web: %(about)s"),
    JournalEntry.Event.TAKEN_OFFLINE: gettext_lazy("Club taken off the web: %(about)s"),
}

ACCESSES: Mapping[str, Promise] = {
    Access.Outcome.IN: gettext_lazy("Logged in from %(address)s"),
    Access.Outcome.LINK: gettext_lazy("Logged in by a link from %(address)s"),
    Access.Outcome.REFUSED: gettext_lazy("Login refused from %(address)s: %(name)s"),
    Access.Outcome.DELAYED: gettext_lazy("Login refused from %(address)s, with a delay: %(name)s"),
}

PLAYER_FIELDS = (
    *("last_name", "first_name", "club", "card", "contact"),
    *("birth_year", "category", "province", "region", "state", "shown"),
)
MEMBERSHIP_FIELDS = (
    *("player__last_name", "player__first_name"),
    *("number", "admitted_on", "left_on", "born_on", "tax_code", "address", "card_kind", "card_year"),
    *("data_consent_on", "pictures_consent_on", "messages_consent_on", "mail_consent_on"),
)
INFRACTION_FIELDS = ("key", "title", "article", "measure", "points", "offered")
RULESET_FIELDS = ("name", "preset", "options")
ACCOUNT_FIELDS = ("role", "user__username")
PRIVACY_FIELDS = ("data_keeper", "data_contact", "data_complaints", "data_words", "years_after_leaving")
CLUB_FIELDS = (
    *("name", "lines", "till", "ratings", "players_public", "accounts_online", "accent", "logo"),
    *("membership_starts", "membership_fees", "framed_by"),
    *PRIVACY_FIELDS,
)
PLAN_FIELDS = ("name", "hands", "minutes", "systems")
LAYOUT_FIELDS = ("name", "rows", "format", "columns")
RECEIPT_FIELDS = ("year", "number", "payer", "cents", "voided_at", "void_reason")
TOURNAMENT_FIELDS = ("name", "deleted_at")


def tell_players(edits: Sequence[Edit]) -> JournalLine:
    """Return the line for members created with one press of a button, or for a changed one."""
    first, names = edits[0], [_player_name(edit.values) for edit in edits]
    if first.type is EditType.CHANGED:
        changes = tuple(difference for edit in edits for difference in _changes(edit, Player))
        return line_of(first, _("Member changed: %(name)s") % {"name": ", ".join(names)}, changes)
    if len(edits) == 1:
        sentence = _("New member: %(name)s") if first.type is EditType.ADDED else _("Member deleted: %(name)s")
        return line_of(first, sentence % {"name": names[0]})
    if first.type is EditType.ADDED:
        sentence = ngettext("%(count)s new member", "%(count)s new members", len(edits))
    else:
        sentence = ngettext("%(count)s member deleted", "%(count)s members deleted", len(edits))
    return line_of(first, sentence % {"count": len(edits)}, tuple(Difference(name) for name in names))


def tell_membership(edit: Edit) -> JournalLine:
    """Return the line for what the club's book says of a member."""
    name = member_name(edit)
    if edit.type is EditType.REMOVED:
        return line_of(edit, _("Removed from the club’s book: %(name)s") % {"name": name})
    differences = _filled(edit, Membership) if edit.type is EditType.ADDED else _changes(edit, Membership)
    return line_of(edit, _("In the club’s book: %(name)s") % {"name": name}, tuple(differences))


def member_name(edit: Edit) -> str:
    """Return the name of the member of a row; nobody has the key any more after a merge."""
    names = (edit.values["player__last_name"], edit.values["player__first_name"])
    return " ".join(filter(None, names)) or _("a member who was merged with another")


def tell_club(edit: Edit) -> JournalLine:
    """Return the line for the club's name or face, or for a feature switched on or off."""
    if "till" in edit.changed:
        sentence = _("The club keeps a till.") if edit.values["till"] else _("The till is switched off.")
        return line_of(edit, sentence)
    if "lines" in edit.changed:
        return line_of(edit, _("The lines of a table are now called: %(names)s") % {"names": _line_names(edit)})
    if "ratings" in edit.changed:
        return line_of(edit, ratings_switched_sentence(on=edit.values["ratings"]))
    if "players_public" in edit.changed:
        are_public = edit.values["players_public"]
        sentence = _("Players’ pages are now public.") if are_public else _("Players’ pages are no longer public.")
        return line_of(edit, sentence)
    if "accounts_online" in edit.changed:
        come_in = edit.values["accounts_online"]
        sentence = (
            _("Accounts with two-step login now come in over the internet, too.")
            if come_in
            else _("Accounts come in from the hall only.")
        )
        return line_of(edit, sentence)
    if "accent" in edit.changed:
        before, after = edit.before.get("accent"), edit.values["accent"]
        colours = Difference(_("Colour"), before or _("the program’s green"), after or _("the program’s green"))
        return line_of(edit, _("The club’s colour"), (colours,))
    if "logo" in edit.changed:
        return line_of(
            edit, _("The club has another logo.") if edit.values["logo"] else _("The club has no logo any more.")
        )
    if "framed_by" in edit.changed:
        sites = Difference(_("Sites"), edit.before["framed_by"] or _("all"), edit.values["framed_by"] or _("all"))
        return line_of(edit, _("Sites that may show the ranking and the calendar"), (sites,))
    if not set(PRIVACY_FIELDS).isdisjoint(edit.changed):
        return line_of(edit, _("What the club says about people’s data"), tuple(_changes(edit, Club)))
    named = Difference(_("Name"), edit.before.get("name", ""), edit.values["name"])
    return line_of(edit, _("Name of the club"), (named,))


def _line_names(edit: Edit) -> str:
    return str(dict(LINE_NAMES_CHOICES)[edit.values["lines"]])


def tell_season(change: SeasonChange) -> JournalLine:
    words = change.words
    return JournalLine(at=change.at, who=change.who, headline=words.headline, differences=words.differences)


def tell_layout(edit: Edit) -> JournalLine:
    """Return the line for the layout of a file, with its columns from the left."""
    sentences = {
        EditType.ADDED: _("New layout of a file: %(name)s"),
        EditType.CHANGED: _("Layout of a file changed: %(name)s"),
        EditType.REMOVED: _("Layout of a file deleted: %(name)s"),
    }
    differences = _changes(edit, FileLayout)
    if edit.type is EditType.ADDED:
        differences.append(Difference(_("Columns"), after=_columns(edit.values)))
    elif "columns" in edit.changed:
        differences.append(Difference(_("Columns"), _columns(edit.before), _columns(edit.values)))
    return line_of(edit, sentences[edit.type] % {"name": edit.values["name"]}, tuple(differences))


def tell_plan(edit: Edit) -> JournalLine:
    """Return the line for a plan of an evening that the club keeps, or no longer does."""
    if edit.type is EditType.REMOVED:
        return line_of(edit, _("Plan of an evening deleted: %(name)s") % {"name": edit.values["name"]})
    plan = EveningPlan(hands=edit.values["hands"], minutes=edit.values["minutes"], steps=edit.values["systems"])
    sentence = _("New plan of an evening: %(name)s") % {"name": edit.values["name"]}
    return line_of(edit, sentence, (Difference(plan_in_words(plan)),))


def tell_infraction(edit: Edit) -> JournalLine:
    """Return the line for an infraction.

    A usual one has a row while its measure is changed, the club's own while it exists.
    """
    usual = bool(edit.values["key"])
    match edit.type:
        case EditType.REMOVED:
            sentence = _("Infraction as usual again: %(title)s") if usual else _("Infraction deleted: %(title)s")
        case _kept if not edit.values["offered"]:
            sentence = _("Infraction left out: %(title)s")
        case EditType.ADDED if not usual:
            sentence = _("New infraction: %(title)s")
        case _kept:
            sentence = _("Infraction changed: %(title)s")
    return line_of(edit, sentence % {"title": edit.values["title"]}, tuple(_changes(edit, Infraction)))


def tell_ruleset(edit: Edit) -> JournalLine:
    """Return the line of a change of a club's own ruleset, with its rules before and after."""
    sentences = {
        EditType.ADDED: _("New ruleset: %(name)s"),
        EditType.CHANGED: _("Ruleset changed: %(name)s"),
        EditType.REMOVED: _("Ruleset deleted: %(name)s"),
    }
    differences = []
    if "name" in edit.changed:
        differences.append(Difference(_("Name"), edit.before["name"], edit.values["name"]))
    if edit.type is EditType.ADDED or "options" in edit.changed:
        before = _rules(edit.before) if edit.before else ""
        differences.append(Difference(_("Rules"), before, _rules(edit.values)))
    return line_of(edit, sentences[edit.type] % {"name": edit.values["name"]}, tuple(differences))


def tell_receipt(edit: Edit) -> JournalLine:
    """Return the line for a receipt that was issued or declared void."""
    facts = {"receipt": f"{edit.values['number']}/{edit.values['year']}", "payer": edit.values["payer"]}
    if edit.values["voided_at"] is not None:
        why = Difference(_("Why it is void"), after=edit.values["void_reason"])
        return line_of(edit, _("Receipt %(receipt)s declared void: %(payer)s") % facts, (why,))
    facts["amount"] = amount(edit.values["cents"])
    return line_of(edit, _("Receipt %(receipt)s issued: %(payer)s, %(amount)s") % facts)


def tell_account(edit: Edit) -> JournalLine:
    """Return the line of a new, changed or deleted account, with its role."""
    facts = {"name": edit.values["user__username"] or "?", "role": Role(edit.values["role"]).label}
    if edit.type is EditType.CHANGED:
        changed = Difference(_("Role"), str(Role(edit.before["role"]).label), str(facts["role"]))
        return line_of(edit, _("Role changed: %(name)s") % facts, (changed,))
    sentence = _("New account: %(name)s, %(role)s")
    if edit.type is EditType.REMOVED:
        sentence = _("Account deleted: %(name)s, %(role)s")
    return line_of(edit, sentence % facts)


def tell_tournament(edit: Edit) -> JournalLine:
    return line_of(edit, life_sentence(edit), tournament=edit.id)


def tell_entry(entry: JournalEntry, *, member: int | None = None) -> JournalLine:
    sentence = str(ENTRIES[entry.event]) % {"about": entry.about or _("none")}
    return JournalLine(at=entry.at, who=entry.who, headline=sentence, member=member)


def tell_access(access: Access) -> JournalLine:
    """Return the line for an access. A refused login has no account, so the name is the one typed."""
    came_in = access.outcome in (Access.Outcome.IN, Access.Outcome.LINK)
    sentence = str(ACCESSES[access.outcome]) % {"address": access.address, "name": access.name}
    return JournalLine(at=access.at, who=access.name if came_in else _("without a login"), headline=sentence)


def tell_game(game: FreeGame) -> JournalLine:
    """Return the line for a free game, without its address and players, which only those with the link know."""
    rules = game.ruleset_name or ruleset_title(game.ruleset, game.options)
    sentence = _("Free game of %(count)s players begun: %(rules)s") % {"count": len(game.players), "rules": rules}
    return JournalLine(at=game.started_at, who=_("without a login"), headline=sentence)


def line_of(
    edit: Edit, headline: str, differences: tuple[Difference, ...] = (), *, tournament: int | None = None
) -> JournalLine:
    return JournalLine(at=edit.at, who=edit.who, headline=headline, differences=differences, tournament=tournament)


def _player_name(values: Values) -> str:
    return f"{values['last_name']} {values['first_name']}".strip()


def _rules(values: Values) -> str:
    return ruleset_title(values["preset"], values["options"])


def _columns(values: Values) -> str:
    """Return the columns, each under its heading."""
    return layout_in_words(values["columns"], of_members=values["rows"] == FileLayout.RowsFor.MEMBERS)


def _changes(
    edit: Edit, model: type[Player] | type[Infraction] | type[FileLayout] | type[Membership] | type[Club]
) -> list[Difference]:
    """Return the changed fields, without those that no form shows."""
    fields = [model._meta.get_field(name) for name in edit.changed]
    return [
        Difference(
            str(capfirst(str(getattr(field, "verbose_name", "")))),
            _field_text(field, edit.before[field.name]),
            _field_text(field, edit.values[field.name]),
        )
        for field in fields
        if field.name not in ("key", "offered", "columns")
    ]


def _filled(edit: Edit, model: type[Membership]) -> list[Difference]:
    """Return the filled fields of a row that is new."""
    fields = [model._meta.get_field(name) for name in edit.values if "__" not in name]
    texts = ((field, _field_text(field, edit.values[field.name])) for field in fields)
    return [
        Difference(str(capfirst(str(getattr(field, "verbose_name", "")))), after=text) for field, text in texts if text
    ]


def _field_text(field: Any, value: Any) -> str:
    if value in (None, ""):
        return ""
    if isinstance(value, date):
        return date_format(value)
    if field.name == "points":
        return figure(value)
    return str(dict(field.flatchoices).get(value, value))
