"""The program's fonts, cut down from their packages: `python -m benchmarks.fonts` writes static/fonts/.

Needs npm and `pip install fonttools brotli`, in an environment of its own if you like. Literata is for the names of
things, Atkinson Hyperlegible Next for figures and text; both are under the SIL Open Font License, kept beside them.
Pages get them as WOFF2, sheets and pictures as TrueType.

The figures of all are equally wide and their zero is plain, in the files themselves: paper knows no font features.
"""

import subprocess
import tarfile
from array import array
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

FOLDER = Path(__file__).resolve().parents[1] / "static" / "fonts"
ALPHABETS = ("latin", "latin-ext")
LETTERS = (*range(0x20, 0x7F), *range(0xA0, 0x180), 0x192, *range(0x218, 0x21C), 0x2BC, 0x2C6, 0x2DA, 0x2DC)
SIGNS = (*range(0x2010, 0x2016), *range(0x2018, 0x201F), 0x2020, 0x2022, 0x2026, 0x2030, 0x2039, 0x203A, 0x2044)
OTHERS = (0x20AC, 0x2122, 0x2212, 0x2215, 0x2248, 0x2260, 0x2264, 0x2265)
MADE = 3_800_000_000
"""The moment that the files name, always the same one, so that the same packages give the same bytes."""
POSTSCRIPT_NAME, WINDOWS_ENGLISH = 6, (3, 1, 0x409)
"""By this name paper tells the fonts of a family apart."""
FEATURES = ["kern", "mark", "mkmk", "ccmp", "locl"]
"""Without ligatures, which a sheet would not have."""


@dataclass(frozen=True)
class Cut:
    """A font of the program: the file's name, and where it comes from."""

    name: str
    package: str
    file: str
    """The beginning and the end of the files of its alphabets."""
    axes: dict[str, float]

    def source(self, alphabet: str) -> str:
        return self.file.format(alphabet=alphabet)


ATKINSON = (
    "@fontsource-variable/atkinson-hyperlegible-next@5.3.0",
    "atkinson-hyperlegible-next-{alphabet}-wght-normal",
)
LITERATA = ("@fontsource-variable/literata@5.3.0", "literata-{alphabet}-opsz-normal")
CUTS = (
    Cut("AtkinsonNext-Regular", *ATKINSON, {"wght": 400}),
    Cut("AtkinsonNext-Bold", *ATKINSON, {"wght": 700}),
    Cut("Literata-SemiBold", *LITERATA, {"wght": 600, "opsz": 24}),
)


def unpacked(package: str, folder: Path) -> Path:
    """Return the folder of an npm package."""
    packed = subprocess.run(
        ["npm", "pack", "--silent", "--pack-destination", str(folder), package],
        check=True,
        capture_output=True,
        text=True,
    ).stdout.split()[-1]
    target = folder / packed.removesuffix(".tgz")
    with tarfile.open(folder / packed) as archive:
        archive.extractall(target, filter="data")
    return target / "package"


def cut(font: Cut, package: Path, folder: Path) -> Any:
    """Return the font as one of all its alphabets, at its place on the axes, with the letters of the program."""
    from fontTools.merge import Merger
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont
    from fontTools.varLib.instancer import instantiateVariableFont

    parts = []
    for alphabet in ALPHABETS:
        whole = TTFont(package / "files" / f"{font.source(alphabet)}.woff2")
        part = instantiateVariableFont(whole, font.axes)
        if alphabet == ALPHABETS[0]:
            equal_figures(part)
            plain_zero(part)
        options = Options(layout_features=FEATURES, hinting=False, notdef_outline=True, name_IDs=[0, 1, 2, 13, 14])
        options.drop_tables += ["vhea", "vmtx", "STAT", "MVAR", "HVAR", "VVAR", "avar", "gasp", "prep"]
        subsetter = Subsetter(options)
        subsetter.populate(unicodes=[*LETTERS, *SIGNS, *OTHERS])
        subsetter.subset(part)
        part.flavor = None
        parts.append(folder / f"{font.name}-{alphabet}.ttf")
        part.save(parts[-1])
    merged = Merger().merge([str(part) for part in parts])
    merged["name"].setName(font.name, POSTSCRIPT_NAME, *WINDOWS_ENGLISH)
    merged.recalcTimestamp = False
    merged["head"].created = merged["head"].modified = MADE
    return merged


def equal_figures(font: Any) -> None:
    """Let the figures be those of the feature `tnum`, which are equally wide."""
    for table in font["cmap"].tables:
        for figure in range(ord("0"), ord("9") + 1):
            tabular = f"{table.cmap.get(figure)}.tf"
            if tabular in font["glyf"].glyphs:
                table.cmap[figure] = tabular


def plain_zero(font: Any) -> None:
    """Give a zero that is cut by a stroke one counter instead of two: its own outline, as narrow as both together."""
    from fontTools.ttLib.tables._g_l_y_f import Glyph, GlyphCoordinates

    glyphs = font["glyf"]
    zero = glyphs["zero"]
    if zero.numberOfContours < 3:
        return
    ends = [-1, *zero.endPtsOfContours]
    contours = [
        (list(zero.coordinates[a + 1 : b + 1]), list(zero.flags[a + 1 : b + 1]))
        for a, b in zip(ends, ends[1:], strict=False)
    ]
    outer = max(contours, key=lambda one: extent(one[0])[2] - extent(one[0])[0])
    inner = [point for points, _flags in contours if points is not outer[0] for point in points]
    (left, low, right, high), (left2, low2, right2, high2) = extent(outer[0]), extent(inner)
    counter = [
        (
            round(left2 + (x - left) * (right2 - left2) / (right - left)),
            round(low2 + (y - low) * (high2 - low2) / (high - low)),
        )
        for x, y in reversed(outer[0])
    ]
    drawn = Glyph()
    drawn.numberOfContours = 2
    drawn.coordinates = GlyphCoordinates([*outer[0], *counter])
    drawn.flags = array("B", [*outer[1], *reversed(outer[1])])
    drawn.endPtsOfContours = [len(outer[0]) - 1, 2 * len(outer[0]) - 1]
    drawn.program = zero.program
    glyphs["zero"] = drawn
    drawn.recalcBounds(glyphs)


def extent(points: list[tuple[int, int]]) -> tuple[int, int, int, int]:
    """Return left, low, right and high."""
    xs, ys = [x for x, _y in points], [y for _x, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def main() -> None:
    with TemporaryDirectory() as temporary:
        folder = Path(temporary)
        packages = {font.package: unpacked(font.package, folder) for font in CUTS}
        for package, place in packages.items():
            licence = FOLDER / f"LICENSE-{package.split('/')[1].split('@')[0]}"
            licence.write_bytes((place / "LICENSE").read_bytes())
        for font in CUTS:
            made = cut(font, packages[font.package], folder)
            made.save(FOLDER / f"{font.name}.ttf")
            made.flavor = "woff2"
            made.save(FOLDER / f"{font.name}.woff2")
            sizes = [f"{(FOLDER / f'{font.name}.{kind}').stat().st_size:>8,} bytes {kind}" for kind in ("ttf", "woff2")]
            print(f"{font.name:24}{'  '.join(sizes)}")


if __name__ == "__main__":
    main()
