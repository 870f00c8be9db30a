/** Where the worker and the modules come from. */
import type { Parts } from "./services/machines";
import type { Machine } from "./worker/protocol";

/** In the one-file page, elements of the document hold them: compressed, in base 64. */
function inlined(name: string): Promise<ArrayBuffer> {
  const text = document.getElementById(`part-${name}`)?.textContent?.trim() ?? "";
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}

let workerUrl = "";

/** The one-file page prepares its worker before the first one is started. */
export async function prepareParts(): Promise<void> {
  if (!ONE_FILE) return;
  workerUrl = URL.createObjectURL(new Blob([await inlined("worker")], { type: "text/javascript" }));
}

export function parts(): Parts {
  if (ONE_FILE) {
    return {
      worker: () => new Worker(workerUrl),
      module: (machine: Machine) => inlined(machine),
      bundle: async () => new TextDecoder().decode(await inlined("bundle")),
    };
  }
  return {
    worker: () => new Worker(document.getElementById("page")?.dataset["worker"] ?? "worker.js"),
    module: () => Promise.resolve(null),
    bundle: () => Promise.resolve(null),
  };
}
