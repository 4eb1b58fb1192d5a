import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

/** Which top folders may import which (DESIGN section 2). */
const folders: Record<string, readonly string[]> = {
  contract: [],
  cabinet: ['contract', 'locales'],
  server: ['contract', 'locales', 'cabinet'],
  src: ['contract', 'locales'],
  conformance: ['contract', 'server'],
  cli: ['contract', 'server', 'conformance'],
  scripts: ['contract', 'server', 'cabinet'],
  bench: ['contract', 'server', 'cabinet', 'cli', 'src', 'scripts', 'tests'],
  tests: ['contract', 'server', 'cabinet', 'conformance', 'cli', 'src', 'scripts', 'locales'],
};

/** Only the process itself starts the cabinet host: the platform never opens a cabinet's file. */
const cabinetImporters = ['server/server.ts'];

/**
 * The parts of `server/` are its folders, from the bottom up: a folder imports only those above it in this list
 * (docs/decisions/0200-the-house.md). The files next to the folders put the parts together.
 */
const order = [
  'kernel',
  'db',
  'http',
  'lists',
  'events',
  'audit-log',
  'keys',
  'cabinet-sessions',
  'auth',
  'oidc',
  'settings',
  'branding',
  'postgres',
  'backup',
  'jobs',
  'alarms',
  'mail',
  'accounts',
  'wallet',
  'metrics',
  'client-fields',
  'subscriptions',
  'cabinets',
  'processes',
  'tariffs',
  'offer',
  'promo-codes',
  'partners',
  'saved-views',
  'users',
  'bulk',
  'notes',
  'tags',
  'clients',
  'announcements',
  'documents',
  'timeline',
  'customers',
  'persons',
  'payments',
  'data-exports',
  'alarm-watch',
  'bank-statements',
  'webhooks',
  'view-mails',
  'reports',
  'retention',
  'erasures',
  'general-settings',
  'pages',
];

/** The same for `contract/`; `api.ts` next to its folders lists every route. */
const contractOrder = [
  'kernel',
  'catalogue',
  'contact',
  'accounts',
  'client-fields',
  'company',
  'cabinets',
  'http',
  'money',
  'entities',
  'clients',
  'panel',
  'routes',
];

/** The same for `src/`: its folders, those of `ui/`, and the nouns of `resources/`, whose index puts them together. */
const browserOrder = [
  'ui/shared',
  'providers',
  'ui/admin/resource',
  'ui/admin/kit',
  'ui/admin/kit/page',
  'ui/admin/actions',
  'ui/admin/show',
  'ui/admin/form/controls',
  'ui/admin/form/draft',
  'ui/admin/form/submit',
  'ui/admin/form',
  'ui/admin/list/state',
  'ui/admin/list/filters',
  'ui/admin/list/views',
  'ui/admin/list/bulk',
  'ui/admin/list/table',
  'ui/admin/list',
  'ui/admin/palette',
  'ui/admin/alarms',
  'ui/admin/layout',
  'ui/admin/account/passkeys',
  'ui/admin/account',
  'ui/customer/session',
  'ui/customer/router',
  'ui/customer/kit',
  'ui/customer/form',
  'ui/customer/account',
  'ui/customer/domain',
  'ui/customer/members',
  'ui/customer/security',
  'ui/customer/promo',
  'ui/customer/tariff',
  'ui/customer/top-up',
  'ui/customer/registration',
  'ui/customer/layout',
  'resources/settings',
  'resources/audit-log',
  'resources/staff',
  'resources/payment-notices',
  'resources/cabinets',
  'resources/matching',
  'resources/tags',
  'resources/clients',
  'resources/bank-statements',
  'resources/payments',
  'resources/ledger',
  'resources/documents',
  'resources/emails',
  'resources/tariffs',
  'resources/partners',
  'resources/promo-codes',
  'resources/catalogue',
  'resources/offer',
  'resources/month',
  'resources',
  'pages',
  'app',
];
const compositionRoot = 'composition root';

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

  it.each([
    ['contract', contractOrder],
    ['server', order],
    ['src', browserOrder],
  ])('run one way between the folders of %s', (top, parts) => {
    const wrong = ours
      .filter(({ from, to }) => topOf(from) === top && topOf(to) === top)
      .map(({ from, to }) => ({ from, to, own: folderOf(from), other: folderOf(to) }))
      .filter(({ own, other }) => own !== compositionRoot && own !== other)
      .filter(({ own, other }) => parts.indexOf(other) < 0 || parts.indexOf(other) > parts.indexOf(own));
    expect(wrong.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
  });

  it.each([
    ['contract', contractOrder],
    ['server', order],
    ['src', browserOrder],
  ])('have a place in the order for every folder of %s, and none too many', (top, parts) => {
    const there = new Set(files.filter((file) => topOf(file) === top).map(folderOf));
    there.delete(compositionRoot);
    expect([...there].sort()).toEqual([...parts].sort());
  });

  it('never run in a circle, screens that are loaded later aside', () => {
    const graph = new Map(files.map((file) => [file, importsOf(file, { later: false })]));
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

describe('methods', () => {
  it('may be passed on: `this` stands in classes alone', () => {
    const code = files.filter((file) => topOf(file) !== 'tests' && topOf(file) !== 'bench');
    const wrong = code.filter((file) => {
      const text = readFileSync(path.join(root, file), 'utf8');
      return /^(?! *(\/\/|\/?\*)).*\bthis\.[a-z]/m.test(text) && !/^(export )?(default )?class /m.test(text);
    });
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

function folderOf(file: string): string {
  const [top, ...folders] = file.split('/').slice(0, -1);
  const [folder = compositionRoot] = folders;
  if (top !== 'src') return folder;
  if (folder === 'ui') return folders.join('/');
  return folder === 'resources' ? folders.slice(0, 2).join('/') : folder;
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

/** Imports of our own files, relative to the root; packages are left out. */
function importsOf(file: string, { later = true } = {}): string[] {
  return specifiersOf(file, { later }).flatMap((name) => {
    if (name.startsWith('#')) return [name.slice(1).replace(/^web\//, 'src/')];
    return name.startsWith('.') ? [path.posix.join(path.posix.dirname(file), name)] : [];
  });
}

function specifiersOf(file: string, { later = true } = {}): string[] {
  const text = readFileSync(path.join(root, file), 'utf8');
  const pattern = /^(?:import|export)\s(?:[^'"]*?\sfrom\s+)?'([^']+)'|\bimport\('([^']+)'\)/gm;
  return [...text.matchAll(pattern)]
    .filter(([statement]) => later || !statement.startsWith('import('))
    .map((match) => match[1] ?? match[2] ?? '');
}

/** The first circle found, or nothing. */
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
