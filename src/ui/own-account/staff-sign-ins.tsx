import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { Awaited } from '#web/ui/customer/awaited.tsx';
import { useCustomer } from '#web/ui/customer/customer-context.ts';
import { useAnswer } from '#web/ui/customer/use-answer.ts';
import { useFormats } from '#web/ui/own-account/use-formats.ts';

/** Who of the staff was in the cabinet in the customer's place, when, and why (DESIGN section 10.14). */
export function StaffSignIns() {
  const { t } = useTranslation();
  const { client, config } = useCustomer();
  const { moment } = useFormats();
  const ask = useCallback(
    (signal: AbortSignal) => client.call('staffSignIns', { signal }).then(({ data }) => data),
    [client],
  );
  const asked = useAnswer(ask);
  return (
    <Awaited asked={asked}>
      {(signIns) =>
        signIns.length === 0 ? (
          <p className="muted">{t('account.signIns.none', { product: config.productName })}</p>
        ) : (
          <ul className="entries">
            {signIns.map(({ id, at, by, reason, read_only }) => (
              <li key={id}>
                <div>
                  <strong>{by ?? t('account.signIns.somebody')}</strong>
                  {read_only && <span className="mark">{t('account.signIns.lookOnly')}</span>}
                  <p className="muted">
                    <time dateTime={at}>{moment(at)}</time>
                    {reason && ` · ${reason}`}
                  </p>
                </div>
              </li>
            ))}
          </ul>
        )
      }
    </Awaited>
  );
}
