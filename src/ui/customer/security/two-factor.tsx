import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TwoFactorState } from '#contract/accounts/two-factor.ts';
import { useFormats } from '#web/ui/customer/account/use-formats.ts';
import { useContractForm } from '#web/ui/customer/form/contract-form.ts';
import { FormFrame } from '#web/ui/customer/form/form-frame.tsx';
import { PasswordField } from '#web/ui/customer/form/password-field.tsx';
import { AsyncContent } from '#web/ui/customer/kit/async-content.tsx';
import { Button } from '#web/ui/customer/kit/button.tsx';
import { useFocusBack } from '#web/ui/customer/kit/focus-back.ts';
import { Notice } from '#web/ui/customer/kit/notice.tsx';
import type { DataAnswer } from '#web/ui/customer/kit/use-answer.ts';
import { useCustomer } from '#web/ui/customer/session/customer-context.ts';
import { withSchemas } from '#web/providers/schemas.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { askedFactor, SecondFactorFields, useFactorLabels } from './second-factor-fields.tsx';
import { TwoFactorSetUp } from './two-factor-set-up.tsx';

interface TwoFactorProps {
  asked: DataAnswer<'twoFactor'>;
  /** Without a confirmed address nobody can be told about changes. */
  isConfirmed: boolean;
  /** Sessions have ended. */
  onChanged: () => void;
  isOpen: boolean;
  onOpen: (open: boolean) => void;
}

type News = 'switchedOn' | 'renewed' | 'off.done';

/** One's own second factor: set up, new recovery codes, off. */
export function TwoFactor({ asked, ...props }: TwoFactorProps) {
  const { t } = useTranslation();
  const [news, setNews] = useState<News | null>(null);
  function changed(what: News): void {
    setNews(what);
    props.onOpen(false);
    asked.again();
    props.onChanged();
  }
  const parts = {
    ...props,
    onOpen: (open: boolean) => {
      setNews(null);
      props.onOpen(open);
    },
    onDone: changed,
  };
  return (
    <AsyncContent asked={asked}>
      {(state) => (
        <>
          {news && <Notice kind="success">{t(`account.twoFactor.${news}`)}</Notice>}
          {state.on_since === null ? (
            <Off {...parts} />
          ) : (
            <On state={state} since={state.on_since} {...parts} />
          )}
        </>
      )}
    </AsyncContent>
  );
}

type PartProps = Omit<TwoFactorProps, 'asked'> & { onDone: (news: News) => void };

function Off({ isConfirmed, isOpen, onOpen, onDone }: PartProps) {
  const { t } = useTranslation();
  const opener = useFocusBack(isOpen);
  if (isOpen) {
    return <TwoFactorSetUp onCancel={() => onOpen(false)} onDone={() => onDone('switchedOn')} />;
  }
  return (
    <>
      <p>{t(isConfirmed ? 'account.twoFactor.about' : 'account.twoFactor.needsConfirmed')}</p>
      {isConfirmed && (
        <Button look="secondary" ref={opener} onClick={() => onOpen(true)}>
          {t('account.twoFactor.setUp')}
        </Button>
      )}
    </>
  );
}

function On({ state, since, isOpen, onOpen, onDone }: PartProps & { state: TwoFactorState; since: string }) {
  const { t } = useTranslation();
  const { day } = useFormats();
  const [act, setAct] = useState<'renew' | 'off'>('off');
  const [codes, setCodes] = useState<string[] | null>(null);
  const opener = useFocusBack(isOpen);
  if (codes) {
    return (
      <RecoveryCodes
        codes={codes}
        onKept={() => {
          setCodes(null);
          onDone('renewed');
        }}
      />
    );
  }
  if (isOpen) {
    return (
      <ProofForm
        act={act}
        onCancel={() => onOpen(false)}
        onOff={() => onDone('off.done')}
        onCodes={setCodes}
      />
    );
  }
  const open = (what: typeof act) => () => {
    setAct(what);
    onOpen(true);
  };
  return (
    <>
      <p>{t('account.twoFactor.onSince', { date: day(since) })}</p>
      <p className="muted">{t('account.twoFactor.codesLeft', { count: state.recovery_codes_left })}</p>
      <div className="actions">
        <Button look="secondary" ref={opener} onClick={open('renew')}>
          {t('account.twoFactor.codes.renew')}
        </Button>
        <Button look="text" onClick={open('off')}>
          {t('account.twoFactor.off.go')}
        </Button>
      </div>
    </>
  );
}

interface ProofProps {
  act: 'renew' | 'off';
  onCancel: () => void;
  onOff: () => void;
  onCodes: (codes: string[]) => void;
}

/** New codes and switching off need the password and a code. */
function ProofForm({ act, onCancel, onOff, onCodes }: ProofProps) {
  const { t } = useTranslation();
  const { client } = useCustomer();
  const [isRecovery, setRecovery] = useState(false);
  const contractForm = useContractForm({
    schema: () =>
      withSchemas(async () => (await import('#contract/accounts/two-factor.ts')).twoFactorProofInput),
    defaultValues: { current_password: '', code: '', recovery_code: '' },
    fields: ['current_password', 'code', 'recovery_code'],
    toInput: (values) => askedFactor(values, isRecovery),
    async send(body) {
      if (act === 'renew') onCodes((await client.call('renewRecoveryCodes', { body })).data.recovery_codes);
      else {
        await client.call('endTwoFactor', { body });
        onOff();
      }
    },
  });
  return (
    <FormFrame
      of={contractForm}
      submitLabel={t(act === 'renew' ? 'account.twoFactor.codes.renew' : 'account.twoFactor.off.go')}
      labels={useFactorLabels()}
      beside={
        <Button look="text" onClick={onCancel}>
          {t('actions.cancel')}
        </Button>
      }
    >
      <h3>{t(act === 'renew' ? 'account.twoFactor.codes.renew' : 'account.twoFactor.off.title')}</h3>
      <p>{t(act === 'renew' ? 'account.twoFactor.codes.renewText' : 'account.twoFactor.off.text')}</p>
      <PasswordField
        label={t('fields.current_password')}
        autoComplete="current-password"
        autoFocus
        {...contractForm.field('current_password')}
      />
      <SecondFactorFields of={contractForm} isRecovery={isRecovery} onRecovery={setRecovery} />
    </FormFrame>
  );
}
