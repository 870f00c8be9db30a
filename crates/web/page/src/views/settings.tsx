/** Settings, and the keys. */
import { t, type Key } from "../i18n";
import { change, clampFont, settings, type Theme } from "../state/settings";
import type { Language } from "../i18n";

const THEMES: Theme[] = ["auto", "light", "dark", "contrast"];
const KEYS: [keys: string, what: Key][] = [
  ["Ctrl+Enter", "key.run"], ["F5", "key.debug"], ["F8", "key.stop"], ["F9", "key.breakpoint"], ["F10", "key.next"], ["F11", "key.step"],
  ["Shift+F11", "key.finish"], ["Ctrl+.", "key.fix"], ["Ctrl+Space", "key.complete"], ["F2", "key.rename"], ["F12, Ctrl+Click", "key.definition"],
  ["Shift+F12", "key.references"], ["Shift+Alt+F", "key.format"], ["Ctrl+F", "key.search"], ["Ctrl+S", "key.save"], ["Alt+1 … Alt+5", "key.views"], ["Esc, Tab", "key.tab"],
];

export default function SettingsView() {
  const now = settings.value;
  return (
    <div class="settings">
      <label class="field-row">
        <span>{t("settings.language")}</span>
        <select value={now.language} onChange={(event) => change({ language: event.currentTarget.value as Language })}>
          <option value="en" lang="en">English</option>
          <option value="de" lang="de">Deutsch</option>
        </select>
      </label>
      <label class="field-row">
        <span>{t("settings.theme")}</span>
        <select value={now.theme} onChange={(event) => change({ theme: event.currentTarget.value as Theme })}>
          {THEMES.map((theme) => (
            <option key={theme} value={theme}>{t(`settings.theme.${theme}`)}</option>
          ))}
        </select>
      </label>
      <div class="field-row">
        <span id="font-size">{t("settings.fontSize")}</span>
        <span class="bar" role="group" aria-labelledby="font-size">
          <button type="button" class="button" aria-label={t("settings.smaller")} onClick={() => change({ fontSize: clampFont(now.fontSize - 1) })}>−</button>
          <output>{now.fontSize}</output>
          <button type="button" class="button" aria-label={t("settings.larger")} onClick={() => change({ fontSize: clampFont(now.fontSize + 1) })}>+</button>
        </span>
      </div>
      <label class="field-row"><span>{t("settings.vim")}</span><input type="checkbox" checked={now.vim} onChange={(event) => change({ vim: event.currentTarget.checked })} /></label>
      <label class="field-row"><span>{t("settings.motion")}</span><input type="checkbox" checked={now.reducedMotion} onChange={(event) => change({ reducedMotion: event.currentTarget.checked })} /></label>
      <h3>{t("settings.keys")}</h3>
      <table class="keys">
        <tbody>
          {KEYS.map(([keys, what]) => (
            <tr key={keys}>
              <th scope="row"><kbd>{keys}</kbd></th>
              <td>{t(what)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
