import { useTranslation } from 'react-i18next';
import { isReadOnly, withImplied } from '#contract/permissions.ts';
import type { User } from '#contract/user.ts';
import { DeletedUser, UserActions } from '#web/resources/users/user-actions.tsx';
import { UserState } from '#web/resources/users/user-cells.tsx';
import { userResource } from '#web/resources/users/user-resource.tsx';
import { CheckIcon, LockIcon } from '#web/ui/icons.tsx';
import { Permitted } from '#web/ui/permitted.tsx';
import { ResourceFacts, ResourceShow } from '#web/ui/resource-show.tsx';

export function Component() {
  return (
    <Permitted to="users.read">
      <ResourceShow resource={userResource}>{(user) => <UserPage user={user} />}</ResourceShow>
    </Permitted>
  );
}

function UserPage({ user }: { user: User }) {
  const { t } = useTranslation();
  return (
    <article>
      <DeletedUser user={user} />
      <header className="show-head">
        <div>
          <h1>{user.name}</h1>
          <p className="show-subtitle">
            <UserState {...user} />
            <a href={`mailto:${user.email}`}>{user.email}</a>
          </p>
        </div>
        {user.deleted_at === null && (
          <div className="show-actions">
            <UserActions user={user} />
          </div>
        )}
      </header>
      <div className="panels">
        <ResourceFacts
          resource={userResource}
          row={user}
          title={t('users.parts.account')}
          fields={[
            ...(['name', 'email', 'created_at', 'last_login', 'two_factor', 'two_factor_required'] as const),
            'deleted_at',
          ]}
        />
        <section className="panel">
          <h2>{t('users.parts.permissions')}</h2>
          <ul className="permission-list">
            {withImplied(user.permissions).map((name) => (
              <li key={name}>
                {name === 'read_only' ? <LockIcon /> : <CheckIcon />}
                {t(`permissions.${name.replace('.', '_')}`)}
              </li>
            ))}
          </ul>
          {isReadOnly(user.permissions) && <p className="muted">{t('users.readOnlyHelp')}</p>}
        </section>
      </div>
    </article>
  );
}
