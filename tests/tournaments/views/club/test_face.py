"""The club's logo and accent colour: chosen, refused with a way out, and seen on pages, sheets and pictures."""

import warnings
from io import BytesIO, StringIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client
from PIL import Image, ImageDraw
from pypdf import PdfReader

from accounts.models import Role
from tests.factories import make_account, make_tournament, play_round, start_round
from tests.tournaments.views.pages import html_of, text_of
from tournaments.models import Club, ClubLogo
from tournaments.services import club_choose_accent, club_put_logo, tournament_finish_play, tournament_make_final

pytestmark = pytest.mark.django_db

PAGE, LOGO = "/en/club/face/", "/en/club/face/logo/"
RED, YELLOW = "#8a1c1c", "#ffd700"


@pytest.fixture
def administrator() -> Client:
    client = Client()
    client.force_login(make_account("marta", Role.ADMINISTRATOR))
    return client


def drawing(
    width: int = 200, height: int = 100, *, ground: str | None = None, ink: str = "#1d4e89", kind: str = "PNG"
) -> bytes:
    """Return a disc, with a margin of a tenth of the height around it."""
    image = Image.new("RGBA" if ground is None else "RGB", (width, height), ground or (0, 0, 0, 0))
    ImageDraw.Draw(image).ellipse((height // 10, height // 10, width - height // 10, height - height // 10), fill=ink)
    file = BytesIO()
    image.save(file, kind)
    return file.getvalue()


def holed() -> bytes:
    """Return a white square with a hole."""
    image, file = Image.new("RGBA", (60, 60), "#ffffff"), BytesIO()
    ImageDraw.Draw(image).rectangle((20, 20, 40, 40), fill=(0, 0, 0, 0))
    image.save(file, "PNG")
    return file.getvalue()


def sent(client: Client, content: bytes) -> str:
    """Send a logo; return what a refusal says, or nothing."""
    response = client.post(LOGO, {"logo": SimpleUploadedFile("logo.png", content)})
    return text_of(response) if response.status_code == 422 else ""


def test_a_colour_is_taken_and_the_pages_are_of_it(administrator: Client, client: Client) -> None:
    tournament = make_tournament(pairs=4)
    address = f"/en/t/{tournament.slug}/"
    before = client.get(address)
    assert "/face/" not in html_of(before)
    assert administrator.post(PAGE, {"accent": RED.upper()}).status_code == 302
    after = client.get(address, headers={"If-None-Match": before["ETag"]})
    assert after.status_code == 200 and "/face/8a1c1c.css" in html_of(after)
    for page in (administrator.get("/en/"), client.get(f"{address}wall/"), client.get("/en/")):
        assert "/face/8a1c1c.css" in html_of(page)
    style = client.get("/face/8a1c1c.css")
    assert "--club-band:#8a1c1c" in style.content.decode() and style["Content-Type"] == "text/css"
    mark = client.get("/face/8a1c1c.svg")
    assert 'fill="#8a1c1c"' in mark.content.decode() and mark["Content-Type"] == "image/svg+xml"
    assert {one["Cache-Control"] for one in (style, mark)} == {"max-age=31536000, public, immutable"}
    assert administrator.post(PAGE, {"accent": RED, "taken": "#14532d"}).status_code == 302
    assert Club.objects.get().accent == "" and "/face/" not in html_of(client.get(address))


def test_a_colour_that_cannot_be_read_is_refused_and_the_nearest_is_a_press_away(administrator: Client) -> None:
    refused = administrator.post(PAGE, {"accent": YELLOW})
    assert refused.status_code == 422 and not Club.objects.filter(accent__gt="").exists()
    assert (
        f"White letters on {YELLOW} would be hard to read: their contrast is 1.2, and at least 4.5 is needed."
        in text_of(refused)
    )
    offered = refused.context["accent_form"].offered
    assert f'name="taken" value="{offered}"' in html_of(refused)
    assert administrator.post(PAGE, {"accent": YELLOW, "taken": offered}).status_code == 302
    assert Club.objects.get().accent == offered


@pytest.mark.parametrize("typed", ["", "red", "#12345", "#1234567", "#zzzzzz", "#٣٣٣٣٣٣", "</style>"])
def test_what_is_no_colour_is_refused_with_a_sentence(typed: str, administrator: Client) -> None:
    refused = administrator.post(PAGE, {"accent": typed})
    assert refused.status_code == 422 and refused.context["accent_form"].errors["accent"]


def test_a_logo_is_cut_to_what_is_drawn_and_stands_on_white(administrator: Client, client: Client) -> None:
    assert not sent(administrator, drawing())
    logo = ClubLogo.objects.get()
    with Image.open(BytesIO(bytes(logo.image))) as stored:
        assert (
            stored.format == "PNG" and stored.size == (181, 81) and stored.convert("RGB").getpixel((0, 0)) == (255,) * 3
        )
    assert Club.objects.get().logo == logo.name and logo.name.endswith("-181x81")
    address = f"/face/{logo.name}.png"
    assert f'src="{address}" width="181" height="81"' in html_of(client.get("/en/"))
    assert client.get(address)["Content-Type"] == "image/png"
    assert administrator.post(LOGO, {"remove": "1"}).status_code == 302
    assert client.get(address).status_code == 404 and not ClubLogo.objects.exists()
    assert "/face/" not in html_of(client.get("/en/"))


@pytest.mark.parametrize(
    ("width", "height", "shown"), [(1200, 600, (359, 160)), (1600, 200, (480, 50)), (200, 100, (181, 81))]
)
def test_a_logo_is_sent_as_large_as_a_head_needs_it(
    width: int, height: int, shown: tuple[int, int], administrator: Client, client: Client
) -> None:
    assert not sent(administrator, drawing(width, height))
    answer = client.get(f"/face/{ClubLogo.objects.get().name}.png")
    assert answer["Cache-Control"] == "max-age=31536000, public, immutable"
    with Image.open(BytesIO(answer.content)) as small:
        assert small.format == "PNG" and small.size == shown


def test_a_logo_of_many_colours_is_sent_in_as_few_bytes_as_it_needs(administrator: Client, client: Client) -> None:
    up = Image.linear_gradient("L")
    file, again = BytesIO(), BytesIO()
    Image.merge("RGB", (up, up.rotate(90), up.rotate(180))).save(file, "PNG")
    assert not sent(administrator, file.getvalue())
    answer = client.get(f"/face/{ClubLogo.objects.get().name}.png")
    with Image.open(BytesIO(answer.content)) as small:
        assert small.mode == "P"
        small.save(again, "PNG", optimize=True)
    assert len(answer.content) <= len(again.getvalue())


def test_another_logo_replaces_the_first_and_the_same_one_stays(administrator: Client) -> None:
    for ink, count in (("#1d4e89", 1), ("#8a1c1c", 1), ("#8a1c1c", 1)):
        assert not sent(administrator, drawing(ink=ink))
        assert ClubLogo.objects.count() == count and ClubLogo.objects.get().name == Club.objects.get().logo


def test_a_logo_carries_nothing_that_was_hidden_in_its_file(administrator: Client) -> None:
    file = BytesIO()
    exif = Image.Exif()
    exif[0x010F] = "Anna's phone"
    Image.open(BytesIO(drawing(kind="JPEG", ground="#ffeecc"))).save(file, "JPEG", exif=exif, comment=b"Anna's note")
    assert file.getvalue().count(b"Anna") == 2 and not sent(administrator, file.getvalue())
    assert b"Anna" not in bytes(ClubLogo.objects.get().image)


REFUSED = {
    "text": (b"<svg/>", "This file cannot be read as a picture"),
    "another format": (drawing(kind="GIF"), "This file cannot be read as a picture"),
    "cut off": (drawing(ground="#ffffff", kind="JPEG")[:400], "This file cannot be read as a picture"),
    "nothing drawn": (drawing(ink="#00000000"), "The logo is smaller than 32 pixels"),
    "too small": (drawing(20, 20), "The logo is smaller than 32 pixels"),
    "white on nothing": (drawing(ink="#ffffff"), "The logo is white without a ground"),
    "white up to the edges": (holed(), "The logo is white without a ground"),
    "hardly grey": (drawing(ink="#ebebeb"), "The logo is white without a ground"),
    "one pixel too small": (drawing(36, 36), "The logo is smaller than 32 pixels"),
    "too many bytes": (drawing() + bytes(4_000_000), "The picture is larger than 4 MB"),
    "far too many bytes": (bytes(4_100_000), "The picture is larger than 4 MB"),
}


@pytest.mark.parametrize(("content", "sentence"), REFUSED.values(), ids=REFUSED)
def test_a_logo_that_cannot_be_used_is_refused_with_a_sentence(
    content: bytes, sentence: str, administrator: Client
) -> None:
    assert sentence in sent(administrator, content)
    assert not ClubLogo.objects.exists()


@pytest.mark.parametrize(
    "content",
    [drawing(37, 37), drawing(ink="#eaeaea"), drawing(ground="#ffffff", ink="#ffffff")],
    ids=["32 pixels", "hardly dark", "with a ground"],
)
def test_a_logo_that_is_just_large_or_dark_enough_or_has_a_ground_is_taken(content: bytes) -> None:
    assert club_put_logo(sent=content).logo == ClubLogo.objects.get().name


def test_too_many_pixels_are_refused_before_they_are_unfolded(administrator: Client) -> None:
    file = BytesIO()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Image.DecompressionBombWarning)
        Image.new("1", (7_200, 7_200)).save(file, "PNG")
    assert "The picture has more than 50 million pixels" in sent(administrator, file.getvalue())


def test_a_form_without_a_file_says_what_is_missing(administrator: Client) -> None:
    refused = administrator.post(LOGO, {})
    assert refused.status_code == 422 and refused.context["logo_form"].errors["logo"]


def test_sheets_and_pictures_are_of_the_clubs_face(administrator: Client, client: Client) -> None:
    tournament = make_tournament(pairs=4, rounds_planned=1)
    play_round(start_round(tournament))
    tournament_finish_play(tournament=tournament)
    tournament_make_final(tournament=tournament)
    sheet_at, picture_at = (
        f"/en/tournaments/{tournament.slug}/print/ranking.pdf",
        f"/en/t/{tournament.slug}/ranking-1080x1080.png",
    )

    def seen() -> tuple[bytes, int, bytes]:
        sheet = administrator.get(sheet_at)
        assert sheet.status_code == 200
        pages = PdfReader(BytesIO(sheet.content)).pages
        return sheet.content, len(pages[0].images), client.get(picture_at).content

    first_sheet, images, first_picture = seen()
    club_choose_accent(accent=RED)
    red_sheet, _images, red_picture = seen()
    assert red_sheet != first_sheet and red_picture != first_picture
    with Image.open(BytesIO(red_picture)) as picture:
        assert picture.convert("RGB").getpixel((3, 3)) == (0x8A, 0x1C, 0x1C)
    club_put_logo(sent=drawing())
    logo_sheet, with_logo, logo_picture = seen()
    assert with_logo == images + 1 and logo_sheet != red_sheet and logo_picture != red_picture


def test_the_journal_tells_both(administrator: Client) -> None:
    administrator.post("/en/club/", {"name": "Aurora", "lines": "compass"})
    administrator.post(PAGE, {"accent": RED})
    sent(administrator, drawing())
    told = text_of(administrator.get("/en/club/journal/"))
    assert "The club’s colour" in told and RED in told and "the program’s green" in told
    assert "The club has another logo." in told


def test_the_check_of_the_club_finds_a_lost_and_a_damaged_logo() -> None:
    club_choose_accent(accent=RED)
    club_put_logo(sent=drawing())
    call_command("check_club", stdout=StringIO())
    ClubLogo.objects.update(image=b"zap")
    with pytest.raises(CommandError, match="is damaged: upload it again|è danneggiato"):
        call_command("check_club", stdout=StringIO())
    ClubLogo.objects.all().delete()
    with pytest.raises(CommandError, match="is missing|manca il logo"):
        call_command("check_club", stdout=StringIO())
