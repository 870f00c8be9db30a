/** The project that is open: its files, which of them are shown, and where it is kept. */
import { computed, signal } from "@preact/signals";
import { deleteProject, listProjects, readProject, storeProject, type StoredBreakpoint, type StoredProject } from "../services/idb";
import { changeFiles, provideFiles } from "../services/machines";
import type { FileMap } from "../worker/protocol";
import { isEmbedded } from "./layout";

export type Breakpoints = Record<string, StoredBreakpoint[]>;

const CURRENT = "jal-studio-project";
/** So long an edit waits before it is kept. */
const SAVE_AFTER = 250;

export const projectId = signal("");
export const projectName = signal("");
export const files = signal<FileMap>({});
export const openFiles = signal<string[]>([]);
export const activeFile = signal<string | null>(null);
export const mainFile = signal<string | null>(null);
export const breakpoints = signal<Breakpoints>({});
/** Why the browser keeps nothing, if it does not. */
export const storageTrouble = signal<string | null>(null);
/** Another tab has the project; this is a copy. */
export const isCopy = signal(false);
/** Grows when a project is opened: editors then forget what they knew. */
export const generation = signal(0);
/** The program that runs when somebody says so. */
export const program = computed(() => mainFile.value ?? activeFile.value);

/** Edits that are not in `files` yet; the editor provides them. */
let takeEdits: () => FileMap = () => ({});
let timer: ReturnType<typeof setTimeout> | undefined;
/** What the workers do not have yet. */
let unsent: Promise<void> = Promise.resolve();

provideFiles(() => files.peek());

export function provideEdits(take: () => FileMap): void {
  takeEdits = take;
}

/** Says that something is to be kept soon. */
export function touch(): void {
  clearTimeout(timer);
  timer = setTimeout(() => void save(), SAVE_AFTER);
}

/** Brings all edits to the workers; resolves when they have them. */
export function flush(): Promise<void> {
  const edits = takeEdits();
  if (Object.keys(edits).length > 0) {
    files.value = { ...files.value, ...edits };
    unsent = unsent.then(() => changeFiles({ put: edits })).catch(() => undefined);
  }
  return unsent;
}

/** Keeps the project now. */
export async function save(): Promise<void> {
  clearTimeout(timer);
  void flush();
  // What is inside another page belongs to that page.
  if (isEmbedded) return;
  try {
    await storeProject(snapshot());
    storageTrouble.value = null;
  } catch (error) {
    storageTrouble.value = error instanceof Error ? error.message : String(error);
  }
}

function snapshot(): StoredProject {
  return {
    id: projectId.peek(),
    name: projectName.peek(),
    files: files.peek(),
    open: openFiles.peek(),
    active: activeFile.peek(),
    main: mainFile.peek(),
    breakpoints: breakpoints.peek(),
    changed: Date.now(),
  };
}

export function isText(contents: string | Uint8Array | undefined): contents is string {
  return typeof contents === "string";
}

/** A new project of these files becomes the one that is open. */
export async function createProject(
  name: string,
  contents: FileMap,
  shown: { open?: string[]; main?: string | null } = {},
): Promise<void> {
  await leave();
  const id = crypto.randomUUID?.() ?? `${Date.now()}-${Math.random().toString(36).slice(2)}`;
  const first = shown.open?.[0] ?? firstFile(contents);
  show({
    id,
    name,
    files: contents,
    open: shown.open ?? (first ? [first] : []),
    active: first,
    main: shown.main ?? null,
    breakpoints: {},
    changed: Date.now(),
  });
  await hold(id);
  await save();
}

/** Opens what comes with the page: as it was left, if it was never changed it is not there twice. */
export async function openCopy(name: string, contents: FileMap, shown: { open?: string[]; main?: string | null }): Promise<void> {
  const all = isEmbedded ? [] : await listProjects().catch(() => []);
  const same = all.find((kept) => kept.name === name && kept.id !== projectId.peek() && isSame(kept.files, contents));
  if (!same || !(await openProject(same.id))) await createProject(name, contents, shown);
}

function isSame(a: FileMap, b: FileMap): boolean {
  const paths = Object.keys(a);
  return paths.length === Object.keys(b).length && paths.every((path) => String(a[path]) === String(b[path]));
}

/** Gives up the right to write the project that is open. */
let release: () => void = () => undefined;

