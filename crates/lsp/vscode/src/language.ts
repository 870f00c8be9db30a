// The language client: everything that is known about a text comes from `jal lsp`.
import * as vscode from "vscode";
import { LanguageClient, type LanguageClientOptions } from "vscode-languageclient/node";
import { askForJal, jalPath, runJal } from "./program";

let client: LanguageClient | undefined;

/** Starts the language server; false: there is no `jal`. */
export async function startLanguage(context: vscode.ExtensionContext): Promise<boolean> {
  await client?.dispose();
  client = undefined;
  const version = await runJal(["--version"], undefined);
  if (!version) {
    return false;
  }
  const options: LanguageClientOptions = {
    documentSelector: [
      { language: "jal" },
      { pattern: "**/course.toml" },
      { pattern: "**/*.unit.toml" },
    ],
    initializationOptions: { commands: ["jal.run", "jal.debug", "jal.test"] },
  };
  const server = { command: jalPath(), args: ["lsp"] };
  client = new LanguageClient("jal", "jal", server, options);
  context.subscriptions.push({ dispose: () => void client?.dispose() });
  await client.start();
  return true;
}

/** Starts it again, after `jal` has changed. */
export async function restartLanguage(context: vscode.ExtensionContext): Promise<void> {
  if (await startLanguage(context)) {
    const version = await runJal(["--version"], undefined);
    void vscode.window.setStatusBarMessage(`${version?.stdout.trim()} is running`, 4000);
  } else {
    await askForJal();
  }
}
