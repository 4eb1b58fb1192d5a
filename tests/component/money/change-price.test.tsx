import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { PriceVersion, Tariff } from '#contract/entities/tariff.ts';
import { tariffApi } from '#contract/routes/tariff.ts';
import { type Answering, answering, Refusal } from '#tests/support/browser/contract-edge.ts';
import { openPanel } from '#tests/support/browser/panel.tsx';
import { changedBy, sales, tariff, tariffId } from '#tests/support/rows.ts';

const paying = (clients: number) => ({
  month: { clients, difference: clients * 500 },
  year: { clients: 0, difference: 0 },
});

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

/** The dialog of a tariff's price; `now` is what the server has while the page shows something older. */
async function openPrice({
  more = [],
  stored = tariff(),
  now,
}: { more?: Answering[]; stored?: Tariff; now?: Tariff } = {}) {
  const panel = await openPanel({
    path: `/admin-panel/tariffs/show/${tariffId}`,
    answers: [
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
        if (body.updated_at !== stored.updated_at)
          throw new Refusal(409, 'stale', { current: stored, ...changedBy });
        stored = { ...stored, ...(body as Partial<Tariff>), permissions: [sales], updated_at: laterVersion };
        return { data: stored };
      }),
    ],
  });
  const { user } = panel;
  await user.click(await screen.findByRole('button', { name: 'Change price' }));
  const dialog = within(await screen.findByRole('dialog'));
  if (now) stored = now;
  const type = async (label: string, text: string) => {
    const field = dialog.getByLabelText(label);
    await user.clear(field);
    await user.type(field, text);
  };
  const save = () => user.click(dialog.getByRole('button', { name: 'Save price' }));
  return { ...panel, dialog, type, save };
}

const laterVersion = '2026-01-03T00:00:00.000Z';

it('says who pays what from when, and afterwards who is told', async () => {
  const { dialog, type, save, sent } = await openPrice();
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Save price' }).disabled).toBe(true);
  await type('Price per month', '250');
  await dialog.findByText('1 Feb 2026');
  // The price before, the new one, and what lies between them.
  dialog.getByRole('row', { name: /^Price per month .*199\.50 .*250\.00 \+.*50\.50$/ });
  expect(dialog.queryByText(/more than twelve months/)).toBeNull();
  dialog.getByText(/^\+.*15\.00/);
  expect(sent('PUT', tariffId)).toEqual([]);
  await save();
  await screen.findByText(/^New price from \d.*\. 2 clients will get an e-mail in ten minutes\.$/);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(sent('PUT', tariffId)).toEqual([
    {
      price_month: 25_000,
      price_year: 199_907,
      // The next month, because people are told first.
      from: expect.stringMatching(/^\d{4}-\d\d-01$/),
      updated_at: tariff().updated_at,
    },
  ]);
});

it('says what a second price means for as long as it says the first, in the place of that', async () => {
  const { type, save, user } = await openPrice();
  const toasts = () =>
    screen.queryAllByText(/^New price from/).map((text) => text.closest('.ant-notification-notice'));
  await type('Price per month', '250');
  await save();
  await waitFor(() => expect(toasts()).toHaveLength(1));
  const [first] = toasts();
  await user.click(screen.getByRole('button', { name: 'Change price' }));
  const dialog = within(await screen.findByRole('dialog'));
  const month = dialog.getByLabelText('Price per month');
  await user.clear(month);
  await user.type(month, '260');
  await user.click(dialog.getByRole('button', { name: 'Save price' }));
  // One that is written over goes when the first would have gone.
  await waitFor(() => expect(toasts().some((one) => one !== first)).toBe(true));
});

it('lets present clients keep their price, and says so', async () => {
  const { dialog, type, save, sent, user } = await openPrice();
  await type('Price per month', '250');
  await user.click(dialog.getByLabelText('Clients already on the tariff'));
  await user.click(await screen.findByText('keep their price'));
  await dialog.findByText(/Nothing changes for existing clients/);
  await save();
  await screen.findByText(/^New price from .*\. Existing clients keep their price\.$/);
  expect(sent('PUT', tariffId)).toMatchObject([{ price_month: 25_000, existing: 'keep' }]);
});

it('asks for whom it is only where somebody is on the tariff', async () => {
  const { dialog, type, save, sent } = await openPrice({ stored: tariff({ clients_count: 0 }) });
  await type('Price per month', '250');
  expect(dialog.queryByText('Clients already on the tariff')).toBeNull();
  await save();
  await screen.findByText(/^New price from [^.]*\.$/);
  expect(sent('PUT', tariffId)).toMatchObject([{ price_month: 25_000 }]);
});

it('says when a year costs more than twelve months, or was left behind', async () => {
  const { dialog, type } = await openPrice();
  await type('Price per month', '250');
  expect((await dialog.findByRole('alert')).textContent).toBe(
    'The discount for a year would change from 16% to 33%. Check the price per year.',
  );
  await type('Price per year', '9000');
  await waitFor(() =>
    expect(dialog.getByRole('alert').textContent?.replaceAll(',', '')).toContain(
      '6000.00 more than twelve months',
    ),
  );
});

it('refuses what is no amount at its field, and sends nothing', async () => {
  const { dialog, type, save, sent } = await openPrice();
  await type('Price per month', '199,505');
  await save();
  await dialog.findByText('Enter an amount, for example 199.50');
  expect(sent('PUT', tariffId)).toEqual([]);
});

it('says that a colleague was faster, and saves over that the next time', async () => {
  const now = tariff({ price_month: 30_000, updated_at: '2026-01-02T00:00:00.000Z' });
  const { dialog, type, save, sent } = await openPrice({ now });
  await type('Price per month', '250');
  await save();
  await dialog.findByText('stale');
  await dialog.findByRole('row', { name: /^Price per month .*300\.00 .*250\.00/ });
  await save();
  await screen.findByText(/^New price from /);
  expect(sent('PUT', tariffId).at(-1)).toMatchObject({ price_month: 25_000, updated_at: now.updated_at });
});

it('takes a saved price back by the button of its message', async () => {
  const made = priceVersion({ created_at: laterVersion });
  const older = priceVersion({
    id: '0198c000-0000-7000-8000-0000000000b2',
    created_at: '2025-01-03T00:00:00.000Z',
    state: 'past',
    can_withdraw: false,
  });
  let isWithdrawn = false;
  const { type, save, sent, user } = await openPrice({
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
  // The page says the new price too, with the same way back.
  expect((await screen.findByText(/^New price: /)).textContent).toContain('Existing clients pay it from');
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await screen.findByText(/^Price from .* withdrawn$/);
  expect(sent('DELETE', `/tariffs/${tariffId}/prices/${made.id}`)).toHaveLength(1);
  await waitFor(() => expect(screen.queryByText(/^New price: /)).toBeNull());
});

it('offers no way back from a price that clients came by', async () => {
  const used = priceVersion({ can_withdraw: false });
  const { type, save } = await openPrice({ more: [answering(tariffApi.prices, () => ({ data: [used] }))] });
  await type('Price per month', '250');
  await save();
  await screen.findByText(/^New price from /);
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});
