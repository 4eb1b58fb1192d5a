import { createTransport } from 'nodemailer';
import { describe, expect, test } from 'vitest';
import { palettes } from '#contract/company/theme.ts';
import { type EmailKind, emailKinds as allKinds } from '#contract/entities/email.ts';
import { type Locale, locales } from '#contract/kernel/variants.ts';
import { mailContent, type MailContent, type MailSender, targetUrl } from '#server/mail/mail-content.ts';
import { mailHtml } from '#server/mail/mail-html.ts';
import { linkOfKind, type MailKind, mailKinds } from '#server/mail/mail-kinds.ts';
import { mailPlainText } from '#server/mail/mail-plain-text.ts';
import { maxTries, secondsToNextTry } from '#server/mail/mail-retry.ts';
import { messageOf, senderOf, shownSender } from '#server/mail/mail-transport.ts';
import { textOf } from '#server/mail/templates/mail-blocks.ts';
import { copyUntil } from '#server/subscriptions/lifecycle/lifecycle-messages.ts';
import { translate } from '#server/kernel/messages.ts';
import { parseMessage } from '#tests/support/files/mime-message.ts';

const sender: MailSender = {
  product: 'Bakery & Co',
  currency: 'UAH',
  timeZone: 'Europe/Kyiv',
  publicUrl: 'https://panel.example',
  supportEmail: null,
  supportPhone: null,
  brand: { palettes, logo: null, markUrl: 'https://panel.example/bakery.png', footer: null },
  seller: { name: '', address: '' },
  signature: null,
};
const token = 'abc_DEF-123';
/** A try of own words has no text of its own. */
const emailKinds = allKinds.filter((kind) => kind !== 'template_test');
const data = {
  name: 'Olena',
  email: 'new@example.com',
  cabinet_url: 'https://sad.example',
  left: 3,
  passkey: 'Laptop',
  device: 'Firefox · Linux',
  address: '203.0.113.7',
  amount: 49_900,
  rest: 49_900,
  paid: 'PF-2026-000001',
  part: 'PF-2026-000002',
  before: 10_000,
  charged: -49_900,
  paid_until: '2027-04-14T10:30:00.000Z',
  suspended_on: '2027-03-19T10:30:00.000Z',
  kept_until: '2027-06-17T10:30:00.000Z',
  first: 49_900,
  next: 49_900,
  lacking: 49_900,
  monthly: 39_900,
  yearly: null,
  free_until: '2027-04-14T10:30:00.000Z',
  balance: -100,
  metric: 'Bookings',
  unit: 'count',
  used: 120_000,
  limit: 100_000,
  days: 3,
  tariff: 'Shop',
  pays_monthly: 1,
  pays_yearly: null,
  topic: 'Works on Sunday',
  words: 'We are closed.',
  view: 'Trials ending',
  path: '/admin-panel/clients?view=1',
  rows: '17',
  file: 'clients-2026-11-30.csv',
  domain: 'kasa.sad.example',
  why: 'no_record',
  bare: 'yes',
  large: 'yes',
  broken: 'yes',
  by: 'Iryna',
  inviter: 'Iryna',
  member: 'Iryna',
  company: 'Bakery',
  role: 'billing',
  client: 'Sad',
  number: 'ACT-2026-000123',
  failure: 'declined',
  card: '4242',
  charged_on: '2027-03-13T10:30:00.000Z',
  trial_ends: '2027-03-14T10:30:00.000Z',
  renews_on: null,
  expiry: '12/2026',
  date: '2027-03-14T10:30:00.000Z',
  next_date: '2027-03-14T10:30:00.000Z',
  percent: 20,
  off: 5000,
  periods: 3,
  price: 49_900,
  sum: 39_900,
  discount: 10_000,
  refund: 1000,
  charge: 39_900,
  missing: 39_900,
  ask_by: '2027-03-14T10:30:00.000Z',
};

function contentOf(
  kind: EmailKind,
  locale: Locale,
  changes: { name?: string; sender?: Partial<MailSender> } = {},
) {
  const mail = {
    kind,
    locale,
    data: { ...data, ...(changes.name && { name: changes.name }) },
    toStaff: mailKinds[kind].audience === 'staff',
    linkSeconds: linkOfKind(kind) ? 86_400 : null,
  };
  return mailContent(mail, { ...sender, ...changes.sender }, { token });
}

