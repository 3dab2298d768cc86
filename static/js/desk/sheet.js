// The ticks of a result sheet stay in this browser, separately for each round. [data-ticks] holds the rows and names
// the round; [data-tick] is a checkbox, named by its table and the version of the result: a result saved again must be
// checked again.
(() => {
  "use strict";

  const rows = document.querySelector("[data-ticks]");
  if (!rows) return;
  const key = `ticks-${rows.dataset.ticks}`;
  const boxes = [...rows.querySelectorAll("[data-tick]")];
  const count = document.querySelector("[data-ticked]");

  const kept = () => {
    try {
      return new Set(JSON.parse(localStorage.getItem(key)) ?? []);
    } catch {
      return new Set();
    }
  };

  const keep = () => {
    try {
      localStorage.setItem(key, JSON.stringify(boxes.filter((box) => box.checked).map((box) => box.dataset.tick)));
    } catch {
      // Without storage the ticks last as long as the page.
    }
  };

  const tell = () => {
    const ticked = boxes.filter((box) => box.checked).length;
    count.textContent = count.dataset.ticked.replace("{ticked}", ticked).replace("{all}", boxes.length);
    count.hidden = false;
  };

  const ticked = kept();
  for (const box of boxes) box.checked = ticked.has(box.dataset.tick);
  tell();
  rows.addEventListener("change", () => {
    keep();
    tell();
  });
})();
