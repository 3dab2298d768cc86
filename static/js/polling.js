// Pages that refresh themselves: nothing moves while nothing changed, and a lost connection is said.
(() => {
  "use strict";
  const last = new WeakMap();
  const polls = (element) => element.closest("[hx-trigger*='every']");

  // An answer equal to the one before is not drawn again: an open row stays open, the wall keeps its page. Which answer
  // it is its ETag says; the page itself came as data-etag.
  document.addEventListener("htmx:beforeSwap", (event) => {
    const { target, xhr, requestConfig } = event.detail;
    if (requestConfig?.verb !== "get" || !polls(requestConfig.elt)) return;
    const answer = xhr.getResponseHeader("ETag") ?? xhr.responseText;
    if ((last.get(target) ?? target.dataset.etag) === answer) event.detail.shouldSwap = false;
    last.set(target, answer);
  });

  // What a reader has opened stays open when the answer changed: every details with an id.
  let open = [];
  document.addEventListener("htmx:beforeSwap", (event) => {
    open = [...event.detail.target.querySelectorAll("details[id][open]")].map((details) => details.id);
  });
  document.addEventListener("htmx:afterSwap", () => {
    for (const id of open) document.getElementById(id)?.setAttribute("open", "");
  });

  // A phone that comes out of the pocket asks at once: hx-trigger="every 15s, seen".
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return;
    for (const element of document.querySelectorAll("[hx-trigger*='seen']")) htmx.trigger(element, "seen");
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
