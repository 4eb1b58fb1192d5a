import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { registeredCustomer } from '#tests/support/people.ts';

/** Who signs in is a person, a client has members (docs/decisions/0194). */
let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const personsOf = (clientId: string) =>
  app.platform.database.db
    .selectFrom('persons as p')
    .leftJoin('members as m', 'm.person_id', 'p.id')
    .select(['p.email', 'm.role', 'p.deleted_at'])
    .where('p.id', '=', clientId)
    .execute();

it('makes the one who registers a person, and the owner of the client', async () => {
  const { id, email } = await registeredCustomer(app);
  expect(await personsOf(id)).toEqual([{ email, role: 'owner', deleted_at: null }]);
});

it('keeps what an older process writes to the client with the person', async () => {
  const { id } = await registeredCustomer(app);
  const changes = { email: 'Written@example.com', email_key: 'written@example.com' };
  await app.platform.database.db.updateTable('clients').set(changes).where('id', '=', id).execute();
  expect(await personsOf(id)).toEqual([{ email: 'Written@example.com', role: 'owner', deleted_at: null }]);
});

it('lets nobody keep the address of a client whose row is gone', async () => {
  const { id } = await registeredCustomer(app);
  await app.platform.database.db.deleteFrom('clients').where('id', '=', id).execute();
  expect(await personsOf(id)).toEqual([]);
});
