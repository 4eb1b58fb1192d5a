import type { FieldValues, Path, PathValue } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/customer/kit/button.tsx';
import type { ContractForm } from './contract-form.ts';
import { TextField } from './field.tsx';
import { hasForeignMailbox, likelyEmail } from './likely-email.ts';
import { WaysIn } from './ways-in.tsx';

/**
 * A customer's new email address: questions a typing mistake in a well-known domain and letters of another keyboard,
 * and shows the ways out when there is an account with it already.
 */
export function EmailField<Values extends FieldValues & { email: string }, Input>({
  of: { form, field },
  label,
  hint,
}: {
  of: ContractForm<Values, Input>;
  label: string;
  hint?: string;
}) {
  const { t } = useTranslation();
  const name = 'email' as Path<Values>;
  const { isTouched, error } = form.getFieldState(name, form.formState);
  const typed = form.watch(name);
  const isAsked = isTouched && !error;
  const likely = isAsked ? likelyEmail(typed) : null;
  return (
    <div>
      <TextField label={label} hint={hint} type="email" autoComplete="email" {...field(name)} />
      <p className="field-help" role="status">
        {likely !== null && (
          <>
            {t('form.likelyEmail')}{' '}
            <Button
              look="text"
              onClick={() => {
                form.setValue(name, likely as PathValue<Values, Path<Values>>, { shouldValidate: true });
                form.setFocus(name);
              }}
            >
              {likely}
            </Button>
          </>
        )}
        {isAsked && likely === null && hasForeignMailbox(typed) && t('form.foreignMailbox')}
        <WaysIn error={error} />
      </p>
    </div>
  );
}
