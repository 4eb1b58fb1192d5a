import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { OwnSubscription, TariffChangePreview } from '#contract/clients/subscription.ts';
import { ownSubscriptionApi } from '#contract/routes/subscription.ts';
import { OwnPlan } from '#web/pages/own-account/own-plan.tsx';
import { initI18n } from '#web/providers/i18n.ts';
import { AccountContext } from '#web/ui/customer/account/account-context.ts';
import { createCustomerClient } from '#web/ui/customer/session/customer-client.ts';
import { CustomerContext } from '#web/ui/customer/session/customer-context.ts';
import { ChangeTariff } from '#web/ui/customer/tariff/change-tariff.tsx';
import { takeChoice } from '#web/ui/customer/tariff/kept-choice.ts';
import { Router } from '#web/ui/customer/router/router.tsx';
import { storage } from '#web/ui/shared/local-storage.ts';
import { answering, contractEdge, Refusal } from '#tests/support/browser/contract-edge.ts';
import { config } from '#tests/support/browser/panel.tsx';

/** What a customer sees before a change of tariff is confirmed (GROWTH section 17, "Difference"). */

const ids = { big: '0198c000-0000-7000-8000-000000000201', small: '0198c000-0000-7000-8000-000000000202' };
const rooms = { metric: 'rooms', name: 'Rooms', unit: 'count' } as const;
const feature = (name: string) => ({ id: name, key: name, parent_id: null, name, description: '' });
const clinic = {
  id: ids.big,
  name: 'Clinic',
  subtitle: 'Many doctors',
  description: '',
  recommended: true,
  price_month: 90_000,
  price_year: 900_000,
  monthly_turnover_limit: null,
  goods_quantity: null,
  limits: [{ ...rooms, limit: 10 }],
  features: [feature('Online booking'), feature('Reminders')],
};
const practice = {
  ...clinic,
  id: ids.small,
  name: 'Practice',
  subtitle: '',
  recommended: false,
  price_month: 40_000,
  price_year: 400_000,
  limits: [{ ...rooms, limit: 2 }],
  features: [feature('Online booking')],
};
const own: OwnSubscription = {
  status: 'active',
  blocked_by_hand: false,
  tariff: clinic,
  billing_period: 'month',
  price: clinic.price_month,
  coming_price: null,
  next_charge: null,
  coming_charges: [],
  discounts: [],
  next_tariff: null,
  currency: 'UAH',
  time_zone: 'Europe/Kyiv',
  balance: 5000,
  recommended_amount: 0,
  trialEnds: '2027-01-14T10:00:00.000Z',
  remaining_days: 10,
  lasts_until: null,
  deletion_at: null,
  deletion_days: null,
  auto_top_up: false,
  backup_kept_until: null,
  backup_returns: false,
  closes_at: null,
  close_erases: false,
  limits: { monthly_turnover: null, goods_quantity: null },
  usage: { monthly_turnover: 0, goods_count: 0, cash_registers: 0 },
  metrics: [],
  over_limit: false,
  forecast: [],
  tariffs: [clinic, practice],
};
const dated = ({ id, name, price_month, price_year }: typeof clinic) => ({
  id,
  name,
  price_month,
  price_year,
  coming: null,
});
/** At the end of the period: 400 less a fifth is charged, and 50 is on the balance. */
const later: TariffChangePreview = {
  refund: 0,
  charge: 0,
  discount: 0,
  balance_after: 5000,
  trialEnds: own.trialEnds,
  status: 'active',
  from: '2027-01-14T10:00:00.000Z',
  next_charge: { date: '2027-01-14T10:00:00.000Z', price: 40_000, discount: 8000, amount: 32_000 },
};

/** What is watched comes into sight when the test says so: jsdom lays nothing out. */
let showAll: () => void;
class Watch {
  constructor(seen: (entries: { isIntersecting: boolean }[]) => void) {
    showAll = () => seen([{ isIntersecting: true }]);
  }
  observe = vi.fn<() => void>();
  disconnect = vi.fn<() => void>();
}

