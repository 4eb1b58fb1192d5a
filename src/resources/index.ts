import { cabinetResource } from '#web/resources/cabinets/cabinet-resource.tsx';
import { clientResource } from '#web/resources/clients/client-resource.tsx';
import { emailResource } from '#web/resources/emails/email-resource.tsx';
import { auditResource } from '#web/resources/settings/audit-resource.tsx';
import { offerResource } from '#web/resources/settings/offer-resource.tsx';
import { partnerResource } from '#web/resources/settings/partner-resource.tsx';
import { promoCodeResource } from '#web/resources/settings/promo-code-resource.tsx';
import { tariffResource } from '#web/resources/tariffs/tariff-resource.tsx';
import { userResource } from '#web/resources/users/user-resource.tsx';

/** Every resource, by name. */
export const resources = {
  tariffs: tariffResource,
  clients: clientResource,
  cabinets: cabinetResource,
  emails: emailResource,
  users: userResource,
  partners: partnerResource,
  promo_codes: promoCodeResource,
  offer: offerResource,
  audit: auditResource,
};
