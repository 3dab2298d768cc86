// The page about the JSON endpoint: sends what is in the box and shows the answer unchanged.
(() => {
  "use strict";

  document.addEventListener("DOMContentLoaded", () => {
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
