import { expect, test } from 'vitest';
import { routes } from '#contract/api.ts';
import { customerAddresses, staffRecoveryAddresses } from '#contract/routes/customer-addresses.ts';
import { customerApi } from '#contract/routes/customer.ts';
import { ownAnnouncementApi } from '#contract/routes/panel/announcement.ts';
import { memberApi } from '#contract/routes/accounts/member.ts';
import { ownClosingApi } from '#contract/routes/accounts/own-closing.ts';
import { ownDomainApi } from '#contract/routes/accounts/own-domain.ts';
import { ownDataApi } from '#contract/routes/accounts/own-data.ts';
import { ownPasskeyApi } from '#contract/routes/accounts/passkey.ts';
import { ownTwoFactorApi } from '#contract/routes/accounts/two-factor.ts';
import { ownDocumentApi } from '#contract/routes/document.ts';
import { ownCabinetApi } from '#contract/routes/cabinet.ts';
import { publicPartnerApi } from '#contract/routes/partner.ts';
import { ownPromoCodeApi, publicPromoCodeApi } from '#contract/routes/promo-code.ts';
import { staffApi } from '#contract/routes/accounts/staff.ts';
import { ownSubscriptionApi } from '#contract/routes/subscription.ts';
import { ownOnlinePaymentApi } from '#contract/routes/online-payment.ts';
import { ownWalletApi } from '#contract/routes/wallet.ts';

const own = {
  ...customerApi,
  ...ownCabinetApi,
  ...ownSubscriptionApi,
  ...ownClosingApi,
  ...ownDataApi,
  ...ownTwoFactorApi,
  ...ownPasskeyApi,
  ...ownDomainApi,
  ...memberApi,
  ...ownDocumentApi,
  ...ownAnnouncementApi,
  ...ownWalletApi,
  ...ownOnlinePaymentApi,
  ...publicPartnerApi,
  ...publicPromoCodeApi,
  ...ownPromoCodeApi,
};

test.each(Object.keys(customerAddresses) as (keyof typeof customerAddresses)[])(
  '%s is the address of the route of that name',
  (name) => expect(own[name]).toMatchObject(customerAddresses[name]),
);

test('every route of customers has its address in the table', () => {
  const paths = Object.values(customerAddresses).map(({ path }) => path as string);
  const ofCustomers = routes.filter(
    ({ access, path }) => access.who === 'customer' || path.startsWith('/auth/'),
  );
  expect(ofCustomers.map(({ path }) => path).filter((path) => !paths.includes(path))).toEqual([]);
});

test("the staff's recovery is where its routes are", () => {
  expect(staffApi).toMatchObject(staffRecoveryAddresses);
});
