import { useInfiniteList } from '@refinedev/core';
import { keepPreviousData } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AuditEntry } from '#contract/entities/audit-entry.ts';
import type { Client } from '#contract/entities/client.ts';
import { errorText } from '#web/providers/i18n.ts';
import { fieldNameKeys, fieldTypeOf, wordKeys } from '#web/resources/audit-log/audit-words.ts';
import { causeOf } from '#web/providers/data-provider.ts';
import { Failure } from '#web/ui/admin/kit/page/failure.tsx';
import { ListCell, Nothing } from '#web/ui/admin/kit/list-cell.tsx';
import { Moment } from '#web/ui/admin/kit/moment.tsx';
import { RowName } from '#web/ui/admin/form/controls/reference-select.tsx';
import { declaredKey } from '#web/ui/admin/resource/declared-key.ts';

const pageSize = 25;

/** What was done to a client, newest first, with each change. */
export function ClientActivity({ client }: { client: Client }) {
  const { t } = useTranslation();
  const { query, result } = useInfiniteList<AuditEntry>({
    resource: 'client_activity',
    pagination: { pageSize },
    // A change of the client adds an entry.
    meta: { params: { id: client.id }, version: client.updated_at },
    queryOptions: { placeholderData: keepPreviousData, retry: false },
    errorNotification: false,
  });
  const { error, isFetching, refetch } = query;
  // A new entry shifts the pages, so an entry can come twice.
  const entries = new Map(query.data?.pages.flatMap((page) => page.data).map((entry) => [entry.id, entry]));
  if (error) return <Failure text={errorText(causeOf(error))} retry={() => void refetch()} />;
  if (!query.data) return <Skeleton active paragraph={{ rows: 6 }} />;
  if (entries.size === 0) return <p className="muted">{t('clients.activity.none')}</p>;
  return (
    <section className="panel client-activity" aria-busy={isFetching}>
      <h2>{t('clients.tabs.activity')}</h2>
      <ol className="activity">
        {[...entries.values()].map((entry) => (
          <Entry key={entry.id} entry={entry} client={client} />
        ))}
      </ol>
      {result.hasNextPage && (
        <Button loading={isFetching} onClick={() => void query.fetchNextPage()}>
          {t('clients.activity.more')}
        </Button>
      )}
    </section>
  );
}

function Entry({ entry, client }: { entry: AuditEntry; client: Client }) {
  const { t, i18n } = useTranslation();
  const key = `clients.activity.actions.${entry.action.replace('.', '_')}`;
  // A newer server may send actions without a text here.
  const action = i18n.exists(key)
    ? t(declaredKey(key))
    : t(`audit.values.action.${entry.action}`, { defaultValue: entry.action });
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
                      <ChangedValue client={client} field={field} value={before} />
                    </del>{' '}
                    <span aria-hidden="true">→</span>{' '}
                  </>
                )}
                <ins>
                  <ChangedValue client={client} field={field} value={after} />
                </ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );

  function fieldName(field: string): string {
    const names = [...fieldNameKeys('client', field), `clients.times.${field}`];
    const known = names.find((name) => i18n.exists(name));
    return known ? t(declaredKey(known)) : field;
  }
}

/** Derived fields, and internal states. */
const hidden = ['phone_e164', 'email_key', 'blocked_from'];

function ChangedValue({
  client,
  field,
  value,
}: {
  client: Client;
  field: string;
  value: unknown;
}): ReactNode {
  const { t } = useTranslation();
  if (value === null || value === '') return <Nothing />;
  if (field === 'manager_id') return <RowName resource="users" id={String(value)} known={client.manager} />;
  if (field === 'tariff_id') {
    const known = { id: client.tariff_id, name: client.tariff_name };
    return <RowName resource="tariffs" id={String(value)} known={known} />;
  }
  if (field === 'locale') return t(declaredKey(`languages.${String(value)}`));
  if (typeof value === 'boolean') return t(value ? 'list.yes' : 'list.no');
  const type = fieldTypeOf('client', field) ?? (typeof value === 'number' ? 'number' : 'text');
  if (typeof value === 'object') return JSON.stringify(value);
  // An invoice's year has no thousands separator, and typed text is never a key.
  if (field === 'year') return String(value);
  if (typeof value === 'string' && /^[a-z_]+$/.test(value))
    return t(wordKeys('client', field, value), { defaultValue: value });
  return <ListCell name="clients" field={field} type={type} value={value} />;
}
