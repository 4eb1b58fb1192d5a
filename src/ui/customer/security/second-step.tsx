import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CustomerLoginAnswer } from '#contract/accounts/auth.ts';
import { useContractForm } from '#web/ui/customer/form/contract-form.ts';
import { FormFrame } from '#web/ui/customer/form/form-frame.tsx';
import { Button } from '#web/ui/customer/kit/button.tsx';
import { Screen } from '#web/ui/customer/kit/screen.tsx';
import { SupportContacts } from '#web/ui/customer/kit/support-contacts.tsx';
import { useCustomer } from '#web/ui/customer/session/customer-context.ts';
import { withSchemas } from '#web/providers/schemas.ts';
import { askedFactor, SecondFactorFields, useFactorLabels } from './second-factor-fields.tsx';

const schema = () =>
  withSchemas(() => import('#contract/accounts/two-factor.ts')).then((m) => m.secondFactorInput);

/** The second factor, after the right password. Without phone and codes only support can help. */
export function SecondStep({
  challenge,
  onIn,
  onAgain,
}: {
  challenge: string;
  onIn: (answer: CustomerLoginAnswer) => Promise<void> | void;
  onAgain: () => void;
}) {
  const { t } = useTranslation();
  const { client } = useCustomer();
  const [isRecovery, setRecovery] = useState(false);
  const contractForm = useContractForm({
    schema,
    defaultValues: { code: '', recovery_code: '' },
    fields: ['code', 'recovery_code'],
    toInput: (values) => ({ ...askedFactor(values, isRecovery), challenge }),
    send: async (input) => onIn(await client.call('secondFactor', { body: input })),
  });
  return (
    <Screen title={t('secondFactor.title')} lead={t('secondFactor.lead')}>
      <FormFrame
        of={contractForm}
        submitLabel={t('login.submit')}
        labels={useFactorLabels()}
        beside={
          <Button look="text" onClick={onAgain}>
            {t('secondFactor.again')}
          </Button>
        }
      >
        <SecondFactorFields of={contractForm} isRecovery={isRecovery} onRecovery={setRecovery} autoFocus />
      </FormFrame>
      {isRecovery && <SupportContacts />}
    </Screen>
  );
}
