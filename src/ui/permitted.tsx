import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Permission } from '#contract/permissions.ts';
import { useMay } from '#web/ui/admin-context.ts';
import { LockIcon } from '#web/ui/icons.tsx';

/** A screen for holders of a permission; anyone else is told why it is not for them. */
export function Permitted({ to, children }: { to: Permission; children: ReactNode }) {
  const { t } = useTranslation();
  const may = useMay();
  if (may(to, { write: false }).allowed) return children;
  return (
    <section className="notice-page">
      <span className="notice-icon">
        <LockIcon />
      </span>
      <h1>{t('denied.title')}</h1>
      <p>{t('denied.text', { permission: t(`permissions.${to.replace('.', '_')}`) })}</p>
    </section>
  );
}
