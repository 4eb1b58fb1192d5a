import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Metric, UsedMetric } from '#contract/catalogue/metric.ts';
import type { PriceVersion, Tariff } from '#contract/entities/tariff.ts';
import { metricApi } from '#contract/routes/panel/metric.ts';
import { settingApi } from '#contract/routes/setting.ts';
import { tariffApi } from '#contract/routes/tariff.ts';
import { type Answering, answering, Refusal } from '#tests/support/browser/contract-edge.ts';
import { fieldLabelled, openPanel } from '#tests/support/browser/panel.tsx';
import { changedBy, metric, sales, settingRows, tariff, tariffId, usedMetrics } from '#tests/support/rows.ts';

const paying = (clients: number) => ({
  month: { clients, difference: clients * 500 },
  year: { clients: 0, difference: 0 },
});

const otherId = '0198c000-0000-7000-8000-0000000000b2';

const priceVersion = (own: Partial<PriceVersion>): PriceVersion => ({
  id: '0198c000-0000-7000-8000-0000000000b1',
  price_month: 25_000,
  price_year: 199_907,
  from: '2026-01-03',
  existing: 'change',
  present_from: '2099-01-17T00:00:00.000Z',
  state: 'present',
  clients: 0,
  clients_held: [],
  can_withdraw: true,
  created_by: null,
  created_at: '2026-01-03T00:00:00.000Z',
  ...own,
});

const features = answering(tariffApi.features, () => ({ data: [sales], meta: { total: 1 } }));

/** The form of a tariff, of which the server may have a newer version than the form. */
async function openEdit({
  by = changedBy,
  now,
  path = 'edit',
  more = [],
  search = '',
  stored = tariff(),
}: {
  by?: typeof changedBy;
  now?: Tariff;
  path?: string;
  more?: Answering[];
  search?: string;
  stored?: Tariff;
} = {}) {
  const panel = await openPanel({
    path: `/admin-panel/tariffs/${path}/${tariffId}${search}`,
    answers: [
      features,
      ...more,
      answering(tariffApi.tariff, () => ({ data: stored })),
      answering(tariffApi.prices, () => ({ data: [] })),
      answering(tariffApi.previewPrice, ({ body }) => ({
        data:
          body.existing === 'keep'
            ? { clients: 0, paying: paying(0), month_difference: 0, first_charge_at: null, mails: 0 }
            : {
                clients: 3,
                paying: paying(3),
                month_difference: 1500,
                first_charge_at: '2026-02-01T10:00:00.000Z',
                mails: 2,
              },
      })),
      answering(tariffApi.changeTariff, ({ body }) => {
        if (body.updated_at !== stored.updated_at) {
          throw new Refusal(409, 'stale', { current: stored, ...by });
        }
        stored = tariff({
          ...(body as Partial<Tariff>),
          permissions: [sales],
          updated_at: '2026-01-03T00:00:00.000Z',
        });
        return { data: stored };
      }),
    ],
  });
  const month = await fieldLabelled('Price per month');
  if (now) stored = now;
  const save = async ({ price = true } = {}) => {
    await panel.user.click(screen.getByRole('button', { name: 'Save' }));
    if (!price) return;
    await panel.user.click(await screen.findByRole('button', { name: 'Save price' }));
  };
  const type = async (label: string, text: string) => {
    await panel.user.clear(await fieldLabelled(label));
    await panel.user.type(await fieldLabelled(label), text);
  };
  return { ...panel, month, save, type };
}

it('says what is wrong at each field of a new tariff, and loses nothing', async () => {
  const panel = await openPanel({
    path: '/admin-panel/tariffs/create',
    answers: [
      features,
      answering(settingApi.settings, () => ({
        data: settingRows({ recommended_days: 45 }),
        meta: { total: 20 },
      })),
    ],
  });
  const month = await fieldLabelled('Price per month');
  await panel.user.type(month, '199,505');
  await panel.user.type(await fieldLabelled('Price per year'), '99999999999');
  await panel.user.click(screen.getAllByRole('checkbox', { name: 'unlimited' })[1] ?? month);
  await panel.user.clear(await fieldLabelled('Recommended top-up, days'));
  await panel.user.type(await fieldLabelled('Recommended top-up, days'), '1.5');
  await panel.user.click(screen.getByRole('tab', { name: /English/ }));
  await panel.user.click(screen.getByRole('button', { name: 'Create tariff' }));

  const said = (id: string) => document.getElementById(`${id}_help`)?.textContent;
  await waitFor(() => expect(said('priceMonth')).toBe('Enter an amount, for example 199.50'));
  expect(said('priceYear')).toMatch(/^No more than [\d,]+$/);
  expect(said('goodsQuantity')).toBe('Fill in this field');
  expect(said('monthlyTurnoverLimit')).toBeUndefined();
  expect(said('recommendedDays')).toBe('Enter a whole number');
  expect(said('checkedPermissions')).toBe('Choose at least one permission');
  expect(said('translations_uk_name')).toBe('Fill in this field');
  // The tab with the error has been opened.
  expect(screen.getByRole('tab', { name: /Українська/ }).getAttribute('aria-selected')).toBe('true');
  expect(month.value).toBe('199,505');
  expect(panel.sent('POST', '/tariffs')).toEqual([]);
});

