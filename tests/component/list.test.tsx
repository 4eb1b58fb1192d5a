import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { EmailRow } from '#contract/entities/email.ts';
import type { PromoCode } from '#contract/entities/promo-code.ts';
import type { SavedView } from '#contract/entities/saved-view.ts';
import { cabinetApi } from '#contract/routes/cabinet.ts';
import { clientApi } from '#contract/routes/client.ts';
import { emailApi } from '#contract/routes/email.ts';
import { staffApi } from '#contract/routes/accounts/staff.ts';
import { onlinePaymentApi } from '#contract/routes/online-payment.ts';
import { metricApi } from '#contract/routes/panel/metric.ts';
import { savedViewApi } from '#contract/routes/panel/saved-view.ts';
import { promoCodeApi } from '#contract/routes/promo-code.ts';
import { tariffApi } from '#contract/routes/tariff.ts';
import { answering, Refusal } from '#tests/support/browser/contract-edge.ts';
import { dialogTitled, openPanel } from '#tests/support/browser/panel.tsx';
import { clientDetails, tariff } from '#tests/support/rows.ts';

const failedEmail: EmailRow = {
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
  client_name: null,
};

const sixty = answering(tariffApi.tariffs, () => ({ data: [tariff()], meta: { total: 60 } }));
const path = '/admin-panel/tariffs';

it('shows rows by their types, and asks again for what is searched, sorted and paged', async () => {
  const panel = await openPanel({ path, answers: [sixty] });
  const asked = () => panel.lists('tariffs').at(-1);
  const row = await screen.findByRole('row', { name: /Start/ });
  expect(within(row).getByText(/199\.50/)).toBeTruthy();
  expect(within(row).getByText(/: 100$/)).toBeTruthy();

  await panel.user.type(screen.getByRole('searchbox'), 'pro');
  await waitFor(() => expect(asked()).toContain('filter[search][ilike]=%pro%'));
  const [heading] = screen.getAllByRole('columnheader', { name: 'Price per month' });
  await panel.user.click(heading ?? document.body);
  await waitFor(() => expect(asked()).toContain('sort[price_month]=asc'));
  await panel.user.click(screen.getByTitle('2'));
  await waitFor(() => expect(asked()).toContain('page=2'));
  // The address contains all of it, so that a link shows the same.
  const inAddress = asked()?.replace(/&include=[^&]*/, '');
  expect(decodeURIComponent(location.search)).toBe(`?${inAddress}`);
});

it('never shows rows and their number for those that are asked for: a skeleton and a dash stand there', async () => {
  let answer: () => void = () => undefined;
  const slow = answering(tariffApi.tariffs, ({ query }) =>
    query.has('filter[search][ilike]')
      ? new Promise((resolve) => {
          answer = () => resolve({ data: [tariff({ name: 'Profi' })], meta: { total: 7 } });
        })
      : { data: [tariff()], meta: { total: 60 } },
  );
  const { user } = await openPanel({ path, answers: [slow] });
  await screen.findByRole('row', { name: /Start/ });
  const heading = () => screen.getByRole('heading', { level: 1 }).textContent;
  const isSkeleton = () => document.querySelector('.rows-late') !== null;
  expect([heading(), isSkeleton()]).toEqual(['Tariffs60', false]);
  await user.type(screen.getByRole('searchbox'), 'pro');
  await waitFor(() => expect([heading(), isSkeleton()]).toEqual(['Tariffs–', true]));
  // The range below is of the rows before, too.
  expect(screen.getByText('1–25 of 60').closest('.list-unknown')).not.toBeNull();
  answer();
  await waitFor(() => expect([heading(), isSkeleton()]).toEqual(['Tariffs7', false]));
});

