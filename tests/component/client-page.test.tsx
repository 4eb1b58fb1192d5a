import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ClientDetails } from '#contract/clients/client-details.ts';
import type { Tag } from '#contract/clients/tag.ts';
import type { TimelineRow } from '#contract/clients/timeline.ts';
import { clientApi } from '#contract/routes/client.ts';
import { clientNoteApi } from '#contract/routes/panel/note.ts';
import { tagApi } from '#contract/routes/panel/tag.ts';
import { timelineApi } from '#contract/routes/panel/timeline.ts';
import { loginLockApi } from '#contract/routes/accounts/login-lock.ts';
import { discountApi } from '#contract/routes/subscription.ts';
import { tariffApi } from '#contract/routes/tariff.ts';
import { type Answering, answering } from '#tests/support/browser/contract-edge.ts';
import { openPanel } from '#tests/support/browser/panel.tsx';
import { clientDetails, tariff } from '#tests/support/rows.ts';

const proId = '0197a000-0000-7000-8000-0000000000ff';

function change(changes: TimelineRow['details']['changes']): TimelineRow {
  return {
    id: '0197a000-0000-7000-8000-0000000000aa',
    at: '2026-03-01T10:00:00.000Z',
    kind: 'change',
    verb: 'client.change',
    actor_kind: 'staff',
    person: { id: 'me', name: 'Mykola' },
    title: null,
    details: {
      amount: null,
      balance_after: null,
      service: null,
      status: null,
      error: null,
      text: null,
      device: null,
      as_client: false,
      changes,
    },
    link: null,
  };
}

async function openClient({
  client = clientDetails(),
  rows = [],
  more = [],
}: {
  client?: ClientDetails;
  rows?: TimelineRow[];
  more?: Answering[];
}) {
  let stored: ClientDetails = client;
  const panel = await openPanel({
    path: `/admin-panel/clients/show/${client.id}`,
    answers: [
      ...more,
      answering(clientApi.client, () => ({ data: stored })),
      answering(timelineApi.timeline, () => ({ data: rows, meta: { total: rows.length } })),
      answering(loginLockApi.loginLocks, () => ({ data: [], meta: { total: 0 } })),
      answering(discountApi.discounts, () => ({ data: [] })),
      answering(clientNoteApi.notes, () => ({ data: [], meta: { total: 0 } })),
      answering(tariffApi.tariff, ({ params }) => ({
        data: tariff({ id: params['id'] ?? '', name: 'Pro' }),
      })),
    ],
  });
  return { ...panel, change: (more: Partial<ClientDetails>) => (stored = { ...stored, ...more }) };
}

it('says what changed in words: rows by their names, languages and lists as people write them', async () => {
  const { tariff_id } = clientDetails();
  await openClient({
    rows: [
      change([
        { field: 'next_tariff_id', before: tariff_id, after: proId },
        { field: 'locale', before: 'uk', after: 'de' },
        { field: 'tags', before: [], after: ['Early', 'Large'] },
      ]),
    ],
  });
  const changes = await screen.findByText('Pro').then((name) => name.closest('dl'));
  expect([...(changes?.querySelectorAll('dd') ?? [])].map((one) => one.textContent)).toEqual([
    'Start → Pro',
    'Українська → Deutsch',
    '– → Early, Large',
  ]);
});

it('leaves the choice of tags open while the page is read again, and begins with the client’s own', async () => {
  const early: Tag = {
    id: '0197a000-0000-7000-8000-0000000000b1',
    name: 'Early',
    color: 'blue',
    clients_count: 0,
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
  };
  const cabinet = { ...clientDetails().cabinet, task: 'create' as const };
  const { user, change, sent, asked } = await openClient({
    client: clientDetails({ cabinet }),
    more: [
      answering(tagApi.tags, () => ({ data: [early], meta: { total: 1 } })),
      answering(clientApi.changeClient, () => ({ data: clientDetails() })),
    ],
  });
  const open = await screen.findByRole('button', { name: 'Add a tag' });
  const choose = async () => {
    await user.click(open);
    await user.click(await screen.findByRole('combobox', { name: 'Tags' }));
    await user.click(await screen.findByTitle('Early'));
  };
  await choose();
  await user.click(open);
  await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Tags' })).toBeNull());
  await choose();
  const reads = () => asked.filter(({ path }) => path === `/admin/clients/${clientDetails().id}`).length;
  const [before, updated_at] = [reads(), '2026-01-02T00:00:00.000Z'];
  change({ updated_at });
  await waitFor(() => expect(reads()).toBeGreaterThan(before + 1));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sent('PUT', clientDetails().id)).toMatchObject([{ tag_ids: [early.id], updated_at }]),
  );
});
