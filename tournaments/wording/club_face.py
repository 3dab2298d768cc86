"""What is wrong with a logo, and how a refused colour is answered."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.slips.photos import PhotoFault

LOGO_FAULTS: Mapping[PhotoFault, Promise] = {
    PhotoFault.NO_PICTURE: _("This file cannot be read as a picture: choose a PNG or JPEG."),
    PhotoFault.TOO_MANY_BYTES: _("The picture is larger than 4 MB: choose a smaller one."),
    PhotoFault.TOO_MANY_PIXELS: _("The picture has more than 50 million pixels: choose a smaller one."),
}

COLOUR_REFUSED = _(
    "White letters on %(colour)s would be hard to read: their contrast is %(contrast)s, and at least %(least)s is "
    "needed."
)
