import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import { printListQuery } from '#contract/kernel/list-query.ts';
import type { Metric, MetricLimit } from '#contract/catalogue/metric.ts';
import type { ExceedingClient } from '#contract/clients/exceeding-clients.ts';
import { tariffApi } from '#contract/routes/tariff.ts';
import { useAdmin, useFormats } from '#web/ui/admin/resource/admin-context.ts';

type NamedMetric = Pick<Metric, 'key' | 'name' | 'unit'>;

const shownClients = 20;

/**
 * Asks before saving limits that some clients on the tariff exceed already, and lists these clients. True: there are
 * none, or the limits are to be saved anyway.
 */
export function useAskAboutExceeding(
  metrics: readonly NamedMetric[],
): (id: string, limits: readonly MetricLimit[]) => Promise<boolean> {
  const { t } = useTranslation();
  const { http } = useAdmin();
  const { modal } = App.useApp();
  return async (id, limits) => {
    const asked = limits.map(({ metric, limit }) => `${metric}:${limit}`).join(',');
    const query = new URLSearchParams({ limit: String(shownClients), limits: asked });
    const { data, meta } = await http.call(tariffApi.exceedingClients, { params: { id }, query });
    if (meta.total === 0) return true;
    return modal.confirm({
      title: t('tariffs.exceeding.title', { count: meta.total }),
      content: <ExceedingClients clients={data} total={meta.total} {...{ id, limits, metrics }} />,
      okText: t('tariffs.exceeding.save'),
      cancelText: t('actions.back'),
      width: '40rem',
      icon: null,
    });
  };
}

/** The address of the full list. */
function listOf(tariffId: string, limits: readonly MetricLimit[]): string {
  const value = limits.map(({ metric, limit }) => `${metric}:${limit}`);
  const query = printListQuery({
    filters: [
      { field: 'tariff_id', op: 'eq', value: tariffId },
      { field: 'over_tariff_limit', op: 'in', value },
    ],
  });
  return `/admin-panel/clients?${query}`;
}

function ExceedingClients({
  clients,
  total,
  id,
  limits,
  metrics,
}: {
  clients: ExceedingClient[];
  total: number;
  id: string;
  limits: readonly MetricLimit[];
  metrics: readonly NamedMetric[];
}) {
  const { t } = useTranslation();
  const { measure } = useFormats();
  const others = total - clients.length;
  return (
    <>
      <p>{t('tariffs.exceeding.text')}</p>
      {clients.length > 0 && (
        <div className="exceeding-frame">
          <table className="exceeding">
            <thead>
              <tr>
                <th scope="col">{t('tariffs.exceeding.client')}</th>
                {limits.map(({ metric }) => (
                  <th key={metric} scope="col">
                    {metrics.find(({ key }) => key === metric)?.name ?? metric}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {clients.map(({ id: clientId, name, used }) => (
                <tr key={clientId}>
                  <td>
                    {/* The dialog is rendered outside the router. */}
                    <a href={`/admin-panel/clients/show/${clientId}`} target="_blank" rel="noreferrer">
                      {name}
                    </a>
                  </td>
                  {limits.map(({ metric }) => (
                    <td key={metric}>
                      {measure(
                        used.find((one) => one.metric === metric)?.used ?? 0,
                        metrics.find(({ key }) => key === metric)?.unit ?? 'count',
                      )}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {clients.length > 0 && others > 0 && (
        <p className="muted">{t('tariffs.exceeding.others', { count: others })}</p>
      )}
      {clients.length > 0 && (
        <p>
          {/* Opened in a new tab, so that the form keeps what was typed. */}
          <a href={listOf(id, limits)} target="_blank" rel="noreferrer">
            {t('tariffs.exceeding.all')}
          </a>
        </p>
      )}
    </>
  );
}
