/** Zips become projects. */
import { machine, runningMachines } from "../services/machines";
import * as project from "../state/project";

/** A zip becomes a project; a folder around everything in it is left out. */
export async function openZipBytes(name: string, bytes: ArrayBuffer): Promise<void> {
  const worker = await machine(runningMachines()[0] ?? "rv32");
  const { files } = await worker.request("zip", { bytes }, [bytes]);
  if (!files) return;
  await project.createProject(name, withoutOuterFolder(files));
}

function withoutOuterFolder<T>(files: Record<string, T>): Record<string, T> {
  const paths = Object.keys(files);
  const outer = paths[0]?.split("/")[0];
  const isAround = outer !== undefined && paths.every((path) => path.startsWith(`${outer}/`));
  if (!isAround) return files;
  return Object.fromEntries(Object.entries(files).map(([path, contents]) => [path.slice(outer.length + 1), contents]));
}
