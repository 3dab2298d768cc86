// The games that this phone has opened, so that nobody needs to keep the link. The list never leaves the browser.
(() => {
  "use strict";
  const KEY = "games";
  const MOST = 20;

  // Storage may be disabled or full; then the phone remembers nothing.
  const remembered = () => {
    try {
      return JSON.parse(localStorage.getItem(KEY)) ?? [];
    } catch {
      return [];
    }
  };
  const remember = (games) => {
    try {
      localStorage.setItem(KEY, JSON.stringify(games));
    } catch {
      /* not kept */
    }
  };

  document.addEventListener("DOMContentLoaded", () => {
    const open = document.querySelector("[data-game]");
    if (open) {
      const { game: url, gameTitle: title } = open.dataset;
      remember([{ url, title }, ...remembered().filter((other) => other.url !== url)].slice(0, MOST));
    }

    const list = document.querySelector("[data-games-list]");
    const games = list ? remembered() : [];
    for (const { url, title } of games) {
      const link = Object.assign(document.createElement("a"), { href: url, textContent: title, className: "row-main" });
      const row = document.createElement("li");
      row.append(link);
      list.append(row);
    }
    if (games.length) list.closest("[data-games]").hidden = false;

    document.querySelector("[data-games-forget]")?.addEventListener("click", () => {
      remember([]);
      list.closest("[data-games]").hidden = true;
    });
  });
})();
