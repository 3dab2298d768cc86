// The page about the JSON endpoint: sends what is in the box and shows the answer unchanged. What a link leads to is
// opened, for browsers that do not do so by themselves.
(() => {
  "use strict";

  const open = () => {
    const place = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    for (let part = place?.closest("details"); part; part = part.parentElement.closest("details")) part.open = true;
    place?.scrollIntoView();
  };
  addEventListener("hashchange", open);

  document.addEventListener("DOMContentLoaded", () => {
    open();
    for (const button of document.querySelectorAll("[data-api-try] [type=submit]")) button.hidden = false;
  });

  document.addEventListener("submit", async (event) => {
    const form = event.target.closest("[data-api-try]");
    if (!form) return;
    event.preventDefault();
    const show = (status, answer) => {
      form.querySelector("[data-api-status]").textContent = status;
      form.querySelector("[data-api-answer]").textContent = answer;
    };
    try {
      const [body, headers] = [form.querySelector("textarea").value, { "Content-Type": "application/json" }];
      const response = await fetch(form.dataset.apiTry, { method: "POST", headers, body });
      const text = await response.text();
      const isJson = response.headers.get("Content-Type") === "application/json";
      show(response.status, isJson ? JSON.stringify(JSON.parse(text), null, 2) : text);
    } catch (error) {
      show("–", String(error));
    }
  });
})();
