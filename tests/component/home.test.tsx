import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { EmailRow } from '#contract/entities/email.ts';
import { clientApi } from '#contract/routes/client.ts';
import { emailApi } from '#contract/routes/email.ts';
import { answering, Refusal } from '#tests/support/browser/contract-edge.ts';
import { openPanel } from '#tests/support/browser/panel.tsx';

const failed = (id: string, to: string): EmailRow => ({
  id,
  created_at: '2026-03-01T10:00:00.000Z',
  status: 'failed',
  kind: 'top_up_receipt',
  to,
  subject: 'Your balance was topped up',
  locale: 'en',
  attempts: 5,
  error: '550 No such user',
  sent_at: null,
  dealt_with_at: null,
  reason: 'A top-up came',
  client_id: null,
});

it('asks for failed emails until they are dismissed here, and then for nothing', async () => {
  let waiting = [failed('01a0', 'one@example.com'), failed('01a1', 'two@example.com')];
  const { user } = await openPanel({
    path: '/admin-panel',
    permissions: ['settings.read', 'settings.write'],
    answers: [
      answering(emailApi.emails, ({ query }) => {
        expect(query.get('filter[dealt_with_at][null]')).toBe('true');
        return { data: waiting, meta: { total: waiting.length } };
      }),
      answering(emailApi.dismissEmail, ({ params: { id } }) => {
        const row = waiting.find((one) => one.id === id);
        if (!row) throw new Refusal(404, 'not_found');
        waiting = waiting.filter((one) => one !== row);
        return { data: { ...row, dealt_with_at: row.created_at } };
      }),
    ],
  });
  await screen.findByRole('heading', { name: '2 e-mails could not be sent' });
  for (const { to } of waiting) {
    const row = (await screen.findByRole('link', { name: to })).closest('li');
    if (!row) throw new Error('no row');
    await user.click(within(row).getByRole('button', { name: 'Dismiss' }));
    await waitFor(() => expect(screen.queryByRole('link', { name: to })).toBeNull());
  }
  await screen.findByText('Nothing needs your attention right now.');
});

it('asks for nothing that the person may not see', async () => {
  await openPanel({
    path: '/admin-panel',
    permissions: ['clients.read'],
    answers: [answering(clientApi.clients, () => ({ data: [], meta: { total: 0 } }))],
  });
  // An empty installation begins with the first steps instead.
  await screen.findByRole('heading', { name: 'Where to begin' });
});
