// The wall turns its own pages. Each [data-wall-page] may hold a .wall-flow whose columns beyond the right edge are its next
// pages; they are shown one after another, every `data-turn` seconds of #wall, then the following [data-wall-page], and round again.
(() => {
  "use strict";
  const wall = document.getElementById("wall");
  const seconds = Number(wall.dataset.turn);
  document.documentElement.style.setProperty("--club-turn", `${seconds}s`);

  let section = 0;
  let part = 0;

  const sections = () => [...wall.querySelectorAll("[data-wall-page]")];
  const step = (flow) => flow.getBoundingClientRect().width + parseFloat(getComputedStyle(flow).columnGap);
  const parts = (flow) => (flow ? Math.max(1, Math.ceil((flow.scrollWidth - 1) / step(flow))) : 1);

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
    const flow = all[section].querySelector(".wall-flow");
    const count = parts(flow);
    part = Math.min(part, count - 1);
    if (flow) flow.style.transform = `translateX(${-part * step(flow)}px)`;
    const label = all[section].querySelector("[data-wall-count]");
    if (label) label.textContent = count > 1 ? `${part + 1} / ${count}` : "";
    return count;
  };

  const stay = () => {
    restartBar(draw() > 1 || sections().length > 1);
    setTimeout(turn, seconds * 1000);
  };

  const turn = () => {
    const shown = sections()[section]?.querySelector(".wall-flow");
    part += 1;
    if (part >= parts(shown)) {
      part = 0;
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

  addEventListener("resize", draw);
  document.addEventListener("htmx:afterSettle", () => {
    tick();
    draw();
  });
  tick();
  setInterval(tick, 1000);
  document.fonts.ready.then(stay);
})();
