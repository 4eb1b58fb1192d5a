import { auditApi } from '#contract/routes/panel/audit.ts';
import { brandingApi } from '#contract/routes/panel/branding.ts';
import { emailTemplateApi } from '#contract/routes/panel/email-template.ts';
import { documentApi } from '#contract/routes/document.ts';
import { paymentApi } from '#contract/routes/payment.ts';
import { loginLockApi } from '#contract/routes/accounts/login-lock.ts';
import { cabinetApi } from '#contract/routes/cabinet.ts';
import { onlinePaymentApi } from '#contract/routes/online-payment.ts';
import { reportApi } from '#contract/routes/panel/report.ts';
import { settingApi } from '#contract/routes/setting.ts';
import { resources } from '#web/resources/index.ts';
import { keysOfGroups, settingPath } from '#web/resources/settings/setting-groups.ts';
import { declaredKey } from '#web/ui/admin/resource/declared-key.ts';
import type { Page } from '#web/ui/admin/resource/define-resource.ts';
import type { Place } from '#web/ui/admin/resource/places.ts';

const home: Page = {
  name: 'home',
  path: '',
  title: 'palette.home',
  needs: [],
  screen: () => import('#web/pages/home.tsx'),
};

const settings: Page = {
  name: 'settings',
  path: 'settings',
  title: 'nav.settings',
  // Any one of these is enough to see the tab.
  needs: [settingApi.settings, auditApi.audit, loginLockApi.loginLocks, onlinePaymentApi.notices],
  screen: () => import('#web/pages/settings.tsx'),
};

const money: Page = {
  name: 'money',
  path: 'money',
  title: 'nav.money',
  needs: [documentApi.documents, paymentApi.payments, reportApi.month, reportApi.revenue],
  screen: () => import('#web/pages/money.tsx'),
};

const month: Page = {
  name: 'month',
  path: 'money/month',
  title: 'month.title',
  needs: [reportApi.month],
  screen: () => import('#web/resources/month/month.tsx'),
};

const reports: Page = {
  name: 'reports',
  path: 'money/reports',
  title: 'revenue.title',
  needs: [reportApi.revenue],
  screen: () => import('#web/pages/home/reports/reports.tsx'),
};

const general: Page = {
  name: 'general',
  path: 'settings/general',
  title: 'settings.general.title',
  needs: [settingApi.settings],
  screen: () => import('#web/resources/settings/general.tsx'),
  within: Object.entries(keysOfGroups).flatMap(([group, keys]) =>
    keys.map((key) => ({
      name: key,
      label: declaredKey(`settings.fields.${key}`),
      to: settingPath(group as keyof typeof keysOfGroups, key), // the keys of the table
    })),
  ),
};

const branding: Page = {
  name: 'branding',
  path: 'settings/branding',
  title: 'settings.branding.title',
  needs: [brandingApi.branding],
  screen: () => import('#web/resources/settings/branding/branding.tsx'),
};

const emailTemplates: Page = {
  name: 'emailTemplates',
  path: 'settings/email-templates',
  title: 'emailTemplates.title',
  needs: [emailTemplateApi.emailTemplates],
  screen: () => import('#web/resources/emails/templates/templates.tsx'),
};

const emailTemplate: Page = {
  name: 'emailTemplate',
  path: 'settings/email-templates/:kind/:locale',
  title: 'emailTemplates.title',
  needs: [emailTemplateApi.emailTemplate],
  screen: () => import('#web/resources/emails/templates/template.tsx'),
};

const hosts: Page = {
  name: 'hosts',
  path: 'settings/hosts',
  title: 'hosts.title',
  needs: [cabinetApi.cabinetHosts],
  screen: () => import('#web/resources/settings/hosts/hosts.tsx'),
};

const account: Page = {
  name: 'account',
  path: 'account',
  title: 'nav.account',
  needs: [],
  screen: () => import('#web/pages/account.tsx'),
};

/** Everything with an address in the panel, in the order of the tabs. Routes, tabs and palette are made from it. */
export const places: readonly Place[] = [
  { page: home },
  { resource: resources.clients },
  { resource: resources.bulk },
  { resource: resources.cabinets },
  { page: money },
  { resource: resources.documents },
  { resource: resources.payments },
  { resource: resources.ledger },
  { page: month },
  { page: reports },
  { resource: resources.bank_lines },
  { resource: resources.bank_statements },
  { resource: resources.tariffs },
  { resource: resources.users },
  { page: settings },
  { page: general },
  { page: branding },
  { page: emailTemplates },
  { page: emailTemplate },
  { resource: resources.partners },
  { resource: resources.promo_codes },
  { resource: resources.features },
  { resource: resources.metrics },
  { resource: resources.tags },
  { resource: resources.client_fields },
  { resource: resources.announcements },
  { resource: resources.offer },
  { resource: resources.emails },
  { resource: resources.audit },
  { resource: resources.roles },
  { resource: resources.api_keys },
  { resource: resources.login_locks },
  { resource: resources.payment_notices },
  { page: hosts },
  { resource: resources.webhooks },
  { page: account },
];
