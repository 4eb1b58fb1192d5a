import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import type { Closing } from '#contract/clients/closing.ts';
import type { OwnSubscription } from '#contract/clients/subscription.ts';
import { ownClosingApi } from '#contract/routes/accounts/own-closing.ts';
import { customerApi } from '#contract/routes/customer.ts';
import { initI18n } from '#web/providers/i18n.ts';
import { ownOnlinePaymentApi } from '#contract/routes/online-payment.ts';
import { NewPassword } from '#web/pages/password-recovery.tsx';
import { Router } from '#web/ui/customer/router/router.tsx';
import { AmountForm } from '#web/ui/customer/top-up/amount-form.tsx';
import { ChangePassword } from '#web/ui/customer/security/change-password.tsx';
import { CloseAccount } from '#web/ui/customer/security/close-account.tsx';
import { OwnSessions } from '#web/ui/customer/security/own-sessions.tsx';
import { createCustomerClient } from '#web/ui/customer/session/customer-client.ts';
import { CustomerContext } from '#web/ui/customer/session/customer-context.ts';
import { storage } from '#web/ui/shared/local-storage.ts';
import { type Answering, answering, contractEdge, Refusal } from '#tests/support/browser/contract-edge.ts';
import { config } from '#tests/support/browser/panel.tsx';

/** What customers do on the page of their sign-in and security. */

const moment = '2026-11-27T10:00:00.000Z';
const subscription = {
  status: 'active',
  balance: 0,
  closes_at: null,
  billing_period: 'month',
  price: 49_900,
  next_charge: null,
  next_tariff: null,
  coming_charges: [],
  coming_price: null,
  tariff: { price_year: 0 },
} as unknown as OwnSubscription; // what the form of an amount reads

async function show(page: React.ReactNode, answers: readonly Answering[]) {
  const edge = contractEdge(answers);
  cleanup();
  vi.unstubAllGlobals();
  vi.stubGlobal('fetch', edge.fetch);
  localStorage.clear();
  storage.set('locale', 'en');
  storage.set('tokenClient', 'token');
  storage.set('expiresClient', Date.now() + 3_600_000);
  await initI18n({ config, namespaces: ['customer', 'common', 'account'] });
  render(
    <CustomerContext value={{ config, client: createCustomerClient(config, () => undefined) }}>
      {page}
    </CustomerContext>,
  );
  return { edge, user: userEvent.setup() };
}

it('shows three sessions, one’s own first, and ends all others at one touch', async () => {
  const sessions = [1, 2, 3, 4, 5].map((number) => ({
    id: `0198c000-0000-7000-8000-00000000020${number}`,
    current: number === 4,
    ip: `203.0.113.${number}`,
    user_agent: null,
    created_at: moment,
    last_used_at: moment,
  }));
  const again = vi.fn();
  const asked = { data: sessions, failure: null, again, replace: () => undefined };
  const { edge, user } = await show(<OwnSessions asked={asked} />, [
    answering(customerApi.endSession, () => ({ data: {} })),
  ]);
  const lines = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent ?? '');
  expect(lines()).toHaveLength(3);
  expect(lines()[0]).toContain('this device');
  await user.click(screen.getByRole('button', { name: 'Show all (5)' }));
  expect(lines()).toHaveLength(5);
  await user.click(screen.getByRole('button', { name: 'Sign out on all other devices' }));
  await screen.findByText('All other devices are signed out.');
  expect(edge.asked.map(({ params }) => params)).toEqual(
    sessions.filter(({ current }) => !current).map(({ id }) => ({ id })),
  );
  expect(again).toHaveBeenCalledTimes(1);
});

it('closes an account with its day on the button, where the rest goes, and why', async () => {
  const closing: Closing = {
    closes_at: null,
    reason: null,
    erases: false,
    would_close_at: '2026-12-11T10:00:00.000Z',
    balance: 19_900,
    currency: 'UAH',
  };
  const onAnswer = vi.fn();
  const { edge, user } = await show(
    <CloseAccount closing={closing} onAnswer={onAnswer} isOpen onOpen={() => undefined} />,
    [answering(ownClosingApi.closeAccount, () => ({ data: { ...closing, closes_at: moment } }))],
  );
  await user.type(screen.getByLabelText('IBAN for the refund of ₴199.00'), 'UA213223130000026007233566001');
  await user.type(screen.getByLabelText('Reason (optional)'), 'Too dear');
  await user.type(screen.getByLabelText('Current password'), 'Secret-123');
  const button = screen.getByRole('button', { name: /^Close on 11.Dec.2026$/ });
  expect(button.className).toContain('danger');
  await user.click(button);
  await waitFor(() => expect(onAnswer).toHaveBeenCalledTimes(1));
  expect(edge.asked[0]?.body).toEqual({
    reason: 'IBAN UA213223130000026007233566001\nToo dear',
    password: 'Secret-123',
    erase: false,
  });
});

