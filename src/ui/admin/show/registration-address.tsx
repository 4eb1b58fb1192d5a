import { App, Button, Input, Space } from 'antd';
import { useTranslation } from 'react-i18next';
import { CopyIcon } from '#web/ui/admin/kit/icons.tsx';
import './registration-address.css';

/** The address where customers register, to copy and share; `link` chooses the tariff that is sold by it. */
export function RegistrationAddress({ link }: { link?: string }) {
  const { t } = useTranslation();
  const { notification } = App.useApp();
  const query = link === undefined ? '' : `?${new URLSearchParams({ link })}`;
  const address = `${location.origin}/registration${query}`;

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(address);
      notification.success({ message: t('copy.done') });
    } catch {
      // Without https a browser has no clipboard; the address can still be selected.
      notification.info({ message: t('copy.byHand') });
    }
  }

  return (
    <Space.Compact className="registration-address">
      <Input
        readOnly
        value={address}
        aria-label={t('copy.registration')}
        onFocus={({ target }) => target.select()}
      />
      <Button type="primary" icon={<CopyIcon />} onClick={() => void copy()}>
        {t('copy.copy')}
      </Button>
    </Space.Compact>
  );
}
