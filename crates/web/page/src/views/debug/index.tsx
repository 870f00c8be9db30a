/** Everything about the program at this stop. */
import { t } from "../../i18n";
import { debugPane, type DebugPane } from "../../state/layout";
import { isActive, state } from "../../state/session";
import { Tabs } from "../parts";
import { AnswerBox } from "./ask";
import { BreakpointsPane } from "./breakpoints";
import { CodePane } from "./code";
import { MemoryPane } from "./memory";
import { RegistersPane } from "./registers";
import { StackPane } from "./stack";

const PANES: DebugPane[] = ["registers", "memory", "stack", "code", "breakpoints"];

export default function DebugView() {
  const pane = debugPane.value;
  const items = PANES.map((id) => ({ id, label: t(`debug.${id}`) }));
  const isEmpty = !state.value && pane !== "breakpoints";
  return (
    <section class={isActive.value ? "debug-view" : "debug-view off"} aria-label={t("view.debug")}>
      <Tabs items={items} chosen={pane} onChoose={(id) => (debugPane.value = id)} label={t("view.debug")} controls="debug-pane" />
      <AnswerBox />
      <div id="debug-pane" class="pane-body" role="tabpanel" aria-labelledby={`debug-pane-tab-${pane}`} tabIndex={0}>
        {isEmpty && <p class="hint pad">{t("debug.noProgram")}</p>}
        {!isEmpty && pane === "registers" && <RegistersPane />}
        {!isEmpty && pane === "memory" && <MemoryPane />}
        {!isEmpty && pane === "stack" && <StackPane />}
        {!isEmpty && pane === "code" && <CodePane />}
        {pane === "breakpoints" && <BreakpointsPane />}
      </div>
    </section>
  );
}
