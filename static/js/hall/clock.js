// Clocks that agree everywhere: the time left follows from the server's time, which is requested once and continued by
// the device's monotonic clock. It is requested again when a page becomes visible, once a minute, and when the device
// seems to have slept.
//
//   <div data-clock="hall" data-state="running" data-asks="/t/…/now/" data-ends="2026-11-20T21:20:00+00:00">
//     <span data-clock-time></span> <span data-clock-until>until 21:20</span> <span data-call="600" hidden>10 minutes left</span>
//   With data-length, the seconds of play, a clock has --clock-left, the share that is left, and is-short and is-last.
//   data-left: the seconds left of a stopped clock. data-over: its text at the end.
//   A call is shown for 20 seconds, then the end's time again; with data-stays it is shown until the next call.
//   <span data-time-of-day data-zone="Europe/Rome" data-asks="…"></span>: the time of day there.
//   <strong data-since="…" data-asks="…" hidden><span data-since-minutes></span> min</strong>: the whole minutes since then.
//
// A call that falls due on a visible page is sent as the event clock:call, with detail { clock, words, end }.
(() => {
  "use strict";
  const TICK_MS = 250;
  const ASK_AGAIN_MS = 60_000;
  const SLEPT_MS = 2_000;
  const WATCHED_MS = 5_000;
  const SHORT_MS = 10 * 60_000;
  const LAST_MS = 2 * 60_000;
  const SAID_MS = 20_000; // how long a call is shown; later it is no longer true

  let ahead = null; // how far the server's time is ahead of performance.now(); null until the server answered
  let apart = Date.now() - performance.now();
  let askedAt = -Infinity;
  const before = new Map(); // for each clock, its time left and its state at the last look

  const asks = () => document.querySelector("[data-asks]")?.dataset.asks;

  const ask = async () => {
    const address = asks();
    if (!address) return;
    askedAt = performance.now();
    try {
      const answer = await fetch(address, { cache: "no-store" });
      if (!answer.ok) return;
      const { now } = await answer.json();
      ahead = now - (askedAt + performance.now()) / 2;
      tick();
    } catch {
      // Unreachable: the clock continues, and the server is asked again later.
    }
  };

  // The monotonic clock stops while a device sleeps, and the other does not: their difference is the time slept.
  const noticeSleep = () => {
    const now = Date.now() - performance.now();
    const slept = now - apart;
    apart = now;
    if (Math.abs(slept) < SLEPT_MS) return;
    if (ahead !== null) ahead += slept;
    ask();
  };

  const two = (number) => String(number).padStart(2, "0");
  const said = (ms) => {
    const seconds = Math.max(0, Math.ceil(ms / 1000));
    return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
  };
  const write = (element, text) => {
    if (element && element.textContent !== text) element.textContent = text;
  };

  // The time of day in the hall, whatever the clock and the zone of the device.
  const timeOfDay = (now, timeZone) =>
    new Intl.DateTimeFormat("it", { timeZone, hour: "2-digit", minute: "2-digit" }).format(now);

  const tell = (clock, words, end) =>
    document.dispatchEvent(new CustomEvent("clock:call", { detail: { clock: clock.dataset.clock, words, end } }));

  // The look of the time left: its share of play, and whether it is getting short.
  const look = (clock, left) => {
    const length = Number(clock.dataset.length) * 1000;
    if (!length) return;
    clock.style.setProperty("--clock-left", Math.min(1, Math.max(0, left / length)).toFixed(4));
    clock.classList.toggle("is-short", left <= SHORT_MS);
    clock.classList.toggle("is-last", left <= LAST_MS);
  };

  const show = (clock, now) => {
    const { clock: key, state, ends, over } = clock.dataset;
    const earlier = before.get(key);
    if (state !== "running") {
      look(clock, Number(clock.dataset.left) * 1000);
      if (state === "ended" && earlier && earlier.state !== "ended" && !(earlier.left <= 0)) {
        tell(clock, clock.querySelector(".clock-said").textContent.trim(), true);
      }
      before.set(key, { state, left: Infinity });
      return;
    }
    const left = Date.parse(ends) - now;
    write(clock.querySelector("[data-clock-time]"), left <= 0 && over ? over : said(left));
    look(clock, left);
    clock.classList.toggle("is-over", left <= 0);
    const calls = [...clock.querySelectorAll("[data-call]")];
    const due = calls.filter((call) => left <= Number(call.dataset.call) * 1000);
    const last = due.at(-1);
    const stands = last && ("stays" in last.dataset || left > Number(last.dataset.call) * 1000 - SAID_MS);
    for (const call of calls) call.hidden = call !== last || !stands;
    const until = clock.querySelector("[data-clock-until]");
    if (until) until.hidden = Boolean(stands);
    const watched = earlier?.state === "running" && Math.abs(earlier.left - left) < WATCHED_MS;
    const seconds = Number(last?.dataset.call) * 1000;
    if (watched && last && earlier.left > seconds) tell(clock, last.textContent.trim(), seconds === 0);
    before.set(key, { state, left });
  };

  const tick = () => {
    noticeSleep();
    if (performance.now() - askedAt > ASK_AGAIN_MS) ask();
    if (ahead === null) return;
    const now = performance.now() + ahead;
    for (const clock of document.querySelectorAll("[data-clock]")) show(clock, now);
    for (const hour of document.querySelectorAll("[data-time-of-day]")) write(hour, timeOfDay(now, hour.dataset.zone));
    for (const waiting of document.querySelectorAll("[data-since]")) {
      const minutes = Math.max(0, Math.floor((now - Date.parse(waiting.dataset.since)) / 60_000));
      write(waiting.querySelector("[data-since-minutes]"), String(minutes));
      waiting.hidden = false;
    }
  };

  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) ask();
  });
  addEventListener("pageshow", (event) => {
    if (event.persisted) ask();
  });
  document.addEventListener("htmx:afterSettle", tick);
  ask();
  setInterval(tick, TICK_MS);
})();
