import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { clientSources } from '#contract/entities/client.ts';
import type { MonthReport } from '#contract/money/month.ts';
import type { Movement, RevenueReport, Trials } from '#contract/panel/revenue.ts';
import { paymentApi } from '#contract/routes/payment.ts';
import { reportApi } from '#contract/routes/panel/report.ts';
import { answering } from '#tests/support/browser/contract-edge.ts';
import { openPanel } from '#tests/support/browser/panel.tsx';

const tariffId = '0197a000-0000-7000-8000-000000000001';
const none = { clients: 0, amount: 0 };
const nothing = { clients: 0, monthly: 0 };
const month = (from: string, to: string, more: Partial<Movement> = {}): Movement => ({
  from,
  to,
  start: nothing,
  end: nothing,
  moves: { new: none, back: none, more: none, less: none, lost: none },
  ...more,
});
const nobody: Trials = { came: 0, tried: 0, trying: 0, paid: 0 };
const lost = { clients: 1, amount: -10_000 };
const february = month('2026-02-01', '2026-02-28', {
  end: { clients: 4, monthly: 40_000 },
  moves: { ...month('', '').moves, new: { clients: 4, amount: 40_000 } },
});
const march = month('2026-03-01', '2026-03-20', {
  start: february.end,
  end: { clients: 3, monthly: 30_000 },
  moves: { ...month('', '').moves, lost },
});
const signUps: Trials = { came: 6, tried: 5, trying: 1, paid: 3 };

const report: RevenueReport = {
  at: '2026-03-20T10:00:00.000Z',
  first_month: '2026-02',
  running_month: '2026-03',
  total: { ...march, from: february.from, start: nothing, moves: { ...february.moves, lost } },
  before: month('2025-12-01', '2026-01-20'),
  months: [
    { month: '2026-02', ...february },
    { month: '2026-03', ...march },
  ],
  sign_ups: {
    total: signUps,
    before: nobody,
    months: [
      { month: '2026-02', ...signUps },
      { month: '2026-03', ...nobody },
    ],
  },
  cohorts: [
    { month: '2026-02', tried: 5, kept: [3, 2] },
    { month: '2026-03', tried: 0, kept: [0] },
  ],
  tariffs: [{ id: tariffId, name: 'Stall', start: nothing, end: march.end }],
  sources: clientSources.map((source) => ({ source, start: nothing, end: nothing, trials: nobody })),
};

const open = (
  data: RevenueReport,
  permissions: Parameters<typeof openPanel>[0]['permissions'] = ['reports.read'],
) =>
  openPanel({
    path: '/admin-panel/money/reports',
    permissions,
    answers: [answering(reportApi.revenue, () => ({ data }))],
  });

it('leads from each figure to its clients', async () => {
  await open(report, ['reports.read', 'clients.read']);
  const table = await screen.findByRole('table', { name: 'Recurring revenue by movement' });
  const row = within(table).getByRole('row', { name: /^Mar 2026 \(so far\)/ });
  const link = within(row).getByRole('link', { name: /100/ });
  const { searchParams } = new URL(link.getAttribute('href') ?? '', 'http://localhost');
  expect(Object.fromEntries(searchParams)).toEqual({
    'filter[revenue_lost_at][gte]': '2026-03-01',
    'filter[revenue_lost_at][lte]': '2026-03-20',
    with_trashed: '1',
  });
  expect(within(row).getByText(/25% of clients/)).toBeTruthy();
  const cohorts = screen.getByRole('table', { name: 'Cohorts' });
  const kept = within(cohorts).getByRole('link', { name: '40%' });
  expect(decodeURIComponent(kept.getAttribute('href') ?? '')).toContain('filter[paying_on][eq]=2026-03-20');
  expect(screen.getByText('3 of 4 finished trials')).toBeTruthy();
});

it('shows figures without links to those who may not see clients', async () => {
  await open(report);
  const table = await screen.findByRole('table', { name: 'Recurring revenue by movement' });
  expect(within(table).queryAllByRole('link')).toEqual([]);
});

it('keeps another period in the address, and asks for it', async () => {
  const { user, asked } = await open(report);
  await user.click(await screen.findByRole('combobox', { name: 'Period' }));
  await user.click(await screen.findByText('Last 3 months'));
  await screen.findByRole('table', { name: 'Cohorts' });
  const periods = asked.flatMap(({ path, query }) =>
    path === '/admin/reports/revenue' ? [query.get('period')] : [],
  );
  expect(periods).toEqual(['last:12m', 'last:3m']);
});

it('says in an empty installation that there is nothing yet', async () => {
  await open({ ...report, first_month: null });
  await screen.findByText('Nothing to report yet', { exact: false });
  expect(screen.queryByRole('table')).toBeNull();
});

const openMonth: MonthReport = {
  month: '2026-03',
  state: 'open',
  closed_by: null,
  closed_at: null,
  opening: 0,
  top_ups: { cash: 0, bank: 0, card: 0, online: 0 },
  bonuses: 0,
  charges: 0,
  refunds: 0,
  reversals: 0,
  payouts: 0,
  closing: 0,
  by_tariff: [],
  closes_too: [
    { month: '2026-01', lines: 12, sum: 49_900 },
    { month: '2026-02', lines: 0, sum: 0 },
  ],
  first_month: '2026-01',
  running_month: '2026-04',
  latest_closed: null,
};

it('names the months that closing one closes too, with what they hold', async () => {
  const { user, sent } = await openPanel({
    path: '/admin-panel/money/month?month=2026-03',
    answers: [
      answering(reportApi.month, () => ({ data: openMonth })),
      answering(reportApi.closeMonth, () => ({ data: { ...openMonth, state: 'closed' as const } })),
      answering(paymentApi.payments, () => ({ data: [], meta: { total: 0 } })),
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Close the month' }));
  const dialog = within(await screen.findByRole('dialog'));
  dialog.getByText('2 earlier months are closed too:');
  const rows = dialog.getAllByRole('row').map(({ textContent }) => textContent?.replaceAll(' ', ' '));
  expect(rows[0]).toBe('MonthEntriesAmount');
  expect(rows[1]).toMatch(/^January 202612.*499\.00$/);
  expect(rows[2]).toMatch(/^February 20260.*0\.00$/);
  await user.click(dialog.getByRole('button', { name: 'Close the month' }));
  await screen.findByText('Month closed');
  expect(sent('POST', '/month/close')).toEqual([{ month: '2026-03' }]);
});
