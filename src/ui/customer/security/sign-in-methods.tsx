import { useTranslation } from 'react-i18next';
import { FieldGroup } from '#web/ui/customer/account/field-group.tsx';
import { useData } from '#web/ui/customer/kit/use-answer.ts';
import { ChangePassword } from './change-password.tsx';
import { Passkeys } from './passkeys.tsx';
import { OwnSessions } from './own-sessions.tsx';
import { TwoFactor } from './two-factor.tsx';

/** The forms, of which one is open at a time, because all ask for the present password. */
export type SignInForm = 'password' | 'twoFactor' | 'passkeys';

/** What is asked for `SignInMethods`. */
export function useSignInMethods() {
  return {
    twoFactor: useData('twoFactor'),
    passkeys: useData('passkeys'),
    sessions: useData('sessions'),
  };
}

/** How a person signs in, whatever the role: password, second factor, passkeys, sessions. */
export function SignInMethods({
  methods: { twoFactor, passkeys, sessions },
  email,
  isConfirmed,
  open,
  onOpen,
  onChanged = () => undefined,
}: {
  methods: ReturnType<typeof useSignInMethods>;
  email: string;
  isConfirmed: boolean;
  open: string | null;
  onOpen: (form: SignInForm | null) => void;
  /** Sessions have ended, in cabinets too. */
  onChanged?: () => void;
}) {
  const { t } = useTranslation();
  const formOf = (form: SignInForm) => ({
    isOpen: open === form,
    onOpen: (isOpen: boolean) => onOpen(isOpen ? form : null),
  });
  function changed(): void {
    sessions.again();
    onChanged();
  }
  return (
    <>
      <FieldGroup name="password" title={t('account.password.title')}>
        <ChangePassword email={email} onChanged={changed} {...formOf('password')} />
      </FieldGroup>
      <FieldGroup name="two-factor" title={t('account.twoFactor.title')}>
        <TwoFactor asked={twoFactor} isConfirmed={isConfirmed} onChanged={changed} {...formOf('twoFactor')} />
      </FieldGroup>
      <FieldGroup name="passkeys" title={t('account.passkeys.title')}>
        <Passkeys
          asked={passkeys}
          isConfirmed={isConfirmed}
          hasSecondFactor={twoFactor.data !== null && twoFactor.data.on_since !== null}
          {...formOf('passkeys')}
        />
      </FieldGroup>
      <FieldGroup name="sessions" title={t('account.sessions.title')}>
        <OwnSessions asked={sessions} />
      </FieldGroup>
    </>
  );
}
