/** The module of a machine: fetched, or given as bytes, and started. */

import * as mips32 from "../../wasm/mips32/jal_web.js";
import * as rv32 from "../../wasm/rv32/jal_web.js";
import type { Machine } from "./protocol";

export type Studio = rv32.Studio;

/** Fetches the module of a machine, unless its bytes are given, and starts it. */
export async function start(machine: Machine, bytes?: ArrayBuffer): Promise<Studio> {
  const glue = machine === "rv32" ? rv32 : mips32;
  await glue.default({ module_or_path: bytes ?? fetched(machine) });
  return new glue.Studio() as Studio;
}

/** A module beside this script. Some hosts send it under a type that browsers do not stream. */
async function fetched(machine: Machine): Promise<WebAssembly.Module> {
  const response = await fetch(new URL(`${machine}.wasm`, self.location.href));
  if (!response.ok) {
    throw new Error(`${machine}.wasm cannot be fetched: ${response.status}`);
  }
  if (response.headers.get("Content-Type")?.startsWith("application/wasm")) {
    return WebAssembly.compileStreaming(response);
  }
  return WebAssembly.compile(await response.arrayBuffer());
}
