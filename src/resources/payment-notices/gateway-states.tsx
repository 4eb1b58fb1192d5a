import { useTranslation } from 'react-i18next';
import { onlinePaymentApi } from '#contract/routes/online-payment.ts';
import { usePolling } from '#web/ui/admin/kit/use-polling.ts';
import { useFormats } from '#web/ui/admin/resource/admin-context.ts';
import { useRead } from '#web/ui/admin/resource/use-read.ts';
import './payment-notices.css';

/** The configured gateways as the server knows them; one that moves no money is named in red. */
export function GatewayStates() {
  const { t } = useTranslation();
  const formats = useFormats();
  const { data: gateways, refetch } = useRead(onlinePaymentApi.gateways);
  usePolling(refetch, 60_000);
  if (gateways === undefined) return null;
  if (gateways.length === 0) return <p className="list-note">{t('payment_notices.noGateway')}</p>;
  return (
    <ul className="gateway-states">
      {gateways.map(({ id, title, is_test, last_notice_at, pending, notice_url }) => (
        <li key={id}>
          <strong>{title}</strong>
          {is_test && <p className="gateway-test">{t('payment_notices.testWarning')}</p>}
          <p className="muted">
            {last_notice_at
              ? t('payment_notices.lastNotice', { at: formats.moment(last_notice_at) })
              : t('payment_notices.neverNotice')}
            {' · '}
            {t('payment_notices.pending', { count: pending, shown: formats.number(pending) })}
          </p>
          <p className="muted">{t('payment_notices.noticeUrl', { url: notice_url })}</p>
        </li>
      ))}
    </ul>
  );
}
