import { useTranslation } from 'react-i18next';
import { settingApi } from '#contract/routes/setting.ts';
import { useHolds } from '#web/ui/admin/resource/admin-context.ts';

/** What to do about a missing mail server: where it is set, or who to tell for people who don't set up anything. */
export function useMailServerHelp(): string {
  const { t } = useTranslation();
  return t(useHolds()(settingApi.saveSetting) ? 'home.mailServerHow' : 'home.mailServerAsk');
}
