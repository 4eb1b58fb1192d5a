import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OwnPerson as Person } from '#contract/accounts/own-person.ts';
import { variants } from '#contract/kernel/variants.ts';
import { withSchemas } from '#web/providers/schemas.ts';
import { FieldGroup } from '#web/ui/customer/account/field-group.tsx';
import { useContractForm } from '#web/ui/customer/form/contract-form.ts';
import { TextField } from '#web/ui/customer/form/field.tsx';
import { FormFrame } from '#web/ui/customer/form/form-frame.tsx';
import { PhoneField } from '#web/ui/customer/form/phone-field.tsx';
import { takenFaults } from '#web/ui/customer/form/taken-faults.ts';
import { AsyncContent } from '#web/ui/customer/kit/async-content.tsx';
import { Notice } from '#web/ui/customer/kit/notice.tsx';
import type { ApiAnswer } from '#web/ui/customer/kit/use-answer.ts';
import { useCustomer } from '#web/ui/customer/session/customer-context.ts';
import { phoneDigitsOf } from '#web/ui/shared/contact-rules.ts';
import { renamePerson } from '#web/ui/shared/shown-person.ts';

/**
 * The name and phone of who is signed in, beside those of the company. The owner's phone is among the company's details;
 * a sole trader's name is there too.
 */
export function OwnPerson({ asked, isOwner = false }: { asked: ApiAnswer<Person>; isOwner?: boolean }) {
  const { t } = useTranslation();
  return (
    <FieldGroup
      name="person"
      title={t(isOwner ? 'account.person.name' : 'account.person.title')}
      lead={t(isOwner ? 'account.person.ownerLead' : 'account.person.lead')}
    >
      <AsyncContent asked={asked}>
        {(person) => <PersonForm person={person} isOwner={isOwner} onSaved={asked.replace} />}
      </AsyncContent>
    </FieldGroup>
  );
}

const fields = ['name', 'country_code', 'phone'] as const;
type Values = Record<(typeof fields)[number], string>;

function PersonForm({
  person,
  isOwner,
  onSaved,
}: {
  person: Person;
  isOwner: boolean;
  onSaved: (person: Person) => void;
}) {
  const { t } = useTranslation();
  const { client, config } = useCustomer();
  const { country } = variants[config.variant];
  const [isSaved, setSaved] = useState(false);
  const contractForm = useContractForm({
    async schema() {
      const { ownPersonInput } = await withSchemas(() => import('#contract/accounts/own-person.ts'));
      return ownPersonInput(config.variant);
    },
    defaultValues: valuesOf(person, country),
    fields,
    toInput: ({ name, country_code, phone }: Values) => ({
      name,
      // Somebody who has given no number need not give one now.
      ...(!isOwner &&
        (phone !== '' || person.phone !== null) && {
          country_code,
          phone: phoneDigitsOf(country_code, phone),
        }),
      updated_at: person.updated_at,
    }),
    async send(input) {
      setSaved(false);
      const { data } = await client.call('changePerson', { body: input });
      contractForm.form.reset(valuesOf(data, country));
      renamePerson(data.name);
      onSaved(data);
      setSaved(true);
    },
    faultsOf: takenFaults,
  });
  return (
    <FormFrame of={contractForm} submitLabel={t('actions.save')} labels={{ name: t('account.person.name') }}>
      {isSaved && <Notice kind="success">{t('account.person.saved')}</Notice>}
      <TextField label={t('account.person.name')} autoComplete="name" {...contractForm.field('name')} />
      {!isOwner && <PhoneField of={contractForm} />}
    </FormFrame>
  );
}

function valuesOf({ name, lacks_name, country_code, phone }: Person, country: string): Values {
  return { name: lacks_name ? '' : name, country_code: country_code ?? country, phone: phone ?? '' };
}
