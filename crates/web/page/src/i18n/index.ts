/** Texts in the language of the settings. */
import { settings } from "../state/settings";
import { text, type Key } from "./table";

export type { Key, Language } from "./table";

/** A text of the page, in the language that is chosen now. */
export function t(key: Key, values?: Record<string, string | number>): string {
  return text(settings.value.language, key, values);
}

/** A number as people of this language write it. */
export function number(value: number): string {
  return value.toLocaleString(settings.value.language);
}
