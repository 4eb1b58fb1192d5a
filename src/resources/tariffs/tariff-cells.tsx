import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { printListQuery } from '#contract/list-query.ts';
import type { Tariff } from '#contract/entities/tariff.ts';
import { clientApi } from '#contract/routes/client.ts';
import { useFormats, useHolds } from '#web/ui/admin/resource/admin-context.ts';
import { StateTag } from '#web/ui/admin/kit/state-tag.tsx';

export function TariffState({ archived_at }: Pick<Tariff, 'archived_at'>) {
  const { t } = useTranslation();
  return archived_at === null ? (
    <StateTag tone="good" word={t('tariffs.offered')} />
  ) : (
    <StateTag tone="off" word={t('tariffs.archived')} />
  );
}

/** The number of clients, with a link for people who may see them. */
export function TariffClients({ id, clients_count: count }: Pick<Tariff, 'id' | 'clients_count'>) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const seesClients = useHolds()(clientApi.clients);
  if (!seesClients || count === 0) return number(count);
  const query = printListQuery({ filters: [{ field: 'tariff_id', op: 'eq', value: id }] });
  return (
    <Link
      to={`/admin-panel/clients?${query}`}
      aria-label={`${t('tariffs.fields.clients_count')}: ${number(count)}`}
    >
      {number(count)}
    </Link>
  );
}

/** Shown where there is no limit. */
export function Unlimited() {
  const { t } = useTranslation();
  return <span className="muted">{t('tariffs.unlimited')}</span>;
}
