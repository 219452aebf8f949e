// "Confirm with PyTorch" and "Profile before/after": runs `graphmend confirm` or `graphmend profile` on the program of the
// file, shows the command first, and its result as a page. Only in trusted workspaces: it runs the user's code.
import {spawn} from 'child_process';
import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import * as vscode from 'vscode';
import {program} from './program';

type Kind = 'confirm' | 'profile';

interface Break {
  path: string;
  line: number;
  type: string;
  outcome: string;
  gb: string[];
  runs: number;
  mostPerForward: number;
  found: boolean;
}

interface Finding {
  path: string;
  code: string;
  message: string;
  range: {start: {line: number}};
  confirmation: {verdict: string; runs?: number; mostPerForward?: number};
}

// What fixes assume, and how often it held.
interface Asked {
  path: string;
  line: number;
  test: string;
  held: number;
  failed: number;
  refuted: string | null;
}

interface Confirmation {
  environment: {torch: string; python: string; device: string};
  forwards: number;
  findings: Finding[];
  breaks: Break[];
  evidence: Asked[];
  problems: string[];
}

interface Profile {
  arms: {before: {breaks: number}; after: {breaks: number}};
  rows: [what: string, before: string, after: string, note: string][];
}

interface Ended {
  status: number | null;
  cancelled: boolean;
  out: string;
  err: string;
}

