"""Every message of the code and of the templates has a translation in every language of the program.

The messages are found without gettext's own tools, which a club's computer does not have.
"""

import ast
import pkgutil
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from string import Formatter

import django
import polib
import pytest
from django.apps import apps
from django.conf import settings
from django.contrib.auth.password_validation import get_default_password_validators
from django.core.exceptions import ValidationError
from django.forms import BaseForm
from django.utils.translation import override

from tests.catalog_template import (
    CONTEXT,
    PLAIN,
    PLURAL,
    PLURAL_IN_CONTEXT,
    PROGRAM,
    TEMPLATE,
    Message,
    catalog_template,
    in_python,
)

ROOT = Path(__file__).parents[1]
LANGUAGES = [code for code, _name in settings.LANGUAGES if code != "en"]
OF_MEMBERS = {"member", "optional_member"}
"""The functions that describe a member of an API where it is declared. Several documents share such members."""


@cache
def catalog(language: str) -> polib.POFile:
    return polib.pofile(str(ROOT / f"locale/{language}/LC_MESSAGES/django.po"))


@cache
def entries_of(language: str) -> dict[Message, polib.POEntry]:
    return {(entry.msgctxt, entry.msgid): entry for entry in catalog(language) if not entry.obsolete}


@cache
def of_django() -> set[Message]:
    """Return Django's own messages, which a catalogue may say otherwise."""
    paths = Path(django.__file__).parent.rglob("locale/de/LC_MESSAGES/django.po")
    return {(entry.msgctxt, entry.msgid) for path in paths for entry in polib.pofile(str(path))}


def sentences_in(path: Path) -> Iterator[Message]:
    """Return the whole sentences of a module. A single word with a full stop is an abbreviation."""
    found = (place.message for place in in_python(path, but_in=OF_MEMBERS))
    return (message for message in found if message[1].endswith(".") and " " in message[1])


def test_a_sentence_stands_once(tmp_path: Path):
    """Within one context: pairs and players may share a sentence in English alone."""
    places: dict[Message, list[str]] = {}
    for folder in PROGRAM:
        for path in sorted((ROOT / folder).rglob("*.py")):
            for sentence in sentences_in(path):
                places.setdefault(sentence, []).append(str(path.relative_to(ROOT)))
    assert {sentence: where for sentence, where in places.items() if len(where) > 1} == {}
    planted = tmp_path / "planted.py"
    planted.write_text(
        '_("Not so.")\nmember(_("Its own name."))\npgettext("pairs", "Not so.")\n_("no.")\n_("Not so.")\n'
    )
    assert [*sentences_in(planted)] == [(None, "Not so."), ("pairs", "Not so."), (None, "Not so.")]


def italian(entry: polib.POEntry) -> list[str]:
    return [text for text in (entry.msgstr, *entry.msgstr_plural.values()) if text]


@pytest.fixture(scope="module")
def template() -> polib.POFile:
    return catalog_template()


def test_the_catalog_to_translate_is_that_of_the_program(template: polib.POFile):
    """`python -m tests.catalog_template` writes it."""
    assert polib.pofile(str(TEMPLATE), wrapwidth=100) == template


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_catalog_has_every_message_and_nothing_that_nobody_says(language: str, template: polib.POFile):
    entries = entries_of(language)
    messages = {(entry.msgctxt, entry.msgid): entry for entry in template}
    assert [f"{entry.occurrences[0][0]}: {key}" for key, entry in messages.items() if key not in entries] == []
    assert [key for key in entries if key not in messages and key not in of_django()] == []
    ours = ((key, entry) for key, entry in entries.items() if key in messages)
    assert [key for key, entry in ours if (entry.msgid_plural or "") != messages[key].msgid_plural] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_message_of_the_catalog_is_left_in_english(language: str):
    entries = entries_of(language).values()
    assert [entry.msgid for entry in entries if "fuzzy" in entry.flags or not entry.translated()] == []


