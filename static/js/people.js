// Completing a name from the members: [data-completion] holds a combobox, its listbox and, hidden, the key of the member chosen.
// The server fills the listbox (hx-get); arrows choose, Enter takes, Escape closes. Whoever chooses nothing has typed a new name.
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
    // From the box itself, down goes to the first and up to the last.
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

  // What is typed is asked for as `q`; a member chosen before is no longer meant.
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

  // Pressing an option must not take the focus from the box before it is taken.
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

// At the door: [data-door] is a form of one field, sent on Enter. What was typed leaves the field at once, so that the next
// card can be scanned while this one is looked up; the requests follow each other (hx-sync), each with what it was sent for.
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

  // Whose card was scanned has paid: the next card is scanned.
  document.addEventListener("htmx:load", ({ detail }) => {
    if (detail.elt.matches(".door-last + .door > li")) field(document.querySelector("[data-door]")).focus();
  });

  // Where the server could not be reached, it comes back.
  for (const failed of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
    document.addEventListener(failed, (event) => {
      const { elt, parameters } = event.detail.requestConfig;
      if (elt.matches("[data-door]") && field(elt).value === "") field(elt).value = parameters.typed ?? "";
    });
  }
})();

// Ticked at another door: the rows that differ are put in where they stand, so that a finger finds what it aimed at, and
// neither the field nor what was said of the last press is touched. A row under the finger waits for its own answer.
(() => {
  "use strict";
  const keyed = (list) => new Map([...list.children].map((row) => [row.dataset.key, row]));
  const alike = (one, other) => one.className === other.className && one.textContent === other.textContent;

  const put = (row, now) => {
    const focused = row.contains(document.activeElement);
    now.hidden = row.hidden;
    row.replaceWith(now);
    if (focused) now.querySelector("button").focus();
  };

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
      const row = were.get(key);
      if (row && (alike(row, now) || row.matches(":active"))) continue;
      if (row) put(row, now);
      else list.append(now);
      htmx.process(now);
    }
    for (const [key, row] of were) if (!are.has(key)) row.remove();
    document.getElementById("door-count").replaceWith(answer.getElementById("door-count"));
    for (const field of document.querySelectorAll("[data-filter='everybody']")) {
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
  });
})();
