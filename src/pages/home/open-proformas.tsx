import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { OpenProformas as Proformas } from '#contract/entities/document.ts';
import { settingApi } from '#contract/routes/setting.ts';
import { proformasOpen, proformasOverdue } from '#web/pages/home/list-links.ts';
import { useFormats, useHolds } from '#web/ui/admin/resource/admin-context.ts';

/** Money that clients were asked for, and why they aren't asked. */
export function OpenProformas({
  proformas: { today, open, overdue, lacks_company: lacksCompany },
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
      {(lacksCompany || overdue.count > 0) && (
        <ul className="attention">
          {lacksCompany && (
            <li>
              {holds(settingApi.settings) ? (
                <Link to="/admin-panel/settings/general">{t('home.lacksCompany')}</Link>
              ) : (
                t('home.lacksCompany')
              )}
            </li>
          )}
          {overdue.count > 0 && (
            <li>
              <Link to={proformasOverdue(today)}>{t('home.overdueProformas', counted(overdue))}</Link>
            </li>
          )}
        </ul>
      )}
      {open.count > 0 && (
        <p>
          <Link to={proformasOpen()}>{t('home.openProformas', counted(open))}</Link>
        </p>
      )}
    </>
  );
}
