"""The styles: contrast in both themes, nothing that the policy forbids, nothing from other sites."""

import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
TOKENS = (ROOT / "static/css/tokens.css").read_text(encoding="utf-8")
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
OWN_ASSETS = sorted(path for folder in ("css", "js") for path in (ROOT / "static" / folder).rglob("*.*"))
VENDORED = sorted(path for path in (ROOT / "static/vendor").rglob("*") if path.suffix in (".css", ".js"))

THEMES = ("light", "dark")
GROUNDS = ("paper", "surface", "paper-shade", "felt-tint", "sea-tint", "heart-tint", "gold-tint")
AAA_TEXT, AA_TEXT, AA_EDGE = 7.0, 4.5, 3.0
ON_EVERY_GROUND = {
    "ink": AAA_TEXT,
    "muted": AA_TEXT,
    "felt": AA_TEXT,
    "sea": AA_TEXT,
    "heart": AA_TEXT,
    "edge": AA_EDGE,
}
ON_PAPER_AND_SURFACE = {"gold": AA_EDGE, "silver": AA_EDGE, "bronze": AA_EDGE}
PAIRS = (("on-felt", "felt"), ("on-felt", "felt-strong"), ("band-ink", "band"), ("band-muted", "band"))


def tokens(theme: str) -> dict[str, str]:
    """Return the colours of one theme, as `{"ink": "#1b1f1d"}`."""
    blocks = re.findall(rf'\[data-bs-theme="{theme}"\] \{{(.*?)\n\}}', TOKENS, flags=re.DOTALL)
    return dict(re.findall(r"--club-([\w-]+): (#[0-9a-f]{6});", "".join(blocks)))


def luminance(colour: str) -> float:
    """Return the relative luminance of WCAG 2.2."""
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def test_contrast_is_that_of_wcag() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("name", "least"), ON_EVERY_GROUND.items())
def test_text_can_be_read_on_every_ground(theme: str, name: str, least: float) -> None:
    colours = tokens(theme)
    too_faint = {ground for ground in GROUNDS if contrast(colours[name], colours[ground]) < least}
    assert not too_faint


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("name", "least"), ON_PAPER_AND_SURFACE.items())
def test_the_medals_can_be_seen(theme: str, name: str, least: float) -> None:
    colours = tokens(theme)
    assert min(contrast(colours[name], colours[ground]) for ground in ("paper", "surface")) >= least


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("metal", ["gold", "silver", "bronze"])
def test_the_figure_on_a_medal_is_dark_and_read_from_afar(theme: str, metal: str) -> None:
    colours = tokens(theme)
    assert contrast(colours["on-medal"], colours[f"medal-{metal}"]) >= AAA_TEXT
    assert luminance(colours["on-medal"]) < luminance(colours[f"medal-{metal}"])
    assert contrast(colours[f"medal-{metal}"], colours["band"]) >= AA_EDGE, "a prize is written in metal on felt"


@pytest.mark.parametrize("theme", THEMES)
def test_gold_is_gold(theme: str) -> None:
    assert tokens(theme)["medal-gold"] == "#e3b341"


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("text", "ground"), PAIRS)
def test_text_on_felt_can_be_read(theme: str, text: str, ground: str) -> None:
    colours = tokens(theme)
    assert contrast(colours[text], colours[ground]) >= AA_TEXT


def test_both_themes_name_the_same_colours() -> None:
    assert tokens("light").keys() == tokens("dark").keys()


FORBIDDEN_IN_TEMPLATES = {
    "an inline style": r"\sstyle\s*=|<style",
    "an inline handler": r"<[^>]*\son[a-z]+\s*=\s*[\"']|hx-on[:-]",
    "an inline script": r"<script(?![^>]*\ssrc=)(?![^>]*type=\"application/json\")",
    "an address outside": r"(?:src|href|action)\s*=\s*[\"'](?:https?:)?//",
    "evaluated htmx": r"hx-(?:vals|headers)\s*=\s*[\"'](?:js|javascript):|hx-trigger\s*=\s*\"[^\"]*\[",
}


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT / "templates")))
def test_no_template_needs_what_the_policy_forbids(template: Path) -> None:
    text = template.read_text(encoding="utf-8")
    assert [fault for fault, pattern in FORBIDDEN_IN_TEMPLATES.items() if re.search(pattern, text)] == []


@pytest.mark.parametrize("asset", OWN_ASSETS, ids=lambda path: path.name)
def test_no_asset_of_ours_names_an_address(asset: Path) -> None:
    assert not re.search(r"https?://|\beval\(|@import", asset.read_text(encoding="utf-8"))


@pytest.mark.parametrize("asset", VENDORED, ids=lambda path: path.name)
def test_vendored_files_point_to_no_source_map(asset: Path) -> None:
    assert "sourceMappingURL" not in asset.read_text(encoding="utf-8")
    assert (asset.parent / "LICENSE").exists()


