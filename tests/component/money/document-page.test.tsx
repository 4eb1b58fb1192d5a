import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { TimelineRow } from '#contract/clients/timeline.ts';
import type { Document } from '#contract/entities/document.ts';
import { clientApi } from '#contract/routes/client.ts';
import { documentApi } from '#contract/routes/document.ts';
import { timelineApi } from '#contract/routes/panel/timeline.ts';
import { matchingApi, paymentApi } from '#contract/routes/payment.ts';
import { walletApi } from '#contract/routes/wallet.ts';
import type { Permission } from '#contract/kernel/permissions.ts';
import { answering, Refusal } from '#tests/support/browser/contract-edge.ts';
import { fieldLabelled, openPanel } from '#tests/support/browser/panel.tsx';
import { clientDetails } from '#tests/support/rows.ts';

const { id: clientId, name } = clientDetails();

const invoice: Document = {
  id: '0197a000-0000-7000-8000-0000000000f1',
  number: 'PF-2025-000436',
  kind: 'proforma',
  status: 'open',
  client: { id: clientId, name },
  client_name: name,
  client_deleted: false,
  currency: 'UAH',
  net: 50_000,
  tax: 0,
  total: 50_000,
  paid_amount: 20_000,
  remaining: 30_000,
  lines: [{ title: 'Top-up', quantity: 1, unit_price: 50_000, amount: 50_000 }],
  issued_on: '2025-12-30',
  due_on: '2026-01-15',
  paid_at: null,
  payment_id: null,
  corrects_id: null,
  locale: 'en',
  created_by: null,
  created_at: '2025-12-30T10:00:00.000Z',
};

const issued: TimelineRow = {
  id: invoice.id,
  at: invoice.created_at,
  kind: 'document',
  verb: 'document.proforma',
  actor_kind: 'system',
  person: null,
  title: invoice.number,
  details: {
    amount: invoice.total,
    balance_after: null,
    email_kind: null,
    service: null,
    status: 'open',
    error: null,
    text: null,
    device: null,
    as_client: false,
    changes: [],
    subject_type: null,
    people: [],
  },
  link: { type: 'document', id: invoice.id },
};

const none = { data: [], meta: { total: 0 } };

function openDocument(document: Document, permissions?: readonly Permission[]) {
  return openPanel({
    path: `/admin-panel/money/documents/show/${document.id}`,
    ...(permissions && { permissions }),
    answers: [
      answering(documentApi.document, () => ({ data: document })),
      answering(documentApi.documents, () => ({ data: [document], meta: { total: 1 } })),
      answering(timelineApi.documentTimeline, () => ({ data: [issued], meta: { total: 1 } })),
      answering(paymentApi.payments, () => none),
      answering(matchingApi.waitingFor, () => ({ data: [] })),
      answering(clientApi.client, () => ({ data: clientDetails() })),
      answering(walletApi.previewReplenish, () => {
        throw new Refusal(409, 'deleted');
      }),
      answering(walletApi.replenish, () => {
        throw new Refusal(409, 'deleted');
      }),
    ],
  });
}

it('takes the rest of an open invoice: how it was paid, the sum and the invoice are filled in', async () => {
  const { user, sent } = await openDocument(invoice);
  await user.click(await screen.findByRole('button', { name: 'Record a payment' }));
  const dialog = within(await screen.findByRole('dialog'));
  const value = async (label: string) => ((await fieldLabelled(label, dialog)) as HTMLInputElement).value;
  expect([await value('Amount'), await value('Proforma invoice')]).toEqual(['300', 'PF-2025-000436']);
  // The number says it.
  expect(dialog.queryByText('Year of issue')).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Top up' }));
  await waitFor(() =>
    expect(sent('POST', `${clientId}/replenish`)).toEqual([
      { service: 'non_cash', amount: 30_000, invoice: 'PF-2025-000436', year: 2025 },
    ]),
  );
});

it('says what is left to pay and how late it is, and nothing that says no more', async () => {
  await openDocument(invoice);
  const left = await screen.findByText('Left to pay');
  expect(left.parentElement?.textContent).toMatch(/300\.00/);
  const panel = left.closest('section') as HTMLElement;
  expect([...panel.querySelectorAll('dt')].map(({ textContent }) => textContent)).toEqual([
    'Total',
    'Paid so far',
    'Issued on',
    'Due on',
  ]);
  within(panel).getByText(/days overdue/);
});

it('names the tax of a document that has some, and the day of its payment once it is paid', async () => {
  await openDocument({
    ...invoice,
    status: 'paid',
    net: 41_667,
    tax: 8333,
    paid_amount: 50_000,
    paid_at: '2026-01-10T10:00:00.000Z',
  });
  const panel = (await screen.findByText('Amounts and dates')).closest('section') as HTMLElement;
  expect([...panel.querySelectorAll('dt')].map(({ textContent }) => textContent)).toEqual([
    'Net',
    'Tax',
    'Issued on',
    'Due on',
    'Paid on',
  ]);
  expect(within(panel).queryByText(/overdue/)).toBeNull();
});

it('has no payment to record once it is closed, or for people who may not top up', async () => {
  for (const [document, permissions] of [
    [{ ...invoice, status: 'paid' as const }, undefined],
    [{ ...invoice, client_deleted: true }, undefined],
    [invoice, ['payments.write', 'clients.read'] as const],
  ] as const) {
    await openDocument(document, permissions);
    await screen.findByRole('heading', { name: invoice.number });
    await screen.findByText('Timeline');
    expect(screen.queryByRole('button', { name: 'Record a payment' })).toBeNull();
  }
});
