import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { AuditEntry } from '#contract/entities/audit-entry.ts';
import { auditApi } from '#contract/routes/panel/audit.ts';
import type { CabinetHost, CabinetHosts } from '#contract/cabinets/cabinet-host.ts';
import type { Permission } from '#contract/kernel/permissions.ts';
import { cabinetApi } from '#contract/routes/cabinet.ts';
import { settingApi } from '#contract/routes/setting.ts';
import { tariffApi } from '#contract/routes/tariff.ts';
import type { SettingKey } from '#contract/company/settings.ts';
import { answering, Refusal } from '#tests/support/browser/contract-edge.ts';
import { fieldLabelled, openPanel } from '#tests/support/browser/panel.tsx';
import { changedBy, settingRows, tariff } from '#tests/support/rows.ts';

interface Shown {
  isPhone?: boolean;
  at?: string;
  permissions?: readonly Permission[];
}

/** The general settings, which a colleague may change at any time; `at`: further words of the address. */
async function openSettings(
  own: Partial<Record<SettingKey, unknown>> = {},
  { isPhone = false, at = '', permissions }: Shown = {},
) {
  let stored = settingRows(own);
  let version = 1;
  const set = (key: SettingKey, value?: unknown) => {
    version += 1;
    const [now] = settingRows({ [key]: value }, `2026-02-01T00:00:00.00${version}Z`).filter(
      (one) => one.key === key,
    );
    stored = stored.map((one) => (one.key === key && now ? now : one));
    return stored.find((one) => one.key === key) ?? stored[0]!;
  };
  const refuseStale = (key: string | undefined, seen: string | null | undefined) => {
    const current = stored.find((one) => one.key === key);
    if (seen !== undefined && current?.updated_at !== seen) {
      throw new Refusal(409, 'stale', { current, ...changedBy });
    }
  };
  const panel = await openPanel({
    path: `/admin-panel/settings/general${at}`,
    isPhone,
    ...(permissions && { permissions }),
    answers: [
      answering(tariffApi.tariffs, () => ({ data: [tariff()], meta: { total: 1 } })),
      answering(settingApi.settings, () => ({ data: stored, meta: { total: stored.length } })),
      answering(settingApi.saveSetting, ({ body: { key, value, updated_at } }) => {
        refuseStale(key, updated_at);
        return { data: set(key, value) };
      }),
      answering(settingApi.resetSetting, ({ params, query }) => {
        const { key } = stored.find(({ id }) => id === params['id']) ?? {};
        refuseStale(key, query.get('updated_at') ?? undefined);
        return { data: set(key ?? 'read_only') };
      }),
    ],
  });
  const type = async (label: string, text: string) => {
    await panel.user.clear(await fieldLabelled(label));
    await panel.user.type(await fieldLabelled(label), text);
  };
  const save = async (label: string) => {
    const group = (await fieldLabelled(label)).closest('form') ?? document.body;
    await panel.user.click(within(group).getByRole('button', { name: 'Save' }));
  };
  const go = async (group: string) => {
    const index = within(await screen.findByRole('navigation', { name: 'Groups of settings' }));
    await panel.user.click(index.getByRole('link', { name: new RegExp(`^${group}`) }));
  };
  return { ...panel, set, field: fieldLabelled, type, save, go };
}

const free = 'Free trial, days';
const unconfirmed = 'Keep unconfirmed clients, days';
const wait = 'Minimum wait before an e-mail is sent again, seconds';

it('folds its groups on a phone, all but the first, and keeps what was typed in a folded one', async () => {
  const { user, type, field } = await openSettings({}, { isPhone: true });
  const isHidden = async (label: string) => (await field(label)).closest('form')?.hidden;
  const fold = await screen.findByRole('button', { name: 'Registration' });
  expect(fold.getAttribute('aria-expanded')).toBe('true');
  await type(free, '21');
  await user.click(fold);
  expect(await isHidden(free)).toBe(true);
  await user.click(fold);
  expect(await isHidden(free)).toBe(false);
  expect((await field(free)).getAttribute('value')).toBe('21');
  const others = [...document.querySelectorAll('.setting-group form')].slice(1);
  expect(others.every((form) => form instanceof HTMLFormElement && form.hidden)).toBe(true);
});

it('shows one group at a time, and finds a setting by its words', async () => {
  const { user } = await openSettings({}, { at: '?group=tax' });
  const visible = () =>
    [...document.querySelectorAll<HTMLElement>('.setting-group:not([hidden]) h2')].map(
      (heading) => heading.textContent,
    );
  await waitFor(() => expect(visible()).toEqual(['Tax']));
  const search = screen.getByRole('searchbox', { name: 'Find a setting' });
  await user.type(search, 'iban');
  expect(screen.getAllByRole('link', { name: /^Company details/ })).toHaveLength(1);
  await user.clear(search);
  await user.type(search, 'cancel account{Enter}');
  await waitFor(() => expect(visible()).toEqual(['Periods']));
  expect(location.search).toBe('?group=terms&setting=close_days');
  const field = await fieldLabelled('Time to cancel account closing, days');
  await waitFor(() => expect(document.activeElement).toBe(field));
});

