import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { BankLine } from '#contract/entities/bank-line.ts';
import type { PaymentDetails } from '#contract/entities/payment.ts';
import { clientApi } from '#contract/routes/client.ts';
import { matchingApi, paymentApi } from '#contract/routes/payment.ts';
import { answering } from '#tests/support/browser/contract-edge.ts';
import { dialogTitled, openPanel } from '#tests/support/browser/panel.tsx';
import { clientDetails } from '#tests/support/rows.ts';

const client = { id: clientDetails().id, name: 'Sunny Bakery' };
const line: BankLine = {
  id: '0197a000-0000-7000-8000-0000000000b1',
  value_date: '2026-01-02',
  status: 'unmatched',
  amount: 49_900,
  currency: 'UAH',
  payer_name: 'Bakery LLC',
  payer_code: null,
  payer_account: null,
  purpose: 'For services',
  client: null,
  client_name: null,
  document: null,
  document_number: null,
  reason: null,
  matched_by: null,
  matched_at: null,
  batch: null,
  ledger_entry_id: null,
  statement_id: '0197a000-0000-7000-8000-0000000000b2',
  suggestions: [],
  created_at: '2026-01-02T10:00:00.000Z',
  updated_at: '2026-01-02T10:00:00.000Z',
};
const ofDeletedData: BankLine['suggestions'] = [
  { client, document: null, certainty: 'likely', reasons: ['payer_code', 'client_archived'] },
];

const credited: BankLine = { ...line, status: 'matched', client, client_name: client.name };
const { suggestions, payer_code: _code, payer_account: _account, ...shared } = credited;
const creditedPayment = (kept: Kept): PaymentDetails => ({
  ...shared,
  method: 'bank',
  provider: null,
  refunded: 0,
  payer: null,
  created_by: null,
  created_by_name: null,
  external_id: null,
  failure: null,
  suggestions,
  entries: [],
  refunds: [],
  refundable: line.amount,
  refund_by: 'hand',
  client_balance: 10_000,
  kept,
});
const paidPeriod: Kept = { charged: 39_900, period_end: '2026-02-02T10:00:00.000Z' };

type Kept = PaymentDetails['kept'];

const openInbox = (one: BankLine, kept: Kept = null) =>
  openPanel({
    path: '/admin-panel/money/inbox',
    answers: [
      answering(matchingApi.bankLines, () => ({ data: [one], meta: { total: 1 } })),
      answering(matchingApi.inboxSummary, () => ({
        data: { count: 1, amount: one.amount, oldest: one.value_date, foreign: 0 },
      })),
      answering(matchingApi.certainPayments, () => ({ data: { count: 0, amount: 0 } })),
      answering(paymentApi.payment, () => ({ data: creditedPayment(kept) })),
      answering(matchingApi.unmatchPayment, () => ({ data: one })),
      answering(matchingApi.unmatchPayments, () => ({
        data: { unmatched: 3, amount: 3 * one.amount, kept: { changed: 0, refunded: 0 } },
      })),
      answering(matchingApi.matchPayment, () => ({ data: { ...one, status: 'matched' as const } })),
      answering(clientApi.clients, () => ({ data: [], meta: { total: 0 } })),
    ],
  });

it('asks before money goes to a client whose data is deleted, and takes no for an answer', async () => {
  const { user, sent } = await openInbox({ ...line, suggestions: ofDeletedData });
  const row = (await screen.findByText('Bakery LLC')).closest('li') as HTMLElement;
  within(row).getByText('data was deleted: crediting opens a new cabinet and charges a period');
  row.focus();
  await user.keyboard('{Enter}');
  const question = await dialogTitled(/^Credit .*499\.00.* to Sunny Bakery\?$/);
  await user.click(question.getByText('Cancel'));
  expect(sent('POST', `${line.id}/match`)).toEqual([]);
});

it('credits it once somebody is sure', async () => {
  const { user, sent } = await openInbox({ ...line, suggestions: ofDeletedData });
  await user.click(await screen.findByText('Credit'));
  const question = await dialogTitled(/to Sunny Bakery\?$/);
  await user.click(question.getByText('Credit'));
  await waitFor(() => expect(sent('POST', `${line.id}/match`)).toEqual([{ client_id: client.id }]));
});

const byCode = (certainty: 'certain' | 'likely'): BankLine['suggestions'] => [
  { client, document: null, certainty, reasons: ['payer_code'] },
];

it('credits what is certain at one key', async () => {
  const { user, sent } = await openInbox({ ...line, suggestions: byCode('certain') });
  await screen.findByText('Bakery LLC');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(sent('POST', `${line.id}/match`)).toEqual([{ client_id: client.id }]));
});

