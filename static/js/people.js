// Completing a name from the members: [data-completion] holds a combobox, its listbox and, hidden, the key of the
// chosen member. The server fills the listbox (hx-get); arrows choose, Enter accepts, Escape closes. Without a choice
// the text is a new name.
(() => {
  "use strict";

  const partsOf = (element) => {
    const root = element.closest("[data-completion]");
    return (
      root && {
        input: root.querySelector("[role='combobox']"),
        list: root.querySelector("[role='listbox']"),
        key: root.querySelector("[data-completion-key]"),
      }
    );
  };

  const activeIn = (list) => list.querySelector("[aria-selected='true']");

  const activate = ({ input, list }, option) => {
    activeIn(list)?.setAttribute("aria-selected", "false");
    option?.setAttribute("aria-selected", "true");
    option?.scrollIntoView({ block: "nearest" });
    if (option) input.setAttribute("aria-activedescendant", option.id);
    else input.removeAttribute("aria-activedescendant");
  };

  const show = (parts, open) => {
    parts.list.hidden = !open;
    parts.input.setAttribute("aria-expanded", String(open));
    if (!open) activate(parts, null);
  };

  const take = (parts, option) => {
    parts.input.value = option.dataset.name;
    if (parts.key) parts.key.value = option.dataset.key;
    show(parts, false);
  };

  const step = (parts, by) => {
    const options = [...parts.list.children];
    if (options.length === 0) return;
    show(parts, true);
    const at = options.indexOf(activeIn(parts.list));
    // From the box itself, down goes to the first option and up to the last.
    const next = at < 0 ? (by > 0 ? 0 : options.length - 1) : (at + by + options.length) % options.length;
    activate(parts, options[next]);
  };

  document.addEventListener("keydown", (event) => {
    if (!event.target.matches("[role='combobox']")) return;
    const parts = partsOf(event.target);
    const active = activeIn(parts.list);
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      step(parts, event.key === "ArrowDown" ? 1 : -1);
    } else if (event.key === "Enter" && active) {
      event.preventDefault();
      take(parts, active);
    } else if (event.key === "Tab" && active) {
      take(parts, active);
    } else if (event.key === "Escape" && !parts.list.hidden) {
      event.preventDefault();
      show(parts, false);
    }
  });

  // The typed text is sent as `q`; a member chosen before is no longer meant.
  document.addEventListener("htmx:configRequest", (event) => {
    const { elt, parameters } = event.detail;
    if (elt.matches("[role='combobox']")) parameters.q = elt.value;
  });
  document.addEventListener("input", (event) => {
    if (!event.target.matches("[role='combobox']")) return;
    const { key } = partsOf(event.target);
    if (key) key.value = "";
  });

  document.addEventListener("htmx:afterSwap", (event) => {
    const list = event.detail.target;
    if (!list.matches?.("[role='listbox']")) return;
    const parts = partsOf(list);
    show(parts, list.children.length > 0 && document.activeElement === parts.input);
  });

  // Pressing an option must not take the focus from the box before the option is accepted.
  document.addEventListener("pointerdown", (event) => {
    if (event.target.closest("[data-completion] [role='option']")) event.preventDefault();
  });
  document.addEventListener("click", (event) => {
    const option = event.target.closest("[data-completion] [role='option']");
    if (!option) return;
    const parts = partsOf(option);
    take(parts, option);
    parts.input.focus();
  });
  document.addEventListener("focusout", (event) => {
    if (event.target.matches("[role='combobox']")) show(partsOf(event.target), false);
  });
})();

