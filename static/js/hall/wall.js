// The wall fills its screen and turns its own pages. Each [data-wall-page] may hold a [data-fit]: a grid whose items
// get as many columns and as large a type as the screen has room for. What would be too small to read from ten metres
// is divided into several pages of about as many rows. They are shown one after another, every `data-turn` seconds of
// #wall or faster if the whole tour would last too long, then the next [data-wall-page], which may have its own
// `data-seconds`, and so on from the beginning.
//
//   <ul data-fit data-beside="7" data-leading="1.62" data-least="2.9" data-most="8.5">: the width that a row needs beside its
//   name (.wall-name) and its height, both in em of its type; the smallest and the largest type, in hundredths of the screen's
//   height. data-stacked: the height of a row with its name on two lines. data-columns and data-rows: a fixed grid of one page.
//   data-short: first names may become initials, so that one page holds everybody, or a large hall has fewer pages.
//
// All names of a page have one size. A long one goes on two lines where its row has room for them, then its first names
// become initials (not those of teams: data-teams on the page); only then do all of them get smaller.
//
// A large hall's wall has parts (data-parts, and the address of the next one, data-next): once all sections of a part have
// been shown, the next part is loaded, and after the last the first again.
//
// Only the rows of the current page are laid out (.is-shown): of a thousand names that is at most a tenth.
(() => {
  "use strict";
  const wall = document.getElementById("wall");
  const usual = Number(wall.dataset.turn);
  const live = document.getElementById("live");

  // Everybody waits at most 90 seconds for their row: a whole tour is shorter, since the pages of other sections are estimated.
  const TOUR = 80;
  const LEAST_SECONDS = 5;

  // The share of names that certainly fit on one line, and how much wider than these the others may be to fit, too.
  const USUAL = 0.9;
  const WIDER = 1.3;
  // The relative length of the longer line when a pair's names are broken into two.
  const STACKED = 0.62;
  const PEN = 100; // the type in which widths are measured
  const GAP = 4; // between columns, in hundredths of the screen's height
  const MOST_COLUMNS = 40;
  // A list of more pages than this has initials for first names.
  const MANY_PAGES = 6;
  // The steps in which the type of a page's names gets smaller.
  const SMALLER = [0.94, 0.88, 0.82, 0.76, 0.7, 0.6, 0.5];
  // Between the people of a pair, and between a player and a substitute.
  const BETWEEN = /(\s–\s|\s\/\s)/;

  let section = 0;
  let page = 0;
  let turning = null;

  const sections = () => [...wall.querySelectorAll("[data-wall-page]")];
  const hundredth = () => innerHeight / 100;

  // A name with the last word of each of its people as an initial: "De Luca Anna Maria" is "De Luca Anna M.".
  const shortened = (text) =>
    text
      .split(BETWEEN)
      .map((person) => {
        const words = person.split(" ");
        const at = words.findLastIndex((word, index) => index > 0 && word.length > 2);
        if (at > 0) words[at] = `${[...words[at]][0]}.`;
        return words.join(" ");
      })
      .join("");

  // The whole names of those that are shown shorter.
  const whole = new WeakMap();
  const wholeName = (name) => whole.get(name) ?? name.textContent;

  // The room that names need, in em of their type: the widest's, without those that are much wider than nearly all.
  const pen = document.createElement("canvas").getContext("2d");
  const letters = () => pen.measureText("Wilma Rossi").width;
  const roomFor = (names) => {
    const widths = names.map((name) => pen.measureText(name).width / PEN).sort((a, b) => a - b);
    const usual = widths[Math.floor((widths.length - 1) * USUAL)] ?? 0;
    return widths.findLast((width) => width <= WIDER * usual) ?? 0;
  };

  // The cell of each row in columns so high: the name of a girone does not stand alone at the foot of one.
  const isHeading = (row) => row.matches(".wall-girone");
  const cellsOf = (items, rows) => {
    let cell = -1;
    return items.map((row) => {
      cell += 1;
      if (rows > 1 && cell % rows === rows - 1 && isHeading(row)) cell += 1;
      return cell;
    });
  };

  // The layout of a grid in this room: pages, columns, rows, type size, and whether names are on two lines.
  const plan = (grid, { clientWidth: width, clientHeight: height }) => {
    const asked = Object.fromEntries(Object.entries(grid.dataset).map(([key, text]) => [key, Number(text)]));
    const [least, most] = [asked.least * hundredth(), asked.most * hundredth()];
    const gap = GAP * hundredth();
    const names = [...grid.querySelectorAll(".wall-name")].map(wholeName);
    pen.font = `${PEN}px ${getComputedStyle(grid).fontFamily}`;
    let name = roomFor(names);
    const sized = (columns, rows, stacked) => {
      const wide = asked.beside + (stacked ? STACKED * name : name);
      const byWidth = (width - gap * (columns - 1)) / columns / wide;
      const byHeight = height / rows / (stacked ? asked.stacked : asked.leading);
      return { columns, rows, stacked, byWidth, type: Math.min(byWidth, byHeight, most) };
    };
    const larger = (one, other) => (other.type > one.type ? other : one);
    const best = (columns, rows) =>
      asked.stacked ? larger(sized(columns, rows, false), sized(columns, rows, true)) : sized(columns, rows, false);
    if (asked.columns) return { ...best(asked.columns, asked.rows), pages: 1 };

    const rowsOfList = [...grid.children];
    const headings = rowsOfList.filter(isHeading).length;
    const items = Math.max(1, rowsOfList.length);
    const cells = (rows) => (headings ? cellsOf(rowsOfList, rows).at(-1) + 1 : items);
    const high = (columns, some) => {
      let rows = Math.ceil(some / columns);
      while (some === items && headings && cells(rows) > columns * rows) rows += 1;
      return rows;
    };
    const largest = (some) => {
      const tried = Array.from({ length: Math.min(some, MOST_COLUMNS) }, (_none, at) => at + 1);
      return tried.map((columns) => best(columns, high(columns, some))).reduce(larger);
    };
    const onSeveralPages = () => {
      let columns = 1;
      while (sized(columns + 1, 1, false).byWidth >= least) columns += 1;
      const rows = Math.max(1, Math.floor(height / (least * asked.leading)));
      const most = items + headings;
      const dealt = Math.ceil(most / Math.ceil(most / (columns * rows)));
      const part = largest(dealt);
      const shown = part.type >= least ? part : { columns, rows: Math.ceil(dealt / columns), stacked: false, type: least };
      return { ...shown, pages: Math.ceil(cells(shown.rows) / (shown.columns * shown.rows)) };
    };
    let onOne = largest(items);
    if (onOne.type >= least) return { ...onOne, pages: 1 };
    const onSeveral = onSeveralPages();
    if (!("short" in asked)) return onSeveral;
    name = roomFor(names.map(shortened));
    onOne = largest(items);
    if (onOne.type >= least) return { ...onOne, pages: 1 };
    return onSeveral.pages > MANY_PAGES ? onSeveralPages() : onSeveral;
  };

  const letterOf = (row) => row.dataset.at;

  // Shows the items of one page, with their range above them. Returns the layout.
  const layOut = (shown, grid) => {
    const items = [...grid.children];
    const { columns, rows, pages, type, stacked } = plan(grid, grid);
    page = Math.min(page, pages - 1);
    const cells = cellsOf(items, rows);
    const isHere = (cell) => grid.dataset.columns || Math.floor(cell / (columns * rows)) === page;
    const here = items.filter((_row, at) => isHere(cells[at]));
    const elsewhere = items.filter((_row, at) => !isHere(cells[at]));
    for (const row of elsewhere) row.classList.remove("is-shown", "is-first", "is-top");
    const places = cells.filter(isHere).map((cell) => cell - page * columns * rows);
    shown.classList.toggle("is-stacked", stacked);
    shown.style.setProperty("--wall-type", `${type}px`);
    shown.style.setProperty("--wall-columns", columns);
    shown.style.setProperty("--wall-rows", rows);
    here.forEach((row, index) => {
      const isTop = places[index] % rows === 0;
      row.classList.add("is-shown");
      row.classList.toggle("is-top", isTop && isHeading(row));
      const before = isTop ? null : here[index - 1];
      row.classList.toggle("is-first", !before || letterOf(before) !== letterOf(row));
    });
    const heads = shown.querySelector("[data-heads]");
    const filled = Math.ceil(((places.at(-1) ?? -1) + 1) / rows);
    while (heads && heads.children.length > filled) heads.lastElementChild.remove();
    while (heads && heads.children.length < filled) heads.append(heads.firstElementChild.cloneNode(true));
    const label = shown.querySelector("[data-span]");
    if (label) {
      const [from, to] = [letterOf(here[0]), letterOf(here.at(-1))];
      label.textContent = pages === 1 ? "" : from === to ? from : `${from}–${to}`;
    }
    return { columns, rows, pages };
  };

  // The headings above the rows have the size of the rows' type, and leave them less room the larger it is: laid out until
  // nothing changes, so that all pages of a section have the same number of rows and none is left out between two pages.
  const fill = (shown, grid) => {
    let now = layOut(shown, grid);
    for (let left = 3; left; left -= 1) {
      const before = now;
      now = layOut(shown, grid);
      if (now.columns === before.columns && now.rows === before.rows) break;
    }
    return now.pages;
  };

  const isCut = (name) =>
    name.scrollWidth > name.clientWidth + 1 || name.offsetHeight > name.parentElement.clientHeight + 1;

  // Gives each name of the page its room. All are measured before any is changed.
  const fitNames = (shown) => {
    const names = [...shown.querySelectorAll(".wall-name")].filter((name) => name.offsetParent);
    shown.style.setProperty("--wall-name", 1);
    for (const name of names) {
      name.classList.remove("is-two");
      if (whole.has(name)) name.textContent = whole.get(name);
      whole.delete(name);
      // On two lines, the dash stays after the first.
      if (name.textContent.includes(" – ")) name.textContent = name.textContent.replaceAll(" – ", "\u00a0– ");
    }
    let cut = names.filter(isCut);
    for (const name of cut) name.classList.add("is-two");
    const tooHigh = cut.filter((name) => name.offsetHeight > name.parentElement.clientHeight + 1);
    for (const name of tooHigh) name.classList.remove("is-two");
    cut = cut.filter(isCut);
    const people = shown.hasAttribute("data-teams") ? [] : cut.filter((name) => !name.matches(".muted"));
    for (let long = people; long.length; long = long.filter(isCut)) {
      long = long.filter((name) => shortened(name.textContent) !== name.textContent);
      for (const name of long) {
        whole.set(name, wholeName(name));
        name.textContent = shortened(name.textContent);
      }
    }
    for (const size of SMALLER) {
      cut = cut.filter(isCut);
      if (!cut.length) break;
      shown.style.setProperty("--wall-name", size);
    }
    for (const name of cut.filter(isCut)) name.classList.add("is-two");
  };

  const restartBar = (several, seconds) => {
    const bar = document.getElementById("wall-turn");
    document.documentElement.style.setProperty("--club-turn", `${seconds}s`);
    bar.classList.toggle("is-still", !several);
    bar.replaceChildren(bar.firstElementChild.cloneNode());
  };

  // Draws the current page and returns the number of pages in its section. Changes are drawn without turning the page.
  let lettersDrawn = null;
  const draw = () => {
    const all = sections();
    if (all.length === 0) return 0;
    section %= all.length;
    const shown = all[section];
    all.forEach((part) => (part.hidden = part !== shown));
    const grid = shown.querySelector("[data-fit]");
    const pages = grid ? fill(shown, grid) : 1;
    fitNames(shown);
    lettersDrawn = letters();
    return pages;
  };

  // How long each page without seconds of its own stays, so that the tour ends in time. Other sections have this one's room.
  const pageSeconds = (pages) => {
    const all = sections();
    const grid = all[section].querySelector("[data-fit]") ?? document.getElementById("main");
    const others = all.filter((part, at) => at !== section && !part.dataset.seconds);
    const counted = others.map((part) => part.querySelector("[data-fit]")).map((part) => (part ? plan(part, grid).pages : 1));
    const parts = Number(live.firstElementChild.dataset.parts) || 1;
    const taken = all.reduce((sum, part) => sum + (Number(part.dataset.seconds) || 0), 0);
    const shared = counted.reduce((sum, count) => sum + count, all[section].dataset.seconds ? 0 : pages);
    return Math.min(usual, Math.max(LEAST_SECONDS, (TOUR / parts - taken) / Math.max(1, shared)));
  };

  const stay = (pages) => {
    const seconds = Number(sections()[section]?.dataset.seconds) || (pages ? pageSeconds(pages) : usual);
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
    const { next } = live.firstElementChild.dataset;
    if (next && section >= sections().length) load(next);
    else stay(draw());
  };

  // The polls ask for the part that is shown. Without an answer the same part is shown again.
  const load = (address) => {
    const from = live.getAttribute("hx-get");
    live.setAttribute("hx-get", address);
    [section, page] = [0, 0];
    htmx.process(live);
    htmx
      .ajax("GET", address, { target: live, swap: "innerHTML", select: "#live-content" })
      .then(() => stay(draw()))
      .catch(() => {
        live.setAttribute("hx-get", from);
        htmx.process(live);
        stay(draw());
      });
  };

  // --- A table whose slip arrives while the wall is shown turns to felt before everybody's eyes --------------------------

  const tablesIn = () => new Set([...wall.querySelectorAll(".wall-tile.is-handed-in")].map((tile) => tile.dataset.at));
  const tablesShown = () => new Set([...wall.querySelectorAll(".wall-tile")].map((tile) => tile.dataset.at));
  let [known, shownBefore] = [tablesIn(), tablesShown()];
  const turnToFelt = () => {
    const now = tablesIn();
    for (const tile of wall.querySelectorAll(".wall-tile.is-handed-in")) {
      tile.classList.toggle("is-new", shownBefore.has(tile.dataset.at) && !known.has(tile.dataset.at));
    }
    [known, shownBefore] = [now, tablesShown()];
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

  // Another screen, or a message above the rows, leaves them a different space. The tour begins once the first page is seen.
  let begun = false;
  new ResizeObserver(() => {
    const pages = draw();
    if (!begun) setTimeout(() => stay(pages));
    begun = true;
  }).observe(document.getElementById("main"));
  // This runs before the new rows are first painted.
  document.addEventListener("htmx:afterSwap", () => {
    turnToFelt();
    if (comes()) stay(draw());
    else draw();
  });
  // Letters that come late may have other widths than those that stood in for them.
  document.fonts.ready.then(() => {
    if (letters() !== lettersDrawn) draw();
  });
})();
