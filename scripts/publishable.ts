import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { notesOf } from './release/changelog.ts';

/** `node scripts/publishable.ts 0.2.0`: notes, source, Helm chart and bill of materials of a tag, in dist/release. */
const version = process.argv[2] ?? '';
const folder = 'dist/release';
const name = `tenantry-${version}`;
const output = (program: string, ...parameters: string[]) =>
  execFileSync(program, parameters, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
writeFileSync(
  path.join(folder, 'notes.md'),
  `${notesOf(output('git', 'show', `v${version}:CHANGELOG.md`), version)}\n`,
);
output('git', 'archive', `v${version}`, `--prefix=${name}/`, `--output=${folder}/${name}.tar.gz`);
// What `helm package` makes, without Helm.
output(
  'git',
  'archive',
  `v${version}:deploy/helm`,
  '--prefix=tenantry/',
  `--output=${folder}/${name}.chart.tgz`,
);
const bill = ['sbom', '--omit=dev', '--package-lock-only', '--sbom-format=cyclonedx'];
writeFileSync(path.join(folder, `${name}.sbom.json`), output('npm', ...bill));
