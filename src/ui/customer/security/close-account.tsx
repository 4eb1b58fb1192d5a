import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Closing } from '#contract/clients/closing.ts';
import { accountIn, wordsOf } from '#contract/clients/closing-words.ts';
import { ClosingAsked, KeepAccount } from '#web/ui/customer/account/closing-notice.tsx';
import { useFormats } from '#web/ui/customer/account/use-formats.ts';
import { useContractForm } from '#web/ui/customer/form/contract-form.ts';
import { Choice } from '#web/ui/customer/form/choice.tsx';
import { controlProps, Field, TextField } from '#web/ui/customer/form/field.tsx';
import { FormFrame } from '#web/ui/customer/form/form-frame.tsx';
import { PasswordField } from '#web/ui/customer/form/password-field.tsx';
import { Button } from '#web/ui/customer/kit/button.tsx';
import { useFocusBack } from '#web/ui/customer/kit/focus-back.ts';
import { Notice } from '#web/ui/customer/kit/notice.tsx';
import { useCustomer } from '#web/ui/customer/session/customer-context.ts';
import { withSchemas } from '#web/providers/schemas.ts';

interface CloseAccountProps {
  closing: Closing;
  onAnswer: (closing: Closing) => void;
  isOpen: boolean;
  onOpen: (open: boolean) => void;
}

/** Closes the account on a day ahead; until then that is changed, or taken back. */
export function CloseAccount(props: CloseAccountProps) {
  const { closing, isOpen, onOpen } = props;
  const { t } = useTranslation();
  const opener = useFocusBack(isOpen);
  const isClosing = closing.closes_at !== null;
  const [isKept, setIsKept] = useState(false);
  const kept = (answer: Closing) => {
    setIsKept(true);
    props.onAnswer(answer);
  };
  return (
    <>
      {isClosing && <IsClosing closing={closing} />}
      {isKept && !isClosing && <Notice kind="success">{t('account.closing.kept')}</Notice>}
      {isOpen ? (
        <ClosingForm {...props} />
      ) : (
        <div className={isClosing ? 'actions' : undefined}>
          {isClosing && <KeepAccount onKept={kept} />}
          <Button look={isClosing ? 'text' : 'secondary'} ref={opener} onClick={() => onOpen(true)}>
            {t(isClosing ? 'account.closing.change' : 'account.closing.open')}
          </Button>
        </div>
      )}
    </>
  );
}

function IsClosing({ closing }: { closing: Closing }) {
  const { t } = useTranslation();
  const { money } = useFormats();
  const account = accountIn(closing.reason);
  const amount = money(closing.balance);
  return (
    <Notice kind="warning">
      <ClosingAsked closesAt={closing.closes_at ?? ''} erases={closing.erases} balance={closing.balance} />
      {closing.balance > 0 && (
        <p>
          {account === null
            ? t('account.closing.rest', { amount })
            : t('account.closing.restTo', { amount, account })}
        </p>
      )}
    </Notice>
  );
}

/** What becomes of the workspace's data. */
type Data = 'keep' | 'erase';

/** What was asked before, to be changed; the password each time. */
function formValuesOf({ erases, reason }: Closing) {
  const data: Data = erases ? 'erase' : 'keep';
  return { data, ...wordsOf(reason), password: '' };
}

function ClosingForm({ closing, onAnswer, onOpen }: CloseAccountProps) {
  const { t } = useTranslation();
  const { client } = useCustomer();
  const { day, money } = useFormats();
  const [before] = useState(() => formValuesOf(closing));
  const contractForm = useContractForm({
    schema: () => withSchemas(async () => (await import('#contract/clients/closing.ts')).closingForm),
    defaultValues: before,
    fields: ['iban', 'reason', 'password'],
    toInput: ({ data, ...input }: typeof before) => ({ ...input, erase: data === 'erase' }),
    async send(input) {
      const { data } = await client.call('closeAccount', { body: input });
      onOpen(false);
      onAnswer(data);
    },
  });
  const { form, field, fault } = contractForm;
  const ibanLabel = t('account.closing.iban', { amount: money(closing.balance) });
  const data = form.watch('data');
  const date = day(dayOf(closing, data));
  const close = data === 'erase' ? 'account.closing.submitErase' : 'account.closing.submit';
  return (
    <FormFrame
      of={contractForm}
      submitLabel={closing.closes_at === null ? t(close, { date }) : t('actions.save')}
      submitLook={closing.closes_at === null ? 'danger' : 'primary'}
      labels={{
        iban: ibanLabel,
        reason: t('account.closing.reason'),
        password: t('fields.current_password'),
      }}
      beside={
        <Button look="text" onClick={() => onOpen(false)}>
          {t('actions.cancel')}
        </Button>
      }
    >
      {closing.closes_at === null && <p>{t('account.closing.lead', { date })}</p>}
      <DataChoice of={closing} value={data} onChange={(value) => form.setValue('data', value)} />
      {closing.closes_at !== null && dayOf(closing, data) !== closing.closes_at && (
        <p>{t('account.closing.later', { date })}</p>
      )}
      {closing.balance > 0 && (
        <TextField
          label={ibanLabel}
          hint={t('account.closing.ibanHint')}
          autoComplete="off"
          {...field('iban')}
        />
      )}
      <Field name="reason" label={t('account.closing.reason')} fault={fault('reason')}>
        <textarea
          className="control"
          rows={3}
          {...controlProps('reason', fault('reason'))}
          {...form.register('reason')}
        />
      </Field>
      <PasswordField
        label={t('fields.current_password')}
        autoComplete="current-password"
        {...field('password')}
      />
    </FormFrame>
  );
}

/** When it closes with this choice: an erasure that wasn't asked for before has all its days. */
function dayOf({ closes_at, erases, would_close_at }: Closing, data: Data): string {
  return closes_at === null || (data === 'erase' && !erases) ? would_close_at : closes_at;
}

/** Says how long it is kept and how to come back, or what is erased and what the law keeps. */
function DataChoice({
  of: closing,
  value,
  onChange,
}: {
  of: Closing;
  value: Data;
  onChange: (data: Data) => void;
}) {
  const { t } = useTranslation();
  const { day } = useFormats();
  const { supportEmail: email } = useCustomer().config;
  const { balance } = closing;
  const back = email === null ? t('account.closing.data.back') : t('account.closing.data.backTo', { email });
  return (
    <Choice
      legend={t('account.closing.data.what')}
      options={[
        {
          value: 'keep',
          name: t('account.closing.data.keep'),
          hint: [t('account.closing.data.keepHint'), back],
        },
        {
          value: 'erase',
          name: t('account.closing.data.erase', { date: day(dayOf(closing, 'erase')) }),
          hint: [t('account.closing.data.eraseHint'), balance > 0 && t('account.closing.data.eraseRest')],
        },
      ]}
      value={value}
      onChange={onChange}
    />
  );
}
