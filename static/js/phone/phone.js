// A slip on a phone: what is typed stays here until the server has it, and goes out by itself as soon as it can.
(() => {
  "use strict";
  const AGAIN_AFTER_MS = 4000;

  const slip = () => document.getElementById("phone-slip");
  const fieldsOf = (form) => [...form.querySelectorAll(".phone-hand input, .phone-hand select")];
  const figuresOf = (form) => Object.fromEntries(fieldsOf(form).map((field) => [field.name, field.value]));
  const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
  const show = (attribute, is) => {
    for (const note of document.querySelectorAll(`[${attribute}]`)) note.hidden = !is;
  };

  // --- What is typed waits in localStorage. Storage may be shut off; then it lasts as long as the page. -----------------

  const keyOf = (form) => `phone-slip-${form.dataset.phoneSlip}`;
  const stored = (form) => {
    try {
      return JSON.parse(localStorage.getItem(keyOf(form)));
    } catch {
      return null;
    }
  };
  const store = (form) => {
    try {
      const kept = { version: form.elements.version.value, figures: figuresOf(form) };
      localStorage.setItem(keyOf(form), JSON.stringify(kept));
    } catch {
      /* not kept */
    }
  };
  const forget = (form) => {
    try {
      localStorage.removeItem(keyOf(form));
    } catch {
      /* nothing was kept */
    }
  };

  // A call to the referee goes out beside the slip: it says nothing of the figures.
  const ofSlip = (config) => config?.verb === "post" && Boolean(config.parameters.do);

  const autosave = () => {
    const saver = document.getElementById("phone-autosave");
    if (saver) htmx.trigger(saver, "again");
  };

  const takeUp = (form, figures) => {
    for (const field of fieldsOf(form)) if (field.name in figures) field.value = figures[field.name];
    show("data-left", false);
    store(form);
    autosave();
  };

  // Figures that never arrived are taken up again if the slip is still what they were typed into; otherwise it is asked.
  const restore = () => {
    const form = slip();
    const left = form && stored(form);
    if (!left) return;
    if (same(left.figures, figuresOf(form))) return forget(form);
    if (left.version === form.elements.version.value) takeUp(form, left.figures);
    else show("data-left", true);
  };

  // --- What could not be sent is said, and sent again --------------------------------------------------------------------

  // The same figures go out under the same number, so that the server knows them again; others under a higher one.
  let last = { said: "", serial: 0 };
  document.addEventListener("htmx:configRequest", (event) => {
    const { parameters } = event.detail;
    if (!ofSlip(event.detail) || !slip()) return;
    const said = `${parameters.do} ${JSON.stringify(figuresOf(slip()))} ${parameters.confirmed ?? ""}`;
    if (said !== last.said) last = { said, serial: Math.max(Date.now(), last.serial + 1) };
    parameters.serial = last.serial;
    last.figures = figuresOf(slip());
  });

  let failed = null;
  let timer;
  const waitsToBeSent = () => failed?.id === "phone-slip";

  const again = () => {
    clearTimeout(timer);
    const action = failed;
    failed = null;
    if (!action || !document.contains(action)) return;
    if (action.id === "phone-autosave") autosave();
    else if (action.id === "phone-slip") action.requestSubmit(action.querySelector("[data-send]"));
  };

  const notSent = (event) => {
    const { elt, requestConfig, xhr } = event.detail;
    if (requestConfig?.verb !== "post") return;
    if (!ofSlip(requestConfig)) return show("data-call-not-sent", true);
    // What was handed over waits for its turn, though keeping what was typed has failed since.
    if (!waitsToBeSent()) failed = elt;
    show("data-not-sent", true);
    show("data-kept", false);
    clearTimeout(timer);
    timer = setTimeout(again, 1000 * Number(xhr?.getResponseHeader("Retry-After")) || AGAIN_AFTER_MS);
  };
  for (const name of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) document.addEventListener(name, notSent);
  addEventListener("online", again);

  document.addEventListener("htmx:afterRequest", (event) => {
    const { elt, xhr, requestConfig } = event.detail;
    if (!ofSlip(requestConfig) || !(xhr?.status >= 200 && xhr.status < 300)) return;
    if (waitsToBeSent() && elt.id === "phone-autosave") return;
    failed = null;
    clearTimeout(timer);
    show("data-not-sent", false);
    const form = slip();
    if (elt.id !== "phone-autosave" || !form || !same(last.figures, figuresOf(form))) return;
    show("data-kept", true);
    forget(form);
  });

  // Once the slip is sent nothing of it has to be kept.
  document.addEventListener("htmx:beforeSwap", (event) => {
    const form = slip();
    if (form && event.detail.xhr.status === 200 && event.detail.requestConfig.elt === form) forget(form);
  });

  document.addEventListener("DOMContentLoaded", restore);
  document.addEventListener("htmx:afterSettle", (event) => event.detail.elt.id === "phone" && restore());

  // --- Typing ------------------------------------------------------------------------------------------------------------

  const isFigure = (element) => element?.matches?.(".phone-hand input");
  let lastFigure = null;

  document.addEventListener("focusin", (event) => {
    if (!isFigure(event.target)) return;
    lastFigure = event.target;
    lastFigure.select();
  });

  document.addEventListener("input", (event) => {
    const form = slip();
    if (!form?.contains(event.target)) return;
    store(form);
    show("data-kept", false);
    // Other figures than those that were to be sent are kept, and sent when somebody says so again.
    if (waitsToBeSent()) failed = null;
    // A confirmation is for the figures that were doubted, not for others.
    form.querySelector("[data-confirmed]")?.remove();
  });

  // Enter goes to the next field: on a phone it is the key below the thumb.
  document.addEventListener("keydown", (event) => {
    const form = slip();
    if (event.key !== "Enter" || !form || !isFigure(event.target)) return;
    event.preventDefault();
    const fields = fieldsOf(form).filter((field) => field.offsetParent);
    fields[fields.indexOf(event.target) + 1]?.focus();
  });

  document.addEventListener("click", (event) => {
    const form = slip();
    if (!form) return;
    const next = event.target.closest("[data-next-hand]");
    if (next) {
      const hand = next.closest("[data-hand]");
      const following = form.querySelector(`[data-hand="${Number(hand.dataset.hand) + 1}"]`);
      hand.open = false;
      following.open = true;
      following.querySelector("input").focus();
      following.scrollIntoView({ block: "nearest" });
    }
    if (event.target.closest("[data-sign]") && lastFigure?.isConnected) {
      const typed = lastFigure.value.trim();
      lastFigure.value = typed.startsWith("-") ? typed.slice(1) : `-${typed}`;
      lastFigure.focus();
      lastFigure.setSelectionRange(lastFigure.value.length, lastFigure.value.length);
      lastFigure.dispatchEvent(new Event("input", { bubbles: true }));
    }
    if (event.target.closest("[data-take-up]")) takeUp(form, stored(form).figures);
    if (event.target.closest("[data-forget]")) {
      forget(form);
      show("data-left", false);
    }
    // A fault's link leads into a hand that may be folded.
    const fault = event.target.closest("#phone-said a");
    const field = fault && document.getElementById(fault.hash.slice(1));
    if (field) {
      event.preventDefault();
      field.closest("details").open = true;
      field.focus();
    }
  });
})();