it('can be read by who may not change them, and not be switched', async () => {
  await openSettings({}, { permissions: ['settings.read'] });
  const [first] = await screen.findAllByRole('switch');
  expect(first).toHaveProperty('disabled', true);
  expect(await fieldLabelled(free)).toHaveProperty('disabled', true);
});

it('keeps questions in order, in one language at a time, and says which half is missing', async () => {
  const two = ['Fiscal?', 'Printer?'].map((question) => ({
    question: { en: question },
    answer: { en: `${question} No.` },
  }));
  const { user, sent } = await openSettings({ front_questions: two }, { at: '?group=front' });
  const save = async () => {
    const form = screen.getByRole('button', { name: 'Add a question' }).closest('form');
    await user.click(within(form ?? document.body).getByRole('button', { name: 'Save' }));
  };
  await user.click(await screen.findByRole('button', { name: 'Question 2: up' }));
  await user.click(screen.getByText(/^Deutsch · 0$/));
  const [first] = screen.getAllByLabelText<HTMLInputElement>('Question');
  if (!first) throw new Error('no question');
  await user.type(first, 'Drucker?');
  await save();
  await screen.findByText('Question 1 (DE): both a question and an answer are needed');
  await user.clear(first);
  await user.click(screen.getByRole('button', { name: 'Question 2: remove' }));
  await save();
  await screen.findByText('Settings saved');
  expect(sent('POST', '/settings')).toEqual([
    { key: 'front_questions', value: [two[1]], updated_at: expect.any(String) },
  ]);
});

it('sends only what was typed, and says what is wrong at its field', async () => {
  const { type, save, sent } = await openSettings();
  await type(free, '-');
  await save(free);
  await screen.findByText('Enter a whole number');
  await type(free, '21');
  await save(free);
  await screen.findByText('Settings saved');
  expect(sent('POST', '/settings')).toEqual([{ key: 'free_period_days', value: 21, updated_at: null }]);
});

it('asks about what both have changed, in one dialog, and about nothing else', async () => {
  const { user, set, field, type, save, sent } = await openSettings();
  await type(free, '25');
  await type(unconfirmed, '40');
  await type(wait, '45');
  set('free_period_days', 28);
  set('unconfirmed_retention_days', 60);
  set('resend_interval_seconds', 45);
  await save(free);
  const dialog = within(await screen.findByRole('dialog'));
  dialog.getByText(/Iryna/);
  expect(dialog.getAllByRole('radiogroup')).toHaveLength(2);
  const retention = within(dialog.getByRole('radiogroup', { name: unconfirmed }));
  await user.click(retention.getByRole('radio', { name: /Colleague/ }));
  await user.click(dialog.getByRole('button', { name: 'Save this' }));
  await screen.findByText('Settings saved');
  expect((await field(unconfirmed)).value).toBe('60');
  expect((await field(wait)).value).toBe('45');
  expect(sent('POST', '/settings').at(-1)).toMatchObject({ key: 'free_period_days', value: 25 });
});

it('follows a colleague where nobody has typed, and keeps what was typed', async () => {
  const { set, field, type, save, sent, go } = await openSettings();
  await type(wait, '90');
  set('free_period_days', 20);
  // Another form on the page loads all of them again.
  await go('Periods');
  await type('Recommended top-up, days', '31');
  await save('Recommended top-up, days');
  await go('Registration');
  await waitFor(async () => expect((await field(free)).value).toBe('20'));
  expect((await field(wait)).value).toBe('90');
  await save(wait);
  await waitFor(() => expect(sent('POST', '/settings')).toHaveLength(2));
  expect(sent('POST', '/settings').at(-1)).toMatchObject({ key: 'resend_interval_seconds', value: 90 });
});

it('asks before a value is returned to the default that a colleague has made meanwhile', async () => {
  const { user, set, field } = await openSettings({ unconfirmed_retention_days: 35 });
  expect((await field(unconfirmed)).value).toBe('35');
  set('unconfirmed_retention_days', 36);
  const back = () => user.click(screen.getByRole('button', { name: `${unconfirmed}: Reset to default` }));
  await back();
  const question = within(await screen.findByRole('dialog', { name: /has changed in the meantime/ }));
  question.getByText(/Iryna/);
  question.getByText('36');
  await user.click(question.getByRole('button', { name: 'Keep it as it is' }));
  await waitFor(async () => expect((await field(unconfirmed)).value).toBe('36'));
  await back();
  await waitFor(async () => expect((await field(unconfirmed)).value).toBe('30'));
});

it('asks before what was typed in any of its forms is lost', async () => {
  const { user, type, save, go } = await openSettings();
  await type(free, '21');
  await go('Periods');
  await type('Recommended top-up, days', '31');
  await go('Registration');
  await save(free);
  await screen.findByText('Settings saved');
  await user.click(screen.getByRole('link', { name: 'Partners' }));
  await screen.findByRole('dialog', { name: 'Leave without saving?' });
  expect(location.pathname).toBe('/admin-panel/settings/general');
});

