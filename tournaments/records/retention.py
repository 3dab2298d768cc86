"""How long personal data are kept: the one place from which services, commands and the page for players take it."""

from datetime import timedelta
from typing import Final

PHOTOS_AFTER_FINAL: Final = timedelta(days=30)
"""The time after a tournament became final: objections have been made by then."""
CONTACTS_AFTER_FINAL: Final = timedelta(days=30)
"""The time after a tournament became final in which the club may need to reach its players."""
CONTACTS_AFTER_ITS_DAY: Final = timedelta(days=90)
"""The time after a tournament's day, if it never became final."""
TOURNAMENTS_RESTORED_WITHIN: Final = timedelta(days=30)
"""The time in which a deleted tournament can be restored."""
LISTS_LOOKED_AT_FOR: Final = timedelta(days=1)
"""The time after which a list that nobody imported is deleted."""
LISTS_UNDONE_WITHIN: Final = timedelta(days=30)
"""The time in which an import of members can be undone."""
MERGES_UNDONE_WITHIN: Final = timedelta(days=30)
"""The time in which a merge of two members can be undone."""
YEARS_AFTER_LEAVING: Final = (1, 30)
"""The fewest and most years after which a club has the personal data of a member who left deleted."""
