import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

/** The rules of the house that no other check holds (docs/decisions/0200-the-house.md). */

const root = fileURLToPath(new URL('../..', import.meta.url));

describe('SQL', () => {
  /** These are about the database itself, or about the columns of a list. */
  const folders = ['server/db/', 'server/lists/', 'server/postgres/', 'server/clients/list/'];

  it('stands in stores alone', () => {
    const wrong = readdirSync(path.join(root, 'server'), { recursive: true, encoding: 'utf8' })
      .map((file) => `server/${file.split(path.sep).join('/')}`)
      .filter((file) => file.endsWith('.ts') && !file.endsWith('-store.ts'))
      .filter((file) => !folders.some((folder) => file.startsWith(folder)))
      .filter((file) => hasSql(readFileSync(path.join(root, file), 'utf8')));
    expect(wrong).toEqual([]);
  });
});

describe('folders', () => {
  /** What may be longer, and why. */
  const exceptions = new Map([
    ['server', 'the list of the nouns itself, in one order (imports.test.ts)'],
    ['server/db/migrations', 'numbered: read from its end'],
    ['tests/api', 'stories in one flat list: each is found by its name'],
    ['tests/unit', 'rules in one flat list: each is found by its name'],
  ]);

  it.each([
    'bench',
    'cabinet',
    'cli',
    'conformance',
    'contract',
    'deploy',
    'locales',
    'scripts',
    'server',
    'src',
    'tests',
  ])('of %s hold few enough entries to be read at once', (top) => {
    const below = readdirSync(path.join(root, top), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
    const crowded = [top, ...below].filter((folder) => readdirSync(path.join(root, folder)).length > 20);
    expect(crowded.filter((folder) => !exceptions.has(folder))).toEqual([]);
  });
});

describe('decisions', () => {
  const folder = path.join(root, 'docs/decisions');
  const files = readdirSync(folder).filter((file) => /^\d{4}-/.test(file));

  it('are all on the index page', () => {
    const index = readFileSync(path.join(folder, 'README.md'), 'utf8');
    expect(files.filter((file) => !index.includes(`(${file})`))).toEqual([]);
  });

  it.each(files)('%s has its number in the title, a date and a status', (file) => {
    const [title, , status] = readFileSync(path.join(folder, file), 'utf8').split('\n');
    expect(title).toMatch(new RegExp(`^# ${Number(file.slice(0, 4))}\\. \\S`));
    expect(status).toMatch(/^\d{4}-\d{2}-\d{2}\b.* · (accepted|superseded by \d+)/);
  });
});

/** Kysely's own tag, or a query that its builder begins. */
function hasSql(text: string): boolean {
  return /\bsql(<[^`]*>)?`|\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(/.test(text);
}
