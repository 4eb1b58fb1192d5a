import { useTranslation } from 'react-i18next';
import type { User } from '#contract/user.ts';
import { StateTag } from '#web/ui/state-tag.tsx';

/** Deleted, invited and not yet here, or active. */
export function UserState({ deleted_at, invited }: Pick<User, 'deleted_at' | 'invited'>) {
  const { t } = useTranslation();
  if (deleted_at !== null) return <StateTag tone="bad" word={t('users.state.deleted')} />;
  if (invited) return <StateTag tone="new" word={t('users.state.invited')} />;
  return <StateTag tone="good" word={t('users.state.active')} />;
}

/** Permissions in words. */
export function PermissionNames({ held }: { held: unknown }) {
  const { t } = useTranslation();
  if (!Array.isArray(held)) return null;
  return held.map((name) => t(`permissions.${String(name).replace('.', '_')}`)).join(', ');
}
