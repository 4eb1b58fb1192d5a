import { useTranslation } from 'react-i18next';
import type { FieldValues } from 'react-hook-form';
import type { ContractForm } from '#web/ui/customer/form/contract-form.ts';
import { TextField } from '#web/ui/customer/form/field.tsx';

export interface SecondFactorValues extends FieldValues {
  code: string;
  recovery_code: string;
}

/** Only the one that is asked for is sent. */
export function askedFactor<Values extends SecondFactorValues>(
  { code, recovery_code, ...others }: Values,
  isRecovery: boolean,
) {
  return isRecovery ? { ...others, recovery_code } : { ...others, code };
}

/** Labels for the summary of a form's errors. */
export function useFactorLabels() {
  const { t } = useTranslation();
  return { code: t('secondFactor.code'), recovery_code: t('secondFactor.recoveryCode') };
}

/** Asks for a code from the app, or for a recovery code instead. */
export function SecondFactorFields<Values extends SecondFactorValues, Input>({
  of,
  isRecovery,
  onRecovery,
  autoFocus = false,
}: {
  of: ContractForm<Values, Input>;
  isRecovery: boolean;
  onRecovery: (isRecovery: boolean) => void;
  autoFocus?: boolean;
}) {
  const { t } = useTranslation();
  // Their names are the same in every such form.
  const { field } = of as unknown as ContractForm<SecondFactorValues, Input>;
  return (
    <>
      {isRecovery ? (
        <TextField
          key="recovery_code"
          label={t('secondFactor.recoveryCode')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          {...field('recovery_code')}
        />
      ) : (
        <CodeField autoFocus={autoFocus} {...field('code')} />
      )}
      <p>
        <button type="button" className="link" onClick={() => onRecovery(!isRecovery)}>
          {t(isRecovery ? 'secondFactor.useApp' : 'secondFactor.useRecovery')}
        </button>
      </p>
    </>
  );
}

/** Six digits; a phone shows its number keys, and a browser may fill the code in. */
export function CodeField(
  input: ReturnType<ContractForm<SecondFactorValues, unknown>['field']> & { autoFocus?: boolean },
) {
  const { t } = useTranslation();
  return (
    <TextField
      key="code"
      label={t('secondFactor.code')}
      hint={t('secondFactor.codeHelp')}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={10}
      {...input}
    />
  );
}
