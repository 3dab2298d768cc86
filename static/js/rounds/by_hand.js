// Seating by hand: beside each typed number, the names of its pair, from the list of those present.
(() => {
  "use strict";
  const show = (input) => {
    const option = input.list && [...input.list.options].find((option) => option.value === input.value.trim());
    input.parentElement.querySelector("[data-seat-name]").textContent = option ? option.label : "";
  };
  document.addEventListener("input", (event) => {
    if (event.target.matches("input[list]")) show(event.target);
  });
  document.addEventListener("DOMContentLoaded", () => document.querySelectorAll("input[list]").forEach(show));
})();
