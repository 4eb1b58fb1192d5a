import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { printListQuery } from '#contract/kernel/list-query.ts';
import { isReadOnly, withImplied } from '#contract/kernel/permissions.ts';
import type { User } from '#contract/entities/user.ts';
import { auditApi } from '#contract/routes/panel/audit.ts';
import { LockedHint } from '#web/resources/staff/login-locks/locked-hint.tsx';
import { DeletedUser, UserActions } from '#web/resources/staff/users/user-actions.tsx';
import { UserSignIn } from '#web/resources/staff/users/user-sign-in.tsx';
import { RoleNames, UserState } from '#web/resources/staff/users/user-cells.tsx';
import { useHolds } from '#web/ui/admin/resource/admin-context.ts';
import type { ShowDeclaration } from '#web/ui/admin/resource/define-resource.ts';
import { CheckIcon, LockIcon } from '#web/ui/admin/kit/icons.tsx';
import { PendingEmail } from '#web/ui/admin/show/pending-email.tsx';
import './user-show.css';
import { permissionKey } from '#web/ui/admin/resource/permission-key.ts';

/** A colleague: the account and its permissions. */
export const userShow: ShowDeclaration<User> = {
  above: ({ row }) => (
    <>
      <DeletedUser user={row} />
      <LockedHint id={row.id} />
    </>
  ),
  subtitle: ({ row }) => (
    <>
      <UserState {...row} />
      <a href={`mailto:${row.email}`}>{row.email}</a>
    </>
  ),
  actions: ({ row }) => row.deleted_at === null && <UserActions user={row} />,
  parts: [
    { part: ({ row }) => <PendingEmail resource="users" row={row} /> },
    {
      group: 'account',
      // The head says name and address.
      fields: ['created_at', 'last_login', 'two_factor', 'two_factor_required', 'signs_in_by_oidc'],
      below: AuditLink,
    },
    { part: Rights },
    { part: UserSignIn },
  ],
};

function Rights({ row }: { row: User }) {
  const { t } = useTranslation();
  const { roles, effective_permissions } = row;
  return (
    <section className="panel">
      <h2>{t('users.parts.permissions')}</h2>
      {roles.length > 0 && (
        <p>
          {t('users.fields.roles')}: <RoleNames {...row} />
        </p>
      )}
      <ul className="permission-list">
        {withImplied(effective_permissions).map((name) => (
          <li key={name}>
            {name === 'read_only' ? <LockIcon /> : <CheckIcon />}
            {t(`permissions.${permissionKey(name)}`)}
          </li>
        ))}
      </ul>
      {isReadOnly(effective_permissions) && <p className="muted">{t('users.readOnlyHelp')}</p>}
    </section>
  );
}

/** Links to this account's security events: sign-ins, failures, links. */
function AuditLink({ row: { id } }: { row: User }) {
  const { t } = useTranslation();
  const seesAudit = useHolds()(auditApi.audit);
  const filters = [{ field: 'person_id', op: 'eq' as const, value: id }];
  return (
    seesAudit && (
      <div className="panel-acts">
        <Link to={`/admin-panel/settings/audit?${printListQuery({ filters })}`}>{t('users.audit')}</Link>
      </div>
    )
  );
}
