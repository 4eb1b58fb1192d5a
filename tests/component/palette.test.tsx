import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { clientApi } from '#contract/routes/client.ts';
import { documentApi } from '#contract/routes/document.ts';
import { paymentApi } from '#contract/routes/payment.ts';
import { tariffApi } from '#contract/routes/tariff.ts';
import { answering } from '#tests/support/browser/contract-edge.ts';
import { openPanel } from '#tests/support/browser/panel.tsx';
import { documentRow, tariff } from '#tests/support/rows.ts';

const answers = [answering(tariffApi.tariffs, () => ({ data: [tariff()], meta: { total: 1 } }))];

it('leads on by keys alone, to what the person may open', async () => {
  const { user } = await openPanel({ path: '/admin-panel/account', permissions: ['tariffs.read'], answers });
  await screen.findByRole('link', { name: 'Tariffs' });
  await user.keyboard('{Control>}k{/Control}');
  const field = await screen.findByRole('combobox', { name: /A page, an action or a client/ });
  const names = () => screen.getAllByRole('option').map((option) => option.textContent);
  expect(names()).not.toContain('Create tariff');
  await user.type(field, 'tarif');
  await waitFor(() => expect(names()).toEqual(['Tariffs', 'Compare tariffs']));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(location.pathname).toBe('/admin-panel/tariffs'));
  expect(screen.queryByRole('combobox', { name: /A page, an action or a client/ })).toBeNull();
});

it('goes up and down its results and says which one is meant', async () => {
  const { user } = await openPanel({ path: '/admin-panel/account', permissions: ['tariffs.write'], answers });
  await screen.findByRole('link', { name: 'Tariffs' });
  await user.keyboard('{Control>}k{/Control}');
  const field = await screen.findByRole('combobox', { name: /A page, an action or a client/ });
  await user.type(field, 'tarif');
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(3));
  const active = () =>
    document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent;
  expect(active()).toBe('Tariffs');
  await user.keyboard('{ArrowDown}');
  expect(active()).toBe('Create tariff');
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(active()).toBe('Tariffs');
});

it('finds a document and its payment by a number', async () => {
  const proforma = documentRow();
  const { user } = await openPanel({
    path: '/admin-panel/account',
    permissions: ['payments.read'],
    answers: [
      ...answers,
      answering(documentApi.documents, () => ({ data: [proforma], meta: { total: 1 } })),
      answering(documentApi.document, () => ({ data: proforma })),
      answering(paymentApi.payments, () => ({ data: [], meta: { total: 0 } })),
    ],
  });
  await screen.findByRole('link', { name: 'Money' });
  await user.keyboard('{Control>}k{/Control}');
  const field = await screen.findByRole('combobox', { name: /A page, an action/ });
  await user.type(field, 'pf 7');
  const option = await screen.findByRole('option', { name: /PF-2026-000007/ });
  expect(option.textContent).toMatch(/^PF-2026-000007Proforma invoice · Olena.* · Open$/);
  await user.click(option);
  await waitFor(() => expect(location.pathname).toBe(`/admin-panel/money/documents/show/${proforma.id}`));
});

it('finds things by what people call them, and another look', async () => {
  const { user } = await openPanel({ path: '/admin-panel/account', permissions: ['tariffs.read'], answers });
  await screen.findByRole('link', { name: 'Tariffs' });
  await user.keyboard('{Control>}k{/Control}');
  const field = await screen.findByRole('combobox', { name: /A page, an action or a client/ });
  await user.type(field, 'prices');
  await screen.findByRole('option', { name: 'Tariffs' });
  await user.clear(field);
  await user.type(field, 'night');
  await user.click(await screen.findByRole('option', { name: 'Appearance: Dark' }));
  await waitFor(() => expect(document.documentElement.dataset['theme']).toBe('dark'));
});

it('says nothing of clients below an action that it found', async () => {
  const { user } = await openPanel({
    path: '/admin-panel/account',
    permissions: ['clients.write'],
    answers: [...answers, answering(clientApi.clients, () => ({ data: [], meta: { total: 0 } }))],
  });
  await screen.findByRole('link', { name: 'Clients' });
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await screen.findByRole('combobox', { name: /A page, an action/ }), 'create client');
  await screen.findByRole('option', { name: 'Create client' });
  await waitFor(() => expect(document.querySelector('.palette-said')?.textContent).toBe(''));
});
