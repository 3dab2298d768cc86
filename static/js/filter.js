// Finding a table or a pair in a list by its number or a name.
//
//   <input type="search" data-filter="pairs">
//   <p data-filter-count="pairs" role="status"></p>
//   <ul id="pairs"><li data-key="12">…<a href>…</a></li></ul>
//   <p data-filter-none="pairs" hidden>…</p>
// data-also="7 15": other numbers that find the row, whole ones only. data-found-by on a part of a row: only the words
// of this part find it.
//
// data-called="B 7": the name of a table in a section. "b7" finds it, and "7" the seventh of each.
//
// Enter in a field with data-filter-posts sends its form instead: the server looks up the typed or scanned text.
//
// A list of several pages has a form with data-finds="pairs" in place of data-filter: the server finds rows on whatever
// page they are, while somebody types; Enter waits for its answer.
//
// Words may come in any order, without accents and apostrophes. Enter goes to the row whose data-key, or data-called, is
// exactly the typed text, otherwise to the only row left.
(() => {
  "use strict";

  const plain = (text) =>
    text
      .normalize("NFKD")
      .replace(/\p{M}/gu, "")
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, " ")
      .trim();

  const formOf = (input) => input.closest?.("[data-finds]");
  const listOf = (input) => input.dataset.filter ?? formOf(input)?.dataset.finds;
  const rowsOf = (input) => [...(document.getElementById(listOf(input))?.children ?? [])];

  const closed = (text) => plain(text).replaceAll(" ", "");
  const isExactly = (row, typed) =>
    row.dataset.called ? closed(row.dataset.called) === closed(typed) : row.dataset.key === typed;

  const matches = (row, typed) => {
    if (row.dataset.key === typed) return true;
    const { called } = row.dataset;
    if (called && [called, called.split(" ")[1]].some((name) => closed(name).startsWith(closed(typed)))) return true;
    // A bare number is compared only with the beginnings of numbers: "1" finds 1, 10 and 12, but not "table 21".
    if (/^\d+$/.test(typed) && row.dataset.key) {
      return (!called && row.dataset.key.startsWith(typed)) || (row.dataset.also ?? "").split(" ").includes(typed);
    }
    const text = plain((row.querySelector("[data-found-by]") ?? row).textContent);
    return typed.split(" ").every((word) => text.includes(word));
  };

  const filter = (input) => {
    const typed = plain(input.value);
    const rows = rowsOf(input);
    let left = 0;
    for (const row of rows) {
      row.hidden = typed !== "" && !matches(row, typed);
      if (!row.hidden) left += 1;
    }
    const name = CSS.escape(input.dataset.filter);
    for (const none of document.querySelectorAll(`[data-filter-none="${name}"]`)) none.hidden = left > 0;
    for (const count of document.querySelectorAll(`[data-filter-count="${name}"]`)) {
      count.textContent = typed === "" ? "" : `${left} / ${rows.length}`;
    }
  };

  const open = (input) => {
    const typed = plain(input.value);
    const shown = rowsOf(input).filter((row) => !row.hidden);
    const row = shown.find((row) => isExactly(row, typed)) ?? (shown.length === 1 ? shown[0] : null);
    (row?.matches("a, button") ? row : row?.querySelector("a, button"))?.click();
  };

  document.addEventListener("input", (event) => {
    if (event.target.dataset.filter) filter(event.target);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.target.dataset.filter || "filterPosts" in event.target.dataset) return;
    if (event.target.value.trim() === "") return;
    event.preventDefault();
    open(event.target);
  });
  let opening = null;
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !formOf(event.target) || event.target.value.trim() === "") return;
    event.preventDefault();
    opening = event.target;
    htmx.trigger(opening, "finds");
  });
  document.addEventListener("htmx:afterSettle", ({ detail }) => {
    const list = opening && `#${listOf(opening)}-list`;
    if (!list || !(detail.elt.matches(list) || detail.elt.querySelector(list))) return;
    open(opening);
    opening = null;
  });
  document.addEventListener("input", () => (opening = null));
  // A polled list is replaced completely; the filter still applies.
  document.addEventListener("htmx:afterSettle", () => {
    for (const input of document.querySelectorAll("[data-filter]")) filter(input);
  });
  // The browser restores the typed text when the user returns to a page.
  addEventListener("pageshow", () => {
    for (const input of document.querySelectorAll("[data-filter]")) if (input.value) filter(input);
  });
})();
