import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { brandingApi } from '#contract/routes/panel/branding.ts';
import { errorText } from '#web/providers/i18n.ts';
import { LockIcon } from '#web/ui/admin/kit/icons.tsx';
import { Failure } from '#web/ui/admin/kit/page/failure.tsx';
import { PageHeading } from '#web/ui/admin/kit/page/page-heading.tsx';
import { TabParts } from '#web/ui/admin/kit/page/tab-parts.tsx';
import { useHolds, useMay, useReadOnlyReason } from '#web/ui/admin/resource/admin-context.ts';
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
      <ReadersNote />
      {error && <Failure text={errorText(error)} retry={() => void refetch()} />}
      {!data && !error && <Skeleton active paragraph={{ rows: 8 }} />}
      {data && !error && (
        <BrandingForm key={data.updated_at} branding={data} onStale={() => void refetch()} />
      )}
    </>
  );
}

/** Tells people with read-only access why they can't save. */
function ReadersNote() {
  const isHeld = useHolds()(brandingApi.changeBranding);
  const { reason } = useMay()(brandingApi.changeBranding);
  const isSaid = useReadOnlyReason() !== null;
  if (isHeld || isSaid) return null;
  return (
    <p className="read-only-banner" role="note">
      <LockIcon />
      {reason}
    </p>
  );
}
