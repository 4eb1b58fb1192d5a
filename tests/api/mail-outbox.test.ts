import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Permission } from '#contract/kernel/permissions.ts';
import { findLink } from '#server/auth/one-time-link-store.ts';
import { columnTypes } from '#server/db/column-types.ts';
import type { ClientRow, Tables } from '#server/db/tables.ts';
import { type Caller, systemCaller } from '#server/kernel/caller.ts';
import { newId } from '#server/kernel/ids.ts';
import { createMailService, type MailService } from '#server/mail/mail-service.ts';
import type { NewMail } from '#server/mail/new-mail.ts';
import { createSecrets } from '#server/keys/secrets.ts';
import { createSettingsService } from '#server/settings/settings-service.ts';
import { countEmails } from '#server/mail/mail-store.ts';
import { deliverEmail, recoverLostEmails } from '#server/mail/deliver-email.ts';
import { readEmail } from '#server/mail/log/read-email.ts';
import { resendEmail } from '#server/mail/log/resend-email.ts';
import { stripKeptCopies } from '#server/mail/mail-links.ts';
import { freshDatabase, type TestDatabase } from '#tests/support/postgres/database.ts';
import { linkIn, type Mailbox, openMailbox } from '#tests/support/files/mailbox.ts';

const publicUrl = 'https://panel.example';
const secrets = createSecrets('a secret key of at least 32 characters');
const start = new Date('2026-03-01T10:00:00Z');
const address = 'olena@example.com';

let database: TestDatabase;
let db: Kysely<Tables>;
let mailbox: Mailbox;
let now: Date;
let jobs: { emailId: string; afterSeconds: number | undefined }[];
let printed: string[];
let services: MailService[];

beforeAll(async () => {
  database = await freshDatabase();
  const pool = new pg.Pool({ ...database.connection, types: columnTypes });
  db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  mailbox = await openMailbox();
});

beforeEach(() => {
  now = start;
  jobs = [];
  printed = [];
  services = [];
});

afterEach(async () => {
  for (const service of services) service.close();
  mailbox.release();
  mailbox.clear();
  for (const table of ['emails', 'one_time_links', 'clients'] as const) {
    await db.deleteFrom(table).execute();
  }
});

afterAll(async () => {
  await mailbox.close();
  await db.destroy();
  await database.drop();
});

describe('writing', () => {
  test('puts the email, its link and its job into the transaction that causes it', async () => {
    const mail = serviceWith(mailbox.url);
    const undone = db.transaction().execute(async (tx) => {
      await mail.write(tx, now, confirmation(newId(now)));
      throw new Error('something else went wrong');
    });
    await expect(undone).rejects.toThrow('something else');
    expect(await db.selectFrom('emails').select('id').execute()).toEqual([]);
    expect(await db.selectFrom('one_time_links').select('purpose').execute()).toEqual([]);

    const id = await mail.write(db, now, confirmation(newId(now)));
    expect(jobs.at(-1)).toEqual({ emailId: id, afterSeconds: undefined });
    expect(await db.selectFrom('one_time_links').select('purpose').execute()).toEqual([
      { purpose: 'confirm' },
    ]);
  });

  test('says each thing once where a once key says so', async () => {
    const mail = serviceWith(mailbox.url);
    const ready = { ...cabinetReady, dedupeKey: 'cabinet_ready:1' };
    expect(await mail.write(db, now, ready)).toEqual(expect.any(String));
    expect(await mail.write(db, now, ready)).toBeNull();
    expect(jobs).toHaveLength(1);
    expect(await countEmails(mail.db)).toEqual({ queued: 1, sent: 0, failed: 0 });
  });

  test('keeps no token anywhere', async () => {
    const mail = serviceWith(mailbox.url);
    const id = await written(mail, confirmation(newId(now)));
    await deliverEmail(mail, id);
    const token = secrets.linkTokenOf(id);
    const rows = await db.selectFrom('emails').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(linkIn(await mailbox.waitFor(address), publicUrl)).toContain(token);
  });

  test('refuses a kind with a link that is not its own', async () => {
    const mail = serviceWith(mailbox.url);
    const { link, ...without } = confirmation(newId(now));
    await expect(mail.write(db, now, without)).rejects.toThrow('confirm');
    await expect(mail.write(db, now, { ...cabinetReady, link })).rejects.toThrow('cabinet_ready');
  });
});

