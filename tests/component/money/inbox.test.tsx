import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { BankLine } from '#contract/entities/bank-line.ts';
import { clientApi } from '#contract/routes/client.ts';
import { matchingApi } from '#contract/routes/payment.ts';
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
  ledger_entry_id: null,
  statement_id: '0197a000-0000-7000-8000-0000000000b2',
  suggestions: [],
  created_at: '2026-01-02T10:00:00.000Z',
  updated_at: '2026-01-02T10:00:00.000Z',
};
const ofDeletedData: BankLine['suggestions'] = [
  { client, document: null, certainty: 'likely', reasons: ['payer_code', 'client_archived'] },
];

const openInbox = (one: BankLine) =>
  openPanel({
    path: '/admin-panel/money/inbox',
    answers: [
      answering(matchingApi.bankLines, () => ({ data: [one], meta: { total: 1 } })),
      answering(matchingApi.inboxSummary, () => ({
        data: { count: 1, amount: one.amount, oldest: one.value_date, foreign: 0 },
      })),
      answering(matchingApi.certainPayments, () => ({ data: { count: 0, amount: 0 } })),
      answering(matchingApi.matchPayment, () => ({ data: { ...one, status: 'matched' as const } })),
      answering(clientApi.clients, () => ({ data: [], meta: { total: 0 } })),
    ],
  });

it('asks before money goes to a client whose data is deleted, and takes no for an answer', async () => {
  const { user, sent } = await openInbox({ ...line, suggestions: ofDeletedData });
  const row = (await screen.findByText('Bakery LLC')).closest('li') as HTMLElement;
  within(row).getByText('data is deleted: opens a new cabinet, charges a period');
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

it('credits other money at once', async () => {
  const [suggestion] = ofDeletedData;
  const { user, sent } = await openInbox({
    ...line,
    suggestions: suggestion ? [{ ...suggestion, reasons: ['payer_code'] }] : [],
  });
  await user.click(await screen.findByText('Credit'));
  await waitFor(() => expect(sent('POST', `${line.id}/match`)).toEqual([{ client_id: client.id }]));
});

it('says that a search found nobody', async () => {
  const { user } = await openInbox(line);
  await user.click(await screen.findByText('Find a client'));
  const dialog = await dialogTitled('Whose payment is this?');
  await user.type(dialog.getByRole('textbox'), 'Nobody at all');
  await dialog.findByText('Nobody found. Try another name, code or phone.');
});

it('says who credited a line', async () => {
  await openInbox({
    ...line,
    status: 'matched',
    client,
    client_name: client.name,
    matched_by: { id: '0197a000-0000-7000-8000-0000000000b3', name: 'Olena' },
  });
  await screen.findByText('Credited by: Olena');
});
