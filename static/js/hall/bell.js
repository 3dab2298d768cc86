// The wall rings: three strokes when a call is due, and a long peal at the end. The call is shown large for a while; the
// end is said by the clock itself. A browser allows a page to sound only after a key or button was pressed on it:
// [data-bell] asks for that while a clock has yet to ring, until it would have rung for the first time.
(() => {
  "use strict";
  const SHOWN_MS = 20_000;
  const LOOK_MS = 1_000;
  const asking = document.querySelector("[data-bell]");
  const called = document.querySelector("[data-bell-said]");
  if (!asking || !called || typeof AudioContext === "undefined") return;
  const audio = new AudioContext();

  let rang = false;
  const clock = () => document.querySelector('[data-clock="hall"]');
  const ask = () => {
    const due = clock()?.matches(':not([data-state="ended"], .is-over)') ?? false;
    asking.hidden = rang || !due || audio.state === "running";
  };

  // A stroke of a bell: two partials that fade away.
  const stroke = (at, seconds) => {
    for (const [hertz, loud] of [[880, 0.5], [1760, 0.2]]) {
      const tone = audio.createOscillator();
      const volume = audio.createGain();
      tone.frequency.value = hertz;
      volume.gain.setValueAtTime(loud, at);
      volume.gain.exponentialRampToValueAtTime(0.001, at + seconds);
      tone.connect(volume).connect(audio.destination);
      tone.start(at);
      tone.stop(at + seconds);
    }
  };

  const ring = (strokes) => {
    if (audio.state !== "running") return;
    for (let done = 0; done < strokes; done += 1) stroke(audio.currentTime + done * 0.7, 1.6);
  };

  asking.addEventListener("click", async () => {
    await audio.resume();
    ask();
    ring(1);
  });
  audio.addEventListener("statechange", ask);
  setInterval(ask, LOOK_MS); // clocks come, run out and go
  ask();

  let hide = null;
  document.addEventListener("clock:call", (event) => {
    const { clock: of, words, end } = event.detail;
    if (of !== "hall") return;
    rang = true;
    ask();
    ring(end ? 8 : 3);
    called.textContent = words;
    called.classList.toggle("visually-hidden", end);
    called.hidden = false;
    clearTimeout(hide);
    hide = setTimeout(() => (called.hidden = true), SHOWN_MS);
  });
})();
