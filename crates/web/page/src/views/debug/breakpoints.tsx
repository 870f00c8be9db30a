/** All breakpoints, and what else stops the program. */
import { showLine } from "../../editor/editor";
import { t } from "../../i18n";
import { prompt } from "../../state/prompt";
import { breakpoints, touch } from "../../state/project";
import { placed, sendBreakpoints, session, state, stopFilters } from "../../state/session";
import { IconButton } from "../parts";

export function BreakpointsPane() {
  const all = Object.entries(breakpoints.value).flatMap(([path, points]) => points.map((point, k) => ({ path, ...point, told: placed.value[path]?.[k] })));
  const replace = (path: string, line: number, condition: string | null) => {
    const others = (breakpoints.value[path] ?? []).filter((point) => point.line !== line);
    const next = condition === null ? others : [...others, { line, condition }].sort((a, b) => a.line - b.line);
    breakpoints.value = { ...breakpoints.value, [path]: next };
    touch();
    void sendBreakpoints();
  };
  const filter = (name: "finding" | "exception", wanted: boolean) => {
    stopFilters.value = { ...stopFilters.value, [name]: wanted };
    const filters = ["fault", ...(["finding", "exception"] as const).filter((one) => stopFilters.value[one])];
    void session()?.request("setExceptionBreakpoints", { filters }).catch(() => undefined);
  };
  const findings = state.value?.findings ?? [];
  return (
    <div class="breakpoints">
      {all.length === 0 && <p class="hint pad">{t("debug.noBreakpoints")}</p>}
      <ul>
        {all.map(({ path, line, condition, told }) => {
          const name = `${path}:${line}`;
          return (
            <li key={name}>
              <button type="button" class="place" aria-label={t("debug.breakpointAt", { place: name })} onClick={() => showLine(path, line)}>
                <span class={`breakpoint ${condition ? "conditional" : ""} ${told?.verified === false ? "refused" : ""}`} aria-hidden="true" />
                {name}
                {told?.message && <span class="hint"> {told.message}</span>}
              </button>
              <button
                type="button"
                class="button small quiet condition"
                onClick={() => void prompt(t("debug.condition"), condition, t("debug.conditionHint")).then((wanted) => wanted !== null && replace(path, line, wanted.trim()))}
              >
                {condition || `${t("debug.condition")} …`}
              </button>
              <IconButton icon="close" kind="quiet small" label={`${t("debug.removeBreakpoint")}: ${name}`} onClick={() => replace(path, line, null)} />
            </li>
          );
        })}
      </ul>
      <fieldset class="plain">
        <legend>{t("debug.stopOn")}</legend>
        <label><input type="checkbox" checked={stopFilters.value.finding} onChange={(event) => filter("finding", event.currentTarget.checked)} /> {t("debug.stopFinding")}</label>
        <label><input type="checkbox" checked={stopFilters.value.exception} onChange={(event) => filter("exception", event.currentTarget.checked)} /> {t("debug.stopException")}</label>
      </fieldset>
      {findings.length > 0 && (
        <section>
          <h3>{t("debug.findings")}</h3>
          <ul class="problems">
            {findings.map((finding, k) => (
              <li key={k} class="problem warn">
                <button type="button" class="problem-text" onClick={() => showLine(finding.file, finding.line)}>
                  <span class="where">{finding.file}:{finding.line}</span> {finding.title}
                  <span class="code">{finding.code}</span>
                  <span class="more">{finding.text}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
