import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { browserOf } from '#contract/accounts/browser-name.ts';
import { useFormats } from '#web/ui/customer/account/use-formats.ts';
import { useContractForm } from '#web/ui/customer/form/contract-form.ts';
import { TextField } from '#web/ui/customer/form/field.tsx';
import { FormFrame } from '#web/ui/customer/form/form-frame.tsx';
import { PasswordField } from '#web/ui/customer/form/password-field.tsx';
import { AsyncContent } from '#web/ui/customer/kit/async-content.tsx';
import { Button } from '#web/ui/customer/kit/button.tsx';
import { failureText } from '#web/ui/customer/kit/failure-text.ts';
import { useFocusBack } from '#web/ui/customer/kit/focus-back.ts';
import { Notice } from '#web/ui/customer/kit/notice.tsx';
import type { DataAnswer } from '#web/ui/customer/kit/use-answer.ts';
import { useCustomer } from '#web/ui/customer/session/customer-context.ts';
import { withSchemas } from '#web/providers/schemas.ts';
import { canUsePasskeys, makePasskey, passkeyFailure } from '#web/ui/shared/passkey.ts';
import { askedFactor, SecondFactorFields, useFactorLabels } from './second-factor-fields.tsx';

interface PasskeysProps {
  asked: DataAnswer<'passkeys'>;
  /** Without a confirmed address nobody can be told about changes. */
  isConfirmed: boolean;
  hasSecondFactor: boolean;
  isOpen: boolean;
  onOpen: (open: boolean) => void;
}

/** One's own passkeys: where each was used last, a way to remove it, and one to add another. */
export function Passkeys({ asked, isConfirmed, hasSecondFactor, isOpen, onOpen }: PasskeysProps) {
  const { t } = useTranslation();
  const opener = useFocusBack(isOpen);
  const [outcome, setOutcome] = useState<'added' | 'removed' | { error: unknown } | null>(null);
  const canAdd = isConfirmed && canUsePasskeys();
  return (
    <AsyncContent asked={asked}>
      {(passkeys) => (
        <>
          {outcome !== null && typeof outcome !== 'object' && (
            <Notice kind="success">{t(`account.passkeys.${outcome}`)}</Notice>
          )}
          {outcome !== null && typeof outcome === 'object' && (
            <Notice kind="danger">{failureText(outcome.error)}</Notice>
          )}
          <p>{t('account.passkeys.about')}</p>
          {passkeys.length > 0 && (
            <ul className="entries" aria-labelledby="passkeys-title">
              {passkeys.map((one) => (
                <PasskeyLine
                  key={one.id}
                  passkey={one}
                  onEnd={(ended) => {
                    setOutcome(ended);
                    asked.again();
                  }}
                />
              ))}
            </ul>
          )}
          {isOpen && (
            <AddPasskey
              hasSecondFactor={hasSecondFactor}
              onCancel={() => onOpen(false)}
              onAdded={() => {
                setOutcome('added');
                onOpen(false);
                asked.again();
              }}
            />
          )}
          {!isOpen && canAdd && (
            <Button
              look="secondary"
              ref={opener}
              onClick={() => {
                setOutcome(null);
                onOpen(true);
              }}
            >
              {t('account.passkeys.add')}
            </Button>
          )}
          {!canAdd && (
            <p className="muted">
              {t(isConfirmed ? 'account.passkeys.unsupported' : 'account.twoFactor.needsConfirmed')}
            </p>
          )}
        </>
      )}
    </AsyncContent>
  );
}

interface LineProps {
  passkey: { id: string; name: string; created_at: string; last_used_at: string | null };
  onEnd: (outcome: 'removed' | { error: unknown }) => void;
}

/** One passkey; removing it is asked about first. */
function PasskeyLine({ passkey: { id, name, created_at, last_used_at }, onEnd }: LineProps) {
  const { t } = useTranslation();
  const { client } = useCustomer();
  const { moment, day } = useFormats();
  const [state, setState] = useState<'listed' | 'asking' | 'busy'>('listed');

  async function remove(): Promise<void> {
    setState('busy');
    try {
      await client.call('removePasskey', { params: { id } });
      onEnd('removed');
    } catch (error) {
      setState('listed');
      onEnd({ error });
    }
  }

  return (
    <li>
      <div>
        <strong>{name}</strong>
        <p className="muted">
          {last_used_at === null
            ? t('account.passkeys.unused', { date: day(created_at) })
            : t('account.passkeys.lastUsed', { date: moment(last_used_at) })}
        </p>
      </div>
      {state === 'listed' ? (
        <Button
          look="text"
          aria-label={t('account.passkeys.removeOf', { name })}
          onClick={() => setState('asking')}
        >
          {t('account.passkeys.remove')}
        </Button>
      ) : (
        <div className="member-acts">
          <Button
            look="secondary"
            busy={state === 'busy'}
            autoFocus
            aria-label={t('account.passkeys.removeOf', { name })}
            onClick={() => void remove()}
          >
            {t('account.passkeys.remove')}
          </Button>
          <Button look="text" onClick={() => setState('listed')}>
            {t('actions.cancel')}
          </Button>
        </div>
      )}
    </li>
  );
}

interface AddProps {
  hasSecondFactor: boolean;
  onCancel: () => void;
  onAdded: () => void;
}

/** Proves who adds it, and lets the device make it. */
function AddPasskey({ hasSecondFactor, onCancel, onAdded }: AddProps) {
  const { t } = useTranslation();
  const { client } = useCustomer();
  const [isRecovery, setRecovery] = useState(false);
  const [refusal, setRefusal] = useState<ReturnType<typeof passkeyFailure>>();
  const contractForm = useContractForm({
    schema: () => withSchemas(async () => (await import('./security-forms.ts')).passkeyForm),
    defaultValues: {
      name: browserOf(navigator.userAgent) ?? '',
      current_password: '',
      code: '',
      recovery_code: '',
    },
    fields: ['name', 'current_password', 'code', 'recovery_code'],
    asks: { name: 'passkey' },
    toInput: ({ name, current_password, ...factor }) => ({
      name,
      current_password,
      ...(hasSecondFactor && askedFactor(factor, isRecovery)),
    }),
    async send({ name, ...proof }) {
      setRefusal(undefined);
      const { data } = await client.call('beginPasskey', { body: proof });
      try {
        const answer = await makePasskey(data);
        await client.call('addPasskey', { body: { name, answer } });
      } catch (error) {
        const known = passkeyFailure(error);
        if (!known) throw error;
        setRefusal(known);
        return;
      }
      onAdded();
    },
  });
  const { field } = contractForm;
  return (
    <FormFrame
      of={contractForm}
      submitLabel={t('account.passkeys.make')}
      labels={{ ...useFactorLabels(), name: t('account.passkeys.name') }}
      beside={
        <Button look="text" onClick={onCancel}>
          {t('actions.cancel')}
        </Button>
      }
    >
      {refusal && <Notice kind="warning">{t(refusal)}</Notice>}
      <TextField
        label={t('account.passkeys.name')}
        hint={t('account.passkeys.nameHint')}
        maxLength={60}
        {...field('name')}
      />
      <PasswordField
        label={t('fields.current_password')}
        autoComplete="current-password"
        autoFocus
        {...field('current_password')}
      />
      {hasSecondFactor && (
        <SecondFactorFields of={contractForm} isRecovery={isRecovery} onRecovery={setRecovery} />
      )}
    </FormFrame>
  );
}
