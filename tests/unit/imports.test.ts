import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

/** Which top folder may import which (DESIGN section 2). */
const folders: Record<string, readonly string[]> = {
  contract: [],
  cabinet: ['contract', 'locales'],
  server: ['contract', 'locales', 'cabinet'],
  src: ['contract', 'locales'],
  scripts: ['contract', 'server', 'cabinet'],
  bench: ['contract', 'server', 'cabinet', 'src', 'scripts', 'tests'],
  tests: ['contract', 'server', 'cabinet', 'src', 'scripts', 'locales'],
};

/** Only the process itself starts the cabinet host: the platform never opens a cabinet's file. */
const cabinetImporters = ['server/server.ts'];

/**
 * The arrows between the parts of `server/`, from the ground up: a part may import those named beside it, which all
 * stand above it. A new arrow is a decision, and is written here.
 */
const arrows: Record<string, readonly string[]> = {
  ground: [],
  db: ['ground'],
  backup: ['ground', 'db'],
  trail: ['ground', 'db'],
  values: ['db'],
  jobs: ['db'],
  http: ['ground', 'db', 'trail'],
  audit: ['db', 'trail', 'http'],
  auth: ['ground', 'db', 'http'],
  mail: ['ground', 'db', 'trail', 'values', 'jobs', 'http', 'auth'],
  ledger: ['db'],
  subscriptions: ['ground', 'db', 'trail', 'values', 'jobs', 'mail', 'ledger'],
  tariffs: ['ground', 'db', 'trail', 'values', 'http', 'subscriptions'],
  settings: ['ground', 'db', 'trail', 'http', 'subscriptions', 'tariffs'],
  views: ['ground', 'db', 'trail', 'values', 'http'],
  cabinets: ['ground', 'db', 'trail', 'values', 'jobs', 'http', 'subscriptions', 'mail'],
  users: ['ground', 'db', 'trail', 'values', 'http', 'auth', 'mail'],
  clients: [
    'ground',
    'db',
    'trail',
    'values',
    'http',
    'audit',
    'auth',
    'subscriptions',
    'tariffs',
    'settings',
    'mail',
    'cabinets',
  ],
  wallet: ['ground', 'db', 'trail', 'http', 'mail', 'ledger', 'subscriptions', 'clients'],
  plans: ['ground', 'db', 'trail', 'http', 'mail', 'subscriptions', 'tariffs', 'clients'],
  reports: ['ground', 'db', 'http', 'subscriptions', 'wallet'],
};

/** Files and folders that belong to another part than their folder says; `wiring` puts all parts together. */
const parts: Record<string, string> = {
  'http/caller.ts': 'ground',
  'subscriptions/periods.ts': 'ground',
  'audit/audit-changes.ts': 'trail',
  'audit/audit-store.ts': 'trail',
  'subscriptions/zone-offsets.ts': 'ground',
  'subscriptions/plan-routes.ts': 'plans',
  'subscriptions/plan-service.ts': 'plans',
  'wallet/ledger-store.ts': 'ledger',
  'settings/settings-service.ts': 'values',
  'http/identify.ts': 'wiring',
  'http/web-app.ts': 'wiring',
  'jobs/timetable.ts': 'wiring',
  'app.ts': 'wiring',
  'health.ts': 'wiring',
  'platform.ts': 'wiring',
  'server.ts': 'wiring',
  'main.ts': 'wiring',
  cli: 'wiring',
  'process.ts': 'wiring',
  'secret-key.ts': 'wiring',
  'secret-key-check.ts': 'wiring',
  'compile-cache.ts': 'ground',
  'stop-on-signals.ts': 'wiring',
};

/**
 * A part is reached by its service, but for writing the trail and the ledger, for a tariff's name as a piece of SQL, and
 * for the files of one part that lie in another's folder.
 */
const lentStores = [
  'audit/audit-store.ts',
  'tariffs/tariff-store.ts',
  'wallet/ledger-store.ts',
  'subscriptions/subscription-store.ts',
];

const root = fileURLToPath(new URL('../..', import.meta.url));
const files = Object.keys(folders).flatMap(sourceFiles);
const imports = files.flatMap((from) => importsOf(from).map((to) => ({ from, to })));
const ours = imports.filter(({ to }) => to in folders || to.includes('/'));

