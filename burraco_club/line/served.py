"""The line of the club that this process serves."""

import sys
from collections.abc import Callable

from django.conf import settings
from django.utils.translation import gettext as _

from burraco_club.club_server import ClubServer
from burraco_club.line.code import NoLineCode
from burraco_club.line.door import LineDoor
from burraco_club.line.files import LineFiles
from burraco_club.line.holder import LineHolder
from burraco_club.line.states import CODE_SENTENCES

Say = Callable[[str], None]


class _Served:
    holder: LineHolder | None = None


def served_line() -> LineHolder | None:
    """Return who holds the line here; None where there is none, as on a server, which is on the web already."""
    return _Served.holder


def begin_line(server: ClubServer, say: Say) -> LineHolder:
    """Hold the line of a club that is served, if it is switched on, now or later."""
    holder = LineHolder(LineFiles(settings.DATA_DIR), lambda address: LineDoor(server, address), say)
    _Served.holder = holder
    holder.begin()
    return holder


def switch_on(say: Say) -> str:
    """Switch the line on before the club is served, and ask for the code if there is none and somebody can be asked.

    Return the address under which the club is on the web from now on; empty if it was already, or has no code.
    """
    files = LineFiles(settings.DATA_DIR)
    known = files.address
    is_new = files.switch(on=True) or not known
    if not known:
        _ask_for_code(files, say)
    return files.address if is_new else ""


def _ask_for_code(files: LineFiles, say: Say) -> None:
    if sys.stdin is None or not sys.stdin.isatty():
        say(_("To put the club on the web, paste the code on the page “Put the club on the web”."))
        return
    while typed := input(_("The code for the web (press Enter to do without for now): ")).strip():
        try:
            files.keep_code(typed)
        except NoLineCode as fault:
            say(str(CODE_SENTENCES[fault.reason]))
        else:
            return
