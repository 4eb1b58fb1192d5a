import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { cabinetSteps } from '#contract/cabinets/cabinet.ts';
import { emailKinds } from '#contract/entities/email.ts';
import { offerKinds } from '#contract/entities/offer.ts';
import { errorStatuses } from '#contract/http/errors.ts';
import { permissions } from '#contract/kernel/permissions.ts';
import { type Locale, locales } from '#contract/kernel/variants.ts';
import { mailKinds, mailReasons } from '#server/mail/mail-kinds.ts';
import { driverFailures } from '#server/cabinets/drivers/driver.ts';
import { translate } from '#server/kernel/messages.ts';
import type { Seller } from '#server/offer/seller.ts';
import { readStartingOffer, startingOffer, startingOfferDays } from '#server/offer/starting-offer.ts';

/** The texts of a key: one, or one for each plural form. */
type Texts = Map<string, { forms: Map<string, string> }>;

const folder = new URL('../../locales/', import.meta.url);
const pluralSuffix = /_(zero|one|two|few|many|other)$/;
const namespaces = [...new Set(locales.flatMap((locale) => readdirSync(new URL(locale, folder))))].sort();
const catalogues = new Map(
  namespaces.map((file) => [file, new Map(locales.map((locale) => [locale, read(locale, file)]))]),
);

/** The texts that the pages load; the panel and customers' pages share some. */
const webNamespaces = ['common.json', 'account.json', 'admin.json', 'customer.json'];

describe.each(namespaces)('%s', (file) => {
  test('has the same keys in every language', () => {
    const keys = [...new Set(locales.flatMap((locale) => [...textsOf(locale, file).keys()]))];
    const missing = locales.flatMap((locale) =>
      keys.filter((key) => !textsOf(locale, file).has(key)).map((key) => `${locale}: ${key}`),
    );
    expect(missing).toEqual([]);
  });

  test.each(locales)('has each key of %s once', (locale) => {
    // `JSON.parse` keeps the last of two without a word; the files are formatted, so depth is indentation.
    const seen = new Set<string>();
    const path: string[] = [];
    const twice = readFileSync(new URL(`${locale}/${file}`, folder), 'utf8')
      .split('\n')
      .flatMap((line) => {
        const [, indent = '', key] = /^( +)"([^"]+)":/.exec(line) ?? [];
        if (key === undefined) return [];
        path.splice(indent.length / 2 - 1, Infinity, key);
        const whole = path.join('.');
        if (seen.has(whole)) return [whole];
        seen.add(whole);
        return [];
      });
    expect(twice).toEqual([]);
  });

  test.each(locales)('has every plural form that %s needs, and no other', (locale) => {
    const categories = new Intl.PluralRules(locale).resolvedOptions().pluralCategories.toSorted();
    const wrong = [...textsOf(locale, file)]
      .filter(([, { forms }]) => !forms.has(''))
      .filter(([, { forms }]) => [...forms.keys()].sort().join() !== categories.join())
      .map(([key]) => key);
    expect(wrong).toEqual([]);
  });

  test.each(locales)('keeps a unit of %s on the line of its number', (locale) => {
    const apart = [...textsOf(locale, file)].filter(([, { forms }]) =>
      [...forms.values()].some((text) => /\d (?:[kM]B|[кКМ]Б)/.test(text)),
    );
    expect(apart.map(([key]) => key)).toEqual([]);
  });

  test('has no empty text', () => {
    const empty = locales.flatMap((locale) =>
      [...textsOf(locale, file)]
        .filter(([, { forms }]) => [...forms.values()].some((text) => text.trim() === ''))
        .map(([key]) => `${locale}: ${key}`),
    );
    expect(empty).toEqual([]);
  });

  test('names the same values in every language', () => {
    const different = [...textsOf('en', file).keys()].filter((key) => {
      const named = locales.map((locale) => valuesIn(locale, file, key));
      return new Set(named).size > 1;
    });
    expect(different).toEqual([]);
  });
});

