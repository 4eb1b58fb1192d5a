import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { routes } from '#contract/api.ts';
import { clientActInputs } from '#contract/clients/client-bulk.ts';
import { type Route, writes } from '#contract/http/route.ts';
import { memberRoles } from '#contract/accounts/member-role.ts';
import { settings } from '#contract/company/settings.ts';
import { locales } from '#contract/kernel/variants.ts';
import { emailKinds } from '#contract/entities/email.ts';
import { gatewayNames } from '#contract/money/payment-gateway.ts';
import type { TimelineRow } from '#contract/clients/timeline.ts';
import { hasText } from '#server/kernel/messages.ts';
import { fieldNameKeys, hiddenFields, wordKeys } from '#web/resources/audit-log/audit-words.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { type Person, staffMember } from '#tests/support/people.ts';
import { type Scene, type SceneName, scenesOf } from '#tests/support/scenes.ts';
import { newTariff, subscriber } from '#tests/support/subscriptions/subscribers.ts';

/** Every field that the audit log has is named in every language: no raw keys, whatever was changed. */

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await startApp({ ROLES: 'web' });
  admin = await staffMember(app);
});
afterAll(() => app.close());

function send({ method, path }: Pick<Route, 'method' | 'path'>, { params, token, body }: Scene) {
  const given = [...params];
  return app.call(method, `/api${path.replace(/:\w+/g, () => given.shift() ?? '')}`, { token, body });
}

let tries = 0;

async function makeEverything(): Promise<void> {
  tries += 1;
  const creations: Partial<Record<SceneName, object>> = {
    'POST /admin/clients': {
      type: 'legal',
      name: 'Named',
      email: `named-${tries}@example.com`,
      country_code: 'UA',
      phone: `67123456${tries}`,
      ident: '32855961',
    },
    'POST /admin/partners': { code: `NAMED-${tries}`, name: 'Bank', kind: 'bank' },
    'POST /admin/promo-codes': {
      code: `NAMED-${tries}`,
      effect: { kind: 'percent', percent: 10, periods: 3 },
    },
    'POST /admin/offer': { locale: 'uk', title: 'Оферта', body: 'Текст' },
    'POST /admin/views': { resource: 'clients', name: `Named ${tries}`, search: '', shared: true },
  };
  const tariff_id = await newTariff(app, { month: 10_000 });
  const scenes: Partial<Record<SceneName, () => Promise<Scene>>> = await scenesOf(app);
  for (const route of routes.filter(writes)) {
    const name = `${route.method} ${route.path}` as SceneName;
    const body = creations[name];
    const scene = body ? { params: [], token: admin.token, body } : await scenes[name]?.();
    if (scene) await send(route, scene);
  }
  // What the scenes change one field of, and what a form sends whole.
  const { id } = await subscriber(app, { tariffId: tariff_id });
  const change = (given: object) =>
    send(
      { method: 'PUT', path: '/admin/clients/:id' },
      {
        params: [id],
        token: admin.token,
        body: given,
      },
    );
  const answers = [
    await change({ status: 'blocked', reason: 'Asked for' }),
    await change({ status: 'active' }),
    await change({
      phone: `67111223${tries}`,
      email: `elsewhere-${tries}@example.com`,
      address: 'Kyiv',
      tag_ids: [],
    }),
    await send(
      { method: 'PUT', path: '/admin/tariffs/:id' },
      {
        params: [tariff_id],
        token: admin.token,
        body: { price_month: 12_000, existing: 'keep', trial_days: 5, recommended: true, position: 1 },
      },
    ),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
}

it('has a name for every field that is audited, in every language', async () => {
  await makeEverything();
  const entries = await app.platform.database.db
    .selectFrom('audit_entries')
    .select(['subject_type', 'action', 'changes'])
    .execute();
  const audited = new Map<string, string>();
  for (const { subject_type, action, changes } of entries) {
    // A file names its filters by its list.
    if (action.endsWith('.export')) continue;
    for (const { field } of changes) audited.set(`${subject_type} ${field}`, action);
  }
  for (const key of Object.keys(settings)) audited.set(`setting ${key}`, 'setting.change');
  // What a run of many is told, and does: a worker's part.
  for (const input of Object.values(clientActInputs)) {
    for (const key of Object.keys(input.shape)) audited.set(`bulk_run ${key}`, 'bulk.start');
  }
  for (const key of ['subject', 'text']) audited.set(`client ${key}`, 'client.notify');
  expect(audited.size).toBeGreaterThan(120);
  const unnamed = [...audited].flatMap(([which, action]) => {
    const [subject = '', field = ''] = which.split(' ');
    const keys = fieldNameKeys(subject, field);
    return locales
      .filter((locale) => !keys.some((key) => hasText(locale, key)))
      .map((locale) => `${locale}: ${which} (${action})`);
  });
  expect(unnamed).toEqual([]);
});

/** What people write; a word there may look like one of ours. */
const typed = [
  'name',
  'address',
  'ident',
  'reason',
  'block_reason',
  'deleted_reason',
  'text',
  'subject',
  'note',
];

it("has a text for every field and word of clients' timelines, by the timeline's own lookup", async () => {
  const { db } = app.platform.database;
  const { token } = admin;
  // A receipt, which is sent again and looked at.
  const { id } = await subscriber(app, { tariffId: await newTariff(app) });
  await app.call('POST', `/api/admin/clients/${id}/replenish`, {
    token,
    body: { service: 'cash', amount: 100 },
  });
  const { rows: emails } = await sql<{
    id: string;
  }>`select id from emails where client_id = ${id}`.execute(db);
  for (const email of emails) await app.call('POST', `/api/admin/emails/${email.id}/resend`, { token });
  for (const email of emails) await app.call('GET', `/api/admin/emails/${email.id}`, { token });
  const clients = await db
    .selectFrom('audit_entries')
    .innerJoin('clients', 'clients.id', 'audit_entries.client_id')
    .select('clients.id')
    .distinct()
    .execute();
  const said = new Map<string, readonly string[]>();
  for (const client of clients) {
    const path = `/api/admin/clients/${client.id}/timeline?limit=200`;
    for (const { details } of (await app.call('GET', path, { token })).body.data as TimelineRow[]) {
      const subject = details.subject_type ?? 'client';
      for (const { field, before, after } of details.changes) {
        if (hiddenFields.includes(field)) continue;
        said.set(`${subject} ${field}`, fieldNameKeys(subject, field));
        if (typed.includes(field)) continue;
        for (const word of [before, after].filter((value) => /^[a-z_]+$/.test(String(value ?? '-'))))
          if (typeof word === 'string')
            said.set(`${subject} ${field}: ${word}`, wordKeys(subject, field, word));
      }
    }
  }
  expect([...said.keys()]).toContain('email to');
  for (const kind of emailKinds) said.set(`email kind: ${kind}`, wordKeys('email', 'kind', kind));
  for (const name of gatewayNames) said.set(`client method: ${name}`, wordKeys('client', 'method', name));
  for (const role of memberRoles) said.set(`client role: ${role}`, wordKeys('client', 'role', role));
  const unnamed = [...said].flatMap(([which, keys]) =>
    locales
      .filter((locale) => !keys.some((key) => hasText(locale, key)))
      .map((locale) => `${locale}: ${which}`),
  );
  expect(unnamed).toEqual([]);
});
