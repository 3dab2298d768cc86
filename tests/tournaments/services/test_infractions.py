"""The club's list of infractions: left out, changed, restored, deleted."""

import pytest

from pages.refusals import Refused
from tournaments.models import Infraction
from tournaments.records import Measure
from tournaments.selectors.infractions import infraction_of_club
from tournaments.services import infraction_remove, infraction_reset, infraction_save
from tournaments.wording.infractions import usual_infractions

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]


def rows() -> list[tuple[str, str, bool]]:
    return list(Infraction.objects.order_by("pk").values_list("key", "title", "offered"))


def test_what_is_left_out_is_still_found_by_its_key() -> None:
    usual, another = usual_infractions()[:2]
    infraction_remove(key=usual.key)
    found = [infraction_of_club(key) for key in (usual.key, another.key, "unknown")]
    assert found == [usual, another, None]


def test_a_usual_one_is_left_out_and_restored_and_an_own_one_is_deleted() -> None:
    usual, another = usual_infractions()[:2]
    infraction_remove(key=usual.key)
    assert rows() == [(usual.key, usual.title, False)]
    own = infraction_save(title="Telefono", measure=Measure.WARNING)
    infraction_save(key=another.key, title="Altro nome", measure=Measure.WARNING)
    infraction_remove(key=another.key)
    assert rows() == [(usual.key, usual.title, False), ("", "Telefono", True), (another.key, "Altro nome", False)]
    assert infraction_save(key=another.key, title="Altro nome", measure=Measure.WARNING).offered
    infraction_reset(key=another.key)
    infraction_reset(key="")
    assert rows() == [(usual.key, usual.title, False), ("", "Telefono", True)]
    infraction_remove(key=str(own.pk))
    infraction_reset(key=usual.key)
    assert rows() == []


def test_an_infraction_has_a_title_and_may_leave_the_points_to_the_referee() -> None:
    with pytest.raises(Refused, match="Say what the infraction is"):
        infraction_save(title=" ", measure=Measure.WARNING)
    assert infraction_save(title="Ritardo", measure=Measure.MP).points is None
    with pytest.raises(Refused, match="multiple of 5"):
        infraction_save(title="Ritardo", measure=Measure.MP, points=-99)
    assert rows() == [("", "Ritardo", True)]
