// Messages ready to send: shared as they stand in their field, by the phone's own menu where it has one, or copied.
//
//   <button data-message-share="FIELD" hidden>  <button data-message-copy="FIELD" data-copied="…" data-by-hand="…">
(() => {
  "use strict";
  const field = (id) => document.getElementById(id);

  // On the hall's plain http there is no clipboard: what is selected can still be copied, or is copied by hand.
  const copy = async (area) => {
    try {
      await navigator.clipboard.writeText(area.value);
      return true;
    } catch {
      area.focus();
      area.select();
      return document.execCommand("copy");
    }
  };

  const share = async (area) => {
    try {
      await navigator.share({ text: area.value });
    } catch (refusal) {
      if (refusal.name !== "AbortError") throw refusal;
    }
  };

  document.addEventListener("click", async ({ target }) => {
    const { messageShare, messageCopy } = target.dataset;
    if (messageShare) await share(field(messageShare));
    if (messageCopy) {
      const done = await copy(field(messageCopy));
      target.parentElement.querySelector("[role=status]").textContent = done
        ? `✓ ${target.dataset.copied}`
        : target.dataset.byHand;
    }
  });

  if (navigator.share) {
    for (const button of document.querySelectorAll("[data-message-share]")) button.hidden = false;
  }
})();