describe('imports', () => {
  it('run one way between the top folders', () => {
    const wrong = ours.filter(({ from, to }) => {
      const [own, other] = [topOf(from), topOf(to)];
      return own !== other && !folders[own]?.includes(other);
    });
    expect(wrong).toEqual([]);
  });

  it('reach the cabinet host from the process alone', () => {
    const importers = ours.filter(({ from, to }) => topOf(from) === 'server' && topOf(to) === 'cabinet');
    expect([...new Set(importers.map(({ from }) => from))]).toEqual(cabinetImporters);
  });

  it('run one way between the parts of the server, along the arrows', () => {
    const order = Object.keys(arrows);
    for (const [part, targets] of Object.entries(arrows)) {
      expect(targets.filter((target) => order.indexOf(target) >= order.indexOf(part))).toEqual([]);
    }
    const wrong = insideServer().filter(({ own, other }) => own !== other && !arrows[own]?.includes(other));
    expect(wrong.map(({ own, other, from, to }) => `${own} → ${other}: ${from} imports ${to}`)).toEqual([]);
  });

  it('use every arrow', () => {
    const used = new Set(insideServer().map(({ own, other }) => `${own} → ${other}`));
    const idle = Object.entries(arrows).flatMap(([own, others]) =>
      others.map((other) => `${own} → ${other}`).filter((arrow) => !used.has(arrow)),
    );
    expect(idle).toEqual([]);
  });

  it('reach another part through its service', () => {
    const wrong = insideServer().filter(
      ({ own, other, to }) => own !== other && to.endsWith('-store.ts') && !lentStores.includes(to),
    );
    expect(wrong.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
  });

  it('never run in a circle, types aside', () => {
    const graph = new Map(files.map((file) => [file, importsOf(file, { types: false })]));
    expect(circleIn(graph)).toEqual([]);
  });

  it('name the file with its ending', () => {
    const unbuilt = files.filter((file) => topOf(file) !== 'src');
    const wrong = unbuilt.flatMap((file) =>
      specifiersOf(file)
        .filter((name) => /^[.#]/.test(name) && !/\.(ts|tsx|json|css)(\?\w+)?$/.test(name))
        .map((name) => `${file}: ${name}`),
    );
    expect(wrong).toEqual([]);
  });
});

describe('file names', () => {
  it('say what is in the file', () => {
    const vague = files.filter((file) => /(^|\/)(index|utils?|helpers?|misc)\.tsx?$/.test(file));
    expect(vague.filter((file) => file !== 'src/resources/index.ts')).toEqual([]);
  });

  it('are in kebab-case', () => {
    const wrong = files.filter((file) => !/^[a-z0-9-]+(\.test|\.d)?\.tsx?$/.test(path.posix.basename(file)));
    expect(wrong).toEqual([]);
  });
});

function insideServer() {
  return ours
    .filter(({ from, to }) => topOf(from) === 'server' && topOf(to) === 'server')
    .map(({ from, to }) => ({ from: from.slice(7), to: to.slice(7) }))
    .map(({ from, to }) => ({ from, to, own: partOf(from), other: partOf(to) }))
    .filter(({ own }) => own !== 'wiring');
}

function partOf(file: string): string {
  const [folder = '', inside] = file.split('/');
  return parts[file] ?? (inside === undefined ? 'ground' : (parts[folder] ?? folder));
}

function topOf(file: string): string {
  return file.split('/', 1)[0] ?? '';
}

function sourceFiles(folder: string): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.split(path.sep).join('/')}`)
    .filter((file) => /\.tsx?$/.test(file))
    .sort();
}

/** Of files of ours, from the root; packages are left out. */
function importsOf(file: string, { types = true } = {}): string[] {
  return specifiersOf(file, { types }).flatMap((name) => {
    if (name.startsWith('#')) return [name.slice(1).replace(/^web\//, 'src/')];
    return name.startsWith('.') ? [path.posix.join(path.posix.dirname(file), name)] : [];
  });
}

function specifiersOf(file: string, { types = true } = {}): string[] {
  const text = readFileSync(path.join(root, file), 'utf8');
  const pattern = /^(?:import|export)\s(?:[^'"]*?\sfrom\s+)?'([^']+)'|\bimport\('([^']+)'\)/gm;
  return [...text.matchAll(pattern)]
    .filter(([statement]) => types || !/^(import|export) type\s/.test(statement))
    .map((match) => match[1] ?? match[2] ?? '');
}

/** The first circle that is found, or nothing. */
function circleIn(graph: Map<string, string[]>): string[] {
  const done = new Set<string>();
  const visit = (file: string, trail: string[]): string[] => {
    if (trail.includes(file)) return [...trail.slice(trail.indexOf(file)), file];
    if (done.has(file)) return [];
    for (const next of graph.get(file) ?? []) {
      const circle = visit(next, [...trail, file]);
      if (circle.length > 0) return circle;
    }
    done.add(file);
    return [];
  };
  for (const file of graph.keys()) {
    const circle = visit(file, []);
    if (circle.length > 0) return circle;
  }
  return [];
}
