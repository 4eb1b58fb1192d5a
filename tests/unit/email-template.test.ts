import { describe, expect, it, test } from 'vitest';
import { palettes } from '#contract/company/theme.ts';
import { type EmailKind, emailKinds } from '#contract/entities/email.ts';
import { locales } from '#contract/kernel/variants.ts';
import { mailContent, type MailSender } from '#server/mail/mail-content.ts';
import { mailHtml } from '#server/mail/mail-html.ts';
import { mailKinds, type MailKind } from '#server/mail/mail-kinds.ts';
import { mailPlainText } from '#server/mail/mail-plain-text.ts';
import { builtInTemplate } from '#server/mail/templates/built-in-template.ts';
import { faultsOf } from '#server/mail/templates/check-template.ts';
import { mayHaveOwn } from '#server/mail/templates/own-words.ts';
import { sampleMail } from '#server/mail/templates/sample-values.ts';
import { templateOf } from '#server/kernel/messages.ts';

const sender: MailSender = {
  product: 'Bakery',
  currency: 'UAH',
  timeZone: 'Europe/Kyiv',
  publicUrl: 'https://panel.example',
  supportEmail: 'help@example.com',
  supportPhone: null,
  brand: { palettes, logo: null, markUrl: null, footer: null },
  seller: { name: '', address: '' },
  signature: null,
};
const kinds = emailKinds.filter(mayHaveOwn);

const contentOf = (kind: EmailKind, body: string, data: Record<string, string | number | null> = {}) => {
  const sample = sampleMail(kind, 'en');
  const words = { subject: 'Hello', body };
  return mailContent({ ...sample, data: { ...sample.data, ...data } }, sender, {
    token: 'abc',
    words,
  });
};
const textOf = (...given: Parameters<typeof contentOf>) => mailPlainText(contentOf(...given));

describe.each(locales)('the built-in texts in %s', (locale) => {
  it.each(kinds)('could be saved as they are: %s', (kind) => {
    expect(faultsOf(kind, builtInTemplate(kind, locale))).toEqual({});
  });

  it.each(kinds)('have an example for every variable: %s', (kind) => {
    const words = builtInTemplate(kind, locale);
    const content = mailContent(sampleMail(kind, locale), sender, {
      token: 'abc',
      words,
    });
    const paragraphs = words.body.split('\n\n').filter((part) => !part.startsWith('|'));
    expect(content.blocks.filter(({ type }) => type !== 'rows')).toHaveLength(
      // The time of a link is added.
      paragraphs.length + (sampleMail(kind, locale).linkSeconds === null ? 0 : 1),
    );
  });
});

it('the number of a document stays in one line', async () => {
  const html = await mailHtml(mailContent(sampleMail('proforma_issued', 'de'), sender, { token: 'abc' }));
  expect(html).toContain('Die Proformarechnung <span style="white-space:nowrap">PF-2027-000123</span> über');
});

describe('the examples', () => {
  const value = (kind: EmailKind, name: string) => Number(sampleMail(kind, 'en').data[name]);

  it('have sums that fit one another', () => {
    const receipt = (name: string) => value('top_up_receipt', name);
    expect(receipt('before') + receipt('amount') + receipt('charged')).toBe(receipt('balance'));
    expect(receipt('next') - receipt('balance')).toBe(receipt('lacking'));
    for (const kind of ['trial_ending', 'payment_reminder', 'payment_due'] as const) {
      const sum = value(kind, 'sum');
      expect([sum + value(kind, 'discount'), sum - value(kind, 'amount')]).toEqual([49_900, 10_000]);
    }
    for (const kind of ['trial_ending', 'payment_reminder'] as const)
      expect(value(kind, 'rest')).toBe(value(kind, 'amount'));
    const changed = (name: string) => value('tariff_changed', name);
    expect(changed('amount') - changed('discount')).toBe(changed('charge'));
    expect(changed('sum') - changed('balance')).toBe(changed('missing'));
    for (const kind of ['price_announced', 'price_withdrawn'] as const)
      expect(value(kind, 'amount') - value(kind, 'discount')).toBe(value(kind, 'sum'));
    const given = (name: string) => value('discount_given', name);
    expect(given('price') - given('off')).toBe(given('sum'));
    expect((given('price') * given('percent')) / 100).toBe(given('off'));
    expect(value('bonus_given', 'balance')).toBeGreaterThan(value('bonus_given', 'amount'));
    for (const kind of ['turnover_exceeded', 'goods_exceeded', 'limit_exceeded'] as const)
      expect(value(kind, 'used')).toBeGreaterThan(value(kind, 'limit'));
  });

  it('say how long a link is valid as the emails do', () => {
    const lives = kinds.map((kind) => [kind, sampleMail(kind, 'en').linkSeconds]);
    expect(Object.fromEntries(lives.filter(([, seconds]) => seconds !== null))).toEqual({
      confirm: 86_400,
      confirm_new_email: 86_400,
      address_asked: 3 * 86_400,
      reset: 3600,
      member_invitation: 7 * 86_400,
      client_invitation: 7 * 86_400,
    });
  });
});

