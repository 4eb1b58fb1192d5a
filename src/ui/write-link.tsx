import { useTranslation } from 'react-i18next';
import { useHref, useLinkClickHandler } from 'react-router';
import type { Permission } from '#contract/permissions.ts';
import { useMay } from '#web/ui/admin-context.ts';
import { GuardedButton } from '#web/ui/guarded-button.tsx';

/** A way to a screen that changes something, as a button that is a link; as `ActButton` for whoever may not. */
export function WriteLink({
  to,
  needs,
  label,
  primary = false,
}: {
  to: string;
  needs: Permission;
  /** A key of the texts. */
  label: string;
  primary?: boolean;
}) {
  const { t } = useTranslation();
  const href = useHref(to);
  const go = useLinkClickHandler<HTMLAnchorElement>(to);
  const may = useMay();
  if (!may(needs, { write: false }).allowed) return null;
  const isLink = may(needs, { write: true }).allowed;
  return (
    <GuardedButton
      needs={needs}
      type={primary ? 'primary' : 'default'}
      // antd's own type of a link's click is wider than the router's.
      {...(isLink && { href, onClick: (event) => go(event as React.MouseEvent<HTMLAnchorElement>) })}
    >
      {t(label)}
    </GuardedButton>
  );
}
