"""What players are told about their data: who keeps them, whom to ask, and how long each kind is kept."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Club
from tournaments.records import retention

from .mail_addresses import mail_server


@dataclass(frozen=True, slots=True, kw_only=True)
class DataKeeper:
    """Who keeps the data, in the club's own words; a text that the club has not written is empty."""

    keeper: str = ""
    contact: str = ""
    complaints: str = ""
    """The authority that the program names, if the club names none."""
    words: str = ""
    years_after_leaving: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptData:
    """A kind of data, how long it is kept, and the command that deletes it by itself."""

    what: str
    how_long: str
    command: str = ""
    """Empty if the data stay until somebody deletes them."""


def authority() -> str:
    """Return whom to complain to, unless the club names somebody else."""
    return _(
        "the data protection authority; in Italy the Garante per la protezione dei dati personali,"
        " www.garanteprivacy.it"
    )


def data_keeper() -> DataKeeper:
    """Return what the club says. One query."""
    club = Club.objects.first() or Club()
    return DataKeeper(
        keeper=club.data_keeper,
        contact=club.data_contact,
        complaints=club.data_complaints or authority(),
        words=club.data_words,
        years_after_leaving=club.years_after_leaving,
    )


def kept_data(years_after_leaving: int | None, *, logins_kept: timedelta) -> Sequence[KeptData]:
    """Return how long each kind of data is kept, what is deleted by itself first."""
    return [
        *(_of_mail() if mail_server() else ()),
        KeptData(
            what=_("the contact that you leave when you enter a tournament yourself"),
            how_long=_("%(days)s after the tournament is final; if it never is, %(later)s after its day")
            % {"days": _days(retention.CONTACTS_AFTER_FINAL), "later": _days(retention.CONTACTS_AFTER_ITS_DAY)},
            command="delete_old_contacts",
        ),
        KeptData(
            what=_("the photo of a contested slip"),
            how_long=_("%(days)s after the tournament is final") % {"days": _days(retention.PHOTOS_AFTER_FINAL)},
            command="delete_old_photos",
        ),
        KeptData(
            what=_("a tournament that the club deletes, with names and results"),
            how_long=_("%(days)s, in which it can be brought back")
            % {"days": _days(retention.TOURNAMENTS_RESTORED_WITHIN)},
            command="delete_old_tournaments",
        ),
        KeptData(
            what=_("a list of members to import"),
            how_long=_("%(days)s if nobody imports it; else %(later)s, in which the import can be undone")
            % {"days": _days(retention.LISTS_LOOKED_AT_FOR), "later": _days(retention.LISTS_UNDONE_WITHIN)},
            command="delete_old_member_data",
        ),
        KeptData(
            what=_("what is needed to separate two merged members again"),
            how_long=_days(retention.MERGES_UNDONE_WITHIN),
            command="delete_old_member_data",
        ),
        KeptData(
            what=_(
                "of members who left: date and year of birth, tax code, address, contact, kind and year of the card"
            ),
            how_long=_how_long_after_leaving(years_after_leaving),
            command="delete_old_member_data" if years_after_leaving else "",
        ),
        KeptData(
            what=_("who of the club’s staff logged in, when and from where"),
            how_long=_days(logins_kept),
            command="delete_old_sessions",
        ),
        KeptData(what=_("names, results and places"), how_long=_("as long as the club keeps its tournaments")),
        KeptData(
            what=_("a referee’s statement of an incident, which referees alone see"),
            how_long=_("as long as the tournament"),
        ),
        KeptData(
            what=_("number in the book, days of admission and leaving, fees paid, receipts"),
            how_long=_("as long as the law requires for the club’s books"),
        ),
        KeptData(what=_("who changed what, and when"), how_long=_("as long as the club keeps its data")),
        KeptData(
            what=_("backups, on the club’s own devices"),
            how_long=_("the %(count)s newest; older ones are deleted") % {"count": settings.BACKUPS_KEPT},
        ),
    ]


def _of_mail() -> Sequence[KeptData]:
    return [
        KeptData(
            what=_("the emails that you agreed to, with your address; each has a link that stops them"),
            how_long=_("as long as the contact that you leave when you enter"),
            command="delete_old_contacts",
        ),
        KeptData(
            what=_("a fingerprint of each address that wants no emails"),
            how_long=_("until you want emails again"),
        ),
    ]


def _how_long_after_leaving(years: int | None) -> str:
    if years is None:
        return _("until the club deletes them: it has not chosen a number of years")
    return ngettext("%(count)s year after they left", "%(count)s years after they left", years) % {"count": years}


def _days(time: timedelta) -> str:
    return ngettext("%(count)s day", "%(count)s days", time.days) % {"count": time.days}
