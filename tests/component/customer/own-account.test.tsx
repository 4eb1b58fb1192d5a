import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { OwnSubscription as Subscription } from '#contract/clients/subscription.ts';
import { customerApi } from '#contract/routes/customer.ts';
import { ownOnlinePaymentApi } from '#contract/routes/online-payment.ts';
import { ownDomainApi } from '#contract/routes/accounts/own-domain.ts';
import { ownAnnouncementApi } from '#contract/routes/panel/announcement.ts';
import type { OwnDomain } from '#contract/cabinets/own-domain.ts';
import type { CustomerProfile } from '#contract/clients/customer.ts';
import type { OwnPayment } from '#contract/money/online-payment.ts';
import type { MemberRole } from '#contract/accounts/member-role.ts';
import type { OwnLedgerEntry } from '#contract/entities/ledger-entry.ts';
import type { Variant } from '#contract/kernel/variants.ts';
import { OwnMembers } from '#web/pages/own-account/own-members.tsx';
import { OwnProfile } from '#web/pages/own-account/own-profile.tsx';
import { OwnSubscription } from '#web/pages/own-account/own-subscription.tsx';
import { addTexts, initI18n } from '#web/providers/i18n.ts';
import { AccountContext } from '#web/ui/customer/account/account-context.ts';
import { AccountFrame } from '#web/ui/customer/account/account-frame.tsx';
import { WalletHistory } from '#web/ui/customer/account/wallet-history.tsx';
import { createCustomerClient } from '#web/ui/customer/session/customer-client.ts';
import { CustomerContext } from '#web/ui/customer/session/customer-context.ts';
import { ByTransfer } from '#web/ui/customer/top-up/by-transfer.tsx';
import { keepTopUp, keptTopUp } from '#web/ui/customer/top-up/kept-top-up.ts';
import { PaymentReturn } from '#web/ui/customer/top-up/payment-return.tsx';
import { TopUp } from '#web/ui/customer/top-up/top-up.tsx';
import { Router } from '#web/ui/customer/router/router.tsx';
import { storage } from '#web/ui/shared/local-storage.ts';
import { answering, contractEdge } from '#tests/support/browser/contract-edge.ts';
import { config } from '#tests/support/browser/panel.tsx';

/** What customers see of their money, and what their details are for (docs/decisions/0178). */

const tariff: Subscription['tariff'] = {
  id: '0198c000-0000-7000-8000-000000000201',
  name: 'Shop',
  subtitle: '',
  description: '',
  recommended: false,
  price_month: 49_900,
  price_year: 499_000,
  monthly_turnover_limit: null,
  goods_quantity: null,
  limits: [],
  features: [],
};
const end = '2026-12-07T10:00:00.000Z';
const trial: Subscription = {
  status: 'trial',
  blocked_by_hand: false,
  tariff,
  billing_period: 'month',
  price: 49_900,
  coming_price: null,
  next_charge: { date: end, price: 49_900, discount: 0, amount: 49_900 },
  coming_charges: [],
  discounts: [],
  auto_top_up: false,
  next_tariff: null,
  currency: 'UAH',
  time_zone: 'Europe/Kyiv',
  balance: 0,
  recommended_amount: 49_900,
  trialEnds: end,
  remaining_days: 3,
  lasts_until: end,
  deletion_at: null,
  deletion_days: null,
  backup_kept_until: null,
  backup_returns: false,
  closes_at: null,
  close_erases: false,
  limits: { monthly_turnover: null, goods_quantity: null },
  usage: { monthly_turnover: 0, goods_count: 0, cash_registers: 0 },
  metrics: [],
  over_limit: false,
  forecast: [],
  tariffs: [tariff],
};

const noDomain: OwnDomain = {
  state: 'none',
  domain: null,
  name: null,
  reason: null,
  message: null,
  records: [],
  platform_domain: 'shop.cabinets.example',
  checked_at: null,
  active_at: null,
  ends_at: null,
};

const left: OwnPayment = {
  id: '0198c000-0000-7000-8000-000000000301',
  status: 'pending',
  provider: 'test',
  amount: 49_900,
  refunded: 0,
  currency: 'UAH',
  failure: null,
  redirect_url: 'https://gateway.example/pay',
  created_at: end,
};