describe('sending', () => {
  test('delivers text and HTML in the row’s language, and keeps a copy without the link', async () => {
    const mail = serviceWith(mailbox.url);
    const id = await written(mail, confirmation(newId(now)));
    await deliverEmail(mail, id);

    const received = await mailbox.waitFor(address);
    expect(received.subject).toBe('Підтвердьте електронну пошту для Tenantry');
    expect(received.text).toContain('Підтвердити пошту:');
    expect(received.html).toContain('lang="uk"');
    expect(received.headers).toMatchObject({
      from: '"Tenantry, Inc" <no-reply@tenantry.example>',
      to: address,
      'message-id': `<${id}@tenantry.example>`,
      'auto-submitted': 'auto-generated',
    });
    expect(received.headers['list-id']).toContain('<panel.example>');

    const shown = await readEmail(mail, caller(), id);
    expect(shown).toMatchObject({ status: 'sent', attempts: 1, error: null, sent_at: start.toISOString() });
    expect(shown.reason).toBe('The client registered');
    expect(shown.text).toContain(`${publicUrl}/confirm-registration/…`);
    expect(shown.html).not.toContain(secrets.linkTokenOf(id));
    expect(printed).toEqual([]);
  });

  test('counts the life of a link from the sending', async () => {
    const mail = serviceWith(mailbox.url);
    const id = await written(mail, confirmation(newId(now)));
    pass(5 * 3600);
    await deliverEmail(mail, id);
    expect(await linkOf(id, 86_399)).toBeDefined();
    expect(await linkOf(id, 86_401)).toBeUndefined();
  });

  test('does nothing for an email that was sent, or that does not exist', async () => {
    const mail = serviceWith(mailbox.url);
    const id = await written(mail, cabinetReady);
    await deliverEmail(mail, id);
    await deliverEmail(mail, id);
    await deliverEmail(mail, newId(now));
    expect(mailbox.to(address)).toHaveLength(1);
  });

  test('tries again later after a passing refusal, with the same Message-ID', async () => {
    const mail = serviceWith(mailbox.url);
    mailbox.behave(address, { refuseWith: 450 });
    const id = await written(mail, confirmation(newId(now)));
    await deliverEmail(mail, id);
    expect(jobs.at(-1)).toEqual({ emailId: id, afterSeconds: 2 });
    pass(2);
    await deliverEmail(mail, id);
    expect(jobs.at(-1)).toEqual({ emailId: id, afterSeconds: 10 });
    const waiting = await readEmail(mail, caller(), id);
    expect(waiting).toMatchObject({ status: 'queued', attempts: 2 });
    expect(waiting.error).toContain('Try again later');

    mailbox.release();
    pass(10);
    await deliverEmail(mail, id);
    const received = await mailbox.waitFor(address);
    expect(received.headers['message-id']).toBe(`<${id}@tenantry.example>`);
    expect(await readEmail(mail, caller(), id)).toMatchObject({ status: 'sent', attempts: 3, error: null });
  });

  test('keeps the link of an email that waits for hours', async () => {
    const mail = serviceWith(mailbox.url);
    mailbox.behave(address, { refuseWith: 450 });
    const client = await insertClient({ confirmed_at: start, password_hash: 'x' });
    const id = await written(mail, resetOf(client));
    for (let tries = 0; tries < 7; tries += 1) {
      await deliverEmail(mail, id);
      pass(jobs.at(-1)?.afterSeconds ?? 0);
      expect(await linkOf(id, 0)).toBeDefined();
    }
    mailbox.release();
    await deliverEmail(mail, id);
    expect(await readEmail(mail, caller(), id)).toMatchObject({ status: 'sent', attempts: 8 });
  });

  test('fails at once when the address is refused for good', async () => {
    const mail = serviceWith(mailbox.url);
    mailbox.behave(address, { refuseWith: 550 });
    const id = await written(mail, cabinetReady);
    await deliverEmail(mail, id);
    const shown = await readEmail(mail, caller(), id);
    expect(shown).toMatchObject({ status: 'failed', attempts: 1 });
    expect(shown.error).toContain('No such mailbox');
    expect(jobs).toHaveLength(1);
    expect(await countEmails(mail.db)).toEqual({ queued: 0, sent: 0, failed: 1 });
  });

  test('gives up after a day', async () => {
    const mail = serviceWith(mailbox.url);
    mailbox.behave(address, { refuseWith: 450 });
    const id = await written(mail, cabinetReady);
    for (let tries = 0; tries < 20; tries += 1) {
      await deliverEmail(mail, id);
      pass(20_000);
    }
    expect(await readEmail(mail, caller(), id)).toMatchObject({ status: 'failed', attempts: 15 });
    const waits = jobs.slice(1).map(({ afterSeconds }) => afterSeconds);
    expect(waits).toEqual([2, 10, 60, 300, 900, 3600, ...Array.from({ length: 8 }, () => 10_800)]);
  });

  test('does not let one slow address delay the others', async () => {
    const mail = serviceWith(mailbox.url);
    mailbox.behave(address, { hold: true });
    const slow = await written(mail, cabinetReady);
    const held = deliverEmail(mail, slow);
    for (const name of ['a', 'b', 'c']) {
      await deliverEmail(mail, await written(mail, { ...cabinetReady, to: `${name}@example.com` }));
      await mailbox.waitFor(`${name}@example.com`);
    }
    expect(await countEmails(mail.db)).toEqual({ queued: 1, sent: 3, failed: 0 });
    mailbox.release();
    await held;
    expect(await countEmails(mail.db)).toEqual({ queued: 0, sent: 4, failed: 0 });
  });

  test('does not send a link that a newer one has replaced', async () => {
    const mail = serviceWith(mailbox.url);
    const account = newId(now);
    const first = await written(mail, confirmation(account));
    const second = await written(mail, confirmation(account));
    await deliverEmail(mail, first);
    await deliverEmail(mail, second);
    expect(mailbox.to(address)).toHaveLength(1);
    const shown = await readEmail(mail, caller(), first);
    expect(shown).toMatchObject({ status: 'failed' });
    expect(shown.error).toContain('replaced by a newer one');
  });

  test('sends replies to the support address in the settings', async () => {
    await db
      .insertInto('settings')
      .values({ id: newId(now), key: 'support_email', value: '"help@example.com"', updated_at: now })
      .execute();
    const mail = serviceWith(mailbox.url);
    await deliverEmail(mail, await written(mail, cabinetReady));
    await db.deleteFrom('settings').execute();
    const received = await mailbox.waitFor(address);
    expect(received.headers['reply-to']).toBe('help@example.com');
    expect(received.text).toContain('help@example.com');
  });

  test("has the sender's name from the settings, and the address that the mail server may send for", async () => {
    const mail = serviceWith(mailbox.url);
    await deliverEmail(mail, await written(mail, cabinetReady));
    const value = JSON.stringify('ТОВ «Сад», каса');
    await db
      .insertInto('settings')
      .values({ id: newId(now), key: 'mail_sender_name', value, updated_at: now })
      .execute();
    await deliverEmail(mail, await written(mail, cabinetReady));
    await db.deleteFrom('settings').execute();
    await deliverEmail(mail, await written(mail, cabinetReady));
    const received = await Promise.all([1, 2, 3].map((number) => mailbox.waitFor(address, number)));
    expect(received.map(({ headers }) => headers.from)).toEqual([
      '"Tenantry, Inc" <no-reply@tenantry.example>',
      'ТОВ «Сад», каса <no-reply@tenantry.example>',
      '"Tenantry, Inc" <no-reply@tenantry.example>',
    ]);
    expect(received.map(({ from }) => from)).toEqual(Array(3).fill('no-reply@tenantry.example'));
  });

  test('keeps in the log whom readers saw and where answers went, whatever settings say since', async () => {
    const mail = serviceWith(mailbox.url);
    const shown = async (id: string) => {
      const { sender, reply_to } = await readEmail(mail, caller(), id);
      return [sender, reply_to];
    };
    const id = await written(mail, cabinetReady);
    expect(await shown(id)).toEqual(['Tenantry, Inc <no-reply@tenantry.example>', null]);
    const chosen = { mail_sender_name: 'ТОВ «Сад», каса', support_email: 'help@example.com' };
    await db
      .insertInto('settings')
      .values(
        Object.entries(chosen).map(([key, value]) => ({
          id: newId(now),
          key,
          value: JSON.stringify(value),
          updated_at: now,
        })),
      )
      .execute();
    const named = ['ТОВ «Сад», каса <no-reply@tenantry.example>', 'help@example.com'];
    expect(await shown(id)).toEqual(named);
    await deliverEmail(mail, id);
    await db.deleteFrom('settings').execute();
    expect(await shown(id)).toEqual(named);
  });
});