// At the door: [data-door] is a form of one field, sent on Enter. The field is emptied at once, so that the next card
// can be scanned during the lookup; the requests follow each other (hx-sync), each with its own text.
(() => {
  "use strict";
  const field = (form) => form.querySelector("input[name='typed']");

  document.addEventListener(
    "submit",
    (event) => {
      const form = event.target;
      if (!form.matches("[data-door]")) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      const input = field(form);
      const typed = input.value;
      input.value = "";
      input.dispatchEvent(new Event("input", { bubbles: true }));
      htmx.ajax("POST", form.action, { source: form, target: "#door", swap: "innerHTML show:none", values: { typed } });
    },
    true,
  );

  // Once the fee of the scanned pair is marked, the field is ready for the next card.
  document.addEventListener("htmx:load", ({ detail }) => {
    if (detail.elt.matches(".door-last + .door > li")) field(document.querySelector("[data-door]")).focus();
  });

  // If the server could not be reached, the text is restored.
  for (const failed of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
    document.addEventListener(failed, (event) => {
      const { elt, parameters } = event.detail.requestConfig;
      if (elt.matches("[data-door]") && field(elt).value === "") field(elt).value = parameters.typed ?? "";
    });
  }
})();

// Ticks from another door: changed rows are replaced in place, so that a finger hits what it aimed at, and neither the
// field nor the message about the last press is touched. A row under the finger waits for its own response. A pair that
// is also shown at the top, or among several candidates, has two rows: a press in one is copied to the other.
(() => {
  "use strict";
  const keyed = (list) => new Map([...list.children].map((row) => [row.dataset.key, row]));
  const rowsOf = (key) => document.querySelectorAll(`.rows.door > li[data-key="${CSS.escape(key)}"]`);
  const isHere = (row) => row.classList.contains("is-here");
  // The reason for a refused press is shown where it was pressed.
  const copyOf = (row) => {
    const copy = row.cloneNode(true);
    copy.classList.remove("htmx-settling", "htmx-added");
    copy.querySelector(".paid-refused")?.remove();
    return copy;
  };
  const alike = (one, other) => isHere(one) === isHere(other) && copyOf(one).textContent === copyOf(other).textContent;

  const put = (row, now) => {
    const focused = row.contains(document.activeElement);
    now.hidden = row.hidden;
    row.replaceWith(now);
    if (focused) now.querySelector("button").focus();
    htmx.process(now);
  };

  // If the pair at the top is pressed in another row, the message at the top follows.
  const say = (row) => {
    const said = document.querySelector(".door-last > p");
    const heard = document.getElementById("door-heard");
    const numberIn = (place) => place?.querySelector(".door-number")?.textContent;
    if (numberIn(said) !== numberIn(row) || numberIn(heard) !== numberIn(row)) return;
    said.innerHTML = heard.innerHTML;
    said.parentElement.classList.toggle("note-success", isHere(row));
    said.parentElement.classList.toggle("note-info", !isHere(row));
  };

  document.addEventListener("htmx:load", ({ detail }) => {
    if (!detail.elt.matches(".rows.door > li[data-key]")) return;
    for (const row of rowsOf(detail.elt.dataset.key)) {
      if (row !== detail.elt && !alike(row, detail.elt)) put(row, copyOf(detail.elt));
    }
    say(detail.elt);
  });

  document.addEventListener("htmx:beforeSwap", (event) => {
    const { serverResponse, shouldSwap } = event.detail;
    const list = document.getElementById("everybody");
    if (!shouldSwap || !list || event.detail.requestConfig.verb !== "get") return;
    const answer = new DOMParser().parseFromString(serverResponse, "text/html");
    const rows = answer.querySelector("[data-door-rows]");
    if (!rows) return;
    const were = keyed(list);
    const are = keyed(rows);
    for (const [key, now] of are) {
      for (const row of rowsOf(key)) {
        if (!alike(row, now) && !row.matches(":active")) put(row, copyOf(now));
      }
      if (were.has(key)) continue;
      list.append(now);
      htmx.process(now);
    }
    for (const [key, row] of were) if (!are.has(key)) row.remove();
    document.getElementById("door-count").replaceWith(answer.getElementById("door-count"));
    for (const field of document.querySelectorAll("[data-filter='everybody']")) {
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
  });
})();
