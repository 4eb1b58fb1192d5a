import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { StaffAccount } from '#contract/accounts/auth.ts';
import type { RaisedAlarms } from '#contract/accounts/alarm.ts';
import type { Permission } from '#contract/kernel/permissions.ts';
import { alarmApi } from '#contract/routes/panel/alarm.ts';
import { staffApi } from '#contract/routes/accounts/staff.ts';
import { userApi } from '#contract/routes/user.ts';
import { currentLocale } from '#web/providers/i18n.ts';
import { answering } from '#tests/support/browser/contract-edge.ts';
import { fieldLabelled, openPanel } from '#tests/support/browser/panel.tsx';

const mykola: StaffAccount = {
  id: 'me',
  name: 'Mykola',
  email: 'mykola@example.com',
  locale: 'en',
  permissions: [],
  alarms: [],
  two_factor_missing: false,
  has_password: true,
  signs_in_by_oidc: false,
};

it('says of no own account that nothing can be changed there', async () => {
  const held = ['read_only', 'users.read'] as const;
  await openPanel({
    path: '/admin-panel/account',
    permissions: held,
    answers: [
      answering(staffApi.me, () => ({ data: { ...mykola, permissions: [...held] } })),
      answering(userApi.users, () => ({ data: [], meta: { total: 0 } })),
    ],
  });
  await fieldLabelled('Name');
  expect(screen.queryByRole('note')).toBeNull();
  await userEvent.setup().click(screen.getByRole('link', { name: 'Users' }));
  await screen.findByText('Your account is view-only: nothing can be changed');
});

it('keeps a name that is being typed while the menu changes the language', async () => {
  let me = mykola;
  const { user, sent } = await openPanel({
    path: '/admin-panel/account',
    answers: [
      answering(staffApi.me, () => ({ data: me })),
      answering(staffApi.changeMe, ({ body }) => ({
        data: (me = { ...me, ...(body as Partial<StaffAccount>) }),
      })),
    ],
  });
  const name = await fieldLabelled('Name');
  await user.type(name, ' K');
  await user.click(screen.getByRole('button', { name: /Language/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Deutsch' }));
  const save = await screen.findByRole('button', { name: 'Speichern' });
  expect((await fieldLabelled('Name')).value).toBe('Mykola K');
  await user.click(save);
  await waitFor(() =>
    expect(sent('PUT', '/auth/me').at(-1)).toMatchObject({ name: 'Mykola K', locale: 'de' }),
  );
  // Otherwise the language would arrive in the next file's panel.
  await screen.findAllByText('Änderungen gespeichert');
  await waitFor(() => expect(currentLocale()).toBe('de'));
});

const raised: RaisedAlarms[] = [
  {
    kind: 'cabinet_failed',
    count: 3,
    since: '2026-03-01T10:00:00.000Z',
    names: ['Olena', 'Taras'],
    subject_id: null,
  },
  { kind: 'email_failed', count: 1, since: '2026-03-01T10:00:00.000Z', names: [], subject_id: null },
];

it('counts the open alarms in the head, names them and leads to each', async () => {
  const { user } = await openPanel({
    path: '/admin-panel/account',
    answers: [answering(alarmApi.alarms, () => ({ data: { clocks: [], waiting: null, raised } }))],
  });
  await user.click(await screen.findByRole('button', { name: 'Alarms: 4 open' }));
  const link = await screen.findByRole('link', { name: 'A cabinet couldn’t be created (3)' });
  expect(link.getAttribute('href')).toContain('cabinet_status');
  expect(link.closest('li')?.textContent).toContain('Olena, Taras, …');
});

it('says that no alarm is open', async () => {
  const { user } = await openPanel({ path: '/admin-panel/account', answers: [] });
  await user.click(await screen.findByRole('button', { name: 'Alarms: 0 open' }));
  await screen.findByText('All is well: no open alarms.');
});

it('offers the alarms that one may know about by e-mail, and keeps the choice', async () => {
  let me: StaffAccount = { ...mykola, permissions: ['clients.read'], alarms: [] };
  const { user, sent } = await openPanel({
    path: '/admin-panel/account',
    permissions: ['clients.read'],
    answers: [
      answering(staffApi.me, () => ({ data: me })),
      answering(staffApi.changeMe, ({ body }) => ({
        data: (me = { ...me, ...(body as Partial<StaffAccount>) }),
      })),
    ],
  });
  const title = await screen.findByRole('heading', { name: 'Alarms by e-mail' });
  const part = within(title.closest('section') ?? document.body);
  const boxes = await part.findAllByRole('checkbox');
  expect(boxes.map((box) => box.closest('label')?.textContent)).toEqual(['A cabinet couldn’t be created']);
  await user.click(boxes[0] ?? document.body);
  await user.click(part.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent('PUT', '/auth/me').at(-1)).toEqual({ alarms: ['cabinet_failed'] }));
});

it('has no choice of alarms for who may know of none', async () => {
  const permissions: Permission[] = ['tariffs.read'];
  await openPanel({
    path: '/admin-panel/account',
    permissions,
    answers: [answering(staffApi.me, () => ({ data: { ...mykola, permissions } }))],
  });
  await fieldLabelled('Name');
  expect(screen.queryByRole('heading', { name: 'Alarms by e-mail' })).toBeNull();
});
