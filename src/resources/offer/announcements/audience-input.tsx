import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { savedViewApi } from '#contract/routes/panel/saved-view.ts';
import { announcementApi } from '#contract/routes/panel/announcement.ts';
import { errorText } from '#web/providers/i18n.ts';
import { useAdmin, useFormats } from '#web/ui/admin/resource/admin-context.ts';
import type { ControlProps } from '#web/ui/admin/resource/define-resource.ts';

/** Everybody, or the clients of a saved view as it is now; and how many they are. */
export function AudienceInput({ id, value, onChange }: ControlProps) {
  const { t } = useTranslation();
  const { http } = useAdmin();
  const { number } = useFormats();
  const audience = typeof value === 'string' ? value : null;
  const { data: views } = useQuery({
    queryKey: ['saved-views', 'clients', 'audience'],
    queryFn: ({ signal }) => http.call(savedViewApi.views, { query: { resource: 'clients' }, signal }),
    retry: false,
  });
  const counted = useQuery({
    queryKey: ['announcements', 'audience', audience],
    queryFn: ({ signal }) => http.call(announcementApi.announcementAudience, { body: { audience }, signal }),
    retry: false,
  });
  const options = (views?.data ?? []).map(({ name, search }) => ({ value: search, label: name }));
  const isOther = audience !== null && !options.some((one) => one.value === audience);
  const count = counted.data?.data.count;
  return (
    <div className="stacked">
      <Select<string>
        {...(id !== undefined && { id })}
        value={audience ?? ''}
        onChange={(chosen) => onChange?.(chosen === '' ? null : chosen)}
        options={[
          { value: '', label: t('announcements.everybody') },
          ...options.filter((one) => one.value !== ''),
          ...(isOther ? [{ value: audience, label: t('announcements.filtered') }] : []),
        ]}
      />
      <span className="muted" role="status">
        {counted.error
          ? errorText(counted.error)
          : count !== undefined && t('announcements.count', { count, shown: number(count) })}
      </span>
    </div>
  );
}
