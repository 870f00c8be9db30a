/** Where the memory pane looks. */
import { signal } from "@preact/signals";

export const memoryAddress = signal<number | null>(null);