it('asks before a likely match, and says that its undo leaves what was charged', async () => {
  const { user, sent } = await openInbox({ ...line, suggestions: byCode('likely') }, paidPeriod);
  await screen.findByText('Bakery LLC');
  await user.keyboard('{Enter}');
  const question = await dialogTitled(/^Credit .*499\.00.* to Sunny Bakery\?$/);
  question.getByText('likely');
  question.getByText(/: payer’s code matches$/);
  expect(sent('POST', `${line.id}/match`)).toEqual([]);
  // Enter once more credits nothing: the safe answer has the focus.
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'));
  await user.click(question.getByText('Credit'));
  await screen.findByText(
    /399\.00 was charged at once for the period to .*: undoing doesn’t give it back\.$/,
  );
  expect(sent('POST', `${line.id}/match`)).toEqual([{ client_id: client.id }]);
});

it('says that a search found nobody', async () => {
  const { user } = await openInbox(line);
  await screen.findByText(/^Keys: j and k/);
  await user.click(await screen.findByText('Find a client'));
  const dialog = await dialogTitled('Whose payment is this?');
  await user.type(dialog.getByRole('textbox'), 'Nobody at all');
  await dialog.findByText('Nobody found. Try another name, code or phone.');
});

it('says that none is credited, and shows keys only where there is a line to use them on', async () => {
  await openPanel({
    path: '/admin-panel/money/inbox?filter[status][eq]=matched',
    answers: [
      answering(matchingApi.bankLines, () => ({ data: [], meta: { total: 0 } })),
      answering(matchingApi.inboxSummary, () => ({
        data: { count: 0, amount: 0, oldest: null, foreign: 0 },
      })),
      answering(matchingApi.certainPayments, () => ({ data: { count: 0, amount: 0 } })),
    ],
  });
  await screen.findByText('No credited payments');
  expect(screen.queryByText(/^Keys: j and k/)).toBeNull();
});

it('says who credited a line', async () => {
  await openInbox({
    ...line,
    status: 'matched',
    client,
    client_name: client.name,
    matched_by: { id: '0197a000-0000-7000-8000-0000000000b3', name: 'Olena' },
    matched_at: '2026-01-02T12:00:00.000Z',
  });
  const by = await screen.findByText(/^Credited by: Olena/);
  expect(by.querySelector('time')?.dateTime).toBe('2026-01-02T12:00:00.000Z');
});

it('asks before a credit is undone, and says what stays charged', async () => {
  const { user, sent } = await openInbox(credited, paidPeriod);
  await user.click(await screen.findByText('Undo'));
  const question = await dialogTitled(/^Undo the credit of .*499\.00.* to Sunny Bakery\?$/);
  question.getByText(/^The charge of .*399\.00.* for the period to .*2026 stays, .* will be −.*399\.00/);
  expect(sent('POST', `${line.id}/unmatch`)).toEqual([]);
  await user.click(question.getByText('Undo'));
  await waitFor(() => expect(sent('POST', `${line.id}/unmatch`)).toHaveLength(1));
});

it('undoes a line that was set aside without a question', async () => {
  const { user, sent } = await openInbox({ ...line, status: 'ignored', reason: 'interest' });
  await user.click(await screen.findByText('Undo'));
  await waitFor(() => expect(sent('POST', `${line.id}/unmatch`)).toHaveLength(1));
});

it.each([
  ['at once while nothing was charged', null],
  ['after a question once a period was charged', paidPeriod],
])('undoes what was just credited by a key, %s', async (_, kept) => {
  const { user, sent } = await openInbox({ ...line, suggestions: byCode('certain') }, kept);
  await user.click(await screen.findByText('Credit'));
  await screen.findByText(/credited to Sunny Bakery/);
  await user.keyboard('u');
  if (kept !== null) {
    const question = await dialogTitled(/^Undo the credit/);
    expect(sent('POST', `${line.id}/unmatch`)).toEqual([]);
    await user.click(question.getByText('Undo'));
  }
  await waitFor(() => expect(sent('POST', `${line.id}/unmatch`)).toHaveLength(1));
});

it('says what was undone in a toast of its own, which is seen as long as any', async () => {
  const { user } = await openInbox({ ...line, suggestions: byCode('certain') });
  const toastWith = async (text: RegExp | string) =>
    (await screen.findByText(text)).closest('.ant-notification-notice');
  await user.click(await screen.findByText('Credit'));
  const credit = await toastWith(/credited to Sunny Bakery$/);
  await user.keyboard('u');
  const undone = await toastWith('Payment is unmatched again');
  expect(credit).not.toBeNull();
  expect(undone).not.toBe(credit);
});

it('says how many were credited together, and undoes all of them', async () => {
  const entry = '0197a000-0000-7000-8000-0000000000b4';
  const batch = { id: '0197a000-0000-7000-8000-0000000000b5', lines: 3 };
  const { user, sent } = await openInbox({ ...credited, ledger_entry_id: entry, batch });
  await screen.findByText(/together with 2 others/);
  await user.click(screen.getByText('Undo all 3'));
  const question = await dialogTitled('Undo all 3 credits that were made together?');
  await user.click(question.getByText('Undo'));
  await waitFor(() =>
    expect(sent('POST', 'payments/unmatch')).toEqual([{ entries: [entry], reason: 'Decision undone' }]),
  );
});
