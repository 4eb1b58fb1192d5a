import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import { printListQuery } from '#contract/list-query.ts';
import type { ExceedingClient } from '#contract/clients/exceeding-clients.ts';
import { tariffApi } from '#contract/routes/tariff.ts';
import { useAdmin, useFormats } from '#web/ui/admin/resource/admin-context.ts';
import { Money } from '#web/ui/admin/kit/money.tsx';

type LoweredLimits = { monthly_turnover_limit?: number; goods_quantity?: number };

const shownClients = 20;

/**
 * Asks before saving limits that some clients on the tariff exceed already, and lists these clients. True: there are
 * none, or the limits are to be saved anyway.
 */
export function useAskAboutExceeding(): (id: string, limits: LoweredLimits) => Promise<boolean> {
  const { t } = useTranslation();
  const { http } = useAdmin();
  const { modal } = App.useApp();
  return async (id, limits) => {
    const query = new URLSearchParams({ limit: String(shownClients) });
    for (const [name, value] of Object.entries(limits)) query.set(name, String(value));
    const { data, meta } = await http.call(tariffApi.exceedingClients, { params: { id }, query });
    if (meta.total === 0) return true;
    return modal.confirm({
      title: t('tariffs.exceeding.title', { count: meta.total }),
      content: <ExceedingClients clients={data} total={meta.total} id={id} limits={limits} />,
      okText: t('tariffs.exceeding.save'),
      cancelText: t('actions.back'),
      width: 640,
      icon: null,
    });
  };
}

/** The address of the full list. */
function listOf(tariffId: string, limits: LoweredLimits): string {
  const value = Object.entries(limits).map(([name, most]) => `${name}:${most}`);
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
}: {
  clients: ExceedingClient[];
  total: number;
  id: string;
  limits: LoweredLimits;
}) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const others = total - clients.length;
  const [hasTurnover, hasGoods] = [limits.monthly_turnover_limit, limits.goods_quantity].map(
    (limit) => limit !== undefined,
  );
  return (
    <>
      <p>{t('tariffs.exceeding.text')}</p>
      {clients.length > 0 && (
        <div className="exceeding-frame">
          <table className="exceeding">
            <thead>
              <tr>
                <th scope="col">{t('tariffs.exceeding.client')}</th>
                {hasTurnover && <th scope="col">{t('tariffs.exceeding.turnover')}</th>}
                {hasGoods && <th scope="col">{t('tariffs.exceeding.goods')}</th>}
              </tr>
            </thead>
            <tbody>
              {clients.map(({ id: clientId, name, monthly_turnover, goods_count }) => (
                <tr key={clientId}>
                  <td>
                    {/* The dialog is rendered outside the router. */}
                    <a href={`/admin-panel/clients/show/${clientId}`} target="_blank" rel="noreferrer">
                      {name}
                    </a>
                  </td>
                  {hasTurnover && (
                    <td>
                      <Money minorUnits={monthly_turnover} />
                    </td>
                  )}
                  {hasGoods && <td>{number(goods_count)}</td>}
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