it('erases the data with the account where that is chosen, and says what stays', async () => {
  const { edge, user } = await show(
    <CloseAccount
      closing={{
        closes_at: null,
        reason: null,
        erases: false,
        would_close_at: moment,
        balance: 0,
        currency: 'UAH',
      }}
      onAnswer={() => undefined}
      isOpen
      onOpen={() => undefined}
    />,
    [
      answering(ownClosingApi.closeAccount, () => {
        throw new Refusal(422, 'validation_failed');
      }),
    ],
  );
  expect(
    screen.getByRole('radio', { name: /^Keep it.*until you come back or ask us.*To come back, contact/ }),
  ).toHaveProperty('checked', true);
  const erase = screen.getByRole('radio', { name: /^Erase it on .*The law requires us to keep documents/ });
  await user.click(erase);
  await user.type(screen.getByLabelText('Current password'), 'Secret-123');
  await user.click(screen.getByRole('button', { name: /^Close and erase on/ }));
  await waitFor(() =>
    expect(edge.asked[0]?.body).toEqual({ password: 'Secret-123', reason: '', erase: true }),
  );
});

it('refuses an account that can’t be an IBAN at its field, and sends nothing', async () => {
  const closing: Closing = {
    closes_at: null,
    reason: null,
    erases: false,
    would_close_at: moment,
    balance: 49_900,
    currency: 'UAH',
  };
  const { edge, user } = await show(
    <CloseAccount closing={closing} onAnswer={() => undefined} isOpen onOpen={() => undefined} />,
    [answering(ownClosingApi.closeAccount, () => ({ data: closing }))],
  );
  const iban = screen.getByLabelText('IBAN for the refund of ₴499.00');
  await user.type(iban, 'UA12345');
  await user.type(screen.getByLabelText('Current password'), 'Secret-123');
  await user.click(screen.getByRole('button', { name: /^Close on/ }));
  await waitFor(() => expect(iban.getAttribute('aria-invalid')).toBe('true'));
  expect(screen.getByText(/^This isn’t an IBAN/)).toBeDefined();
  expect(document.activeElement).toBe(iban);
  expect(edge.asked).toEqual([]);
  await user.clear(iban);
  await user.click(screen.getByRole('button', { name: /^Close on/ }));
  await waitFor(() =>
    expect(edge.asked[0]?.body).toEqual({ password: 'Secret-123', reason: '', erase: false }),
  );
});

it('says of a closing where the rest goes, or asks for it', async () => {
  const closing: Closing = {
    closes_at: '2026-12-11T10:00:00.000Z',
    reason: 'IBAN UA213223130000026007233566001\nToo dear',
    erases: false,
    would_close_at: '2026-12-11T10:00:00.000Z',
    balance: 19_900,
    currency: 'UAH',
  };
  const shown = async (reason: string | null) =>
    show(
      <CloseAccount
        closing={{ ...closing, reason }}
        onAnswer={() => undefined}
        isOpen={false}
        onOpen={() => undefined}
      />,
      [],
    );
  await shown(closing.reason);
  await screen.findByText(/we’ll send ₴199\.00 to UA21…6001/);
  await shown('Too dear');
  await screen.findByText(/Tell us which bank account to send what is left to/);
  await show(
    <CloseAccount
      closing={{ ...closing, erases: true }}
      onAnswer={() => undefined}
      isOpen={false}
      onOpen={() => undefined}
    />,
    [],
  );
  await screen.findByText(/we’ll pay back your balance, and then erase your data for good/);
});

it('says that an account that is kept stays open', async () => {
  const asked: Closing = {
    closes_at: '2026-12-11T10:00:00.000Z',
    reason: null,
    erases: false,
    would_close_at: '2026-12-20T10:00:00.000Z',
    balance: 0,
    currency: 'UAH',
  };
  function Page() {
    const [closing, setClosing] = useState(asked);
    return <CloseAccount closing={closing} onAnswer={setClosing} isOpen={false} onOpen={() => undefined} />;
  }
  const { user } = await show(<Page />, [
    answering(ownClosingApi.keepAccount, () => ({ data: { ...asked, closes_at: null } })),
  ]);
  await user.click(screen.getByRole('button', { name: 'Keep the account' }));
  await screen.findByText('Your account stays open.');
  expect(screen.queryByText(/will be closed/)).toBeNull();
});

