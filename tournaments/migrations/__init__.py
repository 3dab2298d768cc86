"""The database's changes, each as it landed.

`0001_initial` names the states of a slip where they stood when it landed, in `tournaments.phone_slips`; a migration
that has landed is never rewritten, so they are found there too, by it alone.
"""

import sys

from tournaments import slips
from tournaments.slips import states

sys.modules["tournaments.phone_slips"] = slips
sys.modules["tournaments.phone_slips.states"] = states
sys.modules["tournaments"].phone_slips = slips  # type: ignore[attr-defined]
