import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { EmailKind } from '#contract/entities/email.ts';
import { type Locale, locales } from '#contract/kernel/variants.ts';
import { mailKinds } from '#server/mail/mail-kinds.ts';
import { loadAntdLocale } from '#web/providers/antd-locales.ts';

type Reader = 'customers' | 'staff';

interface Text {
  file: string;
  key: string;
  text: string;
  reader: Reader;
}

interface Ban {
  words: string[];
  where: string;
}

const folder = new URL('../../locales/', import.meta.url);
const glossary = readFileSync(new URL('GLOSSARY.md', folder), 'utf8');
const files = ['account', 'customer', 'cabinet', 'common', 'offer', 'privacy', 'messages', 'admin'];

/** The parts of the shared files that staff alone read: their forms, logs and findings. */
const staffOnly: Record<string, RegExp> = {
  common:
    /^validation\.(metricIsFixed|metricTwice|limitsDisagree|oneTariff|oneFeature|onePermission|statement)/,
  messages:
    /^(mailReasons|mailErrors|forecastRules|cabinet(Errors|Findings|Repairs|Steps)|permission|validation|errors\.(cabinet_not_(failed|deleted)|not_blockable|last_tariff|last_public_tariff|not_by_link))/,
};

const ellipsisOf: Record<Locale, RegExp | undefined> = {
  uk: undefined,
  ru: undefined,
  en: undefined,
  lt: undefined,
  de: /\S…$/,
};

test.each(['uk', 'ru', 'lt', 'de'] as const)('antd speaks as the glossary does in %s', async (locale) => {
  const said = JSON.stringify(await loadAntdLocale(locale));
  for (const word of bansOf(locale).flatMap(({ words }) => words))
    expect(said).not.toMatch(wordPattern(word));
  if (locale === 'uk') expect(said).toContain('Виберіть дату');
});

