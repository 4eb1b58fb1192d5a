import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { adminSettingsApi } from '#contract/admin-settings-api.ts';
import { printListQuery } from '#contract/list-query.ts';
import { limits } from '#contract/primitives.ts';
import { SettingsParts } from '#web/pages/settings.tsx';
import { errorText } from '#web/providers/i18n.ts';
import { GeneralForm } from '#web/resources/settings/general-form.tsx';
import { settingGroups } from '#web/resources/settings/general-groups.ts';
import { useAdmin, useMay, useReadOnlyReason } from '#web/ui/admin-context.ts';
import { Failure } from '#web/ui/failure.tsx';
import { LockIcon } from '#web/ui/icons.tsx';
import { Permitted } from '#web/ui/permitted.tsx';
import { useUnsavedGuard } from '#web/ui/form/unsaved-guard.tsx';

export function Component() {
  const { t } = useTranslation();
  return (
    <Permitted to="settings.read">
      <SettingsParts />
      <div className="list-head">
        <h1>{t('settings.general.title')}</h1>
      </div>
      <ReadersNote />
      <GeneralSettings />
    </Permitted>
  );
}

/** Why whoever may only look finds no way to save. */
function ReadersNote() {
  const may = useMay();
  const { allowed, reason } = may('settings.write', { write: false });
  const isSaid = useReadOnlyReason() !== null;
  if (allowed || isSaid) return null;
  return (
    <p className="read-only-banner" role="note">
      <LockIcon />
      {reason}
    </p>
  );
}

/** The general settings, one form a group. */
function GeneralSettings() {
  const { http } = useAdmin();
  const [dirty, setDirty] = useState<readonly string[]>([]);
  const guard = useUnsavedGuard(dirty.length > 0);
  const { data, error, refetch } = useQuery({
    queryKey: ['settings'],
    queryFn: ({ signal }) =>
      http.call(adminSettingsApi.settings, {
        query: printListQuery({ limit: limits.pageSize.max }),
        signal,
      }),
    retry: false,
    // What is typed is compared with what the server has now.
    staleTime: 0,
  });
  if (error) return <Failure text={errorText(error)} retry={() => void refetch()} />;
  if (!data) return <Skeleton active paragraph={{ rows: 8 }} />;
  return (
    <div className="panels">
      {settingGroups.map((group) => (
        <GeneralForm
          key={group.name}
          group={group}
          settings={data.data}
          onDirty={(isDirty) =>
            setDirty((names) => [
              ...names.filter((name) => name !== group.name),
              ...(isDirty ? [group.name] : []),
            ])
          }
          onSaved={() => void refetch()}
          onReload={() => {
            guard.release();
            location.reload();
          }}
        />
      ))}
      {guard.question}
    </div>
  );
}
