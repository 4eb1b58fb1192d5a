import { useEffect, useState } from 'react';
import { useList } from '@refinedev/core';
import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'react-router';
import type { Setting } from '#contract/entities/setting.ts';
import { limits } from '#contract/kernel/primitives.ts';
import { settingApi } from '#contract/routes/setting.ts';
import { errorText } from '#web/providers/i18n.ts';
import { Failure } from '#web/ui/admin/kit/page/failure.tsx';
import { PageHeading } from '#web/ui/admin/kit/page/page-heading.tsx';
import { ReadersNote } from '#web/ui/admin/kit/page/readers-note.tsx';
import { TabParts } from '#web/ui/admin/kit/page/tab-parts.tsx';
import { settingGroups } from './setting-fields.tsx';
import { SettingGroupForm } from './setting-group.tsx';
import type { GroupName } from './setting-groups.ts';
import { SettingIndex } from './setting-index.tsx';

export function Component() {
  const { t } = useTranslation();
  return (
    <>
      <TabParts tab="settings" />
      <div className="list-head">
        <PageHeading title={t('settings.general.title')} />
      </div>
      <ReadersNote route={settingApi.saveSetting} />
      <GeneralSettings />
    </>
  );
}

/** The general settings, one group at a time: each keeps what was typed while another is open. */
function GeneralSettings() {
  const { query, result } = useList<Setting>({
    resource: 'settings',
    meta: { listQuery: { limit: limits.pageSize.max } },
    errorNotification: false,
    // What is typed must be compared with the server's present values.
    queryOptions: { retry: false, staleTime: 0 },
  });
  const [unsaved, setUnsaved] = useState<ReadonlySet<GroupName>>(new Set());
  const open = useOpenGroup();
  useFocusOnSetting(open, query.data !== undefined);
  if (query.error) {
    return <Failure text={errorText(query.error.cause)} retry={() => void query.refetch()} />;
  }
  if (!query.data) return <Skeleton active paragraph={{ rows: 8 }} />;
  const onTyped = (name: GroupName, isDirty: boolean) =>
    setUnsaved((now) => {
      const next = new Set(now);
      if (isDirty) next.add(name);
      else next.delete(name);
      return next;
    });
  return (
    <div className="setting-groups">
      <SettingIndex open={open} unsaved={unsaved} />
      <div className="panels">
        {settingGroups.map((group) => (
          <SettingGroupForm
            key={group.name}
            group={group}
            settings={result.data}
            isCurrent={group.name === open}
            onTyped={onTyped}
          />
        ))}
      </div>
    </div>
  );
}

/** The group that the address names, else the first. */
function useOpenGroup(): GroupName {
  const [parameters] = useSearchParams();
  const named = settingGroups.find(({ name }) => name === parameters.get('group'));
  return named?.name ?? 'registration';
}

/** Goes to the setting that the address names, as soon as it is there. */
function useFocusOnSetting(group: GroupName, isThere: boolean): void {
  const { key: visit } = useLocation();
  const [parameters] = useSearchParams();
  const setting = parameters.get('setting');
  useEffect(() => {
    if (!isThere || !setting) return;
    const form = document.querySelector<HTMLFormElement>(`form#${group}`);
    // A setting of several fields has its own names for them.
    const field =
      form?.querySelector<HTMLElement>(`[id^="${group}_${CSS.escape(setting)}"]`) ??
      form?.querySelector<HTMLElement>('input, textarea, button');
    field?.scrollIntoView({ block: 'center' });
    field?.focus({ preventScroll: true });
  }, [group, isThere, setting, visit]);
}
