import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Metric, UsedMetric } from '#contract/catalogue/metric.ts';
import type { Tariff } from '#contract/entities/tariff.ts';
import { metricApi } from '#contract/routes/panel/metric.ts';
import { settingApi } from '#contract/routes/setting.ts';
import { tariffApi } from '#contract/routes/tariff.ts';
import { type Answering, answering, Refusal } from '#tests/support/browser/contract-edge.ts';
import { fieldLabelled, openPanel } from '#tests/support/browser/panel.tsx';
import { changedBy, metric, sales, settingRows, tariff, tariffId, usedMetrics } from '#tests/support/rows.ts';

const daysLabel = 'Recommended top-up, days';
const otherId = '0198c000-0000-7000-8000-0000000000b2';

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
  const days = await fieldLabelled(daysLabel);
  if (now) stored = now;
  const save = () => panel.user.click(screen.getByRole('button', { name: 'Save' }));
  const type = async (label: string, text: string) => {
    await panel.user.clear(await fieldLabelled(label));
    await panel.user.type(await fieldLabelled(label), text);
  };
  return { ...panel, days, save, type };
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
  await waitFor(() => expect(said('priceYear')).toMatch(/^No more than [\d,]+$/));
  expect(said('goodsQuantity')).toBe('Fill in this field');
  expect(said('monthlyTurnoverLimit')).toBeUndefined();
  expect(said('recommendedDays')).toBe('Enter a whole number');
  expect(said('checkedPermissions')).toBe('Choose at least one feature');
  expect(said('translations_uk_name')).toBe('Fill in this field');
  // The tab with the error has been opened.
  expect(screen.getByRole('tab', { name: /Українська/ }).getAttribute('aria-selected')).toBe('true');
  expect(month.value).toBe('199,505');
  expect(panel.sent('POST', '/tariffs')).toEqual([]);
});

it('sends the version that was changed, and leaves the prices to their own act', async () => {
  const { type, save, sent } = await openEdit();
  expect(screen.queryByText('Price per month')).toBeNull();
  await type(daysLabel, '45');
  await save();
  await waitFor(() => expect(location.pathname).toContain('/tariffs/show/'));
  const [body] = sent('PUT', tariffId);
  expect(body).toMatchObject({ recommended_days: 45, goods_quantity: 100, updated_at: tariff().updated_at });
  expect(body).not.toHaveProperty('price_month');
  expect(body).not.toHaveProperty('price_year');
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
  await save();
  await waitFor(() => expect(sent('PUT', tariffId)).toMatchObject([{ goods_quantity: 12_000 }]));
});

it('shows who was faster, and keeps mine in one field and theirs in another', async () => {
  const now = tariff({ recommended_days: 60, goods_quantity: 300, updated_at: '2026-01-02T00:00:00.000Z' });
  const { type, save, sent, user } = await openEdit({ now });
  await type('Number of products', '200');
  await save();
  const dialog = (await screen.findByText(/Iryna/)).closest<HTMLElement>('[role=dialog]') ?? document.body;
  const group = (name: string) => within(within(dialog).getByRole('radiogroup', { name }));
  const isChecked = (element: HTMLElement) => (element as HTMLInputElement).checked;
  // A value that only the colleague changed is theirs already; one that both changed stays one's own until one
  // chooses.
  expect(isChecked(group(daysLabel).getByRole('radio', { name: /colleague/i }))).toBe(true);
  expect(isChecked(group('Number of products').getByRole('radio', { name: /your/i }))).toBe(true);
  expect(within(dialog).getAllByRole('radiogroup')).toHaveLength(2);
  await user.click(within(dialog).getByRole('button', { name: 'Save this' }));
  await waitFor(() => expect(location.pathname).toContain('/tariffs/show/'));
  expect(sent('PUT', tariffId).at(-1)).toMatchObject({
    recommended_days: 60,
    goods_quantity: 200,
    updated_at: now.updated_at,
  });
});

it('says that it was oneself, in another window', async () => {
  const now = tariff({ recommended_days: 60, updated_at: '2026-01-02T00:00:00.000Z' });
  const { type, save } = await openEdit({ now, by: { changed_by: 'Mykola', changed_by_id: 'me' } });
  await type(daysLabel, '70');
  await save();
  await screen.findByText('You changed this in another window');
  screen.getByRole('radio', { name: /From the other window.*60/ });
  expect(screen.queryByText(/colleague/i)).toBeNull();
});

it('asks nothing where both have typed the same, or only one has', async () => {
  const now = tariff({ recommended_days: 60, updated_at: '2026-01-02T00:00:00.000Z' });
  const { type, save, sent } = await openEdit({ now });
  await type(daysLabel, '60');
  await save();
  await waitFor(() => expect(location.pathname).toContain('/tariffs/show/'));
  expect(screen.queryByText(/colleague/i)).toBeNull();
  expect(sent('PUT', tariffId)).toHaveLength(2);
});

it('shows a refusal of the server at its field until that is changed', async () => {
  const refuse = answering(tariffApi.changeTariff, () => {
    throw new Refusal(422, 'validation_failed', { errors: { recommended_days: ['Too many for anybody'] } });
  });
  const { days, save, user, type } = await openEdit({ more: [refuse] });
  await type(daysLabel, '9');
  await save();
  await screen.findByText('Too many for anybody');
  expect(document.activeElement).toBe(days);
  await user.type(days, '9');
  await waitFor(() => expect(screen.queryByText('Too many for anybody')).toBeNull());
});

it('asks before what was typed is lost, and not once it is saved', async () => {
  const { type, user, days } = await openEdit();
  await type(daysLabel, '7');
  await user.click(screen.getByRole('link', { name: 'Cancel' }));
  const question = await screen.findByRole('dialog');
  await user.click(within(question).getByRole('button', { name: 'Stay' }));
  expect((days as HTMLInputElement).value).toBe('7');
  await user.click(screen.getByRole('link', { name: 'Cancel' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /leave/i }));
  await waitFor(() => expect(location.pathname).toContain('/tariffs/show/'));
});

it('never leaves the page empty between two screens', async () => {
  const { user } = await openEdit();
  const content = document.querySelector('#content') ?? document.body;
  const wasEmpty: boolean[] = [];
  const observer = new MutationObserver(() => wasEmpty.push(content.textContent === ''));
  observer.observe(content, { childList: true, subtree: true });
  await user.click(screen.getByRole('link', { name: 'Cancel' }));
  await screen.findByRole('button', { name: 'Change price' });
  observer.disconnect();
  expect(wasEmpty.length).toBeGreaterThan(0);
  expect(wasEmpty).not.toContain(true);
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
  await save();
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
  await save();
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
  expect(screen.queryByText(daysLabel)).toBeNull();
  isDown = false;
  await user.click(retry);
  await fieldLabelled(daysLabel);
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
