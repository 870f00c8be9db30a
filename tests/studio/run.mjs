// Walks through the built page as its users do: `node tests/studio/run.mjs [WORD]…`. Each walk begins in a fresh
// browser profile. Whatever it does, these must not happen: an error, a message on the browser's console (so
// also no breach of the policy), a request to another host.
import { existsSync } from "node:fs";
import path from "node:path";
import { Visit, launch, page, serve } from "./browser.mjs";

const dist = path.join(page, "dist");
if (!existsSync(path.join(dist, "index.html"))) {
  console.error("the page is not built: `cargo xtask studio` does it");
  process.exit(1);
}
const parts = ["editor", "running", "debugging", "tests", "play", "projects", "share", "everyone", "hostile", "offline"];
const wanted = process.argv.slice(2);
const server = await serve(dist);
const browser = await launch();
/** So many walks at once: the page has a worker beside it. */
const AT_ONCE = 2;
const all = [];
for (const part of parts) {
  const { walks } = await import(`./walks/${part}.mjs`);
  for (const walk of walks) all.push({ ...walk, title: `${part}: ${walk.name}` });
}
const chosen = all.filter(({ title }) => wanted.length === 0 || wanted.some((word) => title.includes(word)));
const waiting = [...chosen];
const count = chosen.length;
let failed = 0;
const begin = Date.now();
await Promise.all(Array.from({ length: AT_ONCE }, walkOn));

async function walkOn() {
  for (let next = waiting.shift(); next; next = waiting.shift()) await walkOne(next);
}

async function walkOne({ title, options = {}, walk }) {
  const start = Date.now();
  let wrong = [];
  let visit;
  try {
    visit = await Visit.begin(browser, server, options);
    await walk(visit, { browser, server });
  } catch (error) {
    wrong.push(String(error.stack ?? error));
    if (process.env.PICTURES) await visit?.page?.screenshot({ path: path.join(process.env.PICTURES, `${title.replace(/\W+/g, "-")}.png`) }).catch(() => undefined);
  }
  wrong = [...wrong, ...((await visit?.end().catch(() => [])) ?? [])];
  if (wrong.length > 0) failed++;
  console.log(`${wrong.length === 0 ? "ok    " : "FAILED"} ${String(Date.now() - start).padStart(6)} ms  ${title}`);
  for (const one of wrong) console.log(`       ${one.split("\n").slice(0, 6).join("\n       ")}`);
}

await browser.close();
server.close();
console.log(`${count - failed} of ${count} walks passed in ${((Date.now() - begin) / 1000).toFixed(1)} s`);
process.exit(failed === 0 ? 0 : 1);
