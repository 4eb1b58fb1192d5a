import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { baseFiles, bases } from './kubernetes/bases.ts';
import { compareWithHelm } from './kubernetes/compare-with-helm.ts';

/**
 * `node scripts/render-kubernetes.ts`: deploy/k8s and deploy/k8s-driver from the chart. With `--helm` it changes nothing,
 * and says whether Helm itself, if it is on the PATH, makes of the chart what we make of it (decision 201).
 */
const deploy = fileURLToPath(new URL('../deploy', import.meta.url));
if (process.argv.includes('--helm'))
  compareWithHelm((words) => execFileSync('helm', words, { encoding: 'utf8' }));
else {
  for (const name of Object.keys(bases)) {
    const folder = path.join(deploy, name);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
    for (const [file, text] of baseFiles(name)) writeFileSync(path.join(folder, file), text);
  }
}
