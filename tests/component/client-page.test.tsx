import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ClientDetails } from '#contract/clients/client-details.ts';
import type { TimelineRow } from '#contract/clients/timeline.ts';
import { clientApi } from '#contract/routes/client.ts';
import { clientNoteApi } from '#contract/routes/panel/note.ts';
import { timelineApi } from '#contract/routes/panel/timeline.ts';
import { tariffApi } from '#contract/routes/tariff.ts';
import { answering } from '#tests/support/browser/contract-edge.ts';
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

async function openClient({ client = clientDetails(), rows = [] as TimelineRow[] }) {
  let stored: ClientDetails = client;
  const panel = await openPanel({
    path: `/admin-panel/clients/show/${client.id}`,
    answers: [
      answering(clientApi.client, () => ({ data: stored })),
      answering(timelineApi.timeline, () => ({ data: rows, meta: { total: rows.length } })),
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
