import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * `npm run dev`: the server, restarted when its code changes, and the pages from Vite's own server, which reloads
 * them and forwards API calls. Ctrl+C, or the end of either, ends both.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const server = [
  '--watch',
  '--watch-preserve-output',
  '--max-semi-space-size=16',
  '--disable-warning=ExperimentalWarning',
  'server/main.ts',
];
const vite = ['node_modules/vite/bin/vite.js'];

// People open the pages at Vite's address, so emails must link to it.
const pages = process.env.PUBLIC_URL ?? 'http://localhost:5173';
const children = [server, vite].map((parameters) => start(parameters));
let stopping = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop(0));

function start(parameters: string[]): ChildProcess {
  const environment = { ...process.env, PUBLIC_URL: pages };
  const child = spawn(process.execPath, parameters, { cwd: root, stdio: 'inherit', env: environment });
  child.once('exit', (status) => stop(status ?? 1));
  return child;
}

/**
 * A terminal has sent the signal to the children already; a second one does no harm, and this process waits for them.
 */
function stop(status: number): void {
  if (stopping) return;
  stopping = true;
  process.exitCode = status;
  for (const child of children) if (child.exitCode === null) child.kill('SIGTERM');
}
