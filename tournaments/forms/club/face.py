"""The club's logo and accent colour, as they are chosen."""

from typing import Any

from django import forms
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from pages.club_face import BAND_INKS, COLOUR
from pages.colours import AA, contrast, nearest_ground
from tournaments.wording.club_face import COLOUR_REFUSED


class LogoForm(forms.Form):
    """A picture for the head of pages and sheets."""

    logo = forms.FileField(
        label=gettext_lazy("Picture"),
        widget=forms.ClearableFileInput(attrs={"accept": "image/png,image/jpeg"}),
        help_text=gettext_lazy("PNG or JPEG, at most 4 MB. It is shown on white, at most 512 pixels wide or high."),
    )


class AccentForm(forms.Form):
    """The colour on which heads write in white; `offered` is the nearest one to a refused colour."""

    accent = forms.CharField(
        label=gettext_lazy("Colour"),
        max_length=20,
        widget=forms.TextInput(attrs={"type": "color"}),
        help_text=gettext_lazy(
            "The background at the top of every page, of the wall and of pictures; the lines on sheets."
        ),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.offered = ""

    def clean_accent(self) -> str:
        """Return the colour, or the one that a button offered instead."""
        colour: str = self.data.get("taken", self.cleaned_data["accent"]).strip().lower()
        if not COLOUR.fullmatch(colour):
            raise forms.ValidationError(_("“%(typed)s” is not a colour: write it as #14532d.") % {"typed": colour[:20]})
        least = min(contrast(ink, colour) for ink in BAND_INKS)
        if least < AA:
            self.offered = nearest_ground(colour, BAND_INKS)
            figures = {"contrast": number_format(int(least * 10) / 10, 1), "least": number_format(AA, 1)}
            raise forms.ValidationError(COLOUR_REFUSED % {"colour": colour, **figures})
        return colour
