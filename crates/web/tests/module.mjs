/** The modules of the page in Node, for tests and benches. */

import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const MODULES = new URL("../page/wasm/", import.meta.url);

/** A fresh instance of a machine's module. */
export async function studio(machine) {
  const glue = await import(new URL(`${machine}/jal_web.js`, MODULES));
  await glue.default({ module_or_path: readFileSync(new URL(`${machine}/jal_web_bg.wasm`, MODULES)) });
  return new glue.Studio();
}

/** The paths of all files below a folder of the repository. */
export function below(folder) {
  const entries = readdirSync(ROOT + folder, { withFileTypes: true });
  return entries.flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? below(path) : [path];
  });
}

/** Puts files of the repository into a project, `from` being its root there. */
export function putAll(module, folders, from = "") {
  for (const path of folders.flatMap(below)) {
    module.put(path.slice(from.length), readFileSync(ROOT + path));
  }
}

let seq = 0;

/** What the debug adapter answers to a request. */
export function ask(module, command, args = {}) {
  return JSON.parse(module.dap(JSON.stringify({ seq: ++seq, type: "request", command, arguments: args })));
}

/** Starts a program and lets it run to its end, or until it has taken so many slices; all messages. */
export function run(module, launch, slices = 1000) {
  const told = ask(module, "initialize");
  told.push(...ask(module, "launch", launch));
  // At a fault the program stays to be looked at.
  ask(module, "setExceptionBreakpoints", { filters: ["fault"] });
  told.push(...ask(module, "configurationDone"));
  for (let k = 0; k < slices && module.is_running(); k++) {
    const messages = module.tick(500_000);
    if (messages !== "") {
      told.push(...JSON.parse(messages));
    }
  }
  return told;
}
