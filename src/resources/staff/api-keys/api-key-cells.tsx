import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiKey } from '#contract/accounts/api-key.ts';
import { apiKeyApi } from '#contract/routes/accounts/api-key.ts';
import { PermissionNames } from '#web/resources/staff/users/user-cells.tsx';
import { ActionButton } from '#web/ui/admin/actions/action-button.tsx';
import { GuardedButton } from '#web/ui/admin/actions/guarded-button.tsx';
import { Nothing } from '#web/ui/admin/kit/list-cell.tsx';
import { Moment } from '#web/ui/admin/kit/moment.tsx';
import { StateTag } from '#web/ui/admin/kit/state-tag.tsx';
import { useCall } from '#web/ui/admin/resource/row-writes.ts';

/** Loaded when it is opened: it brings the calendar. */
const NewKeyDialog = lazy(() => import('./api-key-form.tsx'));

interface OfKey {
  apiKey: ApiKey;
}

export function KeyName({ apiKey: { name, token_end } }: OfKey) {
  return (
    <>
      {name} <code className="muted">…{token_end}</code>
    </>
  );
}

/** What it may do, and whether that is less than it was made for: its maker has lost some of it. */
export function KeyRights({ apiKey: { permissions, effective_permissions } }: OfKey) {
  const { t } = useTranslation();
  const lost = permissions.filter((name) => !effective_permissions.includes(name));
  return (
    <>
      <PermissionNames held={permissions} />
      {lost.length > 0 && (
        <div>
          <StateTag tone="warning" word={t('api_keys.lost')} /> <PermissionNames held={lost} />
        </div>
      )}
    </>
  );
}

export function KeyAddresses({ apiKey: { addresses } }: OfKey) {
  const { t } = useTranslation();
  return addresses.length === 0 ? t('api_keys.anywhere') : addresses.join(', ');
}

export function KeyEnd({ apiKey: { expires_at } }: OfKey) {
  const { t } = useTranslation();
  const [now] = useState(() => Date.now());
  if (expires_at === null) return t('api_keys.endless');
  if (Date.parse(expires_at) <= now) return <StateTag tone="bad" word={t('api_keys.over')} />;
  return <Moment iso={expires_at} />;
}

export function LastUse({ apiKey: { last_used_at, last_used_ip } }: OfKey) {
  if (last_used_at === null) return <Nothing />;
  return (
    <>
      <Moment iso={last_used_at} /> <span className="muted">{last_used_ip}</span>
    </>
  );
}

/** Ends a key, after asking. */
export function EndKey({ apiKey: { id, name } }: OfKey) {
  const call = useCall();
  return (
    <ActionButton
      danger
      type="text"
      size="small"
      resource="api_keys"
      id={id}
      needs={apiKeyApi.deleteApiKey}
      texts="api_keys.end"
      words={{ name }}
      send={() => call(apiKeyApi.deleteApiKey, { params: { id } })}
    />
  );
}

/** Makes a key. */
export function NewKey() {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <GuardedButton type="primary" needs={apiKeyApi.createApiKey} onClick={() => setOpen(true)}>
        {t('api_keys.new')}
      </GuardedButton>
      {isOpen && (
        <Suspense fallback={null}>
          <NewKeyDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
