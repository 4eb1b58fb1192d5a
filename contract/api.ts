import { apiKeyApi } from './routes/accounts/api-key.ts';
import { alarmApi } from './routes/panel/alarm.ts';
import { announcementApi, ownAnnouncementApi } from './routes/panel/announcement.ts';
import { auditApi } from './routes/panel/audit.ts';
import { bankStatementApi } from './routes/bank-statement.ts';
import { matchingApi, paymentApi } from './routes/payment.ts';
import { brandingApi } from './routes/panel/branding.ts';
import { emailTemplateApi } from './routes/panel/email-template.ts';
import { bulkApi } from './routes/panel/bulk.ts';
import { cabinetApi, cabinetProtocolApi, ownCabinetApi, tlsApi } from './routes/cabinet.ts';
import { clientApi } from './routes/client.ts';
import { customerApi } from './routes/customer.ts';
import { emailApi } from './routes/email.ts';
import { memberApi } from './routes/accounts/member.ts';
import { loginLockApi } from './routes/accounts/login-lock.ts';
import { ownClosingApi } from './routes/accounts/own-closing.ts';
import { ownDataApi } from './routes/accounts/own-data.ts';
import { ownDomainApi } from './routes/accounts/own-domain.ts';
import { roleApi } from './routes/accounts/role.ts';
import { clientFieldApi } from './routes/panel/client-field.ts';
import { metricApi } from './routes/panel/metric.ts';
import { clientNoteApi } from './routes/panel/note.ts';
import { timelineApi } from './routes/panel/timeline.ts';
import { webhookApi } from './routes/panel/webhook.ts';
import { tagApi } from './routes/panel/tag.ts';
import { offerApi, publicOfferApi } from './routes/offer.ts';
import { partnerApi, publicPartnerApi } from './routes/partner.ts';
import { ownPromoCodeApi, promoCodeApi, publicPromoCodeApi } from './routes/promo-code.ts';
import { ownPasskeyApi, passkeyApi } from './routes/accounts/passkey.ts';
import { signInMethodApi } from './routes/accounts/sign-in-methods.ts';
import { provisionerApi } from './routes/provisioner.ts';
import { reportApi } from './routes/panel/report.ts';
import { savedViewApi } from './routes/panel/saved-view.ts';
import { settingApi } from './routes/setting.ts';
import { staffApi } from './routes/accounts/staff.ts';
import { discountApi, ownSubscriptionApi, subscriptionApi } from './routes/subscription.ts';
import { publicTariffApi, tariffApi } from './routes/tariff.ts';
import { oidcApi } from './routes/accounts/oidc.ts';
import { ownTwoFactorApi, personTwoFactorApi, twoFactorApi } from './routes/accounts/two-factor.ts';
import { userApi } from './routes/user.ts';
import { documentApi, ownDocumentApi } from './routes/document.ts';
import { gatewayApi, onlinePaymentApi, ownOnlinePaymentApi } from './routes/online-payment.ts';
import { ledgerApi, ownWalletApi, walletApi } from './routes/wallet.ts';
import type { Route } from './http/route.ts';

/** Every route of the API: the server mounts them, OpenAPI describes them, tests walk through them. */
export const routes: readonly Route[] = [
  staffApi,
  alarmApi,
  oidcApi,
  twoFactorApi,
  ownTwoFactorApi,
  personTwoFactorApi,
  passkeyApi,
  ownPasskeyApi,
  signInMethodApi,
  loginLockApi,
  userApi,
  roleApi,
  apiKeyApi,
  bulkApi,
  clientApi,
  clientNoteApi,
  timelineApi,
  tagApi,
  announcementApi,
  ownAnnouncementApi,
  clientFieldApi,
  cabinetApi,
  ownCabinetApi,
  ownClosingApi,
  ownDataApi,
  ownDomainApi,
  cabinetProtocolApi,
  tlsApi,
  provisionerApi,
  subscriptionApi,
  ownSubscriptionApi,
  discountApi,
  documentApi,
  ownDocumentApi,
  walletApi,
  ledgerApi,
  ownWalletApi,
  bankStatementApi,
  paymentApi,
  matchingApi,
  gatewayApi,
  onlinePaymentApi,
  ownOnlinePaymentApi,
  tariffApi,
  publicTariffApi,
  metricApi,
  partnerApi,
  publicPartnerApi,
  promoCodeApi,
  publicPromoCodeApi,
  ownPromoCodeApi,
  offerApi,
  publicOfferApi,
  settingApi,
  brandingApi,
  emailTemplateApi,
  emailApi,
  webhookApi,
  auditApi,
  savedViewApi,
  reportApi,
  customerApi,
  memberApi,
].flatMap((part) => Object.values<Route>(part));
