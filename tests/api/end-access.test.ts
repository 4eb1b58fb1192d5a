import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { endings, linkGroups } from '#server/auth/endings.ts';
import { cleanUp } from '#server/clean-up.ts';
import { newId } from '#server/kernel/ids.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { standings } from '#tests/support/races/ending-races.ts';
import {
  confirmedCustomer,
  customerWithCabinet,
  password,
  type Person,
  registeredCustomer,
  registration,
  staffMember,
} from '#tests/support/people.ts';
import { meetAtRow } from '#tests/support/races/races.ts';

/** The attacks of the security review (GROWTH section 15). The table itself is tested row by row in the other files. */
let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await startApp();
});
beforeEach(async () => {
  app.clock.advance(100);
  admin = await staffMember(app);
});
afterAll(() => app.close());

const another = 'Another-Passw0rd-7';
const call = (method: string, path: string, body?: unknown, token?: string) =>
  app.call(method, `/api${path}`, {
    ...(body !== undefined && { body }),
    ...(token !== undefined && { token }),
  });
const me = async ({ token }: Pick<Person, 'token'>) =>
  (await call('GET', '/auth/me', undefined, token)).status;
const ask = ({ token }: Person, email: string) =>
  call('PUT', '/auth/me', { email, current_password: password }, token);
const resetLink = async ({ email }: Person) => {
  await call('POST', '/auth/reset/email/send', { email });
  return app.linkTo(email, 'reset');
};
const setPassword = (hash: string, chosen = another) =>
  call('POST', '/auth/change', { hash, password: chosen, password_confirmation: chosen });
