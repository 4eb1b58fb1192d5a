import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Role } from '#contract/accounts/role.ts';
import type { Partner } from '#contract/entities/partner.ts';
import { roleApi } from '#contract/routes/accounts/role.ts';
import { partnerApi } from '#contract/routes/partner.ts';
import { promoCodeApi } from '#contract/routes/promo-code.ts';
import { answering, Refusal } from '#tests/support/browser/contract-edge.ts';
import { dialogTitled, fieldLabelled, openPanel } from '#tests/support/browser/panel.tsx';
import { changedBy, partner } from '#tests/support/rows.ts';

async function openPartners() {
  let stored: Partner | null = partner();
  const panel = await openPanel({
    path: '/admin-panel/settings/partners',
    answers: [
      answering(partnerApi.partners, () => ({
        data: stored ? [stored] : [],
        meta: { total: stored ? 1 : 0 },
      })),
      answering(partnerApi.createPartner, ({ body }) => {
        if (body.code === 'dnipro')
          throw new Refusal(422, 'validation_failed', { errors: { code: ['Taken'] } });
        return { data: (stored = partner({ ...(body as Partial<Partner>) })) };
      }),
      answering(partnerApi.changePartner, ({ body }) => {
        if (body.updated_at !== stored?.updated_at) {
          throw new Refusal(409, 'stale', { current: stored, ...changedBy });
        }
        return { data: (stored = partner({ ...(body as Partial<Partner>) })) };
      }),
      answering(partnerApi.deletePartner, () => {
        stored = null;
        return { data: {} };
      }),
    ],
  });
  return { ...panel, change: (more: Partial<Partner>) => (stored = partner(more)) };
}

it('creates a row next to its list, with each error at its field, from the contract or the server', async () => {
  const { user, sent } = await openPartners();
  await user.click(await screen.findByRole('button', { name: 'New partner' }));
  const dialog = within(await screen.findByRole('dialog'));
  const name = await fieldLabelled('Name', dialog);
  await user.type(await fieldLabelled('Code', dialog), 'dnipro');
  await user.click(dialog.getByRole('button', { name: 'Create' }));
  await dialog.findByText('Fill in this field');
  expect(sent('POST', '/partners')).toEqual([]);

  await user.type(name, 'Other Bank');
  await user.click(dialog.getByRole('button', { name: 'Create' }));
  await dialog.findByText('Taken');
  await waitFor(() => expect(screen.queryByText('Fill in this field')).toBeNull());
  await user.type(await fieldLabelled('Code', dialog), '2');
  await user.click(dialog.getByRole('button', { name: 'Create' }));
  await screen.findByText('Partner added');
  expect(sent('POST', '/partners').at(-1)).toEqual({
    name: 'Other Bank',
    code: 'dnipro2',
    kind: 'bank',
    free_period_days: null,
    tariff_ids: null,
  });
  await screen.findByRole('button', { name: 'Other Bank' });
});

it('keeps mine in a dialog where a colleague was faster, and theirs elsewhere', async () => {
  const { user, sent, change } = await openPartners();
  await user.click(await screen.findByRole('button', { name: 'Dnipro Bank' }));
  const dialog = within(await screen.findByRole('dialog'));
  const name = await fieldLabelled('Name', dialog);
  await user.clear(name);
  await user.type(name, 'Mine');
  change({ name: 'Theirs', free_period_days: 30, updated_at: '2026-01-02T00:00:00.000Z' });
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  const choice = await dialogTitled('Someone changed this in the meantime');
  expect(choice.getAllByRole('radiogroup')).toHaveLength(2);
  choice.getByText('as in the general settings');
  await user.click(choice.getByRole('button', { name: 'Save this' }));
  await screen.findByText('Partner saved');
  expect(sent('PUT', partner().id).at(-1)).toMatchObject({ name: 'Mine', free_period_days: 30 });
});

it('deletes for good after a question', async () => {
  const { user } = await openPartners();
  await user.click(await screen.findByRole('button', { name: 'Dnipro Bank' }));
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  const question = await dialogTitled('Delete the partner “Dnipro Bank”?');
  await user.click(question.getByRole('button', { name: 'Delete' }));
  await screen.findByText('Partner deleted');
  await screen.findByText('No partners yet');
});

it('asks of a promo code what its kind needs, and says what is wrong there', async () => {
  const { user, sent } = await openPanel({
    path: '/admin-panel/settings/promo-codes',
    answers: [
      answering(promoCodeApi.promoCodes, () => ({ data: [], meta: { total: 0 } })),
      answering(promoCodeApi.createPromoCode, () => {
        throw new Refusal(422, 'validation_failed', { errors: { 'effect.amount': ['Too generous'] } });
      }),
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'New promo code' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(await fieldLabelled('Code', dialog), 'SUN');
  await user.click(dialog.getByText('Bonus', { selector: '.ant-segmented-item-label' }));
  const amount = document.getElementById('effect_amount') ?? document.body;
  await user.type(amount, '12,345');
  await user.click(dialog.getByRole('button', { name: 'Create' }));
  await dialog.findByText('Enter an amount, for example 199.50');
  await user.clear(amount);
  await user.type(amount, '12,5');
  await user.click(dialog.getByRole('button', { name: 'Create' }));
  await dialog.findByText('Too generous');
  await waitFor(() =>
    expect(sent('POST', '/promo-codes')).toMatchObject([
      { code: 'SUN', effect: { kind: 'bonus', amount: 1250 }, valid_from: null, uses_left: null },
    ]),
  );
});

it('says that an invitation is made, and takes back that a role is missing once there is one', async () => {
  const role: Role = {
    id: '0197a000-0000-7000-8000-0000000000f1',
    name: 'Support',
    permissions: ['clients.read'],
    users_count: 0,
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
  };
  const { user } = await openPanel({
    path: '/admin-panel/users/create',
    answers: [answering(roleApi.roles, () => ({ data: [role], meta: { total: 1 } }))],
  });
  await screen.findByText('The invitation goes to this address');
  await user.click(screen.getByRole('button', { name: 'Invite' }));
  const missing = 'Choose a role or at least one permission';
  await screen.findByText(missing);
  await user.click(await screen.findByRole('checkbox', { name: /^Support/ }));
  await waitFor(() => expect(screen.queryByText(missing)).toBeNull());
});