async function openDialog(
  screenOf = (onChanged: () => void) => <ChangeTariff subscription={own} onChanged={onChanged} />,
  atOnce?: TariffChangePreview,
) {
  const edge = contractEdge([
    answering(ownSubscriptionApi.tariffDifference, () => ({
      data: {
        a: dated(clinic),
        b: dated(practice),
        only_a: [feature('Reminders')],
        only_b: [],
        limits: [{ ...rooms, a: 10, b: 2 }],
        exceeds: [{ ...rooms, period: 'now' as const, used: 7, limit: 2 }],
      },
    })),
    answering(ownSubscriptionApi.previewTariff, ({ body }) => {
      if (body.when === 'now') {
        if (atOnce) return { data: atOnce };
        const shortfall = { refund: 10_000, price: 40_000, missing: 25_000 };
        throw new Refusal(422, 'balance_too_low', { shortfall });
      }
      return { data: later };
    }),
    answering(ownSubscriptionApi.changeTariff, () => ({ data: own })),
  ]);
  cleanup();
  vi.unstubAllGlobals();
  vi.stubGlobal('fetch', edge.fetch);
  vi.stubGlobal('IntersectionObserver', Watch);
  Element.prototype.scrollIntoView = vi.fn<() => void>();
  localStorage.clear();
  storage.set('locale', 'en');
  storage.set('tokenClient', 'token');
  storage.set('expiresClient', Date.now() + 3_600_000);
  await initI18n({ config, namespaces: ['customer', 'common', 'account'] });
  const done = vi.fn();
  const client = createCustomerClient(config, () => undefined);
  render(
    <CustomerContext value={{ config, client }}>
      <Router>{screenOf(done)}</Router>
    </CustomerContext>,
  );
  return { user: userEvent.setup(), edge, done };
}

/** The values of a list by their names. */
const factsIn = (element: HTMLElement) =>
  Object.fromEntries(
    [...element.querySelectorAll('dl > div')].map((row) => [
      row.querySelector('dt')?.textContent,
      row.querySelector('dd')?.textContent?.replaceAll(/\s/g, ' '),
    ]),
  );

it('says before the change what gets lost, what is exceeded, what is charged when, and what the balance lacks', async () => {
  const { user, edge, done } = await openDialog();
  expect(screen.getByRole('button', { name: 'Change plan' })).toHaveProperty('disabled', true);
  await user.click(screen.getByRole('radio', { name: /^Practice/ }));
  const difference = await screen.findByRole('region', { name: 'What changes' });
  expect(factsIn(difference)).toEqual({
    Price: '₴900 a month → ₴400 a month',
    Rooms: '10 → 2',
    'You lose': 'Reminders',
  });
  expect(within(difference).getByText('Rooms: 7 of 2')).toBeTruthy();
  const sentence = await screen.findByText(/^Nothing is charged now/);
  expect(sentence.textContent?.replaceAll(/\s/g, ' ')).toMatch(
    /we’ll charge ₴320\.00; you still need to add ₴270\.00/,
  );
  await screen.findByText('price ₴400.00, discount ₴80.00');
  act(showAll);
  await user.click(screen.getByRole('button', { name: 'Change plan' }));
  await waitFor(() => expect(done).toHaveBeenCalledWith(own, true));
  expect(edge.asked.at(-1)?.body).toEqual({
    tariff_id: ids.small,
    billing_period: 'month',
    when: 'period_end',
  });
});

it('says what a year saves, and how to top up when the balance is too low for a change at once', async () => {
  const { user } = await openDialog();
  expect(screen.getByRole('radio', { name: /Yearly|year/i }).closest('label')?.textContent).toMatch(/1,800/);
  await user.click(screen.getByRole('radio', { name: /^Practice/ }));
  await user.click(screen.getByRole('radio', { name: /^Now/ }));
  // The sums, one error, and one button, which leads to the amount and back to this choice.
  const topUp = await screen.findByRole('link', { name: 'Top up by ₴250.00' });
  expect(topUp.getAttribute('href')).toBe('/account/wallet?amount=25000');
  expect(factsIn(screen.getByRole('status'))).toEqual({
    'Price of the new period': '₴400.00',
    'Refunded to your balance': '₴100.00',
    Balance: '₴50.00',
    'Still to add': '₴250.00',
  });
  expect(screen.getAllByText('balance_too_low')).toHaveLength(1);
  expect(screen.queryByRole('button', { name: 'Change plan' })).toBeNull();
  await user.click(topUp);
  expect(takeChoice()).toEqual({ tariff_id: ids.small, billing_period: 'month', when: 'now' });
  expect(takeChoice()).toEqual({});
});

it('says in a trial that a paid plan leaves its days, and that a free one has no end', async () => {
  const free = { ...practice, id: '0198c000-0000-7000-8000-000000000203', name: 'Start', price_month: 0 };
  const trial: OwnSubscription = { ...own, status: 'trial', tariffs: [clinic, practice, free] };
  const begins: TariffChangePreview = { ...later, status: 'trial', next_charge: null };
  const { user } = await openDialog((done) => <ChangeTariff subscription={trial} onChanged={done} />, begins);
  await user.click(screen.getByRole('radio', { name: /^Practice/ }));
  await screen.findByText(/your free trial still runs until/);
  await user.click(screen.getByRole('radio', { name: /^Start/ }));
  const preview = (await screen.findByText('The new plan starts at once and is free with no time limit.'))
    .parentElement;
  expect(Object.keys(factsIn(preview ?? document.body))).not.toContain('Billing period until');
  expect(screen.queryByText(/your free trial still runs/)).toBeNull();
});