const confirm = (hash: string, token?: string) => call('POST', '/auth/confirm', { hash }, token);
const refuse = (hash: string) => call('POST', '/auth/refuse-address', { hash });
const login = (email: string, secret: string) => call('POST', '/auth/login', { email, password: secret });
const clientOf = (id: string) =>
  app.platform.database.db
    .selectFrom('clients')
    .select(['email', 'pending_email', 'confirmed_at', 'password_hash'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const mailsTo = async (email: string) => {
  const rows = await app.platform.database.db
    .selectFrom('emails')
    .select(['kind'])
    .where('to_address', '=', email)
    .execute();
  return rows.map(({ kind }) => kind);
};
const eventsOf = async (id: string) => {
  const rows = await app.platform.database.db
    .selectFrom('audit_entries')
    .select(['action'])
    .where('person_id', '=', id)
    .where('kind', '=', 'security')
    .execute();
  return rows.map(({ action }) => action);
};

describe('an address that somebody else asked for', () => {
  it('is forgotten with a new password, and its link opens nothing', async () => {
    const owner = await confirmedCustomer(app);
    const thief = `thief-${owner.email}`;
    expect((await ask(owner, thief)).status).toBe(200);
    const hash = await app.linkTo(thief, 'confirm_new_email');
    expect((await setPassword(await resetLink(owner))).status).toBe(200);
    expect((await confirm(hash)).status).toBe(422);
    expect(await clientOf(owner.id)).toMatchObject({ email: owner.email, pending_email: null });
  });

  it('is told to the present one, which refuses it', async () => {
    const owner = await confirmedCustomer(app);
    const thief = `thief-${owner.email}`;
    await ask(owner, thief);
    const hash = await app.linkTo(owner.email, 'address_asked');
    // An email whose link is void is not sent.
    const confirmation = await app.linkTo(thief, 'confirm_new_email');
    const answer = await refuse(hash);
    expect(answer.body.data).toEqual({ email: owner.email, undone: false });
    expect(await me(owner)).toBe(401);
    expect((await confirm(confirmation)).status).toBe(422);
    expect((await refuse(hash)).status).toBe(422);
    expect(await eventsOf(owner.id)).toContain('security.address_asked');
  });

  it('is refused though the one who asked has taken it back', async () => {
    const owner = await confirmedCustomer(app);
    await ask(owner, `thief-${owner.email}`);
    const hash = await app.linkTo(owner.email, 'address_asked');
    await call('PUT', '/auth/me', { email: owner.email }, owner.token);
    expect((await refuse(hash)).body.data).toEqual({ email: owner.email, undone: false });
    expect(await me(owner)).toBe(401);
  });

  it('is taken back after its confirmation too, for 72 hours and no longer', async () => {
    const [owner, late] = [await confirmedCustomer(app), await confirmedCustomer(app)];
    const hashes = [];
    for (const person of [owner, late]) {
      await ask(person, `thief-${person.email}`);
      hashes.push(await app.linkTo(person.email, 'address_asked'));
      expect((await confirm(await app.linkTo(`thief-${person.email}`, 'confirm_new_email'))).status).toBe(
        200,
      );
    }
    app.clock.advance(71 * 3600);
    const thief = (await login(`thief-${owner.email}`, password)).body.access_token as string;
    const answer = await refuse(hashes[0] ?? '');
    expect(answer.body.data).toEqual({ email: owner.email, undone: true });
    expect(await me({ token: thief })).toBe(401);
    expect((await clientOf(owner.id)).email).toBe(owner.email);
    app.clock.advance(2 * 3600);
    expect((await refuse(hashes[1] ?? '')).status).toBe(422);
    expect((await clientOf(late.id)).email).toBe(`thief-${late.email}`);
  });

  it('is refused by the earlier owner, whatever the later one does', async () => {
    const owner = await confirmedCustomer(app);
    const [second, third] = [`second-${owner.email}`, `third-${owner.email}`];
    await ask(owner, second);
    const first = await app.linkTo(owner.email, 'address_asked');
    await confirm(await app.linkTo(second, 'confirm_new_email'), owner.token);
    expect((await ask(owner, third)).status).toBe(200);
    const later = await app.linkTo(second, 'address_asked');
    expect((await refuse(first)).body.data).toEqual({ email: owner.email, undone: true });
    expect((await refuse(later)).status).toBe(422);
    expect((await clientOf(owner.id)).email).toBe(owner.email);
  });

  it('is a 409 where the old one has got another owner meanwhile', async () => {
    const owner = await confirmedCustomer(app);
    await ask(owner, `new-${owner.email}`);
    const hash = await app.linkTo(owner.email, 'address_asked');
    await confirm(await app.linkTo(`new-${owner.email}`, 'confirm_new_email'));
    await registeredCustomer(app, { email: owner.email });
    const answer = await refuse(hash);
    expect([answer.status, answer.body.code]).toEqual([409, 'email_taken']);
  });

  it('is taken back by one’s own again, without a password', async () => {
    const owner = await confirmedCustomer(app);
    await ask(owner, `new-${owner.email}`);
    const answer = await call('PUT', '/auth/me', { email: owner.email }, owner.token);
    expect(answer.body.data).toMatchObject({ email: owner.email, pending_email: null });
    expect((await confirm(await app.linkTo(`new-${owner.email}`, 'confirm_new_email'))).status).toBe(422);
    expect(await me(owner)).toBe(200);
  });
});

describe('a new address', () => {
  it('keeps the session that confirms it, though its token waits for the next, and ends the others', async () => {
    const owner = await confirmedCustomer(app);
    const other = (await login(owner.email, password)).body.access_token as string;
    await ask(owner, `new-${owner.email}`);
    const hash = await app.linkTo(`new-${owner.email}`, 'confirm_new_email');
    app.clock.advance(1000);
    const answer = await confirm(hash, owner.token);
    expect(answer.body).toMatchObject({ session_kept: true });
    const refreshed = await call('POST', '/auth/refresh-token', undefined, owner.token);
    expect(refreshed.status).toBe(200);
    expect((await call('POST', '/auth/refresh-token', undefined, other)).status).toBe(401);
  });

  it('that staff entered waits, and confirming it ends every session', async () => {
    const owner = await confirmedCustomer(app);
    const email = `moved-${owner.email}`;
    await call('PUT', `/admin/clients/${owner.id}`, { email }, admin.token);
    expect((await clientOf(owner.id)).email).toBe(owner.email);
    const answer = await confirm(await app.linkTo(email, 'confirm_new_email'), owner.token);
    expect(answer.body).toMatchObject({ session_kept: false, data: { email } });
    expect(await me(owner)).toBe(401);
  });

  it('that staff entered gives nobody the password before it is confirmed', async () => {
    const owner = await confirmedCustomer(app);
    const email = `manager-${owner.email}`;
    await call('PUT', `/admin/clients/${owner.id}`, { email }, admin.token);
    const asked = await call('POST', '/auth/reset/email/send', { email });
    expect([asked.status, asked.body.code]).toEqual([404, 'email_not_registered']);
  });

  it('of a colleague waits likewise, and one’s own needs the password', async () => {
    const colleague = await staffMember(app);
    const email = `moved-${colleague.email}`;
    const path = `/admin/users/${colleague.id}`;
    const without = await call('PUT', path, { email }, colleague.token);
    expect([without.status, Object.keys(without.body.errors)]).toEqual([422, ['current_password']]);
    const wrong = { email, current_password: 'Wrong-Passw0rd' };
    expect((await call('PUT', path, wrong, colleague.token)).status).toBe(422);
    const asked = await call('PUT', path, { email, current_password: password }, colleague.token);
    expect(asked.body.data).toMatchObject({ email: colleague.email, pending_email: email });
    expect(await mailsTo(colleague.email)).toContain('staff_address_asked');
    const hash = await app.linkTo(email, 'confirm_staff_email');
    const confirmed = await call('POST', '/admin/auth/confirm-address', { hash }, colleague.token);
    expect(confirmed.body.data).toEqual({ email, session_kept: true });
    const shown = await call('GET', '/admin/auth/me', undefined, colleague.token);
    expect(shown.body.data.email).toBe(email);
    expect((await call('POST', '/admin/auth/confirm-address', { hash })).status).toBe(422);
    const refusal = await app.linkTo(colleague.email, 'staff_address_asked');
    const refused = await call('POST', '/admin/auth/refuse-address', { hash: refusal });
    expect(refused.body.data).toEqual({ email: colleague.email, undone: true });
    expect((await call('GET', '/admin/auth/me', undefined, colleague.token)).status).toBe(401);
  });

  it('is not both confirmed and another: of a confirmation and a correction at once one is refused', async () => {
    const owner = await registeredCustomer(app);
    const hash = await app.linkTo(owner.email, 'confirm');
    const { email } = registration();
    app.clock.advance(100);
    const correct = () => call('POST', '/auth/register/email/send', { email }, owner.token);
    const row = { table: 'clients', id: owner.id } as const;
    const answers = await meetAtRow(app, row, [() => confirm(hash), correct]);
    expect(answers.map(({ status }) => status)).toEqual([200, 409]);
    expect((await clientOf(owner.id)).email).toBe(owner.email);
    const other = await registeredCustomer(app);
    const link = await app.linkTo(other.email, 'confirm');
    const mended = `mended-${other.email}`;
    app.clock.advance(100);
    const turned = await meetAtRow(app, { table: 'clients', id: other.id }, [
      () => call('POST', '/auth/register/email/send', { email: mended }, other.token),
      () => confirm(link),
    ]);
    expect(turned.map(({ status }) => status)).toEqual([200, 422]);
    expect(await clientOf(other.id)).toMatchObject({ email: mended, confirmed_at: null });
  });
});

describe('an address that nobody has confirmed', () => {
  it('is not corrected by a session that a new password ends at that moment', async () => {
    const owner = await registeredCustomer(app);
    const hash = await resetLink(owner);
    const thief = `thief-${owner.email}`;
    app.clock.advance(100);
    const answers = await meetAtRow(app, { table: 'clients', id: owner.id }, [
      () => setPassword(hash),
      () => call('POST', '/auth/register/email/send', { email: thief }, owner.token),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 401]);
    expect((await clientOf(owner.id)).email).toBe(owner.email);
  });
});

describe('a client whom support has blocked', () => {
  it('is signed out, may sign in again, look, pay and set a password, and change nothing else', async () => {
    const owner = await customerWithCabinet(app);
    await call('PUT', `/admin/clients/${owner.id}`, { status: 'blocked' }, admin.token);
    expect(await me(owner)).toBe(401);
    const { body } = await login(owner.email, password);
    const token = body.access_token as string;
    expect(body.data).toMatchObject({ active: false });
    const subscription = await call('GET', '/auth/me/subscription', undefined, token);
    expect(subscription.body.data).toMatchObject({ blocked_by_hand: true });
    const change = (input: unknown) => call('PUT', '/auth/me', input, token);
    const answers = [
      await change({ name: 'Інша назва' }),
      await change({ email: `new-${owner.email}`, current_password: password }),
    ];
    expect(answers.map(({ status, body: said }) => [status, said.code])).toEqual([
      [403, 'account_blocked'],
      [403, 'account_blocked'],
    ]);
    const { tariffs } = subscription.body.data;
    const tariff = { tariff_id: tariffs[0].id, billing_period: 'year', when: 'now' };
    const chosenTariff = await call('POST', '/auth/me/tariff', tariff, token);
    expect([chosenTariff.status, chosenTariff.body.code]).toEqual([403, 'account_blocked']);
    expect((await change({ locale: 'lt', payment_bank: 'Банк' })).status).toBe(200);
    const chosen = { password: another, password_confirmation: another, current_password: password };
    expect((await change(chosen)).status).toBe(200);
    expect((await call('POST', '/auth/refresh-token', undefined, token)).status).toBe(200);
    expect((await call('POST', '/cabinet/sign-in', {}, token)).status).toBe(409);
  });

  it('corrects no address that is unconfirmed, and may have its confirmation sent again', async () => {
    const owner = await registeredCustomer(app);
    await app.platform.database.db
      .updateTable('clients')
      .set({ status: 'blocked', blocked_from: 'trial' })
      .where('id', '=', owner.id)
      .execute();
    app.clock.advance(100);
    const send = (body: unknown) => call('POST', '/auth/register/email/send', body, owner.token);
    const refused = await send({ email: `mended-${owner.email}` });
    expect([refused.status, refused.body.code]).toEqual([403, 'account_blocked']);
    expect((await clientOf(owner.id)).email).toBe(owner.email);
    expect((await send({})).status).toBe(200);
  });
});

describe('what cleans up', () => {
  it('waits for nobody who ends sessions and links, and takes what they leave the next time', async () => {
    const owner = await confirmedCustomer(app);
    await login(owner.email, password);
    const { db } = app.platform.database;
    const sessionsLeft = () =>
      db.selectFrom('sessions').select('id').where('account_id', '=', owner.id).orderBy('id').execute();
    const later = new Date(app.clock.now().getTime() + 400 * 86_400_000);
    const [held] = await sessionsLeft();
    await db.transaction().execute(async (tx) => {
      await tx
        .selectFrom('sessions')
        .selectAll()
        .where('id', '=', held?.id ?? '')
        .forUpdate()
        .execute();
      await tx
        .selectFrom('one_time_links')
        .selectAll()
        .where('account_id', '=', owner.id)
        .forUpdate()
        .execute();
      await cleanUp(app.platform, later);
      expect(await sessionsLeft()).toEqual([held]);
    });
    await cleanUp(app.platform, later);
    expect(await sessionsLeft()).toEqual([]);
  });

  it('goes on to what is left when the folder of backups can’t be written', async () => {
    const { db, backupFiles } = app.platform;
    const now = app.clock.now();
    const raised_at = new Date(now.getTime() - 100 * 86_400_000);
    const old = {
      id: newId(now),
      kind: 'ledger',
      cause: 'long over',
      raised_at,
      closed_at: raised_at,
    } as const;
    await db.insertInto('alarms').values(old).execute();
    const failed: object[] = [];
    const removeOrphans = () => Promise.reject(new Error('EACCES'));
    const platform = { ...app.platform, backupFiles: { ...backupFiles, removeOrphans } };
    const log = app.platform.log.child({});
    log.error = (facts: unknown) => failed.push(facts as object);
    await cleanUp({ ...platform, log }, now);
    expect(failed).toMatchObject([{ what: 'cabinetBackups', err: { message: 'EACCES' } }]);
    expect(await db.selectFrom('alarms').select('id').where('id', '=', old.id).execute()).toEqual([]);
  });
});

describe('the table', () => {
  it('lets a refusal outlive all but the account', () => {
    const refusals = ['refuse_email', 'refuse_staff_email'];
    const rows = Object.entries(endings).filter(([, { links }]) =>
      linkGroups[links].some((purpose) => refusals.includes(purpose)),
    );
    expect(rows.map(([name]) => name)).toEqual(['deleted', 'restored', 'erased']);
  });

  it('is raced with every kind of link', () => {
    const raced = Object.values(standings).flatMap((links) => Object.values<readonly string[]>(links).flat());
    expect([...new Set(raced)].toSorted()).toEqual([...linkGroups.allAndRefusals].toSorted());
  });
});
