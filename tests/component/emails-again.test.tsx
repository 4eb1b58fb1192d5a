import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { EmailRow } from '#contract/entities/email.ts';
import { emailApi } from '#contract/routes/email.ts';
import { answering } from '#tests/support/browser/contract-edge.ts';
import { openPanel } from '#tests/support/browser/panel.tsx';

const failed: EmailRow = {
  id: '0197a000-0000-7000-8000-0000000000e1',
  created_at: '2026-03-01T10:00:00.000Z',
  status: 'failed',
  kind: 'top_up_receipt',
  to: 'one@example.com',
  subject: 'Your balance was topped up',
  locale: 'en',
  attempts: 5,
  error: '550 No such user',
  sent_at: null,
  dealt_with_at: null,
  reason: 'A top-up came',
  client_id: null,
};

it('sends all failed emails again after a question, and says what was left', async () => {
  let waiting = [failed, { ...failed, id: '0197a000-0000-7000-8000-0000000000e2' }];
  const { user } = await openPanel({
    path: '/admin-panel/settings/emails',
    permissions: ['settings.write'],
    answers: [
      answering(emailApi.emails, ({ query }) => {
        const rows = query.get('filter[status][eq]') === 'failed' ? waiting : [failed];
        return { data: rows, meta: { total: rows.length } };
      }),
      answering(emailApi.resendEmails, ({ body }) => {
        expect(decodeURIComponent((body as { query: string }).query)).toBe(
          'filter[status][eq]=failed&filter[dealt_with_at][null]=true',
        );
        waiting = [];
        return { data: { found: 2, resent: 1, refused: [{ code: 'mail_outdated', count: 1 }] } };
      }),
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Send 2 failed again' }));
  await screen.findByText('Send 2 failed e-mails again?');
  await user.click(screen.getByRole('button', { name: 'Send again' }));
  await screen.findByText('1 e-mail is on its way. 1 no longer makes sense and was left.');
  await waitFor(() => expect(screen.queryByRole('button', { name: /failed again/ })).toBeNull());
});

it('has no such button for people who may only look', async () => {
  await openPanel({
    path: '/admin-panel/settings/emails',
    permissions: ['settings.read'],
    answers: [answering(emailApi.emails, () => ({ data: [failed], meta: { total: 1 } }))],
  });
  await screen.findByRole('row', { name: /one@example.com/ });
  expect(screen.queryByRole('button', { name: /failed again/ })).toBeNull();
});
