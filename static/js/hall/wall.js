// The wall fills its screen and turns its own pages. Each [data-wall-page] may hold a [data-fit]: a grid whose items get
// as many columns and as large a type as the screen has room for. What would become too small to be read from ten metres
// is dealt out to several pages of about as many rows; they are shown one after another, every `data-turn` seconds of
// #wall, then the following [data-wall-page], which may ask for `data-seconds` of its own, and round again.
//
//   <ul data-fit data-beside="7" data-leading="1.62" data-least="2.9" data-most="8.5">: what a row needs beside its name
//   (.wall-name) and its height, both in em of its type; the smallest and the largest type, in hundredths of the screen's
//   height. data-stacked: the height of a row whose name stands on two lines. data-columns and data-rows: a grid that is as it is, of one page.
//
// Only the rows of the page shown are laid out (.is-shown): of a thousand names that is the tenth part or less.
(() => {
  "use strict";
  const wall = document.getElementById("wall");
  const usual = Number(wall.dataset.turn);

  // How wide a character of a name is, about, in em; and how many names of ten fit on one line.
  const CHARACTER = 0.54;
  const ON_ONE_LINE = 0.9;
  const NARROWER = 0.85;
  // How long the longer of the two lines is that a pair's names are broken into.
  const STACKED = 0.62;
  const GAP = 4; // between columns, in hundredths of the screen's height
  const MOST_COLUMNS = 40;
  // Names that are too long for the page that they stand on, in the order of trying.
  const LONG = ["is-tight", "is-long", "is-longer"];

  let section = 0;
  let page = 0;

  const sections = () => [...wall.querySelectorAll("[data-wall-page]")];
  const hundredth = () => innerHeight / 100;

  const usualName = (grid) => {
    const lengths = [...grid.querySelectorAll(".wall-name")].map((name) => name.textContent.length).sort((a, b) => a - b);
    return lengths.length ? lengths[Math.floor((lengths.length - 1) * ON_ONE_LINE)] : 0;
  };

  // How a grid stands on the screen: on how many pages, in how many columns and rows, how large, its names on two lines.
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
    // A little narrower than most names would have it: those get smaller.
    let columns = 1;
    while (sized(columns + 1, 1, false).byWidth >= NARROWER * least) columns += 1;
    const rows = Math.max(1, Math.floor(height / (least * asked.leading)));
    const dealt = Math.ceil(items / Math.ceil(items / (columns * rows)));
    const part = largest(dealt);
    const shown = part.type >= least ? part : { columns, rows: Math.ceil(dealt / columns), stacked: false, type: least };
    return { ...shown, pages: Math.ceil(items / (shown.columns * shown.rows)) };
  };

  const letterOf = (row) => row.dataset.at;

  // Shows the items of one page, and above them from where to where they go.
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

  // A name that has no room on its line gets smaller, on two lines or three. All are measured before any is changed.
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

  // Draws the page that is due and answers how many its section has; what changed meanwhile is drawn without turning.
  const draw = () => {
    const all = sections();
    if (all.length === 0) return 0;
    section %= all.length;
    const shown = all[section];
    all.forEach((each) => (each.hidden = each !== shown));
    const grid = shown.querySelector("[data-fit]");
    const pages = grid ? fill(shown, grid) : 1;
    shrink(shown);
    return pages;
  };

  const stay = () => {
    const pages = draw();
    const seconds = Number(sections()[section]?.dataset.seconds) || usual;
    restartBar(pages > 1 || sections().length > 1, seconds);
    setTimeout(() => turn(pages), seconds * 1000);
  };

  const turn = (pages) => {
    page += 1;
    if (page >= pages) {
      page = 0;
      section += 1;
    }
    stay();
  };

  // --- A table that comes in while the wall is looked at turns to felt before everybody's eyes ---------------------------

  const tablesIn = () => new Set([...wall.querySelectorAll(".wall-tile.is-handed-in")].map((tile) => tile.dataset.at));
  let known = tablesIn();
  const turnToFelt = () => {
    const now = tablesIn();
    for (const tile of wall.querySelectorAll(".wall-tile.is-handed-in")) {
      tile.classList.toggle("is-new", !known.has(tile.dataset.at));
    }
    known = now;
  };

  // --- [data-time-of-day] says how late it is ---------------------------------------------------------------------------

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
    turnToFelt();
    draw();
  });
  tick();
  setInterval(tick, 1000);
  document.fonts.ready.then(stay);
})();
