/** The tests: a list, and for the chosen one what was expected and what came. */
import { useEffect } from "preact/hooks";
import { showLine } from "../editor/editor";
import { number, t } from "../i18n";
import { report } from "../state/messages";
import { prompt } from "../state/prompt";
import { files, generation, openFile, writeFile } from "../state/project";
import { coverage } from "../state/margin";
import { machineOf } from "../state/session";
import { machine } from "../services/machines";
import * as tests from "../state/tests";
import type { TestCause, TestMessage, TestName, TestResult } from "../worker/protocol";
import { showCode } from "../state/layout";
import { Diff } from "./diff";
import { Icon } from "./icons";
import { IconButton } from "./parts";

export default function TestsView() {
  useEffect(() => {
    void tests.listTests();
  }, [generation.value]);
  const known = tests.list.value;
  const results = tests.results.value;
  const all = known.filter((test) => {
    const isWanted = !tests.onlyFailing.value || results[tests.keyOf(test)]?.passed === false;
    return isWanted && tests.keyOf(test).toLowerCase().includes(tests.filter.value.toLowerCase());
  });
  const groups = groupsOf(all);
  const done = Object.values(results);
  const chosen = known.find((test) => tests.keyOf(test) === tests.chosen.value);
  return (
    <div class="tests-view">
      <div class="bar">
        {tests.isRunning.value ? (
          <IconButton icon="stop" label={t("tests.stop")} kind="danger" withText onClick={() => void tests.stopTests()} />
        ) : (
          <IconButton icon="run" label={t("tests.run")} kind="primary" withText disabled={known.length === 0} onClick={() => void tests.runTests()} />
        )}
        <span class="grow" role="status">
          {done.length > 0 && (
            <strong class={done.every((one) => one.passed) ? "good" : "bad"}>{t("tests.passed", { n: number(done.filter((one) => one.passed).length), of: number(done.length) })}</strong>
          )}{" "}
          {tests.took.value && <span class="hint">{t("tests.took", { n: number(tests.took.value.tests), ms: number(Math.round(tests.took.value.ms)) })}</span>}
        </span>
        <IconButton icon="plus" label={t("tests.new")} onClick={() => void newTest().catch(report)} />
      </div>
      <div class="bar">
        <input class="grow" type="search" aria-label={t("tests.filter")} placeholder={t("tests.filter")} value={tests.filter.value} onInput={(event) => (tests.filter.value = event.currentTarget.value)} />
        <label class="inline"><input type="checkbox" checked={tests.onlyFailing.value} onChange={(event) => (tests.onlyFailing.value = event.currentTarget.checked)} /> {t("tests.failing")}</label>
        <label class="inline">
          <input
            type="checkbox"
            checked={tests.withCoverage.value}
            onChange={(event) => {
              tests.withCoverage.value = event.currentTarget.checked;
              if (!event.currentTarget.checked) coverage.value = null;
            }}
          />{" "}
          {t("tests.coverage")}
        </label>
      </div>
      <div class="tests-body">
        <div class="tests-list" role="region" aria-label={t("tests.title")} tabIndex={0}>
          {known.length === 0 && <p class="hint pad">{t("tests.none")}</p>}
          {groups.map(([name, members]) => (
            <Group key={name} name={name} members={members} />
          ))}
        </div>
        <div class="test-detail" role="region" aria-label={chosen ? chosen.name : t("tests.choose")} tabIndex={0}>
          {chosen ? <Detail test={chosen} result={results[tests.keyOf(chosen)]} /> : <p class="hint pad">{t("tests.choose")}</p>}
        </div>
      </div>
    </div>
  );
}

function groupsOf(all: TestName[]): [string, TestName[]][] {
  const found = new Map<string, TestName[]>();
  for (const test of all) {
    const name = test.group || test.folder;
    found.set(name, [...(found.get(name) ?? []), test]);
  }
  return [...found];
}

function Group({ name, members }: { name: string; members: TestName[] }) {
  const results = tests.results.value;
  // The sum is that of the whole group, also if not all of it is shown.
  const all = tests.list.value.filter((test) => (test.group || test.folder) === name);
  const passed = all.filter((test) => results[tests.keyOf(test)]?.passed).length;
  const isRun = all.some((test) => results[tests.keyOf(test)]);
  const group = tests.summary.value?.groups.find((one) => one.name === name);
  return (
    <section class="test-group">
      <h2>
        <span class="grow">{name}</span>
        {group && group.of > 0 && <span class="hint">{group.points === 1 ? t("tests.point") : t("tests.points", { n: number(group.points) })}</span>}
        <span class={isRun ? (passed === all.length ? "badge good" : "badge bad") : "badge"}>{passed}/{all.length}</span>
      </h2>
      <ul>
        {members.map((test) => (
          <Row key={tests.keyOf(test)} test={test} result={results[tests.keyOf(test)]} />
        ))}
      </ul>
    </section>
  );
}

