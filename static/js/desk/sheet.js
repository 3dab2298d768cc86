// The ticks of a result sheet stay in this browser, separately for each round. [data-ticks] holds the rows and names
// the round; [data-tick] is a checkbox, named by its table and the version of the result: a result saved again must be
// checked again. The ticks of rows on other pages of the sheet are kept with these.
(() => {
  "use strict";

  const sheet = () => document.querySelector("[data-ticks]");
  if (!sheet()) return;
  const key = `ticks-${sheet().dataset.ticks}`;
  const boxes = () => [...sheet().querySelectorAll("[data-tick]")];
  const tableOf = (tick) => tick.split("-")[0];

  // Without storage the ticks last as long as the page.
  let ticked = new Set();
  try {
    ticked = new Set(JSON.parse(localStorage.getItem(key)) ?? []);
  } catch {
    /* nothing is kept */
  }

  const keep = () => {
    for (const box of boxes()) {
      for (const old of ticked) if (tableOf(old) === tableOf(box.dataset.tick)) ticked.delete(old);
      if (box.checked) ticked.add(box.dataset.tick);
    }
    try {
      localStorage.setItem(key, JSON.stringify([...ticked]));
    } catch {
      /* nothing is kept */
    }
  };

  const show = () => {
    for (const box of boxes()) box.checked = ticked.has(box.dataset.tick);
    const shown = new Map(boxes().map((box) => [tableOf(box.dataset.tick), box.checked]));
    const elsewhere = [...ticked].filter((tick) => !shown.has(tableOf(tick))).length;
    const count = document.querySelector("[data-ticked]");
    const here = [...shown.values()].filter(Boolean).length;
    count.textContent = count.dataset.ticked.replace("{ticked}", here + elsewhere).replace("{all}", count.dataset.all);
    count.hidden = false;
  };

  show();
  document.addEventListener("change", (event) => {
    if (!event.target.matches("[data-tick]")) return;
    keep();
    show();
  });
  document.addEventListener("htmx:afterSettle", show);
})();
