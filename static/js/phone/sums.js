// The totals of the hands while they are typed, even without Wi-Fi: only additions. Faults, doubts and VP come from the
// club.
(() => {
  "use strict";
  // The same rule as in `pages/figures.py`.
  const WHOLE = /^[-\u2212]?[0-9]{1,5}$/;
  const NOT_PLAYED = "not_played";

  const written = new Intl.NumberFormat(document.documentElement.lang, { useGrouping: "always" });
  const shown = (sum) => (sum === null ? "·" : written.format(sum).replace("-", "\u2212"));
  const figure = ({ value }) => (WHOLE.test(value.trim()) ? Number(value.trim().replace("\u2212", "-")) : null);
  const plus = (figures) => figures.reduce((sum, figure) => sum + figure, 0);
  const totalOf = (side) => {
    const figures = [...side.querySelectorAll("input")].map(figure);
    return figures.includes(null) ? null : plus(figures);
  };
  const totalsOf = (hand) => {
    const sides = [...hand.querySelectorAll(".phone-side")];
    return hand.querySelector("select").value === NOT_PLAYED ? sides.map(() => 0) : sides.map(totalOf);
  };

  const draw = ({ target }) => {
    const form = target.closest?.("#phone-slip");
    if (!form) return;
    const hands = [...form.querySelectorAll("[data-hand]")];
    const totals = hands.map(totalsOf);
    hands.forEach((hand, at) => {
      hand.querySelector(".phone-hand-sum").textContent = totals[at].map(shown).join(" – ");
    });
    [...form.querySelectorAll("#phone-sums .number-inline")].forEach((sum, line) => {
      const known = totals.map((hand) => hand[line]).filter((total) => total !== null);
      sum.textContent = shown(known.length ? plus(known) : null);
    });
    // The previous balance does not belong to these figures.
    form.querySelector("#phone-sums .phone-balance").textContent = "";
  };
  for (const name of ["input", "phone:figures"]) document.addEventListener(name, draw);
})();
