import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { EmailRow } from '#contract/entities/email.ts';
import type { ReportSummary } from '#contract/panel/report.ts';
import type { ClientDetails } from '#contract/clients/client-details.ts';
import { ownClientsView } from '#contract/entities/saved-view.ts';
import { cabinetApi } from '#contract/routes/cabinet.ts';
import { clientApi } from '#contract/routes/client.ts';
import { documentApi } from '#contract/routes/document.ts';
import { emailApi } from '#contract/routes/email.ts';
import { reportApi } from '#contract/routes/panel/report.ts';
import { staffApi } from '#contract/routes/accounts/staff.ts';
import { matchingApi } from '#contract/routes/payment.ts';
import { type Answering, answering, Refusal } from '#tests/support/browser/contract-edge.ts';
import { dialogTitled, openPanel } from '#tests/support/browser/panel.tsx';
import { clientDetails } from '#tests/support/rows.ts';

const noServices = { cash: 0, non_cash: 0, card: 0 };
const summary: ReportSummary = {
  at: '2026-03-01T10:00:00.000Z',
  from: '2026-01-31',
  to: '2026-03-01',
  step: 'week',
  clients: {
    total: 1,
    by_status: { unconfirmed: 0, trial: 0, active: 1, grace: 0, blocked: 0, archived: 0 },
  },
  sign_ups: { total: 1, before: 0, steps: [] },
  revenue: { monthly: 19_900, before: 0, clients: 1, tariffs: [] },
  top_ups: { count: 0, sum: 0, before: 0, by_service: noServices, steps: [] },
  ending: [],
  worker: { is_alive: true, seen_at: null },
  backup: null,
  set_up: { company: true, prices: true, mail_server: true },
  failed_cabinets: 0,
  failed_emails: 0,
  proof: null,
};

const noForecast = {
  at: summary.at,
  until: summary.at,
  days: [],
  total: { charges: { count: 0, sum: 0 }, graces: 0, blocks: 0, deletions: 0 },
};

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
  client_name: null,
});

