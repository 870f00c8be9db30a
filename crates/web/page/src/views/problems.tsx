/** All problems of all files, with their fixes. */
import { apply, showLine } from "../editor/editor";
import { t } from "../i18n";
import { problems } from "../state/problems";

const names = { 1: "problems.error", 2: "problems.warning", 3: "problems.info", 4: "problems.info" } as const;
const tones = { 1: "bad", 2: "warn", 3: "note", 4: "note" } as const;

export function ProblemsView() {
  const all = Object.entries(problems.all.value).sort(([a], [b]) => a.localeCompare(b));
  if (all.length === 0) return <p class="hint pad">{t("problems.none")}</p>;
  return (
    <ul class="problems" aria-label={t("problems.title")}>
      {all.flatMap(([path, found]) =>
        found.map(({ diagnostic, actions }, k) => {
          const { start } = diagnostic.range;
          const severity = diagnostic.severity ?? 1;
          const [title, ...rest] = diagnostic.message.split("\n");
          return (
            <li key={`${path}-${k}`} class={`problem ${tones[severity]}`}>
              <button type="button" class="problem-text" onClick={() => showLine(path, start.line + 1, start.character)}>
                <span class="visually-hidden">{t(names[severity])}: </span>
                <span class="where">{path}:{start.line + 1}</span> {title}
                {diagnostic.code !== undefined && <span class="code">{diagnostic.code}</span>}
                {rest.length > 0 && <span class="more">{rest.join("\n")}</span>}
              </button>
              {actions.map((action) => (
                <button key={action.title} type="button" class="button small accent" onClick={() => action.edit && apply(action.edit)}>
                  {t("problems.fix", { title: action.title })}
                </button>
              ))}
            </li>
          );
        }),
      )}
    </ul>
  );
}