it('sorts, moves and hides a column by the menu of its heading, and moves one that is dragged', async () => {
  const panel = await openPanel({ path, answers: [sixty] });
  await screen.findByRole('row', { name: /Start/ });
  const headings = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  const heading = (name: string) => screen.getAllByRole('columnheader', { name })[0] ?? document.body;
  const choose = async (column: string, act: string) => {
    fireEvent.contextMenu(heading(column));
    await panel.user.click(await screen.findByText(act));
    await waitFor(() => expect(screen.queryByText(act)).toBeNull());
  };
  const [first, second] = headings();
  if (!first || !second) throw new Error('too few columns');
  await choose(second, 'Sort descending');
  await waitFor(() => expect(panel.lists('tariffs').at(-1)).toMatch(/sort\[\w+\]=desc/));
  await choose(second, 'Move left');
  await waitFor(() => expect(headings().slice(0, 2)).toEqual([second, first]));
  const dataTransfer = { effectAllowed: 'all' };
  fireEvent.dragStart(heading(first), { dataTransfer });
  fireEvent.dragOver(heading(second), { dataTransfer });
  fireEvent.drop(heading(second), { dataTransfer });
  await waitFor(() => expect(headings().slice(0, 2)).toEqual([first, second]));
  await choose(second, 'Hide this column');
  await waitFor(() => expect(headings()).not.toContain(second));
});

it('filters by any field, says how many are left, shows it as a chip, and removes it', async () => {
  const panel = await openPanel({ path, answers: [sixty] });
  await screen.findByRole('row', { name: /Start/ });
  // By labels and texts, not by roles: of these the page has many to look through.
  const add = screen.getByLabelText('Filter', { selector: 'input' });
  await panel.user.type(add, 'name');
  await panel.user.click(await screen.findByTitle('Name'));
  await panel.user.type(await screen.findByPlaceholderText('Contains…'), 'shop');
  await screen.findByText('Show 60');
  await panel.user.keyboard('{Enter}');
  await screen.findByText('Name contains “shop”');
  expect(decodeURIComponent(location.search)).toContain('filter[name][ilike]=%shop%');
  await panel.user.click(screen.getByLabelText('Remove filter: Name'));
  await waitFor(() => expect(screen.queryByText(/Name contains/)).toBeNull());
  expect(document.activeElement).toBe(add);
});

it('keeps chips for the fields that are filtered by most, and makes one of a range', async () => {
  const panel = await openPanel({
    path: `/admin-panel/clients?filter[balance][gte]=100&filter[balance][lte]=5000`,
    answers: [answering(clientApi.clients, () => ({ data: [clientDetails()], meta: { total: 1 } }))],
  });
  await screen.findByText(/^Balance: .*1\.00.* – .*50\.00/);
  const [status] = screen.getAllByText('Status');
  await panel.user.click(status ?? document.body);
  await panel.user.click(await screen.findByLabelText('Free trial'));
  await panel.user.keyboard('{Escape}');
  expect(document.activeElement).toBe(status?.closest('button'));
  expect(location.search).not.toContain('status');
});

it('shows the list without the parts of a link that it does not know, and says which', async () => {
  const panel = await openPanel({
    path: '/admin-panel/clients?filter[status][eq]=active&filter[mood][eq]=good&per_page=50',
    answers: [answering(clientApi.clients, () => ({ data: [clientDetails()], meta: { total: 1 } }))],
  });
  await screen.findByRole('row', { name: /Olena/ });
  expect(screen.getByRole('alert').textContent).toContain('per_page');
  expect(panel.lists('clients').at(-1)).toContain('filter[status][eq]=active');
  // Nothing is done to all of a list that shows more than its address asked for.
  expect(screen.queryByRole('checkbox', { name: 'Select Olena' })).toBeNull();
  await panel.user.click(screen.getByRole('button', { name: 'Remove from the link' }));
  await screen.findByRole('checkbox', { name: 'Select Olena' });
  expect(decodeURIComponent(location.search)).toBe('?filter[status][eq]=active');
});

it('keeps the list whole for a word in the link that means nothing to it', async () => {
  await openPanel({
    path: '/admin-panel/clients?pageSize=50',
    answers: [answering(clientApi.clients, () => ({ data: [clientDetails()], meta: { total: 1 } }))],
  });
  await screen.findByRole('checkbox', { name: 'Select Olena' });
  const notice = screen.getByRole('alert').textContent;
  expect(notice).toContain('words that this list doesn’t understand, so they change nothing: pageSize');
  expect(notice).not.toContain('parameter');
});

