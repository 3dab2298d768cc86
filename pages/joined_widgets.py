"""Widgets for forms with dozens of fields, or choices: the same HTML as Django's, without a template for each."""

from collections.abc import Mapping
from html import escape
from typing import Any

from django import forms
from django.utils.safestring import SafeString, mark_safe


def tag_attributes(attrs: Mapping[str, Any]) -> str:
    """Return the attributes as HTML, each after a space: a bare name for True, nothing for False."""
    return "".join(
        f" {_text(name)}" if value is True else f' {_text(name)}="{_text(value)}"'
        for name, value in attrs.items()
        if value is not False
    )


def _text(value: Any) -> str:
    """Return what Django's `conditional_escape` does, which wraps each text in a new object."""
    text = str(value)
    return text if isinstance(text, SafeString) else escape(text)


class _JoinedInput(forms.widgets.Input):
    def _render(self, template_name: str, context: dict[str, Any], renderer: Any = None) -> SafeString:
        widget = context["widget"]
        own = {"type": widget["type"], "name": widget["name"]}
        if widget["value"] is not None:
            own["value"] = widget["value"]
        return mark_safe(f"<input{tag_attributes(own)}{tag_attributes(widget['attrs'])}>")


class JoinedTextInput(_JoinedInput, forms.TextInput):
    """A text field."""


class JoinedHiddenInput(_JoinedInput, forms.HiddenInput):
    """A hidden field."""


class JoinedSelect(forms.Select):
    """A choice of options without groups."""

    def _render(self, template_name: str, context: dict[str, Any], renderer: Any = None) -> SafeString:
        widget = context["widget"]
        options = "".join(
            f"<option{tag_attributes({'value': option['value']} | option['attrs'])}>{_text(option['label'])}</option>"
            for _group, options, _at in widget["optgroups"]
            for option in options
        )
        own = tag_attributes({"name": widget["name"]} | widget["attrs"])
        return mark_safe(f"<select{own}>{options}</select>")


class JoinedCheckboxes(forms.CheckboxSelectMultiple):
    """Boxes to tick, without groups. Django renders three templates for each."""

    def _render(self, template_name: str, context: dict[str, Any], renderer: Any = None) -> SafeString:
        widget = context["widget"]
        boxes = "".join(
            f"<div><label{_named(option['attrs'], 'id', 'for')}>"
            f"<input{tag_attributes({name: option[name] for name in ('type', 'name', 'value')} | option['attrs'])}>\n"
            f" {_text(option['label'])}</label></div>"
            for _group, options, _at in widget["optgroups"]
            for option in options
        )
        attrs = widget["attrs"]
        return mark_safe(f"<div{_named(attrs, 'id', 'id')}{_named(attrs, 'class', 'class')}>{boxes}</div>")


def _named(attrs: Mapping[str, Any], name: str, written: str) -> str:
    """Return one of the attributes by the name it is `written` with; empty if there is none."""
    return tag_attributes({written: attrs[name]}) if attrs.get(name) else ""
