import { clientResource } from '#web/resources/clients/client-resource.tsx';
import { emailResource } from '#web/resources/emails/email-resource.tsx';
import { tariffResource } from '#web/resources/tariffs/tariff-resource.tsx';
import { userResource } from '#web/resources/users/user-resource.tsx';

/** Every resource, by name. */
export const resources = {
  tariffs: tariffResource,
  clients: clientResource,
  emails: emailResource,
  users: userResource,
};
