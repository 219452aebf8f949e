// Which `graphmend` the extension starts: the one of the setting, else the one in the extension, else that of the PATH.
import * as fs from 'fs';
import * as path from 'path';
import * as vscode from 'vscode';

export function program(): string {
  const asked = vscode.workspace.getConfiguration('graphmend').get<string>('path', '');
  const own = path.join(__dirname, '..', 'program', 'bin', process.platform === 'win32' ? 'graphmend.exe' : 'graphmend');
  return asked || (fs.existsSync(own) ? own : 'graphmend');
}