describe('workers', () => {
  test('of two at once only one sends', async () => {
    const mail = serviceWith(mailbox.url);
    const other = serviceWith(mailbox.url);
    const id = await written(mail, cabinetReady);
    await Promise.all([deliverEmail(mail, id), deliverEmail(other, id), deliverEmail(mail, id)]);
    expect(mailbox.to(address)).toHaveLength(1);
    expect(await readEmail(mail, caller(), id)).toMatchObject({ status: 'sent', attempts: 1 });
  });

  test('a late one changes nothing after another took over', async () => {
    const slowBox = await openMailbox();
    const late = serviceWith(slowBox.url);
    const mail = serviceWith(mailbox.url);
    slowBox.behave(address, { hold: true });
    const id = await written(mail, cabinetReady);
    const lateDelivery = deliverEmail(late, id);
    await expect.poll(() => leased(id)).toBe(true);

    pass(61);
    expect(await recoverLostEmails(mail, now)).toBe(1);
    await deliverEmail(mail, id);
    const sentAt = now.toISOString();
    pass(5);
    await slowBox.close();
    await lateDelivery;
    expect(await readEmail(mail, caller(), id)).toMatchObject({
      status: 'sent',
      attempts: 2,
      error: null,
      sent_at: sentAt,
    });
    expect(jobs).toHaveLength(2);
  });

  test('take up an email whose job was lost, once in two minutes', async () => {
    const mail = serviceWith(mailbox.url);
    const id = await written(mail, cabinetReady);
    jobs = [];
    pass(119);
    expect(await recoverLostEmails(mail, now)).toBe(0);
    pass(2);
    expect(await recoverLostEmails(mail, now)).toBe(1);
    expect(jobs).toEqual([{ emailId: id, afterSeconds: undefined }]);
    pass(60);
    expect(await recoverLostEmails(mail, now)).toBe(0);
    pass(61);
    expect(await recoverLostEmails(mail, now)).toBe(1);
    await deliverEmail(mail, id);
    pass(600);
    expect(await recoverLostEmails(mail, now)).toBe(0);
  });

  test('leave an email alone that waits for its next try', async () => {
    const mail = serviceWith(mailbox.url);
    mailbox.behave(address, { refuseWith: 450 });
    const id = await written(mail, cabinetReady);
    for (const seconds of [2, 10, 60]) {
      await deliverEmail(mail, id);
      pass(seconds);
    }
    await deliverEmail(mail, id);
    pass(299);
    expect(await recoverLostEmails(mail, now)).toBe(0);
    pass(122);
    expect(await recoverLostEmails(mail, now)).toBe(1);
  });
});

