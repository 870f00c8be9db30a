// For everyone: without a mouse, read out, in other colours, languages and sizes.
import { expect } from "../browser.mjs";
import { sum } from "../programs.mjs";

/** Every view with every theme that matters there. */
async function views(visit, name) {
  const { page } = visit;
  await visit.axe(`${name}, code`);
  await visit.write(sum("rv32").replace("bnez", "bnezz"));
  await page.waitForTimeout(400);
  if (await page.$("[role=tab][data-id=problems]")) {
    await visit.tab("problems");
    await visit.axe(`${name}, problems`);
    await visit.tab("console");
  }
  await visit.write(sum("rv32"));
}

export const walks = [
  ...["light", "dark", "contrast"].map((theme) => ({
    name: `axe finds nothing in ${theme} colours`,
    walk: async (visit) => {
      const { page } = visit;
      await page.evaluate((wanted) => localStorage.setItem("jal-studio-settings", JSON.stringify({ theme: wanted })), theme);
      await page.goto(`${visit.server.url}?open=rv32-2048`);
      await visit.ready();
      await views(visit, theme);
      await page.goto(`${visit.server.url}?open=rv32-2048`);
      await visit.ready();
      await visit.debug();
      await page.keyboard.press("F10");
      for (const pane of ["registers", "memory", "stack", "code", "breakpoints"]) {
        await visit.tab(pane);
        await visit.axe(`${theme}, debugger, ${pane}`);
      }
      await visit.tab("registers");
      await page.click("[aria-haspopup=menu] >> nth=4");
      await visit.axe(`${theme}, questions`);
      await page.keyboard.press("Escape");
      await visit.view("Tests");
      await page.waitForSelector(".test-row");
      await page.click("text=Run all tests");
      await page.waitForSelector(".test-mark.bad", { timeout: 20_000 });
      await page.waitForFunction(() => document.querySelectorAll(".test-mark.busy").length === 0, undefined, { timeout: 30_000 });
      await visit.axe(`${theme}, tests`);
      await page.goto(`${visit.server.url}?open=rv32-rotate&view=play`);
      await page.waitForSelector(".board", { timeout: 15_000 });
      await visit.axe(`${theme}, play`);
      for (const dialog of ["Share", "Settings", "Run settings"]) {
        await page.click(`.top [aria-label="${dialog}"]`);
        await page.waitForTimeout(250);
        await visit.axe(`${theme}, ${dialog}`);
        await page.keyboard.press("Escape");
      }
      await page.click(".project-name");
      await page.waitForSelector(".card");
      await visit.axe(`${theme}, projects`);
    },
  })),
  {
    name: "the keyboard alone is enough",
    walk: async (visit) => {
      const { page } = visit;
      await page.keyboard.press("Tab");
      expect((await page.evaluate(() => document.activeElement?.className)) === "skip", "the first stop skips to the editor");
      await page.keyboard.press("Enter");
      await page.keyboard.press("Tab");
      await page.keyboard.press("Control+a");
      await page.keyboard.insertText(sum("rv32"));
      // The first one is for completions, if some are shown.
      await page.keyboard.press("Escape");
      await page.keyboard.press("Escape");
      await page.keyboard.press("Tab");
      expect(!(await page.evaluate(() => document.activeElement?.closest(".cm-editor"))), "Escape and Tab leave the editor");
      await page.keyboard.press("F5");
      await visit.stopped();
      await page.keyboard.press("F11");
      await visit.atStep((step) => step > 0, "a step by key");
      await page.keyboard.press("F8");
      await page.waitForSelector(".phase-idle, .phase-ended");
      await page.keyboard.press("Alt+4");
      await page.waitForSelector(".tests-view");
      await page.keyboard.press("Alt+1");
      await page.keyboard.press("Control+Enter");
      await visit.shows("15");
      const said = await page.evaluate(() => document.querySelector("[aria-live][aria-atomic]")?.textContent);
      expect(/exit code 0/.test(said ?? ""), `a screen reader hears the end: ${said}`);
    },
  },
  {
    name: "German, from the browser and by choice",
    options: { locale: "de-DE" },
    walk: async (visit) => {
      const { page } = visit;
      await page.waitForSelector("text=Ausführen");
      expect((await page.getAttribute("html", "lang")) === "de", "the language is declared");
      await visit.run(sum("rv32"));
      await visit.shows("Beendet mit Exit-Code 0");
      await page.click('.top [aria-label="Einstellungen"]');
      await page.selectOption(".settings select >> nth=0", "en");
      await page.waitForSelector("text=Font size");
    },
  },
  {
    name: "nothing moves for those who want it so",
    options: { reducedMotion: "reduce", address: "?view=play" },
    walk: async (visit) => {
      const { page } = visit;
      await page.waitForSelector(".tile", { timeout: 15_000 });
      const duration = await page.evaluate(() => getComputedStyle(document.querySelector(".tile")).transitionDuration);
      expect(parseFloat(duration) < 0.001, `tiles jump: ${duration}`);
    },
  },
  ...[[360, 640], [768, 1024], [3840, 2160]].map(([width, height]) => ({
    name: `${width} pixels wide`,
    options: { viewport: { width, height }, address: "?open=rv32-2048" },
    walk: async (visit) => {
      const { page } = visit;
      const fits = async (what) => {
        const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(over <= 0, `${what} is ${over} pixels too wide`);
      };
      await fits("code");
      for (const name of ["Tests", "Play", "Debug", "Code"]) {
        await visit.view(name);
        await page.waitForTimeout(250);
        await fits(name);
      }
      await page.click(".run-buttons [title*=F5]");
      await visit.stopped();
      await fits("the debugger");
      await visit.axe(`${width} wide, debugger`);
      if (width === 360) {
        await visit.view("Console");
        await fits("console");
        await visit.view("Debug");
        await page.waitForSelector(".register-table");
        await fits("registers");
        await visit.axe("phone, registers");
      }
    },
  })),
  {
    name: "on paper: the program and its output",
    walk: async (visit) => {
      const { page } = visit;
      await visit.run(sum("rv32"));
      await visit.shows("15");
      await page.emulateMedia({ media: "print" });
      expect(!(await page.isVisible(".top")) && (await page.isVisible(".cm-content")) && (await page.isVisible(".output")), "bars are left out");
    },
  },
];