it.each(emailKinds)('leaves a paragraph of %s out by a value that is in it', (kind) => {
  const { onlyWith = {}, sentences = [] }: MailKind = mailKinds[kind];
  for (const locale of locales) {
    for (const [part, value] of Object.entries(onlyWith)) {
      if (sentences.includes(part)) continue;
      expect(templateOf(locale, `mails.${kind}.${part}`)).toContain(`{{${value}}}`);
    }
  }
});

test.each([
  ['Hi {{nobody}}', 'validation.templateVariable', 1],
  ['One\n\ntwo {{password_hash}}', 'validation.templateVariable', 3],
  ['One\n\n<b>two</b>', 'validation.templateHtml', 3],
  ['One\n\n<script>alert(1)</script>', 'validation.templateHtml', 3],
  ['One <!-- two -->', 'validation.templateHtml', 1],
  ['- one\n- <i>two</i>', 'validation.templateHtml', 2],
  ['{{name', 'validation.templateBraces', 1],
  ['name}}', 'validation.templateBraces', 1],
  ['[here](javascript:alert)', 'validation.templateAddress', 1],
  ['One [here](data:text/html,x) two', 'validation.templateAddress', 1],
  ['[here](https://example.com/{{name}})', 'validation.templateAddress', 1],
  ['![a](https://example.com/a.png)', 'validation.templateForm', 1],
  ['One\n\n    code', 'validation.templateForm', 3],
  ['- one\n  - two', 'validation.templateForm', 2],
  ['| a | b | c |\n| - | - | - |', 'validation.templateTable', 1],
])('refuses %j and names its line', (body, key, line) => {
  const { body: faults = [] } = faultsOf('welcome', { subject: 'Hello', body });
  expect(faults.map((fault) => [fault.key, fault.params?.['line']])).toContainEqual([key, line]);
});

test('refuses a subject with what only a text can have, and an email without the link it is for', () => {
  const faultKeys = (kind: EmailKind, subject: string, body: string) =>
    Object.entries(faultsOf(kind, { subject, body })).map(([field, [fault]]) => [field, fault?.key]);
  expect(faultKeys('reset', 'See {{link}}', '[Go]({{link}})')).toEqual([
    ['subject', 'validation.templateVariable'],
  ]);
  expect(faultKeys('reset', 'Hello', 'No way')).toEqual([['body', 'validation.templateLink']]);
  expect(faultKeys('welcome', 'Hello {{name}}', 'No way')).toEqual([]);
});

test.each(['>', '- ', '[', '*a', '`', '{{', '|', '<', '_a_ ', '![', '1. '])(
  'reads ten thousand signs of %j without a fall',
  (sign) => {
    const body = sign.repeat(10_000 / sign.length);
    expect(() => faultsOf('welcome', { subject: 'Hello', body })).not.toThrow();
  },
);

test('never reads a value as Markdown or HTML', async () => {
  const name = '**[click](https://evil.example)** <b>x</b> {{product}}';
  const content = contentOf('welcome', 'Hello {{name}}, this is {{product}} for you.', { name });
  expect(mailPlainText(content)).toContain(`Hello ${name}, this is Bakery for you.`);
  const html = await mailHtml(content);
  expect(html).not.toContain('href="https://evil.example"');
  expect(html).not.toContain('<b>');
});

test('leaves out a paragraph, a row and a list item whose variable has no value', () => {
  const body =
    'Due {{date}}.\n\n| | |\n| - | - |\n| Sum | {{sum}} |\n| Off | {{discount}} |\n\n- {{discount}}\n- kept';
  const text = textOf('payment_reminder', body, {
    date: null,
    discount: 0,
    sum: 0,
  });
  expect(text).not.toContain('Due');
  expect(text).not.toContain('Off');
  expect(text).toContain('- kept');
});

test('makes headings, lists, notes, lines, links and a button', async () => {
  const body =
    '# One\n\nSome **bold** and *slanted* [words](https://example.com).\n\n## Two\n\n1. first\n2. second\n\n---\n\n[Go]({{link}})\n\n> small';
  const content = contentOf('reset', body);
  expect(content.blocks.map(({ type }) => type)).toEqual([
    'heading',
    'paragraph',
    'heading',
    'list',
    'line',
    'button',
    'note',
    'note',
  ]);
  const html = await mailHtml(content);
  expect(html).toContain('<strong>bold</strong>');
  expect(html).toContain('href="https://example.com"');
  expect(mailPlainText(content)).toContain('words (https://example.com)');
  expect(mailPlainText(content)).toContain('Go:\nhttps://panel.example/reset#hash=abc\n');
});

test('has one point where a date ends with its own', () => {
  const data = { date: '2027-03-14T10:00:00.000Z' };
  const mail = { ...sampleMail('proforma_issued', 'uk'), data };
  const words = { subject: '-', body: 'До **{{date}}**.' };
  expect(mailPlainText(mailContent(mail, sender, { token: '', words }))).toContain(
    'До 14\u00a0березня\u00a02027\u00a0р.\n',
  );
});
