import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldGroup } from '#web/ui/customer/account/field-group.tsx';
import { AsyncContent } from '#web/ui/customer/kit/async-content.tsx';
import { Screen } from '#web/ui/customer/kit/screen.tsx';
import { useData } from '#web/ui/customer/kit/use-answer.ts';
import { LanguageSelect } from '#web/ui/customer/layout/language-switch.tsx';
import { LeaveCompany } from '#web/ui/customer/members/leave-company.tsx';
import { ChangePassword } from '#web/ui/customer/security/change-password.tsx';
import { TwoFactor } from '#web/ui/customer/security/two-factor.tsx';
import { OwnSessions } from '#web/ui/customer/security/own-sessions.tsx';

/** The account of somebody who only gets into the workspace: what is their own. */
export function MemberAccount() {
  const { t } = useTranslation();
  const asked = useData('me');
  const sessions = useData('sessions');
  const twoFactor = useData('twoFactor');
  // One form at a time, because both ask for the present password.
  const [open, setOpen] = useState<'password' | 'twoFactor' | null>(null);
  return (
    <AsyncContent asked={asked} waiting={<div className="sheet waiting" aria-busy="true" />}>
      {(profile) => (
        <Screen title={profile.name} lead={t('account.companies.member')}>
          <FieldGroup name="password" title={t('account.password.title')}>
            <ChangePassword
              email={profile.email}
              onChanged={sessions.again}
              isOpen={open === 'password'}
              onOpen={(isOpen) => setOpen(isOpen ? 'password' : null)}
            />
          </FieldGroup>
          <FieldGroup name="two-factor" title={t('account.twoFactor.title')}>
            <TwoFactor
              asked={twoFactor}
              isConfirmed={profile.confirmed}
              onChanged={sessions.again}
              isOpen={open === 'twoFactor'}
              onOpen={(isOpen) => setOpen(isOpen ? 'twoFactor' : null)}
            />
          </FieldGroup>
          <FieldGroup name="sessions" title={t('account.sessions.title')}>
            <OwnSessions asked={sessions} />
          </FieldGroup>
          <FieldGroup name="language" title={t('languages.label')}>
            <LanguageSelect />
          </FieldGroup>
          <FieldGroup name="leave" title={t('account.members.leave')}>
            <LeaveCompany />
          </FieldGroup>
        </Screen>
      )}
    </AsyncContent>
  );
}
