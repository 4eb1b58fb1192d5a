import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Builds the pages when what they are made of has changed since the last build; otherwise does nothing. Where the
 * tools are left out (`npm ci --omit=dev`) the built pages are taken as they are. After an install (`--after-install`)
 * it only tries: with a mistake in the pages, the next start says so.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const stamp = path.join(root, 'dist/pages.stamp');
const sources = ['src', 'contract', 'locales', 'public', 'index.html', 'vite.config.ts', 'package-lock.json'];

const vite = path.join(root, 'node_modules/vite/bin/vite.js');
const afterInstall = process.argv.includes('--after-install');

if (existsSync(vite)) build();
else if (!afterInstall && !existsSync(path.join(root, 'dist/web/index.html'))) {
  console.error(
    'There are no built pages: copy dist/web and dist/writer from where they are built, or run npm ci.',
  );
  process.exit(1);
}

function build(): void {
  const wanted = digest();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.log('Building the pages …');
  const { status } = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(afterInstall ? 0 : (status ?? 1));
  writeFileSync(stamp, wanted);
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
