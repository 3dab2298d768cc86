// The moments of a podium: the third, the second, the first, then four seconds of falling suits. A device celebrates
// each podium once, when it first shows it; a podium of yesterday, or of somebody who wants no motion, is simply there.
//
//   <section data-podium="7" data-shown="2026-11-20T23:05:00+00:00">: its key, and when the referee had it shown
(() => {
  "use strict";
  const SUITS = ["♠", "♥", "♦", "♣"];
  const FALLING = 60;
  const FALL_MS = 4_000;
  const FRESH_MS = 12 * 3_600_000;
  const still = matchMedia("(prefers-reduced-motion: reduce)");

  const seen = new Map();
  const key = (podium) => `podium-${podium.dataset.podium}`;
  const celebrated = (podium) => {
    try {
      return localStorage.getItem(key(podium));
    } catch {
      return seen.get(key(podium)); // a browser that keeps nothing
    }
  };
  const keep = (podium) => {
    seen.set(key(podium), podium.dataset.shown);
    try {
      localStorage.setItem(key(podium), podium.dataset.shown);
    } catch {
      // Celebrated again after a reload.
    }
  };
  const isNew = (podium) =>
    Date.now() - Date.parse(podium.dataset.shown) < FRESH_MS && celebrated(podium) !== podium.dataset.shown;

  const fall = () => {
    const sky = document.createElement("div");
    sky.className = "suits";
    sky.setAttribute("aria-hidden", "true");
    for (let at = 0; at < FALLING; at += 1) {
      const suit = document.createElement("span");
      suit.textContent = `${SUITS[at % SUITS.length]}\uFE0E`;
      suit.classList.toggle("is-red", at % SUITS.length === 1 || at % SUITS.length === 2);
      suit.style.setProperty("--across", Math.random().toFixed(3));
      suit.style.setProperty("--after", Math.random().toFixed(3));
      suit.style.setProperty("--size", Math.random().toFixed(3));
      suit.style.setProperty("--turn", `${Math.round(720 * (Math.random() - 0.5))}deg`);
      sky.append(suit);
    }
    document.body.append(sky);
    setTimeout(() => sky.remove(), FALL_MS);
  };

  const celebrate = (podium) => {
    podium.classList.replace("is-awaited", "is-celebrated");
    keep(podium);
    const first = podium.querySelector(".step-1");
    const suits = (event) => {
      if (event.target !== first) return;
      podium.removeEventListener("animationend", suits);
      fall();
    };
    podium.addEventListener("animationend", suits);
  };

  // On the wall the podium may be a page that is still to come.
  const watching = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      watching.unobserve(target);
      celebrate(target);
    }
  });
  const wait = () => {
    for (const podium of document.querySelectorAll("[data-podium]")) {
      if (still.matches || !isNew(podium)) continue;
      podium.classList.add("is-awaited");
      watching.observe(podium);
    }
  };
  document.addEventListener("htmx:afterSwap", wait);
  wait();
})();
