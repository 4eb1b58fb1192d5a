import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const stamp = path.join(root, 'dist/pages.stamp');
const sources = ['src', 'contract', 'locales', 'public', 'index.html', 'vite.config.ts', 'package-lock.json'];
const vite = path.join(root, 'node_modules/vite/bin/vite.js');

/**
 * Builds the pages when their sources have changed since the last build; otherwise does nothing. Where the tools are
 * left out (`npm ci --omit=dev`) the built pages are used as they are. Returns the exit status: 0 when there are
 * pages, or when it only tries.
 */
export async function buildIfStale({ isTrying = false } = {}): Promise<number> {
  if (existsSync(vite)) return isTrying ? build().then(() => 0) : build();
  if (isTrying || existsSync(path.join(root, 'dist/web/index.html'))) return 0;
  console.error(
    'There are no built pages: copy dist/web and dist/ssr from where they are built, or run npm ci.',
  );
  return 1;
}

async function build(): Promise<number> {
  const wanted = digest();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return 0;
  console.log('Building the pages …');
  const child = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: root,
    stdio: 'inherit',
  });
  // A signal to this process is also for the build; a terminal sends it to both.
  const end = (signal: NodeJS.Signals) => child.kill(signal);
  process.on('SIGTERM', end).on('SIGINT', end);
  const [status, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]; // as Node documents
  process.off('SIGTERM', end).off('SIGINT', end);
  if (status === 0) writeFileSync(stamp, wanted);
  return status ?? 128 + constants.signals[signal ?? 'SIGKILL'];
}

function digest(): string {
  const hash = createHash('sha256');
  for (const source of sources)
    for (const file of filesOf(source)) hash.update(file).update(readFileSync(path.join(root, file)));
  return hash.digest('hex');
}

function filesOf(source: string): string[] {
  const full = path.join(root, source);
  if (!existsSync(full)) return [];
  if (path.extname(source) !== '') return [source];
  return readdirSync(full, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .sort();
}
