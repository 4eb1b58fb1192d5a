import { cleanup, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { OwnSubscription } from '#contract/clients/subscription.ts';
import { initI18n } from '#web/providers/i18n.ts';
import { createCustomerClient } from '#web/ui/customer/session/customer-client.ts';
import { CustomerContext } from '#web/ui/customer/session/customer-context.ts';
import { SubscriptionNotice } from '#web/ui/customer/account/subscription-notice.tsx';
import { Router } from '#web/ui/customer/router/router.tsx';
import { storage } from '#web/ui/shared/local-storage.ts';
import { config } from '#tests/support/browser/panel.tsx';

/** Only what the notice reads. */
const blocked = {
  status: 'blocked',
  blocked_by_hand: true,
  price: 40_000,
  balance: 0,
  trialEnds: null,
  forecast: [],
  deletion_at: null,
  deletion_days: null,
  next_charge: null,
  coming_charges: [],
} as unknown as OwnSubscription;

it('names who can be asked why a cabinet was suspended by hand, with a link for each', async () => {
  const reachable = { ...config, supportEmail: 'help@example.com', supportPhone: '+380 44 000 00 00' };
  cleanup();
  localStorage.clear();
  storage.set('locale', 'en');
  await initI18n({ config, namespaces: ['customer', 'common', 'account'] });
  render(
    <CustomerContext value={{ config: reachable, client: createCustomerClient(reachable, () => undefined) }}>
      <Router>
        <SubscriptionNotice subscription={blocked} />
      </Router>
    </CustomerContext>,
  );
  expect(screen.getByRole('link', { name: 'help@example.com' }).getAttribute('href')).toBe(
    'mailto:help@example.com',
  );
  expect(screen.getByRole('link', { name: '+380 44 000 00 00' }).getAttribute('href')).toBe(
    'tel:+380440000000',
  );
});
