import type { ViewedList } from '#contract/entities/saved-view.ts';

/** Where each list is in the panel; a test compares it with the resources. */
export const listPages: Record<ViewedList, string> = {
  tariffs: '/admin-panel/tariffs',
  clients: '/admin-panel/clients',
  cabinets: '/admin-panel/cabinets',
  emails: '/admin-panel/settings/emails',
  users: '/admin-panel/users',
  partners: '/admin-panel/settings/partners',
  promo_codes: '/admin-panel/settings/promo-codes',
  offer: '/admin-panel/settings/offer',
  documents: '/admin-panel/money/documents',
  payments: '/admin-panel/money/payments',
  ledger: '/admin-panel/money/ledger',
  bank_statements: '/admin-panel/money/statements',
  payment_notices: '/admin-panel/settings/payment-gateways',
  audit: '/admin-panel/settings/audit',
};
