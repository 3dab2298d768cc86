// What people send around: with the phone's own way of sharing, text and picture together; otherwise it is copied, and
// where that is not allowed either, shown to be copied by hand.
//
//   <button data-share="Rossi – Bianchi: 2º posto, 51 VP" data-share-picture="…/picture.png" data-copied="Copied" hidden>…</button>
//
// What is sent, the page's title where nothing else is said, ends with its address: the public one where the club has
// one (link rel="canonical").
(() => {
  "use strict";
  const SAID_MS = 4_000;
  const pictures = new Map();

  // A region that is there before it speaks is read aloud.
  const said = document.createElement("span");
  said.setAttribute("role", "status");
  const say = (button) => {
    said.textContent = `✓ ${button.dataset.copied}`;
    setTimeout(() => (said.textContent = ""), SAID_MS);
  };

  const show = () => {
    const button = document.querySelector("[data-share]");
    if (!button) return;
    button.hidden = false;
    button.after(said);
  };

  const words = (button) => {
    const address = document.querySelector("link[rel=canonical]")?.href ?? location.origin + location.pathname;
    return `${button.dataset.share || document.title}\n${address}`;
  };

  // Asked for as soon as a finger comes down: sharing must begin soon after the press.
  const picture = (button) => {
    const { sharePicture: address } = button.dataset;
    if (!address || !navigator.canShare) return null;
    if (!pictures.has(address)) {
      const file = fetch(address, { credentials: "omit" })
        .then((answer) => (answer.ok ? answer.blob() : Promise.reject(new Error(answer.status))))
        .then((blob) => new File([blob], address.split("/").pop(), { type: blob.type }))
        .catch(() => (pictures.delete(address), null));
      pictures.set(address, file);
    }
    return pictures.get(address);
  };

  const copied = async (text) => {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      return false;
    }
  };

  // Without a secure address browsers copy only what is selected; the field stays for those that do not.
  const byHand = (button, text) => {
    document.querySelector("[data-share-text]")?.remove();
    const field = document.createElement("textarea");
    field.dataset.shareText = "";
    field.className = "form-control";
    field.readOnly = true;
    field.rows = 3;
    field.value = text;
    field.setAttribute("aria-label", button.textContent.trim());
    button.parentElement.after(field);
    field.select();
    const done = document.execCommand("copy");
    if (done) field.remove();
    return done;
  };

  const share = async (button) => {
    const text = words(button);
    if (navigator.share) {
      const file = await picture(button);
      const whole = file && { text, files: [file] };
      try {
        return await navigator.share(whole && navigator.canShare(whole) ? whole : { text });
      } catch (refusal) {
        if (refusal.name === "AbortError") return undefined;
      }
    }
    if ((await copied(text)) || byHand(button, text)) say(button);
    return undefined;
  };

  const pressed = (event) => event.target.closest("[data-share]");
  document.addEventListener("pointerdown", (event) => {
    const button = pressed(event);
    if (button) picture(button);
  });
  document.addEventListener("click", (event) => {
    const button = pressed(event);
    if (button) share(button);
  });
  // What was drawn again may have another picture at the same address.
  document.addEventListener("htmx:afterSettle", () => {
    pictures.clear();
    show();
  });
  show();
})();
