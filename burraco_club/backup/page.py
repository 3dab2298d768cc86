"""The page of backups: which there are, and where they are kept a second time."""

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

from .chosen import choose_second_folder, chosen_folder
from .errors import BackupFailed
from .kept import backup_folder, keep_backup, kept_backups, trouble
from .making import database_kind

SHOWN = 10


class SecondFolderForm(forms.Form):
    """Where every backup is kept a second time."""

    folder = forms.CharField(
        label=gettext_lazy("A second folder for the backups"),
        max_length=300,
        required=False,
        help_text=gettext_lazy(
            "On a USB stick or another disk of this computer, such as /media/stick or D:\\backups; empty for none. "
            "While it is missing, the first page and the results say so."
        ),
        widget=forms.TextInput({"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def backups(request: HttpRequest) -> HttpResponse:
    """The last ones; and where to keep them a second time, unless whoever runs the program says so."""
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
    """The name, the time and the bytes of a backup."""
    facts = path.stat()
    return path.name, datetime.fromtimestamp(facts.st_mtime, UTC), facts.st_size


def _is_set_elsewhere() -> bool:
    """By the command line or the environment; and on a server with PostgreSQL, whose disks are no club's business."""
    return bool(settings.BACKUP_COPY) or database_kind() != "sqlite"


def _begin(request: HttpRequest, folder: str) -> None:
    """Make the first one there at once: whoever has chosen the folder sees that it works."""
    journal_add(JournalEntry.Event.BACKUP_FOLDER, who=request.user.get_username(), about=folder)
    if not folder:
        messages.success(request, _("The backups are kept in the data folder alone."))
        return
    try:
        keep_backup(at=timezone.now())
    except BackupFailed as failure:
        messages.error(request, str(failure))
    else:
        messages.success(
            request, _("From now on every backup is in %(folder)s, too; one is there.") % {"folder": folder}
        )