async function show(
  subscription: Subscription,
  {
    page = <OwnSubscription />,
    profile,
    variant = 'ua',
    path = '/account',
    isPhone = false,
    role = 'owner',
  }: Shown = {},
): Promise<void> {
  const edge = contractEdge([
    answering(ownAnnouncementApi.ownAnnouncements, () => ({ data: [] })),
    answering(ownOnlinePaymentApi.payment, () => ({ data: left })),
    ...(profile ? [answering(customerApi.me, () => ({ data: profile }))] : []),
    ...(profile ? [answering(ownDomainApi.ownDomain, () => ({ data: noDomain }))] : []),
  ]);
  cleanup();
  vi.unstubAllGlobals();
  vi.stubGlobal('fetch', edge.fetch);
  vi.stubGlobal('matchMedia', () => ({ matches: isPhone }));
  localStorage.clear();
  sessionStorage.clear();
  // Files of one worker share their window, and with it the page of the file before.
  history.replaceState(null, '', path);
  storage.set('locale', 'en');
  storage.set('tokenClient', 'token');
  storage.set('roleClient', role);
  storage.set('expiresClient', Date.now() + 3_600_000);
  const here = { ...config, variant };
  await initI18n({ config: here, namespaces: ['customer', 'common', 'account'] });
  await addTexts('account');
  render(
    <CustomerContext value={{ config: here, client: createCustomerClient(here, () => undefined) }}>
      <Router>
        <AccountFrame subscription={subscription} onChanged={() => undefined}>
          <AccountContext value={{ subscription, again: () => undefined, replace: () => undefined }}>
            {page}
          </AccountContext>
        </AccountFrame>
      </Router>
    </CustomerContext>,
  );
}
interface Shown {
  page?: React.ReactNode;
  profile?: CustomerProfile;
  variant?: Variant;
  path?: string;
  role?: MemberRole;
  isPhone?: boolean;
}

/** The cells of the glance: name, value, note. */
const glance = () =>
  [...document.querySelectorAll('.glance > div')].map((cell) =>
    [...cell.children].map(({ textContent }) => textContent.replaceAll(/\s+/g, ' ').trim()),
  );

it('says in one glance what is there, what is charged next and what that needs, and warns before a trial ends', async () => {
  await show(trial);
  expect(glance()).toEqual([
    ['Balance', '₴0.00'],
    ['First charge', '₴499.00', '7 Dec 2026'],
    ['Still to add', '₴499.00', 'by 7 Dec 2026'],
  ]);
  expect(screen.getByText(/Your free trial ends on 7.Dec.2026\. Add ₴499\.00/)).toBeTruthy();
  // One way to pay, not two.
  expect(screen.getAllByRole('link', { name: 'Top up' })).toHaveLength(1);
});

it('asks for nothing that the balance or a saved card pays, and has the discount in the sum', async () => {
  const paid = { ...trial, status: 'active', balance: 60_000, lasts_until: end } as const;
  await show({ ...paid, next_charge: { date: end, price: 49_900, discount: 9_900, amount: 40_000 } });
  expect(glance()).toEqual([
    ['Balance', '₴600.00', 'Lasts until 7 Dec 2026'],
    ['Next charge', '₴400.00', '7 Dec 2026 · price ₴499.00, discount ₴99.00'],
  ]);
  await show({ ...trial, auto_top_up: true });
  expect(glance().at(-1)).toEqual(['First charge', '₴499.00', '7 Dec 2026 · charged to your saved card']);
  expect(screen.queryByText(/free trial ends/)).toBeNull();
  await show({ ...trial, price: 0, next_charge: null, lasts_until: null });
  expect(glance().at(1)).toEqual(['First charge', 'Free']);
});

it('names the card that pays and its day, and nothing that happens without a payment', async () => {
  const date = '2026-12-06T10:00:00.000Z';
  const rule = '';
  await show({
    ...trial,
    auto_top_up: true,
    forecast: [
      { date, event: 'card_charge', rule, amount: 49_900, last4: '4242' },
      { date: end, event: 'charge', rule, amount: 49_900 },
    ],
  });
  const lines = [...document.querySelectorAll('.dated li')].map(({ textContent }) =>
    textContent.replaceAll(/\s+/g, ' '),
  );
  expect(lines).toEqual([
    '6 Dec 2026We’ll charge ₴499.00 to your card •• 4242',
    '7 Dec 2026We’ll deduct ₴499.00 from your balance',
  ]);
  expect(screen.queryByText('If you don’t top up')).toBeNull();
});

