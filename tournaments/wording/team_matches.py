"""The matches of teams in words: what they are called, and what stops one from being played."""

from collections.abc import Collection, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.ranking.victory_points import Scale

from .scales import scale_label


def seated_by_line_ups() -> str:
    return _("The line-ups of the teams seat the pairs of this tournament: change a line-up, and publish the round.")


def day_name(day: int) -> str:
    return _("Match day %(day)s") % {"day": day}


def session_name(day: int, session: int, sessions: int) -> str:
    """Return the name of a round of matches: the day, and the session if there are two."""
    if sessions == 1:
        return day_name(day)
    return _("Match day %(day)s, session %(session)s") % {"day": day, "session": session}


def teams_short(teams: Sequence[tuple[str, int]], tables: int) -> str:
    """Return what is wrong with teams that have too few pairs here, each with their number."""
    named = ", ".join(_("%(team)s (%(here)s)") % {"team": team, "here": here} for team, here in teams)
    return _(
        "A match is played by %(tables)s pairs of each team, and these teams have fewer here: %(teams)s. "
        "Tick their pairs, or untick those of a team that does not play."
    ) % {"tables": tables, "teams": named}


def line_ups_missing(teams: Collection[str]) -> str:
    sentence = ngettext(
        "The line-up of %(teams)s is still missing.", "The line-ups of %(teams)s are still missing.", len(teams)
    )
    return sentence % {"teams": ", ".join(teams)}


def match_scale_label(scale: Scale, of_pairs: Scale, tables: int, *, own: bool) -> str:
    """Return what people call the scale of the matches: the club's own name, or the pairs' scale made wider."""
    if own:
        return scale_label(scale)
    return _("%(scale)s, with each difference times %(tables)s") % {"scale": scale_label(of_pairs), "tables": tables}
