import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { BulkRun } from '#contract/panel/bulk.ts';
import type { Tag } from '#contract/entities/tag.ts';
import { bulkApi } from '#contract/routes/panel/bulk.ts';
import type { ClientDetails } from '#contract/clients/client-details.ts';
import { clientApi } from '#contract/routes/client.ts';
import { tagApi } from '#contract/routes/panel/tag.ts';
import { userApi } from '#contract/routes/user.ts';
import { type Answering, answering, Refusal } from '#tests/support/browser/contract-edge.ts';
import { dialogTitled, fieldLabelled, openPanel } from '#tests/support/browser/panel.tsx';
import { clientDetails } from '#tests/support/rows.ts';

const tagRow: Tag = {
  id: '0197a000-0000-7000-8000-0000000000d1',
  name: '',
  color: 'grey',
  clients_count: 0,
  created_at: '2026-03-01T10:00:00.000Z',
  updated_at: '2026-03-01T10:00:00.000Z',
};

/** The dialog of an act on the only client of a list, over a server that finds ever more clients. */
async function openAct(name: string, client: Partial<ClientDetails> = {}, more: Answering[] = []) {
  let found = 1;
  const panel = await openPanel({
    path: '/admin-panel/clients',
    answers: [
      ...more,
      answering(clientApi.clients, () => ({ data: [clientDetails(client)], meta: { total: 1 } })),
      answering(userApi.users, () => ({ data: [], meta: { total: 0 } })),
      answering(bulkApi.actOnClients, ({ body }) => {
        if (body.dry_run) return { data: { total: found, will: found, wont: [], sample: [], money: null } };
        if (body.total !== found) throw new Refusal(409, 'selection_changed');
        throw new Refusal(403, 'forbidden');
      }),
    ],
  });
  await screen.findByRole('row', { name: /Olena/ });
  await panel.user.click(screen.getByRole('checkbox', { name: 'Select Olena' }));
  await panel.user.click(await screen.findByRole('button', { name: 'Actions on selected' }));
  await panel.user.click(await screen.findByRole('menuitem', { name }));
  return { ...panel, findOneMore: () => (found += 1) };
}

it('keeps what was typed on the way back from the check, and from the Escape key', async () => {
  const { user, sent } = await openAct('Send an e-mail');
  const form = within(await screen.findByRole('dialog'));
  form.getByText('Clients selected: 1');
  await user.type(await fieldLabelled('Subject', form), 'News');
  await user.type(await fieldLabelled('Text', form), 'We move.');
  await user.click(form.getByRole('button', { name: 'Check' }));
  await user.click(await screen.findByRole('button', { name: 'Back' }));
  const again = await dialogTitled('Send an e-mail');
  expect((await fieldLabelled('Subject', again)).value).toBe('News');
  expect((await fieldLabelled('Text', again)).value).toBe('We move.');
  await user.keyboard('{Escape}');
  // “Back” leaves the focus on the page; what the act is for stays chosen.
  fireEvent.keyDown(document.body, { key: 'Escape' });
  screen.getByText('Selected: 1');
  await user.click(again.getByRole('button', { name: 'Check' }));
  await waitFor(() => expect(sent('POST', '/bulk')).toHaveLength(2));
});

it('checks again when the filter finds others by now, and begins by Ctrl and Enter too', async () => {
  const { user, sent, findOneMore } = await openAct('Resume', { blocked_by_hand: true });
  await screen.findByText('1 of 1 will change');
  findOneMore();
  await user.click(screen.getByRole('button', { name: 'Resume 1 client' }));
  await screen.findByText('selection_changed');
  await screen.findByText('2 of 2 will change');
  await screen.findByRole('button', { name: /Resume 2 clients/ });
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(sent('POST', '/bulk').at(-1)).toMatchObject({ total: 2 }));
});

it('does not offer what would change none of the chosen, and says why', async () => {
  const rows = [
    clientDetails(),
    clientDetails({ id: '0197a000-0000-7000-8000-0000000000a2', name: 'Petro', blocked_by_hand: true }),
  ];
  const { user } = await openPanel({
    path: '/admin-panel/clients',
    answers: [answering(clientApi.clients, () => ({ data: rows, meta: { total: 2 } }))],
  });
  await user.click(await screen.findByRole('checkbox', { name: 'Select Olena' }));
  const acts = await screen.findByRole('button', { name: 'Actions on selected' });
  await user.click(acts);
  const offered = () =>
    screen
      .queryAllByRole('menuitem')
      .map((item) => [item.textContent, item.getAttribute('aria-disabled') === 'true']);
  await waitFor(() => expect(offered()).toContainEqual(['Resume – not suspended by staff', true]));
  expect(offered()).toContainEqual(['Restore deleted – not deleted', true]);
  expect(offered()).toContainEqual(['Suspend', false]);
  // One of them can be resumed.
  await user.click(screen.getByRole('checkbox', { name: 'Select Petro' }));
  await screen.findByText('Selected: 2');
  await user.click(acts);
  await waitFor(() => expect(offered()).toContainEqual(['Resume', false]));
});