it('asks for failed emails until they are dismissed here, and then for nothing', async () => {
  let waiting = [failed('01a0', 'one@example.com'), failed('01a1', 'two@example.com')];
  const { user } = await openPanel({
    path: '/admin-panel',
    permissions: ['settings.read', 'settings.write'],
    answers: [
      answering(emailApi.emails, ({ query }) => {
        // The newest of all says whether there is a mail server.
        if (!query.has('filter[status][eq]')) return { data: [], meta: { total: 0 } };
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
  const { asked } = await openPanel({
    path: '/admin-panel',
    permissions: ['clients.read'],
    answers: [answering(clientApi.clients, () => ({ data: [clientDetails()], meta: { total: 1 } }))],
  });
  await screen.findByRole('heading', { name: '1 client will be suspended today unless they pay' });
  const frame = ['/admin/auth/me', '/admin/alarms'];
  const lists = asked.flatMap(({ path }) => (frame.includes(path) ? [] : [path]));
  expect(new Set(lists)).toEqual(new Set(['/admin/clients']));
});

it('begins with the first steps in an empty installation', async () => {
  await openPanel({
    path: '/admin-panel',
    permissions: ['clients.read'],
    answers: [answering(clientApi.clients, () => ({ data: [], meta: { total: 0 } }))],
  });
  await screen.findByRole('heading', { name: 'Get started' });
});

it('shows which of the first steps are done', async () => {
  await openPanel({
    path: '/admin-panel',
    permissions: ['reports.read', 'settings.read', 'tariffs.read'],
    answers: [
      answering(reportApi.summary, () => ({
        data: {
          ...summary,
          clients: { ...summary.clients, total: 0 },
          set_up: { company: true, prices: false, mail_server: false },
        },
      })),
      answering(emailApi.emails, () => ({ data: [], meta: { total: 0 } })),
    ],
  });
  const steps = within(await screen.findByRole('region', { name: 'Get started' }));
  expect(steps.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    'Fill in the company details (done)',
    'Set up your tariffs',
    'Connect a mail server',
    'Sign up as a customer would',
  ]);
});

it.each([true, false])(
  'warns that nobody receives emails while no mail server is set (%s)',
  async (isSet) => {
    await openPanel({
      path: '/admin-panel',
      permissions: ['reports.read'],
      answers: [
        answering(reportApi.summary, () => ({
          data: { ...summary, set_up: { ...summary.set_up, mail_server: isSet } },
        })),
        answering(reportApi.forecast, () => ({ data: noForecast })),
      ],
    });
    await screen.findByText('Monthly recurring revenue');
    expect(screen.queryByText(/^No mail server is set/) === null).toBe(isSet);
  },
);

it.each([
  ['settings.read', 'only_logged', 'Tell your administrator.'],
  ['settings.write', 'only_logged', 'The person who runs your server can connect one.'],
  ['settings.read', 'sent', null],
] as const)(
  'warns %s without reports when the last email is %s, in words that fit: %s',
  async (permission, status, help) => {
    await openPanel({
      path: '/admin-panel',
      permissions: ['settings.read', permission],
      answers: [
        answering(emailApi.emails, ({ query }) =>
          query.has('filter[status][eq]')
            ? { data: [], meta: { total: 0 } }
            : { data: [{ ...failed('01a0', 'one@example.com'), status }], meta: { total: 1 } },
        ),
      ],
    });
    await screen.findByText('Nothing needs your attention', { exact: false });
    if (help === null) expect(screen.queryByText(/No mail server is set/)).toBeNull();
    else expect((await screen.findByText(/No mail server is set/)).textContent).toContain(help);
    // The variable is for the server's operator: folded, and only before people who change settings.
    const variable = screen.queryByText(/SMTP_URL/);
    expect(variable?.closest('details')?.open).toBe(permission === 'settings.write' ? false : undefined);
  },
);

it('shows the warning of a missing mail server together with what needs attention', async () => {
  let answer: () => void = () => undefined;
  await openPanel({
    path: '/admin-panel',
    permissions: ['settings.read'],
    answers: [
      answering(emailApi.emails, ({ query }) =>
        query.has('filter[status][eq]')
          ? { data: [], meta: { total: 0 } }
          : new Promise((resolve) => {
              const row = { ...failed('01a0', 'one@example.com'), status: 'only_logged' as const };
              answer = () => resolve({ data: [row], meta: { total: 1 } });
            }),
      ),
    ],
  });
  await waitFor(() => expect(answer.name).toBe('answer'));
  const section = (await screen.findByRole('heading', { name: 'Needs attention' })).closest('section');
  expect(section?.getAttribute('aria-busy')).toBe('true');
  answer();
  await screen.findByText('Nothing needs your attention', { exact: false });
  expect(screen.queryByText(/No mail server is set/)).not.toBeNull();
});

it.each([
  ['an owner', ['reports.read', 'settings.read', 'settings.write'], true],
  ['a reader', ['reports.read', 'settings.read'], false],
] as const)('says in words how a mail server is connected: %s', async (_, permissions, mayFold) => {
  await openPanel({
    path: '/admin-panel',
    permissions,
    answers: [
      answering(reportApi.summary, () => ({
        data: {
          ...summary,
          clients: { ...summary.clients, total: 0 },
          set_up: { ...summary.set_up, mail_server: false },
        },
      })),
      answering(emailApi.emails, () => ({ data: [], meta: { total: 0 } })),
    ],
  });
  const step = (await screen.findByRole('link', { name: 'Connect a mail server' })).closest('li');
  expect(step?.querySelector('p')?.textContent).toBe(
    'Until one is connected, e-mails stay in the log and customers receive nothing.',
  );
  expect(step?.querySelector('details')?.textContent.includes('SMTP_URL')).toBe(mayFold || undefined);
  expect(step?.querySelector('details')?.open ?? false).toBe(false);
});

it('says of each number of clients what it counts, and leads to those', async () => {
  const proof = {
    at: summary.at,
    clients: 400,
    lines: 2913,
    total: 19_900,
    broken_client_ids: [],
    findings: [],
  };
  await openPanel({
    path: '/admin-panel',
    permissions: ['reports.read', 'clients.read'],
    answers: [
      answering(reportApi.summary, () => ({ data: { ...summary, proof } })),
      answering(reportApi.forecast, () => ({ data: noForecast })),
      answering(clientApi.clients, () => ({ data: [], meta: { total: 0 } })),
    ],
  });
  const proved = await screen.findByRole('link', { name: 'Clients: 400, including deleted' });
  expect(decodeURIComponent(proved.getAttribute('href') ?? '')).toBe('/admin-panel/clients?with_trashed=1');
  await screen.findByRole('heading', { name: 'Clients by status without deleted' });
  const all = screen.getByRole('link', { name: /^All clients/ });
  expect(all.getAttribute('href')).toMatch(/^\/admin-panel\/clients\??$/);
});

const none = { count: 0, amount: 0 };

it.each([
  ['1 payment of', { count: 1, oldest: '2026-03-01' }, {}],
  ['1 proforma invoice is overdue', {}, { overdue: { count: 1, amount: 500 } }],
  ['Proforma invoices aren’t issued automatically', {}, { lacks_company: true }],
  ['Nothing needs your attention', {}, {}],
])('counts money among what needs attention: %s', async (said, inbox, proformas) => {
  await openPanel({
    path: '/admin-panel',
    permissions: ['payments.read'],
    answers: [
      answering(matchingApi.inboxSummary, () => ({ data: { ...none, oldest: null, foreign: 0, ...inbox } })),
      answering(documentApi.openProformas, () => ({
        data: { today: '2026-03-02', open: none, overdue: none, lacks_company: false, ...proformas },
      })),
    ],
  });
  await screen.findByText(said, { exact: false });
  const nothing = screen.queryByText('Nothing needs your attention', { exact: false });
  expect(nothing !== null).toBe(said.startsWith('Nothing'));
});

it('says what needs attention even when the figures of the reports failed', async () => {
  await openPanel({
    path: '/admin-panel',
    permissions: ['reports.read', 'settings.read'],
    answers: [
      answering(reportApi.summary, () => {
        throw new Refusal(500, 'internal');
      }),
      answering(emailApi.emails, () => ({ data: [failed('01a0', 'one@example.com')], meta: { total: 1 } })),
    ],
  });
  await screen.findByRole('heading', { name: '1 e-mail could not be sent' });
  await screen.findByRole('button', { name: 'Try again' });
});

it('sends all failed emails again after a question, and says what was left', async () => {
  let waiting = [failed('01a0', 'one@example.com'), failed('01a1', 'two@example.com')];
  const { user } = await openPanel({
    path: '/admin-panel/settings/emails',
    permissions: ['settings.write'],
    answers: [
      answering(emailApi.emails, ({ query }) => {
        const rows =
          query.get('filter[status][eq]') === 'failed' ? waiting : [failed('01a0', 'one@example.com')];
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
  await user.click(await screen.findByRole('button', { name: 'Resend 2 failed e-mails' }));
  const question = await dialogTitled('Send 2 failed e-mails again?');
  await user.click(question.getByRole('button', { name: 'Send again' }));
  await screen.findByText('1 e-mail is being sent. 1 was no longer relevant and was not sent.');
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Resend/ })).toBeNull());
});

it('has no such button for people who may only look', async () => {
  await openPanel({
    path: '/admin-panel/settings/emails',
    permissions: ['settings.read'],
    answers: [
      answering(emailApi.emails, () => ({ data: [failed('01a0', 'one@example.com')], meta: { total: 1 } })),
    ],
  });
  await screen.findByRole('row', { name: /one@example.com/ });
  expect(screen.queryByRole('button', { name: /^Resend/ })).toBeNull();
});

it('shows a phone the main figures first, and the others on request', async () => {
  const { user, asked } = await openPanel({
    path: '/admin-panel',
    permissions: ['reports.read'],
    isPhone: true,
    answers: [
      answering(reportApi.summary, () => ({ data: summary })),
      answering(reportApi.forecast, () => ({ data: noForecast })),
    ],
  });
  const button = await screen.findByRole('button', { name: 'Charts and further figures' });
  screen.getByText('Monthly recurring revenue');
  const forecasts = () => asked.filter(({ path }) => path === '/admin/reports/forecast');
  expect(forecasts()).toEqual([]);
  await user.click(button);
  await screen.findByRole('button', { name: 'Fewer figures' });
  await waitFor(() => expect(forecasts()).not.toEqual([]));
});

it('asks for what the server said again when another language is chosen', async () => {
  const { user, asked } = await openPanel({
    path: '/admin-panel',
    permissions: ['clients.read'],
    answers: [
      answering(clientApi.clients, () => ({ data: [clientDetails()], meta: { total: 1 } })),
      answering(staffApi.changeMe, () => {
        throw new Refusal(503, 'unavailable');
      }),
    ],
  });
  await screen.findByRole('heading', { name: '1 client will be suspended today unless they pay' });
  const before = asked.filter(({ path }) => path === '/admin/clients').length;
  await user.click(screen.getByRole('button', { name: /^EN/ }));
  await user.click(await screen.findByText('Deutsch'));
  await screen.findByRole('button', { name: /^DE/ });
  const since = () => asked.filter(({ path }) => path === '/admin/clients').length - before;
  await waitFor(() => expect(since()).toBeGreaterThan(0));
});

it('leads whoever may end maintenance to its switch', async () => {
  const answers = [
    answering(clientApi.clients, () => ({ data: [], meta: { total: 0 } })),
    answering(emailApi.emails, () => ({ data: [], meta: { total: 0 } })),
  ];
  const at = { path: '/admin-panel', readOnly: true, answers };
  await openPanel({ ...at, permissions: ['clients.read', 'settings.write'] });
  const link = await screen.findByRole('link', { name: 'Switch it off' });
  expect(link.getAttribute('href')).toBe('/admin-panel/settings/general?group=maintenance');
  await openPanel({ ...at, permissions: ['clients.read'] });
  await screen.findByText('The panel is view-only during maintenance');
  expect(screen.queryByRole('link', { name: 'Switch it off' })).toBeNull();
});

it('says that an address names no screen, and keeps it', async () => {
  await openPanel({
    path: '/admin-panel/cleints?limit=5',
    permissions: ['clients.read'],
    answers: [],
  });
  await screen.findByRole('heading', { name: 'This page doesn’t exist' });
  expect(location.pathname + location.search).toBe('/admin-panel/cleints?limit=5');
  expect(screen.getByRole('link', { name: 'Go to Home' }).getAttribute('href')).toBe('/admin-panel');
});

it('stays on an email that is sent again', async () => {
  const email = {
    ...failed('0197a000-0000-7000-8000-0000000000e1', 'one@example.com'),
    html: '<p>Thank you</p>',
    text: 'Thank you',
    message_id: '<1@example.com>',
    link: null,
    sender: null,
    reply_to: null,
    next: null,
  };
  const path = `/admin-panel/settings/emails/show/${email.id}`;
  const { user, sent } = await openPanel({
    path,
    permissions: ['settings.read', 'settings.write'],
    answers: [
      answering(emailApi.email, () => ({ data: email })),
      answering(emailApi.resendEmail, () => ({
        data: failed('0197a000-0000-7000-8000-0000000000e2', email.to),
      })),
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Send again' }));
  await waitFor(() => expect(sent('POST', '/resend')).toHaveLength(1));
  await screen.findByText('E-mail sent again');
  expect(location.pathname).toBe(path);
});

const failedCabinet = clientDetails({ cabinet_status: 'failed' });

/** Home, for somebody who may see clients alone; `of` answers each of its lists by its filters. */
const openHome = (of: (filters: string) => ClientDetails[], more: Answering[] = []) =>
  openPanel({
    path: '/admin-panel',
    permissions: ['clients.read', 'clients.write'],
    answers: [
      ...more,
      answering(clientApi.clients, ({ query }) => {
        const filters = decodeURIComponent(String(query));
        // Without a filter it is how many there are at all.
        const data = filters.includes('filter[') ? of(filters) : [clientDetails()];
        return { data, meta: { total: data.length } };
      }),
    ],
  });

it('tries a failed cabinet again, and asks for it no more', async () => {
  let waiting = [failedCabinet];
  const { user, sent } = await openHome(
    (filters) => (filters.includes('cabinet_status') ? waiting : []),
    [
      answering(cabinetApi.retryCabinet, () => {
        waiting = [];
        return { data: clientDetails() };
      }),
      answering(clientApi.client, () => ({ data: clientDetails() })),
    ],
  );
  const row = (await screen.findByRole('link', { name: failedCabinet.name })).closest('li');
  await user.click(within(row ?? document.body).getByRole('button', { name: 'Try again' }));
  await screen.findByText('Nothing needs your attention right now.');
  expect(sent('POST', '/retry')).toHaveLength(1);
});

it('leads to all of one’s own clients in one line, which is nothing to do', async () => {
  await openHome((filters) =>
    filters.includes('filter[manager_id][eq]=me') && !filters.includes('status') ? [clientDetails()] : [],
  );
  const line = await screen.findByRole('link', { name: /^All your clients: 1/ });
  expect(line.getAttribute('href')).toBe(`/admin-panel/clients?view=${ownClientsView}`);
  screen.getByText('Nothing needs your attention right now.');
});

it('says nothing of own clients to somebody who has none', async () => {
  await openHome(() => []);
  await screen.findByText('Nothing needs your attention right now.');
  expect(screen.queryByText(/All your clients/)).toBeNull();
});

it('shows the tabs that one may open, and no others', async () => {
  await openHome(() => []);
  const tabs = await screen.findByRole('navigation', { name: 'Sections' });
  const names = () =>
    within(tabs)
      .getAllByRole('link')
      .map(({ textContent }) => textContent);
  expect(names()).toEqual(['Home', 'Clients', 'Settings', 'My account']);
});