describe.each(locales)('in %s', (locale) => {
  const texts = files
    .flatMap((file) => textsOf(locale, file))
    // What people type to find a thing under another name; nobody reads it.
    .filter(({ key }) => !key.startsWith('palette.also.'));

  test('no act is called like the button that leaves its question', () => {
    const leave = texts.find(({ file, key }) => file === 'common' && key === 'actions.cancel')?.text;
    const acts = texts.filter(({ key }) => /\.(go|send|ok)$/.test(key));
    expect(acts.length).toBeGreaterThan(20);
    expect(acts.filter(({ text }) => text === leave)).toEqual([]);
  });

  test('no banned word is said to those who should not read it', () => {
    const bans = bansOf(locale);
    expect(bans.length).toBeGreaterThan(0);
    const said = bans
      .filter(({ where }) => where !== 'proposed')
      .flatMap(({ words, where }) => {
        const read = texts.filter(({ reader }) => where === 'everybody' || where === reader);
        return words.flatMap((word) => keysOf(read, wordPattern(word)).map((place) => `${word}: ${place}`));
      });
    expect(said).toEqual([]);
  });

  test('every ban names who is spared the word', () => {
    const wrong = bansOf(locale).filter(
      ({ where, words }) =>
        !['customers', 'staff', 'everybody', 'proposed'].includes(where) || words.length === 0,
    );
    expect(wrong).toEqual([]);
  });

  test('a number has a minus of its own, never a hyphen', () => {
    expect(keysOf(texts, /(?:^|[\s(„“«])-\d/)).toEqual([]);
  });

  test('quotes, apostrophes, dashes and ellipses are typographic', () => {
    expect(keysOf(texts, /["']|\s-\s|\.\.\./)).toEqual([]);
    const ellipsis = ellipsisOf[locale];
    if (ellipsis) expect(keysOf(texts, ellipsis)).toEqual([]);
  });

  test('the same words stand with a full stop everywhere or nowhere', () => {
    // The errors of fields are in other files: they stand below a control, so they end without one.
    const screens = texts.filter(({ file }) => ['account', 'customer', 'cabinet'].includes(file));
    const told = new Set(screens.map(({ text }) => text));
    expect([...told].filter((text) => told.has(`${text}.`))).toEqual([]);
  });

  test('a number that stands by a word has the plural forms of that word', () => {
    const bare = texts.filter(
      ({ key, text }) => /\{\{count\}\}(?!\))/.test(text) && !/_(?:one|few|many|other)$/.test(key),
    );
    expect(bare.map(({ file, key }) => `${file}:${key}`)).toEqual([]);
  });
});

test('what is paid before has one name in English: no bare proforma', () => {
  const texts = files.flatMap((file) => textsOf('en', file));
  expect(keysOf(texts, /\bproformas?\b(?! invoice)/i)).toEqual([]);
});

test.each(locales)('every state has one word in %s', (locale) => {
  const wrong = states().flatMap(({ keys, words }) =>
    keys.flatMap((place) => {
      const [file = '', key] = place.split(':');
      const said = textsOf(locale, file).find((text) => text.key === key)?.text;
      return said === words.get(locale) ? [] : [`${place} says ${said}, not ${words.get(locale)}`];
    }),
  );
  expect(wrong).toEqual([]);
});

test('the table of states names keys and a word in every language', () => {
  expect(states().length).toBeGreaterThan(5);
  for (const { keys, words } of states()) {
    expect(keys.length).toBeGreaterThan(0);
    expect(keys.filter((place) => !hasText(place))).toEqual([]);
    expect([...words.values()].every((word) => word !== '')).toBe(true);
  }
});

function hasText(place: string): boolean {
  const [file = '', wanted] = place.split(':');
  return textsOf('uk', file).some(({ key }) => key === wanted);
}

function keysOf(texts: Text[], pattern: RegExp): string[] {
  return texts
    .filter(({ text }) => pattern.test(withoutValues(text)))
    .map(({ file, key, text }) => `${file}:${key}: ${text}`);
}

/** Finds a word; `word*` stands for every ending, and a word with a capital for itself alone. */
function wordPattern(word: string): RegExp {
  const stem = word.endsWith('*');
  const letters = (stem ? word.slice(0, -1) : word).replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const flags = word === word.toLowerCase() ? 'iu' : 'u';
  return new RegExp(`(?<![\\p{L}_])${letters}${stem ? '' : '(?![\\p{L}_])'}`, flags);
}

function withoutValues(text: string): string {
  return text.replaceAll(/\$t\([^)]*\)|\{\{[^}]*\}\}/g, '#');
}

function bansOf(locale: Locale): Ban[] {
  return rowsUnder(`### ${locale}`).map(([never = '', where = '']) => ({ words: codesIn(never), where }));
}

function states(): { keys: string[]; words: Map<Locale, string> }[] {
  return rowsUnder('## States').map(([, keys = '', uk = '', ru = '', en = '', lt = '', de = '']) => ({
    keys: codesIn(keys),
    words: new Map<Locale, string>([
      ['uk', uk],
      ['ru', ru],
      ['en', en],
      ['lt', lt],
      ['de', de],
    ]),
  }));
}

/** The rows of the first table under a heading of the glossary, without its own heading. */
function rowsUnder(heading: string): string[][] {
  const [, below = ''] = glossary.split(`\n${heading}\n`);
  return below
    .split(/\n#+ /, 1)
    .flatMap((part) => part.split('\n'))
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

function codesIn(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
}

function textsOf(locale: Locale, file: string): Text[] {
  const parsed: unknown = JSON.parse(readFileSync(new URL(`${locale}/${file}.json`, folder), 'utf8'));
  return [...flatten(parsed)].map(([key, text]) => ({ file, key, text, reader: readerOf(file, key) }));
}

function readerOf(file: string, key: string): Reader {
  if (file === 'admin' || staffOnly[file]?.test(key)) return 'staff';
  const mail = file === 'messages' && /^mails\.(\w+)\./.exec(key)?.[1];
  if (mail && mailKinds[mail as EmailKind].audience === 'staff') return 'staff'; // mail-texts holds that each is a kind
  return 'customers';
}

function* flatten(value: unknown, path: string[] = []): Generator<[string, string]> {
  if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) yield* flatten(inner, [...path, key]);
  } else {
    yield [path.join('.'), String(value)];
  }
}
