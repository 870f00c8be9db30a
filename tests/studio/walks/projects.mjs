// Projects are kept, packed and unpacked.
import { mkdtemp, rm, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, equal } from "../browser.mjs";

export const walks = [
  {
    name: "work survives a reload, a closed tab and a crash",
    walk: async (visit) => {
      const { page } = visit;
      await visit.write("# kept over a reload\n");
      await page.waitForTimeout(500);
      await page.reload();
      await visit.ready();
      expect((await visit.text()).includes("kept over a reload"), "after a reload");
      await visit.write("# kept over a crash\n");
      await page.waitForTimeout(500);
      await page.goto("chrome://crash").catch(() => undefined);
      await page.close().catch(() => undefined);
      await visit.open("");
      expect((await visit.text()).includes("kept over a crash"), "after a crash");
      await visit.page.close();
      await visit.open("");
      expect((await visit.text()).includes("kept over a crash"), "in a new tab");
    },
  },
  {
    name: "two tabs do not overwrite each other",
    walk: async (visit) => {
      await visit.write("# first tab\n");
      await visit.page.waitForTimeout(500);
      const first = visit.page;
      await visit.open("");
      await visit.page.waitForSelector(".notice:has-text('another tab')");
      await visit.write("# second tab\n");
      await visit.page.waitForTimeout(500);
      await first.reload();
      await first.waitForSelector("html[data-ready]", { state: "attached" });
      expect((await first.innerText(".cm-content")).includes("first tab"), "the first tab has its own text");
    },
  },
  {
    name: "a zip is opened and saved",
    options: { address: "?open=rv32-2048" },
    walk: async (visit) => {
      const { page } = visit;
      const folder = await mkdtemp(path.join(tmpdir(), "studio-"));
      try {
        await page.click(".project-name");
        const [download] = await Promise.all([page.waitForEvent("download"), page.click("text=Download as zip")]);
        const file = path.join(folder, "project.zip");
        await download.saveAs(file);
        expect((await readFile(file)).subarray(0, 2).toString() === "PK", "it is a zip");
        const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.click("text=Open a zip")]);
        await chooser.setFiles(file);
        await page.waitForSelector('.project-name:has-text("project")');
        await visit.view("Tests");
        await page.waitForFunction(() => document.querySelectorAll(".test-row").length >= 60, undefined, { timeout: 10_000 });
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  },
  {
    name: "files and projects are made, renamed, deleted",
    walk: async (visit) => {
      const { page } = visit;
      await page.click(".project-name");
      await page.click("text=New project");
      await page.fill(".ask input", "mine");
      await page.keyboard.press("Enter");
      await page.waitForSelector('.project-name:has-text("mine")');
      await visit.write("# a\n");
      await page.click('.top [aria-label="Files"]');
      await page.click('.files [aria-label="Rename"]');
      await page.fill(".ask input", "other.s");
      await page.keyboard.press("Enter");
      await page.waitForSelector('.file-tab >> text="other.s"');
      expect((await visit.text()).includes("# a"), "the text goes with the file");
      await page.click('.files [aria-label="Delete"]');
      await page.click("text=OK");
      await page.waitForSelector("text=No file is open.");
      await page.click(".project-name");
      await page.waitForFunction(() => document.querySelectorAll(".rows li").length === 2);
      await page.click('.rows [aria-label^="Delete"]:not(:disabled)');
      await page.click(".ask >> text=OK");
      await page.waitForFunction(() => document.querySelectorAll(".rows li").length === 1);
    },
  },
];
