// The Test Explorer: the tests of each course.toml, run by `jal test --json`.
import * as vscode from "vscode";
import { launchOf } from "./debugging";
import { askForJal, runJal } from "./program";

/** What `jal test --json` says, as far as it is read here. */
interface Results {
  readonly tests: readonly Result[];
  readonly coverage: { readonly files: readonly CoveredFile[] } | null;
}

interface Result {
  readonly folder: string;
  readonly name: string;
  readonly source: string;
  readonly passed: boolean;
  readonly verdict: string;
  readonly time: number;
  readonly message: string | null;
  readonly expected: string | null;
  readonly output: string | null;
  readonly cases: readonly CaseResult[];
}

interface CaseResult {
  readonly name: string;
  readonly number: number;
  readonly passed: boolean;
  readonly lines: readonly unknown[];
}

interface CoveredFile {
  readonly name: string;
  readonly lines: number;
  readonly linesRun: number;
  readonly neverRun: readonly (readonly [number, number])[];
  readonly oneWay: readonly { readonly line: number; readonly words: string }[];
}

/** What is known about a test that is shown. */
interface Known {
  /** The folder of its course.toml. */
  readonly root: vscode.Uri;
  /** How `jal test` is asked for it: a path from there. */
  readonly path?: string;
  /** The number of the case of a unit test. */
  readonly number?: number;
}

class Covered extends vscode.FileCoverage {
  constructor(
    root: vscode.Uri,
    readonly file: CoveredFile,
  ) {
    const uri = vscode.Uri.joinPath(root, file.name);
    super(uri, new vscode.TestCoverageCount(file.linesRun, file.lines));
  }

  details(): vscode.StatementCoverage[] {
    const at = (line: number) => new vscode.Position(line - 1, 0);
    const never = this.file.neverRun.flatMap(([first, last]) => {
      const lines = Array.from({ length: last - first + 1 }, (_, k) => first + k);
      return lines.map((line) => new vscode.StatementCoverage(false, at(line)));
    });
    const oneWay = this.file.oneWay.map(({ line, words }) => {
      const branch = new vscode.BranchCoverage(false, at(line), words);
      return new vscode.StatementCoverage(true, at(line), [branch]);
    });
    return [...never, ...oneWay];
  }
}

export class Tests {
  private readonly controller = vscode.tests.createTestController("jal", "jal");
  private readonly known = new WeakMap<vscode.TestItem, Known>();

  constructor(context: vscode.ExtensionContext) {
    const profiles = vscode.TestRunProfileKind;
    const make = this.controller;
    make.createRunProfile("Run", profiles.Run, (wanted, token) => this.run(wanted, token, false), true);
    make.createRunProfile("Debug", profiles.Debug, (wanted) => this.debug(wanted), true);
    const coverage = make.createRunProfile(
      "Coverage",
      profiles.Coverage,
      (wanted, token) => this.run(wanted, token, true),
      true,
    );
    coverage.loadDetailedCoverage = async (_, file) => (file instanceof Covered ? file.details() : []);
    make.refreshHandler = () => this.refresh();
    const watcher = vscode.workspace.createFileSystemWatcher("**/{course.toml,tests/**}");
    let due: NodeJS.Timeout | undefined;
    const again = () => {
      clearTimeout(due);
      due = setTimeout(() => void this.refresh(), 500);
    };
    context.subscriptions.push(
      make,
      watcher,
      watcher.onDidCreate(again),
      watcher.onDidDelete(again),
      watcher.onDidChange((file) => file.path.endsWith(".toml") && again()),
    );
    void this.refresh();
  }

  /** Looks for projects and their tests. */
  private async refresh(): Promise<void> {
    const courses = await vscode.workspace.findFiles("**/course.toml", "**/{node_modules,target}/**", 50);
    const roots = courses.map((course) => vscode.Uri.joinPath(course, ".."));
    const projects = await Promise.all(roots.map((root) => this.project(root)));
    this.controller.items.replace(projects);
  }

