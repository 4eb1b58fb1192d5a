import type { FieldValues, Path } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { ContractForm } from './contract-form.ts';
import { PasswordField } from './password-field.tsx';

type Values = FieldValues & { password: string; password_confirmation: string };

/** A new password with its rules, and its repetition. */
export function NewPasswordFields<Form extends Values, Input>({
  of: { form, fault, field, recheck },
  label,
}: {
  of: ContractForm<Form, Input>;
  /** "New password" unless it is the first one. */
  label?: string;
}) {
  const { t } = useTranslation();
  const [password, again] = ['password' as Path<Form>, 'password_confirmation' as Path<Form>];
  return (
    <>
      <PasswordField
        label={label ?? t('fields.newPassword')}
        autoComplete="new-password"
        fault={fault(password)}
        typed={form.watch(password)}
        {...form.register(password, recheck(again))}
      />
      <PasswordField
        label={t('fields.password_confirmation')}
        autoComplete="new-password"
        {...field(again)}
      />
    </>
  );
}
