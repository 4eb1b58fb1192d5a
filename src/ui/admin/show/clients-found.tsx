import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type Filter, printListQuery } from '#contract/kernel/list-query.ts';
import { clientApi } from '#contract/routes/client.ts';
import { useFormats, useHolds } from '#web/ui/admin/resource/admin-context.ts';

/** The number of clients, with a link to them for people who may see them. */
export function ClientsFound({ count, filter }: { count: number; filter: Filter }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const seesClients = useHolds()(clientApi.clients);
  if (!seesClients || count === 0) return number(count);
  const query = printListQuery({ filters: [filter] });
  return (
    <Link
      to={`/admin-panel/clients?${query}`}
      aria-label={`${t('tariffs.fields.clients_count')}: ${number(count)}`}
    >
      {number(count)}
    </Link>
  );
}
