// Keeps a page up to date: when the server says that something has changed, its main part is loaded
// again. Without this script, the page is the same and is reloaded by hand.
"use strict";
(() => {
  const main = () => document.getElementById("main");
  const address = document.body.dataset.events;
  let loading = false;
  let again = false;

  const isBusy = () => {
    const at = document.activeElement;
    return at instanceof HTMLInputElement && main().contains(at);
  };

  const load = async () => {
    if (loading || isBusy()) {
      again = true;
      return;
    }
    loading = true;
    try {
      const answer = await fetch(location.href, { headers: { accept: "text/html" } });
      if (answer.ok) {
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        const open = [...main().querySelectorAll("details[open]")].map((details) => details.closest("tr")?.rowIndex);
        main().replaceWith(page.getElementById("main"));
        for (const details of main().querySelectorAll("tr details")) {
          details.open = open.includes(details.closest("tr").rowIndex);
        }
        count();
      }
    } finally {
      loading = false;
      if (again) {
        again = false;
        setTimeout(load, 1000);
      }
    }
  };

  const words = (seconds) => {
    const unit = (count, name) => `${count} ${name}${count === 1 ? "" : "s"}`;
    const [days, hours, minutes] = [Math.floor(seconds / 86400), Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60];
    const two = (a, b) => [a, b].filter((text) => !text.startsWith("0 ")).join(" ");
    if (days > 0) return two(unit(days, "day"), unit(hours, "hour"));
    if (hours > 0) return two(unit(hours, "hour"), unit(minutes, "minute"));
    return minutes > 0 ? unit(minutes, "minute") : unit(seconds, "second");
  };

  const count = () => {
    for (const left of document.querySelectorAll("[data-until]")) {
      left.textContent = words(Math.max(0, Number(left.dataset.until) - Math.floor(Date.now() / 1000)));
    }
  };

  count();
  setInterval(count, 1000);
  if (address && "EventSource" in window) {
    let timer = 0;
    const events = new EventSource(address);
    events.onmessage = () => {
      // Many changes at once are one.
      clearTimeout(timer);
      timer = setTimeout(load, 150);
    };
  }
})();