it('sends whole units as minor ones, with the version that was changed', async () => {
  const { type, save, sent } = await openEdit();
  await type('Price per month', '1 200.5');
  await save();
  await waitFor(() => expect(location.pathname).toContain('/tariffs/show/'));
  expect(sent('PUT', tariffId)).toMatchObject([
    { price_month: 120_050, price_year: 199_907, goods_quantity: 100, updated_at: tariff().updated_at },
  ]);
});

it('groups the digits of a limit while nobody types, and has no table of missing texts when none is', async () => {
  const text = { name: 'Start', subtitle: 'For one', description: 'For one shop' };
  const translations = { uk: text, en: text, ru: text, lt: text, de: text };
  const { type, save, sent, user } = await openEdit({ stored: tariff({ clients_count: 0, translations }) });
  await type('Number of products', '12000');
  const field = await fieldLabelled('Number of products');
  expect(field.value).toBe('12000');
  await user.tab();
  expect(field.value).toBe('12,000');
  await user.click(field);
  expect(field.value).toBe('12000');
  expect(screen.queryByText('Missing texts')).toBeNull();
  await user.clear(document.querySelector('#translations_uk_subtitle') ?? field);
  await screen.findByText('Missing texts');
  await save({ price: false });
  await waitFor(() => expect(sent('PUT', tariffId)).toMatchObject([{ goods_quantity: 12_000 }]));
});

it('says when a year costs more than twelve months', async () => {
  const { type, save } = await openEdit();
  await type('Price per year', '9000');
  await save({ price: false });
  const dialog = within(await screen.findByRole('dialog'));
  const { price_month } = tariff();
  const more = (900_000 - 12 * price_month) / 100;
  expect((await dialog.findByRole('alert')).textContent?.replaceAll(',', '')).toContain(
    `${more}.00 more than twelve months`,
  );
});

it('asks for whom a price is, and says who pays what from when', async () => {
  const { type, save, sent, user } = await openEdit();
  await type('Price per month', '250');
  await save({ price: false });
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByText('1 Feb 2026');
  // The price before, the new one, and what lies between them.
  dialog.getByRole('row', { name: /^Price per month .*199\.50 .*250\.00 \+.*50\.50$/ });
  expect(dialog.queryByText(/more than twelve months/)).toBeNull();
  dialog.getByText(/^\+.*15\.00/);
  await user.click(dialog.getByRole('radio', { name: 'keep their price' }));
  await dialog.findByText(/Nothing changes for existing clients/);
  expect(sent('PUT', tariffId)).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Save price' }));
  await waitFor(() => expect(location.pathname).toContain('/tariffs/show/'));
  expect(sent('PUT', tariffId)).toMatchObject([{ price_month: 25_000, existing: 'keep' }]);
});

it('says when the yearly price was left behind', async () => {
  const { type, save } = await openEdit();
  await type('Price per month', '250');
  await save({ price: false });
  const dialog = within(await screen.findByRole('dialog'));
  const remark = await dialog.findByRole('alert');
  expect(remark.textContent).toBe(
    'The discount for a year would change from 16% to 33%. Check the price per year.',
  );
});

it('takes a saved price back by the button of its message', async () => {
  const made = priceVersion({ price_month: 25_000, created_at: '2026-01-03T00:00:00.000Z' });
  const older = priceVersion({
    id: otherId,
    price_month: 25_000,
    created_at: '2025-01-03T00:00:00.000Z',
    state: 'past',
    can_withdraw: false,
  });
  let isWithdrawn = false;
  const { type, save, sent, user } = await openEdit({
    more: [
      answering(tariffApi.prices, () => ({ data: isWithdrawn ? [older] : [made, older] })),
      answering(tariffApi.withdrawPrice, () => {
        isWithdrawn = true;
        return { data: {} };
      }),
    ],
  });
  await type('Price per month', '250');
  await save();
  await waitFor(() => expect(location.pathname).toContain('/tariffs/show/'));
  // The page says the new price too, with the same way back.
  expect((await screen.findByText(/^New price: /)).textContent).toContain('Existing clients pay it from');
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await screen.findByText(/^Price from .* withdrawn$/);
  expect(sent('DELETE', `/tariffs/${tariffId}/prices/${made.id}`)).toHaveLength(1);
  await waitFor(() => expect(screen.queryByText(/^New price: /)).toBeNull());
});