describe('without a mail server', () => {
  test('prints customers’ links, stores none, and shows a live one to people who may sign in as clients', async () => {
    const mail = serviceWith(undefined);
    const id = await written(mail, confirmation(newId(now)));
    const token = secrets.linkTokenOf(id);
    const link = `${publicUrl}/confirm-registration/${token}`;
    expect((await readEmail(mail, colleague('clients.impersonate'), id)).text).toContain(link);
    await deliverEmail(mail, id);
    expect(printed).toEqual([`confirm ${address} ${link}`]);
    const kept = await db.selectFrom('emails').selectAll().where('id', '=', id).execute();
    expect(JSON.stringify(kept)).not.toContain(token);
    const shown = await readEmail(mail, colleague('clients.impersonate'), id);
    expect(shown).toMatchObject({ status: 'only_logged', link: 'shown' });
    expect(shown.text).toContain(link);
    expect(shown.html).toContain(link);
    for (const permissions of [
      ['settings.read'],
      ['settings.write'],
      ['clients.impersonate', 'read_only'],
    ] as const) {
      const other = await readEmail(mail, colleague(...permissions), id);
      expect(other.link).toBe('forbidden');
      expect(JSON.stringify(other)).not.toContain(token);
    }
    await db.updateTable('one_time_links').set({ used_at: now }).execute();
    const over = await readEmail(mail, colleague('clients.impersonate'), id);
    expect(over.link).toBe('over');
    expect(JSON.stringify(over)).not.toContain(token);
  });

  test('shows no link any more once there is a mail server', async () => {
    const without = serviceWith(undefined);
    const id = await written(without, confirmation(newId(now)));
    await deliverEmail(without, id);
    const shown = await readEmail(serviceWith(mailbox.url), colleague('clients.impersonate'), id);
    expect(shown.link).toBe('hidden');
    expect(JSON.stringify(shown)).not.toContain(secrets.linkTokenOf(id));
  });

  test('takes the link out of what an older version kept whole', async () => {
    const mail = serviceWith(undefined);
    const id = await written(mail, confirmation(newId(now)));
    const token = secrets.linkTokenOf(id);
    const whole = {
      html: `<a href="${publicUrl}/confirm-registration/${token}">`,
      text: `to/${token}`,
      sent_at: now,
    };
    await db
      .updateTable('emails')
      .set({ ...whole, status: 'sent' })
      .where('id', '=', id)
      .execute();
    expect(await stripKeptCopies(mail)).toBe(1);
    expect(await stripKeptCopies(mail)).toBe(0);
    const { html, text } = await db
      .selectFrom('emails')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect([html, text]).toEqual([`<a href="${publicUrl}/confirm-registration/…">`, 'to/…']);
  });

  test('shows links for staff to the operator alone', async () => {
    const mail = serviceWith(undefined);
    const user = newId(now);
    const id = await written(mail, {
      kind: 'staff_invitation',
      to: 'manager@example.com',
      locale: 'en',
      data: { name: 'Petro' },
      reason: 'user_invited',
      userId: user,
      link: { purpose: 'staff_invitation', accountId: user, email: null, seconds: 604_800 },
    });
    const token = secrets.linkTokenOf(id);
    expect(JSON.stringify(await readEmail(mail, caller(), id))).not.toContain(token);
    await deliverEmail(mail, id);
    expect(printed).toEqual([`staff_invitation manager@example.com ${publicUrl}/set-up/${token}`]);
    expect(JSON.stringify(await readEmail(mail, caller(), id))).not.toContain(token);
  });

  test('prints nothing for an email without a link', async () => {
    const mail = serviceWith(undefined);
    await deliverEmail(mail, await written(mail, cabinetReady));
    expect(printed).toEqual([]);
    expect(await countEmails(mail.db)).toEqual({ queued: 0, sent: 1, failed: 0 });
  });
});

