import { useTranslation } from 'react-i18next';
import type { OpenProformas as Proformas } from '#contract/entities/document.ts';
import { settingApi } from '#contract/routes/setting.ts';
import { proformasOpen, proformasOverdue } from '#web/pages/home/list-links.ts';
import { TodoLine } from '#web/pages/home/todo/todo-line.tsx';
import { settingPath } from '#web/resources/settings/setting-groups.ts';
import { useFormats, useHolds } from '#web/ui/admin/resource/admin-context.ts';

/** Money that clients were asked for, and why they aren't asked. */
export function OpenProformas({
  proformas: { open, overdue, lacks_company: lacksCompany },
}: {
  proformas: Proformas;
}) {
  const { t } = useTranslation();
  const { money, number } = useFormats();
  const holds = useHolds();
  const counted = ({ count, amount }: typeof open) => ({
    count,
    shown: number(count),
    amount: money(amount),
  });
  return (
    <>
      {lacksCompany && (
        <TodoLine tone="bad" to={holds(settingApi.settings) ? settingPath('company') : undefined}>
          {t('home.lacksCompany')}
        </TodoLine>
      )}
      {overdue.count > 0 && (
        <TodoLine tone="bad" to={proformasOverdue()}>
          {t('home.overdueProformas', counted(overdue))}
        </TodoLine>
      )}
      {open.count > 0 && (
        <TodoLine tone="new" to={proformasOpen()}>
          {t('home.openProformas', counted(open))}
        </TodoLine>
      )}
    </>
  );
}