it('shows the payment gateways before the notices about them', async () => {
  await openPanel({
    path: '/admin-panel/settings/payment-gateways',
    answers: [
      answering(onlinePaymentApi.notices, () => ({ data: [], meta: { total: 0 } })),
      answering(onlinePaymentApi.gateways, () => ({ data: [] })),
    ],
  });
  const gateways = await screen.findByText(/^No payment gateway is set up/);
  const notices = screen.getByRole('heading', { level: 2, name: /^Gateway notices that credited nothing/ });
  expect(gateways.compareDocumentPosition(notices)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  screen.getByRole('heading', { level: 1, name: 'Online payment' });
});

it('lists deleted rows by a chip', async () => {
  await openPanel({
    path: '/admin-panel/clients?only_trashed=1',
    answers: [answering(clientApi.clients, () => ({ data: [clientDetails()], meta: { total: 1 } }))],
  });
  await screen.findByText('Only deleted');
});

it.each([
  ['', 'Without deleted'],
  ['?with_trashed=1', 'Including deleted'],
])('says whether its number counts deleted rows: “%s”', async (query, counted) => {
  await openPanel({
    path: `/admin-panel/clients${query}`,
    answers: [answering(clientApi.clients, () => ({ data: [clientDetails()], meta: { total: 1 } }))],
  });
  await screen.findByText(`1–1 of 1 · ${counted}`);
  expect(document.querySelector('.list-total')?.getAttribute('title')).toBe(counted);
});

it('says once of a deleted client that it is deleted, and names one that was erased', async () => {
  const deleted_at = '2026-03-05T10:00:00.000Z';
  const rows = [
    clientDetails({ deleted_at }),
    clientDetails({
      id: '0197a000-0000-7000-8000-0000000000d2',
      name: '— 29f0c4a9',
      deleted_at,
      erased_at: deleted_at,
    }),
  ];
  await openPanel({
    path: '/admin-panel/clients?only_trashed=1',
    answers: [answering(clientApi.clients, () => ({ data: rows, meta: { total: 2 } }))],
  });
  const row = await screen.findByRole('row', { name: /Olena/ });
  expect(row.textContent?.match(/deleted/gi)).toEqual(['deleted']);
  await screen.findByRole('link', { name: 'Erased client 29f0c4a9' });
});

it('shows why emails failed while only failed ones are listed', async () => {
  const emails = answering(emailApi.emails, () => ({ data: [failedEmail], meta: { total: 1 } }));
  await openPanel({
    path: '/admin-panel/settings/emails?filter[status][eq]=failed',
    permissions: ['settings.read'],
    answers: [emails],
  });
  await screen.findByText('550 No such user');
  expect(location.search).not.toContain('columns');
});

it('marks the edges behind which there are more tabs', async () => {
  await openPanel({
    path: '/admin-panel/clients',
    answers: [answering(clientApi.clients, () => ({ data: [], meta: { total: 0 } }))],
  });
  const row = await screen.findByRole('navigation', { name: 'Sections' });
  const scrolledTo = (at: number) => {
    const sizes = { scrollWidth: 500, clientWidth: 300, scrollLeft: at };
    for (const [name, value] of Object.entries(sizes)) {
      Object.defineProperty(row, name, { value, configurable: true });
    }
    fireEvent.scroll(row);
    return [row.dataset['hides'], row.parentElement?.querySelectorAll('.tabs-more').length];
  };
  expect(scrolledTo(0)).toEqual(['end', 1]);
  expect(scrolledTo(90)).toEqual(['start end', 2]);
  expect(scrolledTo(200)).toEqual(['start', 1]);
});

it('calls a client by a touch on a phone', async () => {
  await openPanel({
    path: '/admin-panel/clients',
    isPhone: true,
    answers: [answering(clientApi.clients, () => ({ data: [clientDetails()], meta: { total: 1 } }))],
  });
  const { phone_e164 } = clientDetails();
  const link = await screen.findByRole('link', { name: /^\+/ });
  expect(link.getAttribute('href')).toBe(`tel:${phone_e164}`);
});

it('keeps the bar of chosen rows to one line on a phone: the rest is in its menu', async () => {
  const { user } = await openPanel({
    path: '/admin-panel/clients',
    isPhone: true,
    answers: [answering(clientApi.clients, () => ({ data: [clientDetails()], meta: { total: 60 } }))],
  });
  const [box] = await screen.findAllByRole('checkbox', { name: new RegExp(clientDetails().name) });
  await user.click(box ?? document.body);
  const bar = within(screen.getByRole('region', { name: 'Bulk changes' }));
  // The cross has no text, and what chooses every row stands in the menu.
  expect(bar.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Actions on selected',
    '',
  ]);
  bar.getByRole('button', { name: 'Clear selection' });
  await user.click(bar.getByRole('button', { name: 'Actions on selected' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Select all 60' }));
  await screen.findByText('Selected: 60');
});

it('names the metrics of a filter that came by a link', async () => {
  const none = answering(clientApi.clients, () => ({ data: [], meta: { total: 0 } }));
  const limits = 'cash_registers:2,goods_quantity:100';
  await openPanel({
    path: `/admin-panel/clients?filter[over_tariff_limit][in]=${limits}`,
    answers: [none],
  });
  await screen.findByText(/Cash registers 2, .* 100/);
});

it('says that nothing fits, and that it could not be shown, each with a way on', async () => {
  let isDown = false;
  const panel = await openPanel({
    path: `${path}?filter[name][ilike]=nobody`,
    answers: [
      answering(tariffApi.tariffs, ({ query }) => {
        if (isDown) throw new Refusal(403, 'forbidden');
        return [...query.keys()].some((name) => name !== 'include')
          ? { data: [], meta: { total: 0 } }
          : { data: [tariff()], meta: { total: 1 } };
      }),
    ],
  });
  await screen.findByText('Nothing found');
  const [clear] = screen.getAllByRole('button', { name: 'Clear filters' });
  await panel.user.click(clear ?? document.body);
  await screen.findByRole('row', { name: /Start/ });
  isDown = true;
  await panel.user.type(screen.getByRole('searchbox'), 'x');
  const retry = await screen.findByRole('button', { name: 'Try again' });
  isDown = false;
  await panel.user.click(retry);
  await screen.findByText('Nothing found for “x”');
});

it('says what was searched and within what, and widens the search', async () => {
  const panel = await openPanel({
    path: '/admin-panel/clients?filter[search][ilike]=%olena%&filter[status][eq]=trial',
    answers: [answering(clientApi.clients, () => ({ data: [], meta: { total: 0 } }))],
  });
  await screen.findByRole('heading', { name: 'Nothing found for “olena”' });
  await screen.findByText(/^The search covers name, e-mail, phone/);
  const within = document.querySelector('.nothing-within');
  expect(within?.textContent).toBe('Only these were searched: Status: Free trial');
  await panel.user.click(screen.getByRole('button', { name: 'Search deleted too' }));
  await waitFor(() => expect(panel.lists('clients').at(-1)).toContain('with_trashed=1'));
  await panel.user.click(screen.getByRole('button', { name: 'Search everything' }));
  await waitFor(() => expect(panel.lists('clients').at(-1)).not.toContain('status'));
  expect(panel.lists('clients').at(-1)).toContain('filter[search][ilike]=%olena%');
});

it('has no button for a new row, and no file, for people who may only view', async () => {
  await openPanel({ path, permissions: ['tariffs.read'], answers: [sixty] });
  await screen.findByRole('row', { name: /Start/ });
  expect(screen.queryByRole('button', { name: 'Create tariff' })).toBeNull();
});

it('leaves nothing of where somebody was to the next person in the tab', async () => {
  const { user } = await openPanel({
    path: `${path}?filter[name][ilike]=secret`,
    answers: [sixty, answering(staffApi.logout, () => ({ data: {} }))],
  });
  await screen.findByRole('row', { name: /Start/ });
  await waitFor(() => expect(sessionStorage.getItem('list.tariffs')).toContain('secret'));
  await user.click(screen.getByRole('button', { name: 'My account: Mykola' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Sign out' }));
  await waitFor(() => expect(sessionStorage.getItem('list.tariffs')).toBeNull());
  // Otherwise the way to the login would lead the next test's panel there.
  await waitFor(() => expect(window.location.pathname).toBe('/login'));
});

it('keeps a column of a metric that nobody uses in its view', async () => {
  const view: SavedView = {
    id: '0198c000-0000-7000-8000-000000000001',
    resource: 'clients',
    name: 'Tills',
    search: 'filter[status][eq]=active',
    columns: ['name', 'cash_registers', 'email'],
    shared: false,
    is_own: true,
    may_change: true,
    built_in: false,
    mail: null,
    owner: { id: 'me', name: 'Mykola' },
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
  };
  const { user, sent } = await openPanel({
    path: `/admin-panel/clients?view=${view.id}`,
    answers: [
      answering(clientApi.clients, () => ({ data: [clientDetails()], meta: { total: 1 } })),
      answering(metricApi.usedMetrics, () => ({ data: [] })),
      answering(savedViewApi.views, () => ({ data: [view], meta: { total: 1 } })),
      answering(savedViewApi.changeView, ({ body }) => ({ data: { ...view, ...body } as SavedView })),
    ],
  });
  await screen.findByRole('row', { name: /Olena/ });
  // The view has come when only its columns are shown.
  await waitFor(() => expect(screen.queryByRole('columnheader', { name: 'Tariff' })).toBeNull());
  expect(screen.queryByRole('columnheader', { name: 'Cash registers' })).toBeNull();
  expect(screen.queryByText('changed')).toBeNull();
  // By texts where that does: with the columns open there are many roles to look through.
  await user.click(await screen.findByText('Columns'));
  await user.click(await screen.findByRole('checkbox', { name: 'Tariff' }));
  await screen.findByText('changed');
  await user.click(screen.getByText(/Tills/));
  await user.click(await screen.findByText('Save changes'));
  await waitFor(() =>
    expect(sent('PUT', view.id)).toMatchObject([
      { columns: expect.arrayContaining(['name', 'cash_registers', 'email', 'tariff_name']) as unknown },
    ]),
  );
});

it('offers to move a tariff only where there is a place, also on a page that doesn’t show the last one', async () => {
  const places = [1, 2, 3].map((position) =>
    tariff({ id: `0198c000-0000-7000-8000-0000000000b${position}`, name: `No ${position}`, position }),
  );
  const three = answering(tariffApi.tariffs, ({ query }) => ({
    data: query.get('sort[position]') === 'desc' ? places.slice(2) : places,
    meta: { total: 3 },
  }));
  await openPanel({ path, answers: [three] });
  await screen.findByRole('button', { name: 'Move down: No 2' });
  const movable = screen
    .getAllByRole('button', { name: /^Move / })
    .map((one) => one.getAttribute('aria-label'));
  expect(movable).toEqual(['Move down: No 1', 'Move up: No 2', 'Move down: No 2', 'Move up: No 3']);
});

it('keeps one end of a range of days that the other end doesn’t follow', async () => {
  const panel = await openPanel({
    path: '/admin-panel/clients',
    answers: [answering(clientApi.clients, () => ({ data: [clientDetails()], meta: { total: 1 } }))],
  });
  await screen.findByRole('row', { name: /Olena/ });
  const created = screen.getAllByText('Created').map((one) => one.closest('.filter-bar button'));
  await panel.user.click(created.find((one) => one !== null) ?? document.body);
  const from = await screen.findByLabelText('Created: From');
  await panel.user.type(from, '5 Mar 2026');
  await panel.user.keyboard('{Enter}');
  // Enter has taken the day, and nothing is applied or closed yet.
  screen.getByLabelText('Created: To');
  expect(location.search).not.toContain('created_at');
  await panel.user.click(await screen.findByRole('button', { name: 'Show 1' }));
  await waitFor(() =>
    expect(decodeURIComponent(location.search)).toContain('filter[created_at][gte]=2026-03-05'),
  );
  expect(decodeURIComponent(location.search)).not.toContain('[lte]');
});

it('leads from the count of a promo code to its clients', async () => {
  await openPanel({
    path: '/admin-panel/settings/promo-codes',
    answers: [
      answering(promoCodeApi.promoCodes, () => ({
        data: [promo('SPRING', 3), promo('AUTUMN', 0)],
        meta: { total: 2 },
      })),
    ],
  });
  const row = await screen.findByRole('row', { name: /SPRING/ });
  const link = within(row).getByRole('link', { name: 'Clients: 3' });
  expect(decodeURIComponent(link.getAttribute('href') ?? '')).toBe(
    `/admin-panel/clients?filter[promo_code_id][in]=${promo('SPRING', 3).id}`,
  );
  expect(
    within(screen.getByRole('row', { name: /AUTUMN/ })).queryByRole('link', { name: /^Clients/ }),
  ).toBeNull();
});

it('names the promo code that clients are filtered by, and offers the filter to who may see promo codes', async () => {
  const answers = [
    answering(clientApi.clients, () => ({ data: [clientDetails()], meta: { total: 1 } })),
    answering(promoCodeApi.promoCodes, () => ({ data: [promo('SPRING', 3)], meta: { total: 1 } })),
    answering(promoCodeApi.promoCode, () => ({ data: promo('SPRING', 3) })),
  ];
  const path = '/admin-panel/clients';
  const offered = async () => {
    const add = screen.getByLabelText('Filter', { selector: 'input' });
    await userEvent.setup({ pointerEventsCheck: 0 }).type(add, 'promo');
    await screen.findByTitle('Promo code');
    return screen.queryByTitle('Promo code used') !== null;
  };
  await openPanel({ path: `${path}?filter[promo_code_id][in]=${promo('SPRING', 3).id}`, answers });
  await screen.findByText(/^Promo code used.*SPRING/);
  await openPanel({ path, answers });
  await screen.findByRole('row', { name: /Olena/ });
  expect(await offered()).toBe(true);
  await openPanel({ path, answers, permissions: ['clients.read'] });
  await screen.findByRole('row', { name: /Olena/ });
  expect(await offered()).toBe(false);
});

function promo(code: string, clients_count: number): PromoCode {
  return {
    id: code === 'SPRING' ? '0197a000-0000-7000-8000-0000000000f1' : '0197a000-0000-7000-8000-0000000000f2',
    code,
    state: 'active',
    valid_from: null,
    valid_to: null,
    uses_left: null,
    effect: { kind: 'free_days', days: 10 },
    tariff_ids: null,
    clients_count,
    created_at: '2026-03-01T10:00:00.000Z',
    updated_at: '2026-03-01T10:00:00.000Z',
  };
}

it('shows of deleted rows by whom they were deleted', async () => {
  const deleted = clientDetails({
    deleted_at: '2026-03-01T10:00:00.000Z',
    deleted_by: { id: 'me', name: 'Mykola' },
  });
  const answers = [answering(clientApi.clients, () => ({ data: [deleted], meta: { total: 1 } }))];
  await openPanel({ path: '/admin-panel/clients?only_trashed=1', answers });
  const row = await screen.findByRole('row', { name: /Olena/ });
  expect(screen.getAllByRole('columnheader', { name: 'Deleted by' })).not.toEqual([]);
  within(row).getByText('Mykola');
  await openPanel({ path: '/admin-panel/clients', answers });
  await screen.findByRole('row', { name: /Olena/ });
  expect(screen.queryByRole('columnheader', { name: 'Deleted by' })).toBeNull();
});

it('repairs no cabinet where nothing can be repaired together, and says so', async () => {
  const { user, asked } = await openPanel({
    path: '/admin-panel/cabinets',
    answers: [
      answering(cabinetApi.cabinetFindings, () => ({ data: [], meta: { total: 0 } })),
      answering(cabinetApi.reconciliation, () => ({ data: null })),
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Repair all' }));
  const dialog = await dialogTitled('Repair everything in this list');
  dialog.getByText('Nothing here can be repaired together.');
  expect(dialog.queryByRole('button', { name: /^Repair \d/ })).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  expect(asked.filter(({ method }) => method === 'POST')).toEqual([]);
});
