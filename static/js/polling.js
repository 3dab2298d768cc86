// Pages that refresh themselves: when they ask, that nothing moves while nothing changed, and that a lost connection is
// said. An element that asks has hx-get, hx-trigger="ask" and data-every: after how many seconds.
(() => {
  "use strict";
  const last = new WeakMap();
  const ASKS = "[data-every]";

  // Of a thousand phones that were woken together none asks together with another for long.
  const SOONEST = 0.8;
  // What nobody looks at can wait.
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
    // Should htmx not send it, or nothing ever come of it.
    askAfter(element, HIDDEN * every(element));
    htmx.trigger(element, "ask");
  };
  document.addEventListener("htmx:load", ({ detail: { elt } }) => {
    const within = [...elt.querySelectorAll(ASKS)];
    for (const element of elt.matches(ASKS) ? [elt, ...within] : within) askAfter(element, every(element));
  });

  // A server with too much to do says how many times as long to wait, or, having no time at all, for how many seconds.
  document.addEventListener("htmx:afterRequest", ({ detail: { elt, xhr } }) => {
    if (!elt.matches?.(ASKS)) return;
    const said = (header) => Number(xhr?.getResponseHeader(header));
    askAfter(elt, said("Retry-After") || every(elt) * (said("Ask-Slower") || 1));
  });

  // An answer equal to the one before is not drawn again: an open row stays open, the wall keeps its page. Which answer
  // it is its ETag says; the page itself came as data-etag.
  document.addEventListener("htmx:beforeSwap", (event) => {
    const { target, xhr, requestConfig } = event.detail;
    if (requestConfig?.verb !== "get" || !requestConfig.elt.closest(ASKS)) return;
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

  // Whoever reads stays where they are: what scrolls sideways keeps its place, and blocks of rows that are laid out only
  // when they are seen (.row-block) are as high as those before them were, or what is above a reader would shrink.
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

  // A phone that comes out of the pocket asks at once.
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