it('waits for the end of the period again when something else is chosen', async () => {
  const { user } = await openDialog();
  await user.click(screen.getByRole('radio', { name: /^Practice/ }));
  await user.click(screen.getByRole('radio', { name: /^Now/ }));
  expect(screen.getByRole('radio', { name: /^Now/ })).toHaveProperty('checked', true);
  await user.click(screen.getByRole('radio', { name: /Yearly|year/i }));
  expect(screen.getByRole('radio', { name: /^At the end/ })).toHaveProperty('checked', true);
});

it('asks to look at the changes before they are made, each time something else is chosen', async () => {
  const { user, edge } = await openDialog();
  await user.click(screen.getByRole('radio', { name: /^Practice/ }));
  // What it comes to stands beside the button already.
  const bar = screen.getByRole('button', { name: 'Review changes' }).parentElement;
  await waitFor(() => expect(bar?.textContent).toMatch(/Still to add: ₴270\.00 · You lose: Reminders/));
  await user.click(screen.getByRole('button', { name: 'Review changes' }));
  expect(document.activeElement?.textContent).toMatch(/What changes.*Nothing is charged now/);
  expect(edge.asked.map(({ path }) => path)).not.toContain('/api/auth/me/tariff');
  expect(screen.getByRole('button', { name: 'Change plan' })).toHaveProperty('disabled', false);
  await user.click(screen.getByRole('radio', { name: /Yearly|year/i }));
  screen.getByRole('button', { name: 'Review changes' });
  await screen.findByText(/^Nothing is charged now/);
  act(showAll);
  screen.getByRole('button', { name: 'Change plan' });
});

it('says of a dearer tariff all that the one before has, and what it adds', async () => {
  await openDialog(() => (
    <ChangeTariff
      subscription={{ ...own, tariffs: [practice, { ...clinic, limits: [] }] }}
      onChanged={vi.fn<() => void>()}
    />
  ));
  const lines = [...document.querySelectorAll('.plan-card')].map((card) =>
    [...card.querySelectorAll('li, details p')].map(({ textContent }) => textContent),
  );
  expect(lines).toEqual([
    ['Rooms: up to 2', 'Online booking'],
    ['Rooms: unlimited', 'Everything in Practice, plus:', 'Reminders'],
  ]);
});

it('shows what the chosen tariff has, and in a wide window what each has', async () => {
  const isOpen = () => [...document.querySelectorAll('details')].map(({ open }) => open);
  await openDialog();
  expect(isOpen()).toEqual([true, true]);
  const wide = innerWidth;
  try {
    window.innerWidth = 390;
    const { user } = await openDialog();
    expect(isOpen()).toEqual([false, false]);
    await user.click(screen.getByRole('radio', { name: /^Practice/ }));
    expect(isOpen()).toEqual([false, true]);
  } finally {
    window.innerWidth = wide;
  }
});

it('compares what is paid now with what would be, each by its own period', async () => {
  const { user } = await openDialog();
  await user.click(screen.getByRole('radio', { name: /^Practice/ }));
  await user.click(screen.getByRole('radio', { name: /Yearly|year/i }));
  const difference = await screen.findByRole('region', { name: 'What changes' });
  expect(factsIn(difference)['Price']).toMatch(/^₴900 a month → ₴[\d,.]+ a year$/);
});

it('begins with the tariff of the address, if it is one to choose', async () => {
  const page = () => (
    <AccountContext value={{ subscription: own, again: () => undefined, replace: () => undefined }}>
      <OwnPlan />
    </AccountContext>
  );
  const chosen = () => screen.getByRole('radio', { name: /^Practice/ });
  for (const [tariff, isChosen] of [
    [ids.small, true],
    ['0198c000-0000-7000-8000-000000000299', false],
  ] as const) {
    history.replaceState(null, '', `/account/plan?tariff=${tariff}`);
    await openDialog(page);
    expect([tariff, chosen()]).toEqual([tariff, expect.objectContaining({ checked: isChosen })]);
  }
  // From a page that the tariff lacks it is needed now.
  cleanup();
  history.replaceState(null, '', `/account/plan?tariff=${ids.small}&when=now`);
  await openDialog(page);
  expect(screen.getByRole('radio', { name: /^Now/ })).toHaveProperty('checked', true);
  history.replaceState(null, '', '/');
});

it('says which tariff is recommended, once', async () => {
  await openDialog();
  const mark = screen.getByText('Recommended');
  // What holds now is marked as clearly, and the others say what they cost more or less.
  expect(screen.getByText('Your plan').className).toBe('plan-present');
  expect(screen.getByText('₴500 less than now')).toBeDefined();
  expect(mark.closest('.plan-card')?.textContent).toMatch(/^Clinic/);
});
