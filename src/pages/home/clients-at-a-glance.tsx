import { useList } from '@refinedev/core';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type Client, type ClientStatus, clientStatuses } from '#contract/entities/client.ts';
import type { Filter } from '#contract/kernel/list-query.ts';
import { FirstSteps } from '#web/pages/home/first-steps.tsx';
import { clientsWith } from '#web/pages/home/list-links.ts';
import { TodoWithoutReports } from '#web/pages/home/no-mail-server.tsx';
import { clientResource } from '#web/resources/clients/client-resource.tsx';
import { useFormats } from '#web/ui/admin/resource/admin-context.ts';
import { clientTones, type Tone } from '#web/ui/admin/kit/state-tag.tsx';
import './figures.css';

/** The number of clients in each state, for people who may see clients but no reports. */
export function ClientsAtAGlance() {
  const { t } = useTranslation();
  const all = useCount([]);
  if (all.total === 0) return <FirstSteps />;
  return (
    <TodoWithoutReports>
      <section aria-labelledby="by-status">
        <h2 id="by-status" className="section-title">
          {t('home.byStatus')} <span className="report-time">{t('home.withoutDeleted')}</span>
        </h2>
        <ul className="figures">
          <Figure label={t('home.all')} filters={[]} />
          {clientStatuses.map((status) => (
            <Figure
              key={status}
              tone={clientTones[status]}
              label={t(`clients.values.status.${status}`)}
              filters={withStatus(status)}
            />
          ))}
        </ul>
      </section>
    </TodoWithoutReports>
  );
}

function withStatus(status: ClientStatus): Filter[] {
  return [{ field: 'status', op: 'eq', value: status }];
}

/** The exact number of clients that a filter finds; undefined until it is known. */
function useCount(filters: Filter[]): { total: number | undefined; isError: boolean } {
  const { query, result } = useList<Client>({
    resource: clientResource.name,
    meta: { listQuery: { limit: 1, filters } },
    errorNotification: false,
  });
  return { total: query.isSuccess ? result.total : undefined, isError: query.isError };
}

function Figure({ label, filters, tone }: { label: string; filters: Filter[]; tone?: Tone }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { total, isError } = useCount(filters);
  return (
    <li>
      <Link to={clientsWith(filters)} className="figure">
        <span className="figure-label">
          {tone && <span className={`state-dot state-${tone}`} aria-hidden="true" />}
          {label}
        </span>
        <span className="figure-number">{value()}</span>
      </Link>
    </li>
  );

  function value(): ReactNode {
    if (isError) return <span title={t('failure.title')}>–</span>;
    return total === undefined ? <Skeleton.Button active size="small" /> : number(total);
  }
}