const host = (name: string, more: Partial<CabinetHost> = {}): CabinetHost => ({
  name,
  state: 'open',
  cabinets: 1200,
  room: 5000,
  moving: 0,
  free_bytes: 52_500_000_000,
  seen_at: '2026-03-14T10:31:00.000Z',
  draining_since: null,
  ...more,
});

const openHosts = (data: CabinetHosts, permissions?: readonly Permission[]) =>
  openPanel({
    path: '/admin-panel/settings/hosts',
    ...(permissions && { permissions }),
    answers: [answering(cabinetApi.cabinetHosts, () => ({ data }))],
  });

it('show each cabinet host with its state, its cabinets and its last answer', async () => {
  await openHosts({
    driver: 'embedded',
    hosts: [
      host('north'),
      host('south', { state: 'draining', moving: 7, draining_since: '2026-03-14T10:00:00.000Z' }),
      host('west', { state: 'away', free_bytes: null, seen_at: null }),
      host('east', { state: 'full', cabinets: 5000 }),
    ],
  });
  await screen.findByRole('table');
  const rowOf = (name: string) => within(screen.getByRole('rowheader', { name }).closest('tr')!);
  rowOf('north').getByText('Accepting cabinets');
  rowOf('north').getByText('1,200 of 5,000');
  rowOf('north').getByText('52.5 GB');
  rowOf('south').getByText('Being emptied');
  rowOf('south').getByText('7');
  rowOf('west').getByText('Not responding');
  rowOf('west').getByText('None yet');
  rowOf('east').getByText('Full');
});

it('say calmly that there is one cabinet host alone', async () => {
  await openHosts({ driver: 'embedded', hosts: [] }, ['settings.read']);
  await screen.findByText(/All cabinets are on one host/);
  expect(screen.queryByRole('table')).toBeNull();
});

it('say where cabinets are that another system makes', async () => {
  await openHosts({ driver: 'kubernetes', hosts: [] });
  await screen.findByText(/in Kubernetes/);
});

it('show in the audit log what was changed, and open the rest', async () => {
  const entry = (own: Partial<AuditEntry>): AuditEntry => ({
    id: '0198c000-0000-7000-8000-0000000000a1',
    at: '2026-02-01T10:00:00.000Z',
    kind: 'change',
    actor: { id: 'me', name: 'Iryna', kind: 'staff' },
    as_client: false,
    action: 'client.change',
    subject: { type: 'client', id: '0198c000-0000-7000-8000-0000000000c1', name: 'Olena' },
    changes: [],
    names: [],
    ip: null,
    device: null,
    request_id: null,
    ...own,
  });
  const entries = [
    entry({
      changes: [
        { field: 'status', before: 'active', after: 'blocked' },
        { field: 'blocked_from', before: null, after: 'active' },
        { field: 'block_reason', before: null, after: 'Asked for it' },
      ],
    }),
    entry({
      id: '0198c000-0000-7000-8000-0000000000a2',
      changes: [{ field: 'name', before: 'Olena', after: 'Olha' }],
    }),
    entry({
      id: '0198c000-0000-7000-8000-0000000000a3',
      action: 'client.password',
      ip: '192.0.2.7',
      device: 'Firefox',
    }),
    entry({ id: '0198c000-0000-7000-8000-0000000000a4', action: 'cabinet.ready' }),
    entry({
      id: '0198c000-0000-7000-8000-0000000000a5',
      changes: [{ field: 'manager_id', before: null, after: 'u1' }],
      names: [{ id: 'u1', name: 'Andrii Melnyk' }],
    }),
    entry({
      id: '0198c000-0000-7000-8000-0000000000a6',
      action: 'clients.export',
      subject: { type: 'clients', id: null, name: null },
      changes: [{ field: 'status eq', before: null, after: 'trial' }],
    }),
  ];
  const { user } = await openPanel({
    path: '/admin-panel/settings/audit',
    answers: [answering(auditApi.audit, () => ({ data: entries, meta: { total: 6 } }))],
  });
  await screen.findByText('Suspended by staff');
  const told = await screen.findByRole('button', { name: /Asked for it/ });
  expect(told.textContent).toMatch(/: Asked for it \+2$/);
  expect((await screen.findByRole('button', { name: /Olha/ })).textContent).toBe('Name: Olena → Olha');
  // Named by the row itself: nobody is asked for the colleague.
  screen.getByRole('button', { name: 'Manager: Andrii Melnyk' });
  screen.getByRole('button', { name: 'Firefox · 192.0.2.7' });
  screen.getByRole('button', { name: 'Status: Free trial' });
  // What holds nothing more has nothing to open.
  const ready = screen.getByText('Cabinet ready').closest('tr');
  expect(ready && within(ready).queryByRole('button')).toBeNull();
  await user.click(told);
  const drawer = within(await screen.findByRole('dialog'));
  drawer.getByRole('row', { name: /^State before the suspension/ });
});
