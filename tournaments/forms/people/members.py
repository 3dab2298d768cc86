"""The forms of members: search, cards, files, and a member's data."""

from datetime import date
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from pages.joined_widgets import JoinedSelect, JoinedTextInput
from pages.written_numbers import KEY_DIGITS, written_number
from tournaments.models import FileLayout, Membership, Player
from tournaments.people.book_cells import BOOK_FIELDS, EARLIEST_YEAR, LATEST_YEAR
from tournaments.people.names import tidy
from tournaments.people.tax_codes import tax_code_fault, tidy_tax_code
from tournaments.selectors.consents import CONSENTS
from tournaments.selectors.file_layouts import member_layouts
from tournaments.selectors.mail_addresses import address_in, mail_server
from tournaments.selectors.member_files import holds_book, holds_contacts
from tournaments.selectors.members import categories_of_members
from tournaments.selectors.memberships import next_number, numbered
from tournaments.wording.memberships import tax_code_sentence

from .people import name_alone

CARDS_A_PAGE = 10


def in_the_past(day: date) -> date:
    """Refuse a day in the future, or before anybody's birth."""
    if day.year < EARLIEST_YEAR or day > timezone.localdate():
        raise forms.ValidationError(_("Write a date between 1900 and today."))
    return day


def of_our_time(day: date) -> date:
    """Refuse a day that no member can have left on, past or announced."""
    if not EARLIEST_YEAR <= day.year <= LATEST_YEAR:
        raise forms.ValidationError(_("Write a date with a four-digit year."))
    return day


class MembersWantedForm(forms.Form):
    """The search of a list of members; empty fields match everybody."""

    q = forms.CharField(
        label=gettext_lazy("Find by name, club or card"),
        max_length=100,
        required=False,
        widget=forms.TextInput(attrs={"type": "search", "autocomplete": "off", "class": "form-control"}),
    )
    state = forms.ChoiceField(label=gettext_lazy("State"), required=False, widget=JoinedSelect)
    category = forms.ChoiceField(label=gettext_lazy("Category"), required=False, widget=JoinedSelect)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Offer the categories that members have. A new member's form beside it has fields of the same names."""
        super().__init__(*args, **{"auto_id": "find-%s"} | kwargs)
        self.fields["state"].choices = [("", _("any")), *Player.State.choices]  # type: ignore[attr-defined]
        if known := categories_of_members():
            self.fields["category"].choices = [("", _("any")), *((category, category) for category in known)]  # type: ignore[attr-defined]
        else:
            del self.fields["category"]

    @property
    def more(self) -> list[forms.BoundField]:
        """Return the fields that are used seldom."""
        return [self[name] for name in ("state", "category") if name in self.fields]

    @property
    def asks_for_more(self) -> bool:
        return any(field.value() or field.errors for field in self.more)

    @property
    def wanted(self) -> dict[str, str]:
        """Return the arguments of `members_found`."""
        return {name: value for name in ("q", "state", "category") if (value := self.cleaned_data.get(name))}


class MemberKeysField(forms.MultipleChoiceField):
    """The keys of ticked members."""

    widget = forms.CheckboxSelectMultiple

    def valid_value(self, value: str) -> bool:
        return written_number(value, KEY_DIGITS) is not None


class CardsForm(forms.Form):
    """The members whose cards are printed, all found or those ticked, and the first place on the sheet."""

    skip = forms.IntegerField(
        label=gettext_lazy("Places already used on the first sheet"),
        min_value=0,
        max_value=CARDS_A_PAGE - 1,
        required=False,
        help_text=gettext_lazy("From 0 to 9, counted from the top left, row by row."),
    )
    only = MemberKeysField(required=False)

    @property
    def keys(self) -> list[int]:
        """Return the keys of the ticked members."""
        return [int(key) for key in self.cleaned_data["only"]]


