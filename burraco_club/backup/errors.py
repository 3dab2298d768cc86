"""The error that a backup raises."""


class BackupFailed(Exception):
    """A backup could not be made, read or restored. The message says why, and what to do."""
