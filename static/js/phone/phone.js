// A slip on a phone: the input stays here until the club says that it has stored it, and is sent automatically as soon
// as possible.
(() => {
  "use strict";
  // The page is the answer to the code: loaded again, it is asked for, and the code is not sent a second time.
  history.replaceState(null, "", location.href);

  const AGAIN_AFTER_MS = 4000;
  const NO_TICKET = 403;

  const slip = () => document.getElementById("phone-slip");
  const mark = () => document.querySelector("[data-phone-slip]");
  const fieldsOf = (form) => [...form.querySelectorAll(".phone-hand input, .phone-hand select")];
  const figuresOf = (form) => Object.fromEntries(fieldsOf(form).map((field) => [field.name, field.value]));
  const drawn = (field) => field.defaultValue ?? [...field.options].find((option) => option.defaultSelected)?.value;
  const drawnIn = (form) => Object.fromEntries(fieldsOf(form).map((field) => [field.name, drawn(field)]));
  const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
  const show = (attribute, is) => {
    for (const note of document.querySelectorAll(`[${attribute}]`)) note.hidden = !is;
  };

  // --- Input is kept in localStorage. Storage may be disabled; then it lasts as long as the page. -----------------------

  const key = () => `phone-slip-${mark().dataset.phoneSlip}`;
  const stored = () => {
    try {
      return JSON.parse(localStorage.getItem(key()));
    } catch {
      return null;
    }
  };
  // With the numbers under which these figures were sent; none if they were not sent yet.
  const store = (form, serial) => {
    const figures = figuresOf(form);
    const before = stored();
    const serials = serial && same(before?.figures, figures) ? [...(before.serials ?? []), serial] : [serial].filter(Boolean);
    try {
      localStorage.setItem(key(), JSON.stringify({ version: form.elements.version.value, figures, serials }));
    } catch {
      /* not kept */
    }
  };
  const forget = () => {
    show("data-left", false);
    try {
      localStorage.removeItem(key());
    } catch {
      /* nothing was kept */
    }
  };

  // A call to the referee is sent besides the slip and says nothing about the figures.
  const ofSlip = (config) => config?.verb === "post" && Boolean(config.parameters.do);
  const carriesFigures = (config) => ["type", "send"].includes(config.parameters.do);

  const autosave = () => {
    const saver = document.getElementById("phone-autosave");
    if (saver) htmx.trigger(saver, "again");
  };

  const takeUp = (form, figures) => {
    for (const field of fieldsOf(form)) if (field.name in figures) field.value = figures[field.name];
    show("data-left", false);
    form.dispatchEvent(new Event("phone:figures", { bubbles: true }));
    store(form);
    autosave();
  };

  // What the club has stored under the number of the request is forgotten here, and nothing else is. The rest is
  // restored if the slip is still the one that was filled in; otherwise the player is asked.
  const restore = () => {
    const form = slip();
    const left = mark() && stored();
    if (!left) return;
    if (left.serials?.includes(Number(mark().dataset.keptSerial))) return forget();
    if (form && "asKept" in form.dataset && same(left.figures, drawnIn(form))) return forget();
    if (form && left.version === form.elements.version.value) takeUp(form, left.figures);
    else show("data-left", true);
  };

  // --- What could not be sent is reported, and sent again ----------------------------------------------------------------

  // The same figures are sent under the same number, so that the club recognises them; others under a higher one,
  // higher also than any number of the club's, whatever this phone's clock says.
  let last = { said: "", serial: 0 };
  document.addEventListener("htmx:configRequest", (event) => {
    const { parameters, elt } = event.detail;
    if (!ofSlip(event.detail) || !carriesFigures(event.detail)) return;
    const form = slip();
    const figures = form ? figuresOf(form) : Object.fromEntries(new FormData(elt));
    const said = `${parameters.do} ${JSON.stringify(figures)} ${parameters.confirmed ?? ""}`;
    const least = Math.max(last.serial + 1, Number(parameters.serial) || 0);
    if (said !== last.said) last = { said, serial: Math.max(Date.now(), least), figures };
    parameters.serial = last.serial;
    if (form) store(form, last.serial);
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
    else action.requestSubmit(action.querySelector("[data-send]"));
  };

  const notSent = (event) => {
    const { elt, requestConfig, xhr } = event.detail;
    if (requestConfig?.verb !== "post") return;
    if (!ofSlip(requestConfig)) return show("data-call-not-sent", true);
    if (xhr?.status === NO_TICKET && isTheClubs(xhr)) return location.reload();
    if (!carriesFigures(requestConfig)) return show("data-press-again", true);
    // A submitted form waits for its turn even if keeping later input has failed.
    if (!waitsToBeSent()) failed = elt;
    show("data-not-sent", true);
    show("data-kept", false);
    clearTimeout(timer);
    timer = setTimeout(again, 1000 * Number(xhr?.getResponseHeader("Retry-After")) || AGAIN_AFTER_MS);
  };
  for (const name of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) document.addEventListener(name, notSent);
  addEventListener("online", again);

  // Anything else that answers in place of the club, such as a Wi-Fi's login page, has stored nothing.
  const KEPT = "Slip-Kept";
  const isTheClubs = (xhr) => xhr.getResponseHeader(KEPT) !== null;

  document.addEventListener("htmx:beforeSwap", (event) => {
    const { xhr, target, requestConfig } = event.detail;
    if (!target.closest("#phone")) return;
    const overtaken = ofSlip(requestConfig) && requestConfig.parameters.serial < last.serial;
    if (!isTheClubs(xhr) || overtaken) event.detail.shouldSwap = false;
  });

  document.addEventListener("htmx:afterRequest", (event) => {
    const { elt, xhr, requestConfig } = event.detail;
    if (!ofSlip(requestConfig) || !(xhr?.status >= 200 && (xhr.status < 300 || [409, 422].includes(xhr.status)))) return;
    if (!isTheClubs(xhr)) return notSent(event);
    show("data-press-again", false);
    if (!carriesFigures(requestConfig)) return;
    const { serial } = requestConfig.parameters;
    if (serial < last.serial || (waitsToBeSent() && elt.id === "phone-autosave")) return;
    failed = null;
    clearTimeout(timer);
    show("data-not-sent", false);
    if (Number(xhr.getResponseHeader(KEPT)) !== Number(serial)) return;
    const form = slip();
    if (form && !same(last.figures, figuresOf(form))) return;
    show("data-kept", true);
    forget();
  });

  document.addEventListener("DOMContentLoaded", restore);
  document.addEventListener("htmx:afterSettle", ({ detail: { elt } }) => {
    if (elt.id !== "phone") return;
    restore();
    // While the previous hands were still there, one of them open, the browser folded the hand to look at.
    elt.querySelector("[data-first]")?.setAttribute("open", "");
  });

  // --- Typing ------------------------------------------------------------------------------------------------------------

  const isFigure = (element) => element?.matches?.(".phone-hand input");

  document.addEventListener("focusin", (event) => isFigure(event.target) && event.target.select());

  // A sign key beside each figure, for number pads without a minus; it does not take the focus or the keyboard.
  document.addEventListener("pointerdown", (event) => event.target.closest("[data-sign]") && event.preventDefault());
  const turnSign = (key) => {
    const field = key.parentElement.querySelector("input");
    const typed = field.value.trim();
    field.value = /^[-\u2212]/.test(typed) ? typed.slice(1) : `-${typed}`;
    field.focus();
    field.setSelectionRange(field.value.length, field.value.length);
    // A lone minus is the beginning of a figure.
    if (typed) field.dispatchEvent(new Event("input", { bubbles: true }));
  };

  document.addEventListener("input", (event) => {
    const form = slip();
    if (!form?.contains(event.target)) return;
    store(form);
    show("data-kept", false);
    // Changed figures are kept, and sent only when the player presses send again.
    if (waitsToBeSent()) failed = null;
    // A confirmation is for the doubted figures only.
    form.querySelector("[data-confirmed]")?.remove();
  });

  // Enter moves to the next field: on a phone it is the key below the thumb.
  document.addEventListener("keydown", (event) => {
    const form = slip();
    if (event.key !== "Enter" || !form || !isFigure(event.target)) return;
    event.preventDefault();
    const fields = fieldsOf(form).filter((field) => field.offsetParent);
    fields[fields.indexOf(event.target) + 1]?.focus();
  });

  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-forget]")) forget();
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
    const sign = event.target.closest("[data-sign]");
    if (sign) turnSign(sign);
    if (event.target.closest("[data-take-up]")) takeUp(form, stored().figures);
    // The link of a fault or a doubt may lead into a folded hand.
    const fault = event.target.closest("#phone-said a");
    const field = fault && document.getElementById(fault.hash.slice(1));
    if (field) {
      event.preventDefault();
      field.closest("details").open = true;
      field.focus();
    }
  });
})();
