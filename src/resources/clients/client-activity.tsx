import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { adminClientsApi } from '#contract/admin-clients-api.ts';
import type { AuditEntry } from '#contract/audit.ts';
import { type Client, clientList } from '#contract/client.ts';
import { printListQuery } from '#contract/list-query.ts';
import { errorText } from '#web/providers/i18n.ts';
import { useAdmin } from '#web/ui/admin-context.ts';
import { Failure } from '#web/ui/failure.tsx';
import { ListCell, Nothing } from '#web/ui/list/list-cell.tsx';
import { Moment } from '#web/ui/moment.tsx';
import { RowName } from '#web/ui/list/row-choice.tsx';

const pageSize = 25;

/** Who did what to a client, newest first, with what each change changed. */
export function ClientActivity({ client }: { client: Client }) {
  const { t } = useTranslation();
  const { config, http } = useAdmin();
  const { clientActivity } = useMemo(() => adminClientsApi(config.variant), [config.variant]);
  const [limit, setLimit] = useState(pageSize);
  const { data, error, isFetching, refetch } = useQuery({
    // A change of the client is a new entry.
    queryKey: ['client-activity', client.id, client.updated_at, limit],
    queryFn: ({ signal }) =>
      http.call(clientActivity, { params: { id: client.id }, query: printListQuery({ limit }), signal }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  if (error) return <Failure text={errorText(error)} retry={() => void refetch()} />;
  if (!data) return <Skeleton active paragraph={{ rows: 6 }} />;
  if (data.data.length === 0) return <p className="muted">{t('clients.activity.none')}</p>;
  return (
    <section className="panel client-activity" aria-busy={isFetching}>
      <h2>{t('clients.tabs.activity')}</h2>
      <ol className="activity">
        {data.data.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ol>
      {data.meta.total > data.data.length && limit < maxLimit && (
        <Button loading={isFetching} onClick={() => setLimit(Math.min(limit + pageSize, maxLimit))}>
          {t('clients.activity.more')}
        </Button>
      )}
    </section>
  );
}

/** What one page of the API holds at most. */
const maxLimit = 200;

function Entry({ entry }: { entry: AuditEntry }) {
  const { t, i18n } = useTranslation();
  const key = `clients.activity.actions.${entry.action.replace('.', '_')}`;
  // What others do to a client may be newer than these words.
  const action = i18n.exists(key) ? t(key) : entry.action;
  const changes = entry.changes.filter(({ field }) => !hidden.includes(field));
  return (
    <li>
      <div className="activity-head">
        <strong>{action}</strong>
        <span>
          {entry.actor.name ?? t(`audit.values.actor_kind.${entry.actor.kind}`)}
          {entry.as_client && <span className="muted"> · {t('clients.activity.asClient')}</span>}
        </span>
        <span className="muted">
          <Moment iso={entry.at} />
        </span>
      </div>
      {changes.length > 0 && (
        <dl className="activity-changes">
          {changes.map(({ field, before, after }) => (
            <div key={field}>
              <dt>{fieldName(field)}</dt>
              <dd>
                {before !== null && (
                  <>
                    <del>
                      <ChangedValue field={field} value={before} />
                    </del>{' '}
                    <span aria-hidden="true">→</span>{' '}
                  </>
                )}
                <ins>
                  <ChangedValue field={field} value={after} />
                </ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );

  function fieldName(field: string): string {
    const names = [`clients.fields.${field}`, `clients.times.${field}`, `clients.activity.fields.${field}`];
    const known = names.find((name) => i18n.exists(name));
    return known ? t(known) : field;
  }
}

/** What follows from another field, and inner states. */
const hidden = ['phone_e164', 'email_key', 'blocked_from'];

function ChangedValue({ field, value }: { field: string; value: unknown }): ReactNode {
  const { t } = useTranslation();
  if (value === null || value === '') return <Nothing />;
  if (field === 'manager_id') return <RowName resource="users" id={String(value)} />;
  if (field === 'tariff_id') return <RowName resource="tariffs" id={String(value)} />;
  if (field === 'locale') return t(`languages.${String(value)}`);
  if (typeof value === 'boolean') return t(value ? 'list.yes' : 'list.no');
  const type = clientList.fields[field]?.type ?? (typeof value === 'number' ? 'number' : 'text');
  if (typeof value === 'object') return JSON.stringify(value);
  return <ListCell name="clients" field={field} type={type} value={value} />;
}
