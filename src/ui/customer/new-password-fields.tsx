import type { FieldValues, Path } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { ContractForm } from '#web/ui/customer/contract-form.ts';
import { PasswordField } from '#web/ui/customer/password-field.tsx';

type Values = FieldValues & { password: string; password_confirmation: string };

/** A password to set, with its rules, and once more. */
export function NewPasswordFields<Form extends Values, Input>({
  of: { form, fault },
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
        {...form.register(password, {
          onChange: () => {
            if (form.getFieldState(again).isTouched) void form.trigger(again);
          },
        })}
      />
      <PasswordField
        label={t('fields.password_confirmation')}
        autoComplete="new-password"
        fault={fault(again)}
        {...form.register(again)}
      />
    </>
  );
}
