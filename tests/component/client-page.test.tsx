import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ClientDetails } from '#contract/clients/client-details.ts';
import type { Note } from '#contract/clients/note.ts';
import type { Tag } from '#contract/entities/tag.ts';
import type { TimelineRow } from '#contract/clients/timeline.ts';
import type { BankLine } from '#contract/entities/bank-line.ts';
import type { MetricUsage } from '#contract/catalogue/metric.ts';
import type { LedgerEntry } from '#contract/entities/ledger-entry.ts';
import type { Payment } from '#contract/entities/payment.ts';
import { documentApi } from '#contract/routes/document.ts';
import { matchingApi, paymentApi } from '#contract/routes/payment.ts';
import { walletApi } from '#contract/routes/wallet.ts';
import type { Permission } from '#contract/kernel/permissions.ts';
import { cabinetApi } from '#contract/routes/cabinet.ts';
import { clientApi } from '#contract/routes/client.ts';
import { clientNoteApi } from '#contract/routes/panel/note.ts';
import { tagApi } from '#contract/routes/panel/tag.ts';
import { userApi } from '#contract/routes/user.ts';
import { timelineApi } from '#contract/routes/panel/timeline.ts';
import { loginLockApi } from '#contract/routes/accounts/login-lock.ts';
import { discountApi, subscriptionApi } from '#contract/routes/subscription.ts';
import { tariffApi } from '#contract/routes/tariff.ts';
import { type Answering, answering, Refusal } from '#tests/support/browser/contract-edge.ts';
import { dialogTitled, fieldLabelled, openPanel } from '#tests/support/browser/panel.tsx';
import { spaced } from '#tests/support/browser/spaced.ts';
import { clientDetails, documentRow, tariff } from '#tests/support/rows.ts';

const days = { free_period_days: 30, term_without_payment_days: 7, database_retention_days: 30 };
const noDays = { free_period_days: null, term_without_payment_days: null, database_retention_days: null };

const proId = '0197a000-0000-7000-8000-0000000000ff';

const topUp: LedgerEntry = {
  id: '0197a000-0000-7000-8000-0000000000ab',
  created_at: '2026-03-01T10:00:00.000Z',
  value_date: '2026-03-01',
  kind: 'top_up',
  service: 'cash',
  price: null,
  discount: null,
  amount: 19_900,
  balance_after: 19_900,
  invoice: null,
  year: null,
  period_start: null,
  period_end: null,
  reverses_id: null,
  reversed_by_id: null,
  document: null,
  note: null,
  created_by: 'me',
  created_by_name: 'Mykola',
};

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
      email_kind: null,
      error: null,
      text: null,
      device: null,
      as_client: false,
      changes,
      subject_type: null,
      people: [],
    },
    link: null,
  };
}