/** Gets the right to write a project, for as long as it is open here; false if another tab has it. */
async function hold(id: string): Promise<boolean> {
  if (!("locks" in navigator)) return true;
  const attempt = () =>
    new Promise<boolean>((resolve) => {
      navigator.locks
        .request(`jal-studio-${id}`, { ifAvailable: true }, (lock) => {
          resolve(lock !== null);
          return lock ? new Promise<void>((done) => (release = done)) : undefined;
        })
        .catch(() => resolve(true));
    });
  if (await attempt()) return true;
  // A page that is reloaded may still hold it for a moment.
  await new Promise((resolve) => setTimeout(resolve, 300));
  return attempt();
}

/** Opens a project that is kept; false if there is none. */
export async function openProject(id: string): Promise<boolean> {
  const found = await readProject(id).catch(() => undefined);
  if (!found) return false;
  await leave();
  if (await hold(id)) show(found);
  else {
    await createProject(`${found.name} (2)`, found.files, { open: found.open, main: found.main });
    isCopy.value = true;
  }
  return true;
}

/** The project that was open last, or none. */
export async function openLast(): Promise<boolean> {
  // A tab keeps its project over a reload; a new tab gets the one that was changed last.
  const kept = sessionStorage.getItem(CURRENT);
  if (kept && (await openProject(kept))) return true;
  const all = await listProjects().catch((error: unknown) => {
    storageTrouble.value = error instanceof Error ? error.message : String(error);
    return [];
  });
  const last = all[0];
  return last ? openProject(last.id) : false;
}

export function renameProject(name: string): void {
  projectName.value = name;
  touch();
}

export async function removeProject(id: string): Promise<void> {
  await deleteProject(id);
}

async function leave(): Promise<void> {
  if (projectId.peek()) await save();
  release();
  release = () => undefined;
  isCopy.value = false;
}

function show(project: StoredProject): void {
  projectId.value = project.id;
  projectName.value = project.name;
  files.value = project.files;
  const known = (path: string) => path in project.files;
  openFiles.value = project.open.filter(known);
  activeFile.value = project.active && known(project.active) ? project.active : (openFiles.value[0] ?? null);
  mainFile.value = project.main && known(project.main) ? project.main : null;
  breakpoints.value = project.breakpoints;
  generation.value++;
  sessionStorage.setItem(CURRENT, project.id);
  unsent = unsent.then(() => changeFiles({ put: project.files, replace: true })).catch(() => undefined);
}

function firstFile(contents: FileMap): string | null {
  const texts = Object.keys(contents).filter((path) => isText(contents[path]));
  return texts.sort((a, b) => a.split("/").length - b.split("/").length || a.localeCompare(b))[0] ?? null;
}

/** Shows a file; false if there is none. */
export function openFile(path: string): boolean {
  if (!(path in files.peek())) return false;
  if (!openFiles.peek().includes(path)) openFiles.value = [...openFiles.value, path];
  activeFile.value = path;
  touch();
  return true;
}

export function closeFile(path: string): void {
  void flush();
  const before = openFiles.peek();
  const at = before.indexOf(path);
  openFiles.value = before.filter((open) => open !== path);
  if (activeFile.peek() === path) activeFile.value = openFiles.value[Math.max(0, at - 1)] ?? null;
  touch();
}

export function writeFile(path: string, contents: string | Uint8Array): void {
  void flush();
  files.value = { ...files.value, [path]: contents };
  unsent = unsent.then(() => changeFiles({ put: { [path]: contents } })).catch(() => undefined);
  touch();
}

export function deleteFile(path: string): void {
  closeFile(path);
  const { [path]: _gone, ...rest } = files.value;
  files.value = rest;
  if (mainFile.peek() === path) mainFile.value = null;
  unsent = unsent.then(() => changeFiles({ delete: [path] })).catch(() => undefined);
  touch();
}

export function renameFile(from: string, to: string): void {
  void flush();
  const contents = files.peek()[from];
  if (contents === undefined || from === to) return;
  const { [from]: _gone, ...rest } = files.value;
  files.value = { ...rest, [to]: contents };
  openFiles.value = openFiles.value.map((open) => (open === from ? to : open));
  const { [from]: points, ...others } = breakpoints.value;
  breakpoints.value = points ? { ...others, [to]: points } : others;
  if (mainFile.peek() === from) mainFile.value = to;
  if (activeFile.peek() === from) activeFile.value = to;
  unsent = unsent.then(() => changeFiles({ put: { [to]: contents }, delete: [from] })).catch(() => undefined);
  touch();
}

/** A path that a project may have: relative, without tricks. */
export function isGoodPath(path: string): boolean {
  const parts = path.split("/");
  // eslint-disable-next-line no-control-regex
  return path.length <= 200 && !/[\u0000-\u001f\\]/.test(path) && parts.every((part) => part !== "" && part !== "." && part !== "..");
}

addEventListener("pagehide", () => void save());
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "hidden") void save();
});
