import { useTranslation } from 'react-i18next';
import type { Client } from '#contract/entities/client.ts';
import { Copyable } from './copyable.tsx';
import { phoneInGroups } from '#web/ui/shared/phone-groups.ts';

/** The phone as it is read out, to call and to copy. */
export function ClientPhone({ client }: { client: Pick<Client, 'phone' | 'phone_e164'> }) {
  const { t } = useTranslation();
  return (
    <span className="client-phone">
      <Copyable text={client.phone_e164} label={t('clients.head.copyPhone')}>
        <a href={`tel:${client.phone_e164}`}>{phoneInGroups(client)}</a>
      </Copyable>
    </span>
  );
}
