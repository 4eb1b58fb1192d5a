import type { FieldValues, Path } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { isCodeDoubtful } from '#contract/contact/code-check.ts';
import type { ClientType } from '#contract/contact/registration.ts';
import { useCustomer } from '#web/ui/customer/session/customer-context.ts';
import { identDigitsOf } from '#web/ui/shared/contact-rules.ts';
import type { ContractForm } from './contract-form.ts';
import { TextField } from './field.tsx';

/** The number of a person or company; warns of a check digit that is wrong. */
export function IdentField<Values extends FieldValues & { type: ClientType; ident: string }, Input>({
  of: { form, field },
  label,
  hint,
}: {
  of: ContractForm<Values, Input>;
  label: string;
  hint?: string;
}) {
  const { t } = useTranslation();
  const { variant } = useCustomer().config;
  const [type, ident] = form.watch(['type' as Path<Values>, 'ident' as Path<Values>]);
  const isDoubtful = isCodeDoubtful(variant, type, identDigitsOf(ident));
  return (
    <TextField
      label={label}
      hint={hint}
      doubt={isDoubtful ? t('doubts.code') : undefined}
      inputMode="numeric"
      autoComplete="off"
      {...field('ident' as Path<Values>)}
    />
  );
}
