import { App, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Client } from '#contract/entities/client.ts';
import { CopyIcon } from '#web/ui/admin/kit/icons.tsx';
import { phoneInGroups } from '#web/ui/shared/phone-groups.ts';

/** The phone as it is read out, to call and to copy. */
export function ClientPhone({ client }: { client: Pick<Client, 'phone' | 'phone_e164'> }) {
  const { t } = useTranslation();
  const { notification } = App.useApp();
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(client.phone_e164);
      notification.success({ message: t('copy.done') });
    } catch {
      // Without https a browser has no clipboard; the number can still be selected.
      notification.info({ message: t('copy.byHand') });
    }
  }
  return (
    <span className="client-phone">
      <a href={`tel:${client.phone_e164}`}>{phoneInGroups(client)}</a>
      <Button
        type="text"
        size="small"
        icon={<CopyIcon />}
        aria-label={t('clients.head.copyPhone')}
        onClick={() => void copy()}
      />
    </span>
  );
}
