/** How the program is started. */
import { t, type Key } from "../i18n";
import { files, isText } from "../state/project";
import { changeRunOptions, runOptions, type RunOptionsForm } from "../state/run-options";

type TextKey = "args" | "seed" | "maxSteps" | "maxOutput" | "maxMemory";
const ROWS: [key: TextKey, label: Key, hint: Key][] = [
  ["args", "run.args", "run.argsHint"],
  ["seed", "run.seed", "run.any"],
  ["maxSteps", "run.maxSteps", "run.any"],
  ["maxOutput", "run.maxOutput", "run.any"],
  ["maxMemory", "run.maxMemory", "run.any"],
];

export default function RunSettings() {
  const now = runOptions.value;
  const inputs = Object.keys(files.value).filter((path) => isText(files.value[path])).sort();
  const set = (part: Partial<Omit<RunOptionsForm, "launch">>) => changeRunOptions(part);
  return (
    <div class="settings">
      {ROWS.map(([key, label, hint]) => (
        <label key={key} class="field-row">
          <span>{t(label)}</span>
          <input value={now[key]} inputMode={key === "args" ? "text" : "numeric"} placeholder={t(hint)} spellcheck={false} onInput={(event) => set({ [key]: event.currentTarget.value })} />
        </label>
      ))}
      <label class="field-row">
        <span>{t("run.stdin")}</span>
        <select value={now.stdin} onChange={(event) => set({ stdin: event.currentTarget.value })}>
          <option value="">{t("run.keyboard")}</option>
          {inputs.map((path) => (
            <option key={path} value={path}>{path}</option>
          ))}
        </select>
      </label>
      <label class="field-row"><span>{t("run.check")}</span><input type="checkbox" checked={now.check} onChange={(event) => set({ check: event.currentTarget.checked })} /></label>
      <label class="field-row"><span>{t("run.virtualTime")}</span><input type="checkbox" checked={now.virtualTime} onChange={(event) => set({ virtualTime: event.currentTarget.checked })} /></label>
    </div>
  );
}
