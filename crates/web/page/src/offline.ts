/** The service worker: the page works without a network after the first visit; an update waits for the user. */
import { t } from "./i18n";
import { isEmbedded } from "./state/layout";
import { notify, report } from "./state/messages";
import { save } from "./state/project";

export function keepOffline(): void {
  if (ONE_FILE || isEmbedded || !("serviceWorker" in navigator) || location.protocol === "file:") return;
  let isReloading = false;
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    // The first service worker takes over a page that is already right.
    if (isReloading) location.reload();
  });
  navigator.serviceWorker
    .register("sw.js")
    .then((registration) => {
      const offer = (waiting: ServiceWorker) =>
        notify(t("app.update"), "info", {
          label: t("app.updateNow"),
          run: () => {
            isReloading = true;
            void save().then(() => waiting.postMessage("take over"));
          },
        });
      if (registration.waiting && navigator.serviceWorker.controller) offer(registration.waiting);
      registration.addEventListener("updatefound", () => {
        const next = registration.installing;
        next?.addEventListener("statechange", () => {
          if (next.state === "installed" && navigator.serviceWorker.controller) offer(next);
        });
      });
    })
    .catch((error: unknown) => {
      // Private windows may not allow it; everything but working offline is as usual.
      if (!(error instanceof DOMException)) report(error);
    });
}
