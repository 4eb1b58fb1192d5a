import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CustomerProfile } from '#contract/clients/customer.ts';
import { Button, ButtonLink } from '#web/ui/customer/kit/button.tsx';
import { useContractForm } from '#web/ui/customer/form/contract-form.ts';
import { failureText } from '#web/ui/customer/kit/failure-text.ts';
import { useCustomer } from '#web/ui/customer/session/customer-context.ts';
import { withSchemas } from '#web/providers/schemas.ts';
import { TextField } from '#web/ui/customer/form/field.tsx';
import { useFocusBack } from '#web/ui/customer/kit/focus-back.ts';
import { FormFrame } from '#web/ui/customer/form/form-frame.tsx';
import { Notice } from '#web/ui/customer/kit/notice.tsx';
import { PasswordField } from '#web/ui/customer/form/password-field.tsx';
import { takenFaults } from '#web/ui/customer/form/taken-faults.ts';

/** Changes the email: the new one takes effect when its owner opens the email sent to it; the present one is told. */
export function ChangeEmail({
  profile: { email, pending_email, confirmed },
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
  const opener = useFocusBack(isOpen);
  const contractForm = useEmailForm((profile) => {
    onAsked(profile);
    close();
  });

  function close(): void {
    contractForm.form.reset();
    onOpen(false);
  }

  if (!confirmed) {
    return (
      <>
        <p>{t('account.email.present', { email })}</p>
        <p>{t('account.email.confirmFirst')}</p>
        <ButtonLink look="secondary" to="/confirmation-reset-lt">
          {t('account.email.toConfirmation')}
        </ButtonLink>
      </>
    );
  }
  return (
    <>
      <p>{t('account.email.present', { email })}</p>
      <WaitingEmail email={email} waiting={pending_email} onCancelled={onAsked} />
      {isOpen ? (
        <NewEmail of={contractForm} onCancel={close} />
      ) : (
        <Button look="secondary" ref={opener} onClick={() => onOpen(true)}>
          {t('account.email.change')}
        </Button>
      )}
    </>
  );
}

/** The e-mail that waits for its confirmation, and the way to take it back. */
function WaitingEmail({
  email,
  waiting,
  onCancelled,
}: {
  email: string;
  waiting: string | null;
  onCancelled: (profile: CustomerProfile) => void;
}) {
  const { t } = useTranslation();
  const { client } = useCustomer();
  const [cancelling, setCancelling] = useState<'no' | 'busy' | 'done' | { error: unknown }>('no');

  /** Sending the present email again cancels the waiting one. */
  async function cancel() {
    setCancelling('busy');
    try {
      const { data } = await client.call('changeMe', { body: { email } });
      onCancelled(data);
      setCancelling('done');
    } catch (error) {
      setCancelling({ error });
    }
  }

  return (
    <>
      {waiting !== null && (
        <Notice>
          <p>{t('account.email.pending', { email: waiting })}</p>
          <Button look="text" busy={cancelling === 'busy'} onClick={() => void cancel()}>
            {t('account.email.cancel')}
          </Button>
        </Notice>
      )}
      {cancelling === 'done' && waiting === null && (
        <Notice kind="success">{t('account.email.cancelled', { email })}</Notice>
      )}
      {typeof cancelling === 'object' && <Notice kind="danger">{failureText(cancelling.error)}</Notice>}
    </>
  );
}

function NewEmail({ of, onCancel }: { of: ReturnType<typeof useEmailForm>; onCancel: () => void }) {
  const { t } = useTranslation();
  return (
    <FormFrame
      of={of}
      submitLabel={t('account.email.submit')}
      beside={
        <Button look="text" onClick={onCancel}>
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
        {...of.field('email')}
      />
      <PasswordField
        label={t('fields.current_password')}
        autoComplete="current-password"
        {...of.field('current_password')}
      />
    </FormFrame>
  );
}

function useEmailForm(onAsked: (profile: CustomerProfile) => void) {
  const { client } = useCustomer();
  return useContractForm({
    schema: () => withSchemas(async () => (await import('./security-forms.ts')).emailChangeForm),
    defaultValues: { email: '', current_password: '' },
    fields: ['email', 'current_password'],
    async send(input) {
      const { data } = await client.call('changeMe', { body: input });
      onAsked(data);
    },
    faultsOf: takenFaults,
  });
}
