import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { dump, load } from 'js-yaml';
import { type Block, type Functions, isTrue, parseTemplate, renderBlocks } from './go-template.ts';

export type Values = Record<string, unknown>;

export interface Release {
  /** What Helm calls itself here, or "Kustomize", for what one of the two does by itself. */
  service: 'Helm' | 'Kustomize';
  namespace: string;
}

/** What each file of the chart's templates becomes, by its name; files that become nothing are left out. */
export function renderChart(folder: string, values: Values, release: Release): Map<string, string> {
  const { parsed, scope } = readChart(folder, values, release);
  return new Map(
    parsed
      .filter(({ file }) => !file.startsWith('_'))
      .map(({ file, blocks }) => [file, `${renderBlocks(blocks, scope).trim()}\n`] as const)
      .filter(([, rendered]) => rendered !== '\n'),
  );
}

/** What one of the chart's other files becomes, when it is a template too. */
export function renderChartFile(folder: string, file: string, values: Values, release: Release): string {
  const { scope } = readChart(folder, values, release);
  return renderBlocks(parseTemplate(readFileSync(path.join(folder, file), 'utf8')).blocks, scope);
}

function readChart(folder: string, values: Values, release: Release) {
  const text = (file: string) => readFileSync(path.join(folder, file), 'utf8');
  const defined = new Map<string, Block[]>();
  const parsed = readdirSync(path.join(folder, 'templates'))
    .sort()
    .map((file) => {
      const template = parseTemplate(text(`templates/${file}`));
      for (const [name, blocks] of template.defined) defined.set(name, blocks);
      return { file, blocks: template.blocks };
    });
  const chart = Object(load(text('Chart.yaml')));
  const root = {
    Values: merged(Object(load(text('values.yaml'))), values),
    Chart: { AppVersion: chart.appVersion },
    Release: { Namespace: release.namespace, Service: release.service },
  };
  const functions = functionsOf(defined, (file) => (existsSync(path.join(folder, file)) ? text(file) : ''));
  return { parsed, scope: { dot: root, root, variables: new Map<string, unknown>(), functions } };
}

/** As Helm lays a person's values over the chart's own. */
function merged(own: Values, given: Values): Values {
  const result = { ...own };
  for (const [key, value] of Object.entries(given)) {
    const isMap = typeof value === 'object' && value !== null && !Array.isArray(value);
    result[key] = isMap ? merged(Object(own[key] ?? {}), Object(value)) : value;
  }
  return result;
}

function functionsOf(defined: ReadonlyMap<string, Block[]>, fileOf: (name: string) => string): Functions {
  const lines = (text: unknown, count: unknown) =>
    String(text).replaceAll(/^(?=.)/gm, ' '.repeat(Number(count)));
  const functions: Functions = {
    quote: ([value]) => JSON.stringify(String(value ?? '')),
    toYaml: ([value]) => dump(value, { lineWidth: -1, sortKeys: true }).trimEnd(),
    indent: ([count, text]) => lines(text, count),
    nindent: ([count, text]) => `\n${lines(text, count)}`,
    default: ([instead, value]) => (isTrue(value) ? value : instead),
    required: ([reason, value]) => {
      if (!isTrue(value)) throw new Error(String(reason));
      return value;
    },
    eq: ([one, other]) => one === other,
    ne: ([one, other]) => one !== other,
    not: ([value]) => !isTrue(value),
    gt: ([one, other]) => Number(one) > Number(other),
    le: ([one, other]) => Number(one) <= Number(other),
    int: ([value]) => Number(value),
    until: ([count]) => Array.from({ length: Number(count) }, (_none, index) => index),
    trimPrefix: ([prefix, text]) =>
      String(text).startsWith(String(prefix)) ? String(text).slice(String(prefix).length) : text,
    trimSuffix: ([suffix, text]) =>
      String(text).endsWith(String(suffix)) ? String(text).slice(0, -String(suffix).length) : text,
    sha256sum: ([text]) => createHash('sha256').update(String(text)).digest('hex'),
    and: (given) => given.find((value) => !isTrue(value)) ?? given.at(-1),
    or: (given) => given.find(isTrue) ?? given.at(-1),
    include: ([name, dot], scope) => {
      const blocks = defined.get(String(name));
      if (!blocks) throw new Error(`the chart includes "${String(name)}", which it does not define`);
      return renderBlocks(blocks, { ...scope, dot, root: dot, variables: new Map() });
    },
    tpl: ([text, dot], scope) =>
      renderBlocks(parseTemplate(String(text)).blocks, { ...scope, dot, root: dot, variables: new Map() }),
    '.Files.Get': ([name]) => fileOf(String(name)),
  };
  return functions;
}
