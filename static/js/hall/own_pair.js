// A phone's own pair or player: the phone opens on its page, shows the way there, and marks its row.
//
// It stores a number in localStorage for each tournament and sends it to nobody: the pages are the same for everybody.
//
//   <a href="…/seat/" data-own-of="17" data-own-pages="/t/…/pairs/0/">My table</a>   the tournament, and where its pages are
//   <p data-own-page="7" hidden><button data-own-keep>…</button> <span data-own-kept>… <button data-own-forget>…</button></span></p>
//   asks once: where the phone knows its own page, it says so there, and asks on no other
//   <ul data-own-first>…</ul>   a row pressed here becomes the phone's own, unless it knows one already
//   <a href="…/seat/" data-own-find>Find my pair</a>   to the own row of this page
(() => {
  "use strict";
  const way = document.querySelector("[data-own-of]");
  const everybody = way.getAttribute("href");
  const key = `own-${way.dataset.ownOf}`;

  // Storage may be disabled; then nothing is remembered, and everything else works.
  const own = () => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  const keep = (number) => {
    try {
      if (number === null) localStorage.removeItem(key);
      else localStorage.setItem(key, number);
    } catch {
      /* not kept */
    }
  };
  const pageOf = (number) => way.dataset.ownPages.replace(/0(?=\D*$)/, number);
  const numberAt = (link) => link.pathname.match(/\/pairs\/(\d+)\/$/)?.[1];

  const rowOf = (number) =>
    number && document.querySelector(`:is(.public-ranking, .round-tables) a[href="${pageOf(number)}"]`)?.closest("tr, li");

  const show = () => {
    const number = own();
    way.href = number ? pageOf(number) : everybody;
    for (const row of document.querySelectorAll(".own-row")) row.classList.remove("own-row");
    rowOf(number)?.classList.add("own-row");
    for (const said of document.querySelectorAll("[data-own-page]")) {
      const is = said.dataset.ownPage === number;
      said.querySelector("[data-own-keep]").hidden = is;
      said.querySelector("[data-own-kept]").hidden = !is;
      // Whoever has said whose the phone is, is not asked again on the pages of others.
      said.hidden = Boolean(number) && !is;
    }
  };

  // On arrival from elsewhere at one of the tournament's three pages. If the own page is gone, the number is forgotten.
  const open = async () => {
    const number = own();
    const how = performance.getEntriesByType("navigation")[0]?.type;
    const comes = !["reload", "back_forward"].includes(how) && !document.referrer.startsWith(`${location.origin}/`);
    const isDoor = [...way.parentElement.children].some((tab) => tab.pathname === location.pathname) && !location.search;
    if (!number || !comes || !isDoor) return;
    try {
      const { ok, status } = await fetch(pageOf(number), { credentials: "omit" });
      if (ok) return location.replace(pageOf(number));
      if (status === 404) keep(null);
    } catch {
      // Unreachable: this page stays.
    }
    show();
  };

  const find = (row, number) => {
    // A sticky row has the position where it is seen; to scroll to it, its place is restored for a moment.
    row.classList.remove("own-row");
    row.scrollIntoView({ block: "center" });
    row.classList.add("own-row");
    row.querySelector(`a[href="${pageOf(number)}"]`).focus({ preventScroll: true });
  };

  // A list of several pages is opened at the one with the own row.
  const isAt = (number) => new URLSearchParams(location.search).get("at") === number;

  document.addEventListener("click", (event) => {
    const number = own();
    const link = event.target.closest("[data-own-first] a");
    if (link && !number) keep(numberAt(link));
    if (event.target.closest("[data-own-find]") && number) {
      event.preventDefault();
      const row = rowOf(number);
      const { ownAt } = event.target.closest("[data-own-find]").dataset;
      if (row) find(row, number);
      else location.assign(ownAt && !isAt(number) ? `${ownAt}?at=${number}` : pageOf(number));
    }
    const page = event.target.closest("[data-own-keep], [data-own-forget]")?.closest("[data-own-page]");
    if (!page) return;
    const forgets = Boolean(event.target.closest("[data-own-forget]"));
    keep(forgets ? null : page.dataset.ownPage);
    show();
    page.querySelector(forgets ? "[data-own-keep]" : "[data-own-forget]").focus();
  });
  document.addEventListener("htmx:afterSettle", show);
  // For a return with the browser's back button, and for another window on the same phone.
  addEventListener("pageshow", (event) => event.persisted && show());
  addEventListener("storage", (event) => event.key === key && show());
  show();
  const row = own() && isAt(own()) && rowOf(own());
  if (row) find(row, own());
  open();
})();
