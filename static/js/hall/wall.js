// The wall turns its own pages. Each [data-wall-page] may hold a .wall-flow: as many of its rows as its columns have room
// for are one page. They are shown one page after another, every `data-turn` seconds of #wall, then the following
// [data-wall-page], and round again.
//
// Only the rows of the page shown are laid out (.is-shown): of a thousand names that is the tenth part or less.
(() => {
  "use strict";
  const wall = document.getElementById("wall");
  const seconds = Number(wall.dataset.turn);
  document.documentElement.style.setProperty("--club-turn", `${seconds}s`);

  // How many rows are laid out at first to see how many a page has room for.
  const TRIED = 64;

  let section = 0;
  // The first row of each page of the section so far: the last of them is the page shown, which ends before row `end`.
  let starts = [0];
  let end = 0;

  const sections = () => [...wall.querySelectorAll("[data-wall-page]")];
  const rowsOf = (page) => [...(page.querySelector(".wall-flow")?.children ?? [])];
  const show = (rows, from, to) => {
    for (const row of rows.slice(from, to)) row.classList.add("is-shown");
  };

  // What finds no room stands in a column beyond the right edge: the number of the first such row, or of none.
  const overflowing = (rows, from, to) => {
    const edge = rows[from].parentElement.getBoundingClientRect().right;
    let [inside, beyond] = [from, to];
    while (inside < beyond) {
      const middle = (inside + beyond) >> 1;
      if (rows[middle].getBoundingClientRect().left < edge) inside = middle + 1;
      else beyond = middle;
    }
    return inside;
  };

  // Shows the rows of one page, and answers before which it ends; a row too tall for the screen is a page of its own.
  const fill = (rows, from) => {
    for (const row of rows) row.classList.remove("is-shown");
    let shown = from;
    let last = from;
    for (let tried = TRIED; last === shown && shown < rows.length; tried *= 2) {
      last = Math.min(rows.length, from + tried);
      show(rows, shown, last);
      shown = overflowing(rows, from, last);
    }
    shown = Math.max(shown, Math.min(from + 1, rows.length));
    for (const row of rows.slice(shown, last)) row.classList.remove("is-shown");
    return shown;
  };

  // Of how many pages the section will be, going by how full those were that have been shown.
  const pages = (rows) => starts.length + Math.ceil((rows.length - end) / (end / starts.length));

  const restartBar = (several) => {
    const bar = document.getElementById("wall-turn");
    bar.classList.toggle("is-still", !several);
    bar.replaceChildren(bar.firstElementChild.cloneNode());
  };

  // Draws the page that is due and answers how many its section has; what changed meanwhile is drawn without turning.
  const draw = () => {
    const all = sections();
    if (all.length === 0) return 0;
    section %= all.length;
    all.forEach((each, index) => (each.hidden = index !== section));
    const rows = rowsOf(all[section]);
    while (starts.length > 1 && starts.at(-1) >= rows.length) starts.pop();
    end = fill(rows, starts.at(-1));
    const count = rows.length ? pages(rows) : 1;
    const label = all[section].querySelector("[data-wall-count]");
    if (label) label.textContent = count > 1 ? `${starts.length} / ${count}` : "";
    return count;
  };

  const stay = () => {
    restartBar(draw() > 1 || sections().length > 1);
    setTimeout(turn, seconds * 1000);
  };

  const turn = () => {
    const shown = sections()[section];
    if (shown && end < rowsOf(shown).length) starts.push(end);
    else {
      starts = [0];
      section += 1;
    }
    stay();
  };

  // --- Where no round is played by the clock, [data-time-of-day] says how late it is ------------------------------------

  const two = (number) => String(number).padStart(2, "0");

  const tick = () => {
    const now = new Date();
    for (const clock of document.querySelectorAll("[data-time-of-day]")) {
      clock.textContent = `${two(now.getHours())}:${two(now.getMinutes())}`;
    }
  };

  // Another screen, or something said above the rows, leaves them another room.
  new ResizeObserver(draw).observe(document.getElementById("main"));
  // Before the new rows are painted for the first time.
  document.addEventListener("htmx:afterSwap", () => {
    tick();
    draw();
  });
  tick();
  setInterval(tick, 1000);
  document.fonts.ready.then(stay);
})();