  private item(id: string, label: string, uri: vscode.Uri, known: Known): vscode.TestItem {
    const item = this.controller.createTestItem(id, label, uri);
    this.known.set(item, known);
    return item;
  }

  private async project(root: vscode.Uri): Promise<vscode.TestItem> {
    const label = vscode.workspace.asRelativePath(root) || "tests";
    const project = this.item(root.toString(), label, root, { root });
    const within = (pattern: string) =>
      vscode.workspace.findFiles(new vscode.RelativePattern(root, pattern), null, 5000);
    const [expected, units] = await Promise.all([
      within("tests/**/*.{ref,png}"),
      within("tests/**/*.unit.toml"),
    ]);
    const folders = new Map<string, vscode.TestItem>();
    const place = (file: vscode.Uri) => {
      const folder = vscode.Uri.joinPath(file, "..");
      const name = folder.path.slice(root.path.length + 1);
      let item = folders.get(name);
      if (!item) {
        item = this.item(folder.toString(), name.replace(/^tests\//, ""), folder, { root, path: name });
        folders.set(name, item);
        project.children.add(item);
      }
      return item.children;
    };
    for (const file of [...expected].sort((a, b) => a.path.localeCompare(b.path, "en", { numeric: true }))) {
      const base = file.path.replace(/\.(ref|png)$/, "");
      const path = base.slice(root.path.length + 1);
      const source = await firstOf([".s", ".asm"].map((end) => file.with({ path: base + end })));
      if (source) {
        const name = path.slice(path.lastIndexOf("/") + 1);
        place(file).add(this.item(source.toString(), name, source, { root, path: root.with({ path: source.path }).path.slice(root.path.length + 1) }));
      }
    }
    for (const file of units) {
      place(file).add(await this.unit(root, file));
    }
    return project;
  }

  /** A unit test with its cases. */
  private async unit(root: vscode.Uri, file: vscode.Uri): Promise<vscode.TestItem> {
    const path = file.path.slice(root.path.length + 1);
    const name = path.slice(path.lastIndexOf("/") + 1).replace(/\.unit\.toml$/, "");
    const unit = this.item(file.toString(), name, file, { root, path });
    const text = Buffer.from(await vscode.workspace.fs.readFile(file)).toString("utf8");
    let number = 0;
    text.split("\n").forEach((line, index, lines) => {
      if (/^\[\[case\]\]/.test(line.trim())) {
        number += 1;
        const next = lines.slice(index + 1, index + 4).find((line) => /^name\s*=/.test(line.trim()));
        const label = next?.match(/=\s*["'](.*)["']/)?.[1] ?? `case ${number}`;
        const item = this.item(`${file.toString()}#${number}`, label, file, { root, path, number });
        item.sortText = String(number).padStart(6, "0");
        item.range = new vscode.Range(index, 0, index, line.length);
        unit.children.add(item);
      }
    });
    return unit;
  }

  /** All tests below an item that `jal test` can be asked for, but cases. */
  private leaves(item: vscode.TestItem): vscode.TestItem[] {
    const known = this.known.get(item);
    const below = [...item.children].map(([, child]) => child);
    const isTest = known?.path !== undefined && /\.(s|asm|toml)$/.test(known.path);
    return isTest ? [item] : below.flatMap((child) => this.leaves(child));
  }

  private async run(
    wanted: vscode.TestRunRequest,
    token: vscode.CancellationToken,
    coverage: boolean,
  ): Promise<void> {
    const run = this.controller.createTestRun(wanted);
    const chosen = wanted.include ?? [...this.controller.items].map(([, item]) => item);
    const excluded = new Set(wanted.exclude ?? []);
    const leaves = chosen.flatMap((item) => this.leaves(item)).filter((item) => !excluded.has(item));
    const byRoot = new Map<string, vscode.TestItem[]>();
    for (const item of leaves) {
      run.enqueued(item);
      const root = this.known.get(item)?.root.toString() ?? "";
      byRoot.set(root, [...(byRoot.get(root) ?? []), item]);
    }
    try {
      for (const items of byRoot.values()) {
        await this.runAll(run, items, token, coverage);
      }
    } finally {
      run.end();
    }
  }

  /** Runs tests of one project. */
  private async runAll(
    run: vscode.TestRun,
    items: vscode.TestItem[],
    token: vscode.CancellationToken,
    coverage: boolean,
  ): Promise<void> {
    const known = this.known.get(items[0] as vscode.TestItem) as Known;
    items.forEach((item) => run.started(item));
    const paths = [...new Set(items.map((item) => this.known.get(item)?.path ?? ""))];
    const only = items.length === 1 && known.number ? ["--case", String(known.number)] : [];
    const args = ["test", "--json", ...(coverage ? ["--coverage"] : []), ...only, ...paths];
    const printed = await runJal(args, known.root.fsPath, token);
    if (!printed) {
      items.forEach((item) => run.skipped(item));
      return askForJal();
    }
    let results: Results;
    try {
      results = JSON.parse(printed.stdout) as Results;
    } catch {
      const message = new vscode.TestMessage(printed.stderr || "`jal test` printed nothing.");
      items.forEach((item) => run.errored(item, message));
      return;
    }
    for (const item of items) {
      const path = this.known.get(item)?.path;
      const result = results.tests.find((result) => result.source === path);
      if (result) {
        this.tell(run, item, result);
      } else {
        run.skipped(item);
      }
    }
    for (const file of results.coverage?.files ?? []) {
      run.addCoverage(new Covered(known.root, file));
    }
  }

  /** Says how a test has ended. */
  private tell(run: vscode.TestRun, item: vscode.TestItem, result: Result): void {
    const number = this.known.get(item)?.number;
    const cases = number ? result.cases.filter((known) => known.number === number) : result.cases;
    for (const one of cases) {
      const child = number ? item : item.children.get(`${item.id}#${one.number}`);
      if (child) {
        const words = one.lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line)));
        const message = new vscode.TestMessage(words.join("\n") || "This case fails.");
        message.location = child.uri && child.range && new vscode.Location(child.uri, child.range);
        one.passed ? run.passed(child) : run.failed(child, message);
      }
    }
    if (number) {
      return;
    }
    const milliseconds = 1000 * result.time;
    if (result.verdict === "skipped") {
      run.skipped(item);
    } else if (result.passed) {
      run.passed(item, milliseconds);
    } else {
      run.failed(item, this.messageOf(item, result), milliseconds);
    }
  }

  private messageOf(item: vscode.TestItem, result: Result): vscode.TestMessage {
    const text = result.message ?? result.verdict;
    const differs = result.expected !== null && result.output !== null;
    const message = differs
      ? vscode.TestMessage.diff(text, result.expected ?? "", result.output ?? "")
      : new vscode.TestMessage(text);
    message.location = item.uri && new vscode.Location(item.uri, new vscode.Position(0, 0));
    return message;
  }

  /** Debugs the first test that was chosen. */
  private async debug(wanted: vscode.TestRunRequest): Promise<void> {
    const [item] = wanted.include ?? [];
    const first = item && (this.known.get(item)?.number ? item : this.leaves(item)[0]);
    const known = first && this.known.get(first);
    if (!first?.uri || !known?.path) {
      return;
    }
    const isUnit = known.path.endsWith(".toml");
    const launch = launchOf(first.uri);
    launch.cwd = known.root.fsPath;
    launch.name = first.label;
    if (isUnit) {
      launch["case"] = String(known.number ?? 1);
    }
    await vscode.debug.startDebugging(vscode.workspace.getWorkspaceFolder(known.root), launch);
  }
}

async function firstOf(candidates: readonly vscode.Uri[]): Promise<vscode.Uri | undefined> {
  for (const candidate of candidates) {
    try {
      await vscode.workspace.fs.stat(candidate);
      return candidate;
    } catch {
      // The next one.
    }
  }
  return undefined;
}

export function registerTests(context: vscode.ExtensionContext): void {
  new Tests(context);
}
