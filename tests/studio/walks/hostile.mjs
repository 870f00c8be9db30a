// What strangers put into links harms nothing.
import { deflateRawSync } from "node:zlib";
import { expect } from "../browser.mjs";
import { endless, flood, machines } from "../programs.mjs";

const link = (packed) => `#p=${deflateRawSync(Buffer.from(typeof packed === "string" ? packed : JSON.stringify(packed))).toString("base64url")}`;
const program = (text, name = "x", file = "main.s") => link([1, name, file, file, text]);
const MARKUP = '<img src=x onerror="window.harmed=1"><script>window.harmed=1</script>';

async function unharmed(visit) {
  expect(!(await visit.page.evaluate(() => window.harmed)), "markup became code");
  expect(await visit.page.evaluate(() => document.querySelectorAll("#app img:not(.cm-widgetBuffer), #app script, #app iframe").length === 0), "markup became elements");
}

async function usable(visit) {
  const { page } = visit;
  await page.click('.top [aria-label="Settings"]');
  await page.waitForSelector(".settings");
  await page.keyboard.press("Escape");
}

export const walks = [
  {
    name: "markup in names, labels, strings and output stays text",
    walk: async (visit) => {
      const text = `# ${MARKUP}\n    .data\ns: .asciz "${MARKUP.replace(/"/g, "'")}"\n    .text\nmain:\n    la a1, s\n    li a0, 4\n    ecall\n    j ${"x".repeat(300)}<b>\n`;
      await visit.open(program(text, MARKUP, "src/<img src=x>.s"));
      await usable(visit);
      await unharmed(visit);
      await visit.run();
      await visit.page.waitForTimeout(500);
      await unharmed(visit);
      await visit.run(text.replace(/\n {4}j .*\n/, "\n    li a0, 10\n    ecall\n"));
      await visit.shows("<img src=x");
      await unharmed(visit);
      await visit.page.click('.top [aria-label="Share"]');
      await visit.page.waitForSelector(".copy input");
      await unharmed(visit);
    },
  },
  ...machines.map((machine) => ({
    name: `endless loops and floods of output (${machine})`,
    walk: async (visit) => {
      for (const text of [endless(machine), flood(machine)]) {
        await visit.open(program(text));
        await visit.run();
        await visit.page.waitForSelector(".phase-running");
        await visit.page.waitForTimeout(800);
        await usable(visit);
        await visit.page.keyboard.press("F8");
        await visit.page.waitForSelector(".phase-idle, .phase-ended", { timeout: 3000 });
        await unharmed(visit);
        await visit.page.close();
      }
    },
  })),
  {
    name: "links that are damaged, huge, or unpack to gigabytes",
    walk: async (visit) => {
      const bombs = [
        "#p=",
        "#p=!!!!",
        "#p=AAAA",
        link("not json"),
        link([7, "x"]),
        link([1, "x", "main.s", "../../etc/passwd", "x"]),
        link([1, "x", "", "__proto__", "x"]),
        link([1, "x", "", ...Array.from({ length: 2000 }, (_, k) => `f${k}`)]),
        `#p=${deflateRawSync(Buffer.alloc(200 << 20)).toString("base64url")}`,
      ];
      for (const bomb of bombs) {
        await visit.open(bomb);
        await usable(visit);
        await visit.page.close();
      }
      expect(visit.wrong.length === 0, visit.wrong.join("\n"));
      await visit.open("");
    },
  },
  {
    name: "a program of 20,000 lines, and one of a single long line",
    walk: async (visit) => {
      await visit.open(program(Array.from({ length: 20_000 }, (_, k) => `l${k}: addi t0, t0, 1`).join("\n")));
      await usable(visit);
      await visit.open(program(`    .text\nmain: ${"nop; ".repeat(20_000)}\n`));
      await usable(visit);
    },
  },
];
