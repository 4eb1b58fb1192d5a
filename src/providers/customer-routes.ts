import type { customerApi } from '#contract/customer-api.ts';
import type { customerWalletApi } from '#contract/customer-wallet-api.ts';

export type Api = ReturnType<typeof customerApi> & typeof customerWalletApi;

/**
 * The contract's routes that customer pages call: method, path, who may call. Only their types come from the
 * contract, so that a phone needn't load its schemas to show a page; `tests/unit/customer-routes.test.ts` holds
 * the two together.
 */
export const customerRoutes = {
  register: ['POST', '/auth/register', 'public'],
  resendConfirmation: ['POST', '/auth/register/email/send', 'public'],
  sendReset: ['POST', '/auth/reset/email/send', 'public'],
  findCabinet: ['POST', '/auth/find/email/send', 'public'],
  confirm: ['POST', '/auth/confirm', 'public'],
  changePassword: ['POST', '/auth/change', 'public'],
  login: ['POST', '/auth/login', 'public'],
  refresh: ['POST', '/auth/refresh-token', 'public'],
  logout: ['POST', '/auth/logout', 'public'],
  me: ['GET', '/auth/me', 'customer'],
  changeMe: ['PUT', '/auth/me', 'customer'],
  sessions: ['GET', '/auth/sessions', 'customer'],
  endSession: ['DELETE', '/auth/sessions/:id', 'customer'],
  staffSignIns: ['GET', '/auth/sign-ins', 'customer'],
  subscription: ['GET', '/auth/me/subscription', 'customer'],
  ledger: ['GET', '/auth/me/ledger', 'customer'],
  changeTariff: ['POST', '/auth/me/tariff', 'customer'],
  paymentWay: ['GET', '/auth/me/payment', 'customer'],
  proforma: ['POST', '/auth/me/proforma', 'customer'],
  promoCode: ['POST', '/auth/promo-code', 'public'],
  partners: ['GET', '/auth/partners', 'public'],
  offer: ['GET', '/offer', 'public'],
  cabinetStatus: ['GET', '/cabinet/status', 'customer'],
  domainResolved: ['POST', '/cabinet/domain-resolved', 'customer'],
  retryCabinet: ['POST', '/cabinet/retry', 'customer'],
  enterCabinet: ['POST', '/cabinet/sign-in', 'customer'],
} as const satisfies {
  [Name in keyof Api]?: readonly [Api[Name]['method'], Api[Name]['path'], 'public' | 'customer'];
};
export type CustomerRoute = keyof typeof customerRoutes;

/** The staff's own recovery, on the same pages (`?for=staff`). */
export const staffRecoveryPaths = {
  sendReset: '/admin/auth/reset/email/send',
  changePassword: '/admin/auth/change',
};
