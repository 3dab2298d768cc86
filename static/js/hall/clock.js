// Clocks that show the same everywhere: what is left follows from the server's time, asked for once and counted on by the
// machine's steady clock. Asked again when a page is seen again, once a minute, and when the machine seems to have slept.
//
//   <div data-clock="hall" data-state="running" data-asks="/t/…/now/" data-ends="2026-11-20T21:20:00+00:00">
//     <span data-clock-time></span> <span data-clock-until>until 21:20</span> <span data-call="600" hidden>10 minutes left</span>
//   With data-length, the seconds that play lasts, a clock has --clock-left, the share that is left, and is-short and is-last;
//   data-left: the seconds left of one that stands; data-over: what it shows at its end.
//   <strong data-since="…" data-asks="…" hidden><span data-since-minutes></span> min</strong>: for how long, in whole minutes.
//
// A call that falls due while the page is looked at is told as the event clock:call, detail { clock, words, end }.
(() => {
  "use strict";
  const TICK_MS = 250;
  const ASK_AGAIN_MS = 60_000;
  const SLEPT_MS = 2_000;
  const WATCHED_MS = 5_000;
  const SHORT_MS = 10 * 60_000;
  const LAST_MS = 2 * 60_000;

  let ahead = null; // what the server's time is ahead of performance.now(); null until it answered
  let apart = Date.now() - performance.now();
  let askedAt = -Infinity;
  const before = new Map(); // of each clock, what was left and its state when it was looked at last

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
      // Unreachable: it is counted on, and asked again in time.
    }
  };

  // The steady clock stands while a machine sleeps, the other goes on: by as much as they come apart it slept.
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

  const tell = (clock, words, end) =>
    document.dispatchEvent(new CustomEvent("clock:call", { detail: { clock: clock.dataset.clock, words, end } }));

  // How the time left looks: the share of play that it is, and whether it is getting short.
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
    for (const call of calls) call.hidden = call !== last;
    const until = clock.querySelector("[data-clock-until]");
    if (until) until.hidden = Boolean(last);
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
