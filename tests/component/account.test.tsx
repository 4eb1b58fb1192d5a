import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { StaffAccount } from '#contract/accounts/auth.ts';
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
