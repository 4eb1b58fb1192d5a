import { useState } from 'react';
import type { FieldValues, Path } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { ContractForm } from './contract-form.ts';
import { Eye, PasswordField, PasswordRules } from './password-field.tsx';

type Values = FieldValues & { password: string; password_confirmation: string };

/** A new password with its rules below it, and its repetition; shown both or none. */
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
  const [shown, setShown] = useState(false);
  return (
    <>
      <PasswordField
        label={label ?? t('fields.newPassword')}
        autoComplete="new-password"
        fault={fault(password)}
        describedBy="password-rules"
        shown={shown}
        button={
          <button
            type="button"
            className="inside"
            aria-label={t(shown ? 'password.hide' : 'password.show')}
            onClick={() => setShown(!shown)}
          >
            <Eye isCrossed={shown} />
          </button>
        }
        {...form.register(password, recheck(again))}
      />
      <PasswordRules id="password-rules" typed={form.watch(password)} />
      <PasswordField
        label={t('fields.password_confirmation')}
        autoComplete="new-password"
        shown={shown}
        button={null}
        {...field(again)}
      />
    </>
  );
}
