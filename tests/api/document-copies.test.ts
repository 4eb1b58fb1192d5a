import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { type Mailbox, openMailbox } from '#tests/support/files/mailbox.ts';
import { pdfText } from '#tests/support/files/pdf-text.ts';
import { until } from '#tests/support/until.ts';
import { confirmAddress, type Person, registeredCustomer, staffMember } from '#tests/support/people.ts';

/** A client's bookkeeper gets each document as a PDF, without an account. */
let app: TestApp;
let mailbox: Mailbox;
let admin: Person;
beforeAll(async () => {
  mailbox = await openMailbox();
  app = await startApp({ SMTP_URL: mailbox.url, RESET_ATTEMPTS: '3/1h' });
  admin = await staffMember(app);
  const account = 'UA213223130000026007233566001';
  const company = { name: 'Оператор', account, code: '32855961', bank: '', address: '', vat_number: '' };
  const body = { key: 'company_details', value: company };
  await app.call('POST', '/api/admin/settings', { token: admin.token, body });
});
afterAll(async () => {
  await app.close();
  await mailbox.close();
});

const named = async (email: string | null, { isConfirmed = true } = {}) => {
  const person = await registeredCustomer(app);
  const { status, body } = await app.call('PUT', '/api/auth/me', {
    token: person.token,
    body: { documents_email: email },
  });
  expect([status, body.data?.documents_email]).toEqual([200, email]);
  if (isConfirmed) await confirmAddress(app, person);
  return person;
};
const copiesTo = (email: string) =>
  app.platform.db
    .selectFrom('emails')
    .select('id')
    .where('kind', '=', 'document_copy')
    .where('to_address', '=', email)
    .execute();
const issue = (id: string) =>
  app.call('POST', `/api/admin/clients/${id}/documents`, {
    token: admin.token,
    body: { kind: 'proforma', amount: 45_000, locale: 'en' },
  });

describe('the address that a client named for documents', () => {
  it('gets a copy of what staff issue, with the paper attached', async () => {
    const { id, email } = await named('books@example.com');
    const { number } = (await issue(id)).body.data;
    // The client's own email has it too: who pays needs no sign-in for it.
    for (const address of ['books@example.com', email]) {
      const told = await until(`the email with ${number}`, () =>
        mailbox.to(address).find(({ subject }) => subject.includes(number)),
      );
      expect([address, told.attachments.map(({ name }) => name)]).toEqual([address, [`${number}.pdf`]]);
      expect(pdfText(told.attachments[0]?.content ?? Buffer.alloc(0))).toContain(number);
    }
  });

  it('gets a copy of what the client makes itself, who gets no email', async () => {
    const { id, token, email } = await named('own-books@example.com');
    const made = await app.call('POST', '/api/auth/me/documents', { token, body: { amount: 30_000 } });
    const copy = await mailbox.waitFor('own-books@example.com');
    expect(copy.attachments.map(({ name }) => name)).toEqual([`${made.body.data.number}.pdf`]);
    const log = await app.call('GET', `/api/admin/emails?filter[client_id][eq]=${id}`, {
      token: admin.token,
    });
    const kinds = log.body.data.map(({ kind, to }: { kind: string; to: string }) => [kind, to]);
    expect(kinds).toContainEqual(['document_copy', 'own-books@example.com']);
    expect(kinds).not.toContainEqual(['proforma_issued', email]);
  });

  it('is no stranger’s whose mailbox somebody fills', async () => {
    const make = async ({ token }: Person) =>
      expect(
        (await app.call('POST', '/api/auth/me/documents', { token, body: { amount: 30_000 } })).status,
      ).toBe(201);
    const victim = 'victim@example.com';
    await make(await named(victim, { isConfirmed: false }));
    expect(await copiesTo(victim)).toHaveLength(0);
    const one = await named(victim);
    for (let count = 0; count < 4; count += 1) await make(one);
    expect(await copiesTo(victim)).toHaveLength(3);
    // Nor does another account, nor one account other mailboxes.
    await make(await named(victim));
    await app.call('PUT', '/api/auth/me', {
      token: one.token,
      body: { documents_email: 'next@example.com' },
    });
    await make(one);
    expect(await copiesTo(victim)).toHaveLength(3);
    expect(await copiesTo('next@example.com')).toHaveLength(0);
    await app.platform.db.deleteFrom('rate_limits').execute();
    await make(one);
    expect(await copiesTo('next@example.com')).toHaveLength(1);
  });

  it('gets the paper again when staff send the email again, and nothing once the client took it back', async () => {
    const { id, token } = await named('again@example.com');
    await issue(id);
    await mailbox.waitFor('again@example.com');
    const log = await app.call('GET', `/api/admin/emails?filter[client_id][eq]=${id}`, {
      token: admin.token,
    });
    const sent = log.body.data.find(({ kind }: { kind: string }) => kind === 'document_copy');
    const resend = () => app.call('POST', `/api/admin/emails/${sent.id}/resend`, { token: admin.token });
    expect((await resend()).status).toBe(201);
    expect((await mailbox.waitFor('again@example.com', 2)).attachments).toHaveLength(1);
    await app.call('PUT', '/api/auth/me', { token, body: { documents_email: '' } });
    expect((await resend()).body.code).toBe('mail_outdated');
    await issue(id);
    const rows = await app.platform.db
      .selectFrom('emails')
      .select('id')
      .where('client_id', '=', id)
      .where('kind', '=', 'document_copy')
      .execute();
    expect(rows).toHaveLength(2);
  });

  it('is refused when it is no address', async () => {
    const { token } = await named(null);
    for (const wrong of ['books', 'a@b', 5]) {
      const { status, body } = await app.call('PUT', '/api/auth/me', {
        token,
        body: { documents_email: wrong },
      });
      expect([status, Object.keys(body.errors)]).toEqual([422, ['documents_email']]);
    }
  });
});
