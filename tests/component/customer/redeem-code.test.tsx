import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { OwnSubscription } from '#contract/clients/subscription.ts';
import { initI18n } from '#web/providers/i18n.ts';
import { AccountContext } from '#web/ui/customer/account/account-context.ts';
import { RedeemCode } from '#web/ui/customer/promo/redeem-code.tsx';
import { createCustomerClient } from '#web/ui/customer/session/customer-client.ts';
import { CustomerContext } from '#web/ui/customer/session/customer-context.ts';
import { storage } from '#web/ui/shared/local-storage.ts';
import { config } from '#tests/support/browser/panel.tsx';

it('asks for a code at its field instead of doing nothing', async () => {
  cleanup();
  localStorage.clear();
  storage.set('locale', 'en');
  await initI18n({ config, namespaces: ['customer', 'common', 'account'] });
  const account = {
    subscription: {} as OwnSubscription, // nothing of it is read
    again: () => undefined,
    replace: () => undefined,
  };
  render(
    <CustomerContext value={{ config, client: createCustomerClient(config, () => undefined) }}>
      <AccountContext value={account}>
        <RedeemCode />
      </AccountContext>
    </CustomerContext>,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Enter a promo code' }));
  const field = screen.getByRole('textbox', { name: 'Promo code' });
  await user.type(field, ' ');
  await user.click(screen.getByRole('button', { name: 'Redeem' }));
  expect(document.getElementById('note-promo_code')?.textContent).toBe('Enter a promo code');
  expect(document.activeElement).toBe(field);
  await user.type(field, 'S');
  expect(document.getElementById('note-promo_code')?.textContent).toBe('');
});
