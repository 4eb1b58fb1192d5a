import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { load } from 'js-yaml';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';

/** deploy/monitoring against the metrics that processes report, and against the runbook. */
const root = fileURLToPath(new URL('../..', import.meta.url));
const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8');

interface Rule {
  alert: string;
  expr: string;
  for: string;
  labels: { severity: string };
  annotations: { summary: string; runbook: string };
}
const { groups } = load(textOf('deploy/monitoring/alerts.yml')) as { groups: { rules: Rule[] }[] }; // our own file
const rules = groups.flatMap((group) => group.rules);
const dashboard = JSON.parse(textOf('deploy/monitoring/dashboard.json')) as {
  panels: { title: string; targets: { expr: string }[] }[];
}; // our own file

/** The metrics of this program, from its source, and those of Node by prom-client. */
const reported = new Set(['up', ...ownMetrics(), ...nodeMetrics()]);

function ownMetrics(): string[] {
  const folder = 'server/processes';
  return readdirSync(path.join(root, folder)).flatMap((file) =>
    [...textOf(`${folder}/${file}`).matchAll(/name: '((?:tenantry|http)_\w+)'/g)].map(
      ([, name = '']) => name,
    ),
  );
}

function nodeMetrics(): string[] {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry.getMetricsAsArray().map(({ name }) => name);
}

/** The names of metrics in an expression. */
function metricsIn(expression: string): string[] {
  const bare = expression.replaceAll(/\{[^}]*\}|\[[^\]]*\]|\b(by|on|without) \([^)]*\)/g, ' ');
  const names = bare.match(/\b(up|[a-z]+_[a-z_0-9]+)\b(?! *\()/g) ?? [];
  return names.map((name) => name.replace(/_(count|sum|bucket)$/, ''));
}

const unknownIn = (expressions: readonly string[]) =>
  expressions.flatMap(metricsIn).filter((name) => !reported.has(name));

describe('the rules of alerts', () => {
  it('ask only for metrics that there are', () => {
    expect(rules.length).toBeGreaterThan(15);
    expect(unknownIn(rules.map(({ expr }) => expr))).toEqual([]);
    expect(metricsIn('sum(rate(tenantry_never_said_count{a="b"}[5m]))')).toEqual(['tenantry_never_said']);
  });

  it('have a duration, a severity, a summary, and their page in the runbook', () => {
    for (const { alert, for: waits, labels, annotations } of rules) {
      expect(alert).toMatch(/^Tenantry[A-Z][A-Za-z]+$/);
      expect(waits).toMatch(/^\d+[mhd]$/);
      expect(labels.severity).toMatch(/^(critical|warning|info)$/);
      expect(annotations.summary).not.toBe('');
      expect(annotations.runbook).toBe(`docs/runbook.md#${alert.toLowerCase()}`);
    }
    const pages = [...textOf('docs/runbook.md').matchAll(/^## (.+)$/gm)].map(([, title]) => title);
    expect(pages).toEqual(rules.map(({ alert }) => alert));
  });

  it('are what Prometheus takes', ({ skip }) => {
    const file = path.join(root, 'deploy/monitoring/alerts.yml');
    const { status, stdout, error } = spawnSync('promtool', ['check', 'rules', file], { encoding: 'utf8' });
    if (error) skip('promtool is not installed (package prometheus)');
    expect([status, stdout]).toEqual([0, expect.stringContaining(`${rules.length} rules found`)]);
  });
});

describe('the dashboard', () => {
  it('asks only for metrics that there are, each panel under a title of its own', () => {
    expect(unknownIn(dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)))).toEqual([]);
    const titles = dashboard.panels.map(({ title }) => title);
    expect(new Set(titles).size).toBe(titles.length);
  });

  it('shows every metric that is named for operators', () => {
    const shown = new Set(
      dashboard.panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => metricsIn(expr))),
    );
    const left = ownMetrics().filter((name) => !shown.has(name));
    // For alerts alone, or for people who look closer.
    expect(left.sort()).toEqual([
      'tenantry_backups_scheduled',
      'tenantry_cabinet_comparison_seconds',
      'tenantry_database_up',
    ]);
  });
});
