import { useState } from 'react';
import type { FieldValues, Path } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { ContractForm } from './contract-form.ts';
import { Eye, PasswordField } from './password-field.tsx';
import type { Verdict } from './password-judge.ts';
import { PasswordRules } from './password-rules.tsx';

/** The errors of a password that meets the other rules: the server's own, and what it said before. */
const refusedAsEasy: readonly string[] = [
  'server',
  'validation.passwordCommon',
  'validation.passwordOwnName',
] satisfies ('server' | NonNullable<Verdict>)[];

type Values = FieldValues & { password: string; password_confirmation: string };

/** A new password with its rules below it, and its repetition; shown both or none. */
export function NewPasswordFields<Form extends Values, Input>({
  of: { form, fault, field, recheck, judge },
  label,
}: {
  of: ContractForm<Form, Input>;
  /** "New password" unless it is the first one. */
  label?: string;
}) {
  const { t } = useTranslation();
  const [password, again] = ['password' as Path<Form>, 'password_confirmation' as Path<Form>];
  const [shown, setShown] = useState(false);
  const [left, setLeft] = useState<string | null>(null);
  const typed = form.watch(password);
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
        {...form.register(password, {
          ...recheck(again),
          onBlur: () => setLeft(typed),
        })}
      />
      <PasswordRules
        id="password-rules"
        typed={typed}
        left={left}
        isRefused={refusedAsEasy.includes(form.getFieldState(password, form.formState).error?.type ?? '')}
        ask={async () => judge?.ask(form.getValues())}
        onVerdict={() => {
          // Once the form was sent, its errors are told as they come and go.
          if (form.formState.isSubmitted) void form.trigger(password);
        }}
      />
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