class MembersFileForm(forms.Form):
    """A file of the members found, with all columns or in a layout of the club's."""

    layout = forms.ChoiceField(
        label=gettext_lazy("Columns"), required=False, help_text=gettext_lazy("A layout has its own format.")
    )
    format = forms.ChoiceField(label=gettext_lazy("File"), choices=FileLayout.Format.choices)
    contacts = forms.BooleanField(
        label=gettext_lazy("With their contacts"),
        required=False,
        help_text=gettext_lazy("The journal records who downloaded them."),
    )
    book = forms.BooleanField(
        label=gettext_lazy("With what the club’s book says: number, dates, tax code, address, consents, years paid"),
        required=False,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._layouts = {str(layout.pk): layout for layout in member_layouts()}
        if self._layouts:
            names = ((key, str(layout)) for key, layout in self._layouts.items())
            self.fields["layout"].choices = [("", _("all, as the import reads them")), *names]  # type: ignore[attr-defined]
        else:
            del self.fields["layout"]

    def clean(self) -> dict[str, Any]:
        """Ask for the ticks of what a layout holds, so that nobody takes it along unawares."""
        cleaned: dict[str, Any] = super().clean() or {}
        if layout := self.chosen_layout:
            if holds_contacts(layout) and not cleaned.get("contacts"):
                self.add_error("contacts", _("%(layout)s has contacts: tick them.") % {"layout": layout})
            if holds_book(layout) and not cleaned.get("book"):
                sentence = _("%(layout)s has what the club’s book says: tick it.") % {"layout": layout}
                self.add_error("book", sentence)
        return cleaned

    @property
    def chosen_layout(self) -> FileLayout | None:
        """Return the layout that is asked for; of a cleaned form only."""
        return self._layouts.get(self.cleaned_data.get("layout", ""))


class PlayerForm(forms.ModelForm[Player]):
    """The data of a member, and how the name is shown in public."""

    class Meta:
        model = Player
        fields = (
            *("last_name", "first_name", "club", "card", "contact"),
            *("birth_year", "category", "province", "region", "state", "shown"),
        )
        help_texts = {
            "club": gettext_lazy("Pairs of the same club are kept apart in the first round, if possible."),
            "contact": gettext_lazy("For the secretary only: it is shown on no public page."),
            "category": gettext_lazy("As the club names its own: a season may be ranked by it."),
            "province": gettext_lazy("Entrants can be sorted by it: MI, or Milano, as your federation writes it."),
            "shown": gettext_lazy("On the players’ pages and the wall; referees and sheets have the whole name."),
        }
        widgets = {
            name: JoinedTextInput(attrs={"autocomplete": "off"})
            for name in ("last_name", "first_name", "club", "card", "contact", "category", "province", "region")
        } | {name: JoinedSelect() for name in ("state", "shown")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["birth_year"].widget.attrs |= {"min": EARLIEST_YEAR, "max": timezone.localdate().year}
        for name in ("state", "shown"):
            self.fields[name].required = False

    def clean_last_name(self) -> str:
        last_name = tidy(self.cleaned_data["last_name"])
        # A member without a letter in the name could not be found again.
        if not any(char.isalpha() for char in last_name):
            raise forms.ValidationError(_("A last name must contain letters."))
        return self._read("last_name", last_name)

    def clean_first_name(self) -> str:
        return self._read("first_name", tidy(self.cleaned_data["first_name"]))

    def _read(self, field: str, typed: str) -> str:
        """Return the name read as in a list, if it changed."""
        return typed if typed == getattr(self.instance, field) else name_alone(typed)

    def clean_club(self) -> str:
        return tidy(self.cleaned_data["club"])

    def clean_card(self) -> str:
        return tidy(self.cleaned_data["card"])

    def clean_category(self) -> str:
        return tidy(self.cleaned_data["category"])

    def clean_province(self) -> str:
        return tidy(self.cleaned_data["province"])

    def clean_region(self) -> str:
        return tidy(self.cleaned_data["region"])

    def clean_birth_year(self) -> int | None:
        year: int | None = self.cleaned_data["birth_year"]
        if year is not None and not EARLIEST_YEAR <= year <= timezone.localdate().year:
            raise forms.ValidationError(
                _("Write the year of birth with four digits, not in the future: 1956, for example.")
            )
        return year

    def clean_state(self) -> str:
        return self.cleaned_data["state"] or Player.State.ACTIVE

    def clean_shown(self) -> str:
        return self.cleaned_data["shown"] or Player.Shown.FULL


class MembershipForm(forms.ModelForm[Membership]):
    """What the club's book says of a member, beside the member's other data in `member`."""

    next_number = forms.BooleanField(label=gettext_lazy("Give the next free number"), required=False)

    class Meta:
        model = Membership
        fields = BOOK_FIELDS
        help_texts = {
            "born_on": gettext_lazy("The year of birth follows it."),
            "tax_code": gettext_lazy(
                "Italian codes and CPFs are checked. Write the country before any other code: DE 12345678901."
            ),
            "data_consent_on": gettext_lazy(
                "Leave empty if the member did not agree, or no longer does; the same below."
            ),
            "mail_consent_on": gettext_lazy(
                "To the address in the contact. Whoever has stopped the emails since gets them again only after "
                "agreeing on a later day."
            ),
        }
        widgets = {
            name: forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
            for name in BOOK_FIELDS
            if name.endswith("_on")
        } | {name: JoinedTextInput(attrs={"autocomplete": "off"}) for name in ("tax_code", "address", "card_kind")}

    def __init__(self, *args: Any, member: PlayerForm, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._member = member
        today = timezone.localdate().isoformat()
        for name in ("born_on", "admitted_on", *CONSENTS):
            self.fields[name].widget.attrs["max"] = today
        if self.instance.mail_consent_on is None and not mail_server():
            del self.fields["mail_consent_on"]
        self.fields["card_year"].widget.attrs |= {"min": EARLIEST_YEAR, "max": LATEST_YEAR}
        if self.instance.number is None:
            self.fields["next_number"].help_text = _("It is %(number)s.") % {"number": next_number()}
            self.order_fields(["number", "next_number"])
        else:
            del self.fields["next_number"]

    @property
    def is_open(self) -> bool:
        """Return whether there is something to see: data, or an error."""
        return bool(self.errors) or any(getattr(self.instance, name) for name in BOOK_FIELDS)

    @property
    def book(self) -> dict[str, Any]:
        """Return the arguments of the service; of a valid form only."""
        return {name: self.cleaned_data.get(name) for name in BOOK_FIELDS}

    @property
    def numbered(self) -> bool:
        return bool(self.cleaned_data.get("next_number"))

    def clean_number(self) -> int | None:
        number: int | None = self.cleaned_data["number"]
        if number == 0:
            raise forms.ValidationError(_("Numbers in the book begin with 1."))
        holder = None if number is None else numbered(number)
        if holder and holder.pk != self.instance.player_id:
            raise forms.ValidationError(
                _("Number %(number)s is %(player)s’s: choose another one.") % {"number": number, "player": holder}
            )
        return number

    def clean_born_on(self) -> date | None:
        return self._past("born_on")

    def clean_admitted_on(self) -> date | None:
        return self._past("admitted_on")

    def clean_left_on(self) -> date | None:
        day: date | None = self.cleaned_data["left_on"]
        return None if day is None else of_our_time(day)

    def clean_data_consent_on(self) -> date | None:
        return self._past("data_consent_on")

    def clean_pictures_consent_on(self) -> date | None:
        return self._past("pictures_consent_on")

    def clean_messages_consent_on(self) -> date | None:
        return self._past("messages_consent_on")

    def clean_mail_consent_on(self) -> date | None:
        """Refuse a consent to emails of somebody without an address."""
        day = self._past("mail_consent_on")
        if day and not address_in(self._member.cleaned_data.get("contact", "")):
            raise forms.ValidationError(_("There is no email address in the contact above."))
        return day

    def _past(self, name: str) -> date | None:
        day: date | None = self.cleaned_data[name]
        return None if day is None else in_the_past(day)

    def clean_card_year(self) -> int | None:
        year: int | None = self.cleaned_data["card_year"]
        if year is not None and not EARLIEST_YEAR <= year <= LATEST_YEAR:
            raise forms.ValidationError(_("Write the year of the card with four digits: 2027, for example."))
        return year

    def clean_tax_code(self) -> str:
        return tidy_tax_code(self.cleaned_data["tax_code"])

    def clean_address(self) -> str:
        return tidy(self.cleaned_data["address"])

    def clean_card_kind(self) -> str:
        return tidy(self.cleaned_data["card_kind"])

    def clean(self) -> dict[str, Any]:
        """Compare the tax code and the year of birth with the date of birth."""
        given, born_on = self.cleaned_data, self.cleaned_data.get("born_on")
        if (code := given.get("tax_code")) and (fault := tax_code_fault(code, born_on=born_on)):
            self.add_error("tax_code", tax_code_sentence(fault, code, born_on))
        year = self._member.cleaned_data.get("birth_year")
        if born_on and year not in (None, born_on.year) and "birth_year" in self._member.changed_data:
            self.add_error(
                "born_on", _("The year of birth above is %(year)s: correct one of the two.") % {"year": year}
            )
        return given


class BookWantedForm(forms.Form):
    """The club's book: as of which day, and as which file."""

    day = forms.DateField(
        label=gettext_lazy("As of"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    format = forms.ChoiceField(
        label=gettext_lazy("File"),
        choices=[("pdf", gettext_lazy("to print (PDF)")), ("xlsx", gettext_lazy("for a spreadsheet (XLSX)"))],
        widget=forms.RadioSelect,
        initial="pdf",
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["day"] = timezone.localdate()

    def clean_day(self) -> date:
        return in_the_past(self.cleaned_data["day"])
