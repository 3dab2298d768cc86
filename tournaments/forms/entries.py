"""The forms with which players sign up, the terms of entry, and the club's words for messages."""

from datetime import datetime
from typing import Any

from django import forms
from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, override

from tournaments.models import Entry, EntryTerms, Tournament
from tournaments.people.names import people_key, tidy
from tournaments.records import Kind
from tournaments.records.club_messages import FIELDS, LONGEST_MESSAGE, MessageField, MessageKind, faults_of, renamed
from tournaments.selectors.mail_addresses import address_in, mail_ready
from tournaments.wording.club_messages import FIELD_NAMES, field_faults
from tournaments.wording.entrants import words_of

from .people.pairs import TeamField
from .people.people import PeopleForm, PersonField

MOST_PLACES = 5000
SHORTEST_CONTACT = 5
LONGEST_MAIL = 20_000
"""The characters of an email: a list of a hundred pairs, and more."""


class PlainField(forms.CharField):
    """A line of text, without invisible characters."""

    def clean(self, value: Any) -> str:
        text = tidy(super().clean(value))
        if not text.isprintable():
            raise forms.ValidationError(_("This contains characters that cannot be printed: type it again."))
        return text


class PartnerField(PersonField):
    """A person's name, or nothing."""

    def clean(self, value: Any) -> str:
        return super().clean(value) if tidy(str(value or "")) else ""


class PublicEntryForm(forms.Form):
    """Names, club and contact. Names are not completed, because strangers may not learn who is a member."""

    name1 = PersonField(widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "words"}))
    name2 = PartnerField(
        label=gettext_lazy("Your partner"),
        required=False,
        help_text=gettext_lazy("Leave empty if you are looking for a partner: the club will help you find one."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "words"}),
    )
    club = PlainField(
        label=gettext_lazy("Your club"), required=False, max_length=Entry._meta.get_field("club").max_length
    )
    team = TeamField(
        label=gettext_lazy("Your team"),
        required=False,
        help_text=gettext_lazy("All its pairs must write it the same way. Leave empty if you do not have one yet."),
    )
    looking = forms.BooleanField(
        label=gettext_lazy("Show on this page that I am looking for a partner"),
        required=False,
        help_text=gettext_lazy(
            "With your last name and an initial, never your contact. You see who offers to play with you, and choose."
        ),
    )
    contact = PlainField(
        label=gettext_lazy("Phone or email"),
        max_length=Entry._meta.get_field("contact").max_length,
        min_length=SHORTEST_CONTACT,
        help_text=gettext_lazy(
            "Only the club sees it, in case something changes. It is deleted 30 days after the tournament."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "on"}),
    )

    mail = forms.BooleanField(
        label=gettext_lazy("Send me emails about this evening"),
        required=False,
        help_text=gettext_lazy(
            "This needs an email address above. Each email has a link that stops all of them. If you have stopped "
            "them before, the link in an earlier one starts them again."
        ),
    )

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not mail_ready():
            del self.fields["mail"]
        self.fields["name1"].label = _("Your name")
        self.fields["name1"].help_text = _("Last name first.")
        if tournament.kind == Kind.INDIVIDUAL:
            del self.fields["name2"], self.fields["looking"]
        if not tournament.has_teams:
            del self.fields["team"]

    def clean_name2(self) -> str:
        name2: str = self.cleaned_data["name2"]
        name1 = self.cleaned_data.get("name1")
        if name1 and people_key([name1]) == people_key([name2]):
            raise forms.ValidationError(_("This is the same name twice: write your partner’s, or leave it empty."))
        return name2

    def clean_mail(self) -> bool:
        """Refuse a consent without an address."""
        agrees: bool = self.cleaned_data["mail"]
        if agrees and "contact" in self.cleaned_data and not address_in(self.cleaned_data["contact"]):
            raise forms.ValidationError(_("Write your email address above, or untick this box."))
        return agrees

    @property
    def names(self) -> tuple[str, ...]:
        """Return one or two names; of a valid form only."""
        given = self.cleaned_data
        return tuple(name for name in (given["name1"], given.get("name2", "")) if name)


