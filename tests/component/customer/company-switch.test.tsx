import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { initI18n } from '#web/providers/i18n.ts';
import { CompanySwitch } from '#web/ui/customer/account/company-switch.tsx';
import { createCustomerClient } from '#web/ui/customer/session/customer-client.ts';
import { CustomerContext } from '#web/ui/customer/session/customer-context.ts';
import { Router } from '#web/ui/customer/router/router.tsx';
import { config } from '#tests/support/browser/panel.tsx';

await initI18n({ config, namespaces: ['customer', 'common', 'account'] });
afterEach(cleanup);

const company = (name: string, current: boolean) => ({
  id: `0198c000-0000-7000-8000-00000000000${name.length}`,
  name,
  current,
  role: 'owner' as const,
  active: true,
});
const show = (companies: Parameters<typeof CompanySwitch>[0]['companies']) =>
  render(
    <CustomerContext value={{ config, client: createCustomerClient(config, () => undefined) }}>
      <Router>
        <CompanySwitch companies={companies} />
      </Router>
    </CustomerContext>,
  );

it('shows nothing to choose before the companies are known, and keeps the place', () => {
  const { container } = show(null);
  expect(screen.queryByRole('combobox')).toBeNull();
  expect(container.querySelector('.company')).not.toBeNull();
});

it('shows the name of the only one, and a choice of several', () => {
  show([company('Bakery', true)]);
  expect(screen.queryByRole('combobox')).toBeNull();
  expect(screen.getByText('Bakery')).toBeDefined();
  cleanup();
  show([company('Bakery', true), company('Shop', false)]);
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toHaveLength(3);
});
