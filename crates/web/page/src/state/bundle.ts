/** The programs, games and courses that come with the machines. */
import { machine, runningMachines } from "../services/machines";
import type { BundledProject } from "../worker/protocol";

let known: Promise<BundledProject[]> | null = null;

export function allBundled(): Promise<BundledProject[]> {
  known ??= ask();
  known.catch(() => {
    known = null;
  });
  return known;
}

/** The name that a copy of it gets. */
export function titleOf(project: BundledProject): string {
  return project.kind === "program" ? project.title : `${project.title} (${project.machine})`;
}

async function ask(): Promise<BundledProject[]> {
  // Any machine knows what comes with all of them.
  const worker = await machine(runningMachines()[0] ?? "rv32");
  return (await worker.request("bundle", {})).projects;
}
