import type { MouseEvent } from 'react';
import { useList } from '@refinedev/core';
import { Skeleton } from 'antd';
import type { Setting } from '#contract/entities/setting.ts';
import { settingGroups } from './setting-fields.tsx';
import { groupId, SettingGroupForm } from './setting-group.tsx';
import { useTranslation } from 'react-i18next';
import { limits } from '#contract/kernel/primitives.ts';
import { settingApi } from '#contract/routes/setting.ts';
import { TabParts } from '#web/ui/admin/kit/page/tab-parts.tsx';
import { errorText } from '#web/providers/i18n.ts';
import { Failure } from '#web/ui/admin/kit/page/failure.tsx';
import { declaredKey } from '#web/ui/admin/resource/declared-key.ts';
import { PageHeading } from '#web/ui/admin/kit/page/page-heading.tsx';
import { ReadersNote } from '#web/ui/admin/kit/page/readers-note.tsx';

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

/** The general settings, one form for each group. */
function GeneralSettings() {
  const { query, result } = useList<Setting>({
    resource: 'settings',
    meta: { listQuery: { limit: limits.pageSize.max } },
    errorNotification: false,
    // What is typed must be compared with the server's present values.
    queryOptions: { retry: false, staleTime: 0 },
  });
  if (query.error) {
    return <Failure text={errorText(query.error.cause)} retry={() => void query.refetch()} />;
  }
  if (!query.data) return <Skeleton active paragraph={{ rows: 8 }} />;
  return (
    <div className="indexed">
      <div className="panels">
        {settingGroups.map((group, place) => (
          <SettingGroupForm key={group.name} group={group} settings={result.data} startsOpen={place === 0} />
        ))}
      </div>
      <GroupIndex />
    </div>
  );
}

/** The way to each group of a long page. */
function GroupIndex() {
  const { t } = useTranslation();
  return (
    <nav className="index" aria-label={t('settings.index')}>
      {settingGroups.map(({ name }) => (
        <a key={name} href={`#${groupId(name)}`} onClick={goTo}>
          {t(declaredKey(`settings.groups.${name}`))}
        </a>
      ))}
    </nav>
  );
}

/** Goes to a group without a step of the history: typed values stay, and "Back" leaves the page. */
function goTo(event: MouseEvent<HTMLAnchorElement>): void {
  event.preventDefault();
  const group = document.querySelector<HTMLElement>(event.currentTarget.hash);
  group?.scrollIntoView({ block: 'start' });
  group?.focus({ preventScroll: true });
}
