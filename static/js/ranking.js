// A row of the ranking opens below itself (htmx loads its content), and closes when its name is pressed again.
(() => {
  "use strict";
  const opened = (link) => {
    const next = link.closest("tr").nextElementSibling;
    return next?.classList.contains("opened-row") ? next : null;
  };
  document.addEventListener("htmx:beforeRequest", (event) => {
    const link = event.detail.elt;
    if (!link.matches("[data-opens-row]")) return;
    const row = opened(link);
    if (!row) return;
    event.preventDefault();
    row.remove();
    link.setAttribute("aria-expanded", "false");
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    const link = event.detail.elt;
    if (link.matches("[data-opens-row]") && opened(link)) link.setAttribute("aria-expanded", "true");
  });
})();
