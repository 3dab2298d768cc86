// The wall fills its screen and turns its own pages. Each [data-wall-page] may hold a [data-fit]: a grid whose items
// get as many columns and as large a type as the screen has room for. What would be too small to read from ten metres
// is divided into several pages of about as many rows. They are shown one after another, every `data-turn` seconds of
// #wall, then the next [data-wall-page], which may have its own `data-seconds`, and so on from the beginning.
//
//   <ul data-fit data-beside="7" data-leading="1.62" data-least="2.9" data-most="8.5">: the width that a row needs beside its
//   name (.wall-name) and its height, both in em of its type; the smallest and the largest type, in hundredths of the screen's
//   height. data-stacked: the height of a row with its name on two lines. data-columns and data-rows: a fixed grid of one page.
//
// Only the rows of the current page are laid out (.is-shown): of a thousand names that is at most a tenth.
(() => {
  "use strict";
  const wall = document.getElementById("wall");
  const usual = Number(wall.dataset.turn);

  // The approximate width of a character in em, and the share of names that fit on one line.
  const CHARACTER = 0.54;
  const ON_ONE_LINE = 0.9;
  const NARROWER = 0.85;
  // The relative length of the longer line when a pair's names are broken into two.
  const STACKED = 0.62;
  const GAP = 4; // between columns, in hundredths of the screen's height
  const MOST_COLUMNS = 40;
  // Classes for names that are too long for their page, in the order of trying.
  const LONG = ["is-tight", "is-long", "is-longer"];

  let section = 0;
  let page = 0;
  let turning = null;

  const sections = () => [...wall.querySelectorAll("[data-wall-page]")];
  const hundredth = () => innerHeight / 100;

  const usualName = (grid) => {
    const lengths = [...grid.querySelectorAll(".wall-name")].map((name) => name.textContent.length).sort((a, b) => a - b);
    return lengths.length ? lengths[Math.floor((lengths.length - 1) * ON_ONE_LINE)] : 0;
  };

  // The layout of a grid on the screen: pages, columns, rows, type size, and whether names are on two lines.
  const plan = (grid) => {
    const asked = Object.fromEntries(Object.entries(grid.dataset).map(([key, text]) => [key, Number(text)]));
    const [least, most] = [asked.least * hundredth(), asked.most * hundredth()];
    const { clientWidth: width, clientHeight: height } = grid;
    const gap = GAP * hundredth();
    const name = usualName(grid) * CHARACTER;
    const sized = (columns, rows, stacked) => {
      const wide = asked.beside + (stacked ? STACKED * name : name);
      const byWidth = (width - gap * (columns - 1)) / columns / wide;
      const byHeight = height / rows / (stacked ? asked.stacked : asked.leading);
      return { columns, rows, stacked, byWidth, type: Math.min(byWidth, byHeight, most) };
    };
    if (asked.columns) return { ...sized(asked.columns, asked.rows, false), pages: 1 };

    const largest = (items) => {
      let best = sized(1, items, false);
      for (let columns = 1; columns <= Math.min(items, MOST_COLUMNS); columns += 1) {
        for (const stacked of asked.stacked ? [false, true] : [false]) {
          const tried = sized(columns, Math.ceil(items / columns), stacked);
          if (tried.type > best.type) best = tried;
        }
      }
      return best;
    };
    const items = Math.max(1, grid.children.length);
    const whole = largest(items);
    if (whole.type >= least) return { ...whole, pages: 1 };
    // Slightly narrower than most names need: those are shrunk.
    let columns = 1;
    while (sized(columns + 1, 1, false).byWidth >= NARROWER * least) columns += 1;
    const rows = Math.max(1, Math.floor(height / (least * asked.leading)));
    const dealt = Math.ceil(items / Math.ceil(items / (columns * rows)));
    const part = largest(dealt);
    const shown = part.type >= least ? part : { columns, rows: Math.ceil(dealt / columns), stacked: false, type: least };
    return { ...shown, pages: Math.ceil(items / (shown.columns * shown.rows)) };
  };

  const letterOf = (row) => row.dataset.at;

  // Shows the items of one page, with their range above them.
  const fill = (shown, grid) => {
    const whole = [...grid.children];
    for (const row of whole) row.classList.remove("is-shown", "is-first");
    const { columns, rows, pages, type, stacked } = plan(grid);
    page = Math.min(page, pages - 1);
    const here = grid.dataset.columns ? whole : whole.slice(page * columns * rows, (page + 1) * columns * rows);
    shown.classList.toggle("is-stacked", stacked);
    shown.style.setProperty("--wall-type", `${type}px`);
    shown.style.setProperty("--wall-columns", columns);
    shown.style.setProperty("--wall-rows", rows);
    here.forEach((row, index) => {
      row.classList.add("is-shown");
      const before = index % rows ? here[index - 1] : null;
      row.classList.toggle("is-first", !before || letterOf(before) !== letterOf(row));
    });
    const heads = shown.querySelector("[data-heads]");
    while (heads && heads.children.length > columns) heads.lastElementChild.remove();
    while (heads && heads.children.length < columns) heads.append(heads.firstElementChild.cloneNode(true));
    const label = shown.querySelector("[data-span]");
    if (label) {
      const [from, to] = [letterOf(here[0]), letterOf(here.at(-1))];
      label.textContent = pages === 1 ? "" : from === to ? from : `${from}–${to}`;
    }
    return pages;
  };

  // A name without room on its line is shrunk, on two lines or three. All are measured before any is changed.
  const shrink = (shown) => {
    let names = [...shown.querySelectorAll(".wall-name")].filter((name) => name.offsetParent);
    for (const name of names) name.classList.remove(...LONG);
    for (const smaller of LONG) {
      names = names.filter(
        (name) => name.scrollWidth > name.clientWidth + 1 || name.offsetHeight > name.parentElement.clientHeight + 1,
      );
      for (const name of names) name.classList.add(smaller);
    }
  };

  const restartBar = (several, seconds) => {
    const bar = document.getElementById("wall-turn");
    document.documentElement.style.setProperty("--club-turn", `${seconds}s`);
    bar.classList.toggle("is-still", !several);
    bar.replaceChildren(bar.firstElementChild.cloneNode());
  };

  // Draws the current page and returns the number of pages in its section. Changes are drawn without turning the page.
  const draw = () => {
    const all = sections();
    if (all.length === 0) return 0;
    section %= all.length;
    const shown = all[section];
    all.forEach((part) => (part.hidden = part !== shown));
    const grid = shown.querySelector("[data-fit]");
    const pages = grid ? fill(shown, grid) : 1;
    shrink(shown);
    return pages;
  };

  const stay = () => {
    const pages = draw();
    const seconds = Number(sections()[section]?.dataset.seconds) || usual;
    restartBar(pages > 1 || sections().length > 1, seconds);
    clearTimeout(turning);
    turning = setTimeout(() => turn(pages), seconds * 1000);
  };

  const turn = (pages) => {
    page += 1;
    if (page >= pages) {
      page = 0;
      section += 1;
    }
    stay();
  };

  // --- A table whose slip arrives while the wall is shown turns to felt before everybody's eyes --------------------------

  const tablesIn = () => new Set([...wall.querySelectorAll(".wall-tile.is-handed-in")].map((tile) => tile.dataset.at));
  let known = tablesIn();
  const turnToFelt = () => {
    const now = tablesIn();
    for (const tile of wall.querySelectorAll(".wall-tile.is-handed-in")) {
      tile.classList.toggle("is-new", !known.has(tile.dataset.at));
    }
    known = now;
  };

  // --- A podium that the referee has just had shown comes at once ---------------------------------------------------------

  const podium = () => wall.querySelector("[data-podium]");
  let podiumShown = podium()?.dataset.shown;
  const comes = () => {
    const before = podiumShown;
    podiumShown = podium()?.dataset.shown;
    if (!podiumShown || podiumShown === before) return false;
    [section, page] = [sections().indexOf(podium()), 0];
    return true;
  };

  // Another screen, or a message above the rows, leaves them a different space.
  new ResizeObserver(draw).observe(document.getElementById("main"));
  // This runs before the new rows are first painted.
  document.addEventListener("htmx:afterSwap", () => {
    turnToFelt();
    if (comes()) stay();
    else draw();
  });
  document.fonts.ready.then(stay);
})();