class OfferForm(PublicEntryForm):
    """The name, club and contact of somebody who offers to play with a player who looks for a partner."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in {"name2", "team", "looking", "mail"} & self.fields.keys():
            del self.fields[name]


class EntryTermsForm(forms.Form):
    """The terms on which players sign up."""

    is_open = forms.BooleanField(
        required=False,
        help_text=gettext_lazy("With a link and its QR code, without an account, until the tournament begins."),
    )
    places = forms.IntegerField(
        min_value=1,
        max_value=MOST_PLACES,
        required=False,
        help_text=gettext_lazy(
            "Later entries go on a waiting list and move up automatically. Leave empty for no limit."
        ),
    )
    closes_at = forms.DateTimeField(
        label=gettext_lazy("Entries close"),
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        help_text=gettext_lazy("Leave empty to close when the tournament begins."),
    )
    without_yes = forms.BooleanField(
        label=gettext_lazy("Accept automatically"),
        required=False,
        help_text=gettext_lazy(
            "Otherwise every entry needs your approval. If a name is unclear, the entry waits anyway."
        ),
    )
    list_shown = forms.BooleanField(
        label=gettext_lazy("Show everybody who has entered"),
        required=False,
        help_text=gettext_lazy("The names of those accepted, without contacts."),
    )

    def __init__(self, *args: Any, terms: EntryTerms, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial = {name: getattr(terms, name) for name in self.base_fields}
        words = words_of(terms.tournament.kind)
        self.fields["places"].label, self.fields["is_open"].label = str(words.places), str(words.enter_themselves)
        self.terms = terms

    def clean_closes_at(self) -> datetime | None:
        """Return a time in the future, or the unchanged one."""
        closes_at: datetime | None = self.cleaned_data["closes_at"]
        before = self.terms.closes_at and self.terms.closes_at.replace(second=0, microsecond=0)
        if closes_at is not None and closes_at <= timezone.now() and closes_at != before:
            raise forms.ValidationError(_("This time is in the past: choose a later one, or leave it empty."))
        return closes_at


class EntrantsForm(PeopleForm):
    """The members of an entry, chosen by the club."""

    def __init__(self, *args: Any, entry: Entry, **kwargs: Any) -> None:
        labels = {f"player{at}": name for at, name in enumerate(entry.names, start=1)}
        initial = {f"player{at}": name for at, name in enumerate(entry.names, start=1)}
        super().__init__(*args, tournament=entry.tournament, labels=labels, initial=initial, **kwargs)


class MessageForm(forms.Form):
    """The club's text for a kind of message, with its fields under their names in any of the club's languages."""

    text = forms.CharField(
        label=gettext_lazy("The text"),
        max_length=LONGEST_MESSAGE,
        widget=forms.Textarea(attrs={"rows": 12}),
        help_text=gettext_lazy(
            "A line whose fields are all empty is left out. *Between asterisks* is bold in WhatsApp."
        ),
    )
    evening = forms.ModelChoiceField(
        label=gettext_lazy("Preview with"), queryset=Tournament.objects.order_by("-date", "-pk"), required=False
    )

    def __init__(self, *args: Any, kind: MessageKind, text: str, **kwargs: Any) -> None:
        shown = {field.value: str(FIELD_NAMES[field]) for field in MessageField}
        super().__init__(*args, **kwargs)
        self.initial["text"] = renamed(text, shown)
        self.kind = kind

    def clean_text(self) -> str:
        """Return the text with the keys of its fields."""
        text = self.cleaned_data["text"].replace("\r\n", "\n").strip()
        names = _message_fields(FIELDS[self.kind])
        if faults := faults_of(text, names):
            raise forms.ValidationError(field_faults(faults, FIELDS[self.kind]))
        return renamed(text, {name: field.value for name, field in names.items()})


class MailTextForm(forms.Form):
    """The words of an email, as they were corrected on the page."""

    text = forms.CharField(
        max_length=LONGEST_MAIL,
        error_messages={"required": gettext_lazy("There is no text to send: write it, or load the page again.")},
    )

    def clean_text(self) -> str:
        """Return the text with plain ends of lines."""
        return "\n".join(self.cleaned_data["text"].splitlines())


class MailTestForm(forms.Form):
    """The address to which an administrator sends a test."""

    address = forms.EmailField(label=gettext_lazy("Your email address"), max_length=254)


def _message_fields(fields: tuple[MessageField, ...]) -> dict[str, MessageField]:
    """Return the fields by their keys and by their names in each of the club's languages."""
    names: dict[str, MessageField] = {}
    for language, _name in settings.LANGUAGES:
        with override(language):
            names |= {str(FIELD_NAMES[field]).lower(): field for field in fields}
    return names | {field.value: field for field in fields}
