"""The forms of a page as a browser sends them back when nobody has typed anything."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser

Field = tuple[str, str]
SENT_ALONE = {"submit", "image"}
FOR_TYPING = {"text", "number", "search", "tel", "email", "textarea"}
NEVER_SENT = {"button", "reset", "file"}


@dataclass(slots=True)
class ShownForm:
    """A form: its address, its fields as they stand, and its buttons, of which one is sent with them."""

    action: str
    method: str
    fields: list[Field] = field(default_factory=list)
    buttons: list[tuple[str, Field | None]] = field(default_factory=list)
    """The address of each button, the form's own or its `formaction`, and the value that it adds."""
    typed: list[str] = field(default_factory=list)
    """The names of the fields in which somebody types, without passwords."""

    @property
    def ways(self) -> Sequence[tuple[str, list[Field]]]:
        """Return what each button sends: an address and the fields."""
        return [(action, [*self.fields, *([added] if added else [])]) for action, added in self.buttons]


class _Reader(HTMLParser):
    def __init__(self, page: str) -> None:
        super().__init__()
        self.page, self.forms = page, list[ShownForm]()
        self.named: dict[str, ShownForm] = {}
        self.loose: list[tuple[str, str, dict[str, str]]] = []
        """Controls with a `form` attribute: that form may come later in the page."""
        self.open: ShownForm | None = None
        self.select: dict[str, str] | None = None
        self.options: list[tuple[str, bool]] = []
        self.textarea: dict[str, str] | None = None
        self.text = ""

    def handle_starttag(self, tag: str, given: list[tuple[str, str | None]]) -> None:
        attrs = {name: value or "" for name, value in given}
        if tag == "form":
            self.open = ShownForm(attrs.get("action") or self.page, attrs.get("method", "get").upper())
            self.forms.append(self.open)
            self.named[attrs.get("id", "")] = self.open
        elif tag in ("input", "button"):
            self._control(tag, attrs, attrs.get("value", "on" if attrs.get("type") in ("checkbox", "radio") else ""))
        elif tag == "select":
            self.select, self.options = attrs, []
        elif tag == "option":
            self.options.append((attrs.get("value", ""), "selected" in attrs))
        elif tag == "textarea":
            self.textarea, self.text = attrs, ""

    def handle_data(self, data: str) -> None:
        self.text += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.open = None
        elif tag == "select" and self.select is not None:
            chosen = [value for value, selected in self.options if selected]
            if not chosen and "multiple" not in self.select:
                chosen = [value for value, _selected in self.options[:1]]
            for value in chosen:
                self._control(tag, self.select, value)
            self.select = None
        elif tag == "textarea" and self.textarea is not None:
            # A browser leaves out the line break after the tag.
            self._control(tag, self.textarea, self.text.removeprefix("\n"))
            self.textarea = None

    def _control(self, tag: str, attrs: dict[str, str], value: str) -> None:
        if "form" in attrs:
            self.loose.append((tag, value, attrs))
        elif self.open is not None:
            _put(self.open, tag, attrs, value)


def _put(form: ShownForm, tag: str, attrs: dict[str, str], value: str) -> None:
    name = attrs.get("name", "")
    kind = attrs.get("type", "submit" if tag == "button" else "text" if tag == "input" else tag)
    if "disabled" in attrs or kind in NEVER_SENT:
        return
    if kind in SENT_ALONE:
        form.buttons.append((attrs.get("formaction") or form.action, (name, value) if name else None))
    elif name and (kind not in ("checkbox", "radio") or "checked" in attrs):
        form.fields.append((name, value))
        if kind in FOR_TYPING and "readonly" not in attrs:
            form.typed.append(name)


def shown_forms(html: str, page: str) -> list[ShownForm]:
    """Return the forms of the page at the address `page`.

    >>> form, = shown_forms('<form method=post><input name=a value=1><input type=checkbox name=b><button>Go', "/p/")
    >>> form.method, form.ways
    ('POST', [('/p/', [('a', '1')])])
    """
    reader = _Reader(page)
    reader.feed(html)
    for tag, value, attrs in reader.loose:
        if (form := reader.named.get(attrs["form"])) is not None:
            _put(form, tag, attrs, value)
    return reader.forms
