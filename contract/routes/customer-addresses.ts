import { anyone, customer } from '../http/route.ts';

/**
 * Method, path and caller of every route that customers' pages call, without the schemas: a phone loads only this
 * part of the contract to show a page. The routes take them from here.
 */
export const customerAddresses = {
  register: { method: 'POST', path: '/auth/register', access: anyone },
  registrationStart: { method: 'GET', path: '/auth/register/tariff', access: anyone },
  resendConfirmation: { method: 'POST', path: '/auth/register/email/send', access: anyone },
  sendReset: { method: 'POST', path: '/auth/reset/email/send', access: anyone },
  findCabinet: { method: 'POST', path: '/auth/find/email/send', access: anyone },
  confirm: { method: 'POST', path: '/auth/confirm', access: anyone },
  refuseAddress: { method: 'POST', path: '/auth/refuse-address', access: anyone },
  changePassword: { method: 'POST', path: '/auth/change', access: anyone },
  login: { method: 'POST', path: '/auth/login', access: anyone },
  refresh: { method: 'POST', path: '/auth/refresh-token', access: anyone },
  logout: { method: 'POST', path: '/auth/logout', access: anyone },
  me: { method: 'GET', path: '/auth/me', access: customer },
  changeMe: { method: 'PUT', path: '/auth/me', access: customer },
  sessions: { method: 'GET', path: '/auth/sessions', access: customer },
  endSession: { method: 'DELETE', path: '/auth/sessions/:id', access: customer },
  staffSignIns: { method: 'GET', path: '/auth/sign-ins', access: customer },
  cabinetSignIns: { method: 'GET', path: '/auth/cabinet-sign-ins', access: customer },
  closing: { method: 'GET', path: '/auth/me/close', access: customer },
  closeAccount: { method: 'POST', path: '/auth/me/close', access: customer },
  keepAccount: { method: 'DELETE', path: '/auth/me/close', access: customer },
  subscription: { method: 'GET', path: '/auth/me/subscription', access: customer },
  ledger: { method: 'GET', path: '/auth/me/ledger', access: customer },
  tariffDifference: { method: 'GET', path: '/auth/me/tariffs/difference', access: customer },
  changeTariff: { method: 'POST', path: '/auth/me/tariff', access: customer },
  previewTariff: { method: 'POST', path: '/auth/me/tariff/preview', access: customer },
  paymentWay: { method: 'GET', path: '/auth/me/payment', access: customer },
  startPayment: { method: 'POST', path: '/auth/me/payments', access: customer },
  payment: { method: 'GET', path: '/auth/me/payments/:id', access: customer },
  cards: { method: 'GET', path: '/auth/me/cards', access: customer },
  removeCard: { method: 'DELETE', path: '/auth/me/cards/:id', access: customer },
  autoTopUp: { method: 'GET', path: '/auth/me/auto-top-up', access: customer },
  changeAutoTopUp: { method: 'PUT', path: '/auth/me/auto-top-up', access: customer },
  proforma: { method: 'POST', path: '/auth/me/proforma', access: customer },
  documents: { method: 'GET', path: '/auth/me/documents', access: customer },
  documentPdf: { method: 'GET', path: '/auth/me/documents/:id/pdf', access: customer },
  documentXml: { method: 'GET', path: '/auth/me/documents/:id/xml', access: customer },
  makeProforma: { method: 'POST', path: '/auth/me/documents', access: customer },
  ownAnnouncements: { method: 'GET', path: '/auth/me/announcements', access: customer },
  putAnnouncementAway: { method: 'DELETE', path: '/auth/me/announcements/:id', access: customer },
  redeemPromoCode: { method: 'POST', path: '/auth/me/promo-code', access: customer },
  promoCode: { method: 'POST', path: '/auth/promo-code', access: anyone },
  partners: { method: 'GET', path: '/auth/partners', access: anyone },
  cabinetStatus: { method: 'GET', path: '/cabinet/status', access: customer },
  domainResolved: { method: 'POST', path: '/cabinet/domain-resolved', access: customer },
  retryCabinet: { method: 'POST', path: '/cabinet/retry', access: customer },
  enterCabinet: { method: 'POST', path: '/cabinet/sign-in', access: customer },
} as const;

/** The staff's own recovery, on the same pages (`?for=staff`). */
export const staffRecoveryAddresses = {
  sendReset: { method: 'POST', path: '/admin/auth/reset/email/send', access: anyone },
  changePassword: { method: 'POST', path: '/admin/auth/change', access: anyone },
  confirmAddress: { method: 'POST', path: '/admin/auth/confirm-address', access: anyone },
  refuseAddress: { method: 'POST', path: '/admin/auth/refuse-address', access: anyone },
} as const;
