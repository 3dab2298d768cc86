// Light or dark: the reader's saved choice, otherwise the device's preference. Loaded in <head>, before anything is
// drawn.
(() => {
  "use strict";
  const KEY = "theme";
  const dark = matchMedia("(prefers-color-scheme: dark)");

  // Storage may be disabled; then the choice lasts as long as the page.
  const saved = () => {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return null;
    }
  };
  const save = (theme) => {
    try {
      localStorage.setItem(KEY, theme);
    } catch {
      /* not kept */
    }
  };

  // The browser's own bar is of the band's colour.
  const bars = document.querySelectorAll("meta[name=theme-color]");

  const show = (theme) => {
    document.documentElement.dataset.bsTheme = theme;
    const colour = getComputedStyle(document.documentElement).getPropertyValue("--club-band").trim();
    for (const bar of bars) bar.content = colour;
    for (const button of document.querySelectorAll("[data-theme-toggle]")) {
      button.setAttribute("aria-pressed", String(theme === "dark"));
    }
  };
  const current = () => saved() ?? (dark.matches ? "dark" : "light");

  show(current());
  dark.addEventListener("change", () => show(current()));
  document.addEventListener("DOMContentLoaded", () => show(document.documentElement.dataset.bsTheme));
  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-theme-toggle]")) return;
    const theme = document.documentElement.dataset.bsTheme === "dark" ? "light" : "dark";
    save(theme);
    show(theme);
  });
})();
