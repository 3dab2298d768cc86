"""The form of the sites that may show the club's ranking and calendar."""

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from .common import site_address

MOST_SITES = 20


class SitesForm(forms.Form):
    """The addresses of sites, one a line; none for every site."""

    sites = forms.CharField(
        label=gettext_lazy("Sites that may show them"),
        required=False,
        max_length=4_000,
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false", "autocomplete": "off"}),
        help_text=gettext_lazy(
            "One per line, such as https://www.circolo.example.it. Leave empty if every site may show them."
        ),
    )

    def clean_sites(self) -> list[str]:
        """Return the addresses, each once, in their order."""
        typed = self.cleaned_data["sites"].replace(",", " ").split()
        sites = {text: site_address(text, anywhere=True) for text in typed}
        if wrong := next((text for text, address in sites.items() if address is None), None):
            raise forms.ValidationError(
                _("“%(typed)s” is not the address of a site: write it as https://www.circolo.example.it.")
                % {"typed": wrong[:100]}
            )
        if len(sites) > MOST_SITES:
            raise forms.ValidationError(
                _("At most %(most)s sites; you gave %(count)s.") % {"most": MOST_SITES, "count": len(sites)}
            )
        return list(dict.fromkeys(address for address in sites.values() if address))  # equivalent `True`: none is wrong
