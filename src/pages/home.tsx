import { useGetIdentity } from '@refinedev/core';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { StaffAccount } from '#contract/auth.ts';
import { fullPermissions } from '#contract/permissions.ts';
import { ClientsAtAGlance } from '#web/pages/home/clients-at-a-glance.tsx';
import { useMay } from '#web/ui/admin-context.ts';

const Dashboard = lazy(() => import('#web/pages/home/dashboard.tsx'));

/** The dashboard for whoever reads reports, else what they may see of it. */
export function Component() {
  const { t } = useTranslation();
  const { data: me } = useGetIdentity<StaffAccount>();
  const may = useMay();
  const seesAnything = fullPermissions.some((one) => may(one, { write: false }).allowed);
  const title = me ? t('home.title', { name: me.name }) : ' ';
  if (may('reports.read', { write: false }).allowed) {
    return (
      <Suspense fallback={null}>
        <Dashboard title={title} />
      </Suspense>
    );
  }
  return (
    <>
      <div className="list-head">
        <h1>{title}</h1>
      </div>
      {may('clients.read', { write: false }).allowed ? (
        <ClientsAtAGlance />
      ) : (
        <p>{t(seesAnything ? 'home.noClients' : 'home.nothing')}</p>
      )}
    </>
  );
}