it('offers no way back from a price that clients came by', async () => {
  const used = priceVersion({ price_month: 25_000, can_withdraw: false });
  const { type, save } = await openEdit({ more: [answering(tariffApi.prices, () => ({ data: [used] }))] });
  await type('Price per month', '250');
  await save();
  await screen.findByText('Tariff saved');
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

it('shows who was faster, and keeps mine in one field and theirs in another', async () => {
  const now = tariff({ price_month: 25_000, price_year: 260_000, updated_at: '2026-01-02T00:00:00.000Z' });
  const { type, save, sent, user } = await openEdit({ now });
  await type('Price per year', '1500');
  await save();
  // The dialog about the price is still on its way out.
  const dialog = (await screen.findByText(/Iryna/)).closest<HTMLElement>('[role=dialog]') ?? document.body;
  const group = (name: string) => within(within(dialog).getByRole('radiogroup', { name }));
  const isChecked = (element: HTMLElement) => (element as HTMLInputElement).checked;
  // A value that only the colleague changed is theirs already; one that both changed stays one's own until one
  // chooses.
  expect(isChecked(group('Price per month').getByRole('radio', { name: /colleague/i }))).toBe(true);
  expect(isChecked(group('Price per year').getByRole('radio', { name: /your/i }))).toBe(true);
  expect(within(dialog).getAllByRole('radiogroup')).toHaveLength(2);
  await user.click(within(dialog).getByRole('button', { name: 'Save this' }));
  // Their price is another one, and so the question is too.
  await waitFor(() => expect(sent('POST', 'price-preview')).toHaveLength(2));
  const again = screen.getAllByRole('button', { name: 'Save price' }).at(-1);
  if (again) await user.click(again);
  await waitFor(() => expect(location.pathname).toContain('/tariffs/show/'));
  expect(sent('PUT', tariffId).at(-1)).toMatchObject({
    price_month: 25_000,
    price_year: 150_000,
    updated_at: now.updated_at,
  });
});

it('says that it was oneself, in another window', async () => {
  const now = tariff({ price_month: 26_000, updated_at: '2026-01-02T00:00:00.000Z' });
  const { type, save } = await openEdit({ now, by: { changed_by: 'Mykola', changed_by_id: 'me' } });
  await type('Price per month', '270');
  await save();
  await screen.findByText('You changed this in another window');
  screen.getByRole('radio', { name: /From the other window.*260/ });
  expect(screen.queryByText(/colleague/i)).toBeNull();
});

it('asks nothing where both have typed the same, or only one has', async () => {
  const now = tariff({ price_month: 25_000, updated_at: '2026-01-02T00:00:00.000Z' });
  const { type, save, sent } = await openEdit({ now });
  await type('Price per month', '250');
  await save();
  await waitFor(() => expect(location.pathname).toContain('/tariffs/show/'));
  expect(screen.queryByText(/colleague/i)).toBeNull();
  expect(sent('PUT', tariffId)).toHaveLength(2);
});

it('shows a refusal of the server at its field until that is changed', async () => {
  const refuse = answering(tariffApi.changeTariff, () => {
    throw new Refusal(422, 'validation_failed', { errors: { price_month: ['Too dear for anybody'] } });
  });
  const { month, save, user, type } = await openEdit({ more: [refuse] });
  await type('Price per month', '9');
  await save();
  await screen.findByText('Too dear for anybody');
  expect(document.activeElement).toBe(month);
  await user.type(month, '9');
  await waitFor(() => expect(screen.queryByText('Too dear for anybody')).toBeNull());
});

it('asks before what was typed is lost, and not once it is saved', async () => {
  const { type, user, month } = await openEdit();
  await type('Price per month', '7');
  await user.click(screen.getByRole('link', { name: 'Cancel' }));
  const question = await screen.findByRole('dialog');
  await user.click(within(question).getByRole('button', { name: 'Stay' }));
  expect((month as HTMLInputElement).value).toBe('7');
  await user.click(screen.getByRole('link', { name: 'Cancel' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /leave/i }));
  await waitFor(() => expect(location.pathname).toContain('/tariffs/show/'));
});

const bookings: UsedMetric = { key: 'clinic.bookings', name: 'Bookings', unit: 'count', period: 'month' };
const overLimits = () => ({ data: [], meta: { total: 0 } });
const unusedMetrics = (...own: Metric[]) => [
  answering(metricApi.usedMetrics, () => ({ data: [] })),
  answering(metricApi.metrics, () => ({
    data: [...own, ...usedMetrics.map((used) => metric(used, { in_use: false }))],
    meta: { total: 4 },
  })),
];

it('shows no metric that nobody uses, and adds a limit of one that the owner made', async () => {
  const own = metric(bookings, { in_use: false, built_in: false });
  const { user, save, sent, asked } = await openEdit({
    more: [...unusedMetrics(own), answering(tariffApi.exceedingClients, overLimits)],
    stored: tariff({ limits: [], goods_quantity: null, clients_count: 0 }),
  });
  expect(screen.queryByText('Number of products')).toBeNull();
  expect(screen.queryByText('Bookings')).toBeNull();
  await user.click(screen.getByRole('combobox', { name: 'Add a limit' }));
  const options = screen.getAllByRole('option', { hidden: true }).map((option) => option.textContent);
  expect(options).toEqual(['clinic.bookings']);
  await user.click(screen.getByText('Bookings'));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(document.getElementById('limits_clinic/bookings_help')?.textContent).toBe('Fill in this field'),
  );
  await user.type(await fieldLabelled('Bookings'), '250');
  await save({ price: false });
  await waitFor(() => expect(location.pathname).toContain('/tariffs/show/'));
  expect(sent('PUT', tariffId)).toMatchObject([{ limits: [{ metric: 'clinic.bookings', limit: 250 }] }]);
  expect(asked.find(({ path }) => path.endsWith('/exceeding'))?.query.get('limits')).toBe(
    'clinic.bookings:250',
  );
});

it('takes a limit from the list of metrics, in the field of the specification', async () => {
  const { user, save, sent, type } = await openEdit({
    more: [...unusedMetrics(), answering(tariffApi.exceedingClients, overLimits)],
    stored: tariff({ limits: [], goods_quantity: null, clients_count: 0 }),
    search: '?limit=goods_count',
  });
  const unlimited = await screen.findByRole('checkbox', { name: 'unlimited' });
  await user.click(unlimited);
  await type('Number of products', '30');
  await save({ price: false });
  await waitFor(() => expect(location.pathname).toContain('/tariffs/show/'));
  const [body] = sent('PUT', tariffId);
  expect(body).toMatchObject({ goods_quantity: 30 });
  // All other limits stay as they are.
  expect(body).not.toHaveProperty('limits');
});

it.each(['create', `edit/${tariffId}`])('says that its limits could not be read: %s', async (screenOf) => {
  let isDown = true;
  const { user } = await openPanel({
    path: `/admin-panel/tariffs/${screenOf}`,
    answers: [
      features,
      answering(tariffApi.tariff, () => ({ data: tariff() })),
      answering(settingApi.settings, () => ({ data: settingRows(), meta: { total: 0 } })),
      answering(metricApi.metrics, () => {
        if (isDown) throw new Refusal(500, 'internal');
        return { data: usedMetrics.map((used) => metric(used)), meta: { total: usedMetrics.length } };
      }),
    ],
  });
  const retry = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.queryByText('Price per month')).toBeNull();
  isDown = false;
  await user.click(retry);
  await fieldLabelled('Price per month');
  await fieldLabelled('Number of products');
});

