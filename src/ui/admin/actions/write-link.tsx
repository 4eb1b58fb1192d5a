import { useTranslation } from 'react-i18next';
import { useHref, useLinkClickHandler } from 'react-router';
import type { Guarded } from '#web/providers/access-control-provider.ts';
import { useHolds, useMay } from '#web/ui/admin/resource/admin-context.ts';
import { GuardedButton } from './guarded-button.tsx';
import type { TextKey } from '#web/ui/admin/resource/declared-key.ts';

/** A link in the form of a button, to a screen that changes something; permissions work as in `ActionButton`. */
export function WriteLink({
  to,
  needs,
  label,
  shortcut,
  primary = false,
}: {
  to: string;
  needs: Guarded;
  /** A key of the texts. */
  label: TextKey;
  /** The key that follows it. */
  shortcut?: string;
  primary?: boolean;
}) {
  const { t } = useTranslation();
  const href = useHref(to);
  const go = useLinkClickHandler<HTMLAnchorElement>(to);
  const isHeld = useHolds()(needs);
  const isLink = useMay()(needs).allowed;
  if (!isHeld) return null;
  return (
    <GuardedButton
      needs={needs}
      shortcut={shortcut}
      type={primary ? 'primary' : 'default'}
      // antd's type for a link's click is wider than the router's.
      {...(isLink && { href, onClick: (event) => go(event as React.MouseEvent<HTMLAnchorElement>) })}
    >
      {t(label)}
    </GuardedButton>
  );
}
