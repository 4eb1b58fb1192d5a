import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { brandingApi } from '#contract/routes/panel/branding.ts';
import { errorText } from '#web/providers/i18n.ts';
import { Failure } from '#web/ui/admin/kit/page/failure.tsx';
import { PageHeading } from '#web/ui/admin/kit/page/page-heading.tsx';
import { ReadersNote } from '#web/ui/admin/kit/page/readers-note.tsx';
import { TabParts } from '#web/ui/admin/kit/page/tab-parts.tsx';
import { useRead } from '#web/ui/admin/resource/use-read.ts';
import { BrandingForm } from './branding-form.tsx';
import './branding.css';

/** Logo, colour and footer of everything that customers see, with a preview (GROWTH section 19). */
export function Component() {
  const { t } = useTranslation();
  const { data, error, refetch } = useRead(brandingApi.branding, { key: ['branding'], staleTime: 0 });
  return (
    <>
      <TabParts tab="settings" />
      <div className="list-head">
        <PageHeading title={t('settings.branding.title')} />
      </div>
      <ReadersNote route={brandingApi.changeBranding} />
      {error && <Failure text={errorText(error)} retry={() => void refetch()} />}
      {!data && !error && <Skeleton active paragraph={{ rows: 8 }} />}
      {data && !error && (
        <BrandingForm key={data.updated_at} branding={data} onStale={() => void refetch()} />
      )}
    </>
  );
}
