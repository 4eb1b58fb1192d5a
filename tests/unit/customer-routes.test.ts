import { expect, test } from 'vitest';
import { adminApi } from '#contract/admin-api.ts';
import { customerApi } from '#contract/customer-api.ts';
import { customerWalletApi } from '#contract/customer-wallet-api.ts';
import { type CustomerRoute, customerRoutes, staffRecoveryPaths } from '#web/providers/customer-routes.ts';

const api = { ...customerApi('ua'), ...customerWalletApi };

test.each(Object.keys(customerRoutes) as CustomerRoute[])('%s is as the contract has it', (name) => {
  const { method, path, access } = api[name];
  expect(customerRoutes[name]).toEqual([method, path, access.who]);
});

test("the staff's recovery is where the contract has it", () => {
  expect(staffRecoveryPaths).toEqual({
    sendReset: adminApi.sendReset.path,
    changePassword: adminApi.changePassword.path,
  });
});