CSS = {
    path.relative_to(ROOT / "static/css").as_posix(): path.read_text(encoding="utf-8")
    for path in sorted((ROOT / "static/css").rglob("*.css"))
}
BOOTSTRAP = (ROOT / "static/vendor/bootstrap/bootstrap.min.css").read_text(encoding="utf-8")
SHARED = {"tokens.css", "base.css", "layout.css", "components.css", "print.css"}
FROM_DJANGO = {"errorlist"}
"""Classes that Django's own templates of forms write."""
BUILT = re.compile(r"([a-zA-Z][\w-]*-)\{")
"""The beginning of a class whose end is computed: `is-{{ state }}`, `f"place-{place}"`."""
SOURCES = {path.relative_to(ROOT / "templates").as_posix(): path.read_text(encoding="utf-8") for path in TEMPLATES}


def area(name: str) -> str:
    """Return the area of a template or a style: `ranking/bracket.css`, `scoring/cards/meld.html`, `club.css`."""
    return name.removeprefix("scoring/").removesuffix(".css").split("/")[0]


def classes_of(style: str) -> set[str]:
    """Return the classes in the selectors of a style."""
    bare = re.sub(r"/\*.*?\*/", "", style, flags=re.DOTALL)
    return set(re.findall(r"\.(-?[a-zA-Z_][\w-]*)", " ".join(re.findall(r"([^{}]+)\{", bare))))


@cache
def classes_in(template: str) -> set[str]:
    """Return the classes in a template's elements, without computed ones such as `place-{{ place }}`."""
    worn = re.findall(r'\bclass="((?:\{%.*?%\}|\{\{.*?\}\}|[^"])*)"', SOURCES[template])
    words = " ".join(re.sub(r"\{%.*?%\}", " ", re.sub(r"\{\{.*?\}\}", "{}", text)) for text in worn)
    return {word for word in words.split() if "{" not in word}


AREAS_OWN: dict[str, set[str]] = {}
"""The classes of each area's style alone."""


@pytest.fixture(scope="module", autouse=True)
def _styles_read() -> None:
    """Read the styles once for these tests, and not in each process that collects tests."""
    everywhere = classes_of(BOOTSTRAP).union(*(classes_of(CSS[name]) for name in SHARED))
    AREAS_OWN.update({name: classes_of(style) - everywhere for name, style in CSS.items() if name not in SHARED})


@cache
def drawn_with(template: str) -> set[str]:
    """Return a template, what it extends, and everything that these include."""
    found: set[str] = set()
    reached = {template}
    while reached:
        found |= reached
        names = {name for one in reached for name in re.findall(r'\{% (?:extends|include) "(.+?)"', SOURCES[one])}
        reached = (names & SOURCES.keys()) - found
    return found


def linked_by(template: str) -> set[str]:
    return {name for one in drawn_with(template) for name in re.findall(r"\{% static 'css/(.+?)' %\}", SOURCES[one])}


PAGES = [name for name in SOURCES if "document.html" in drawn_with(name)]


def test_every_style_is_linked() -> None:
    assert set.union(*(linked_by(page) for page in PAGES)) == CSS.keys()


@pytest.mark.parametrize("template", SOURCES)
def test_no_template_wears_a_class_of_another_area(template: str) -> None:
    """A class that two areas use belongs in components.css."""
    elsewhere = {name: own & classes_in(template) for name, own in AREAS_OWN.items() if area(name) != area(template)}
    assert {name: classes for name, classes in elsewhere.items() if classes} == {}


@pytest.mark.parametrize("template", PAGES)
def test_a_page_links_the_styles_of_all_that_it_draws(template: str) -> None:
    worn = set.union(*(classes_in(one) for one in drawn_with(template)))
    assert {name for name, own in AREAS_OWN.items() if worn & own} <= linked_by(template)


def test_a_player_loads_no_style_of_the_referee() -> None:
    """On the hall's phones every byte is waited for."""
    of_players = {name for name in PAGES if area(name) == "hall"}
    referees = {"club", "people", "rounds", "desk", "printing", "history", "trials"}
    assert {name for page in of_players for name in linked_by(page) if area(name) in referees} == set()


def test_every_class_of_a_style_is_used() -> None:
    """By a template, a script or the program, or its beginning is, where the end is computed."""
    bare = [re.sub(r"\{#.*?#\}|</?\w+", "", source, flags=re.DOTALL) for source in SOURCES.values()]
    scripts = [path.read_text(encoding="utf-8") for path in OWN_ASSETS if path.suffix == ".js"]
    folders = ("accounts", "burraco_club", "pages", "scoring", "tournaments")
    program = [path.read_text(encoding="utf-8") for folder in folders for path in (ROOT / folder).rglob("*.py")]
    texts = [*bare, *scripts, *program]
    used = {word for text in texts for word in re.findall(r"[a-zA-Z][\w-]*", text)} | FROM_DJANGO
    built = tuple({start for text in texts for start in BUILT.findall(text)})
    unused = {(name, style) for style, text in CSS.items() for name in classes_of(text) - used}
    assert not {(name, style) for name, style in unused if not name.startswith(built)}
