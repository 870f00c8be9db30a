/** Projects in IndexedDB. */
import type { FileMap } from "../worker/protocol";

export interface StoredBreakpoint {
  line: number;
  condition: string;
}

export interface StoredProject {
  id: string;
  name: string;
  files: FileMap;
  open: string[];
  active: string | null;
  /** The program that runs, if it is not the active file. */
  main: string | null;
  breakpoints: Record<string, StoredBreakpoint[]>;
  changed: number;
}

const NAME = "jal-studio";
const PROJECTS = "projects";
const HANDLES = "folders";
let opened: Promise<IDBDatabase> | null = null;

function open(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(PROJECTS, { keyPath: "id" });
      request.result.createObjectStore(HANDLES);
    };
    request.onsuccess = () => {
      // Another tab with a newer page may need to change the stores.
      request.result.onversionchange = () => {
        request.result.close();
        opened = null;
      };
      resolve(request.result);
    };
    request.onerror = () => reject(request.error ?? new Error("IndexedDB cannot be opened"));
  });
  opened.catch(() => {
    opened = null;
  });
  return opened;
}

async function carryOut<T>(
  store: string,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await open();
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(store, mode);
    const request = work(transaction.objectStore(store));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error ?? new Error("the browser's storage is full"));
    transaction.onerror = () => reject(transaction.error ?? new Error("the browser's storage failed"));
  });
}

export function storeProject(project: StoredProject): Promise<unknown> {
  return carryOut(PROJECTS, "readwrite", (store) => store.put(project));
}

export function readProject(id: string): Promise<StoredProject | undefined> {
  return carryOut<StoredProject | undefined>(PROJECTS, "readonly", (store) => store.get(id));
}

export async function listProjects(): Promise<StoredProject[]> {
  const all = await carryOut<StoredProject[]>(PROJECTS, "readonly", (store) => store.getAll());
  return all.sort((a, b) => b.changed - a.changed);
}

export async function deleteProject(id: string): Promise<void> {
  await carryOut(PROJECTS, "readwrite", (store) => store.delete(id));
  await carryOut(HANDLES, "readwrite", (store) => store.delete(id));
}

/** A folder on the disk that a project was opened from. */
export function storeFolder(id: string, folder: unknown): Promise<unknown> {
  return carryOut(HANDLES, "readwrite", (store) => store.put(folder, id));
}

export function readFolder(id: string): Promise<unknown> {
  return carryOut<unknown>(HANDLES, "readonly", (store) => store.get(id));
}
