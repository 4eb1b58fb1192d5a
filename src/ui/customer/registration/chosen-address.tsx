import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CabinetAddress } from '#contract/cabinets/cabinet-address.ts';
import { withSchemas } from '#web/providers/schemas.ts';
import { useContractForm } from '#web/ui/customer/form/contract-form.ts';
import { TextField } from '#web/ui/customer/form/field.tsx';
import { FormFrame } from '#web/ui/customer/form/form-frame.tsx';
import { SentTo } from '#web/ui/customer/form/sent-email.tsx';
import { Button } from '#web/ui/customer/kit/button.tsx';
import { useFocusBack } from '#web/ui/customer/kit/focus-back.ts';
import { useData } from '#web/ui/customer/kit/use-answer.ts';
import { useCustomer } from '#web/ui/customer/session/customer-context.ts';

const inputSchema = () =>
  withSchemas(() => import('#contract/cabinets/cabinet-address.ts')).then((m) => m.cabinetAddressInput);

/** The address that the cabinet will have, and another one for who wants it; nobody has to choose. */
export function ChosenAddress() {
  const { t } = useTranslation();
  const { data, replace } = useData('cabinetAddress');
  const [isOpen, setOpen] = useState(false);
  const opener = useFocusBack(isOpen);
  if (!data) return null;
  if (isOpen) {
    return (
      <AddressForm
        address={data}
        onChosen={(chosen) => {
          replace(chosen);
          setOpen(false);
        }}
        onCancel={() => setOpen(false)}
      />
    );
  }
  const address = `${data.label}.${data.domain}`;
  return (
    <p className="links muted">
      <SentTo text={t('confirmation.address.will', { address })} email={address} />{' '}
      <button type="button" className="link" ref={opener} onClick={() => setOpen(true)}>
        {t('confirmation.address.change')}
      </button>
    </p>
  );
}

function AddressForm({
  address,
  onChosen,
  onCancel,
}: {
  address: CabinetAddress;
  onChosen: (chosen: CabinetAddress) => void;
  onCancel: () => void;
}) {
  const { t } = useTranslation();
  const { client } = useCustomer();
  const contractForm = useContractForm({
    schema: inputSchema,
    defaultValues: { label: address.label },
    fields: ['label'],
    async send(body) {
      onChosen((await client.call('chooseCabinetAddress', { body })).data);
    },
  });
  const { form, field } = contractForm;
  useEffect(() => form.setFocus('label', { shouldSelect: true }), [form]);
  const typed = form.watch('label').trim().toLowerCase();
  const label = t('confirmation.address.label');
  return (
    <FormFrame
      of={contractForm}
      submitLabel={t('confirmation.address.save')}
      labels={{ label }}
      beside={
        <Button look="text" onClick={onCancel}>
          {t('actions.cancel')}
        </Button>
      }
    >
      <TextField
        label={label}
        hint={t('confirmation.address.hint', { address: `${typed || '…'}.${address.domain}` })}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        {...field('label')}
      />
    </FormFrame>
  );
}
