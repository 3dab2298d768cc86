"""The page of backups: the list of them, and the second folder."""

from datetime import UTC, datetime
from pathlib import Path

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.models import JournalEntry
from accounts.services.journal import journal_add

from .creation import database_kind
from .errors import BackupFailed
from .retention import backup_folder, choose_second_folder, chosen_folder, keep_backup, kept_backups, trouble

SHOWN = 10


class SecondFolderForm(forms.Form):
    """The second folder for backups."""

    folder = forms.CharField(
        label=gettext_lazy("A second folder for the backups"),
        max_length=300,
        required=False,
        help_text=gettext_lazy(
            "On a USB stick or another disk of this computer, such as /media/stick or D:\\backups. Leave empty for "
            "none. While it is missing, the first page and the results say so."
        ),
        widget=forms.TextInput({"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def backups(request: HttpRequest) -> HttpResponse:
    """Show the last backups, and set the second folder unless the program was started with one."""
    posted = request.POST if request.method == "POST" else None
    form = None if _is_set_elsewhere() else SecondFolderForm(posted, initial={"folder": chosen_folder()})
    if form is not None and form.is_valid():
        try:
            choose_second_folder(form.cleaned_data["folder"], first=backup_folder())
        except BackupFailed as failure:
            form.add_error("folder", str(failure))
        else:
            _begin(request, form.cleaned_data["folder"])
            return redirect("backups")
    context = {
        "form": form,
        "backups": [_described(path) for path in reversed(kept_backups()[-SHOWN:]) if path.exists()],
        "folder": backup_folder(),
        "named": settings.BACKUP_COPY,
        "trouble": trouble(),
    }
    return render(request, "club/backups.html", context, status=422 if posted is not None else 200)


def _described(path: Path) -> tuple[str, datetime, int]:
    """Return a backup's name, time and size."""
    facts = path.stat()
    return path.name, datetime.fromtimestamp(facts.st_mtime, UTC), facts.st_size


def _is_set_elsewhere() -> bool:
    """Return whether the command line or the environment sets the second folder, or the database is on a server."""
    return bool(settings.BACKUP_COPY) or database_kind() != "sqlite"


def _begin(request: HttpRequest, folder: str) -> None:
    """Make the first backup in the new folder at once, to show that it works."""
    journal_add(JournalEntry.Event.BACKUP_FOLDER, who=request.user.get_username(), about=folder)
    if not folder:
        messages.success(request, _("The backups are kept in the data folder only."))
        return
    try:
        keep_backup(at=timezone.now())
    except BackupFailed as failure:
        messages.error(request, str(failure))
    else:
        messages.success(
            request,
            _("Every backup is now copied to %(folder)s as well; the first copy has been made.") % {"folder": folder},
        )
