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
  me: { method: 'GET', path: '/auth/me', access: customer('member') },
  changeMe: { method: 'PUT', path: '/auth/me', access: customer('member') },
  sessions: { method: 'GET', path: '/auth/sessions', access: customer('member') },
  endSession: { method: 'DELETE', path: '/auth/sessions/:id', access: customer('member') },
  staffSignIns: { method: 'GET', path: '/auth/sign-ins', access: customer('admin') },
  cabinetSignIns: { method: 'GET', path: '/auth/cabinet-sign-ins', access: customer('admin') },
  closing: { method: 'GET', path: '/auth/me/close', access: customer('owner') },
  closeAccount: { method: 'POST', path: '/auth/me/close', access: customer('owner') },
  keepAccount: { method: 'DELETE', path: '/auth/me/close', access: customer('owner') },
  subscription: { method: 'GET', path: '/auth/me/subscription', access: customer('billing') },
  ledger: { method: 'GET', path: '/auth/me/ledger', access: customer('billing') },
  tariffDifference: { method: 'GET', path: '/auth/me/tariffs/difference', access: customer('billing') },
  changeTariff: { method: 'POST', path: '/auth/me/tariff', access: customer('admin') },
  previewTariff: { method: 'POST', path: '/auth/me/tariff/preview', access: customer('admin') },
  paymentWay: { method: 'GET', path: '/auth/me/payment', access: customer('billing') },
  startPayment: { method: 'POST', path: '/auth/me/payments', access: customer('billing') },
  payment: { method: 'GET', path: '/auth/me/payments/:id', access: customer('billing') },
  cards: { method: 'GET', path: '/auth/me/cards', access: customer('billing') },
  removeCard: { method: 'DELETE', path: '/auth/me/cards/:id', access: customer('billing') },
  autoTopUp: { method: 'GET', path: '/auth/me/auto-top-up', access: customer('billing') },
  changeAutoTopUp: { method: 'PUT', path: '/auth/me/auto-top-up', access: customer('billing') },
  proforma: { method: 'POST', path: '/auth/me/proforma', access: customer('billing') },
  documents: { method: 'GET', path: '/auth/me/documents', access: customer('billing') },
  documentPdf: { method: 'GET', path: '/auth/me/documents/:id/pdf', access: customer('billing') },
  documentXml: { method: 'GET', path: '/auth/me/documents/:id/xml', access: customer('billing') },
  makeProforma: { method: 'POST', path: '/auth/me/documents', access: customer('billing') },
  ownAnnouncements: { method: 'GET', path: '/auth/me/announcements', access: customer('billing') },
  putAnnouncementAway: { method: 'DELETE', path: '/auth/me/announcements/:id', access: customer('billing') },
  redeemPromoCode: { method: 'POST', path: '/auth/me/promo-code', access: customer('billing') },
  promoCode: { method: 'POST', path: '/auth/promo-code', access: anyone },
  partners: { method: 'GET', path: '/auth/partners', access: anyone },
  cabinetStatus: { method: 'GET', path: '/cabinet/status', access: customer('member') },
  domainResolved: { method: 'POST', path: '/cabinet/domain-resolved', access: customer('member') },
  retryCabinet: { method: 'POST', path: '/cabinet/retry', access: customer('member') },
  enterCabinet: { method: 'POST', path: '/cabinet/sign-in', access: customer('member') },
} as const;

/** The staff's own recovery, on the same pages (`?for=staff`). */
export const staffRecoveryAddresses = {
  sendReset: { method: 'POST', path: '/admin/auth/reset/email/send', access: anyone },
  changePassword: { method: 'POST', path: '/admin/auth/change', access: anyone },
  confirmAddress: { method: 'POST', path: '/admin/auth/confirm-address', access: anyone },
  refuseAddress: { method: 'POST', path: '/admin/auth/refuse-address', access: anyone },
} as const;
