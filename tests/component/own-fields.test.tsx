import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ClientField, ShownField } from '#contract/client-fields/client-field.ts';
import type { ClientDetails } from '#contract/clients/client-details.ts';
import { clientApi } from '#contract/routes/client.ts';
import { userApi } from '#contract/routes/user.ts';
import { clientFieldApi } from '#contract/routes/panel/client-field.ts';
import { answering, Refusal } from '#tests/support/browser/contract-edge.ts';
import { fieldLabelled, openPanel } from '#tests/support/browser/panel.tsx';
import { clientDetails } from '#tests/support/rows.ts';

const idOf = (place: number) => `0197a000-0000-7000-8000-00000000010${place}`;
const area: ShownField = {
  id: idOf(1),
  key: 'area',
  kind: 'number',
  name: 'Area',
  translations: { en: { name: 'Area' } },
  options: [],
};
const contract: ShownField = { ...area, id: idOf(2), key: 'contract', kind: 'text', name: 'Contract' };
const branch: ShownField = {
  ...area,
  id: idOf(3),
  key: 'branch',
  kind: 'choice',
  name: 'Branch',
  options: [
    { key: 'north', name: 'North', translations: { en: { name: 'North' } } },
    { key: 'south', name: 'South', translations: { en: { name: 'South' } } },
  ],
};

async function openClients(path: string, fields: readonly ShownField[] = [area, contract, branch]) {
  let stored: ClientDetails = clientDetails({ custom: { area: 1200, branch: 'south' } });
  return openPanel({
    path,
    answers: [
      answering(clientFieldApi.allClientFields, () => ({ data: [...fields] })),
      answering(clientApi.client, () => ({ data: stored })),
      answering(userApi.users, () => ({ data: [], meta: { total: 0 } })),
      answering(clientApi.clients, () => ({ data: [stored], meta: { total: 1 } })),
      answering(clientApi.changeClient, ({ body }) => {
        const { custom = {} } = body;
        if (custom['contract'] === 'gone') {
          throw new Refusal(422, 'validation_failed', { errors: { 'custom.contract': ['No such field'] } });
        }
        stored = { ...stored, custom: { ...stored.custom, ...(custom as ClientDetails['custom']) } };
        return { data: stored };
      }),
    ],
  });
}

it('shows phones in groups, and sends nothing of them that nobody typed', async () => {
  const { id } = clientDetails();
  const { user, sent } = await openClients(`/admin-panel/clients/edit/${id}`);
  const phone = await fieldLabelled('Phone');
  const { phone: digits } = clientDetails();
  expect(phone.value.replaceAll(' ', '')).toBe(digits);
  expect(phone.value).toContain(' ');
  await user.click(phone);
  await user.keyboard('{End}{Backspace}7');
  await user.tab();
  expect(phone.value.replaceAll(' ', '')).toBe(`${digits.slice(0, -1)}7`);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sent('PUT', `/clients/${id}`)).toMatchObject([{ phone: `${digits.slice(0, -1)}7` }]),
  );
});

it('puts the focus of a link from a refused address into the e-mail field', async () => {
  await openClients(`/admin-panel/clients/edit/${clientDetails().id}#email`);
  const email = await fieldLabelled('E-mail');
  await waitFor(() => expect(document.activeElement).toBe(email));
  expect(email.value).toBe(clientDetails().email);
  expect(email.closest('[hidden], details:not([open])')).toBeNull();
});

it('puts short fields beside each other', async () => {
  await openClients(`/admin-panel/clients/edit/${clientDetails().id}`);
  const pairOf = async (label: string) => (await fieldLabelled(label)).closest('.form-pair');
  const pair = await pairOf('Tax or company code');
  expect(pair).not.toBeNull();
  expect(await pairOf('E-mail')).toBe(pair);
  expect(await pairOf('Address')).toBeNull();
});

it('has a field of the form for each own field, and sends only what was changed', async () => {
  const { id } = clientDetails();
  const { user, sent } = await openClients(`/admin-panel/clients/edit/${clientDetails().id}`);
  const input = await fieldLabelled('Area', screen);
  expect((input as HTMLInputElement).value).toBe('1200');
  await user.clear(input);
  await user.type(input, '12,5');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Enter a whole number');
  expect(sent('PUT', `/clients/${id}`)).toEqual([]);

  await user.clear(input);
  await user.type(input, '1 300');
  await user.type(await fieldLabelled('Contract', screen), 'gone');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('No such field');
  expect(sent('PUT', `/clients/${id}`).at(-1)).toMatchObject({ custom: { area: 1300, contract: 'gone' } });

  await user.clear(await fieldLabelled('Contract', screen));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Client data saved');
  expect(sent('PUT', `/clients/${id}`).at(-1)).toHaveProperty('custom', { area: 1300 });
});

it('shows them in the list under their names, and leaves out the column of one that is gone', async () => {
  const { lists } = await openClients(
    '/admin-panel/clients?columns=name,custom.branch,custom.gone,custom.area&sort[custom.area]=desc',
  );
  const row = await screen.findByRole('row', { name: /Olena/ });
  expect(within(row).getByText('South')).toBeTruthy();
  expect(within(row).getByText('1,200')).toBeTruthy();
  expect(screen.getAllByRole('columnheader', { name: 'Branch' })).not.toEqual([]);
  expect(lists('clients').at(-1)).toContain('sort[custom.area]=desc');
});

it('names the filter by a field that is gone, and removes it at a click', async () => {
  const { user } = await openClients('/admin-panel/clients?filter[custom.gone][eq]=1');
  await screen.findByText('Unknown field “custom.gone”');
  await user.click(screen.getByRole('button', { name: /Remove|Drop|without/ }));
  await screen.findByRole('row', { name: /Olena/ });
});

it('is defined with its options, and says how many clients lose a value when it is deleted', async () => {
  let stored: ClientField = {
    ...branch,
    clients_count: 1204,
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
  };
  const { user, sent } = await openPanel({
    path: '/admin-panel/settings/client-fields',
    answers: [
      answering(clientFieldApi.clientFields, () => ({ data: [stored], meta: { total: 1 } })),
      answering(clientFieldApi.changeClientField, () => ({ data: (stored = { ...stored, name: 'Office' }) })),
      answering(clientFieldApi.deleteClientField, () => ({ data: {} })),
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Branch' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(await dialog.findByRole('button', { name: 'Add a choice' }));
  await user.type(dialog.getByLabelText('Choice 3: Українська'), 'Захід');
  await user.click(dialog.getByRole('button', { name: 'Move choice 3 up' }));
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  await screen.findByText(/Clients with a value: 1,204/);
  expect(sent('DELETE', '/client-fields')).toEqual([]);
});
