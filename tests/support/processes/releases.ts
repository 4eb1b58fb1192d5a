import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const program = ['package.json', 'server', 'cabinet', 'contract', 'conformance', 'cli', 'locales', 'scripts'];

/** The tag of the last release that is part of this history; none in a shallow clone, or before the first one. */
export function lastTag(): string | undefined {
  try {
    const tags = execFileSync('git', ['tag', '--list', 'v*', '--merged', 'HEAD', '--sort=-v:refname'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return tags.split('\n')[0] || undefined;
  } catch {
    return undefined;
  }
}

/** The program of a tag, or of the working tree, in a folder of its own with this tree's packages and pages. */
export function unpackProgram(folder: string, tag: string | undefined): string {
  mkdirSync(folder);
  if (tag === undefined) {
    for (const part of program) cpSync(path.join(root, part), path.join(folder, part), { recursive: true });
  } else {
    const archive = execFileSync('git', ['archive', tag, ...program], {
      cwd: root,
      maxBuffer: 256 * 1024 * 1024,
    });
    execFileSync('tar', ['--extract', '--directory', folder], { input: archive });
  }
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  const pages = path.join(root, 'dist/web');
  mkdirSync(path.join(folder, 'dist'));
  if (existsSync(pages)) symlinkSync(pages, path.join(folder, 'dist/web'));
  return folder;
}

export function addMigration(folder: string, name: string, text: string): void {
  writeFileSync(path.join(folder, 'server/db/migrations', name), text);
}

/** Sets the version that the program there says it has. */
export function setVersion(folder: string, version: string): void {
  const file = path.join(folder, 'package.json');
  const manifest: object = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify({ ...manifest, version }));
}