it('compares what differs, and on request also what is equal', async () => {
  const a = { id: tariffId, name: 'Start', price_month: 19_950, price_year: 199_907, coming: null };
  const stored = [tariff(), tariff({ id: otherId, name: 'Pro' })];
  const { user } = await openPanel({
    path: `/admin-panel/tariffs/compare?a=${tariffId}&b=${otherId}`,
    answers: [
      answering(tariffApi.tariffs, () => ({ data: stored, meta: { total: 2 } })),
      answering(tariffApi.difference, () => ({
        data: { a, b: { ...a, id: otherId, name: 'Pro' }, only_a: [], only_b: [], limits: [] },
      })),
      answering(tariffApi.tariff, ({ params: { id } }) => ({
        data: stored.find((one) => one.id === id) ?? tariff(),
      })),
      features,
    ],
  });
  const lines = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent);
  await screen.findByRole('columnheader', { name: 'Pro' });
  expect(lines()).toEqual(['Price per month', 'Price per year']);
  await user.click(screen.getByRole('switch', { name: 'Show what is equal, too' }));
  await screen.findByRole('row', { name: /^Goods 100 100$/ });
  expect(lines().slice(0, 2)).toEqual(['Price per month', 'Price per year']);
  expect(lines().at(-1)).toBe('Sales');
});
