import type account from '#locales/en/account.json';
import type admin from '#locales/en/admin.json';
import type common from '#locales/en/common.json';
import type customer from '#locales/en/customer.json';

/** A missing text does not compile, if its key consists of parts with known words. */
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'all';
    resources: { all: typeof account & typeof admin & typeof common & typeof customer };
  }
}
