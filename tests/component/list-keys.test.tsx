import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { clientApi } from '#contract/routes/client.ts';
import { answering } from '#tests/support/browser/contract-edge.ts';
import { openPanel } from '#tests/support/browser/panel.tsx';
import { clientDetails } from '#tests/support/rows.ts';

it('is walked by keys alone, and says which there are', async () => {
  const rows = ['Olena', 'Petro', 'Sofiia'].map((name) => clientDetails({ id: name, name }));
  const { user } = await openPanel({
    path: '/admin-panel/clients',
    answers: [answering(clientApi.clients, () => ({ data: rows, meta: { total: 3 } }))],
  });
  await screen.findByText('Olena');
  const focused = () => document.activeElement?.textContent;
  await user.keyboard('j');
  expect(focused()).toBe('Olena');
  await user.keyboard('jj');
  expect(focused()).toBe('Sofiia');
  await user.keyboard('j');
  expect(focused()).toBe('Sofiia');
  await user.keyboard('k');
  expect(focused()).toBe('Petro');
  await user.keyboard('{ArrowDown}{ArrowUp}x');
  expect(focused()).toBe('Petro');
  await screen.findByText(/Selected: 1/);
  await user.keyboard('/');
  expect(document.activeElement).toBe(screen.getByRole('searchbox'));
  await user.keyboard('jx?');
  expect(document.activeElement).toHaveProperty('value', 'jx?');
  document.querySelector<HTMLElement>('.row-title')?.focus();
  await user.keyboard('?');
  await screen.findByText('Next and previous row');
});
