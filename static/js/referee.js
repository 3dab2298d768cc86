// What the referee's pages need besides htmx: a confirmation dialog, "saved", the focus, typing numbers and passwords.
(() => {
  "use strict";
  const SAVED_FOR_MS = 2000;

  // --- Messages to screen readers ----------------------------------------------------------------------------------

  const announce = (sentence) => {
    const live = document.getElementById("live");
    if (!live) return;
    // The same sentence is read again only if the region is emptied in between.
    live.textContent = "";
    setTimeout(() => (live.textContent = sentence), 50);
  };

  // --- [data-saved]: confirms a save in place for two seconds ---------------------------------------------------------

  const showSaved = (root) => {
    for (const note of root.querySelectorAll("[data-saved]")) {
      announce(note.textContent.trim());
      setTimeout(() => note.remove(), SAVED_FOR_MS);
    }
  };

  // --- [data-confirm] on a form or its button, and hx-confirm: the dialog of base.html, once -----------------------------

  const ask = (sentence, { confirmAction: action, confirmGood: good }) =>
    new Promise((resolve) => {
      const dialog = document.getElementById("ask");
      dialog.querySelector("[data-ask-sentence]").textContent = sentence;
      const yes = dialog.querySelector("[data-ask-yes]");
      yes.textContent = action || yes.dataset.askYes;
      yes.className = good === undefined ? "btn btn-danger" : "btn btn-primary";
      dialog.returnValue = "";
      dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true });
      dialog.showModal();
    });

  const answered = new WeakSet();

  document.addEventListener(
    "submit",
    (event) => {
      const form = event.target;
      const { submitter } = event;
      const asking = submitter?.dataset.confirm ? submitter : form;
      if (!asking.dataset.confirm || answered.delete(form)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      ask(asking.dataset.confirm, asking.dataset).then((yes) => {
        if (!yes) return;
        answered.add(form);
        form.requestSubmit(submitter);
      });
    },
    true,
  );

  document.addEventListener("htmx:confirm", (event) => {
    if (!event.detail.question) return;
    event.preventDefault();
    ask(event.detail.question, event.detail.elt.dataset).then((yes) => {
      if (yes) event.detail.issueRequest(true);
    });
  });

  // --- A failure of the server is reported in a sentence if the page has no place of its own for it -----------------------

  document.addEventListener("htmx:responseError", (event) => {
    const { elt, xhr, requestConfig } = event.detail;
    const note = document.querySelector("[data-could-not]");
    if (xhr.status !== 503 || requestConfig.verb === "get" || elt.querySelector("[data-not-saved]")) return;
    note.querySelector("[data-why]").textContent = xhr.responseText;
    note.hidden = false;
    note.scrollIntoView({ block: "nearest" });
  });
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.detail.requestConfig.verb !== "get") document.querySelector("[data-could-not]").hidden = true;
  });

  // --- Numbers: entering a field selects the whole number; [data-sign-key] changes the sign of the last one ---------------

  const isFigure = (element) => element?.matches?.("input[inputmode='numeric']");
  let lastFigure = null;

  document.addEventListener("focusin", (event) => {
    if (!isFigure(event.target)) return;
    lastFigure = event.target;
    lastFigure.select();
  });

  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-sign-key]") || !lastFigure?.isConnected) return;
    const typed = lastFigure.value.trim();
    lastFigure.value = typed.startsWith("-") ? typed.slice(1) : `-${typed}`;
    lastFigure.focus();
    lastFigure.setSelectionRange(lastFigure.value.length, lastFigure.value.length);
    lastFigure.dispatchEvent(new Event("input", { bubbles: true }));
  });

  // --- [data-shows-password]: shows the password until it is sent ---------------------------------------------------------

  const passwordOf = (choice) => choice.parentElement.querySelector("input[autocomplete]");

  document.addEventListener("change", (event) => {
    const choice = event.target.closest("[data-shows-password]");
    if (choice) passwordOf(choice).type = event.target.checked ? "text" : "password";
  });

  document.addEventListener("submit", (event) => {
    for (const choice of event.target.querySelectorAll("[data-shows-password]")) {
      choice.querySelector("input").checked = false;
      passwordOf(choice).type = "password";
    }
  });

  // --- After a part of the page changed: [data-focus] in it gets the focus -----------------------------------------------

  document.addEventListener("htmx:afterSettle", (event) => {
    const part = event.detail.elt;
    showSaved(part);
    const target = part.matches("[data-focus]") ? part : part.querySelector("[data-focus]");
    if (!target) return;
    if (target.tabIndex < 0) target.tabIndex = -1;
    target.focus();
  });

  document.addEventListener("DOMContentLoaded", () => showSaved(document));
})();