const escape = (text: string) => text.replace(/[&<>"']/g, c => `&#${c.charCodeAt(0)};`);
const quote = (word: string) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replace(/'/g, `'\\''`)}'`);

// Words of a command line, with quotes as a shell has them.
function words(line: string): string[] {
  return [...line.matchAll(/(?:[^\s'"]|'[^']*'|"[^"]*")+/g)].map(match => match[0].replace(/'([^']*)'|"([^"]*)"/g, '$1$2'));
}

function run(command: string, args: string[], cwd: string, progress: vscode.Progress<{message: string}>, token: vscode.CancellationToken): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {cwd});
    let out = '', err = '';
    child.stdout.on('data', data => (out += data));
    child.stderr.on('data', data => {
      err += data;
      const last = String(data).trim().split('\n').pop();
      if (last?.startsWith('graphmend: ')) progress.report({message: last.slice('graphmend: '.length)});
    });
    token.onCancellationRequested(() => child.kill('SIGTERM'));
    child.on('error', reject);
    child.on('close', status => resolve({status, out, err, cancelled: token.isCancellationRequested}));
  });
}

function confirmationPage(told: Confirmation): string {
  const often = (runs = 0, most = 0) => (runs === 0 ? '' : `${most} per forward, ${runs} in all`);
  const rows = told.findings.map(each => [each.confirmation.verdict, `${each.path}:${each.range.start.line}`, `${each.code}: ${each.message}`, often(each.confirmation.runs, each.confirmation.mostPerForward)]);
  for (const each of told.breaks.filter(each => !each.found)) rows.push(['only at run time', `${each.path}:${each.line}`, `${each.type} ${each.gb.join(', ')}`, often(each.runs, each.mostPerForward)]);
  for (const each of told.evidence) {
    const calls = `${each.held} of ${each.held + each.failed} calls` + (each.refuted ? `; not where ${each.refuted}` : '');
    rows.push(['assumed by fixes', `${each.path}:${each.line}`, each.test, each.held + each.failed === 0 ? 'no call came by' : `held in ${calls}`]);
  }
  const {torch, python, device} = told.environment;
  const body = rows.map(row => `<tr>${row.map(cell => `<td>${escape(cell)}</td>`).join('')}</tr>`).join('');
  const problems = told.problems.map(each => `<p><b>${escape(each)}</b></p>`).join('');
  return `<!doctype html><html><body style="font-family:var(--vscode-font-family)"><h2>Confirmed on PyTorch</h2>
<p>torch ${escape(torch)}, Python ${escape(python)}, ${escape(device)}: ${told.forwards} forwards</p>${problems}
<table cellpadding="6"><tr><th align="left">verdict<th align="left">place<th align="left">finding<th align="left">at run time</tr>${body}</table></body></html>`;
}

function show(title: string, html: string): void {
  const panel = vscode.window.createWebviewPanel('graphmend', title, vscode.ViewColumn.Beside, {});
  panel.webview.html = html;
}

function summary(told: Confirmation): string {
  const confirmed = told.findings.filter(each => each.confirmation.verdict === 'confirmed').length;
  const late = told.breaks.filter(each => !each.found).length;
  return `${confirmed} of ${told.findings.length} findings confirmed on torch ${told.environment.torch}` + (late ? `; ${late} breaks only at run time` : '');
}

function measured(told: Profile): string {
  const {before, after} = told.arms, median = told.rows.find(row => row[0].startsWith('median'));
  return `${before.breaks} breaks per call before, ${after.breaks} after` + (median ? `; median ${median[1]} before, ${median[2]} after: ${median[3]}` : '');
}

// The function of the file that the cursor is in, if it is one that makes what is to be called.
function functionAt(document: vscode.TextDocument, line: number): string | undefined {
  for (; line >= 0; line--) {
    const text = document.lineAt(line).text;
    if (/^[^\s#)\]}]/.test(text)) return /^def (\w+)\(\s*\)/.exec(text)?.[1];
  }
  return undefined;
}

// What is run, as the user wants it: `train.py --epochs 1`, or `model.py:build`. `command` is all that stands before.
async function ask(title: string, command: string, target: string): Promise<string[] | undefined> {
  const line = await vscode.window.showInputBox({
    title,
    prompt: `This runs the program, more than once: ${command} TARGET. The target is a script with its arguments, or file.py:function.`,
    value: target,
    ignoreFocusOut: true,
  });
  return line === undefined ? undefined : words(line);
}

export async function start(kind: Kind, refresh: () => Promise<void>): Promise<void> {
  const editor = vscode.window.activeTextEditor, document = editor?.document;
  if (!document || document.languageId !== 'python' || document.isUntitled) {
    void vscode.window.showErrorMessage('GraphMend: open the Python file of the program first.');
    return;
  }
  if (!vscode.workspace.isTrusted) {
    void vscode.window.showErrorMessage('GraphMend: this runs the program, which needs a trusted workspace.');
    return;
  }
  await document.save();
  const settings = vscode.workspace.getConfiguration('graphmend', document);
  const folder = vscode.workspace.getWorkspaceFolder(document.uri)?.uri.fsPath ?? path.dirname(document.fileName);
  const python = settings.get<string | null>('python');
  const report = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'graphmend-')), 'report.html');
  const options = ['--json', ...(python ? ['--python', python] : []), ...(kind === 'profile' ? ['--report', report] : ['--evidence'])];
  const command = program();
  const shown = (args: string[]) => [command, kind, ...args].map(quote).join(' ');
  const here = functionAt(document, editor.selection.active.line), file = quote(path.relative(folder, document.fileName));
  try {
    const target = await ask(kind === 'confirm' ? 'Confirm with PyTorch' : 'Profile before/after', shown(options), here ? `${file}:${here}` : file);
    if (!target?.length) return;
    const args = [...options, ...target], title = `GraphMend: ${shown(args)}`;
    const ended = await vscode.window.withProgress({location: vscode.ProgressLocation.Notification, title, cancellable: true}, (progress, token) => run(command, [kind, ...args], folder, progress, token));
    if (ended.cancelled) return;
    tell(kind, ended, report);
    await refresh();
  } catch (error) {
    void vscode.window.showErrorMessage(`GraphMend: \`${command}\` did not start. ${error}`);
  } finally {
    fs.rmSync(path.dirname(report), {recursive: true, force: true});
  }
}

function tell(kind: Kind, ended: Ended, report: string): void {
  const complaint = ended.err.trim().split('\n').filter(line => line.startsWith('graphmend: ')).pop() ?? `ended with ${ended.status}`;
  if (kind === 'profile' && fs.existsSync(report) && ended.out.startsWith('{')) {
    show('GraphMend profile', fs.readFileSync(report, 'utf8'));
    void vscode.window.showInformationMessage(`GraphMend: ${measured(JSON.parse(ended.out) as Profile)}`);
  } else if (kind === 'confirm' && ended.out.startsWith('{')) {
    const told = JSON.parse(ended.out) as Confirmation;
    show('GraphMend confirm', confirmationPage(told));
    const say = ended.status === 2 ? vscode.window.showWarningMessage : vscode.window.showInformationMessage;
    void say(`GraphMend: ${ended.status === 2 ? complaint.slice('graphmend: '.length) : summary(told)}`);
  } else {
    void vscode.window.showErrorMessage(`GraphMend: ${complaint.replace('graphmend: ', '')}`);
  }
}
