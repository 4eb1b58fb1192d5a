import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Passkey } from '#contract/accounts/passkey.ts';
import { Moment } from '#web/ui/admin/kit/moment.tsx';

/** Passkeys with when each was made and used last; `act`: what can be done about one. */
export function PasskeyList({
  passkeys,
  act,
}: {
  passkeys: readonly Passkey[];
  act: (passkey: Passkey) => ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <ul className="own-sessions">
      {passkeys.map((one) => (
        <li key={one.id}>
          <div>
            <strong>{one.name}</strong>
            <p className="muted">
              {t('account.passkeys.addedOn')} <Moment iso={one.created_at} /> ·{' '}
              {one.last_used_at === null ? (
                t('account.passkeys.unused')
              ) : (
                <>
                  {t('account.lastUsed')} <Moment iso={one.last_used_at} />
                </>
              )}
            </p>
          </div>
          {act(one)}
        </li>
      ))}
    </ul>
  );
}
