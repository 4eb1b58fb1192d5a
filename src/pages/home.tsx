import { useGetIdentity } from '@refinedev/core';
import { lazy, Suspense, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import type { StaffAccount } from '#contract/accounts/auth.ts';
import { clientApi } from '#contract/routes/client.ts';
import { reportApi } from '#contract/routes/panel/report.ts';
import { ClientsAtAGlance } from '#web/pages/home/clients-at-a-glance.tsx';
import { TodoWithoutReports } from '#web/pages/home/no-mail-server.tsx';
import { PlacesContext, useHolds } from '#web/ui/admin/resource/admin-context.ts';
import { PageHeading } from '#web/ui/admin/kit/page/page-heading.tsx';
import { destinationsOf } from '#web/ui/admin/resource/places.ts';

const Dashboard = lazy(() => import('#web/pages/home/dashboard.tsx'));

/** The dashboard for people who may read reports; others see the parts that they may. */
export function Component() {
  const { t } = useTranslation();
  const { data: me } = useGetIdentity<StaffAccount>();
  const holds = useHolds();
  const { places } = useContext(PlacesContext);
  const seesAnything = destinationsOf(places).some(({ needs }) => needs.some(holds));
  const title = me ? t('home.title', { name: me.name }) : '\u00a0';
  if (holds(reportApi.summary)) {
    return (
      <Suspense fallback={null}>
        <Dashboard title={title} />
      </Suspense>
    );
  }
  return (
    <>
      <div className="list-head">
        <PageHeading title={t('palette.home')}>{title}</PageHeading>
      </div>
      {holds(clientApi.clients) ? (
        <ClientsAtAGlance />
      ) : (
        <>
          {seesAnything && <TodoWithoutReports />}
          <p>{t(seesAnything ? 'home.noClients' : 'home.nothing')}</p>
        </>
      )}
    </>
  );
}
