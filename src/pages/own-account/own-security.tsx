import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CustomerProfile } from '#contract/customer.ts';
import { AccountScreen } from '#web/ui/own-account/account-screen.tsx';
import { Awaited } from '#web/ui/customer/awaited.tsx';
import { ChangeEmail } from '#web/ui/own-account/change-email.tsx';
import { ChangePassword } from '#web/ui/own-account/change-password.tsx';
import { useCustomer } from '#web/ui/customer/customer-context.ts';
import { OwnSessions } from '#web/ui/own-account/own-sessions.tsx';
import { StaffSignIns } from '#web/ui/own-account/staff-sign-ins.tsx';
import { useAnswer } from '#web/ui/customer/use-answer.ts';

/** `/account/security`: how one signs in, where one is signed in, and who of the staff was in the cabinet. */
export function OwnSecurity() {
  const { t } = useTranslation();
  const { client } = useCustomer();
  const ask = useCallback(
    (signal: AbortSignal) => client.call('me', { signal }).then(({ data }) => data),
    [client],
  );
  const asked = useAnswer<CustomerProfile>(ask);
  // One form at a time: both ask for the present password.
  const [open, setOpen] = useState<'email' | 'password' | null>(null);
  // Sessions end with a new password: the list is asked for anew.
  const [passwordChanges, setPasswordChanges] = useState(0);
  return (
    <AccountScreen title={t('account.security.title')}>
      <section className="part" aria-labelledby="email-title">
        <h2 id="email-title">{t('account.email.title')}</h2>
        <Awaited asked={asked}>
          {(profile) => (
            <ChangeEmail
              profile={profile}
              onAsked={asked.replace}
              isOpen={open === 'email'}
              onOpen={(isOpen) => setOpen(isOpen ? 'email' : null)}
            />
          )}
        </Awaited>
      </section>
      <section className="part" aria-labelledby="password-title">
        <h2 id="password-title">{t('account.password.title')}</h2>
        <ChangePassword
          email={asked.data?.email ?? ''}
          onChanged={() => setPasswordChanges((times) => times + 1)}
          isOpen={open === 'password'}
          onOpen={(isOpen) => setOpen(isOpen ? 'password' : null)}
        />
      </section>
      <section className="part" aria-labelledby="sessions-title">
        <h2 id="sessions-title">{t('account.sessions.title')}</h2>
        <OwnSessions key={passwordChanges} />
      </section>
      <section className="part" aria-labelledby="sign-ins-title">
        <h2 id="sign-ins-title">{t('account.signIns.title')}</h2>
        <StaffSignIns />
      </section>
    </AccountScreen>
  );
}
