import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { compareVersions } from '#server/db/versions/served-from.ts';
import { cutChangelog } from './release/changelog.ts';
import { type DatabaseShape, readShape } from './release/database-shape.ts';
import { withEmptyDatabase } from './release/empty-database.ts';
import { retiredColumns } from './release/retired-columns.ts';
import { writeVersion } from './release/write-version.ts';

/**
 * `npm run release -- 0.2.0` (docs/upgrade.md, "Making a release"): checks, commit, tag, and in dist/release what is
 * published. It pushes nothing.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);
const { values: options, positionals } = parseArgs({
  options: { untested: { type: 'boolean', default: false } },
  allowPositionals: true,
});
try {
  await release(positionals[0] ?? '', { isTested: !options.untested });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function release(version: string, { isTested }: { isTested: boolean }): Promise<void> {
  refuseWrongVersion(version);
  if (output('git', 'status', '--porcelain')) throw new Error('Commit what is changed first.');
  const changelog = cutChangelog(read('CHANGELOG.md'), version, new Date().toISOString().slice(0, 10));
  if (isTested) {
    run('npm', 'run', 'check');
    run('npm', 'test');
    // A weakness that can be reached stops the release; the registry is asked for those that are known.
    run('npm', 'audit', '--omit=dev', '--audit-level=high');
  }
  write('CHANGELOG.md', changelog.text);
  writeVersion(version);
  run(process.execPath, 'scripts/render-kubernetes.ts');
  write('scripts/release/last-release.json', `${JSON.stringify({ version, ...(await usedShape()) })}\n`);
  run('node_modules/.bin/oxfmt', 'package.json', 'scripts/release/last-release.json');
  run('git', 'add', '--all');
  run('git', 'commit', '--quiet', '--message', `Release ${version}`);
  // Git takes lines with a # for comments otherwise, and headings begin so.
  const tagged = ['--annotate', '--cleanup=whitespace', `v${version}`];
  run('git', 'tag', ...tagged, '--message', `Tenantry ${version}\n\n${changelog.notes}`);
  run(process.execPath, 'scripts/publishable.ts', version);
  console.log(`\nTagged v${version}; what is published is in dist/release.`);
  console.log(`git push origin HEAD v${version}`);
}

function refuseWrongVersion(version: string): void {
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error('Name the version: npm run release -- 0.2.0');
  const tags = output('git', 'tag', '--list', 'v*').split('\n').filter(Boolean);
  const notNewer = tags.map((tag) => tag.slice(1)).filter((one) => compareVersions(version, one) <= 0);
  if (notNewer.length > 0) throw new Error(`${version} is not newer than ${notNewer.join(', ')}.`);
}

/** The database of this version, without the columns that it no longer uses. */
async function usedShape(): Promise<DatabaseShape> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'tenantry-release-'));
  try {
    const shape = await withEmptyDatabase({ dataDir, log: pino({ level: 'error' }) }, ({ db }) =>
      readShape(db),
    );
    for (const name of retiredColumns) {
      const [table = '', column = ''] = name.split('.');
      delete shape.tables[table]?.[column];
    }
    return shape;
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function run(program: string, ...parameters: string[]): void {
  execFileSync(program, parameters, { stdio: 'inherit' });
}

function output(program: string, ...parameters: string[]): string {
  return execFileSync(program, parameters, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }).trimEnd();
}

function read(file: string): string {
  return readFileSync(file, 'utf8');
}

function write(file: string, text: string): void {
  writeFileSync(file, text);
}
