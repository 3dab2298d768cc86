// Pages that refresh themselves: nothing moves while nothing changed, and a lost connection is said.
(() => {
  "use strict";
  const last = new WeakMap();

  // An answer equal to the one before is not drawn again: an open row stays open, the wall keeps its page.
  document.addEventListener("htmx:beforeSwap", (event) => {
    const { target, xhr, requestConfig } = event.detail;
    if (requestConfig?.verb !== "get" || !requestConfig.elt.closest("[hx-trigger*='every']")) return;
    if (last.get(target) === xhr.responseText) event.detail.shouldSwap = false;
    last.set(target, xhr.responseText);
  });

  // [data-offline] is shown while the server cannot be reached.
  const offline = (is) => {
    for (const note of document.querySelectorAll("[data-offline]")) note.hidden = !is;
  };
  document.addEventListener("htmx:sendError", () => offline(true));
  document.addEventListener("htmx:timeout", () => offline(true));
  document.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.xhr?.status) offline(false);
  });
})();
