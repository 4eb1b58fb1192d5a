import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { clientApi } from '#contract/routes/client.ts';
import { clientFieldApi } from '#contract/routes/panel/client-field.ts';
import { answering, Refusal } from '#tests/support/browser/contract-edge.ts';
import { openPanel } from '#tests/support/browser/panel.tsx';

const file = [
  'Name;Код ЄДРПОУ;E-mail;Mobile',
  '"ТОВ ""Сад""";12345678;sad@example.com;067 111 22 33',
  'Олена Коваль;1234567890;olena-at-home;067 111 22 34',
].join('\r\n');

it('guesses the columns, shows each mistake with its cell, and imports the others once', async () => {
  const panel = await openPanel({
    path: '/admin-panel/clients/import',
    answers: [
      answering(clientApi.checkClientImport, ({ body }) => ({ data: { rows: body.rows.length } })),
      answering(clientApi.importClients, ({ body }) => ({
        data: { rows: body.rows.length, created_at: '2026-01-01T00:00:00.000Z' },
      })),
    ],
  });
  const { user } = panel;
  await screen.findByRole('heading', { name: 'Import clients' });
  await user.upload(await fileInput(), new File([file], 'clients.csv', { type: 'text/csv' }));
  await screen.findByText('2 rows');
  const scrolled = vi.spyOn(HTMLElement.prototype, 'scrollIntoView');
  await user.click(screen.getByRole('button', { name: 'Check' }));
  await screen.findByText('1 row has errors');
  // The result is below what was typed.
  expect(scrolled.mock.contexts).toContain(document.querySelector('.import-counts'));
  scrolled.mockRestore();
  const mistakes = screen.getAllByRole('row', { name: /olena-at-home/ });
  within(mistakes.at(-1) ?? document.body).getByText(/Enter the whole address/);
  await user.click(screen.getByRole('button', { name: 'Import 1 client' }));
  await screen.findByRole('heading', { name: '1 client imported' });
  screen.getByRole('button', { name: 'Download the rows with errors' });
  expect(panel.sent('POST', '/clients/imports')).toMatchObject([
    { rows: [{ name: 'ТОВ "Сад"', email: 'sad@example.com' }], file: 'clients.csv' },
  ]);
});

it('takes a file only when the fields that staff defined are known', async () => {
  const own = Promise.withResolvers<{ data: [] }>();
  await openPanel({
    path: '/admin-panel/clients/import',
    answers: [answering(clientFieldApi.allClientFields, () => own.promise)],
  });
  await screen.findByRole('heading', { name: 'Import clients' });
  expect(document.querySelector('input[type=file]')).toBeNull();
  own.resolve({ data: [] });
  await waitFor(() => expect(document.querySelector('input[type=file]')).not.toBeNull());
});

it('says where the server refuses a cell that looked good', async () => {
  const { user } = await openPanel({
    path: '/admin-panel/clients/import',
    answers: [
      answering(clientApi.checkClientImport, () => {
        throw new Refusal(422, 'validation_failed', {
          errors: { 'rows.0.email': ['Somebody has this address'] },
        });
      }),
    ],
  });
  await screen.findByRole('heading', { name: 'Import clients' });
  const [headings, good] = file.split('\r\n');
  await user.upload(await fileInput(), new File([`${headings}\n${good}`], 'one.csv'));
  await screen.findByText('1 row');
  await user.click(screen.getByRole('button', { name: 'Check' }));
  await screen.findByText('Somebody has this address');
  expect(screen.queryByRole('button', { name: /^Import/ })).toBeNull();
});

it('adds what the server finds in a row that is refused already, in the order of the columns', async () => {
  const panel = await openPanel({
    path: '/admin-panel/clients/import',
    answers: [
      answering(clientApi.checkClientImport, () => {
        throw new Refusal(422, 'validation_failed', {
          errors: { 'rows.1.email': ['Required'], 'rows.1.phone': ['Somebody has this number'] },
        });
      }),
    ],
  });
  await screen.findByRole('heading', { name: 'Import clients' });
  await panel.user.upload(await fileInput(), new File([file], 'clients.csv', { type: 'text/csv' }));
  await screen.findByText('2 rows');
  await panel.user.click(screen.getByRole('button', { name: 'Check' }));
  await screen.findByText('1 row has errors');
  const mistakes = within(screen.getByRole('region', { name: 'Errors' })).getAllByRole('row');
  expect(mistakes.slice(1).map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^3E-mailolena-at-homeEnter the whole address/),
    expect.stringMatching(/^3Mobile067 111 22 34Somebody has this number$/),
  ]);
  // A bad cell of a refused row isn't sent; its good ones are looked up.
  const [sent] = panel.sent('POST', '/clients/imports/check') as { rows: object[] }[];
  expect(sent?.rows[1]).toMatchObject({ name: 'Олена Коваль', phone: '671112234' });
  expect(sent?.rows[1]).not.toHaveProperty('email');
});

function fileInput(): Promise<HTMLInputElement> {
  return waitFor(() => {
    const input = document.querySelector<HTMLInputElement>('input[type=file]');
    if (!input) throw new Error('there is no place for a file yet');
    return input;
  });
}
