import type { FieldValues, Path } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { isCodeDoubtful } from '#contract/contact/code-check.ts';
import type { ClientType } from '#contract/contact/registration.ts';
import { variants } from '#contract/kernel/variants.ts';
import { useCustomer } from '#web/ui/customer/session/customer-context.ts';
import { identDigitsOf } from '#web/ui/shared/contact-rules.ts';
import type { ContractForm } from './contract-form.ts';
import { TextField } from './field.tsx';

/** The number of a person or company; warns of a check digit that is wrong. */
export function IdentField<Values extends FieldValues & { type: ClientType; ident: string }, Input>({
  of: { form, field },
  label,
  hint,
  country,
}: {
  of: ContractForm<Values, Input>;
  label: string;
  hint?: string;
  /** The country of the phone, where the form has one: another one has codes of its own. */
  country?: string;
}) {
  const { t } = useTranslation();
  const { variant } = useCustomer().config;
  const [type, ident] = form.watch(['type' as Path<Values>, 'ident' as Path<Values>]);
  // Whoever has another code gives digits that every country knows. A Ukrainian seller's papers take its own codes alone.
  const isForeign = variant === 'lt' && country !== undefined && country !== variants[variant].country;
  const isDoubtful = !isForeign && isCodeDoubtful(variant, type, identDigitsOf(ident));
  return (
    <TextField
      label={label}
      hint={isForeign ? t('registration.identHint.foreign') : hint}
      doubt={isDoubtful ? t('doubts.code') : undefined}
      inputMode="numeric"
      autoComplete="off"
      {...field('ident' as Path<Values>)}
    />
  );
}
