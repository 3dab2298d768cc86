// Counting a hand of a tournament's table: the input is kept in localStorage until the server has it.
(() => {
  "use strict";

  const form = document.getElementById("hand-cards");
  const note = document.querySelector("[data-restored]");
  if (!form) return;
  const key = `cards-${form.dataset.cardsOf}`;
  const slipKey = `slip-${form.dataset.slipOf}`;

  // Storage may be disabled or full; then the input lasts as long as the page.
  const stored = (name) => {
    try {
      return JSON.parse(localStorage.getItem(name));
    } catch {
      return null;
    }
  };
  const store = (name, draft) => {
    try {
      if (draft) localStorage.setItem(name, JSON.stringify(draft));
      else localStorage.removeItem(name);
    } catch {
      /* not kept */
    }
  };

  const OTHERS = ["csrfmiddlewaretoken", "slip", "confirmed", "do"];
  const entered = () => [...new FormData(form)].filter(([name]) => !OTHERS.includes(name));
  const opened = JSON.stringify(entered());

  const keep = (sent) => store(key, { version: form.dataset.version, fields: entered(), sent });

  // The input has arrived if the table has another version since, or the slip contains the counted hand.
  const arrived = (draft) => draft.sent && (draft.version !== form.dataset.version || "counted" in form.dataset);

  const draft = stored(key);
  if ("typed" in form.dataset) keep(false);
  else if (draft && (arrived(draft) || JSON.stringify(draft.fields) === opened)) store(key, null);
  else if (draft) note.hidden = false;

  form.addEventListener("input", () => {
    keep(false);
    note.hidden = true;
    // A confirmation is for these cards only.
    document.querySelector("input[name=confirmed][form=hand-cards]").value = "";
  });
  form.addEventListener("submit", (event) => {
    if (event.submitter?.value !== "save") return;
    keep(true);
    // The slip is sent along; its stored copy is not needed once the table has been saved.
    const slip = stored(slipKey);
    if (slip) store(slipKey, { ...slip, sent: true });
  });

  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-forget]")) {
      store(key, null);
      note.hidden = true;
    }
    if (event.target.closest("[data-take-up]")) {
      const again = document.createElement("form");
      again.method = "post";
      again.action = form.action;
      for (const name of ["csrfmiddlewaretoken", "slip"]) again.append(form.elements[name].cloneNode());
      for (const [name, value] of draft.fields) {
        const field = document.createElement("input");
        [field.type, field.name, field.value] = ["hidden", name, value];
        again.append(field);
      }
      document.body.append(again);
      again.submit();
    }
  });
})();
