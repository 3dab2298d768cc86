// Seating by hand: beside each number typed, the names of the pair that has it (from the list of those who are here).
(() => {
  "use strict";
  const show = (input) => {
    const option = input.list && [...input.list.options].find((each) => each.value === input.value.trim());
    input.parentElement.querySelector("[data-seat-name]").textContent = option ? option.label : "";
  };
  document.addEventListener("input", (event) => {
    if (event.target.matches("input[list]")) show(event.target);
  });
  document.addEventListener("DOMContentLoaded", () => document.querySelectorAll("input[list]").forEach(show));
})();
