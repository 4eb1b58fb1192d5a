import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldGroup } from '#web/ui/customer/account/field-group.tsx';
import { AsyncContent } from '#web/ui/customer/kit/async-content.tsx';
import { Screen } from '#web/ui/customer/kit/screen.tsx';
import { useData } from '#web/ui/customer/kit/use-answer.ts';
import { LanguageSelect } from '#web/ui/customer/layout/language-switch.tsx';
import { LeaveCompany } from '#web/ui/customer/members/leave-company.tsx';
import { ChangeEmail } from '#web/ui/customer/security/change-email.tsx';
import { OwnPerson } from '#web/ui/customer/security/own-person.tsx';
import {
  type SignInForm,
  SignInMethods,
  useSignInMethods,
} from '#web/ui/customer/security/sign-in-methods.tsx';

/** The account of somebody who only gets into the workspace: what is their own. */
export function MemberAccount() {
  const { t } = useTranslation();
  const asked = useData('me');
  const methods = useSignInMethods();
  const [open, setOpen] = useState<SignInForm | 'email' | null>(null);
  const person = useData('person');
  return (
    <AsyncContent asked={asked} waiting={<div className="sheet waiting" aria-busy="true" />}>
      {(profile) => (
        <Screen title={profile.name} lead={t('account.companies.member')}>
          <OwnPerson asked={person} />
          <FieldGroup name="email" title={t('account.email.title')}>
            <ChangeEmail
              profile={profile}
              onAsked={asked.replace}
              isOpen={open === 'email'}
              onOpen={(isOpen) => setOpen(isOpen ? 'email' : null)}
            />
          </FieldGroup>
          <SignInMethods
            methods={methods}
            email={profile.email}
            isConfirmed={profile.confirmed}
            open={open}
            onOpen={setOpen}
          />
          <FieldGroup name="language" title={t('languages.label')}>
            <LanguageSelect labelledBy="language-title" />
          </FieldGroup>
          <FieldGroup name="leave" title={t('account.members.leave')}>
            <LeaveCompany />
          </FieldGroup>
        </Screen>
      )}
    </AsyncContent>
  );
}
