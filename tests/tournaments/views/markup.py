"""The markup of form controls: an attribute or a value that no browser knows is silently ignored by all of them."""

import re

CONTROLS = "button|fieldset|form|input|label|option|select|textarea"
TAG = re.compile(rf"<(?:{CONTROLS})\b((?:\s+[^\s=<>\"']+(?:=\"[^\"]*\")?)*)\s*/?>")
ATTRIBUTE = re.compile(r"\s([^\s=<>\"']+)(?:=\"([^\"]*)\")?")

GROUPS = ("aria-", "data-", "hx-")
KNOWN = {
    *("autocapitalize", "autofocus", "class", "dir", "hidden", "id", "inputmode", "lang", "role", "spellcheck"),
    *("tabindex", "title", "enterkeyhint", "popovertarget"),
    *(
        "action",
        "enctype",
        "method",
        "novalidate",
        "for",
        "form",
        "formaction",
        "formnovalidate",
        "name",
        "type",
        "value",
    ),
    *(
        "accept",
        "autocomplete",
        "capture",
        "checked",
        "cols",
        "disabled",
        "list",
        "max",
        "maxlength",
        "min",
        "minlength",
    ),
    *("multiple", "pattern", "placeholder", "readonly", "required", "rows", "selected", "size", "step", "label"),
}
VALUES = {
    "autocapitalize": {"characters", "none", "off", "on", "sentences", "words"},
    "autocomplete": {"current-password", "new-password", "off", "on", "one-time-code", "username"},
    "inputmode": {"decimal", "email", "none", "numeric", "search", "tel", "text", "url"},
    "spellcheck": {"false", "true"},
}


def unknown_markup(html: str) -> set[str]:
    """Return the attributes of controls that HTML does not have, or with values that it does not have."""
    found = {attribute for attributes in TAG.findall(html) for attribute in ATTRIBUTE.findall(attributes)}
    lists = re.findall(r'<datalist\b[^>]*\bid="([^"]*)"', html)
    return {
        f'{name}="{value}"'
        for name, value in found
        if (name not in KNOWN and not name.startswith(GROUPS))
        or (name in VALUES and value not in VALUES[name])
        or (name == "list" and lists and value not in lists)
    }
