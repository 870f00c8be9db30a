// Links, frames, and the page as one file.
import path from "node:path";
import { pathToFileURL } from "node:url";
import { readFile } from "node:fs/promises";
import { expect, page as pageFolder, root } from "../browser.mjs";
import { machines, sum } from "../programs.mjs";

async function linkOf(visit) {
  const { page } = visit;
  await page.click('.top [aria-label="Share"]');
  await page.waitForFunction(() => document.querySelector(".copy input")?.value.includes("#p="));
  return page.inputValue(".copy input >> nth=0");
}

export const walks = [
  {
    name: "a link carries the program in half of its letters",
    walk: async (visit) => {
      const { page } = visit;
      const source = (await readFile(path.join(root, "asm", "rv32", "mp8", "game.s"), "utf8")).slice(0, 4096);
      await visit.write(source);
      const link = await linkOf(visit);
      const letters = link.length - link.indexOf("#");
      console.log(`       4096 bytes of source: ${letters} characters`);
      await page.waitForSelector(".qr svg");
      await page.keyboard.press("Escape");
      await visit.write(sum("rv32"));
      const small = await linkOf(visit);
      await visit.open(small);
      expect((await visit.text()).includes("Adds the numbers"), "the link opens the program");
      expect(!(await visit.page.evaluate(() => location.hash)), "the address is plain again");
      await visit.run();
      await visit.shows("15");
      expect(letters <= 2048, `${letters} characters for 4 KB`);
    },
  },
  ...machines.map((machine) => ({
    name: `a frame in another page runs and steps (${machine})`,
    walk: async (visit) => {
      await visit.write(sum(machine));
      const link = await linkOf(visit);
      await visit.open(link.replace("#", "?embed#"));
      const { page } = visit;
      expect((await page.$(".top .project-name")) === null, "only what a reader needs is there");
      await page.click('[aria-label="Step into"]');
      await visit.stopped();
      await page.click('[aria-label="Step into"]');
      await page.waitForFunction(() => document.querySelector(".changed-registers")?.textContent?.includes("5"));
      await page.click('[aria-label="Back one instruction"]');
      await page.click(".embed .danger");
      await page.click(".embed >> text=Run");
      await visit.shows("15");
      await visit.axe("embed");
    },
  })),
  ...machines.map((machine) => ({
    name: `one file works without a server (${machine})`,
    walk: async (visit) => {
      await visit.open(pathToFileURL(path.join(pageFolder, "dist", "jal-studio.html")).href);
      await visit.run(sum(machine));
      await visit.shows("15");
      await visit.view("Play");
      await visit.page.waitForSelector(".board", { timeout: 10_000 });
    },
  })),
];
