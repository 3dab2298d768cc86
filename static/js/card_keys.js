// Keys for more than one card: a sequence by its suit, its two ends and its wilds' places, a set by its rank and number,
// and the cards left in hand by value. Their results are written into the current field as text, like everything else.
(() => {
  "use strict";

  const keypad = () => document.querySelector("[data-card-keypad]");
  const all = (attribute) => [...document.querySelectorAll(`[${attribute}]`)];

  const MODES = { meld: ["cards", "run", "set"], left: ["cards", "values"], unlooked: ["cards", "values"] };
  const wanted = { meld: "cards", left: "cards", unlooked: "cards" };

  let input = null; // the current field
  let told = null; // the sequence or set being tapped, and its text in the field
  let wild = all("data-wild")[0]?.dataset.wild; // which of the two wilds a tap on a place lays there

  const most = () => Number(all("data-most-wilds")[0].dataset.mostWilds);
  // A ruleset without sequences has no keys for them.
  const hasKeys = (mode) => Boolean(document.querySelector(`[data-card-panel="${mode}"]`));
  const mode = () => (input && hasKeys(wanted[input.dataset.cardField]) ? wanted[input.dataset.cardField] : "cards");
  const isTold = (kind) => told?.kind === kind && told.input === input && told.text === input.value.trim();

  const write = (text) => {
    input.value = text;
    input.dispatchEvent(new Event("input", { bubbles: true }));
    input.scrollLeft = input.scrollWidth;
  };

  // --- The labels of the keys ----------------------------------------------------------------------------------------------

  const press = (keys, isPressed) => {
    for (const key of keys) key.setAttribute("aria-pressed", String(Boolean(isPressed(key.dataset))));
  };

  const numberOfWilds = (kind) => (told ? told.wilds.filter((one) => one.kind === kind).length : 0);
  const wildAt = (place) => (told ? told.wilds.findIndex((one) => one.place === place) : -1);
  const ends = () => (told?.kind === "run" ? [...told.ends].sort((one, other) => one - other) : []);

  const hint = () => {
    if (mode() === "run") {
      if (!told?.suit) return "run-suit";
      return ["run-end", "run-other", most() > 1 ? "run-wilds" : "run-wild"][told.ends.length];
    }
    if (mode() === "set" && !told) return "set-rank";
    if (mode() === "set") return (told.number ? "set-wild" : "set-number") + (most() > 1 ? "s" : "");
    return "";
  };

  const show = () => {
    if (!keypad()) return;
    if (told && !isTold(told.kind)) told = null;
    const modes = (input ? MODES[input.dataset.cardField] : MODES.meld).filter(hasKeys);
    for (const tab of all("data-card-mode")) {
      tab.hidden = !modes.includes(tab.dataset.cardMode);
      tab.setAttribute("aria-pressed", String(tab.dataset.cardMode === mode()));
    }
    for (const panel of all("data-card-panel")) panel.hidden = panel.dataset.cardPanel !== mode();
    const [low, high] = ends();
    press(all("data-run-suit"), (key) => told?.suit === key.runSuit);
    press(all("data-run-place"), (key) => key.runPlace >= low && key.runPlace <= (high ?? low));
    for (const key of all("data-run-place")) key.classList.toggle("is-wild", wildAt(Number(key.dataset.runPlace)) >= 0);
    press(all("data-set-rank"), (key) => told?.rank === key.setRank);
    press(all("data-set-number"), (key) => told?.number === Number(key.setNumber));
    press(all("data-wild"), (key) => (mode() === "set" ? numberOfWilds(key.wild) : wild === key.wild));
    for (const key of all("data-wild")) {
      if (numberOfWilds(key.dataset.wild) > 1) key.dataset.times = `×${numberOfWilds(key.dataset.wild)}`;
      else delete key.dataset.times;
    }
    for (const line of all("data-card-hint")) line.hidden = line.dataset.cardHint !== hint();
    if (mode() === "values") showValues();
  };

  const ask = (isAsked) => {
    document.querySelector("[data-card-ask]").hidden = !isAsked;
    if (isAsked) for (const line of all("data-card-hint")) line.hidden = true;
  };

  // --- Sequences and sets --------------------------------------------------------------------------------------------------

  const textOf = () => {
    if (told.kind === "set") {
      if (!told.number) return "";
      return [...Array(told.number).fill(told.rank), ...told.wilds.map((one) => one.kind)].join(" ");
    }
    if (told.ends.length < 2) return "";
    const [low, high] = ends();
    const places = all("data-run-place").slice(low - 1, high);
    return places.map((key, at) => told.wilds[wildAt(low + at)]?.kind ?? key.dataset.writes + told.suit).join(" ");
  };

  const tell = () => {
    const text = textOf();
    if (text !== told.text) {
      told.text = text;
      write(text);
    }
    show();
  };

  // Write into the current field if it is empty, otherwise into a new meld.
  const begin = (kind) => {
    if (input.value.trim()) document.querySelector("[data-card-next]").click();
    told = { kind, input, text: "", ends: [], wilds: [] };
  };

  const tapSuit = (suit) => {
    if (!isTold("run") || told.ends.length === 2) begin("run");
    told.suit = suit;
    tell();
  };

  const tapPlace = (place) => {
    const [low, high] = ends();
    if (!isTold("run") || (told.ends.length === 2 && (place < low || place > high))) return ask(true);
    if (told.ends.length === 2) tapWildPlace(place);
    else if (!told.ends.includes(place)) told.ends.push(place);
    tell();
  };

  // A second tap on its place removes a wild. Where no more are allowed, the first one moves.
  const tapWildPlace = (place) => {
    if (wildAt(place) >= 0) told.wilds.splice(wildAt(place), 1);
    else {
      if (told.wilds.length === most()) told.wilds.shift();
      told.wilds.push({ kind: wild, place });
    }
  };

  const tapRank = (rank) => {
    if (!isTold("set") || told.number) begin("set");
    told.rank = rank;
    tell();
  };

  const tapNumber = (number) => {
    if (!isTold("set")) return;
    told.number = number;
    tell();
  };

  // Between two ends wilds lie at the lower one until their places are tapped (docs/rules.md §3). If there is only one,
  // a second tap removes it, and the other wild's key changes it.
  const layWild = (kind) => {
    const [low, high] = ends();
    const [laid] = told.wilds;
    let place = low;
    while (wildAt(place) >= 0) place += 1;
    if (told.wilds.length < most()) {
      if (!(place > high)) told.wilds.push({ kind, place });
    } else if (most() === 1) told.wilds = laid.kind === kind ? [] : [{ kind, place: laid.place }];
  };

  const tapWild = (kind) => {
    if (mode() === "run") {
      if (told?.ends.length === 2) layWild(kind);
      wild = kind;
    } else if (isTold("set")) layWild(kind);
    if (told) tell();
    else show();
  };

  // Undo the last tap while the text is as it was tapped; otherwise cards.js removes the last card.
  const takeBack = () => {
    if (!told || !isTold(told.kind)) return false;
    if (!told.wilds.pop()) {
      if (told.kind === "run" ? !told.ends.pop() : !told.number) told = null;
      else if (told.kind === "set") told.number = null;
    }
    if (told) tell();
    else show();
    return true;
  };

  // --- Values: `4D 3x5`, a known card and three of 5 points -------------------------------------------------------------------

  const COUNTED = /^([1-9]\d{0,2})[x×*]([1-9]\d{0,3})$/i;

  const pieces = () => input.value.split(/[\s,]+/).filter(Boolean);
  const numberOf = (piece, value) => (COUNTED.exec(piece)?.[2] === value ? Number(COUNTED.exec(piece)[1]) : 0);
  const countOf = (value) => pieces().reduce((sum, piece) => sum + numberOf(piece, value), 0);

  const showValues = () => {
    for (const counter of all("data-card-worth")) {
      counter.querySelector("output").textContent = countOf(counter.dataset.cardWorth);
    }
  };

  const count = (value, step) => {
    const number = Math.min(countOf(value) + step, 999);
    if (number < 0) return;
    const kept = pieces();
    const at = kept.findIndex((piece) => numberOf(piece, value));
    const others = kept.filter((piece) => !numberOf(piece, value));
    if (number) others.splice(at < 0 ? others.length : at, 0, `${number}x${value}`);
    write(others.join(" "));
    showValues();
  };

  // --- Taps ----------------------------------------------------------------------------------------------------------------

  // This runs before cards.js: what several taps have written is undone tap by tap.
  document.addEventListener(
    "click",
    (event) => {
      if (event.target.closest("[data-card-undo]") && takeBack()) event.stopImmediatePropagation();
    },
    true,
  );

  document.addEventListener("click", (event) => {
    const key = event.target.closest(".card-key");
    if (!key || !input || key.closest("[data-card-panel=cards]")) return;
    ask(false);
    const { cardMode, runSuit, runPlace, setRank, setNumber, wild: kind } = key.dataset;
    const worth = key.closest("[data-card-worth]")?.dataset.cardWorth;
    if (cardMode) {
      wanted[input.dataset.cardField] = cardMode;
      told = null;
      show();
    } else if (runSuit) tapSuit(runSuit);
    else if (runPlace) tapPlace(Number(runPlace));
    else if (setRank) tapRank(setRank);
    else if (setNumber) tapNumber(Number(setNumber));
    else if (kind) tapWild(kind);
    else if (worth) count(worth, "more" in key.dataset ? 1 : -1);
  });

  document.addEventListener("card-entry:current", (event) => {
    input = event.detail.input;
    show();
  });

  document.addEventListener("input", (event) => {
    if (event.target === input) show();
  });
})();
