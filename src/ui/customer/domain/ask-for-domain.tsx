import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { OwnDomain } from '#contract/cabinets/own-domain.ts';
import { withSchemas } from '#web/providers/schemas.ts';
import { useContractForm } from '#web/ui/customer/form/contract-form.ts';
import { TextField } from '#web/ui/customer/form/field.tsx';
import { FormFrame } from '#web/ui/customer/form/form-frame.tsx';
import { Button } from '#web/ui/customer/kit/button.tsx';
import { useCustomer } from '#web/ui/customer/session/customer-context.ts';

const inputSchema = () =>
  withSchemas(() => import('#contract/cabinets/own-domain.ts')).then((m) => m.ownDomainInput);

export function AskForDomain({
  onAnswer,
  onCancel,
}: {
  onAnswer: (answer: OwnDomain) => void;
  onCancel: () => void;
}) {
  const { t } = useTranslation();
  const { client } = useCustomer();
  const contractForm = useContractForm({
    schema: inputSchema,
    defaultValues: { domain: '' },
    fields: ['domain'],
    async send(body) {
      onAnswer((await client.call('askForDomain', { body })).data);
    },
  });
  const { form, field } = contractForm;
  useEffect(() => form.setFocus('domain'), [form]);
  const label = t('account.domain.label');
  return (
    <FormFrame
      of={contractForm}
      submitLabel={t('account.domain.submit')}
      labels={{ domain: label }}
      beside={
        <Button look="text" onClick={onCancel}>
          {t('actions.cancel')}
        </Button>
      }
    >
      <TextField
        label={label}
        hint={t('account.domain.hint')}
        inputMode="url"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        {...field('domain')}
      />
    </FormFrame>
  );
}