EVERYWHERE = "base canasta h min mitchell mp ns vp"
SAME = {
    "it": "account burraco diff ex aequo file girone gironi in json link logo menu no password pinella pozzetto"
    " l j f y",
    "es": "club final individual joker logo no r rating ratings total",
    "pt": "backups bye check-in final individual joker link menu r rating ratings sites total",
}
"""The words that a language shares with English."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_message_that_is_the_english_one_has_only_words_that_both_share(language: str):
    alike = [entry.msgid for entry in entries_of(language).values() if entry.msgid in italian(entry)]
    words = {word.lower() for text in alike for word in re.findall(r"[^\W\d_]+(?:-[^\W\d_]+)?", without_facts(text))}
    assert words == {*EVERYWHERE.split(), *SAME.get(language, "").split()}


def without_facts(text: str) -> str:
    return re.sub(r"%\(\w+\)[a-z]|\{\w*\}|<[^>]+>|\S+://\S+", " ", text)


def facts(text: str) -> set[str]:
    """Return the placeholders of a sentence: `%(table)s`, `{name}`."""
    named = {name for _text, name, _spec, _conversion in Formatter().parse(text) if name}
    return named | set(re.findall(r"%\((\w+)\)[a-z]", text))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_fills_in_the_same_facts(language: str):
    for key, entry in entries_of(language).items():
        wanted = facts(entry.msgid) | facts(entry.msgid_plural or "")
        for translation in [entry.msgstr] if not entry.msgid_plural else entry.msgstr_plural.values():
            # The singular may say "one" instead of the number, and Django says more than is asked; apart from that,
            # placeholders are the same.
            assert facts(translation) <= wanted, entry.msgid
            assert entry.msgid_plural or facts(translation) == wanted or key in of_django(), entry.msgid


def texts(entry: polib.POEntry) -> list[str]:
    return [text for text in (entry.msgid, entry.msgid_plural, entry.msgstr, *entry.msgstr_plural.values()) if text]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_can_be_filled(language: str):
    """A bare percent sign is read as a placeholder: in a sentence it is `%%`, and where none is filled it is a word."""
    for entry in entries_of(language).values():
        for text in texts(entry):
            text % (dict.fromkeys(facts(text), 1) if "%(" in text else (1,) * text.count("%d"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_said_within_a_sentence_is_no_question_of_its_own(language: str):
    """What begins small in English gets its capital where it stands alone: `¿` in front of it would have none."""
    inside = [entry for entry in entries_of(language).values() if entry.msgid[:1].islower()]
    assert [entry.msgid for entry in inside if any(text[:1] in "¿¡" for text in italian(entry))] == []


ONE_SAYS_NO_NUMBER = {
    "One thing is wrong.": "shown where something is wrong",
    "One thing is wrong:": "shown where something is wrong",
    "The best result counts": "a season counts one result or more",
    "and %(counter)s more": "shown where there are more",
    "only the last round counts as met": "the modified Danish remembers one round",
    "Every week: %(day)s": "the least interval",
    "Every month: %(day)s": "the least interval",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_where_nought_is_singular_the_singular_says_its_number(language: str):
    """Portuguese would say of 0 what it says of 1, so only what is never said of 0 may leave the number out."""
    if "n > 1" not in catalog(language).metadata["Plural-Forms"]:
        pytest.skip("nought is plural")
    plurals = [entry for key, entry in entries_of(language).items() if entry.msgid_plural and key not in of_django()]
    silent = [entry for entry in plurals if len({frozenset(facts(text)) for text in entry.msgstr_plural.values()}) > 1]
    assert [entry.msgid for entry in silent if entry.msgid not in ONE_SAYS_NO_NUMBER] == []


def filled(tree: ast.AST) -> Iterator[tuple[int, set[str], set[str]]]:
    """Yield the line, the facts asked for and the facts given of each sentence that is filled where it is written."""
    for node in ast.walk(tree):
        match node:
            case ast.BinOp(left=ast.Call(func=ast.Name(id=name), args=args), op=op, right=right) if (
                name in PLAIN | PLURAL | CONTEXT | PLURAL_IN_CONTEXT and not isinstance(op, ast.Add)
            ):
                assert isinstance(op, ast.Mod), f"line {node.lineno}: a sentence is filled with %"
                if isinstance(right, ast.Dict) and None not in right.keys:
                    literals = [arg.value for arg in args if isinstance(arg, ast.Constant)]
                    asked = {fact for text in literals if isinstance(text, str) for fact in facts(text)}
                    yield node.lineno, asked, {ast.literal_eval(key) for key in right.keys if key}


def test_a_sentence_is_given_the_facts_that_it_asks_for():
    """Many are said only to somebody who does what nobody does, and would end in an error there."""
    wrong = [
        f"{path.relative_to(ROOT)}:{line}: {asked} is given {given}"
        for package in PROGRAM
        for path in sorted((ROOT / package).rglob("*.py"))
        for line, asked, given in filled(ast.parse(path.read_text(encoding="utf-8")))
        if asked != given
    ]
    assert not wrong, "\n".join(wrong)


def test_annulla_undoes_and_never_leaves_a_dialog():
    """On a button it could undo or leave the dialog, so it is for undoing, void receipts and evenings called off."""
    called_off = r"call(?:ed)? (?:the evening |it )?off"
    undoes = re.compile(rf"und(?:o|one)\b|take[n]? back|\bvoid(?:ed)?\b|{called_off}|cancellation", re.IGNORECASE)
    others = [
        entry.msgid
        for entry in entries_of("it").values()
        if any("annull" in text.lower() for text in italian(entry)) and not undoes.search(entry.msgid)
    ]
    assert others == []
    written = [*(ROOT / "templates").rglob("*.html"), *(ROOT / "static" / "js").rglob("*.js")]
    assert [str(path) for path in written if "annull" in path.read_text(encoding="utf-8").lower()] == []


STALE_ITALIAN = {
    "cronologia": "storico of a tournament, registro of the club",
    "sei uscito": "no participle says whether the reader is a man: l’accesso è chiuso",
    "sono arrivato": "ci sono",
    "siamo arrivati": "ci siamo",
    "sei (?:già )?entrato": "hai (già) fatto l’accesso",
    "stata seduta|stato seduto": "ha già avuto un tavolo",
    "schermo di sala": "schermo della sala",
    "i mp": "gli MP",
    "come è finita": "com’è finita",
    "tempo di verifica": "verifica",
    "tracciat[oi]": "modello, of a file",
    "dimentic(?!ata)[a-z]+": "cancella i dati, of a person",
    "contatt[oi]": "recapito",
    "club(?<!burraco club)(?<!python3 club)(?<!\\{club)": "circolo the association, programma the software",
    "sem[ei] (?:del|dei) sorteggi[o]?": "numero del sorteggio: at a card table semi are hearts and spades",
    "(?:ri)?sorteggia(?:re)?": "abbina: most systems draw nothing by lot",
    "stanno su|sta su(?:l|lla)?": "compare",
}
"""Words that Italian no longer uses, as regular expressions of whole words, with the replacement or the reason."""


@pytest.mark.parametrize("stale", STALE_ITALIAN)
def test_one_word_for_one_thing_in_italian(stale: str):
    found = re.compile(rf"(?<![\w-])(?:{stale})(?!\w)", re.IGNORECASE)
    # In a set of random draws the word is right, as it is in quoted text that the reader types.
    chance = {"The same seed always gives the same draw; a different one gives another draw."}
    assert [
        entry.msgid
        for entry in entries_of("it").values()
        if entry.msgid not in chance and any(found.search(text) for text in italian(entry))
    ] == []


def test_ordinals_have_their_own_sign():
    """`3º posto`, not a degree sign."""
    assert [entry.msgid for entry in entries_of("it").values() if any("°" in text for text in italian(entry))] == []


def test_italian_has_typographic_apostrophes_and_quotes():
    """`dell’arbitro`, «riserva»: as on the pages and the sheets."""
    translations = {
        entry.msgid: " ".join([entry.msgstr, *entry.msgstr_plural.values()]) for entry in entries_of("it").values()
    }
    assert [
        msgid for msgid, italian in translations.items() if re.search(r"[^\W\d_]'[^\W\d_]|[^\W\d_]'[%{]|[“”]", italian)
    ] == []


def test_english_has_typographic_apostrophes_but_where_a_migration_would_be_due():
    """The labels of columns are in the migrations too; only the administration and the history show them."""
    of_columns = {
        "The federation's card, with its leading zeros.",
        "substitutes may take a player's place",
    }
    typed = {entry.msgid for entry in entries_of("it").values() if re.search(r"[^\W\d_]'(?:[^\W\d_]|\s)", entry.msgid)}
    assert typed == of_columns


def test_italian_says_tu_and_gives_no_order_in_the_infinitive():
    """At the start of a sentence infinitives would be an impersonal order: `Controlla`, not `Controllare`."""
    orders = "Controllare|Scegliere|Scrivere|Lasciare|Inserire|Premere|Indicare|Dire"
    order = re.compile(rf"(?:^|[.:;?!] )(?:{orders})\b", re.IGNORECASE)
    translations = {
        entry.msgid: " ".join([entry.msgstr, *entry.msgstr_plural.values()]) for entry in entries_of("it").values()
    }
    assert [msgid for msgid, italian in translations.items() if order.search(italian)] == []


# --- Django's own sentences -------------------------------------------------------------------------------------------

FORMS = ("accounts.forms", "scoring.forms", "tournaments.forms")


def every_form() -> Iterator[type[BaseForm]]:
    for package in FORMS:
        for module in pkgutil.walk_packages(import_module(package).__path__, f"{package}."):
            import_module(module.name)
    waiting: list[type[BaseForm]] = [BaseForm]
    while waiting:
        waiting += (form := waiting.pop()).__subclasses__()
        yield form


def sentences_of_django() -> set[str]:
    """Return Django's messages about these forms, their columns and passwords, in the active language."""
    sentences = set[str]()
    fields = [field for form in every_form() for field in getattr(form, "base_fields", {}).values()]
    # Nobody types a foreign key: messages about a wrong one are for programmers.
    fields += [column for model in apps.get_models() for column in model._meta.fields if not column.is_relation]
    for field in fields:
        sentences |= {str(message) for message in field.error_messages.values()}
        sentences |= {str(getattr(check, "message", "")) for check in field.validators}
    for check in get_default_password_validators():
        sentences.add(check.get_help_text())
        for password in ("a", "password1234"):
            try:
                check.validate(password)
            except ValidationError as refused:
                sentences.update(refused.messages)
    return sentences - {""}


@pytest.mark.parametrize("language", LANGUAGES)
def test_django_refuses_in_the_readers_language_too(language: str):
    """A message that is the same in both languages was not translated, unless it has no words."""
    with override("en"):
        english = sentences_of_django()
    with override(language):
        both = english & sentences_of_django()
    assert {
        sentence for sentence in both if re.search(r"[a-z]{3,} [a-z]{2,}", re.sub(r"%\(\w+\)", "%", sentence))
    } == set()
