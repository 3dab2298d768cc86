"""Pages that other processes made: found on disk by their address and their ETag, or not at all."""

import os
import stat
from pathlib import Path

import pytest
from django.http import HttpResponse

from tournaments.views.hall.finished import Page, packed
from tournaments.views.hall.kept import KeptPages, Place
from tournaments.views.hall.on_disk import PagesOnDisk, forget_pages

ADDRESSES = ("/t/a/?", "/t/a/?as=list", "/en/t/a/?", "/t/b/?")
ETAGS = ('"1-7-it-c"', '"1-8-it-c"', '"1-7-en-c"', '"2-7-it-c"', '"1-7-it-d"')


def page(content: str, etag: str = ETAGS[0]) -> Page:
    return Page(etag=etag, packed=packed(content.encode()), content_type="text/html", made_in=0.1, made_at=0)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "pages"


def test_another_process_finds_a_page_by_its_address_and_its_etag_alone(folder: Path) -> None:
    here, there = PagesOnDisk(folder), PagesOnDisk(folder)
    for address, etag in zip(ADDRESSES, ETAGS, strict=False):
        here.keep(address, page(f"{address} {etag}", etag))
    for address in ADDRESSES:
        for etag in ETAGS:
            found, own = there.page(address, etag), ETAGS[ADDRESSES.index(address)]
            assert (found is None) == (etag != own)
            assert found is None or (found.etag, found.packed) == (etag, packed(f"{address} {etag}".encode()))


def test_what_is_true_now_takes_the_place_of_what_was(folder: Path) -> None:
    pages = PagesOnDisk(folder)
    for etag in ETAGS:
        pages.keep("/t/a/?", page(etag, etag))
    assert [etag for etag in ETAGS if pages.page("/t/a/?", etag)] == [ETAGS[-1]]
    assert len(list(folder.iterdir())) == 1


def test_a_file_of_another_address_is_no_page(folder: Path) -> None:
    pages = PagesOnDisk(folder)
    pages.keep("/t/a/?", page("a"))
    (name,) = (file.name for file in folder.iterdir())
    pages.keep("/t/b/?", page("b"))
    (other,) = (file for file in folder.iterdir() if file.name != name)
    other.replace(folder / name)
    assert pages.page("/t/a/?", ETAGS[0]) is None


def test_half_a_file_is_no_page_nor_is_one_with_a_wrong_byte(folder: Path) -> None:
    pages = PagesOnDisk(folder)
    pages.keep("/t/a/?", page("a"))
    (file,) = folder.iterdir()
    whole = file.read_bytes()
    packed_at = whole.index(b"\n") + 1
    for length in range(len(whole)):
        file.write_bytes(whole[:length])
        assert pages.page("/t/a/?", ETAGS[0]) is None
    for at in range(packed_at, len(whole)):
        file.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        assert pages.page("/t/a/?", ETAGS[0]) is None
    for head in (b"[]", b"null", b"{}", b"\xff"):
        file.write_bytes(head + b"\n" + whole[packed_at:])
        assert pages.page("/t/a/?", ETAGS[0]) is None
    file.write_bytes(whole)
    assert pages.page("/t/a/?", ETAGS[0]) is not None


def test_where_nothing_can_be_written_pages_are_made_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "pages").write_text("a file where the folder should be")
    pages = KeptPages(PagesOnDisk(tmp_path / "pages"))
    assert pages.page(Place(1, "/t/a/?"), ETAGS[0], lambda: HttpResponse("a"), crowded=False).etag == ETAGS[0]
    pages.forget()


def test_the_oldest_give_way_by_number_and_by_size(folder: Path) -> None:
    for address in map(str, range(6)):
        PagesOnDisk(folder).keep(address, page(address))
        for file in folder.iterdir():
            os.utime(file, ns=(0, file.stat().st_mtime_ns - 10**9))
    PagesOnDisk(folder, most_files=3).keep("newest", page("newest"))
    kept = [address for address in (*map(str, range(6)), "newest") if PagesOnDisk(folder).page(address, ETAGS[0])]
    assert kept == ["4", "5", "newest"]
    size = max(file.stat().st_size for file in folder.iterdir())
    PagesOnDisk(folder, most_bytes=size).keep("newest", page("newest"))
    assert len(list(folder.iterdir())) == 1


def test_what_was_kept_is_forgotten_at_once(folder: Path) -> None:
    PagesOnDisk(folder).keep("/t/a/?", page("a"))
    forget_pages(folder)
    forget_pages(folder)
    assert PagesOnDisk(folder).page("/t/a/?", ETAGS[0]) is None
    assert list(folder.parent.iterdir()) == []


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps no owner-only permission in the mode")
def test_nobody_else_on_the_computer_reads_them(folder: Path) -> None:
    before = os.umask(0)
    try:
        PagesOnDisk(folder).keep("/t/a/?", page("a"))
    finally:
        os.umask(before)
    assert [stat.S_IMODE(path.stat().st_mode) for path in (folder, *folder.iterdir())] == [0o700, 0o600]
