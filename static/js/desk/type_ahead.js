// Typing ahead: while a table loads or a slip is being saved, keys wait, and are then typed into the next table.
//
// They are typed only into a slip other than the one that was sent. If none comes (a doubt, a fault, no connection),
// the keys are shown beside the finder instead, because they would change or confirm something that nobody has checked.
(() => {
  "use strict";

  const DESK = "desk";
  const FOCUSABLE = "a[href], button, input:not([type=hidden]), select, textarea, summary";

  let loading = false; // a table is being loaded into the desk
  let sent = null; // the slip being saved
  let keys = [];

  const slip = () => document.querySelector(`#${DESK} form[data-slip]`);
  const isText = (element) => element?.matches("input:not([type=checkbox], [type=radio])");

  // --- A waiting key, typed as the browser would have done ------------------------------------------------------------------

  const inTabPath = (element) => element.tabIndex >= 0 && !element.matches(":disabled") && element.checkVisibility();

  const tab = (from, step) => {
    const path = [...document.querySelectorAll(FOCUSABLE)].filter((field) => field === from || inTabPath(field));
    const next = path[path.indexOf(from) + step];
    next?.focus();
    if (isText(next)) next.select();
  };

  const write = (field, text, from = field.selectionStart) => {
    field.setRangeText(text, from, field.selectionEnd, "end");
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };

  const rubOut = (field) => {
    const { selectionStart, selectionEnd } = field;
    write(field, "", selectionStart === selectionEnd ? Math.max(0, selectionStart - 1) : selectionStart);
  };

  const defaultOf = (form) => form.querySelector("button[type=submit], input[type=submit]");

  const type = ({ key, shiftKey }) => {
    const at = document.activeElement;
    const event = new KeyboardEvent("keydown", { key, shiftKey, bubbles: true, cancelable: true });
    if (!at.dispatchEvent(event)) return;
    if (key === "Tab") tab(at, shiftKey ? -1 : 1);
    else if (key === "Enter" && at.matches("a, button, summary")) at.click();
    else if (key === "Enter" && at.form) at.form.requestSubmit(defaultOf(at.form));
    else if (key === "Backspace" && isText(at)) rubOut(at);
    else if (key.length === 1 && isText(at)) write(at, key);
  };

  // --- Keys that cannot be typed anywhere ------------------------------------------------------------------------------------

  const SIGNS = { Tab: " · ", Enter: " ⏎ ", Escape: " ⎋ ", Backspace: " ⌫ ", ArrowUp: " ↑ ", ArrowDown: " ↓ " };

  const show = (left) => {
    const note = document.querySelector("[data-typed-ahead]");
    if (!note || !left.some((stroke) => /\d/.test(stroke.key))) return;
    note.querySelector("[data-typed-keys]").textContent = left.map(({ key }) => SIGNS[key] ?? key).join("").trim();
    note.hidden = false;
  };

  const arrived = () => {
    const came = slip();
    return came?.contains(document.activeElement) && came.dataset.slip !== sent;
  };

  // An Enter among the keys requests the next table: the keys after it wait again.
  const done = (came) => {
    loading = false;
    if (!came || !arrived()) return show(keys.splice(0));
    while (keys.length && !loading) type(keys.shift());
  };

  // --- While a table is being loaded ------------------------------------------------------------------------------------------

  document.addEventListener(
    "keydown",
    (event) => {
      const known = event.key.length === 1 || event.key in SIGNS;
      if (!loading || !event.isTrusted || !known || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      keys.push({ key: event.key, shiftKey: event.shiftKey });
    },
    true,
  );

  document.addEventListener("htmx:beforeRequest", (event) => {
    // A table that comes without a request (slip.js) waits for the user's typing, not the other way round.
    if (event.detail.target.id !== DESK || event.detail.elt.matches("[data-meanwhile]")) return;
    loading = true;
    sent = event.detail.requestConfig.verb === "get" ? null : (slip()?.dataset.slip ?? null);
  });
  document.addEventListener("htmx:afterSettle", (event) => event.detail.elt.id === DESK && done(true));
  document.addEventListener("htmx:afterRequest", (event) => {
    // A swap settles a moment later; a response that is not swapped in never does.
    if (event.detail.target.id === DESK && !drawn(event.detail.xhr)) done(false);
  });
  const drawn = (xhr) => xhr.status !== 0 && xhr.responseText.includes(`id="${DESK}"`);
})();
