import { Progress } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ClientDetails } from '#contract/clients/client-details.ts';
import type { MetricUsage } from '#contract/catalogue/metric.ts';
import { useFormats } from '#web/ui/admin/resource/admin-context.ts';
import './client-usage.css';

/** What a client uses of each metric that a tariff limits or a cabinet reports, against the limit that holds. */
export function ClientUsage({
  client: { usage },
  children,
}: {
  client: ClientDetails;
  /** In its head. */
  children?: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <section className="panel">
      <header className="panel-head">
        <h2>{t('clients.parts.usage')}</h2>
        {children}
      </header>
      {usage.length === 0 ? (
        <p className="muted">{t('clients.usage.none')}</p>
      ) : (
        <ul className="client-usage">
          {usage.map((one) => (
            <Used key={one.metric} {...one} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Used({ name, unit, used, limit }: MetricUsage) {
  const { t } = useTranslation();
  const { measure } = useFormats();
  const isOver = limit !== null && used > limit;
  return (
    <li>
      <div className="client-usage-line">
        <span>{name}</span>
        <strong>
          {limit === null
            ? t('clients.usage.unlimited', { used: measure(used, unit) })
            : t('clients.usage.ofLimit', { used: measure(used, unit), limit: measure(limit, unit) })}
        </strong>
      </div>
      {limit !== null && (
        <Progress
          aria-label={name}
          percent={limit === 0 ? (used > 0 ? 100 : 0) : Math.min(100, (used / limit) * 100)}
          showInfo={false}
          size="small"
          {...(isOver && { status: 'exception' as const })}
        />
      )}
      {isOver && <p className="client-usage-over">{t('clients.fields.over_limit')}</p>}
    </li>
  );
}
