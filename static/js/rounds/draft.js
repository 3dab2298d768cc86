// The draft of a round: a seat is selected by click, touch or Enter, and the next one selected changes places with it;
// or it is dragged there (a finger rests on it first, so that the page can still be scrolled). Arrows move from seat to
// seat, Escape deselects, L swaps the lines of the table, Ctrl+Z undoes. Every change is a form of the page: without
// scripts the same buttons do the same.
//
// A large hall has several pages: the form holds who is selected, and takes them along to the other seat's page.
(() => {
  "use strict";
  const HOLD_MS = 350;
  const START_PX = 6;
  const EDGE_PX = 70;

  const form = () => document.querySelector("[data-seats-form]");
  const seats = () => [...document.querySelectorAll("#seats > li:not([hidden]) [data-seat]")];
  const nameOf = (seat) => seat.textContent.trim().replace(/\s+/g, " ");
  const say = (sentence) => {
    const live = document.getElementById("live");
    live.textContent = "";
    setTimeout(() => (live.textContent = sentence), 50);
  };

  // --- Selecting ---------------------------------------------------------------------------------------------------

  const picked = () => form()?.elements.picked.value ?? "";
  const numberOf = (value) => value.split("@")[0];
  const seatOf = (number) => document.querySelector(`[data-seat="${CSS.escape(number)}"]`);

  const press = (seat) => {
    for (const other of document.querySelectorAll('[data-seat][aria-pressed="true"]')) other.ariaPressed = "false";
    if (seat) seat.ariaPressed = "true";
  };

  const show = (seat) => {
    press(seat);
    const bar = form();
    bar.elements.picked.value = seat ? seat.value : "";
    bar.classList.toggle("is-picked", Boolean(seat));
    if (seat) {
      bar.querySelector("[data-picked-name]").textContent = nameOf(seat);
      say(`${nameOf(seat)} ${bar.querySelector("[data-picked-says]").textContent}`);
    }
  };

  let focused = null;
  const send = (values) => {
    const bar = form();
    const before = values.picked ?? bar.elements.picked.value;
    focused = numberOf(before);
    htmx.ajax("POST", bar.action, { source: bar, values: { ...values, picked: before }, swap: "none settle:0s" });
  };

  const choose = (seat) => {
    if (!picked()) return show(seat);
    if (numberOf(picked()) === seat.dataset.seat) return show(null);
    send({ seat: seat.value });
  };

  // A link to another page of the hall takes along who is selected.
  const takeAlong = (link) => {
    if (!link) return;
    const there = new URL(link.href);
    there.searchParams.delete("picked");
    if (picked()) there.searchParams.set("picked", picked());
    link.href = there;
  };

  document.addEventListener("click", (event) => {
    for (const menu of document.querySelectorAll(".seat-menu[open]")) if (!menu.contains(event.target)) menu.open = false;
    const seat = event.target.closest("[data-seat]");
    const free = event.target.closest("[data-free]");
    if (seat) {
      event.preventDefault();
      if (!justDragged) choose(seat);
    } else if (free) {
      event.preventDefault();
      send({ free: free.value });
    } else if (event.target.closest("[data-rest]")) {
      event.preventDefault();
      send({ rest: "yes" });
    } else if (event.target.closest("[data-unpick]")) {
      event.preventDefault();
      const before = seatOf(numberOf(picked()));
      show(null);
      before?.focus();
    } else {
      takeAlong(event.target.closest("#seats-list nav a, #seats-list .found a"));
    }
  });

  // --- Keys ----------------------------------------------------------------------------------------------------------

  const besides = (seat, key) => {
    const all = seats();
    if (key === "ArrowLeft" || key === "ArrowRight") return all[all.indexOf(seat) + (key === "ArrowRight" ? 1 : -1)];
    const row = seat.closest("li");
    const column = [...row.querySelectorAll("[data-seat]")].indexOf(seat);
    let next = row;
    do next = key === "ArrowDown" ? next.nextElementSibling : next.previousElementSibling;
    while (next?.hidden);
    const there = next ? [...next.querySelectorAll("[data-seat]")] : [];
    return there[Math.min(column, there.length - 1)];
  };

  document.addEventListener("keydown", (event) => {
    if (event.target.closest("input, select, textarea, dialog") && event.key !== "Escape") return;
    const seat = event.target.closest("[data-seat]");
    const menu = event.target.closest(".seat-menu[open]");
    if (event.key === "Escape" && menu) {
      menu.open = false;
      menu.querySelector("summary").focus();
    } else if (event.key === "Escape" && picked()) {
      show(null);
    } else if (event.key.toLowerCase() === "z" && (event.ctrlKey || event.metaKey) && !event.shiftKey) {
      const undo = document.querySelector("[data-undo]");
      if (!undo) return;
      event.preventDefault();
      focused = seat?.dataset.seat ?? null;
      undo.requestSubmit();
    } else if (seat?.closest("#seats") && event.key.toLowerCase() === "l" && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      focused = seat.dataset.seat;
      const bar = form();
      const values = { do: "lines", table: seat.value.split("@")[1] };
      htmx.ajax("POST", bar.dataset.changes, { source: bar, values, swap: "none settle:0s" });
    } else if (seat && event.key.startsWith("Arrow")) {
      event.preventDefault();
      besides(seat, event.key)?.focus();
    }
  });

  // --- Dragging ------------------------------------------------------------------------------------------------------

  let drag = null; // { seat, ghost, x, y, timer, on }
  let justDragged = false;

  const targetAt = (x, y) => {
    const target = document.elementFromPoint(x, y)?.closest("[data-seat], [data-free]");
    return target === drag.seat ? null : target;
  };

  const mark = (target) => {
    for (const other of document.querySelectorAll(".is-target")) other.classList.remove("is-target");
    target?.classList.add("is-target");
  };

  const lift = () => {
    drag.on = true;
    drag.ghost = document.createElement("div");
    drag.ghost.className = "seat-dragged";
    drag.ghost.textContent = nameOf(drag.seat);
    document.body.append(drag.ghost);
    document.body.classList.add("is-dragging-seat");
    show(drag.seat);
    follow(drag.x, drag.y);
    scroll();
  };

  const follow = (x, y) => {
    [drag.x, drag.y] = [x, y];
    drag.ghost.style.transform = `translate(${Math.min(x + 12, innerWidth - 180)}px, ${y + 12}px)`;
    mark(targetAt(x, y));
  };

  // Near the edge of the screen the page scrolls under the finger.
  const scroll = () => {
    if (!drag?.on) return;
    const by = drag.y < EDGE_PX ? -12 : drag.y > innerHeight - EDGE_PX ? 12 : 0;
    if (by) {
      scrollBy({ top: by, behavior: "instant" });
      mark(targetAt(drag.x, drag.y));
    }
    requestAnimationFrame(scroll);
  };

  const drop = (target) => {
    if (!drag) return;
    clearTimeout(drag.timer);
    const { seat, ghost, on } = drag;
    mark(null);
    document.body.classList.remove("is-dragging-seat");
    ghost?.remove();
    drag = null;
    if (!on) return;
    // The click that ends a drag selects nothing.
    justDragged = true;
    setTimeout(() => (justDragged = false));
    show(null);
    if (target?.matches("[data-seat]")) send({ picked: seat.value, seat: target.value });
    else if (target) send({ picked: seat.value, free: target.value });
  };

  document.addEventListener("pointerdown", (event) => {
    const seat = event.target.closest("[data-seat]");
    if (!seat || event.button !== 0 || !event.isPrimary) return;
    drag = { seat, x: event.clientX, y: event.clientY, on: false };
    if (event.pointerType !== "mouse") drag.timer = setTimeout(lift, HOLD_MS);
  });

  document.addEventListener("pointermove", (event) => {
    if (!drag || !event.isPrimary) return;
    if (drag.on) return follow(event.clientX, event.clientY);
    if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < START_PX) return;
    if (event.pointerType === "mouse") {
      [drag.x, drag.y] = [event.clientX, event.clientY];
      lift();
    } else {
      // A finger that moves before it has rested scrolls the page.
      drop(null);
    }
  });

  document.addEventListener("pointerup", (event) => drop(drag?.on ? targetAt(event.clientX, event.clientY) : null));
  document.addEventListener("pointercancel", () => drop(null));
  document.addEventListener(
    "touchmove",
    (event) => {
      if (drag?.on) event.preventDefault();
    },
    { passive: false },
  );
  document.addEventListener("contextmenu", (event) => {
    if (drag && event.target.closest("[data-seat]")) event.preventDefault();
  });
  document.addEventListener("dragstart", (event) => {
    if (event.target.closest?.("[data-seat]")) event.preventDefault();
  });

  // --- Before and after a change ------------------------------------------------------------------------------------------------

  // The club sends only the rows that the page shows.
  document.addEventListener("htmx:configRequest", ({ detail: { verb, parameters } }) => {
    if (verb !== "post" || !form()) return;
    parameters.shown = [...document.querySelectorAll("#seats > li")].map((row) => row.dataset.key).join(" ");
  });

  // Rows that were found, too, show who is selected.
  document.addEventListener("htmx:afterSettle", () => {
    if (picked()) press(seatOf(numberOf(picked())));
  });

  // A row is replaced: the focus goes to its first seat.
  document.addEventListener("htmx:beforeRequest", (event) => {
    const row = event.detail.elt.closest?.("#seats > li");
    if (row && event.detail.requestConfig.verb === "post") focused = row.querySelector("[data-seat]").dataset.seat;
  });

  document.addEventListener("htmx:afterRequest", (event) => {
    const { verb } = event.detail.requestConfig ?? {};
    if (verb !== "post" || !form()) return;
    show(null);
    if (focused) seatOf(focused)?.focus({ preventScroll: true });
    focused = null;
    const said = document.querySelector("[data-said], #draft-head .note-error");
    if (said) say(said.lastChild.textContent.trim());
  });
})();
