/** Writes what comes with the page, page/wasm/bundle.json: as the modules make it of the folder asm. */

import { writeFileSync } from "node:fs";
import { putAll, studio } from "./tests/module.mjs";

const projects = [];
for (const machine of ["rv32", "mips32"]) {
  const module = await studio(machine);
  putAll(module, ["asm"]);
  projects.push(...JSON.parse(module.bundled()));
}
/** What a first visitor sees comes first, and helpers of others last. */
const place = ({ kind, main, machine }) =>
  main === "hello.s" ? 0 : { course: 1, game: 3, program: 5 }[kind] + (machine === "rv32" ? 0 : 1);
projects.sort((a, b) => place(a) - place(b));
writeFileSync(new URL("page/wasm/bundle.json", import.meta.url), JSON.stringify({ projects }));
console.log(`${projects.length} projects come with the page`);