describe('the log', () => {
  const unchanged = () => Promise.resolve({});

  test('shows what waits as it will look, its link hidden', async () => {
    const mail = serviceWith(mailbox.url);
    const shown = await readEmail(
      mail,
      { ...caller(), locale: 'de' },
      await written(mail, confirmation(newId(now))),
    );
    expect(shown).toMatchObject({ status: 'queued', attempts: 0, reason: 'Der Kunde hat sich registriert' });
    expect(shown.text).toContain(`${publicUrl}/confirm-registration/…`);
  });

  test('answers 404 for an unknown email', async () => {
    const mail = serviceWith(mailbox.url);
    await expect(readEmail(mail, caller(), newId(now))).rejects.toMatchObject({ code: 'not_found' });
    await expect(resendEmail({ ...mail, factsNow: unchanged }, caller(), newId(now))).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  test('sends again as a new email with a new link, and says who did it', async () => {
    const mail = serviceWith(mailbox.url);
    const client = await insertClient();
    const first = await written(mail, confirmation(client.id, { clientId: client.id }));
    await deliverEmail(mail, first);
    pass(100);
    const again = await resendEmail({ ...mail, factsNow: unchanged }, caller(), first);
    expect(again).toMatchObject({
      kind: 'confirm',
      status: 'queued',
      reason: 'A member of staff sent it again',
      to: address,
    });
    expect(await linkOf(first, 0)).toBeUndefined();
    await deliverEmail(mail, again.id);
    const received = await mailbox.waitFor(address, 2);
    expect(linkIn(received, publicUrl)).toContain(secrets.linkTokenOf(again.id));
    expect(await linkOf(again.id, 0)).toMatchObject({ account_id: client.id, email: address });

    const audit = await db
      .selectFrom('audit_entries')
      .selectAll()
      .where('client_id', '=', client.id)
      .execute();
    expect(audit).toMatchObject([{ action: 'email.resent', subject_id: first, client_id: client.id }]);
  });

  test('sends again to the present address, which the new link then proves', async () => {
    const mail = serviceWith(mailbox.url);
    const client = await insertClient();
    const first = await written(
      mail,
      confirmation(client.id, { clientId: client.id, to: 'mistyped@example.com' }),
    );
    const again = await resendEmail({ ...mail, factsNow: unchanged }, caller(), first);
    expect(again.to).toBe(address);
    expect(await linkOf(again.id, 0)).toMatchObject({ email: address });
  });

  test.each([
    ['already_confirmed', { confirmed_at: start }, 'confirm'],
    ['already_confirmed', {}, 'confirm_new_email'],
    ['already_confirmed', { password_hash: 'x' }, 'client_invitation'],
    ['cabinet_not_active', { cabinet_status: 'failed' }, 'cabinet_ready'],
    ['deleted', { deleted_at: start }, 'confirm'],
  ] as const)('refuses with %s what makes no sense any more', async (code, changes, kind) => {
    const mail = serviceWith(mailbox.url);
    const client = await insertClient(changes);
    const link = { accountId: client.id, email: address, seconds: 3600 };
    const common = { to: address, locale: 'en', reason: 'registered', clientId: client.id } as const;
    const id = await written(
      mail,
      kind === 'cabinet_ready'
        ? { ...common, kind, data: { name: client.name, cabinet_url: null, free_until: null } }
        : { ...common, kind, data: { name: client.name }, link: { ...link, purpose: kind } },
    );
    await expect(resendEmail({ ...mail, factsNow: unchanged }, caller(), id)).rejects.toMatchObject({ code });
    expect(await db.selectFrom('emails').select('id').execute()).toHaveLength(1);
  });
});

const cabinetReady = {
  kind: 'cabinet_ready',
  to: address,
  locale: 'en',
  data: { name: 'Olena', cabinet_url: 'https://sad.example', free_until: null },
  reason: 'cabinet_ready',
} as const satisfies NewMail;

function confirmation(accountId: string, changes: { clientId?: string; to?: string } = {}) {
  const to = changes.to ?? address;
  return {
    kind: 'confirm',
    locale: 'uk',
    data: { name: 'Олена' },
    reason: 'registered',
    link: { purpose: 'confirm', accountId, email: to, seconds: 86_400 },
    ...changes,
    to,
  } as const satisfies NewMail;
}

function resetOf(client: ClientRow) {
  return {
    kind: 'reset',
    to: client.email,
    locale: 'en',
    data: { name: client.name },
    reason: 'reset_asked',
    clientId: client.id,
    link: { purpose: 'reset', accountId: client.id, email: null, seconds: 3600 },
  } as const satisfies NewMail;
}

function serviceWith(smtpUrl: string | undefined): MailService {
  const service = createMailService({
    db,
    queue: {
      enqueue: async (_tx, _name, data, options) => {
        if ('emailId' in data) jobs.push({ emailId: data.emailId, afterSeconds: options?.afterSeconds });
      },
      enqueueAll: async () => {},
    },
    secrets,
    clock: { now: () => now },
    log: pino({ level: 'silent' }),
    settings: createSettingsService({ db }),
    currency: 'UAH',
    timeZone: 'Europe/Kyiv',
    logoUrl: null,
    documentFile: () => Promise.reject(new Error('no email here has a document')),
    config: {
      logoName: 'tenantry',
      smtpUrl,
      smtpNeedsTls: false,
      mailFrom: 'Tenantry, Inc <no-reply@tenantry.example>',
      publicUrl,
      productName: 'Tenantry',
    },
    print: (line) => void printed.push(line),
  });
  services.push(service);
  return service;
}

async function written(mail: MailService, input: NewMail): Promise<string> {
  const id = await mail.write(db, now, input);
  if (!id) throw new Error('was not written');
  return id;
}

function pass(seconds: number): void {
  now = new Date(now.getTime() + seconds * 1000);
}

/** The link of an email as it is after a number of seconds. */
function linkOf(emailId: string, seconds: number) {
  return findLink(db, {
    token: secrets.linkTokenOf(emailId),
    purposes: ['confirm', 'reset'],
    now: new Date(now.getTime() + seconds * 1000),
  });
}

async function leased(id: string): Promise<boolean> {
  const row = await db.selectFrom('emails').select('lease').where('id', '=', id).executeTakeFirstOrThrow();
  return row.lease !== null;
}

function caller() {
  return systemCaller(now, 'en');
}

function colleague(...permissions: readonly Permission[]): Caller {
  const id = '0197a3c0-0000-7000-8000-0000000000ab';
  const actor = {
    kind: 'staff',
    id,
    name: 'Petro',
    sessionId: '',
    keyId: null,
    permissions,
    mustSetUpTwoFactor: false,
    provedAt: null,
  } as const;
  return { ...caller(), actor };
}

async function insertClient(changes: Partial<Omit<ClientRow, 'discounts'>> = {}): Promise<ClientRow> {
  const tariff = await db.selectFrom('tariffs').select('id').executeTakeFirstOrThrow();
  return db
    .insertInto('clients')
    .values({
      id: newId(now),
      name: 'Olena',
      type: 'individual',
      email: address,
      email_key: address,
      country_code: 'UA',
      phone: '501234567',
      phone_e164: '+380501234567',
      ident: '1234567890',
      locale: 'uk',
      status: 'unconfirmed',
      tariff_id: tariff.id,
      created_at: now,
      updated_at: now,
      ...changes,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}
