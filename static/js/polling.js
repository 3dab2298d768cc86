// Pages that refresh themselves: when they poll, how the page stays still while nothing changes, and how a lost
// connection is shown. A polling element has hx-get, hx-trigger="ask" and data-every, the seconds between requests;
// data-pause, those between an answer that was held back and the next request.
//
// A server that can wait holds the answer to a poll back until there is news (burraco_club/held_polls.py), and says so.
// Then the page asks again as soon as it has an answer. Otherwise, and after a request that was cut on its way, it asks
// every so many seconds.
//
// A poll names the ETag of what the page shows: a browser, which may not store personal answers, would never do so.
(() => {
  "use strict";
  const [last, etags] = [new WeakMap(), new WeakMap()];
  const ASKS = "[data-every]";

  // This spreads the requests of a thousand phones that were woken together.
  const SOONEST = 0.8;
  // A hidden page can wait.
  const HIDDEN = 4;
  const WAIT = 12;
  // The seconds after which a request that may be held back is given up, and from an answer to the next request.
  const [PATIENCE, PAUSE] = [20, 0.5];
  // After a request that was cut, the page does without for so many seconds.
  const MISTRUST = 60;
  let mistrustedUntil = 0;
  // By address, whether the last answer said that the server holds such polls back.
  const held = new Map();
  const address = (element) => new URL(element.getAttribute("hx-get"), location).pathname;
  const isHeld = (element) => held.get(address(element));
  const [timers, sent] = [new WeakMap(), new WeakMap()];
  const every = (element) => Number(element.dataset.every) * (document.hidden ? HIDDEN : 1);
  const next = (element) => (isHeld(element) && mayHold() ? Number(element.dataset.pause ?? PAUSE) : every(element));
  const mayHold = () => !document.hidden && Date.now() > mistrustedUntil;
  const askAfter = (element, seconds) => {
    clearTimeout(timers.get(element));
    const spread = SOONEST + (1 - SOONEST) * Math.random();
    timers.set(element, setTimeout(() => ask(element), 1000 * seconds * spread));
  };
  document.addEventListener("htmx:beforeSend", ({ detail: { elt, xhr } }) => sent.set(elt, xhr));
  const abort = (element) => {
    const request = sent.get(element);
    if (request && request.readyState !== XMLHttpRequest.DONE) request.abort();
  };
  const ask = (element) => {
    if (!element.isConnected) return;
    // In case htmx does not send the request, or no response ever comes.
    askAfter(element, Math.max(HIDDEN * every(element), 1.5 * PATIENCE));
    htmx.trigger(element, "ask");
  };
  document.addEventListener("htmx:load", ({ detail: { elt } }) => {
    const within = [...elt.querySelectorAll(ASKS)];
    for (const element of elt.matches(ASKS) ? [elt, ...within] : within) askAfter(element, next(element));
  });
  document.addEventListener("htmx:configRequest", ({ detail }) => {
    if (!detail.elt.matches(ASKS)) return;
    const { target } = detail;
    const etag = etags.has(target) ? etags.get(target) : target.dataset.etag;
    if (etag) detail.headers["If-None-Match"] ??= etag;
    if (!mayHold()) return;
    detail.headers.Prefer = `wait=${WAIT}`;
    detail.timeout = 1000 * PATIENCE;
  });
  document.addEventListener("htmx:beforeOnLoad", ({ detail: { elt, xhr } }) => {
    if (!elt.matches?.(ASKS)) return;
    held.set(address(elt), Boolean(xhr.getResponseHeader("Preference-Applied")));
  });

  // An overloaded server sends a factor for the wait or, if it has no time at all, the seconds to wait.
  document.addEventListener("htmx:afterRequest", ({ detail: { elt, xhr } }) => {
    if (!elt.matches?.(ASKS)) return;
    const said = (header) => Number(xhr?.getResponseHeader(header));
    const slower = said("Ask-Slower");
    askAfter(elt, said("Retry-After") || (slower ? every(elt) * slower : next(elt)));
  });

  // A response equal to the previous one is not swapped in: an open row stays open, and the wall keeps its page.
  // Responses are compared by their ETag, which compression makes weak; the page itself has data-etag.
  document.addEventListener("htmx:beforeSwap", (event) => {
    const { target, xhr, requestConfig } = event.detail;
    if (requestConfig?.verb !== "get" || !requestConfig.elt.closest(ASKS)) return;
    const etag = xhr.getResponseHeader("ETag")?.replace(/^W\//, "");
    const answer = etag ?? xhr.responseText;
    if ((last.get(target) ?? target.dataset.etag) === answer) event.detail.shouldSwap = false;
    last.set(target, answer);
    etags.set(target, etag);
  });

  // A part that left the page while it was asking gets no answer: what replaced it is newer.
  document.addEventListener("htmx:beforeCleanupElement", ({ target }) => {
    if (!target.matches?.(".htmx-request")) return;
    target.addEventListener("htmx:beforeOnLoad", (event) => event.preventDefault());
    // A browser has few connections for one server, and a request that is held back would keep one.
    if (isHeld(target)) abort(target);
  });

  // What a reader has opened stays open when the response changes: every details element with an id.
  let open = [];
  document.addEventListener("htmx:beforeSwap", () => {
    open = [...document.querySelectorAll("details[id][open]")].map((details) => details.id);
  });
  document.addEventListener("htmx:afterSwap", () => {
    for (const id of open) document.getElementById(id)?.setAttribute("open", "");
  });

  // The reader's position is kept: sideways scrolling is restored, and rows that are laid out only when visible
  // (.row-block, .player-rows …) keep the height of their predecessors, because otherwise those above the reader would
  // shrink.
  let [places, heights] = [[], []];
  const sideways = (target) => [...target.querySelectorAll(".table-container")];
  const BLOCKS = ".row-block, .player-rows > li, .round-tables > li, .bracket li, .long-ranking tbody > tr";
  const blocks = (target) => [...target.querySelectorAll(BLOCKS)];
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
    for (const element of document.querySelectorAll(ASKS)) {
      // A request from before may have been lost while the phone slept.
      abort(element);
      ask(element);
    }
  });

  // [data-offline] is shown while the server cannot be reached.
  const offline = (is) => {
    for (const note of document.querySelectorAll("[data-offline]")) note.hidden = !is;
  };
  const failed = ({ detail: { elt, requestConfig } }) => {
    // A proxy may have cut a request that was held back. The next one is not, and tells whether the server is there.
    if (!requestConfig?.headers?.Prefer) return offline(true);
    mistrustedUntil = Date.now() + 1000 * MISTRUST;
    askAfter(elt, PAUSE);
  };
  // What a proxy says that does not reach the club; one that keeps pages has none here, and says that the line is lost.
  const isUnreached = (xhr) => [502, 504].includes(xhr?.status) || (xhr?.status === 503 && lineLost(xhr) !== "no");
  const lineLost = (xhr) => xhr?.getResponseHeader("Line-Lost") ?? "no";
  document.addEventListener("htmx:sendError", failed);
  document.addEventListener("htmx:timeout", failed);
  document.addEventListener("htmx:afterRequest", (event) => {
    const { xhr } = event.detail;
    if (isUnreached(xhr)) failed(event);
    else if (xhr?.status) offline(false);
  });

  // A proxy that keeps pages says with each whether it still reaches the club: "no", or since when it has not.
  document.addEventListener("htmx:afterRequest", ({ detail: { xhr } }) => {
    if (!xhr?.getResponseHeader("Line-Lost") || isUnreached(xhr)) return;
    const lost = lineLost(xhr);
    for (const note of document.querySelectorAll("[data-line]")) {
      note.hidden = lost === "no";
      if (!note.hidden) note.querySelector("time").textContent = lost;
    }
  });
})();
