import { useTranslation } from 'react-i18next';
import type { CustomerProfile } from '#contract/customer.ts';
import { Button } from '#web/ui/customer/button.tsx';
import { useContractForm } from '#web/ui/customer/contract-form.ts';
import { useCustomer } from '#web/ui/customer/customer-context.ts';
import { emailChangeForm } from '#web/ui/own-account/security-forms.ts';
import { TextField } from '#web/ui/customer/field.tsx';
import { useFocusBack } from '#web/ui/customer/focus-back.ts';
import { FormFrame } from '#web/ui/customer/form-frame.tsx';
import { Notice } from '#web/ui/customer/notice.tsx';
import { PasswordField } from '#web/ui/customer/password-field.tsx';
import { takenFaults } from '#web/ui/customer/taken-faults.ts';

/** Another e-mail: it holds once its owner has opened the letter; the present one is told. */
export function ChangeEmail({
  profile: { email, pending_email },
  onAsked,
  isOpen,
  onOpen,
}: {
  profile: CustomerProfile;
  onAsked: (profile: CustomerProfile) => void;
  isOpen: boolean;
  onOpen: (open: boolean) => void;
}) {
  const { t } = useTranslation();
  const { client } = useCustomer();
  const contractForm = useContractForm({
    schema: () => Promise.resolve(emailChangeForm),
    defaultValues: { email: '', current_password: '' },
    fields: ['email', 'current_password'],
    async send(input) {
      const { data } = await client.call('changeMe', { body: input });
      onAsked(data);
      form.reset();
      onOpen(false);
    },
    faultsOf: takenFaults,
  });
  const { form, fault } = contractForm;
  const opener = useFocusBack(isOpen);
  return (
    <>
      <p>{t('account.email.present', { email })}</p>
      {pending_email !== null && <Notice>{t('account.email.pending', { email: pending_email })}</Notice>}
      {isOpen ? (
        <FormFrame
          of={contractForm}
          submitLabel={t('account.email.submit')}
          beside={
            <Button
              look="text"
              onClick={() => {
                form.reset();
                onOpen(false);
              }}
            >
              {t('actions.cancel')}
            </Button>
          }
        >
          <TextField
            label={t('fields.newEmail')}
            hint={t('account.email.hint')}
            type="email"
            autoComplete="off"
            autoFocus
            fault={fault('email')}
            {...form.register('email')}
          />
          <PasswordField
            label={t('fields.current_password')}
            autoComplete="current-password"
            fault={fault('current_password')}
            {...form.register('current_password')}
          />
        </FormFrame>
      ) : (
        <Button look="secondary" ref={opener} onClick={() => onOpen(true)}>
          {t('account.email.change')}
        </Button>
      )}
    </>
  );
}