async function openClient({
  client = clientDetails(),
  part,
  rows = [],
  more = [],
  permissions,
}: {
  permissions?: readonly Permission[];
  /** The part of the page that is open. */
  part?: string;
  client?: ClientDetails;
  rows?: TimelineRow[];
  more?: Answering[];
}) {
  let stored: ClientDetails = client;
  const panel = await openPanel({
    path: `/admin-panel/clients/show/${client.id}${part ? `?tab=${part}` : ''}`,
    ...(permissions && { permissions }),
    answers: [
      ...more,
      answering(clientApi.client, () => ({ data: stored })),
      answering(timelineApi.timeline, () => ({ data: rows, meta: { total: rows.length } })),
      answering(loginLockApi.loginLocks, () => ({ data: [], meta: { total: 0 } })),
      answering(discountApi.discounts, () => ({ data: [] })),
      answering(documentApi.documents, () => ({ data: [], meta: { total: 0 } })),
      answering(paymentApi.payments, () => ({ data: [], meta: { total: 0 } })),
      answering(matchingApi.waitingFor, () => ({ data: [] })),
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

it('names the managers of a change, and never shows an id to people who may not see the users', async () => {
  const manager = '0197a000-0000-7000-8000-0000000000d1';
  const gone = '0197a000-0000-7000-8000-0000000000d2';
  const row = change([{ field: 'manager_id', before: manager, after: gone }]);
  const people = [{ id: manager, name: 'Halyna' }];
  await openClient({
    permissions: ['clients.read'],
    rows: [{ ...row, details: { ...row.details, people } }],
  });
  const changes = await screen.findByText('Halyna').then((name) => name.closest('dl'));
  expect(changes?.querySelector('dd')?.textContent).toBe('Halyna → Staff');
});

it('says each state of the timeline once', async () => {
  const row = change([]);
  const of = (verb: string, kind: TimelineRow['kind'], status: string, id: string): TimelineRow => ({
    ...row,
    id: `0197a000-0000-7000-8000-0000000000${id}`,
    kind,
    verb,
    details: { ...row.details, status },
  });
  await openClient({
    rows: [
      of('email.sent', 'email', 'sent', 'e1'),
      of('document.act', 'document', 'issued', 'e2'),
      of('document.proforma', 'document', 'paid', 'e3'),
    ],
  });
  await screen.findByText('E-mail sent');
  const states = [...document.querySelectorAll('.timeline .state')].map((one) => one.textContent);
  expect(states).toEqual(['Paid']);
});

it('puts what happened under its months, and marks only what waits for somebody', async () => {
  const row = change([]);
  const email = (id: string, at: string, status: string): TimelineRow => ({
    ...row,
    id: `0197a000-0000-7000-8000-0000000000${id}`,
    at,
    kind: 'email',
    verb: 'email.failed',
    details: { ...row.details, status, email_kind: 'top_up_receipt', error: 'no such mailbox' },
  });
  await openClient({
    rows: [
      // The evening of the last day in UTC is the next month in Kyiv.
      email('e1', '2026-02-28T22:30:00.000Z', 'failed'),
      email('e2', '2026-02-28T20:30:00.000Z', 'dealt_with'),
    ],
  });
  await screen.findByRole('heading', { name: 'March 2026' });
  const months = [...document.querySelectorAll('.timeline-month')].map((one) => one.textContent);
  expect(months).toEqual(['March 2026', 'February 2026']);
  const rows = [...document.querySelectorAll('.timeline-row')];
  expect(rows.map((one) => one.classList.contains('timeline-waits'))).toEqual([true, false]);
  // One that was dismissed can be sent again too.
  expect(
    rows.map((one) => within(one as HTMLElement).queryByRole('button', { name: 'Send again' }) !== null),
  ).toEqual([true, true]);
});

it('sends an email again that arrived, and none that is never sent again', async () => {
  const row = change([]);
  const sent = (id: string, email_kind: 'top_up_receipt' | 'member_invitation'): TimelineRow => ({
    ...row,
    id: `0197a000-0000-7000-8000-0000000000${id}`,
    kind: 'email',
    verb: 'email.sent',
    details: { ...row.details, status: 'sent', email_kind },
  });
  await openClient({
    rows: [sent('e1', 'top_up_receipt'), sent('e2', 'member_invitation')],
  });
  await screen.findAllByText('E-mail sent');
  const rows = [...document.querySelectorAll('.timeline-row')];
  expect(
    rows.map(
      (one) =>
        within(one as HTMLElement).queryByRole('button', {
          name: 'Send again',
        }) !== null,
    ),
  ).toEqual([true, false]);
});

it('names what was changed by what kind of row it is of', async () => {
  const row = change([{ field: 'to', before: 'a@example.com', after: 'b@example.com' }]);
  const details = { ...row.details, subject_type: 'email' };
  await openClient({ rows: [{ ...row, verb: 'email.resent', details }] });
  const changes = await screen.findByText('b@example.com').then((one) => one.closest('dl'));
  expect(changes?.querySelector('dt')?.textContent).toBe('To');
});

it.each([
  ['clients.write', 'top_up_receipt', true],
  ['clients.write', 'reset', false],
  ['settings.write', 'reset', true],
  ['clients.read', 'top_up_receipt', false],
] as const)('lets %s send a failed %s again: %s', async (permission, email_kind, may) => {
  const row = change([]);
  const details = { ...row.details, status: 'failed', email_kind, error: 'no such mailbox' };
  await openClient({
    permissions: ['clients.read', permission],
    rows: [{ ...row, kind: 'email', verb: 'email.failed', details }],
  });
  await screen.findByText('no such mailbox');
  expect(screen.queryByRole('button', { name: 'Send again' }) !== null).toBe(may);
});

it.each([
  ['clients.write', '550 5.1.1 No such user', true],
  ['clients.read', '550 5.1.1 No such user', false],
  ['clients.write', '552 5.2.2 Mailbox full', false],
] as const)(
  'leads %s from an email that failed by “%s” to the address: %s',
  async (permission, error, may) => {
    const row = change([]);
    const details = { ...row.details, status: 'failed', email_kind: 'top_up_receipt' as const, error };
    await openClient({
      permissions: ['clients.read', permission],
      rows: [{ ...row, kind: 'email', verb: 'email.failed', details }],
    });
    await screen.findByText(error);
    const link = screen.queryByRole('link', { name: 'Correct the client’s address' });
    expect(link?.getAttribute('href')?.endsWith('/edit/' + clientDetails().id + '#email') ?? false).toBe(may);
  },
);

it('says how many days remain to a client who is suspended by hand', async () => {
  await openClient({
    client: clientDetails({
      status: 'blocked',
      blocked_by_hand: true,
      trialEnds: new Date(Date.now() + 21 * 86_400_000).toISOString(),
    }),
  });
  expect((await screen.findByText(/^2[0-2] days left$/)).closest('div')?.textContent).toContain(
    'the period goes on once access is resumed',
  );
});

it('says of a deleted client since when, and of one suspended by hand no end', async () => {
  await openClient({
    client: clientDetails({ status: 'active', deleted_at: '2026-03-05T10:00:00.000Z' }),
  });
  const head = await waitFor(() => {
    const found = document.querySelector('.client-head-line');
    expect(found).not.toBeNull();
    return found;
  });
  expect(spaced(head?.textContent)).toContain('Deleted 5 Mar 2026');
  expect(head?.textContent).not.toContain('Active');
});

it('reads a deleted client again until its cabinet is suspended', async () => {
  const { cabinet } = clientDetails();
  const { change } = await openClient({
    client: clientDetails({
      deleted_at: '2026-03-05T10:00:00.000Z',
    }),
  });
  await screen.findByText('Active', { selector: '.client-facts *' });
  change({ cabinet_status: 'suspended', cabinet: { ...cabinet, status: 'suspended' } });
  await screen.findByText('Suspended', { selector: '.client-facts *' }, { timeout: 10_000 });
});

it('says what a top-up brought', async () => {
  const topped = clientDetails({
    balance: 19_900,
    status: 'active',
    trialEnds: '2026-12-23T10:00:00.000Z',
    lasts_until: '2027-01-23T10:00:00.000Z',
  });
  const { user } = await openClient({
    more: [
      answering(walletApi.replenish, () => ({ data: { entry: topUp, client: topped } })),
      answering(walletApi.previewReplenish, () => ({
        data: {
          charge: 0,
          balance_after: 19_900,
          status: 'active' as const,
          trialEnds: null,
          lasts_until: null,
        },
      })),
      answering(documentApi.documents, () => ({ data: [], meta: { total: 0 } })),
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Top up' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByText('Bank transfer'));
  await dialog.findByText('Required for a bank transfer or a card');
  await user.click(dialog.getByText('Cash'));
  // What can't be read is said before the form is sent.
  const amount = await fieldLabelled('Amount', dialog);
  await user.type(amount, '1.250,50');
  await user.tab();
  await dialog.findByText('Enter an amount, for example 199.50');
  await user.clear(amount);
  await user.type(amount, '199');
  await waitFor(() => expect(dialog.queryByText('Enter an amount, for example 199.50')).toBeNull());
  await user.click(dialog.getByRole('button', { name: 'Top up' }));
  await screen.findByText(/^\+.*199\.00, balance .*199\.00, lasts until 23 Jan 2027$/);
});

it('stays as it was sent while it closes: the money is on the balance by then', async () => {
  const before = clientDetails({ balance: 0, recommended_amount: 19_900 });
  const after = clientDetails({
    balance: 19_900,
    recommended_amount: 0,
    updated_at: '2026-03-02T10:00:00.000Z',
  });
  let stored = before;
  const { user } = await openClient({
    more: [
      answering(clientApi.client, () => ({ data: stored })),
      answering(walletApi.replenish, () => {
        stored = after;
        return { data: { entry: topUp, client: after } };
      }),
      answering(walletApi.previewReplenish, () => {
        const balance_after = stored.balance + 19_900;
        return {
          data: { charge: 0, balance_after, status: 'trial' as const, trialEnds: null, lasts_until: null },
        };
      }),
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Top up' }));
  const frame = await screen.findByRole('dialog');
  const dialog = within(frame);
  await user.type(await fieldLabelled('Amount', dialog), '199');
  await dialog.findByText('Balance after');
  const said = () => frame.querySelector('.ant-modal-body')?.textContent ?? '';
  const whole = said();
  const seen = new Set<string>();
  const watcher = new MutationObserver(() => frame.isConnected && seen.add(said()));
  watcher.observe(frame, { subtree: true, childList: true, characterData: true });
  await user.click(dialog.getByRole('button', { name: 'Top up' }));
  await screen.findByText(/^\+.*199\.00, balance .*199\.00/);
  await waitFor(() => expect(frame.isConnected).toBe(false));
  watcher.disconnect();
  seen.delete('');
  expect([...seen].filter((one) => one !== whole)).toEqual([]);
});

it('fills in the only open invoice of a transfer, says what was charged, and takes it back in the message', async () => {
  const paid = { ...topUp, service: 'non_cash' as const, invoice: 'PF-2026-000429', year: 2026 };
  const topped = clientDetails({ balance: 0, status: 'active', trialEnds: '2026-12-23T10:00:00.000Z' });
  const reversal = { ...paid, kind: 'reversal' as const, amount: -19_900, balance_after: -19_900 };
  const { user, sent } = await openClient({
    more: [
      answering(walletApi.replenish, () => ({ data: { entry: paid, client: topped } })),
      answering(walletApi.reverse, () => ({
        data: { entry: reversal, client: { ...topped, balance: -19_900 } },
      })),
      answering(walletApi.previewReplenish, () => ({
        data: {
          charge: 19_900,
          balance_after: 0,
          status: 'active' as const,
          trialEnds: null,
          lasts_until: null,
        },
      })),
      answering(documentApi.documents, () => ({
        data: [documentRow({ number: 'PF-2026-000429', total: 19_900, paid_amount: 0 })],
        meta: { total: 1 },
      })),
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Top up' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByText('Bank transfer'));
  const invoice = await fieldLabelled('Proforma invoice', dialog);
  await waitFor(() => expect(invoice.value).toBe('PF-2026-000429'));
  const amount = await fieldLabelled('Amount', dialog);
  expect(amount.value).toBe('199');
  expect(dialog.queryByText('Year of issue')).toBeNull();
  await user.click(dialog.getByText('Cash'));
  await waitFor(() => expect([invoice.value, amount.value]).toEqual(['', '']));
  await user.click(dialog.getByText('Card'));
  await waitFor(() => expect(invoice.value).toBe('PF-2026-000429'));
  await user.click(dialog.getByRole('button', { name: 'Top up' }));
  await screen.findByText(/^\+.*199\.00, .*199\.00 charged for the period to 23 Dec 2026, balance .*0\.00$/);
  expect(sent('POST', '/replenish')).toMatchObject([
    { service: 'card', amount: 19_900, invoice: 'PF-2026-000429', year: 2026 },
  ]);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  // What stays is said before.
  await screen.findByText(/^The period to 23 Dec 2026 stays charged/);
  await user.click(screen.getByRole('button', { name: 'Reverse entry' }));
  await screen.findByText('Top-up reversed');
  expect(sent('POST', '/reverse')).toEqual([{ note: 'Reversed right after booking' }]);
});

it('asks for the year only of a number that doesn’t say it, and offers several open invoices', async () => {
  const two = ['PF-2026-000429', 'PF-2026-000430'].map((number, place) =>
    documentRow({ id: `${proId.slice(0, -1)}${place}`, number, total: 19_900, paid_amount: 0 }),
  );
  const { user } = await openClient({
    more: [
      answering(documentApi.documents, () => ({ data: two, meta: { total: 2 } })),
      answering(walletApi.previewReplenish, () => ({
        data: {
          charge: 0,
          balance_after: 19_900,
          status: 'active' as const,
          trialEnds: null,
          lasts_until: null,
        },
      })),
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Top up' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByText('Bank transfer'));
  const invoice = await fieldLabelled('Proforma invoice', dialog);
  await dialog.findByRole('button', { name: /^PF-2026-000430/ });
  expect(invoice.value).toBe('');
  await user.type(invoice, 'R-17');
  await fieldLabelled('Year of issue', dialog);
  // It comes without taking the focus from what is typed.
  expect(document.activeElement).toBe(invoice);
  await user.clear(invoice);
  await user.click(dialog.getByRole('button', { name: /^PF-2026-000429/ }));
  await waitFor(() => expect(dialog.queryByText('Year of issue')).toBeNull());
  expect([invoice.value, (await fieldLabelled('Amount', dialog)).value]).toEqual(['PF-2026-000429', '199']);
});

it('shows a new note at once, in its list and in what happened', async () => {
  const notes: Note[] = [];
  const written = () => ({ data: [...notes], meta: { total: notes.length } });
  const { user } = await openClient({
    more: [
      answering(clientNoteApi.notes, written),
      answering(timelineApi.timeline, () => {
        const row = change([]);
        const rows = notes.map(({ id, text }) => ({
          ...row,
          id,
          kind: 'note' as const,
          verb: 'note.create',
          details: { ...row.details, text },
        }));
        return { data: rows, meta: { total: rows.length } };
      }),
      answering(clientNoteApi.createNote, ({ body }) => {
        const at = '2026-03-02T10:00:00.000Z';
        const by = { id: 'me', name: 'Mykola' };
        const made: Note = {
          id: '0197a000-0000-7000-8000-0000000000c1',
          text: body.text,
          pinned: body.pinned ?? false,
          created_by: by,
          created_at: at,
          updated_by: by,
          updated_at: at,
        };
        notes.unshift(made);
        return { data: made };
      }),
    ],
  });
  await screen.findByText('No notes yet.');
  await user.click(screen.getByRole('button', { name: 'Note' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New note' }));
  await user.type(dialog.getByRole('textbox'), 'Calls back on Monday');
  await user.click(dialog.getByRole('button', { name: 'Add note' }));
  const shown = (within: string) =>
    waitFor(() => expect(document.querySelector(within)?.textContent).toContain('Calls back on Monday'));
  await shown('.note-list');
  await shown('.timeline');
  expect(screen.queryByText('No notes yet.')).toBeNull();
});

it('is worked by keys, which its buttons name, the sheet lists and the palette offers', async () => {
  const none = { data: [], meta: { total: 0 } };
  const { user } = await openClient({
    more: [
      answering(clientApi.clients, () => none),
      answering(documentApi.documents, () => none),
      answering(paymentApi.payments, () => none),
    ],
  });
  const edit = await screen.findByRole('link', { name: 'Edit' });
  expect(edit.getAttribute('aria-keyshortcuts')).toBe('e');
  await user.keyboard('n');
  const note = await screen.findByRole('dialog', { name: 'New note' });
  // What is typed is text, not a key.
  await user.type(within(note).getByRole('textbox'), 'tbe?');
  expect(screen.getAllByRole('dialog')).toEqual([note]);
  await user.click(within(note).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.keyboard('t');
  const topUpDialog = await screen.findByRole('dialog');
  await user.click(within(topUpDialog).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.keyboard('?');
  const sheet = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  const ofPage = within(sheet).getByRole('region', { name: 'On this page' });
  expect([...ofPage.querySelectorAll('dd')].map(({ textContent }) => textContent)).toEqual([
    'Back to the list',
    'Top up',
    'Suspend',
    'Edit',
    'New note',
  ]);
  await user.click(within(sheet).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await screen.findByRole('combobox', { name: /A page, an action/ }), 'susp');
  await user.keyboard('{Enter}');
  await screen.findByRole('dialog', { name: 'Suspend Olena?' });
});

it('has no key for what somebody may not do', async () => {
  const { user } = await openClient({ permissions: ['clients.read'] });
  await screen.findByRole('heading', { name: 'Olena' });
  await user.keyboard('etbn');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(location.pathname).toContain('/show/');
});

it('shows the history of a balance on a phone as lines that open', async () => {
  const { user } = await openPanel({
    path: `/admin-panel/clients/show/${clientDetails().id}?tab=money`,
    isPhone: true,
    answers: [
      answering(clientApi.client, () => ({ data: clientDetails() })),
      answering(walletApi.ledger, () => ({
        data: [{ ...topUp, invoice: 'A-17', year: 2026 }],
        meta: { total: 1 },
      })),
      answering(subscriptionApi.forecast, () => ({ data: [] })),
      answering(documentApi.documents, () => ({ data: [], meta: { total: 0 } })),
      answering(paymentApi.payments, () => ({ data: [], meta: { total: 0 } })),
      answering(clientApi.clientSettings, () => ({ data: { ...noDays, general: days, effective: days } })),
      answering(loginLockApi.loginLocks, () => ({ data: [], meta: { total: 0 } })),
      answering(discountApi.discounts, () => ({ data: [] })),
      answering(matchingApi.waitingFor, () => ({ data: [] })),
    ],
  });
  const lines = await waitFor(() => {
    const found = [...document.querySelectorAll('.ledger-cards summary')];
    expect(found).toHaveLength(1);
    return found;
  });
  // What, how much, when, and the balance after it, with its name.
  expect(lines[0]?.textContent).toMatch(/^Top-up · Cash.*199\.00.*2026.*balance.*199\.00$/);
  expect(screen.queryByRole('table')).toBeNull();
  const rest = lines[0]?.parentElement?.querySelector('dl');
  await user.click(lines[0] as HTMLElement);
  const names = [...(rest?.querySelectorAll('dt') ?? [])].map(({ textContent }) => textContent);
  expect(names).toEqual(['Proforma invoice', 'By']);
  expect(rest?.textContent).toContain('A-17 / 2026');
  within(lines[0]?.parentElement as HTMLElement).getByRole('button', { name: 'Reverse' });
});

it('shows a top-up once, in the head, and reminders of one end in one line with their days', async () => {
  const reminder = (date: string, days: number) => ({
    date,
    event: 'reminder' as const,
    rule: `${days} days before the end, if the balance doesn’t cover the next period`,
  });
  await openPanel({
    path: `/admin-panel/clients/show/${clientDetails().id}?tab=money`,
    answers: [
      answering(clientApi.client, () => ({ data: clientDetails() })),
      answering(walletApi.ledger, () => ({ data: [], meta: { total: 0 } })),
      answering(subscriptionApi.forecast, () => ({
        data: [
          reminder('2026-12-16T10:00:00.000Z', 7),
          reminder('2026-12-20T10:00:00.000Z', 3),
          reminder('2026-12-22T10:00:00.000Z', 1),
          { date: '2026-12-23T10:00:00.000Z', event: 'grace' as const, rule: 'End of the free trial' },
        ],
      })),
      answering(documentApi.documents, () => ({ data: [], meta: { total: 0 } })),
      answering(paymentApi.payments, () => ({ data: [], meta: { total: 0 } })),
      answering(clientApi.clientSettings, () => ({ data: { ...noDays, general: days, effective: days } })),
      answering(loginLockApi.loginLocks, () => ({ data: [], meta: { total: 0 } })),
      answering(discountApi.discounts, () => ({ data: [] })),
      answering(matchingApi.waitingFor, () => ({ data: [] })),
    ],
  });
  const list = (await screen.findByText('Reminders')).closest('ol');
  const lines = [...(list?.children ?? [])].map(({ textContent }) => spaced(textContent));
  expect(lines).toEqual([
    '16, 20 and 22 DecemberRemindersBefore the end, if the balance doesn’t cover the next period',
    expect.stringMatching(/^23 Dec 2026.*Payment dueEnd of the free trial$/),
  ]);
  const topUps = screen.getAllByRole('button', { name: 'Top up' });
  expect(topUps.map((button) => button.closest('.client-head') !== null)).toEqual([true]);
});

it('says of money what is new: the period of a charge, a year once, and Save after a change', async () => {
  const { user } = await openPanel({
    path: `/admin-panel/clients/show/${clientDetails().id}?tab=money`,
    answers: [
      answering(clientApi.client, () => ({ data: clientDetails() })),
      answering(walletApi.ledger, () => ({
        data: [
          { ...topUp, invoice: 'PF-2026-000436', year: 2026 },
          { ...topUp, id: '0197a000-0000-7000-8000-0000000000b9', invoice: '120261', year: 2026 },
        ],
        meta: { total: 2 },
      })),
      answering(subscriptionApi.forecast, () => ({
        data: [
          {
            date: '2026-12-18T10:00:00.000Z',
            event: 'charge' as const,
            rule: 'End of the paid period or free trial',
            amount: 19_900,
            period_start: '2026-12-18T10:00:00.000Z',
            period_end: '2027-01-18T10:00:00.000Z',
          },
        ],
      })),
      answering(documentApi.documents, () => ({ data: [], meta: { total: 0 } })),
      answering(paymentApi.payments, () => ({ data: [], meta: { total: 0 } })),
      answering(clientApi.clientSettings, () => ({ data: { ...noDays, general: days, effective: days } })),
      answering(loginLockApi.loginLocks, () => ({ data: [], meta: { total: 0 } })),
      answering(discountApi.discounts, () => ({ data: [] })),
      answering(matchingApi.waitingFor, () => ({ data: [] })),
    ],
  });
  await screen.findByText('Period 18 Dec 2026 – 18 Jan 2027');
  expect(screen.queryByText(/End of the paid period/)).toBeNull();
  await screen.findByText('PF-2026-000436');
  await screen.findByText('120261 / 2026');
  const times = within((await screen.findByText('This client’s periods')).closest('section') as HTMLElement);
  expect(times.getByText('Grace period').closest('div')?.textContent).toBe(
    'Grace period7 days · general settings',
  );
  await user.click(times.getByRole('button', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog'));
  const save = dialog.getByRole('button', { name: 'Save' });
  expect(save).toHaveProperty('disabled', true);
  // Its trial is over: there is no end to move.
  expect(await fieldLabelled('Free trial', dialog)).toHaveProperty('disabled', true);
  await user.type(await fieldLabelled('Grace period', dialog), '21');
  await waitFor(() => expect(save).toHaveProperty('disabled', false));
  await user.clear(await fieldLabelled('Grace period', dialog));
  await waitFor(() => expect(save).toHaveProperty('disabled', true));
});

it('takes a payment that has no invoice by one click, with a number of its own', async () => {
  const { user, sent } = await openClient({
    more: [
      answering(walletApi.replenish, () => ({ data: { entry: topUp, client: clientDetails() } })),
      answering(walletApi.previewReplenish, () => ({
        data: {
          charge: 0,
          balance_after: 19_900,
          status: 'active' as const,
          trialEnds: null,
          lasts_until: null,
        },
      })),
      answering(documentApi.documents, () => ({ data: [], meta: { total: 0 } })),
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Top up' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByText('Bank transfer'));
  await user.type(await fieldLabelled('Amount', dialog), '199');
  await user.click(await fieldLabelled('Proforma invoice', dialog));
  await user.click(await screen.findByText('No proforma invoice'));
  await user.click(dialog.getByRole('button', { name: 'Top up' }));
  await screen.findByText('Balance topped up');
  const year = new Date().getFullYear();
  expect(sent('POST', '/replenish')).toMatchObject([{ service: 'non_cash', year }]);
  expect(sent('POST', '/replenish')[0]).toHaveProperty('invoice', expect.stringMatching(/^none, .*\d/));
});

it('says of a client that is not paid when its cabinet stops', async () => {
  await openClient({
    client: clientDetails({
      status: 'grace',
      trialEnds: '2026-03-01T10:00:00.000Z',
      stops_at: '2026-03-08T10:00:00.000Z',
    }),
  });
  const stops = await screen.findByText('suspension on 8 Mar 2026');
  expect(spaced(stops.title)).toBe('payment due, suspension on 8 Mar 2026');
});

it('says first what the balance is and what the next period costs, in lines that no state moves', async () => {
  const lines = () => [...document.querySelectorAll('.client-card dt')].map(({ textContent }) => textContent);
  const { change } = await openClient({
    client: clientDetails({
      status: 'grace',
      next_payment: { amount: 19_900, missing: 9900, date: '2026-03-01T10:00:00.000Z' },
      cabinet: { ...clientDetails().cabinet, task: 'create' },
    }),
  });
  const lacks = await screen.findByText(/99\.00 short$/);
  expect(lacks.closest('.client-fact')?.textContent).toMatch(/^Next charge.*199\.00/);
  const names = lines();
  expect(names.slice(0, 3)).toEqual(['Balance', 'Period ends', 'Next charge']);
  change({ status: 'archived', next_payment: null, trialEnds: null });
  await waitFor(() => expect(screen.queryByText(/short$/)).toBeNull());
  expect(lines()).toEqual(names);
});

it('changes the manager from the head, for people who may see the users', async () => {
  const client = clientDetails({ manager: { id: proId, name: 'Olha' } });
  const { user, sent } = await openClient({
    client,
    more: [
      answering(userApi.users, () => ({ data: [], meta: { total: 0 } })),
      answering(clientApi.changeClient, () => ({ data: clientDetails() })),
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Change' }));
  await screen.findByRole('combobox', { name: 'Manager' });
  fireEvent.mouseDown(await waitFor(() => document.querySelector('.client-choice .ant-select-clear')!));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent('PUT', client.id)).toMatchObject([{ manager_id: null }]));
});

it('shows the manager alone to people who may not see the users', async () => {
  await openClient({
    client: clientDetails({ manager: { id: proId, name: 'Olha' } }),
    permissions: ['clients.read', 'clients.write'],
  });
  await screen.findByText('Olha');
  expect(screen.queryByRole('button', { name: 'Change' })).toBeNull();
});

it('says first why a cabinet couldn’t be made, and tries again from there', async () => {
  const error = { message: 'The host is full', detail: null, reference: 'abc' };
  const cabinet = { ...clientDetails().cabinet, status: 'failed' as const, error };
  const { user, sent } = await openClient({
    client: clientDetails({ cabinet_status: 'failed', cabinet }),
    more: [answering(cabinetApi.retryCabinet, () => ({ data: clientDetails() }))],
  });
  const strip = within(await screen.findByRole('alert'));
  strip.getByText('Cabinet couldn’t be created');
  strip.getByText('The host is full');
  await user.click(strip.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(sent('POST', '/cabinet/retry')).toHaveLength(1));
});

it('says of a deleted client who deleted it, when and why', async () => {
  await openClient({
    client: clientDetails({
      deleted_at: '2026-03-05T10:00:00.000Z',
      deleted_by: { id: 'me', name: 'Mykola' },
      deleted_reason: 'A duplicate',
    }),
  });
  const banner = await screen.findByText(/This client is deleted/);
  expect(spaced(banner.textContent)).toMatch(/5 Mar 2026.*, Mykola.*Reason: A duplicate$/);
});

it('asks before Esc loses what was typed, and sends by Ctrl+Enter from any field', async () => {
  const by = { id: 'me', name: 'Mykola' };
  const at = '2026-03-02T10:00:00.000Z';
  const made: Note = {
    id: '0197a000-0000-7000-8000-0000000000c2',
    text: 'Calls back',
    pinned: false,
    created_by: by,
    created_at: at,
    updated_by: by,
    updated_at: at,
  };
  const { user, sent } = await openClient({
    more: [answering(clientNoteApi.createNote, () => ({ data: made }))],
  });
  await screen.findByRole('heading', { name: 'Olena' });
  await user.keyboard('n');
  const text = within(await screen.findByRole('dialog')).getByRole('textbox');
  await user.type(text, 'Calls back');
  pressEsc();
  const keep = await screen.findByRole('button', { name: 'Back to the form' });
  await waitFor(() => expect(document.activeElement).toBe(keep));
  // Esc again is the safe answer too.
  pressEsc();
  expect(text).toHaveProperty('value', 'Calls back');
  expect(sent('POST', '/notes')).toEqual([]);
  await user.click(text);
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(sent('POST', '/notes')).toMatchObject([{ text: 'Calls back' }]));
  await screen.findByText('Note added');
});

it('loses what was typed when that is meant', async () => {
  const { user } = await openClient({});
  await screen.findByRole('heading', { name: 'Olena' });
  await user.keyboard('n');
  await user.type(within(await screen.findByRole('dialog')).getByRole('textbox'), 'Calls back');
  pressEsc();
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'New note' })).toBeNull());
});

/** With the code that antd listens for, which `user.keyboard` leaves out. */
function pressEsc(): void {
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape', keyCode: 27 });
}

it('says what each tariff costs where one is chosen for a new client', async () => {
  const { user } = await openPanel({
    path: '/admin-panel/clients/create',
    answers: [
      answering(tariffApi.tariffs, () => ({
        data: [tariff({ name: 'Pro', price_month: 49_900 })],
        meta: { total: 1 },
      })),
      answering(userApi.users, () => ({ data: [], meta: { total: 0 } })),
    ],
  });
  await user.click(await fieldLabelled('Tariff'));
  const price = await screen.findByText(/a month/);
  expect(price.parentElement?.textContent.replaceAll('\u00a0', ' ')).toMatch(/^Pro · .*499\.00.* a month$/);
});

it('questions a phone of another length and a wrong check digit of a new client', async () => {
  const { user } = await openPanel({
    path: '/admin-panel/clients/create',
    answers: [
      answering(tariffApi.tariffs, () => ({ data: [], meta: { total: 0 } })),
      answering(userApi.users, () => ({ data: [], meta: { total: 0 } })),
    ],
  });
  await user.type(await fieldLabelled('Phone'), '67123456');
  await screen.findByText('Numbers with +380 have 9 digits after the code. Check the number');
  await user.type(await fieldLabelled('Phone'), '7');
  expect(screen.queryByText(/digits after the code/)).toBeNull();
  const code = document.querySelector<HTMLInputElement>('#ident');
  if (code) await user.type(code, '3184710692');
  await screen.findByText('The check digit doesn’t match. Check the number');
});

it('says that money of the client waits in the inbox, and credits it instead of a second top-up by hand', async () => {
  const { id, name } = clientDetails();
  const line: BankLine = {
    id: '0197a000-0000-7000-8000-0000000000b1',
    value_date: '2026-01-02',
    status: 'unmatched',
    amount: 50_000,
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
    suggestions: [{ client: { id, name }, document: null, certainty: 'likely', reasons: ['payer_code'] }],
    created_at: '2026-01-02T10:00:00.000Z',
    updated_at: '2026-01-02T10:00:00.000Z',
  };
  let lines = [line];
  const { user, sent } = await openClient({
    more: [
      answering(matchingApi.waitingFor, () => ({ data: lines })),
      answering(matchingApi.matchPayment, () => {
        lines = [];
        return { data: { ...line, status: 'matched' as const } };
      }),
      // What it paid can't be read: the money is credited all the same.
      answering(paymentApi.payment, () => {
        throw new Refusal(404, 'not_found');
      }),
      answering(documentApi.documents, () => ({ data: [], meta: { total: 0 } })),
    ],
  });
  const inHead = await screen.findByRole('region', { name: 'Payments not credited yet' });
  expect(inHead.textContent).toMatch(/500.*not credited yet.*Bakery LLC · For services/);
  await user.click(screen.getByRole('button', { name: /^Top up/ }));
  const dialog = await dialogTitled(/^Top up the balance/);
  dialog.getByText(/^Credit this payment instead of topping up by hand/);
  await user.click(dialog.getByRole('button', { name: 'Credit' }));
  const question = await dialogTitled(/^Credit .*500\.00.* to /);
  await user.click(question.getByRole('button', { name: 'Credit' }));
  await waitFor(() => expect(sent('POST', '/match')).toMatchObject([{ client_id: id }]));
  await waitFor(() => expect(screen.queryByText(/^Credit this payment instead/)).toBeNull());
  await waitFor(() => expect(screen.queryByText(/not credited yet/)).toBeNull());
});

it('says of a client suspended for non-payment since when, which period ended and what is missing', async () => {
  const unpaid = clientDetails({
    status: 'blocked',
    blocked_at: '2026-02-08T10:00:00.000Z',
    trialEnds: '2026-02-01T10:00:00.000Z',
    deletion_at: '2026-03-10T10:00:00.000Z',
    next_payment: { amount: 50_000, missing: 35_000, date: null },
  });
  await openClient({ client: unpaid });
  const note = await screen.findByText('Suspended for non-payment');
  expect(note.parentElement?.textContent).toMatch(/since .*2026, the period ended on .*2026, .*350.* short$/);
  // Data that is lost is more than money that is owed.
  expect((await screen.findByText('database deletion on 10 Mar 2026')).className).toBe('client-then-lost');
});

it('leaves a client that a colleague suspended without a word of money', async () => {
  await openClient({
    client: clientDetails({
      status: 'blocked',
      blocked_by_hand: true,
      block_reason: 'Fraud',
      blocked_at: '2026-02-08T10:00:00.000Z',
    }),
  });
  await screen.findByText('Fraud');
  expect(screen.queryByText('Suspended for non-payment')).toBeNull();
});

const paymentRow: Payment = {
  id: '0197a000-0000-7000-8000-0000000000c1',
  value_date: '2026-03-02',
  status: 'matched',
  method: 'bank',
  provider: null,
  amount: 19_900,
  refunded: 0,
  currency: 'UAH',
  client: null,
  client_name: null,
  document: null,
  document_number: null,
  payer: null,
  payer_name: null,
  purpose: null,
  reason: null,
  matched_by: null,
  matched_at: null,
  batch: null,
  created_by: null,
  created_by_name: null,
  ledger_entry_id: null,
  external_id: null,
  statement_id: null,
  created_at: '2026-03-02T10:00:00.000Z',
  updated_at: '2026-03-02T10:00:00.000Z',
};

/** The part of a client's page about its money. */
async function openMoney(permissions: readonly Permission[] | undefined, more: Answering[]) {
  const panel = await openClient({
    part: 'money',
    ...(permissions && { permissions }),
    more: [
      answering(subscriptionApi.forecast, () => ({ data: [] })),
      answering(walletApi.ledger, () => ({ data: [], meta: { total: 0 } })),
      answering(clientApi.clientSettings, () => ({ data: { ...noDays, general: days, effective: days } })),
      ...more,
    ],
  });
  await screen.findByRole('heading', { name: 'Balance history' });
  return panel;
}

it('shows the newest documents and payments of a client among its money, and leads to all of them', async () => {
  const { lists } = await openMoney(undefined, [
    answering(documentApi.documents, ({ query }) =>
      query.has('filter[status][eq]')
        ? { data: [], meta: { total: 0 } }
        : { data: [documentRow({ number: 'PF-2026-000429', status: 'paid' })], meta: { total: 7 } },
    ),
    answering(paymentApi.payments, () => ({ data: [paymentRow], meta: { total: 1 } })),
  ]);
  const { id } = clientDetails();
  const part = async (name: string) => {
    const title = await screen.findByRole('heading', { name });
    return within(title.closest('section') ?? document.body);
  };
  const documents = await part('Documents');
  expect((await documents.findByRole('link', { name: 'PF-2026-000429' })).getAttribute('href')).toContain(
    '/money/documents/show/',
  );
  documents.getByText('Paid');
  const all = documents.getByRole('link', { name: 'All documents: 7' }).getAttribute('href');
  expect(decodeURIComponent(all ?? '')).toBe(`/admin-panel/money/documents?filter[client_id][eq]=${id}`);
  const payments = await part('Payments');
  expect((await payments.findByRole('link', { name: /Mar/ })).getAttribute('href')).toContain(
    `/money/payments/show/${paymentRow.id}`,
  );
  payments.getByText('Bank');
  payments.getByRole('link', { name: 'All payments: 1' });
  expect(lists('payments').at(-1)).toContain('limit=5');
});

it('says in one line that a client has no documents and payments yet', async () => {
  await openMoney(undefined, []);
  await screen.findByText('No documents yet');
  await screen.findByText('No payments yet');
  expect(screen.queryByRole('link', { name: /^All (documents|payments)/ })).toBeNull();
});

it('shows none of them to who may not read them', async () => {
  const { lists } = await openMoney(['clients.read'], []);
  expect(screen.queryByRole('heading', { name: 'Documents' })).toBeNull();
  expect(screen.queryByRole('heading', { name: 'Payments' })).toBeNull();
  expect([...lists('documents'), ...lists('payments')]).toEqual([]);
});

it('calls the phone in the head by a touch, and copies it as it is dialled', async () => {
  const { user } = await openClient({});
  await screen.findByRole('heading', { name: 'Olena' });
  const phone = document.querySelector('a[href="tel:+380501234567"]');
  expect(spaced(phone?.textContent)).toBe('+380 50 123 45 67');
  await user.click(screen.getByRole('button', { name: 'Copy phone number' }));
  await screen.findByText('Copied');
  expect(await navigator.clipboard.readText()).toBe('+380501234567');
});

it('shows what a client uses against the limit that holds', async () => {
  const used = (metric: string, more: Partial<MetricUsage>): MetricUsage => ({
    metric: metric.toLowerCase(),
    name: metric,
    unit: 'count',
    period: 'now',
    used: 0,
    limit: null,
    ...more,
  });
  await openClient({
    client: clientDetails({
      usage: [
        used('Goods', { used: 50, limit: 200 }),
        used('Tills', { used: 3, limit: 2 }),
        used('Closed', { used: 1, limit: 0 }),
        used('Photos', { used: 12 }),
      ],
    }),
  });
  const share = async (name: string) =>
    (await screen.findByRole('progressbar', { name })).getAttribute('aria-valuenow');
  expect([await share('Goods'), await share('Tills'), await share('Closed')]).toEqual(['25', '100', '100']);
  expect(screen.queryByRole('progressbar', { name: 'Photos' })).toBeNull();
  const lineOf = (name: string) => screen.getByText(name).closest('li')?.textContent;
  expect(lineOf('Goods')).not.toContain('Over the limit');
  expect(lineOf('Tills')).toContain('Over the limit');
});

it('changes nothing to the tariff that the client has: it asks for another one first', async () => {
  const { user, asked } = await openClient({
    more: [
      answering(tariffApi.tariffs, () => ({ data: [tariff()], meta: { total: 1 } })),
      answering(subscriptionApi.forecast, () => ({ data: [] })),
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Change tariff' }));
  const dialog = await dialogTitled('Tariff of Olena');
  await dialog.findByText('Choose another tariff or billing period to see the result.');
  const go = dialog.getByRole<HTMLButtonElement>('button', { name: 'Change tariff' });
  expect(go.disabled).toBe(true);
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(asked.filter(({ path }) => path.includes('tariff/preview'))).toEqual([]);
  expect(asked.filter(({ method }) => method !== 'GET')).toEqual([]);
});