function saidIn({ blocks }: MailContent, type: 'paragraph' | 'note'): string[] {
  return blocks.flatMap((block) => (block.type === type && 'runs' in block ? [textOf(block.runs)] : []));
}

/** Without the greeting. */
const paragraphsOf = (content: MailContent) => saidIn(content, 'paragraph').slice(1);

const buttonOf = ({ blocks }: MailContent) => blocks.find((block) => block.type === 'button');

const sumsOf = ({ blocks }: MailContent) =>
  blocks.flatMap((block) => (block.type === 'rows' ? block.rows.map(({ value }) => textOf(value)) : []));

describe.each(locales)('in %s', (locale) => {
  test.each(emailKinds)('%s is complete as HTML and as text', async (kind) => {
    const content = contentOf(kind, locale);
    const text = mailPlainText(content);
    const html = await mailHtml(content);
    for (const words of [content.subject, text, html]) {
      expect(words).not.toMatch(/\{\{|mails\.|mailFrame\.|undefined|\bnull\b/);
      // A date with a point at its end needs no second one.
      expect(words).not.toMatch(/[^.]\.\.(?!\.)/);
    }
    expect(html).toContain(`lang="${locale}"`);
    expect(html).toContain('Bakery &amp; Co');
    const button = buttonOf(content);
    expect(Boolean(button)).toBe(mailKinds[kind].target !== null);
    if (!button) return;
    expect(text).toContain(`\n${button.href}\n`);
    expect(html).toContain(`href="${button.href.replaceAll('&', '&amp;')}"`);
  });
});

test('leads to the pages that the design names', () => {
  const account = 'https://panel.example/account';
  const wallet = `${account}/wallet`;
  const urls = Object.fromEntries(emailKinds.map((kind) => [kind, buttonOf(contentOf(kind, 'en'))?.href]));
  expect(urls).toEqual({
    confirm: `https://panel.example/confirm-registration/${token}`,
    confirm_new_email: `https://panel.example/confirm-address#hash=${token}`,
    address_asked: `https://panel.example/refuse-address#hash=${token}`,
    email_changed: undefined,
    welcome: 'https://panel.example/client/login',
    cabinet_ready: 'https://sad.example',
    cabinet_address: 'https://sad.example',
    domain_active: 'https://sad.example',
    domain_failed: 'https://sad.example',
    reset: `https://panel.example/reset#hash=${token}`,
    password_changed: 'https://panel.example/forgot-password',
    session_stolen: 'https://panel.example/forgot-password',
    failed_logins: 'https://panel.example/forgot-password',
    new_device: 'https://panel.example/forgot-password',
    already_registered: 'https://panel.example/client/login',
    member_invitation: `https://panel.example/invitation#hash=${token}`,
    member_joined: `${account}/members`,
    client_invitation: `https://panel.example/reset#hash=${token}`,
    top_up_receipt: wallet,
    payment_failed: wallet,
    auto_top_up_failed: wallet,
    auto_top_up_off: wallet,
    card_expiring: wallet,
    money_returned: wallet,
    refund_failed: 'https://panel.example/admin-panel/money/payments',
    alarms_raised: 'https://panel.example/admin-panel',
    announcement: undefined,
    view_mailed: 'https://panel.example/admin-panel/clients?view=1',
    bonus_given: wallet,
    balance_corrected: wallet,
    proforma_issued: 'https://panel.example/account/wallet',
    trial_ending: wallet,
    card_payment_ahead: wallet,
    payment_reminder: wallet,
    payment_due: wallet,
    access_blocked: wallet,
    access_stopped: 'https://panel.example/client/login',
    access_resumed: 'https://panel.example/client/login',
    deletion_warning: wallet,
    data_deleted: wallet,
    closing_asked: `${account}/security`,
    erasure_asked: `${account}/security`,
    closing_taken_back: account,
    account_closed: undefined,
    data_erased: undefined,
    export_ready: `${account}/security`,
    tariff_changed: wallet,
    price_announced: account,
    price_withdrawn: account,
    discount_given: account,
    discount_ended: account,
    turnover_exceeded: account,
    goods_exceeded: account,
    limit_exceeded: account,
    staff_invitation: `https://panel.example/set-up/${token}`,
    staff_reset: `https://panel.example/reset?for=staff#hash=${token}`,
    confirm_staff_email: `https://panel.example/confirm-address?for=staff#hash=${token}`,
    staff_address_asked: `https://panel.example/refuse-address?for=staff#hash=${token}`,
    two_factor_on: 'https://panel.example/forgot-password?for=staff',
    two_factor_off: 'https://panel.example/forgot-password?for=staff',
    two_factor_reset: 'https://panel.example/forgot-password?for=staff',
    recovery_code_used: 'https://panel.example/admin-panel/account',
    own_two_factor_on: 'https://panel.example/forgot-password',
    own_two_factor_off: 'https://panel.example/forgot-password',
    own_two_factor_reset: 'https://panel.example/forgot-password',
    own_recovery_code_used: `${account}/security`,
    passkey_added: 'https://panel.example/admin-panel/account',
    passkey_removed: 'https://panel.example/admin-panel/account',
    own_passkey_added: `${account}/security`,
    own_passkey_removed: `${account}/security`,
    document_issued: 'https://panel.example/account/wallet',
    document_copy: undefined,
    webhook_off: 'https://panel.example/admin-panel/settings/webhooks',
    company_changed: 'https://panel.example/admin-panel/settings/general?group=company',
  });
});

test('leads from a changed tariff to the balance only while money is missing', () => {
  const mail = { kind: 'tariff_changed', locale: 'en', toStaff: false, linkSeconds: null } as const;
  const buttonWith = (missing: number | null) =>
    buttonOf(mailContent({ ...mail, data: { ...data, missing } }, sender, { token }));
  const account = 'https://panel.example/account';
  expect(buttonWith(100)).toMatchObject({ href: `${account}/wallet`, runs: [{ text: 'Top up' }] });
  for (const missing of [0, null])
    expect(buttonWith(missing)).toMatchObject({ href: account, runs: [{ text: 'See my plan' }] });
});

test.each(['tariff_changed', 'price_announced', 'price_withdrawn'] as const)(
  'says of a price how often it is paid, as a paragraph or a row: %s',
  (kind) => {
    const saidOf = (prices: object) =>
      mailPlainText(
        mailContent(
          { kind, locale: 'en', data: { ...data, ...prices }, toStaff: false, linkSeconds: null },
          sender,
          { token },
        ),
      );
    expect(saidOf({ monthly: 49_900, yearly: null })).toMatch(/₴499\.00 a month\.|Price a month: ₴499\.00/);
    expect(saidOf({ monthly: null, yearly: 500_000 })).toMatch(
      /₴5,000\.00 a year\.|Price a year: ₴5,000\.00/,
    );
    // A plan may become free, and that is news.
    expect(saidOf({ monthly: 0, yearly: null })).toMatch(/₴0\.00 a month\.|Price a month: ₴0\.00/);
  },
);

test('says of another plan that it is paid by the month instead of by the year', () => {
  const mail = { kind: 'tariff_changed', locale: 'en', toStaff: false, linkSeconds: null } as const;
  const textOf = (pays: Record<'pays_monthly' | 'pays_yearly', 1 | null>) =>
    mailPlainText(mailContent({ ...mail, data: { ...data, ...pays } }, sender, { token }));
  expect(textOf({ pays_monthly: 1, pays_yearly: null })).toContain('You will pay monthly instead of yearly.');
  expect(textOf({ pays_monthly: null, pays_yearly: 1 })).toContain('You will pay yearly instead of monthly.');
  expect(textOf({ pays_monthly: null, pays_yearly: null })).not.toContain('instead of');
});

test('names the proforma of a reminder only where there is one', () => {
  const mail = { kind: 'payment_reminder', locale: 'en', toStaff: false, linkSeconds: null } as const;
  const wordsOf = (number: string | null) =>
    saidIn(mailContent({ ...mail, data: { ...data, number } }, sender, { token }), 'note').join('\n');
  expect(wordsOf('PF-2026-000007')).toMatch(/invoice PF-2026-000007 for ₴499\.00/);
  expect(wordsOf(null)).not.toContain('Proforma');
});

test('has a receipt that adds up, as a table and as text', async () => {
  const mail = { kind: 'top_up_receipt', locale: 'en', toStaff: false, linkSeconds: null } as const;
  const receipt = (facts: object) =>
    mailContent(
      {
        ...mail,
        data: { ...data, before: null, first: null, lacking: null, ...facts },
      },
      sender,
      { token },
    );
  const paid = receipt({ amount: 60_000, charged: -49_900, balance: 10_100 });
  expect(mailPlainText(paid)).toContain(
    'Added: ₴600.00\nPaid for your plan until 14\u00a0April\u00a02027: −₴499.00\nBalance now: ₴101.00\n',
  );
  expect(paragraphsOf(paid).at(-1)).toBe(
    'The next charge for your plan is ₴499.00 on 14\u00a0March\u00a02027.',
  );
  expect(await mailHtml(paid)).toMatch(/Balance now<\/td><td[^>]*>₴101\.00/);
  const kept = receipt({
    before: 5_000,
    amount: 10_000,
    charged: null,
    balance: 15_000,
    next: null,
    lacking: 34_900,
  });
  expect(sumsOf(kept)).toEqual(['₴50.00', '₴100.00', '₴150.00']);
  expect(paragraphsOf(kept).at(-1)).toContain('still need ₴349.00');
  const inTrial = receipt({ charged: null, first: 49_900, next: null });
  expect(paragraphsOf(inTrial).at(-1)).toContain(
    'The first payment for your plan is ₴499.00 on 14\u00a0March\u00a02027',
  );
});

test('names who can say why a cabinet was suspended by hand, where somebody can be reached', () => {
  const supportEmail = 'help@example.com';
  const ask = 'Support will tell you why: help@example.com.';
  expect(paragraphsOf(contentOf('access_stopped', 'en', { sender: { supportEmail } }))).toContain(ask);
  expect(paragraphsOf(contentOf('access_stopped', 'en')).join()).not.toContain('Support');
});

test('tells whose data was deleted how it comes back, and only what is true', () => {
  const mail = { kind: 'data_deleted', locale: 'en', toStaff: false, linkSeconds: null } as const;
  const wordsOf = (...until: Parameters<typeof copyUntil>) =>
    paragraphsOf(mailContent({ ...mail, data: { ...data, ...copyUntil(...until) } }, sender, { token })).join(
      ' ',
    );
  const { date } = data;
  expect(wordsOf(date, null)).toMatch(/14\u00a0March\u00a02027.*comes back with its data/);
  expect(wordsOf(null, date)).toMatch(/14\u00a0March\u00a02027.*contact support before you top up/);
  // Also the first sentence, which is shown beside the subject.
  expect(wordsOf(date, null) + wordsOf(null, date)).not.toMatch(/deleted|no copy/);
  expect(wordsOf(null, null)).toMatch(/data has been deleted, and there is no copy/);
  expect(wordsOf(null, null)).not.toMatch(/keep a copy|comes back/);
});

test('sends staff whose password was changed to their own recovery page', () => {
  const mail = { kind: 'password_changed', data, toStaff: true } as const;
  expect(targetUrl(mail, sender, token)).toBe('https://panel.example/forgot-password?for=staff');
});

test('escapes a name that looks like markup', async () => {
  const client = '<img src=x onerror=alert(1)>';
  const mail = { kind: 'refund_failed', locale: 'en', toStaff: true, linkSeconds: null } as const;
  const html = await mailHtml(mailContent({ ...mail, data: { ...data, client } }, sender, { token }));
  expect(html).not.toContain('<img src=x');
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;');
});

test.each([
  ['uk', 'Добрий день! Пишемо щодо облікового запису: Olena.'],
  ['ru', 'Здравствуйте, Olena!'],
  ['en', 'Hello, Olena!'],
  ['lt', 'Laba diena! Rašome dėl šios paskyros: Olena.'],
  ['de', 'Guten Tag, Olena!'],
] as const)('greets by name in %s without a vocative', (locale, greeting) => {
  const content = contentOf('payment_due', locale);
  expect(saidIn(content, 'paragraph')[0]).toBe(greeting);
  expect(content.preheader).toBe(saidIn(content, 'paragraph')[1]);
  expect(saidIn(contentOf('reset', locale), 'paragraph')[0]).not.toContain('Olena');
});

test.each([
  ['en', 'Hello, Olena! This is about Bakery LLC.'],
  ['uk', 'Добрий день! Пишемо щодо облікового запису: Bakery LLC (одержувач листа: Olena).'],
] as const)('greets the reader of an email about a company in %s', (locale, greeting) => {
  const mail = { kind: 'payment_due', locale, toStaff: false, linkSeconds: null } as const;
  const greetingFor = (reader: string) => {
    const named = { ...data, name: 'Bakery LLC', reader };
    return saidIn(mailContent({ ...mail, data: named }, sender, { token }), 'paragraph')[0];
  };
  expect(greetingFor('Olena')).toBe(greeting);
  // A link is nobody's name.
  expect(greetingFor('win at www.spam.example')).not.toContain('spam');
});

test.each([
  'password_changed',
  'email_changed',
  'new_device',
  'session_stolen',
  'own_two_factor_on',
  'own_passkey_removed',
  'own_recovery_code_used',
] as const)('says when and where, and leaves out what nobody knows: %s', (kind) => {
  const mail = { kind, locale: 'en', toStaff: false, linkSeconds: null } as const;
  const factsOf = (known: object) =>
    mailPlainText(mailContent({ ...mail, data: { ...data, ...known } }, sender, { token }));
  const moment = 'When: 14\u00a0March\u00a02027\u00a0at\u00a012:30 (Kyiv time)';
  expect(factsOf({})).toContain(`${moment}\nDevice: Firefox · Linux\nIP address: 203.0.113.7\n`);
  const bare = factsOf({ device: null, address: null });
  expect(bare).toContain(`${moment}\n\n`);
  expect(bare).not.toMatch(/Device|IP address/);
});

test.each([
  ['uk', 'Europe/Kyiv', 'за київським часом'],
  ['ru', 'Europe/Kyiv', 'по киевскому времени'],
  ['en', 'Europe/Kiev', 'Kyiv time'],
  ['lt', 'Europe/Vilnius', 'Vilniaus laiku'],
  ['de', 'Europe/Vilnius', 'Zeit in Vilnius'],
  ['en', 'Europe/Riga', 'GMT+2'],
] as const)('names in %s the zone %s as people do', (locale, timeZone, words) => {
  const content = contentOf('failed_logins', locale, { sender: { timeZone } });
  expect(mailPlainText(content)).toContain(`12:30 (${words})`);
});

test('says when somebody failed to sign in', () => {
  expect(mailPlainText(contentOf('failed_logins', 'en'))).toMatch(
    /When: 14.March.2027.at.12:30 \(Kyiv time\)\n/,
  );
});

test.each(['owner', 'admin', 'billing', 'member'] as const)(
  'an invitation says what the role may: %s',
  (role) => {
    const mail = { kind: 'member_invitation', toStaff: false, linkSeconds: null } as const;
    for (const locale of locales) {
      const content = mailContent({ ...mail, locale, data: { ...data, role } }, sender, { token });
      expect(sumsOf(content)).toContain(
        `${translate(locale, `memberRoles.${role}`)} (${translate(locale, `memberMay.${role}`)})`,
      );
    }
  },
);

test('an invitation names who invites once, where a sole trader is the company', () => {
  const mail = { kind: 'member_invitation', locale: 'en', toStaff: false, linkSeconds: null } as const;
  const textOf = (inviter: string | null) =>
    mailPlainText(
      mailContent({ ...mail, data: { ...data, company: 'Iryna', by: 'Iryna', inviter } }, sender, { token }),
    );
  expect(textOf('Iryna')).toContain('Invited by: Iryna');
  expect(textOf(null)).not.toContain('Invited by');
});

test.each(emailKinds)('writes no address as a name, which may be a stranger’s words: %s', async (kind) => {
  const content = contentOf(kind, 'en', { name: 'Win at http://spam.example' });
  expect(mailPlainText(content)).not.toContain('spam.example');
  expect(await mailHtml(content)).not.toContain('spam.example');
});

test('shows the logo, for the name’s sake without words of its own, and does without it', async () => {
  const shown = await mailHtml(contentOf('reset', 'en'));
  expect(shown).toMatch(/<img[^>]* src="https:\/\/panel\.example\/bakery\.png"[^>]*>/);
  expect(shown).toMatch(/<img[^>]* alt=""/);
  expect(
    await mailHtml(
      contentOf('reset', 'en', {
        sender: { brand: { ...sender.brand, markUrl: null } },
      }),
    ),
  ).not.toContain('<img');
});

test.each(emailKinds)('begins %s with what matters, for the line beside the subject', async (kind) => {
  const content = contentOf(kind, 'uk');
  expect(content.preheader).toBe(paragraphsOf(content)[0]);
  const inbox = (await mailHtml(content)).replace(/^.*<body[^>]*>/s, '').replace(/<[^>]+>/g, '');
  // Nothing else may follow in the few hundred signs that an inbox shows.
  expect(
    inbox
      .replace(/[\u034f\u200c\u00a0]{200,}.*$/s, '')
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&'),
  ).toBe(content.preheader);
});

test('tells customers who sells, where the operator has said it', () => {
  const seller = { name: 'Bakery LLC', address: 'Kyiv, Sadova 1' };
  expect(mailPlainText(contentOf('reset', 'en', { sender: { seller } }))).toMatch(
    /\nBakery LLC, Kyiv, Sadova 1\n$/,
  );
  expect(mailPlainText(contentOf('reset', 'en'))).toMatch(/not read\.\n$/);
  expect(contentOf('staff_reset', 'en', { sender: { seller } }).footer.join()).not.toContain('Bakery LLC');
});

test('names support and signs where the settings say how', () => {
  const without = mailPlainText(contentOf('reset', 'en'));
  expect(without).toContain('replies to it are not read');

  const settings = {
    supportEmail: 'help@example.com',
    supportPhone: '+380 44 000 00 00',
    signature: 'The team',
  };
  const text = mailPlainText(contentOf('reset', 'en', { sender: settings }));
  expect(text).toContain('Support: help@example.com, +380\u00a044\u00a0000\u00a000\u00a000');
  expect(text).toContain('\nThe team\n');
  expect(text).not.toContain('replies to it are not read');
});

test.each([
  ['uk', 3600, 'Посилання діє 1 годину'],
  ['uk', 86_400, 'Посилання діє 24 години'],
  ['uk', 604_800, 'Посилання діє 7 днів'],
  ['lt', 86_400, 'Nuoroda galioja 24 valandas'],
  ['lt', 3600, 'Nuoroda galioja 1 valandą'],
  ['de', 604_800, 'Der Link gilt 7 Tage'],
] as const)('says in %s how long a link of %i seconds works', (locale, linkSeconds, words) => {
  const mail = { kind: 'reset', locale, data, toStaff: false, linkSeconds } as const;
  expect(saidIn(mailContent(mail, sender, { token }), 'note')[0]).toContain(words);
});

test.each([
  ['uk', 'Поповніть баланс щонайменше на 499,00\u00a0₴', '14 березня 2027 р.', 'через 3 дні'],
  ['en', 'Top up at least ₴499.00', '14 March 2027', 'in 3 days'],
  ['ru', 'Пополните баланс не менее чем на 499,00\u00a0₴', '14 марта 2027', 'через 3 дня'],
  ['lt', 'Papildykite likutį bent 499,00\u00a0₴', '2027 m. kovo 14 d.', 'po 3 dienų'],
  ['de', 'mindestens 499,00\u00a0₴', '14. März 2027', 'in 3 Tagen'],
] as const)(
  'says in %s what to pay and by when, as that language writes it',
  (locale, sum, moment, inDays) => {
    const content = contentOf('payment_reminder', locale);
    const text = mailPlainText(content);
    expect(text.replace(/\s+/g, (space) => (space.includes('\u00a0') ? '\u00a0' : ' '))).toContain(sum);
    expect(text.replace(/\s+/g, ' ')).toContain(moment);
    expect(content.subject).toContain(inDays);
  },
);

/** The hour is said of what happened, because it tells whether it was oneself, and of a file that waits for a day. */
const withAnHour = ({ moments = [] }: MailKind) => moments.length > 0;

test.each(emailKinds.filter((kind) => !withAnHour(mailKinds[kind])))(
  'asks and tells %s by the day, never by the hour',
  (kind) => {
    for (const locale of locales) expect(mailPlainText(contentOf(kind, locale))).not.toMatch(/\d:\d\d/);
  },
);

test.each([
  ['uk', 0, 'закінчується сьогодні, 14 березня 2027 р.'],
  ['uk', 1, 'закінчується завтра, 14 березня 2027 р.'],
  ['ru', 0, 'заканчивается сегодня, 14 марта 2027 г.'],
  ['en', 0, 'ends today, on 14 March 2027.'],
  ['en', 1, 'ends tomorrow, on 14 March 2027.'],
  ['lt', 0, 'baigsis šiandien, 2027 m. kovo 14 d.'],
  ['de', 0, 'endet heute, am 14. März 2027.'],
] as const)('says in %s that an end %i days off is near, with its date', (locale, days, words) => {
  for (const kind of ['trial_ending', 'payment_reminder'] as const) {
    const mail = { kind, locale, data: { ...data, days }, toStaff: false, linkSeconds: null };
    expect(mailContent(mail, sender, { token }).preheader.replaceAll('\u00a0', ' ')).toContain(words);
  }
});

test.each([
  ['uk', 'Тариф «Shop», 399 ₴ на місяць.'],
  ['ru', 'Тариф «Shop», 399 ₴ в месяц.'],
  ['en', 'Your plan: “Shop”, ₴399 a month.'],
  ['lt', 'Planas „Shop“, 399 ₴ per mėnesį.'],
  ['de', 'Tarif „Shop“, 399 ₴ pro Monat.'],
] as const)('names in %s the plan that a free period ends with, and its price', (locale, words) => {
  const said = (prices: object) => {
    const mail = { kind: 'trial_ending', locale, toStaff: false, linkSeconds: null } as const;
    const content = mailContent({ ...mail, data: { ...data, ...prices } }, sender, { token });
    return paragraphsOf(content).map((text) => text.replaceAll('\u00a0', ' '));
  };
  expect(said({ monthly: 39_900, yearly: null })).toContain(words);
  expect(said({ monthly: null, yearly: null }).join()).not.toContain('Shop');
});

test.each([
  ['uk', '13 березня 2027 р. ми спишемо 499,00 ₴ з вашої картки •• 4242. Нічого робити не потрібно.'],
  ['ru', '13 марта 2027 г. мы спишем 499,00 ₴ с вашей карты •• 4242. Ничего делать не нужно.'],
  ['en', 'On 13 March 2027 we will charge ₴499.00 to your card •• 4242. You don’t need to do anything.'],
  ['lt', '2027 m. kovo 13 d. iš jūsų kortelės •• 4242 nuskaičiuosime 499,00 ₴. Nieko daryti nereikia.'],
  ['de', 'Am 13. März 2027 buchen wir 499,00 ₴ von Ihrer Karte •• 4242 ab. Sie müssen nichts tun.'],
] as const)('says in %s which card pays what and when, and how to stop it', (locale, words) => {
  const said = (dates: object) => {
    const mail = { kind: 'card_payment_ahead', locale, toStaff: false, linkSeconds: null } as const;
    const content = mailContent({ ...mail, data: { ...data, ...dates } }, sender, { token });
    return mailPlainText(content).replaceAll('\u00a0', ' ');
  };
  const trial = said({});
  expect(trial).toContain(words);
  expect(trial).toContain(translate(locale, 'mails.card_payment_ahead.note'));
  // Only one of the two ends is said: of a free period, or of a paid one.
  const renewal = said({ trial_ends: null, renews_on: data.trial_ends });
  const lines = (text: string) => text.split('\n').filter(Boolean);
  expect(lines(renewal)).toHaveLength(lines(trial).length);
  expect(renewal).not.toBe(trial);
});

test.each(['trial_ending', 'payment_reminder'] as const)(
  'has the sum that is asked first in %s, and an invoice of another sum under the button',
  (kind) => {
    const content = contentOf(kind, 'en');
    expect(content.preheader).toMatch(/^Top up at least ₴499\.00 /);
    const types = content.blocks.map(({ type }) => type);
    expect(types.indexOf('note')).toBe(types.indexOf('button') + 1);
    expect(saidIn(content, 'note')).toEqual([expect.stringContaining('ACT-2026-000123 for ₴499.00')]);
  },
);

test('waits longer after each try, and gives up after a day', () => {
  const waits = Array.from({ length: maxTries }, (_, index) => secondsToNextTry(index + 1));
  expect(waits.slice(0, 8)).toEqual([2, 10, 60, 300, 900, 3600, 10_800, 10_800]);
  expect(waits.at(-1)).toBeUndefined();
  const total = waits.reduce<number>((sum, seconds = 0) => sum + seconds, 0);
  expect(total).toBeGreaterThanOrEqual(24 * 3600);
});

test.each([
  ['Tenantry <no-reply@example.com>', { name: 'Tenantry', address: 'no-reply@example.com' }],
  [
    'Bread, Butter & Co <no-reply@example.com>',
    { name: 'Bread, Butter & Co', address: 'no-reply@example.com' },
  ],
  ['"Bread, Butter" <a@example.com>', { name: 'Bread, Butter', address: 'a@example.com' }],
  ['a@example.com', { name: '', address: 'a@example.com' }],
])('reads the sender %s', (mailFrom, parts) => {
  expect(senderOf(mailFrom)).toEqual(parts);
});

test.each([
  ['Tenantry <no-reply@example.com>', 'Tenantry'],
  ['no-reply@example.com', 'no-reply@example.com'],
])('of %s a reader sees %s', (mailFrom, shown) => {
  expect(shownSender(mailFrom)).toBe(shown);
});

test.each<[string | null, string]>([
  [null, '"Bread, Butter" <no-reply@example.com>'],
  ['Bakery', 'Bakery <no-reply@example.com>'],
  ['Bread, Butter & "Co"', '"Bread, Butter & \\"Co\\"" <no-reply@example.com>'],
  ['Хліб, масло й «Ко»', 'Хліб, масло й «Ко» <no-reply@example.com>'],
  ['Товариство з обмеженою відповідальністю «Перша крамниця», Київ, вул. Садова, 1', expect.any(String)],
])('the sender %j is one sender at the address of MAIL_FROM', async (senderName, header) => {
  const raw = await headersWith(senderName);
  const from = /^From: ((?:.|\r\n[ \t])*)\r\n/m.exec(raw)?.[1] ?? '';
  expect(from).toMatch(/^[\x20-\x7e\r\n\t]* <no-reply@example\.com>$/);
  const decoded = parseMessage(Buffer.from(raw)).headers.from;
  expect(decoded).toEqual(header);
  expect(decoded).toContain(senderName?.replaceAll('"', '\\"') ?? 'Bread, Butter');
});

/** The headers of a message as a mail server would get it. */
async function headersWith(senderName: string | null): Promise<string> {
  const mail = {
    to: 'olena@example.com',
    senderName,
    replyTo: null,
    subject: 'A',
    html: '<p>A</p>',
    text: 'A',
    messageId: '<1@example.com>',
    attachments: [],
  };
  const options = {
    mailFrom: 'Bread, Butter <no-reply@example.com>',
    list: { host: 'panel.example', name: 'Bread' },
  };
  const transport = createTransport({ streamTransport: true, buffer: true });
  const { message, envelope } = await transport.sendMail(messageOf(mail, options));
  expect(envelope.from).toBe('no-reply@example.com');
  return String(message);
}

test.each(['proforma_issued', 'document_issued', 'document_copy'] as const)(
  'writes the day of a document in %s, not the hour at which it begins',
  (kind) => {
    for (const locale of locales)
      expect(mailPlainText(contentOf(kind, locale))).not.toMatch(/\d:\d\d|\.\.\s/);
    expect(mailPlainText(contentOf(kind, 'uk'))).toContain('14\u00a0березня\u00a02027\u00a0р.');
  },
);

test('a receipt names the proforma that the money paid, whole or in part', () => {
  const said = (values: object) => {
    const mail = { kind: 'top_up_receipt', locale: 'en', toStaff: false, linkSeconds: null } as const;
    return mailPlainText(mailContent({ ...mail, data: { ...data, ...values } }, sender, { token }));
  };
  expect(said({ paid: null, part: null })).not.toContain('Proforma');
  expect(said({ part: null })).toContain('Proforma invoice PF-2026-000001 has been paid.');
  expect(said({ paid: null })).toMatch(
    /Proforma invoice PF-2026-000002 has been paid in part; .*499\.00 is left to pay\./,
  );
  // One that was written by an earlier version.
  expect(said({ paid: undefined, part: undefined, rest: undefined })).not.toContain('roforma');
});
