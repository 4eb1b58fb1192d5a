import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/customer/kit/button.tsx';
import { useContractForm } from '#web/ui/customer/form/contract-form.ts';
import { useCustomer } from '#web/ui/customer/session/customer-context.ts';
import { withSchemas } from '#web/providers/schemas.ts';
import { useFocusBack } from '#web/ui/customer/kit/focus-back.ts';
import { FormFrame } from '#web/ui/customer/form/form-frame.tsx';
import { NewPasswordFields } from '#web/ui/customer/form/new-password-fields.tsx';
import { usePasswordJudge } from '#web/ui/customer/form/password-judge.ts';
import { Notice } from '#web/ui/customer/kit/notice.tsx';
import { PasswordField } from '#web/ui/customer/form/password-field.tsx';

const empty = { current_password: '', password: '', password_confirmation: '' };

/** Changes the password: this session stays, all others end. */
export function ChangePassword({
  email,
  onChanged,
  isOpen,
  onOpen,
}: {
  /** Whose password it is. */
  email: string;
  onChanged: () => void;
  isOpen: boolean;
  onOpen: (open: boolean) => void;
}) {
  const { t } = useTranslation();
  const { client } = useCustomer();
  const [isChanged, setIsChanged] = useState(false);
  const contractForm = useContractForm({
    schema: () => withSchemas(async () => (await import('./security-forms.ts')).passwordChangeForm),
    defaultValues: empty,
    fields: ['current_password', 'password', 'password_confirmation'],
    judge: usePasswordJudge(() => ({ own: [email] })),
    async send(input) {
      await client.call('changeMe', { body: input });
      form.reset(empty);
      setIsChanged(true);
      onOpen(false);
      onChanged();
    },
  });
  const { form, field } = contractForm;
  const opener = useFocusBack(isOpen);
  if (!isOpen) {
    return (
      <>
        {isChanged && <Notice kind="success">{t('account.password.changed')}</Notice>}
        <Button
          look="secondary"
          ref={opener}
          onClick={() => {
            setIsChanged(false);
            onOpen(true);
          }}
        >
          {t('account.password.change')}
        </Button>
      </>
    );
  }
  return (
    <FormFrame
      of={contractForm}
      submitLabel={t('account.password.submit')}
      labels={{ password: t('fields.newPassword') }}
      beside={
        <Button
          look="text"
          onClick={() => {
            form.reset(empty);
            onOpen(false);
          }}
        >
          {t('actions.cancel')}
        </Button>
      }
    >
      {/* Tells a password manager whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label={t('fields.current_password')}
        autoComplete="current-password"
        autoFocus
        {...field('current_password')}
      />
      <NewPasswordFields of={contractForm} />
    </FormFrame>
  );
}
