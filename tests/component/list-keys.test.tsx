import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Tag } from '#contract/entities/tag.ts';
import { clientApi } from '#contract/routes/client.ts';
import { tagApi } from '#contract/routes/panel/tag.ts';
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
  const line = await screen.findByText('Next and previous row');
  const sheet = line.closest<HTMLElement>('[role=dialog]') ?? document.body;
  expect(within(sheet).getByText('Filter').closest('div')?.textContent).toContain('f');
});

it('goes from the search to what was found, and leaves the box by Escape', async () => {
  const rows = ['Olena', 'Petro'].map((name) => clientDetails({ id: name, name }));
  const { user } = await openPanel({
    path: '/admin-panel/clients',
    answers: [
      answering(clientApi.clients, ({ query }) => {
        const data = String(query).includes('petro') ? rows.slice(1) : rows;
        return { data, meta: { total: data.length } };
      }),
    ],
  });
  await screen.findByText('Olena');
  const box = screen.getByRole('searchbox');
  const focused = () => document.activeElement?.textContent;
  await user.keyboard('/petro{Enter}');
  // Not to a row of the list before.
  await waitFor(() => expect(focused()).toBe('Petro'));
  await user.keyboard('x');
  await screen.findByText('Selected: 1');
  await user.keyboard('/{Escape}');
  expect(box).toHaveProperty('value', '');
  expect(document.activeElement).toBe(box);
  await screen.findByText('Olena');
  await user.keyboard('{ArrowDown}');
  expect(focused()).toBe('Olena');
  await user.keyboard('/{Escape}');
  expect(document.activeElement).toBe(document.body);
  await user.keyboard('jj');
  expect(focused()).toBe('Petro');
});

it('selects by keys pressed as quickly as they come', async () => {
  const rows = ['Olena', 'Petro', 'Sofiia'].map((name) => clientDetails({ id: name, name }));
  await openPanel({
    path: '/admin-panel/clients',
    answers: [answering(clientApi.clients, () => ({ data: rows, meta: { total: 3 } }))],
  });
  await screen.findByText('Olena');
  for (const key of 'jjxjx') fireEvent.keyDown(document.activeElement ?? document.body, { key });
  await screen.findByText('Selected: 2');
});

/** A menu or a panel over the list. */
const overlay = '.ant-dropdown:not(.ant-dropdown-hidden), .ant-popover:not(.ant-popover-hidden)';

it.each([null, 'Actions on selected', 'Columns'])(
  'clears a selection by Escape, but not under %s',
  async (name) => {
    const { user } = await openPanel({
      path: '/admin-panel/clients',
      answers: [answering(clientApi.clients, () => ({ data: [clientDetails()], meta: { total: 1 } }))],
    });
    await user.click(await screen.findByRole('checkbox', { name: 'Select Olena' }));
    await screen.findByText('Selected: 1');
    if (name !== null) {
      await user.click(screen.getByRole('button', { name }));
      await waitFor(() => expect(document.querySelector(overlay)).not.toBeNull());
    }
    // The focus may be anywhere: on the menu, or on the page.
    fireEvent.keyDown(document.body, { key: 'Escape' });
    if (name !== null) screen.getByText('Selected: 1');
    else await waitFor(() => expect(screen.queryByText('Selected: 1')).toBeNull());
  },
);

it('opens the choice of a filter by a key', async () => {
  const { user } = await openPanel({
    path: '/admin-panel/clients',
    answers: [answering(clientApi.clients, () => ({ data: [clientDetails()], meta: { total: 1 } }))],
  });
  await screen.findByText('Olena');
  await user.keyboard('f');
  await screen.findByTitle('Type');
  expect(document.activeElement).toBe(screen.getByLabelText('Filter', { selector: 'input' }));
});

it('opens the dialog of a row without a page by a click on it', async () => {
  const tag: Tag = {
    id: '0197a000-0000-7000-8000-0000000000b1',
    name: 'Early',
    color: 'blue',
    clients_count: 0,
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
  };
  const answers = [answering(tagApi.tags, () => ({ data: [tag], meta: { total: 1 } }))];
  const { user } = await openPanel({ path: '/admin-panel/settings/tags', answers });
  const row = await screen.findByRole('row', { name: /Early/ });
  await user.click(within(row).getAllByRole('cell').at(-1) ?? row);
  const dialog = await screen.findByRole('dialog');
  await user.click(await within(dialog).findByRole('button', { name: 'Cancel' }));
  // A click in the dialog is none on the row behind it.
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
