import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Permission } from '#contract/permissions.ts';
import { useMay } from '#web/ui/admin-context.ts';
import { LockIcon } from '#web/ui/icons.tsx';

/** A screen that only changes things, for those who may change them; anyone else is told why not. */
export function Writable({ with: wanted, children }: { with: Permission; children: ReactNode }) {
  const { t } = useTranslation();
  const may = useMay()(wanted, { write: true });
  if (may.allowed) return children;
  return (
    <section className="notice-page">
      <span className="notice-icon">
        <LockIcon />
      </span>
      <h1>{t('denied.title')}</h1>
      <p>{may.reason}</p>
    </section>
  );
}
