import { deepStrictEqual } from 'node:assert';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CORE_SCHEMA, dump, loadAll, mergeTag } from 'js-yaml';
import { chartFolder } from './bases.ts';
import { trials } from './chart-trials.ts';
import { renderChart } from './render-chart.ts';

const schema = CORE_SCHEMA.withTags(mergeTag);

/** @throws when Helm's objects differ from ours for one of the trials. */
export function compareWithHelm(helm: (words: string[]) => string): void {
  const folder = mkdtempSync(path.join(tmpdir(), 'tenantry-helm-'));
  try {
    for (const [name, values] of Object.entries(trials)) {
      const file = path.join(folder, 'values.yaml');
      writeFileSync(file, dump(values));
      const words = ['template', 'tenantry', chartFolder, '--namespace', 'tenantry', '--values', file];
      const theirs = objectsOf([helm(words)]);
      const ours = objectsOf(
        renderChart(chartFolder, values, { service: 'Helm', namespace: 'tenantry' }).values(),
      );
      deepStrictEqual(ours, theirs, name);
      console.log(`${name}: ${String(Object.keys(ours).length)} objects, the same as Helm's`);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function objectsOf(texts: Iterable<string>): Record<string, unknown> {
  const objects = [...texts].flatMap((text) => loadAll(text, { schema })).filter(Boolean);
  const named = objects.map((one) => [`${Object(one).kind} ${Object(one).metadata.name}`, one] as const);
  return Object.fromEntries(named.sort(([a], [b]) => (a < b ? -1 : 1)));
}
