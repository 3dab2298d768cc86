// Pages that refresh themselves: when they poll, how the page stays still while nothing changes, and how a lost
// connection is shown. A polling element has hx-get, hx-trigger="ask" and data-every, the seconds between requests.
(() => {
  "use strict";
  const last = new WeakMap();
  const ASKS = "[data-every]";

  // This spreads the requests of a thousand phones that were woken together.
  const SOONEST = 0.8;
  // A hidden page can wait.
  const HIDDEN = 4;
  const timers = new WeakMap();
  const every = (element) => Number(element.dataset.every) * (document.hidden ? HIDDEN : 1);
  const askAfter = (element, seconds) => {
    clearTimeout(timers.get(element));
    const spread = SOONEST + (1 - SOONEST) * Math.random();
    timers.set(element, setTimeout(() => ask(element), 1000 * seconds * spread));
  };
  const ask = (element) => {
    if (!element.isConnected) return;
    // In case htmx does not send the request, or no response ever comes.
    askAfter(element, HIDDEN * every(element));
    htmx.trigger(element, "ask");
  };
  document.addEventListener("htmx:load", ({ detail: { elt } }) => {
    const within = [...elt.querySelectorAll(ASKS)];
    for (const element of elt.matches(ASKS) ? [elt, ...within] : within) askAfter(element, every(element));
  });

  // An overloaded server sends a factor for the wait or, if it has no time at all, the seconds to wait.
  document.addEventListener("htmx:afterRequest", ({ detail: { elt, xhr } }) => {
    if (!elt.matches?.(ASKS)) return;
    const said = (header) => Number(xhr?.getResponseHeader(header));
    askAfter(elt, said("Retry-After") || every(elt) * (said("Ask-Slower") || 1));
  });

  // A response equal to the previous one is not swapped in: an open row stays open, and the wall keeps its page.
  // Responses are compared by their ETag, which compression makes weak; the page itself has data-etag.
  document.addEventListener("htmx:beforeSwap", (event) => {
    const { target, xhr, requestConfig } = event.detail;
    if (requestConfig?.verb !== "get" || !requestConfig.elt.closest(ASKS)) return;
    const answer = xhr.getResponseHeader("ETag")?.replace(/^W\//, "") ?? xhr.responseText;
    if ((last.get(target) ?? target.dataset.etag) === answer) event.detail.shouldSwap = false;
    last.set(target, answer);
  });

  // A part that left the page while it was asking gets no answer: what replaced it is newer.
  document.addEventListener("htmx:beforeCleanupElement", ({ target }) => {
    if (!target.matches?.(".htmx-request")) return;
    target.addEventListener("htmx:beforeOnLoad", (event) => event.preventDefault());
  });

  // What a reader has opened stays open when the response changes: every details element with an id.
  let open = [];
  document.addEventListener("htmx:beforeSwap", (event) => {
    open = [...event.detail.target.querySelectorAll("details[id][open]")].map((details) => details.id);
  });
  document.addEventListener("htmx:afterSwap", () => {
    for (const id of open) document.getElementById(id)?.setAttribute("open", "");
  });

  // The reader's position is kept: sideways scrolling is restored, and blocks of rows that are laid out only when
  // visible (.row-block) keep the height of their predecessors, because otherwise the rows above the reader would
  // shrink.
  let [places, heights] = [[], []];
  const sideways = (target) => [...target.querySelectorAll(".table-container")];
  const blocks = (target) => [...target.querySelectorAll(".row-block")];
  document.addEventListener("htmx:beforeSwap", ({ detail: { target } }) => {
    places = sideways(target).map((scrolled) => scrolled.scrollLeft);
    heights = blocks(target).map((block) => block.getBoundingClientRect().height);
  });
  document.addEventListener("htmx:afterSwap", ({ detail: { target } }) => {
    blocks(target).slice(0, heights.length).forEach((block, at) => {
      block.style.containIntrinsicBlockSize = `auto ${heights[at]}px`;
    });
    sideways(target).forEach((scrolled, at) => {
      if (places[at]) scrolled.scrollLeft = places[at];
    });
  });

  // A phone that becomes visible again polls at once.
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return;
    document.querySelectorAll(ASKS).forEach(ask);
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
