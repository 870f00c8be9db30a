// Commands: what needs a terminal runs in one, a page is a document.
import * as vscode from "vscode";
import { launchOf } from "./debugging";
import { restartLanguage } from "./language";
import { askForJal, folderOf, inTerminal, runJal } from "./program";

interface Lens {
  readonly uri?: string;
  readonly function?: string;
  readonly tests?: readonly string[];
}

/** The file that a command is about: of a lens, of the button above an editor, or the one that is open. */
function fileOf(about: Lens | vscode.Uri | undefined): vscode.Uri | undefined {
  if (about instanceof vscode.Uri) {
    return about;
  }
  return about?.uri ? vscode.Uri.parse(about.uri) : vscode.window.activeTextEditor?.document.uri;
}

async function saved(file: vscode.Uri): Promise<void> {
  const document = vscode.workspace.textDocuments.find((d) => d.uri.toString() === file.toString());
  await document?.save();
}

async function run(about?: Lens | vscode.Uri): Promise<void> {
  const file = fileOf(about);
  if (file) {
    await saved(file);
    inTerminal(["run", file.fsPath], folderOf(file), "jal run");
  }
}

async function debug(about?: Lens | vscode.Uri): Promise<void> {
  const file = fileOf(about);
  if (file) {
    await saved(file);
    const folder = vscode.workspace.getWorkspaceFolder(file);
    await vscode.debug.startDebugging(folder, launchOf(file));
  }
}

function test(about?: Lens): void {
  const file = fileOf(about);
  if (file) {
    const names = about?.tests?.map((uri) => vscode.Uri.parse(uri).fsPath) ?? [];
    inTerminal(["test", ...(about?.function ? [about.function] : names)], folderOf(file), "jal test");
  }
}

async function newProject(): Promise<void> {
  const machine = await vscode.window.showQuickPick(
    [
      { label: "RISC-V", args: [] as string[] },
      { label: "MIPS", args: ["--isa", "mips32"] },
    ],
    { title: "For which machine?" },
  );
  const picked = machine && { canSelectFolders: true, canSelectFiles: false, title: "In which folder?" };
  const [folder] = (picked && (await vscode.window.showOpenDialog(picked))) ?? [];
  const name = folder && (await vscode.window.showInputBox({ prompt: "The project's name", value: "project" }));
  if (!machine || !folder || !name) {
    return;
  }
  const made = await runJal(["new", name, ...machine.args], folder.fsPath);
  if (!made) {
    return askForJal();
  }
  if (made.code !== 0) {
    void vscode.window.showErrorMessage(made.stderr.trim());
    return;
  }
  await vscode.commands.executeCommand("vscode.openFolder", vscode.Uri.joinPath(folder, name));
}

async function play(): Promise<void> {
  const games = ["2048", "512", "rotate", "mp8", "snake", "life"];
  const game = await vscode.window.showQuickPick(games, { title: "Which game?" });
  if (game) {
    inTerminal(["play", game], vscode.workspace.workspaceFolders?.[0]?.uri.fsPath, `jal play ${game}`);
  }
}

async function fuzz(): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const at = editor?.document.getWordRangeAtPosition(editor.selection.active);
  const value = at ? editor?.document.getText(at) : "";
  const name = await vscode.window.showInputBox({ prompt: "Which function?", value });
  if (name) {
    const file = editor?.document.uri;
    const folder = file ? folderOf(file) : vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
    inTerminal(["fuzz", name], folder, `jal fuzz ${name}`);
  }
}

/** Pages of `jal explain`, as documents. */
class Pages implements vscode.TextDocumentContentProvider {
  async provideTextDocumentContent(page: vscode.Uri): Promise<string> {
    const printed = await runJal(["explain", page.path.replace(/\.md$/, "")], undefined);
    return printed ? printed.stdout || printed.stderr : "The program `jal` was not found.";
  }
}

async function explain(): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const at = editor?.document.getWordRangeAtPosition(editor.selection.active);
  const value = at ? editor?.document.getText(at) : "";
  const word = await vscode.window.showInputBox({
    prompt: "An instruction, a register, a directive, or a code such as E0301",
    value,
  });
  if (word) {
    const page = vscode.Uri.from({ scheme: "jal-page", path: `${word}.md` });
    await vscode.window.showTextDocument(page, { preview: true, viewColumn: vscode.ViewColumn.Beside });
  }
}

export function registerCommands(context: vscode.ExtensionContext): void {
  const all: Record<string, (about?: Lens) => unknown> = {
    "jal.run": run,
    "jal.debug": debug,
    "jal.test": test,
    "jal.newProject": newProject,
    "jal.play": play,
    "jal.fuzz": fuzz,
    "jal.explainWord": explain,
    "jal.restartServer": () => restartLanguage(context),
  };
  for (const [name, command] of Object.entries(all)) {
    context.subscriptions.push(vscode.commands.registerCommand(name, command));
  }
  context.subscriptions.push(
    vscode.workspace.registerTextDocumentContentProvider("jal-page", new Pages()),
  );
}