describe.each(locales)('in %s', (locale) => {
  test('every error code has a sentence', () => {
    expectTexts(
      locale,
      'messages.json',
      Object.keys(errorStatuses).map((code) => `errors.${code}`),
    );
  });

  test('every email has its texts', () => {
    const keys = emailKinds.flatMap((kind) => [
      // A try of own words has theirs.
      ...(kind === 'template_test' ? ['subject', 'why'] : ['subject', 'heading', 'body', 'why']).map(
        (part) => `mails.${kind}.${part}`,
      ),
      ...(mailKinds[kind].target ? [`mails.${kind}.button`] : []),
    ]);
    expectTexts(locale, 'messages.json', [...keys, ...mailReasons.map((reason) => `mailReasons.${reason}`)]);
  });

  test('every permission, its group and every step of a cabinet have a name', () => {
    const groups = [
      ...new Set(permissions.map((name) => (name.includes('.') ? name.split('.')[0] : 'restriction'))),
    ];
    expectTexts(locale, 'messages.json', [
      ...permissions.map((name) => `permissionTitles.${name}`),
      ...groups.map((group) => `permissionGroups.${group}`),
      ...cabinetSteps.map((step) => `cabinetSteps.${step}`),
    ]);
  });

  test('every reason for which a cabinet may fail is said in words', () => {
    const reasons = [...driverFailures, 'unknown'];
    expectTexts(
      locale,
      'messages.json',
      reasons.map((reason) => `cabinetErrors.${reason}`),
    );
  });

  test('every refusal that the contract names has a sentence', () => {
    const contract = new URL('../../contract/', import.meta.url);
    const sources = readdirSync(contract, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => readFileSync(new URL(file, contract), 'utf8'));
    const keys = sources.flatMap((source) => source.match(/(?<=')validation\.[A-Za-z]+(?=')/g) ?? []);
    expect(keys.length).toBeGreaterThan(20);
    // What only staff can meet is with the panel's texts: customers' pages don't load those.
    const ofStaff = textsOf(locale, 'admin.json');
    expectTexts(
      locale,
      'common.json',
      keys.filter((key) => !ofStaff.has(key)),
    );
  });

  test('to reverse a line is another word than to leave the dialog that asks', () => {
    const textOf = (file: string, key: string) => textsOf(locale, file).get(key)?.forms.get('') ?? '';
    const leave = textOf('common.json', 'actions.cancel').slice(0, -1).toLowerCase();
    expect(leave).not.toBe('');
    for (const key of ['title', 'go', 'short']) {
      expect(textOf('admin.json', `clients.wallet.reverse.${key}`).toLowerCase()).not.toContain(leave);
    }
  });

  describe.each(offerKinds)('the starting text of %s', (kind) => {
    const nobody: Seller = { name: '', code: '', address: '', email: null, phone: null };
    const written = (seller: Partial<Seller>) =>
      startingOffer(kind, { locale, productName: 'Bakery', seller: { ...nobody, ...seller } });

    test('names the product and nothing is left open', () => {
      const { title, body } = written({});
      expect(title).toContain('Bakery');
      expect(body.split('\n\n').length).toBeGreaterThan(5);
      expect(title + body).not.toMatch(/\{\{|\(\)|: [.,]| [.,]|undefined/);
    });

    test('names who sells, and where to turn to', () => {
      const address = 'Gėlių g. 1,\nVilnius';
      const seller = { name: 'UAB Kepykla', code: '305555555', address, email: 'help@kepykla.example' };
      const [start = '', ...points] = written(seller).body.split('\n\n');
      expect(start).toContain(
        `: UAB Kepykla, ${translate(locale, 'front.sellerCode', { code: seller.code })}`,
      );
      expect(start).toContain('Gėlių g. 1, Vilnius.');
      expect(points.filter((point) => point.includes(': help@kepykla.example.'))).toHaveLength(1);
      // Without an email the address is where to write.
      expect(written({ ...seller, email: null }).body.match(/Gėlių g\. 1, Vilnius\./g)).toHaveLength(2);
    });
  });
});

test('the starting texts have the day of their last change', () => {
  const texts = offerKinds.map((kind) =>
    createHash('sha256')
      .update(JSON.stringify(locales.map((locale) => readStartingOffer(kind, locale))))
      .digest('hex')
      .slice(0, 12),
  );
  // Other words have another day in `startingOfferDays`, and then another sum here.
  expect([startingOfferDays, ...texts]).toEqual([
    { terms: '2026-11-29', privacy: '2026-11-29' },
    'b1c415a9cd7f',
    '7d0290fb9f19',
  ]);
});

test.each([
  {
    root: 'src',
    file: /\.tsx?$/,
    call: /\bt\(\s*(?:[^'`()]+ \? )?'([^']+)'(?: : '([^']+)')?/g,
    of: webNamespaces,
  },
  {
    root: 'server',
    file: /\.tsx?$/,
    call: /\btranslate\([\w.]+,\s*'([^']+)'/g,
    of: ['messages.json', 'common.json'],
  },
])('every key that $root/ names has a text', ({ root, file, call, of }) => {
  const base = new URL(`../../${root}/`, import.meta.url);
  const sources = readdirSync(base, { recursive: true })
    .map(String)
    .filter((name) => file.test(name));
  const named = sources.flatMap((name) =>
    [...readFileSync(new URL(name, base), 'utf8').matchAll(call)].flatMap(([, ...keys]) =>
      keys.filter((key) => key !== undefined).map((key) => ({ name, key })),
    ),
  );
  expect(named.length).toBeGreaterThan(5);
  const missing = named.filter(({ key }) => !of.some((namespace) => textsOf('uk', namespace).has(key)));
  expect(missing).toEqual([]);
});

function expectTexts(locale: Locale, file: string, keys: string[]): void {
  expect(keys.filter((key) => !textsOf(locale, file).has(key))).toEqual([]);
}

function textsOf(locale: Locale, file: string): Texts {
  return catalogues.get(file)?.get(locale) ?? new Map();
}

function valuesIn(locale: Locale, file: string, key: string): string {
  const texts = [...(textsOf(locale, file).get(key)?.forms.values() ?? [])];
  const names = texts.flatMap((text) => [...text.matchAll(/\{\{-?\s*([\w.]+)/g)].map((match) => match[1]));
  return [...new Set(names)].sort().join();
}

function read(locale: Locale, file: string): Texts {
  const texts: Texts = new Map();
  if (!readdirSync(new URL(locale, folder)).includes(file)) return texts;
  const flat = [...flatten(JSON.parse(readFileSync(new URL(`${locale}/${file}`, folder), 'utf8')))];
  const plurals = new Set(
    flat.filter(([key]) => key.endsWith('_other')).map(([key]) => key.replace(pluralSuffix, '')),
  );
  for (const [key, text] of flat) {
    const base = key.replace(pluralSuffix, '');
    const isPlural = plurals.has(base) && base !== key;
    const entry = texts.get(isPlural ? base : key) ?? { forms: new Map() };
    entry.forms.set(isPlural ? key.slice(base.length + 1) : '', text);
    texts.set(isPlural ? base : key, entry);
  }
  return texts;
}

function* flatten(value: unknown, path: string[] = []): Generator<[string, string]> {
  if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) yield* flatten(inner, [...path, key]);
  } else {
    yield [path.join('.'), String(value)];
  }
}

test('a refusal that only the server names is with the server’s texts, which no page loads', () => {
  const named = (root: string) => {
    const base = new URL(`../../${root}/`, import.meta.url);
    return readdirSync(base, { recursive: true })
      .map(String)
      .filter((name) => /\.tsx?$/.test(name))
      .flatMap((name) => readFileSync(new URL(name, base), 'utf8').match(/validation\.[A-Za-z]+/g) ?? []);
  };
  const inPages = new Set([...named('contract'), ...named('src')]);
  const shared = textsOf('en', 'common.json');
  expect(new Set(named('server').filter((key) => shared.has(key) && !inPages.has(key)))).toEqual(new Set());
});
