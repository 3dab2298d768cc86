"""The garbage collector of a process that serves."""

import gc

from burraco_club.garbage import NEW_OBJECTS, spare_what_is_loaded


def test_what_is_loaded_stays_and_what_is_new_is_examined_less_often() -> None:
    before = gc.get_threshold()
    try:
        spare_what_is_loaded()
        assert gc.get_threshold() == (NEW_OBJECTS, *before[1:]) and gc.get_freeze_count() > NEW_OBJECTS
    finally:
        gc.set_threshold(*before)
