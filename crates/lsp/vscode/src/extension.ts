// The extension: what it says comes from the program `jal`; this only translates.
import type * as vscode from "vscode";
import { registerCommands } from "./commands";
import { registerDebugging } from "./debugging";
import { startLanguage } from "./language";
import { registerMachine } from "./machine";
import { askForJal } from "./program";
import { registerTests } from "./tests";

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  registerCommands(context);
  registerDebugging(context);
  registerMachine(context);
  registerTests(context);
  if (!(await startLanguage(context))) {
    void askForJal();
  }
}
