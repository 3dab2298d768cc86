"""The form that chooses how clubs are ranked."""

from django import forms
from django.utils.translation import gettext_lazy

from tournaments.ranking.clubs import ClubPoints, ClubRule

MOST_OF_A_CLUB = 99


class ClubRankingForm(forms.Form):
    """A form for the ranking of the clubs; without anything chosen, by the sum of all their pairs."""

    points = forms.ChoiceField(
        label=gettext_lazy("A club gets"),
        choices=[(ClubPoints.SUM, gettext_lazy("the sum")), (ClubPoints.MEAN, gettext_lazy("the mean"))],
        required=False,
    )
    best = forms.IntegerField(
        label=gettext_lazy("Of its best (leave empty for all)"), min_value=1, max_value=MOST_OF_A_CLUB, required=False
    )
    mixed = forms.ChoiceField(
        label=gettext_lazy("Pairs of two clubs"),
        choices=[("both", gettext_lazy("count for both")), ("none", gettext_lazy("count for neither"))],
        required=False,
    )

    @property
    def rule(self) -> ClubRule:
        """Return the rule; fields that cannot be read are as usual."""
        self.is_valid()
        given = self.cleaned_data
        return ClubRule(
            points=ClubPoints(given.get("points") or ClubPoints.SUM),
            best=given.get("best"),
            mixed=given.get("mixed") != "none",
        )
