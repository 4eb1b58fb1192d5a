import { clientNoteApi } from '#contract/routes/panel/note.ts';
import { timelineApi } from '#contract/routes/panel/timeline.ts';
import { walletApi } from '#contract/routes/wallet.ts';
import { bulkApi } from '#contract/routes/panel/bulk.ts';
import { bankLineResource } from '#web/resources/bank-statements/inbox/bank-line-resource.tsx';
import { bankStatementResource } from '#web/resources/bank-statements/bank-statement-resource.tsx';
import { bulkResource } from '#web/resources/clients/bulk/bulk-resource.tsx';
import { cabinetResource } from '#web/resources/cabinets/cabinet-resource.tsx';
import { clientFieldResource } from '#web/resources/catalogue/client-field-resource.ts';
import { clientResource } from '#web/resources/clients/client-resource.tsx';
import { documentResource } from '#web/resources/documents/document-resource.tsx';
import { emailResource } from '#web/resources/emails/email-resource.tsx';
import { ledgerResource } from '#web/resources/ledger/ledger-resource.tsx';
import { loginLockResource } from '#web/resources/staff/login-locks/login-lock-resource.tsx';
import { announcementResource } from '#web/resources/offer/announcements/announcement-resource.tsx';
import { auditResource } from '#web/resources/audit-log/audit-resource.tsx';
import { featureResource } from '#web/resources/catalogue/feature-resource.ts';
import { metricResource } from '#web/resources/catalogue/metric-resource.tsx';
import { offerResource } from '#web/resources/offer/offer-resource.tsx';
import { partnerResource } from '#web/resources/partners/partner-resource.tsx';
import { paymentResource } from '#web/resources/payments/payment-resource.tsx';
import { paymentNoticeResource } from '#web/resources/payment-notices/payment-notice-resource.tsx';
import { promoCodeResource } from '#web/resources/promo-codes/promo-code-resource.tsx';
import { settingResource } from '#web/resources/settings/setting-resource.ts';
import { tariffResource } from '#web/resources/tariffs/tariff-resource.tsx';
import { webhookResource } from '#web/resources/settings/webhooks/webhook-resource.tsx';
import { webhookApi } from '#contract/routes/panel/webhook.ts';
import { tagResource } from '#web/resources/tags/tag-resource.tsx';
import { apiKeyResource } from '#web/resources/staff/api-keys/api-key-resource.tsx';
import { roleResource } from '#web/resources/staff/roles/role-resource.tsx';
import { userResource } from '#web/resources/staff/users/user-resource.tsx';

/** Lists below a row of another resource, without screens of their own. */
export const innerLists = {
  client_ledger: { list: walletApi.ledger },
  client_timeline: { list: timelineApi.timeline },
  document_timeline: { list: timelineApi.documentTimeline },
  client_notes: { list: clientNoteApi.notes },
  webhook_deliveries: { list: webhookApi.webhookDeliveries },
  bulk_rows: { list: bulkApi.bulkRows },
};

/** Every resource, by name. */
export const resources = {
  tariffs: tariffResource,
  clients: clientResource,
  bulk: bulkResource,
  cabinets: cabinetResource,
  documents: documentResource,
  emails: emailResource,
  users: userResource,
  roles: roleResource,
  api_keys: apiKeyResource,
  partners: partnerResource,
  promo_codes: promoCodeResource,
  features: featureResource,
  metrics: metricResource,
  tags: tagResource,
  announcements: announcementResource,
  client_fields: clientFieldResource,
  offer: offerResource,
  settings: settingResource,
  audit: auditResource,
  login_locks: loginLockResource,
  payments: paymentResource,
  ledger: ledgerResource,
  bank_lines: bankLineResource,
  bank_statements: bankStatementResource,
  payment_notices: paymentNoticeResource,
  webhooks: webhookResource,
};
