// Starts `graphmend server` for Python documents; everything else is the server's and the language client's.
import * as vscode from 'vscode';
import {LanguageClient} from 'vscode-languageclient/node';
import {program} from './program';
import * as runs from './runs';

let client: LanguageClient | undefined;

async function start(): Promise<void> {
  const command = program();
  const documentSelector = ['file', 'untitled'].map(scheme => ({scheme, language: 'python'}));
  client = new LanguageClient('graphmend', 'GraphMend', {command, args: ['server']}, {documentSelector});
  try {
    await client.start();
  } catch (error) {
    const hint =
      command === 'graphmend'
        ? 'This package of the extension has no program for this platform, and none is on the PATH: build one, or set graphmend.path.'
        : 'Is the setting graphmend.path right?';
    vscode.window.showErrorMessage(`GraphMend: \`${command} server\` did not start. ${hint} ${error}`);
  }
}

async function stop(): Promise<void> {
  const running = client;
  client = undefined;
  if (running?.isRunning()) await running.dispose();
}

async function restart(): Promise<void> {
  await stop();
  await start();
}

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  context.subscriptions.push(
    vscode.commands.registerCommand('graphmend.restart', restart),
    // What a run said is part of the diagnostics from then on.
    vscode.commands.registerCommand('graphmend.confirm', () => runs.start('confirm', restart)),
    vscode.commands.registerCommand('graphmend.profile', () => runs.start('profile', restart)),
    vscode.workspace.onDidChangeConfiguration(event => event.affectsConfiguration('graphmend.path') && restart()),
  );
  await start();
}

export const deactivate = stop;
