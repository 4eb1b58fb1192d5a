import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { StaffAccount } from '#contract/accounts/auth.ts';
import { oidcChannel } from '#contract/accounts/oidc.ts';
import { fullPermissions } from '#contract/kernel/permissions.ts';
import { roleApi } from '#contract/routes/accounts/role.ts';
import { staffApi } from '#contract/routes/accounts/staff.ts';
import { twoFactorApi } from '#contract/routes/accounts/two-factor.ts';
import { answering, Refusal } from '#tests/support/browser/contract-edge.ts';
import { dialogTitled, fieldLabelled, openPanel } from '#tests/support/browser/panel.tsx';

/** A proof of the person before a sensitive act (docs/decisions/0190). */

const moment = '2026-11-27T10:00:00.000Z';

async function openForm({
  hasSecondFactor = false,
  isRequired = false,
  me,
}: { hasSecondFactor?: boolean; isRequired?: boolean; me?: StaffAccount } = {}) {
  let isProved = false;
  const panel = await openPanel({
    path: '/admin-panel/settings/roles',
    staffSignIn: { name: 'Company ID', only: false },
    answers: [
      ...(me ? [answering(staffApi.me, () => ({ data: me }))] : []),
      answering(roleApi.createRole, ({ body }) => {
        if (!isProved) throw new Refusal(403, 'reauthentication_required');
        return { data: { ...body, id: 'r1', users_count: 0, created_at: moment, updated_at: moment } };
      }),
      answering(roleApi.roles, () => ({ data: [], meta: { total: 0 } })),
      answering(twoFactorApi.twoFactor, () => ({
        data: { on_since: hasSecondFactor ? moment : null, required: isRequired, recovery_codes_left: 8 },
      })),
      answering(twoFactorApi.reauthenticate, ({ body }) => {
        if (body.oidc_answer === 'code=old') throw new Refusal(403, 'oidc_not_fresh');
        if (body.oidc_answer === undefined && body.current_password !== 'right') {
          throw new Refusal(422, 'validation_failed', { errors: { current_password: ['Wrong password'] } });
        }
        isProved = true;
        return { data: { proved_until: moment } };
      }),
    ],
  });
  const { user } = panel;
  await user.click(await screen.findByRole('button', { name: 'New role' }));
  const form = within(await screen.findByRole('dialog'));
  await user.type(await fieldLabelled('Name', form), 'Night shift');
  await user.click(form.getByRole('checkbox', { name: /View clients/ }));
  await user.click(form.getByRole('button', { name: 'Create' }));
  const dialog = await dialogTitled('Confirm that it’s you');
  const password = me ? undefined : await fieldLabelled('Current password', dialog);
  const confirm = () => user.click(dialog.getByRole('button', { name: 'Confirm' }));
  return { ...panel, form, dialog, password: password as HTMLInputElement, confirm };
}

it('is asked for over the form, and what was asked for goes on', async () => {
  const { user, dialog, password, confirm, sent } = await openForm();
  await user.type(password, 'wrong');
  await confirm();
  await dialog.findByText('Wrong password');
  await user.clear(password);
  await user.type(password, 'right');
  await confirm();
  await waitFor(() => expect(sent('POST', '/roles')).toHaveLength(2));
  const [refused, done] = sent('POST', '/roles');
  expect(done).toEqual(refused);
  await waitFor(() => expect(screen.queryByText('Confirm that it’s you')).toBeNull());
});

it('leaves the form as it is when it is cancelled, and says what is missing', async () => {
  const { user, form, dialog, sent } = await openForm();
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await form.findByText('reauthentication_required');
  expect((await fieldLabelled('Name', form)).value).toBe('Night shift');
  expect(sent('POST', '/roles')).toHaveLength(1);
});

it('asks for the second factor too where it is on', async () => {
  const { user, dialog, password, confirm, sent } = await openForm({ hasSecondFactor: true });
  await user.type(password, 'right');
  await user.type(await fieldLabelled('Code from the app', dialog), '123456');
  await confirm();
  await waitFor(() =>
    expect(sent('POST', '/reauthenticate')).toEqual([{ current_password: 'right', code: '123456' }]),
  );
});

const mykola: StaffAccount = {
  id: 'me',
  name: 'Mykola',
  email: 'mykola@example.com',
  permissions: [...fullPermissions],
  locale: 'en',
  alarms: [],
  two_factor_missing: false,
  has_password: true,
  signs_in_by_oidc: false,
};

it('asks for no password where two factors are required and it is one of them', async () => {
  const { dialog } = await openForm({ isRequired: true, me: mykola });
  await dialog.findByText(/Use your passkey and the action goes ahead/);
  expect(dialog.queryByText('Current password')).toBeNull();
  expect(dialog.queryByRole('button', { name: 'Confirm' })).toBeNull();
});

it('is given at the identity provider by who has no password, in a window of its own', async () => {
  const me = { ...mykola, has_password: false, signs_in_by_oidc: true };
  const { user, dialog, form, sent } = await openForm({ me });
  await dialog.findByText(/Confirm at Company ID/);
  expect(dialog.queryByText('Current password')).toBeNull();
  const go = () => dialog.getByRole('button', { name: 'Confirm with Company ID' });

  const open = vi.fn().mockReturnValueOnce(null).mockReturnValue({});
  vi.stubGlobal('open', open);
  await user.click(go());
  await dialog.findByText(/Allow pop-ups/);
  await user.click(go());
  expect(open.mock.lastCall?.[0]).toBe('/api/admin/auth/oidc?fresh=1');

  const answer = (text: string) => {
    const channel = new BroadcastChannel(oidcChannel);
    channel.postMessage(text);
    channel.close();
  };
  answer('code=old');
  await dialog.findByText('oidc_not_fresh');
  expect((await fieldLabelled('Name', form)).value).toBe('Night shift');
  await user.click(go());
  answer('code=new');
  await waitFor(() => expect(sent('POST', '/roles')).toHaveLength(2));
  expect(sent('POST', '/reauthenticate')).toEqual([{ oidc_answer: 'code=old' }, { oidc_answer: 'code=new' }]);
});
