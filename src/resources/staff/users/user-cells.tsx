import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { fullPermissions, isReadOnly, withImplied } from '#contract/kernel/permissions.ts';
import type { User } from '#contract/entities/user.ts';
import { Nothing } from '#web/ui/admin/kit/list-cell.tsx';
import { StateTag } from '#web/ui/admin/kit/state-tag.tsx';
import { declaredKey } from '#web/ui/admin/resource/declared-key.ts';

/** Deleted, invited but not joined, or active. */
export function UserState({ deleted_at, invited }: Pick<User, 'deleted_at' | 'invited'>) {
  const { t } = useTranslation();
  if (deleted_at !== null) return <StateTag tone="bad" word={t('users.state.deleted')} />;
  if (invited) return <StateTag tone="new" word={t('users.state.invited')} />;
  return <StateTag tone="good" word={t('users.state.active')} />;
}

/** On, replaced by a passkey, off, or missing although required. */
export function UserTwoFactor({
  two_factor,
  passkeys,
  two_factor_required,
}: Pick<User, 'two_factor' | 'passkeys' | 'two_factor_required'>) {
  const { t } = useTranslation();
  if (two_factor) return <StateTag tone="good" word={t('users.twoFactor.on')} />;
  if (passkeys > 0) return <StateTag tone="good" word={t('users.twoFactor.passkey')} />;
  if (two_factor_required) return <StateTag tone="warning" word={t('users.twoFactor.missing')} />;
  return <StateTag tone="off" word={t('users.twoFactor.off')} />;
}

/** The names of a colleague's roles; without any, how much is held: everything, or how many permissions. */
export function RoleNames({
  roles,
  effective_permissions,
}: Pick<User, 'roles' | 'effective_permissions'>): ReactNode {
  const { t } = useTranslation();
  if (roles.length > 0) return roles.map(({ name }) => name).join(', ');
  const held = withImplied(effective_permissions).filter((name) => name !== 'read_only');
  if (held.length === fullPermissions.length && !isReadOnly(effective_permissions))
    return t('users.allPermissions');
  return <span className="muted">{t('users.ownPermissions', { count: held.length })}</span>;
}

/** Permissions as texts. Each begins with a capital letter, so no commas stand between them. */
export function PermissionNames({ held }: { held: unknown }) {
  const { t } = useTranslation();
  if (!Array.isArray(held) || held.length === 0) return <Nothing />;
  return held.map((name) => t(declaredKey(`permissions.${String(name).replace('.', '_')}`))).join(' · ');
}
