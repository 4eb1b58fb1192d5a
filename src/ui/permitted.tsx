import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Permission } from '#contract/permissions.ts';
import { useMay } from '#web/ui/admin-context.ts';
import { Denied } from '#web/ui/denied.tsx';

/** A screen for holders of a permission; anyone else is told which one it takes. */
export function Permitted({ to, children }: { to: Permission; children: ReactNode }) {
  const { t } = useTranslation();
  const may = useMay();
  if (may(to, { write: false }).allowed) return children;
  return <Denied text={t('denied.text', { permission: t(`permissions.${to.replace('.', '_')}`) })} />;
}
