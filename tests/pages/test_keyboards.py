"""The keyboards that phones show for the fields of every form."""

from importlib import import_module
from pathlib import Path

from django.conf import settings
from django.forms import BaseForm

KEYBOARDS = {"none", "text", "decimal", "numeric", "tel", "search", "email", "url"}
"""The values that HTML defines: for any other, a phone shows its usual letters."""


def test_every_field_asks_for_a_keyboard_that_there_is() -> None:
    asked = {}
    for app in ("accounts", "scoring", "tournaments"):
        for path in Path(settings.BASE_DIR, app, "forms").rglob("*.py"):
            module = import_module(".".join(path.relative_to(settings.BASE_DIR).with_suffix("").parts))
            for form in vars(module).values():
                if isinstance(form, type) and issubclass(form, BaseForm):
                    for name, field in getattr(form, "base_fields", {}).items():
                        asked[form.__name__, name] = field.widget.attrs.get("inputmode", "text")
    assert len(set(asked.values())) > 2
    assert {field: keyboard for field, keyboard in asked.items() if keyboard not in KEYBOARDS} == {}
