// Without a network after the first visit.
import { expect } from "../browser.mjs";
import { machines, sum } from "../programs.mjs";

export const walks = [
  {
    name: "everything works offline after the first visit",
    walk: async (visit) => {
      const { page, context } = visit;
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
      await context.setOffline(true);
      await page.reload();
      await visit.ready();
      for (const machine of machines) {
        await visit.run(sum(machine));
        await visit.shows("15");
      }
      for (const name of ["Tests", "Play", "Debug"]) {
        await visit.view(name);
        await page.waitForTimeout(300);
      }
      expect((await page.$(".notice.error")) === null, "no error is shown");
    },
  },
];
