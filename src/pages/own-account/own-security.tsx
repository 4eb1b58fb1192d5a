import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AccountScreen } from '#web/ui/customer/account/account-screen.tsx';
import { AsyncContent } from '#web/ui/customer/kit/async-content.tsx';
import { ChangeEmail } from '#web/ui/customer/account/change-email.tsx';
import { ChangePassword } from '#web/ui/customer/account/change-password.tsx';
import { OwnSessions } from '#web/ui/customer/account/own-sessions.tsx';
import { CabinetSignIns, StaffSignIns } from '#web/ui/customer/account/sign-ins.tsx';
import { useData } from '#web/ui/customer/kit/use-answer.ts';

/** `/account/security`: email and password, the customer's sessions, and which staff were in the cabinet. */
export function OwnSecurity() {
  const { t } = useTranslation();
  const asked = useData('me');
  // One form at a time, because both ask for the present password.
  const [open, setOpen] = useState<'email' | 'password' | null>(null);
  // A new password ends sessions, so the list is loaded again.
  const [passwordChanges, setPasswordChanges] = useState(0);
  return (
    <AccountScreen title={t('account.security.title')}>
      <section className="part" aria-labelledby="email-title">
        <h2 id="email-title">{t('account.email.title')}</h2>
        <AsyncContent asked={asked}>
          {(profile) => (
            <ChangeEmail
              profile={profile}
              onAsked={asked.replace}
              isOpen={open === 'email'}
              onOpen={(isOpen) => setOpen(isOpen ? 'email' : null)}
            />
          )}
        </AsyncContent>
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
      <section className="part" aria-labelledby="cabinet-sign-ins-title">
        <h2 id="cabinet-sign-ins-title">{t('account.cabinetSignIns.title')}</h2>
        <CabinetSignIns key={passwordChanges} />
      </section>
      <section className="part" aria-labelledby="sign-ins-title">
        <h2 id="sign-ins-title">{t('account.signIns.title')}</h2>
        <StaffSignIns />
      </section>
    </AccountScreen>
  );
}
