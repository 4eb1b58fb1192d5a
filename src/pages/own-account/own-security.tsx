import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Closing as ClosingState } from '#contract/clients/closing.ts';
import { AccountScreen } from '#web/ui/customer/account/account-screen.tsx';
import { useAccount } from '#web/ui/customer/account/account-context.ts';
import { AsyncContent } from '#web/ui/customer/kit/async-content.tsx';
import { ChangeEmail } from '#web/ui/customer/security/change-email.tsx';
import { CloseAccount } from '#web/ui/customer/security/close-account.tsx';
import { FieldGroup } from '#web/ui/customer/account/field-group.tsx';
import { OwnData } from '#web/ui/customer/security/own-data.tsx';
import { OwnPerson } from '#web/ui/customer/security/own-person.tsx';
import {
  type SignInForm,
  SignInMethods,
  useSignInMethods,
} from '#web/ui/customer/security/sign-in-methods.tsx';
import { CabinetSignIns, StaffSignIns } from '#web/ui/customer/security/sign-ins.tsx';
import { mayAsCustomer } from '#web/ui/customer/session/customer-session.ts';
import { type ApiAnswer, useData } from '#web/ui/customer/kit/use-answer.ts';

/** `/account/security`: email and password, the customer's sessions, and which staff were in the cabinet. */
export function OwnSecurity() {
  const { t } = useTranslation();
  const asked = useData('me');
  // One form at a time, because all ask for the present password.
  const [open, setOpen] = useState<SignInForm | 'email' | 'closing' | null>(null);
  const methods = useSignInMethods();
  const isAdmin = mayAsCustomer('admin');
  const isOwner = mayAsCustomer('owner');
  const cabinetSignIns = useData('cabinetSignIns', isAdmin);
  const staffSignIns = useData('staffSignIns', isAdmin);
  const dataExport = useData('dataExport', isAdmin);
  const closing = useData('closing', isOwner);
  const person = useData('person');
  // Whose name is that of the business, which is among the details.
  const isTrader = isOwner && person.data?.lacks_name === false && person.data.name === asked.data?.name;
  return (
    <AccountScreen
      title={t('account.security.title')}
      parts={[
        asked,
        ...Object.values(methods),
        ...(isAdmin ? [cabinetSignIns, staffSignIns, dataExport] : []),
        person,
        ...(isOwner ? [closing] : []),
      ]}
    >
      {!isTrader && <OwnPerson asked={person} isOwner={isOwner} />}
      <FieldGroup name="email" title={t('account.email.title')}>
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
      </FieldGroup>
      <SignInMethods
        methods={methods}
        email={asked.data?.email ?? ''}
        isConfirmed={asked.data?.confirmed ?? true}
        open={open}
        onOpen={setOpen}
        onChanged={() => isAdmin && cabinetSignIns.again()}
      />
      {isAdmin && (
        <>
          <FieldGroup name="cabinet-sign-ins" title={t('account.cabinetSignIns.title')}>
            <CabinetSignIns asked={cabinetSignIns} />
          </FieldGroup>
          <FieldGroup name="sign-ins" title={t('account.signIns.title')}>
            <StaffSignIns asked={staffSignIns} />
          </FieldGroup>
          <FieldGroup name="data" title={t('account.data.title')}>
            <OwnData asked={dataExport} />
          </FieldGroup>
        </>
      )}
      {isOwner && (
        <Closing
          asked={closing}
          isOpen={open === 'closing'}
          onOpen={(isOpen) => setOpen(isOpen ? 'closing' : null)}
        />
      )}
    </AccountScreen>
  );
}

function Closing({
  asked,
  ...form
}: {
  asked: ApiAnswer<ClosingState>;
  isOpen: boolean;
  onOpen: (open: boolean) => void;
}) {
  const { t } = useTranslation();
  const { again } = useAccount();
  return (
    <FieldGroup name="closing" title={t('account.closing.title')}>
      <AsyncContent asked={asked}>
        {(closing) => (
          <CloseAccount
            closing={closing}
            onAnswer={(answer) => {
              asked.replace(answer);
              again(); // every page says it
            }}
            {...form}
          />
        )}
      </AsyncContent>
    </FieldGroup>
  );
}
