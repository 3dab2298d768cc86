"""What goes wrong with a backup, told to whoever asked for it."""


class BackupFailed(Exception):
    """A backup could not be made, read or put back. Carries the sentence that says why, and what to do."""