function Row({ test, result }: { test: TestName; result: TestResult | undefined }) {
  const key = tests.keyOf(test);
  const isRunning = tests.running.value.has(key);
  const tone = isRunning ? "busy" : !result ? "none" : result.passed ? "good" : "bad";
  const words = isRunning ? t("tests.running") : !result ? t("tests.notRun") : result.passed ? t("tests.pass") : t("tests.fail");
  return (
    <li>
      <button type="button" class="test-row" aria-pressed={tests.chosen.value === key} onClick={() => (tests.chosen.value = key)}>
        <span class={`test-mark ${tone}`}>
          <Icon name={tone === "good" ? "check" : tone === "bad" ? "cross" : "dot"} />
        </span>
        <span class="grow">{test.name}</span>
        <span class="visually-hidden">{words}</span>
      </button>
    </li>
  );
}

function Detail({ test, result }: { test: TestName; result: TestResult | undefined }) {
  const key = tests.keyOf(test);
  return (
    <article>
      <header class="bar wrap">
        <h2 class="full">{test.name}</h2>
        <IconButton icon="run" label={t("tests.runOne")} onClick={() => void tests.runTests([key])} />
        <IconButton icon="file" label={t("tests.open", { file: test.source })} onClick={() => openFile(test.source) && showCode()} />
        {result && (
          <IconButton icon="bug" withText kind="accent" label={result.printedAt ? t("tests.debug") : t("tests.debugStart")} onClick={() => void tests.debugTest(result).catch(report)} />
        )}
      </header>
      {!result && <p class="hint pad">{t("tests.notRun")}</p>}
      {result?.message && <p class="bad pad-small">{result.message}</p>}
      {result?.passed && <p class="good pad-small">{t("tests.same")}</p>}
      {result?.cause && <Cause cause={result.cause} />}
      {result && !result.passed && result.expected !== null && result.output !== null && <Diff expected={result.expected} got={result.output} />}
      {result?.cases.map((one) => (
        <section key={one.number} class="case">
          <header>
            <span class={one.passed ? "good" : "bad"}>
              <Icon name={one.passed ? "check" : "cross"} /> {one.name}
              <span class="visually-hidden">{one.passed ? t("tests.pass") : t("tests.fail")}</span>
            </span>
            {!one.passed && <IconButton icon="bug" kind="quiet small" label={`${t("tests.debugCase")}: ${one.name}`} onClick={() => void tests.debugTest(result, one.number).catch(report)} />}
          </header>
          {one.lines.length > 0 && <pre class="report">{one.lines.join("\n")}</pre>}
          {one.cause && <Cause cause={one.cause} />}
          <Messages all={one.diagnostics} />
        </section>
      ))}
      {result && <Messages all={[...result.diagnostics, ...result.findings]} />}
    </article>
  );
}

function Cause({ cause }: { cause: TestCause }) {
  return (
    <section class="cause">
      <h3>{t("tests.cause")}</h3>
      <p>{cause.words}</p>
      <ul>
        {cause.places.map((place) => (
          <li key={`${place.file}:${place.firstLine}`}>
            <button type="button" class="source-link" onClick={() => showLine(place.file, place.firstLine)}>
              <span class="where">{place.file}:{place.firstLine}</span> {place.text}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Messages({ all }: { all: TestMessage[] }) {
  return (
    <ul class="problems">
      {all.map((message, k) => (
        <li key={k} class="problem warn">
          <button type="button" class="problem-text" disabled={!message.file} onClick={() => message.file && showLine(message.file, message.line ?? 1)}>
            {message.file && <span class="where">{message.file}:{message.line}</span>}
            {message.title}
            <span class="code">{message.code}</span>
            {message.help.length > 0 && <span class="more">{message.help.join("\n")}</span>}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** A new test beside the others: what it prints is to be written into the second file. */
async function newTest(): Promise<void> {
  const name = (await prompt(t("files.name"), "test_mine"))?.trim();
  if (!name) return;
  const folder = "tests/student";
  const like = tests.list.value.find((test) => test.kind === "program")?.source;
  const ending = like?.split(".").pop() ?? "s";
  const path = `${folder}/${name}.${ending}`;
  if (path in files.value) throw new Error(t("files.exists", { name: path }));
  const model = like ? files.value[like] : undefined;
  writeFile(path, typeof model === "string" ? model : "");
  writeFile(`${folder}/${name}.ref`, "");
  const worker = await machine(await machineOf(path));
  tests.list.value = (await worker.request("tests", { action: "list" })).tests;
  openFile(path);
}