it('makes the first tag on the way and chooses it, without losing the choice of clients', async () => {
  const made: Tag[] = [];
  const { user, sent } = await openAct('Change tags', {}, [
    answering(tagApi.tags, () => ({ data: made, meta: { total: made.length } })),
    answering(tagApi.createTag, ({ body }) => {
      const tag = { ...tagRow, ...body };
      made.push(tag);
      return { data: tag };
    }),
  ]);
  await user.click(await screen.findByRole('button', { name: 'New tag' }));
  await screen.findByText('Colour');
  const dialog = await dialogTitled('New tag');
  await user.type(await fieldLabelled('Name', dialog), 'VIP');
  await user.click(dialog.getByRole('button', { name: 'Create' }));
  const form = await dialogTitled('Change tags');
  await form.findByText('VIP');
  await user.click(form.getByRole('button', { name: 'Check' }));
  await waitFor(() =>
    expect(sent('POST', '/bulk').at(-1)).toMatchObject({ input: { add: [tagRow.id], remove: [] } }),
  );
});

it('asks for a manager, and removes one only when that is said', async () => {
  const { user, sent, lists } = await openAct('Assign a manager');
  const form = await dialogTitled('Assign a manager');
  await user.click(form.getByRole('button', { name: 'Check' }));
  await waitFor(() => expect(document.querySelector('.ant-form-item-has-error')).not.toBeNull());
  expect(sent('POST', '/bulk')).toEqual([]);
  // Who was only invited can't look after anybody.
  expect(lists('users').at(-1)).toContain('filter[invited][eq]=false');
  await user.click(form.getByText('Remove the manager'));
  await user.click(form.getByRole('button', { name: 'Check' }));
  await screen.findByText('The manager will be removed from 1 of 1');
  expect(sent('POST', '/bulk')).toMatchObject([{ act: 'manager', input: { manager_id: null } }]);
});

const run: BulkRun = {
  id: '0198d000-0000-7000-8000-000000000001',
  created_at: '2026-03-01T10:00:00.000Z',
  act: 'unblock',
  input: {},
  status: 'running',
  total: 3,
  done: 1,
  skipped: 0,
  failed: 0,
  undone: 0,
  created_by: { id: 'me', name: 'Mykola' },
  created_by_name: 'Mykola',
  finished_at: null,
  undo_until: null,
};

it('reads a run once for its whole page, and again when it is stopped there', async () => {
  let stored = run;
  const { user, asked } = await openPanel({
    path: `/admin-panel/clients/bulk/show/${run.id}`,
    answers: [
      answering(bulkApi.bulkRun, () => ({ data: stored })),
      answering(bulkApi.bulkRows, () => ({ data: [], meta: { total: 0 } })),
      answering(bulkApi.stopBulk, () => ({ data: (stored = { ...run, status: 'stopped' }) })),
    ],
  });
  await screen.findByText('1 of 3 done');
  expect(asked.filter(({ path }) => path === `/admin/bulk/${run.id}`)).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Stop' }));
  await screen.findByText('Stopped before all clients were reached.');
});

it('says who reads the reason of a suspension', async () => {
  await openAct('Suspend');
  const form = await dialogTitled('Suspend');
  form.getByText('Only staff see it');
});

it('names the first of those who stay as they are, and how many more', async () => {
  const left = ['Anna', 'Bohdan', 'Vira'].map((name) => ({ id: name, name }));
  await openAct('Send an e-mail', {}, [
    answering(bulkApi.actOnClients, () => ({
      data: {
        total: 9,
        will: 1,
        wont: [
          { code: 'unconfirmed' as const, count: 7, sample: left },
          { code: 'not_found' as const, count: 1, sample: [] },
        ],
        sample: [],
        money: null,
      },
    })),
  ]).then(async ({ user }) => {
    const form = within(await screen.findByRole('dialog'));
    await user.type(await fieldLabelled('Subject', form), 'News');
    await user.type(await fieldLabelled('Text', form), 'We move.');
    await user.click(form.getByRole('button', { name: 'Check' }));
  });
  const reasons = (await screen.findByRole('heading', { name: 'Unchanged' })).closest('section');
  const lines = [...(reasons?.querySelectorAll('li') ?? [])].map(({ textContent }) => textContent);
  expect(lines[0]).toMatch(/^7 – .*Anna, Bohdan, Vira and 4 more$/);
  expect(lines[1]).toMatch(/^1 – [^,]*$/);
});
