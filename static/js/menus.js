// The head of every page: menus (details.menu) close by Escape, by a press elsewhere and when the focus leaves them, and
// the open tab is scrolled into sight.
(() => {
  "use strict";

  const closeMenus = (except) => {
    for (const menu of document.querySelectorAll("details.menu[open]")) if (!menu.contains(except)) menu.open = false;
  };
  document.addEventListener("click", (event) => closeMenus(event.target));
  document.addEventListener("focusin", (event) => closeMenus(event.target));
  document.addEventListener("keydown", (event) => {
    const menu = event.key === "Escape" && event.target.closest?.("details.menu[open]");
    if (!menu) return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });

  document.addEventListener("DOMContentLoaded", () => {
    document.querySelector(".club-tabs [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
  });
})();
