// Entering cards: the keys write into the last used field, and the server says what the cards are. Sequences, sets and
// values, each in a few taps, are in card_keys.js.
//
// Neither this script nor an answer of the server ever changes the typed text by itself. Only the server knows which
// cards make a meld and what it is worth (scoring/cards/judgement.html).
(() => {
  "use strict";

  const FIELD = "[data-card-field]";
  const find = (attribute, root = document) => root.querySelector(`[${attribute}]`);
  const keypad = () => find("data-card-keypad");
  const touches = matchMedia("(pointer: coarse)");

  let current = null;
  let suit = null;
  let wanted = true; // whether a phone shows these keys rather than its own keyboard

  const field = () => (current?.isConnected ? current : null);
  const labelOf = (input) => {
    const side = input.closest("[data-card-side]");
    const name = document.getElementById(side?.getAttribute("aria-labelledby"))?.textContent ?? "";
    return `${name} · ${input.labels[0]?.textContent ?? ""}`;
  };

  // --- Rows: one for each meld, and always an empty one ------------------------------------------------------------------

  const rowsOf = (side) => [...side.querySelectorAll("[data-card-melds] [data-card-field]")];

  const addRow = (side) => {
    const melds = find("data-card-melds", side);
    const html = find("data-card-row", side).innerHTML.replaceAll("__n__", rowsOf(side).length + 1);
    melds.insertAdjacentHTML("beforeend", html);
    return rowsOf(side).at(-1);
  };

  const blankRow = (side) => rowsOf(side).find((row) => !row.value.trim()) ?? addRow(side);

  // Enter moves on: to the next meld, to a new one after the last, and from an empty one to the cards left.
  const nextOf = (input) => {
    const side = input.closest("[data-card-side]");
    if (input.dataset.cardField !== "meld") return null;
    if (!input.value.trim()) return side.querySelector("[data-card-field=left]");
    const rows = rowsOf(side);
    return rows[rows.indexOf(input) + 1] ?? addRow(side);
  };

  // The key ⏎ moves on: to a new meld, from an empty one to the cards left, and from those to the other side.
  const onward = (input) => {
    const side = input.closest("[data-card-side]");
    if (input.dataset.cardField === "meld") {
      return input.value.trim() ? blankRow(side) : side.querySelector("[data-card-field=left]");
    }
    const sides = [...document.querySelectorAll("[data-card-side]")];
    const next = sides[sides.indexOf(side) + 1];
    return next ? blankRow(next) : input;
  };

  // --- The keys ------------------------------------------------------------------------------------------------------------

  const showCurrent = () => {
    for (const marked of document.querySelectorAll("[data-current]")) marked.removeAttribute("data-current");
    const where = find("data-card-where");
    const input = field();
    if (where) where.textContent = input ? labelOf(input) : where.dataset.nowhere;
    const open = keypad() && !keypad().hidden;
    if (input && open) input.closest("[data-card-field-row]").setAttribute("data-current", "");
    document.dispatchEvent(new CustomEvent("card-entry:current", { detail: { input } }));
  };

  const isAboveKeys = (part) => {
    const { top, bottom } = part.getBoundingClientRect();
    return top >= 0 && bottom <= (keypad().hidden ? innerHeight : keypad().getBoundingClientRect().top);
  };

  // A row grows with its remarks, and must not grow under the keys. A field that was tapped is visible already.
  const keepInSight = (part = field()?.closest("[data-card-field-row]")) => {
    if (part && !keypad().hidden) part.scrollIntoView({ block: "nearest" });
  };

  const openKeypad = (open) => {
    if (!keypad()) return;
    keypad().hidden = !open;
    if (open) keypad().dataset.wasOpen = "";
    find("data-card-keypad-open").hidden = open;
    // With these keys on the screen, a phone's own keyboard is not needed.
    for (const input of document.querySelectorAll(FIELD)) {
      if (open) input.setAttribute("inputmode", "none");
      else input.removeAttribute("inputmode");
    }
    showCurrent();
  };

  const chooseSuit = (key) => {
    suit = key?.dataset.suit ?? null;
    for (const button of document.querySelectorAll("[data-suit]")) button.setAttribute("aria-pressed", String(button === key));
    find("data-card-ask").hidden = true;
  };

  const write = (input, text) => {
    input.value = text;
    input.dispatchEvent(new Event("input", { bubbles: true }));
    input.scrollLeft = input.scrollWidth;
  };

  const put = (card) => {
    const input = field() ?? document.querySelector(FIELD);
    if (!input) return;
    current = input;
    const typed = input.value;
    write(input, typed === "" || /[\s,]$/.test(typed) ? typed + card : `${typed} ${card}`);
    showCurrent();
  };

  const undo = () => {
    const input = field();
    if (input) write(input, input.value.replace(/[^\s,]+[\s,]*$/, "").trimEnd());
  };

  const goTo = (input) => {
    if (!input) return;
    current = input;
    // The keys stay under the finger; the focus follows only if it is nowhere else.
    if (!document.activeElement?.closest("[data-card-keypad]")) input.focus();
    if (!keypad().hidden) input.setAttribute("inputmode", "none");
    keepInSight();
    showCurrent();
  };

  const press = (key) => {
    if (key.dataset.suit !== undefined) chooseSuit(key.dataset.suit === suit ? null : key);
    else if (key.dataset.card !== undefined) put(key.dataset.card);
    else if (key.dataset.rank !== undefined && suit) put(key.dataset.rank + suit);
    else if (key.dataset.rank !== undefined) find("data-card-ask").hidden = false;
    else if (key.dataset.cardUndo !== undefined) undo();
    else if (key.dataset.cardNext !== undefined) goTo(onward(field() ?? document.querySelector(FIELD)));
    else if (key.dataset.cardLetters !== undefined) {
      wanted = false;
      openKeypad(false);
      field()?.focus();
    }
  };

  // A press on a key leaves the caret where it is.
  document.addEventListener("mousedown", (event) => {
    if (event.target.closest("[data-card-keypad]")) event.preventDefault();
  });

  // After following a remark to its field, the user types there.
  document.addEventListener("click", (event) => {
    const link = event.target.closest(".remarks a");
    if (!link) return;
    const about = document.getElementById(link.hash.slice(1));
    const focused = about?.matches("input") ? about : about?.querySelector("input");
    if (!focused) return;
    event.preventDefault();
    focused.focus();
  });

  document.addEventListener("click", (event) => {
    const key = event.target.closest(".card-key");
    if (key) return press(key);
    const opening = event.target.closest("[data-card-keypad-open]");
    if (opening) {
      wanted = true;
      openKeypad(true);
      (field() ?? document.querySelector(FIELD))?.focus();
    }
    const adding = event.target.closest("[data-card-new]");
    if (adding) {
      const row = blankRow(adding.closest("[data-card-side]"));
      row.focus();
      current = row;
      if (!keypad().hidden) row.setAttribute("inputmode", "none");
      showCurrent();
    }
  });

  // On a phone the keys appear with a field of cards, and disappear when something else is touched.
  document.addEventListener("focusin", (event) => {
    if (!keypad() || event.target.closest("[data-card-keypad]")) return;
    const entering = event.target.matches(FIELD);
    if (entering) current = event.target;
    if (touches.matches && keypad().hidden === entering && (wanted || !entering)) openKeypad(entering);
    if (entering && !isAboveKeys(event.target)) keepInSight(event.target);
    showCurrent();
  });

  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.target.matches?.(FIELD) || event.isComposing) return;
    event.preventDefault();
    const next = nextOf(event.target);
    if (next) next.focus();
  });

  // --- What is under the finger stays there ------------------------------------------------------------------------------

  // Whatever the server's answer adds or removes above it. Who has scrolled away from the current field is left there.
  let held = null;
  let leftBehind = false;

  const isInSight = (part) => {
    const { top, bottom } = part.getBoundingClientRect();
    return bottom >= 0 && top <= innerHeight;
  };

  const hold = () => {
    if (held) return;
    leftBehind = Boolean(field()) && !isInSight(field());
    const touched = document.activeElement;
    if (!touched?.closest("[data-card-entry]") || !isInSight(touched)) return;
    held = { touched, top: touched.getBoundingClientRect().top };
    queueMicrotask(() => {
      if (held.touched.isConnected) {
        const moved = held.touched.getBoundingClientRect().top - held.top;
        if (moved) scrollBy({ top: moved, behavior: "instant" });
      }
      held = null;
    });
  };

  // --- After the server's answer ---------------------------------------------------------------------------------------

  // A sentence that is already shown is not written again: a screen reader would repeat it. Keys change only with the
  // deck.
  document.addEventListener("htmx:oobBeforeSwap", (event) => {
    hold();
    const { target, fragment } = event.detail;
    // A whole element comes in a document fragment, which has no attributes of its own.
    if (!target.closest("[data-card-entry]") || !fragment.dataset) return;
    const { deck, known } = fragment.dataset;
    if (known) showGrade(target.closest("[data-grade]"), known === "yes");
    const same = deck ? target.dataset.deck === deck : target.innerHTML.trim() === fragment.innerHTML.trim();
    if (same) event.detail.shouldSwap = false;
    else if (deck) {
      target.dataset.deck = deck;
      suit = null;
      queueMicrotask(showCurrent);
    }
  });

  // A grade that the ruleset does not have is hidden, unless something was typed there.
  const showGrade = (count, known) => (count.hidden = !known && !count.querySelector("input").value.trim());

  document.addEventListener("htmx:oobAfterSwap", (event) => {
    const { target } = event.detail;
    if (!target.closest("[data-card-entry]")) return;
    const input = document.querySelector(`input[aria-describedby="${target.id}"]`);
    if (!input) return;
    if (target.querySelector("[data-state=wrong]")) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
    if (input === field() && !leftBehind) keepInSight();
  });

  document.addEventListener("DOMContentLoaded", () => {
    for (const button of document.querySelectorAll("[data-card-new]")) button.hidden = false;
    if (!find("data-card-keypad-open")) return;
    // Where an empty hand is for cards alone, a phone shows the keys at once, for the first field.
    const first = touches.matches ? find("data-card-keys-first")?.querySelector(FIELD) : null;
    if (first?.checkVisibility()) current = first;
    openKeypad(Boolean(current));
    keepInSight();
  });
})();
