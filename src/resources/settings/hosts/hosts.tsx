import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import type { CabinetHost, CabinetHosts } from '#contract/cabinets/cabinet-host.ts';
import { cabinetApi } from '#contract/routes/cabinet.ts';
import { errorText } from '#web/providers/i18n.ts';
import { Nothing } from '#web/ui/admin/kit/list-cell.tsx';
import { Moment } from '#web/ui/admin/kit/moment.tsx';
import { Failure } from '#web/ui/admin/kit/page/failure.tsx';
import { PageHeading } from '#web/ui/admin/kit/page/page-heading.tsx';
import { TabParts } from '#web/ui/admin/kit/page/tab-parts.tsx';
import { StateTag, type Tone } from '#web/ui/admin/kit/state-tag.tsx';
import { usePolling } from '#web/ui/admin/kit/use-polling.ts';
import { useFormats } from '#web/ui/admin/resource/admin-context.ts';
import { useRead } from '#web/ui/admin/resource/use-read.ts';
import './hosts.css';

/** Where cabinets are, where there are several hosts (decision 213). */
export function Component() {
  const { t } = useTranslation();
  const { data, error, refetch } = useRead(cabinetApi.cabinetHosts, {
    key: ['cabinets', 'hosts'],
    staleTime: 0,
    keepsLast: true,
  });
  usePolling(refetch, 15_000);
  return (
    <>
      <TabParts tab="settings" />
      <div className="list-head">
        <PageHeading title={t('hosts.title')} />
      </div>
      {error && <Failure text={errorText(error)} retry={() => void refetch()} />}
      {!data && !error && <Skeleton active paragraph={{ rows: 4 }} />}
      {data && !error && <Hosts {...data} />}
    </>
  );
}

function Hosts({ driver, hosts }: CabinetHosts) {
  const { t } = useTranslation();
  if (hosts.length === 0) {
    return <p className="muted">{t(driver === 'embedded' ? 'hosts.single' : `hosts.elsewhere.${driver}`)}</p>;
  }
  const columns = ['name', 'state', 'cabinets', 'moving', 'free_bytes', 'seen_at'] as const;
  return (
    <>
      <p className="muted">{t('hosts.about')}</p>
      <table className="panel hosts">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {t(`hosts.fields.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {hosts.map((host) => (
            <Host key={host.name} host={host} />
          ))}
        </tbody>
      </table>
    </>
  );
}

const tones: Record<CabinetHost['state'], Tone> = {
  open: 'good',
  full: 'warning',
  draining: 'new',
  away: 'bad',
};

function Host({ host: { name, state, cabinets, room, moving, free_bytes, seen_at } }: { host: CabinetHost }) {
  const { t } = useTranslation();
  const { number, measure } = useFormats();
  return (
    <tr>
      <th scope="row">{name}</th>
      <td data-label={t('hosts.fields.state')}>
        <StateTag tone={tones[state]} word={t(`hosts.states.${state}`)} />
      </td>
      <td data-label={t('hosts.fields.cabinets')}>
        {t('hosts.ofRoom', { cabinets: number(cabinets), room: number(room) })}
      </td>
      <td data-label={t('hosts.fields.moving')}>{moving > 0 ? number(moving) : <Nothing />}</td>
      <td data-label={t('hosts.fields.free_bytes')}>
        {free_bytes === null ? <Nothing /> : measure(free_bytes, 'bytes')}
      </td>
      <td data-label={t('hosts.fields.seen_at')}>
        {seen_at === null ? t('hosts.neverSeen') : <Moment iso={seen_at} />}
      </td>
    </tr>
  );
}