it('changes the account for the rest and the choice about the data of a closing, without another day', async () => {
  const closing: Closing = {
    closes_at: '2026-12-11T10:00:00.000Z',
    reason: 'IBAN UA213223130000026007233566001\nToo dear',
    erases: false,
    would_close_at: '2026-12-20T10:00:00.000Z',
    balance: 19_900,
    currency: 'UAH',
  };
  const page = (isOpen: boolean, of = closing) => (
    <CloseAccount closing={of} onAnswer={() => undefined} isOpen={isOpen} onOpen={() => undefined} />
  );
  await show(page(false), []);
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Keep the account',
    'Change the details',
  ]);
  const { edge, user } = await show(page(true), [
    answering(ownClosingApi.closeAccount, () => ({ data: closing })),
  ]);
  const iban = screen.getByLabelText('IBAN for the refund of ₴199.00');
  expect(iban).toHaveProperty('value', 'UA213223130000026007233566001');
  expect(screen.getByLabelText('Reason (optional)')).toHaveProperty('value', 'Too dear');
  expect(screen.queryByText(/will be closed later/)).toBeNull();
  await user.click(screen.getByRole('radio', { name: /^Erase it on 20.Dec/ }));
  await screen.findByText(/^The account will be closed later, on 20.Dec.2026/);
  await user.click(screen.getByRole('radio', { name: /^Keep it/ }));
  await user.clear(iban);
  await user.type(screen.getByLabelText('Current password'), 'Secret-123');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(edge.asked[0]?.body).toEqual({ password: 'Secret-123', reason: 'Too dear', erase: false }),
  );
  // Where the erasure was asked for, its day stays too.
  await show(page(true, { ...closing, erases: true }), []);
  expect(screen.getByRole('radio', { name: /^Erase it on 11.Dec/ })).toHaveProperty('checked', true);
});

it('counts a password that is easy to guess among the mistakes of its form, and doesn’t send it', async () => {
  const { edge, user } = await show(
    <ChangePassword email="me@bulka.example" onChanged={() => undefined} isOpen onOpen={() => undefined} />,
    [
      answering(customerApi.checkPassword, () => ({
        data: { refusal: 'validation.passwordCommon' as const },
      })),
    ],
  );
  await user.type(screen.getByLabelText('New password'), 'Password1');
  await user.type(screen.getByLabelText('Confirm password'), 'Password2');
  const send = screen.getByRole('button', { name: 'Save password' });
  await user.click(send);
  const mistakes = () => screen.getByRole('group', { name: /problem with/ }).querySelectorAll('li');
  expect((await waitFor(mistakes)).length).toBe(3);
  expect(mistakes()[1]?.textContent).toBe(
    'New password: Easy to guess: a common word or neighbouring keys, even with digits. Choose another password',
  );
  // Alone it is one mistake, at its field, and nothing is sent to be refused.
  await user.type(screen.getByLabelText('Current password'), 'Kavun-Most7');
  await user.clear(screen.getByLabelText('Confirm password'));
  await user.type(screen.getByLabelText('Confirm password'), 'Password1');
  await user.click(send);
  await waitFor(() => expect(screen.queryByRole('group', { name: /problem with/ })).toBeNull());
  expect(screen.getByLabelText('New password').getAttribute('aria-invalid')).toBe('true');
  expect(edge.asked.filter(({ path }) => !path.endsWith('/password/check'))).toEqual([]);
});

it('asks before the same sum is paid again, and then pays it; offers no sum below zero', async () => {
  const asked: unknown[] = [];
  const { user } = await show(
    <Router>
      <AmountForm
        subscription={subscription}
        cards={[]}
        methods={[{ id: 'test', title: 'Test', saves_cards: false }]}
        transfer={null}
      />
    </Router>,
    [
      answering(ownOnlinePaymentApi.startPayment, ({ body }) => {
        asked.push(body);
        if (body.unless_same) throw new Refusal(409, 'same_payment', { current: { is: 'paid', at: moment } });
        return {
          data: {
            id: '0198c000-0000-7000-8000-000000000301',
            status: 'pending' as const,
            redirect_url: null,
          },
        };
      }),
    ],
  );
  const amount = screen.getByLabelText(/^Amount/);
  await user.clear(amount);
  await user.type(amount, '-5');
  expect(screen.getByRole('button', { name: /^Pay/ }).textContent).not.toContain('5.00');
  await user.clear(amount);
  await user.type(amount, '199');
  await user.click(screen.getByRole('button', { name: /^Pay/ }));
  await screen.findByText('same_payment');
  await user.click(screen.getByRole('button', { name: /^Pay/ }));
  await waitFor(() =>
    expect(asked).toEqual([
      { method: 'test', amount: 19_900, unless_same: 'paid_or_open' },
      { method: 'test', amount: 19_900 },
    ]),
  );
});

it('asks for no password behind a used link', async () => {
  history.replaceState(null, '', `/reset#hash=${'a'.repeat(43)}`);
  await show(
    <Router>
      <NewPassword />
    </Router>,
    [
      answering(customerApi.checkPasswordLink, () => {
        throw new Refusal(422, 'link_invalid');
      }),
    ],
  );
  await screen.findByRole('heading', { name: /link/i });
  expect(document.querySelector('input[type=password]')).toBeNull();
});