it('asks a client who is leaving for no money, and offers to stay on every page', async () => {
  const leaving = { ...trial, closes_at: end, next_charge: null, forecast: [] };
  await show(leaving);
  expect(glance()).toEqual([['Balance', '₴0.00']]);
  expect(screen.queryByText(/free trial ends/)).toBeNull();
  expect(screen.getByText(/The account will be closed on 7.Dec.2026/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Keep the account' })).toBeTruthy();
  expect(screen.queryByText(/erased for good/)).toBeNull();
  await show({ ...leaving, close_erases: true });
  expect(screen.getByText(/your data will be erased for good/)).toBeTruthy();
  const last = [...document.querySelectorAll('.dated li')].at(-1)?.textContent.replaceAll(/\s+/g, ' ');
  expect(last).toBe('7 Dec 2026Your data will be erased for good');
  // One that has to be paid before it closes is asked for as ever.
  await show({ ...trial, closes_at: '2027-01-15T10:00:00.000Z' });
  expect(glance().map(([name]) => name)).toEqual(['Balance', 'First charge', 'Still to add']);
  // The balance isn't said to last longer than the account, and no payment is named that nobody makes.
  const closes_at = '2027-01-15T10:00:00.000Z';
  await show({ ...trial, closes_at, balance: 999_999, lasts_until: '2028-01-01T10:00:00.000Z' });
  expect(glance()[0]?.[2] ?? '').not.toContain('Lasts until');
  await show({ ...trial, status: 'grace', closes_at });
  expect(glance().map(([name]) => name)).toEqual(['Balance', 'Still to add']);
});

it('says after a change for later what comes then, and what has to be paid for it', async () => {
  const next_tariff = { id: tariff.id, name: 'Chain', billing_period: 'month' as const };
  const next_charge = { date: end, price: 129_900, discount: 0, amount: 129_900 };
  const later = { ...trial, status: 'active' as const, balance: 19_900, next_tariff, next_charge };
  await show(later, { page: <OwnSubscription />, path: '/account?changed=later' });
  const said = (await screen.findByText(/then: “Chain”, monthly/)).closest('.notice')?.textContent ?? '';
  expect(said).toMatch(/charge ₴1,299.00; you still need to add ₴1,100.00/);
  const ways = screen.getAllByRole('link', { name: 'Top up' }).map((way) => way.getAttribute('href'));
  expect(ways).toContain('/account/wallet?amount=110000');
  // Or what was planned was taken back.
  await show(trial, { page: <OwnSubscription />, path: '/account?changed=later' });
  await screen.findByText('Done. You keep your plan.');
});

it('leads to the page of payments while there is time, and tells who is shut out by hand of no sums', async () => {
  await show({ ...trial, remaining_days: 12 });
  expect(glance()).toEqual([
    ['Balance', '₴0.00'],
    ['First charge', '₴499.00', '7 Dec 2026'],
  ]);
  // One button below the sums, which stands out while something is missing.
  expect(screen.getByRole('link', { name: 'Top up' }).className).toContain('primary');
  await show({ ...trial, status: 'active', balance: 60_000 });
  expect(screen.getByRole('link', { name: 'Top up' }).className).toContain('secondary');
  await show({ ...trial, status: 'blocked', blocked_by_hand: true, next_charge: null });
  expect(glance()).toEqual([['Balance', '₴0.00']]);
});

it('warns of a sum only when it is due soon: weeks before, a prepaid balance is no debt', async () => {
  const isWarned = () => document.querySelector('.glance .missing') !== null;
  await show({ ...trial, status: 'active', remaining_days: 29 });
  expect(isWarned()).toBe(false);
  await show({ ...trial, status: 'active', remaining_days: 7 });
  expect(isWarned()).toBe(true);
  await show({ ...trial, status: 'grace', remaining_days: 0 });
  expect(isWarned()).toBe(true);
});

it('shows the use of what a tariff limits, and none of a deleted cabinet', async () => {
  const usage = () =>
    [...document.querySelectorAll('.usage li > span:first-child')].map((e) => e.textContent);
  const counted = { used: 1, period: 'now', unit: 'count' } as const;
  const metrics = [
    { ...counted, metric: 'goods_quantity', name: 'Products', limit: null },
    { ...counted, metric: 'cash_registers', name: 'Tills', limit: null },
    { ...counted, metric: 'rooms', name: 'Rooms', limit: 5 },
  ];
  const limited = {
    ...tariff,
    limits: [{ ...counted, metric: 'goods_quantity', name: 'Products', limit: 10 }],
  };
  const own = { ...trial, metrics, tariffs: [tariff, limited] };
  await show(own);
  expect(usage()).toEqual(['Products', 'Rooms']);
  await show({ ...own, status: 'archived' });
  expect(usage()).toEqual([]);
});

it('has e-mails of one kind in one line, and never stops before the deletion', async () => {
  const day = (date: string, event: Subscription['forecast'][number]['event']) => ({
    date: `${date}T10:00:00.000Z`,
    event,
    rule: '',
  });
  const charges = ['2026-12-07', '2027-01-07', '2027-02-07'].map((date) => ({
    ...day(date, 'charge'),
    amount: 49_900,
  }));
  await show({
    ...trial,
    forecast: [
      ...charges,
      day('2027-02-28', 'reminder'),
      day('2027-03-04', 'reminder'),
      day('2027-03-06', 'reminder'),
      day('2027-03-07', 'grace'),
      day('2027-03-14', 'block'),
      day('2027-04-06', 'deletion_warning'),
      day('2027-04-12', 'deletion_warning'),
      day('2027-04-13', 'deletion'),
    ],
  });
  const lines = [...document.querySelectorAll('.dated li > span')].map(({ textContent }) =>
    textContent.replaceAll(/\s/g, ' '),
  );
  expect(lines).toHaveLength(8);
  expect(lines[3]).toMatch(/by e-mail: 28 February, 4 and 6 March$/);
  expect(lines[7]).toBe('The workspace’s data will be deleted');
});

it('has the way back to the product before everything else; a closed one says so there', async () => {
  await show(trial);
  expect(screen.getAllByRole('link')[0]?.textContent).toBe('Back to workspace');
  await show({ ...trial, status: 'blocked', next_charge: null });
  expect(screen.queryByRole('link', { name: 'Back to workspace' })).toBeNull();
  expect(screen.getByText('Workspace suspended')).toBeTruthy();
});

const profile: CustomerProfile = {
  id: '0198c000-0000-7000-8000-000000000001',
  name: 'Kava',
  email: 'kava@example.com',
  role: 'owner',
  person: { id: '0198c000-0000-7000-8000-000000000001', name: 'Kava' },
  locale: 'en',
  confirmed: true,
  active: true,
  cabinet_url: null,
  type: 'individual',
  country_code: 'UA',
  phone: '671234567',
  phone_e164: '+380671234567',
  ident: '1234567899',
  address: null,
  vat_number: null,
  pending_email: null,
  payment_payer: null,
  payment_code: null,
  payment_ipn: null,
  payment_bank: null,
  payment_mfo: null,
  payment_account: null,
  payment_address: null,
  payment_phone: null,
  payment_product: null,
  documents_email: null,
  updated_at: end,
};

it.each(['ua', 'lt'] as const)(
  'says in the variant %s what each code of the details is for',
  async (variant) => {
    const country_code = variant.toUpperCase();
    await show(trial, { page: <OwnProfile />, profile: { ...profile, country_code }, variant });
    const edits = await screen.findAllByRole('button', { name: /^Edit / });
    // What nobody changes is read, not filled in.
    expect(screen.getByText('Kava', { selector: 'dd' }).parentElement?.textContent).toBe('Full nameKava');
    expect(screen.getByText('You pay yourself')).toBeTruthy();
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
    for (const edit of edits) fireEvent.click(edit);
    expect(await screen.findAllByRole('button', { name: 'Save' })).toHaveLength(edits.length);
    const groups = screen.getAllByRole('region').map((region) => region.querySelector('h2')?.textContent);
    expect(groups).toEqual([
      'Business details',
      'Contact details',
      'Who pays',
      'Your bank',
      'Documents',
      'Language',
      'Your own domain',
    ]);
    fireEvent.click(screen.getByRole('checkbox', { name: 'Another company or person pays' }));
    const hint = (name: string) => document.querySelector(`#note-${name}`)?.textContent ?? '';
    const codes = ['ident', 'vat_number', 'payment_code', 'payment_mfo', 'payment_account'];
    expect(codes.filter((name) => !/\d/.test(hint(name)) && !/code/.test(hint(name)))).toEqual([]);
    expect(hint('ident')).toMatch(variant === 'ua' ? /^10 digits/ : /11 digits/);
    expect(hint('payment_account')).toBe(variant === 'ua' ? 'UA and 27 digits' : 'LT and 18 digits');
  },
);

it('says of a short number the same above the form and at its field', async () => {
  Element.prototype.scrollIntoView = () => undefined;
  await show(trial, { page: <OwnProfile />, profile });
  for (const edit of await screen.findAllByRole('button', { name: /^Edit / })) fireEvent.click(edit);
  const phone = screen.getByLabelText('Phone');
  fireEvent.change(phone, { target: { value: '6712' } });
  fireEvent.change(screen.getByLabelText('Full name'), { target: { value: '' } });
  fireEvent.click(screen.getAllByRole('button', { name: 'Save' })[0] ?? phone);
  const said = 'Enter 9 digits after +380, for example 67 123 45 67';
  await screen.findByRole('link', { name: `Phone: ${said}` });
  expect(screen.getByText(said)).toBeTruthy();
});

it('questions a phone of another length and a wrong check digit, and refuses neither', async () => {
  await show(trial, { page: <OwnProfile />, profile });
  for (const edit of await screen.findAllByRole('button', { name: /^Edit / })) fireEvent.click(edit);
  const doubt = 'Numbers with +380 have 9 digits after the code. Check the number';
  const phone = screen.getByLabelText('Phone');
  fireEvent.focus(phone);
  fireEvent.change(phone, { target: { value: '067 123 45 6' } });
  expect(screen.queryByText(doubt)).toBeNull();
  fireEvent.blur(phone);
  await screen.findByText(doubt);
  fireEvent.change(phone, { target: { value: '067 123 45 67' } });
  await waitFor(() => expect(screen.queryByText(doubt)).toBeNull());
  fireEvent.change(document.querySelector('#field-ident') ?? phone, { target: { value: '1234567890' } });
  await screen.findByText('The check digit doesn’t match. Check the number');
  expect(document.querySelector('[data-faulty]')).toBeNull();
});

it('saves or leaves a group of the details inside it', async () => {
  await show(trial, { page: <OwnProfile />, profile });
  const bank = await screen.findByRole('region', { name: 'Your bank' });
  fireEvent.click(within(bank).getByRole('button', { name: /^Edit / }));
  fireEvent.change(within(bank).getByLabelText('Bank'), { target: { value: 'Savings' } });
  within(bank).getByRole('button', { name: 'Save' });
  fireEvent.click(within(bank).getByRole('button', { name: 'Cancel' }));
  expect(within(bank).queryByRole('textbox')).toBeNull();
  expect(within(bank).getByText('Not given. Not needed to pay.')).toBeTruthy();
  const papers = screen.getByRole('region', { name: 'Documents' });
  expect(within(papers).getByText('Sent to the owner’s e-mail address.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
});

it('shows a bookkeeper the company’s details, which only others change, and whose page of members it is', async () => {
  await show(trial, { page: <OwnProfile />, profile, role: 'billing' });
  const company = await screen.findByRole('region', { name: 'Company details' });
  expect(within(company).getByText('Kava', { selector: 'dd' })).toBeTruthy();
  for (const name of ['Company details', 'Contact details'])
    expect(within(screen.getByRole('region', { name })).queryByRole('button')).toBeNull();
  within(screen.getByRole('region', { name: 'Your bank' })).getByRole('button', { name: /^Edit / });
  within(screen.getByRole('region', { name: 'Who pays' })).getByText('Kava');
  await show(trial, { page: <OwnMembers />, profile, role: 'billing', path: '/account/members' });
  await screen.findByText(/^Only the company’s owners and administrators see members/);
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  expect(screen.queryByRole('textbox')).toBeNull();
});

it('tells who is of another country which digits are the code', async () => {
  await show(trial, { page: <OwnProfile />, profile: { ...profile, country_code: 'DE' }, variant: 'lt' });
  for (const edit of await screen.findAllByRole('button', { name: /^Edit / })) fireEvent.click(edit);
  const note = () => document.querySelector('#note-ident')?.textContent;
  expect(note()).toBe('Only the digits of your VAT or tax number: 8 to 10');
  fireEvent.change(screen.getByLabelText(/code/i, { selector: '#field-ident' }), {
    target: { value: 'HRB 12345 B' },
  });
  fireEvent.click(screen.getAllByRole('button', { name: 'Save' })[0] ?? document.body);
  await waitFor(() => expect(note()).toMatch(/^Only the digits of your VAT or tax number: 8 to 10./));
});

const charge: OwnLedgerEntry = {
  id: '0198c000-0000-7000-8000-000000000401',
  created_at: end,
  kind: 'charge',
  service: null,
  invoice: null,
  year: null,
  amount: -49_900,
  balance_after: 0,
  period_start: null,
  period_end: null,
  price: null,
  discount: null,
  reversed_by_id: null,
} as never;

it('shows the period of a charge to its last day, as documents do', async () => {
  const entry = {
    ...charge,
    period_start: '2026-10-25T10:00:00.000Z',
    period_end: '2026-11-25T11:00:00.000Z',
  };
  const asked = {
    data: { entries: [entry], total: 1 },
    failure: null,
    again: () => undefined,
    replace: () => undefined,
  };
  await show(trial, { page: <WalletHistory of={{ asked, page: 1 } as never} /> });
  await screen.findByText(/25 Oct 2026 – 24 Nov 2026/);
});

it('names who pays only where somebody else does', async () => {
  const same = { payment_payer: 'Kava', payment_code: '1234567899', payment_phone: '+380671234567' };
  await show(trial, { page: <OwnProfile />, profile: { ...profile, ...same } });
  const payer = () => screen.findByRole('region', { name: 'Who pays' });
  expect((await payer()).textContent).toMatch(/You pay yourself/);
  await show(trial, { page: <OwnProfile />, profile: { ...profile, ...same, payment_payer: 'Uncle Ltd' } });
  expect((await payer()).textContent).toMatch(/Uncle Ltd/);
  fireEvent.click(within(await payer()).getByRole('button', { name: /^Edit / }));
  expect(screen.getByRole('checkbox', { name: 'Another company or person pays' })).toHaveProperty(
    'checked',
    true,
  );
});

it('says of a payment that was left that it wasn’t completed, and waits for nothing', async () => {
  await show(trial, {
    page: (
      <PaymentReturn
        id={left.id}
        of={trial}
        entries={[]}
        isFormShown
        isLeft
        onDecided={() => undefined}
        onMore={() => undefined}
      />
    ),
  });
  await screen.findByText(/^The payment of ₴499\.00 wasn’t completed/);
  expect(screen.getByRole('link', { name: 'Return to the payment' })).toBeDefined();
  expect(screen.queryByText(/Waiting/)).toBeNull();
});

it.each([
  [true, ['details', 'figure']],
  [false, ['figure', 'details']],
])('puts the account before its code on a phone (%s)', async (isPhone, order) => {
  const picture = '<svg xmlns="http://www.w3.org/2000/svg" />';
  const qr = { standard: 'nbu' as const, data: 'https://qr.example', picture, amount: 100, purpose: 'No 1' };
  const none = { vat_number: '', bank: '', mfo: '', address: '', director: '', tax_note: '' };
  const company = { ...none, name: 'Kasa', code: '1', account: 'UA1' };
  const page = <ByTransfer of={{ company, purpose: 'No 1', qr }} amount={100} />;
  await show(trial, { page, isPhone });
  const parts = [...document.querySelectorAll('details.payee, figure.qr')];
  expect(parts.map(({ localName }) => localName)).toEqual(order);
  expect(document.querySelector('details.payee')?.hasAttribute('open')).toBe(isPhone);
});

it('has what was typed again after a gateway’s page was left without paying', async () => {
  const way = {
    data: {
      company: null,
      code: '',
      purpose: '',
      qr: null,
      lacks_address: false,
      methods: [
        { id: 'test' as const, title: 'Test', saves_cards: false },
        { id: 'liqpay' as const, title: 'LiqPay', saves_cards: true },
      ],
    },
    failure: null,
    again: () => undefined,
    replace: () => undefined,
  };
  keepTopUp({ id: left.id, amount: 77_700, way: 'method liqpay', save_card: true });
  expect(keptTopUp(null)).toBeUndefined();
  await show(trial, { page: <TopUp subscription={trial} way={way} kept={keptTopUp(left.id)} /> });
  expect((await screen.findByLabelText<HTMLInputElement>(/^Amount/)).value).toBe('777');
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /LiqPay/ }).checked).toBe(true);
  expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(true);
});
