// Entering results: keeps the input until the server has it, and allows work with the keyboard alone.
//
// The server does all calculations (see [hx-post] in desk/table.html); nothing is computed here.
(() => {
  "use strict";

  let tilesKnown = null;
  document.addEventListener("htmx:afterRequest", ({ detail: { elt, xhr } }) => {
    if (elt.matches?.("[data-asks-for-slip]")) tilesKnown = xhr?.getResponseHeader("Tiles-Known") ?? tilesKnown;
  });

  // The tiles ask whether this slip is still the last saved one.
  document.addEventListener("htmx:configRequest", (event) => {
    const version = document.querySelector("#slip [name=version]");
    if (version && event.detail.elt.matches("[data-asks-for-slip]")) event.detail.parameters.version = version.value;
    // The server sends only the tiles that have changed since its last answer, and after a save the tables.
    if (tilesKnown && event.detail.elt.matches("[data-asks-for-slip]")) event.detail.headers["Tiles-Known"] = tilesKnown;
    const desk = document.getElementById("desk");
    if (desk && event.detail.target === desk) event.detail.headers["Desk-Known"] = desk.dataset.known;
  });

  // --- The tables below the desk: a saved one is sent alone and moves to its place -----------------------------------------

  // Outstanding tables come first. Where phones write, every table keeps its place.
  const place = (tile) => [tile.querySelector(".is-open") ? 0 : 1, Number(tile.dataset.key)];
  const isBefore = ([out, number], [otherOut, otherNumber]) => (out === otherOut ? number < otherNumber : out < otherOut);
  document.addEventListener("htmx:oobAfterSwap", ({ detail: { target } }) => {
    const tile = target.matches("#tables > li") ? target : target.id && document.querySelector(`#tables > #${target.id}`);
    if (!tile) return;
    const next = [...tile.parentElement.children].find((other) => other !== tile && isBefore(place(tile), place(other)));
    tile.parentElement.insertBefore(tile, next ?? null);
  });

  const markTop = () => {
    const { top } = document.getElementById("desk").dataset;
    for (const chip of document.querySelectorAll("#tables [aria-current]")) chip.removeAttribute("aria-current");
    const chip = document.querySelector(`#tables-${top} > a`);
    if (!chip) return;
    chip.setAttribute("aria-current", "true");
    // If the tables scroll within their strip, the current one is kept in view.
    const strip = chip.closest(".desk-strip");
    const beyond = chip.getBoundingClientRect().bottom - strip.getBoundingClientRect().bottom;
    if (beyond > 0 || chip.offsetTop < strip.scrollTop) strip.scrollTop = chip.offsetTop - strip.clientHeight / 2;
  };

  const slip = () => document.querySelector("form[data-slip].slip");
  const fieldsOf = (form) => [...form.querySelectorAll("input[inputmode='numeric'], select")];
  // The stored copy of a table includes what a counted hand keeps with its figures.
  const keptOf = (form) => [...fieldsOf(form), ...form.querySelectorAll("input[data-counted]")];
  const find = (form, attribute) => form.parentElement.querySelector(`[${attribute}]`);

  // --- Input is kept in localStorage, table by table, until it has been saved -------------------------------------------

  const keyOf = (table) => `slip-${table}`;

  // Storage may be disabled or full; then the figures last as long as the page.
  const stored = (table) => {
    try {
      return JSON.parse(localStorage.getItem(keyOf(table)));
    } catch {
      return null;
    }
  };
  const store = (form) => {
    const figures = Object.fromEntries(keptOf(form).map((field) => [field.name, field.value]));
    const draft = { version: form.elements.version.value, depth: form.elements.depth.value, figures };
    try {
      localStorage.setItem(keyOf(form.dataset.slip), JSON.stringify(draft));
    } catch {
      /* not kept */
    }
  };
  const forget = (table) => {
    try {
      localStorage.removeItem(keyOf(table));
    } catch {
      /* nothing was kept */
    }
  };

  // Restores input that was never saved. It keeps the version for which it was typed: if somebody saved the table
  // since, saving shows both side by side.
  const restore = () => {
    const form = slip();
    if (!form || form.dataset.typed !== undefined) return;
    const draft = stored(form.dataset.slip);
    if (!draft || draft.depth !== form.elements.depth.value) return;
    // The input was sent when a hand was counted, and the table has been saved since.
    if (draft.sent && draft.version !== form.elements.version.value) return forget(form.dataset.slip);
    const fields = keptOf(form).filter((field) => field.name in draft.figures);
    if (fields.every((field) => field.value === draft.figures[field.name])) return forget(form.dataset.slip);
    for (const field of fields) field.value = draft.figures[field.name];
    form.elements.version.value = draft.version;
    // Entering a field selects its whole number, a restored one too.
    if (fields.includes(document.activeElement)) document.activeElement.select?.();
    find(form, "data-restored").hidden = false;
    htmx.trigger(form, "preview");
  };

  // --- A failed save is reported, and repeated when the network is back -------------------------------------------------

  let waiting = false;

  // A sentence from the server that gives the reason replaces this one.
  const notSaved = (form, because, xhr) => {
    const note = find(form, "data-not-saved");
    if (xhr?.status === 503) note.querySelector("[data-because='error']").textContent = xhr.responseText;
    for (const reason of note.querySelectorAll("[data-because]")) reason.hidden = reason.dataset.because !== because;
    note.hidden = false;
    waiting = because === "connection";
  };

  const ofSlip = (event) => (event.detail.elt === slip() ? event.detail.elt : null);
  for (const name of ["htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(name, (event) => ofSlip(event) && notSaved(ofSlip(event), "connection"));
  }
  document.addEventListener("htmx:responseError", (event) => ofSlip(event) && notSaved(ofSlip(event), "error", event.detail.xhr));
  addEventListener("online", () => waiting && slip()?.requestSubmit());

  // A response without the desk is a login page: the figures wait for the next login.
  document.addEventListener("htmx:beforeSwap", (event) => {
    const { target, xhr } = event.detail;
    if (target.id !== "desk" || !event.detail.shouldSwap || xhr.responseText.includes('id="desk"')) return;
    event.detail.shouldSwap = false;
    location.reload();
  });

  // --- After the server's answer ---------------------------------------------------------------------------------------

  const settle = () => {
    waiting = false;
    markTop();
    const saved = document.querySelector("[data-saved-slip]");
    if (saved) forget(saved.dataset.savedSlip);
    if (slip()?.dataset.typed !== undefined) store(slip());
    restore();
  };
  document.addEventListener("DOMContentLoaded", settle);
  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.detail.elt.id !== "desk") return;
    // Messages of the page's first load are outdated now.
    document.querySelector(".page-desk > .notes")?.remove();
    settle();
  });

  // A sentence that is already shown is not written again: it would flicker, and a screen reader would repeat it.
  document.addEventListener("htmx:oobBeforeSwap", (event) => {
    const { target, fragment } = event.detail;
    if (target.textContent.trim() === fragment.textContent.trim()) event.detail.shouldSwap = false;
  });

  // Mark the fields that a hand's sentences are about, and unmark the others.
  document.addEventListener("htmx:oobAfterSwap", (event) => {
    const said = event.detail.target;
    if (said.dataset.said === undefined) return;
    const named = (items) => new Set([...items].flatMap((item) => item.dataset.fields.split(" ")));
    const wrong = named(said.querySelectorAll("li:not(.is-doubt)"));
    const doubtful = named(said.querySelectorAll("li.is-doubt"));
    for (const field of fieldsOf(said.closest("[data-hand]"))) {
      field.toggleAttribute("data-doubt", doubtful.has(field.name));
      if (wrong.has(field.name)) field.setAttribute("aria-invalid", "true");
      else field.removeAttribute("aria-invalid");
    }
  });

  // --- The open table was saved elsewhere: by its players' phones or by another referee --------------------------------------

  const isAsDrawn = (field) =>
    field.matches("select") ? field.options[field.selectedIndex].defaultSelected : field.value === field.defaultValue;
  const isUntouched = (form) =>
    form.dataset.typed === undefined &&
    [...keptOf(form), document.getElementById("desk-find")].every(isAsDrawn) &&
    !document.querySelector(".desk-parts .htmx-request:not([data-every], [data-meanwhile])") &&
    !document.querySelector("dialog[open]");

  document.addEventListener("htmx:oobAfterSwap", (event) => {
    const { target } = event.detail;
    const note = target.id === "desk-meanwhile" && target.querySelector("[data-meanwhile]");
    if (!note) return;
    const form = slip();
    // Another table was open when this was requested.
    if (form?.dataset.slip !== note.dataset.meanwhile) return target.replaceChildren();
    if (!isUntouched(form)) return;
    const { href } = note.querySelector("a");
    note.hidden = true;
    htmx.ajax("GET", href, { source: note, target: "#desk", swap: "outerHTML show:none" });
  });

  // The cursor stays in its cell: it does not go to the first one, as it does in a table that the user opens.
  document.addEventListener("htmx:afterSwap", (event) => {
    if (!event.detail.requestConfig?.elt.matches("[data-meanwhile]")) return;
    for (const field of slip()?.querySelectorAll("[autofocus]") ?? []) {
      field.removeAttribute("autofocus");
      field.removeAttribute("data-focus");
    }
  });

  // A user who began to type before it came continues, and is told.
  document.addEventListener("htmx:beforeSwap", (event) => {
    const note = event.detail.requestConfig.elt;
    if (!note.matches("[data-meanwhile]") || (slip() && isUntouched(slip()))) return;
    event.detail.shouldSwap = false;
    note.hidden = false;
  });

  // --- Typing ----------------------------------------------------------------------------------------------------------

  document.addEventListener("input", (event) => {
    const form = slip();
    if (!form?.contains(event.target)) return;
    store(form);
    // A confirmation is for the doubted figures only.
    form.querySelector("[data-confirms]")?.remove();
  });

  const inColumn = (form, field, step) => {
    const column = field.name.replace(/^h\d+_/, "");
    const rows = fieldsOf(form).filter((other) => other.name.endsWith(`_${column}`) && other.type === field.type);
    return rows[rows.indexOf(field) + step];
  };

  // The next empty cell after this one, starting again from the first; none if every cell has a figure.
  const nextEmpty = (form, field) => {
    const cells = fieldsOf(form);
    const at = cells.indexOf(field);
    return [...cells.slice(at + 1), ...cells.slice(0, at + 1)].find((cell) => cell.matches("input") && cell.value.trim() === "");
  };

  // Swap NS and EW: figures, who closed, and what a counted hand keeps.
  const OTHER_LINE = { closed_ns: "closed_ew", closed_ew: "closed_ns" };
  const swapLines = (form) => {
    for (const hand of form.querySelectorAll("[data-hand]")) {
      for (const ns of hand.querySelectorAll("input[name*='_ns_']")) {
        const ew = form.elements[ns.name.replace("_ns_", "_ew_")];
        [ns.value, ew.value] = [ew.value, ns.value];
      }
      const end = hand.querySelector("select");
      end.value = OTHER_LINE[end.value] ?? end.value;
      const counted = hand.querySelector("input[data-counted]");
      if (counted.value) {
        const { end: how, ns, ew, claim } = JSON.parse(counted.value);
        counted.value = JSON.stringify({ end: how, ns: ew, ew: ns, ...(claim && { claim: claim.reverse() }) });
      }
    }
    form.querySelector("select").dispatchEvent(new Event("input", { bubbles: true }));
  };

  // The end of a hand is seldom needed: its column appears when it is, see desk.css.
  let lastHand = null;
  const askForEnd = (form, hand) => {
    form.dataset.endsShown = "";
    hand.querySelector("select").focus();
  };
  document.addEventListener("focusin", (event) => {
    lastHand = event.target.closest("[data-hand]") ?? lastHand;
  });

  // With no field focused, a digit belongs to a table's number and goes to the finder, as does leaving a slip.
  const toFinder = (event) => {
    const nowhere = event.target === document.body && !document.querySelector("dialog[open]");
    const digit = /^[0-9]$/.test(event.key) && !event.ctrlKey && !event.altKey && !event.metaKey;
    const open = slip()?.querySelector("fieldset:not(:disabled)");
    return nowhere && (event.key === "Escape" || (digit && !open));
  };

  document.addEventListener("keydown", (event) => {
    const form = slip();
    const field = event.target;
    // Focus the finder before the key is typed, so that the digit appears in it.
    if (toFinder(event)) return document.getElementById("desk-find").focus();
    if (event.key === "Escape" && form?.contains(field)) return document.getElementById("desk-find").focus();
    if (!form?.contains(field) || !fieldsOf(form).includes(field)) return;
    const plain = !event.ctrlKey && !event.altKey && !event.metaKey;
    if (plain && event.key.toLowerCase() === "s" && field.matches("input")) {
      event.preventDefault();
      swapLines(form);
      field.select();
    } else if (event.key === "Enter" && nextEmpty(form, field)) {
      // Nothing is sent while a figure is known to be missing.
      event.preventDefault();
      nextEmpty(form, field).focus();
    } else if (event.key === "Enter" && field.matches("select")) {
      event.preventDefault();
      form.requestSubmit();
    } else if (plain && event.key.toLowerCase() === "f" && field.matches("input")) {
      event.preventDefault();
      askForEnd(form, field.closest("[data-hand]"));
    } else if (field.matches("input") && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      inColumn(form, field, event.key === "ArrowDown" ? 1 : -1)?.focus();
    }
  });

  document.addEventListener("click", (event) => {
    const form = slip();
    // The cards of a hand are on a page of their own, to which the slip is sent; htmx would insert that page into the
    // desk.
    const cards = event.target.closest("[data-cards]");
    if (cards) {
      event.preventDefault();
      const { action } = form;
      form.action = cards.formAction;
      form.submit();
      form.action = action;
    }
    if (event.target.closest("[data-swap]")) swapLines(form);
    if (event.target.closest("[data-ends]")) {
      askForEnd(form, form.contains(lastHand) ? lastHand : form.querySelector("[data-hand]"));
    }
    const notPlayed = event.target.closest("[data-not-played]");
    if (notPlayed) {
      const hand = form.querySelector(`[data-hand="${notPlayed.dataset.notPlayed}"]`);
      for (const field of fieldsOf(hand)) field.value = field.matches("select") ? "not_played" : "0";
      for (const counted of hand.querySelectorAll("input[data-counted]")) counted.value = "";
      hand.querySelector("select").dispatchEvent(new Event("input", { bubbles: true }));
    }
    const forgetting = event.target.closest("[data-forget]");
    if (forgetting) {
      forget(forgetting.dataset.forget || form.dataset.slip);
      if (!forgetting.dataset.forget) location.reload();
    }
  });
})();
