import { useTranslation } from 'react-i18next';
import type { Closing } from '#contract/clients/closing.ts';
import { accountIn, closingWords } from '#contract/clients/closing-words.ts';
import { isMistypedIban } from '#contract/money/iban.ts';
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

/** Closes the account on a day ahead, or takes that back. */
export function CloseAccount(props: CloseAccountProps) {
  return props.closing.closes_at === null ? <Open {...props} /> : <IsClosing {...props} />;
}

function IsClosing({ closing, onAnswer }: CloseAccountProps) {
  const { t } = useTranslation();
  const { money } = useFormats();
  const account = accountIn(closing.reason);
  const amount = money(closing.balance);
  return (
    <>
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
      <KeepAccount onKept={onAnswer} />
    </>
  );
}

const empty: { data: Data; iban: string; reason: string; password: string } = {
  data: 'keep',
  iban: '',
  reason: '',
  password: '',
};
/** What becomes of the workspace's data. */
type Data = 'keep' | 'erase';

function Open({ closing, onAnswer, isOpen, onOpen }: CloseAccountProps) {
  const { t } = useTranslation();
  const { client } = useCustomer();
  const { day, money } = useFormats();
  const opener = useFocusBack(isOpen);
  const contractForm = useContractForm({
    schema: () => withSchemas(async () => (await import('#contract/clients/closing.ts')).closingInput),
    defaultValues: empty,
    fields: ['iban', 'reason', 'password'],
    // Colleagues read where the rest goes and why in one text.
    toInput: ({ password, data, ...words }: typeof empty) => ({
      password,
      reason: closingWords(words),
      erase: data === 'erase',
    }),
    async send(input) {
      const { data } = await client.call('closeAccount', { body: input });
      form.reset(empty);
      onOpen(false);
      onAnswer(data);
    },
  });
  const { form, field, fault } = contractForm;
  const ibanLabel = t('account.closing.iban', { amount: money(closing.balance) });
  if (!isOpen) {
    return (
      <Button look="secondary" ref={opener} onClick={() => onOpen(true)}>
        {t('account.closing.open')}
      </Button>
    );
  }
  return (
    <FormFrame
      of={contractForm}
      submitLabel={t('account.closing.submit', { date: day(closing.would_close_at) })}
      submitLook="danger"
      labels={{
        iban: ibanLabel,
        reason: t('account.closing.reason'),
        password: t('fields.current_password'),
      }}
      beside={
        <Button
          look="text"
          onClick={() => {
            form.reset(empty);
            onOpen(false);
          }}
        >
          {t('actions.cancel')}
        </Button>
      }
    >
      <p>{t('account.closing.lead', { date: day(closing.would_close_at) })}</p>
      <DataChoice of={closing} value={form.watch('data')} onChange={(data) => form.setValue('data', data)} />
      {closing.balance > 0 && (
        <TextField
          label={ibanLabel}
          hint={t('account.closing.ibanHint')}
          doubt={isMistypedIban(form.watch('iban')) ? t('form.doubtfulIban') : undefined}
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

/** Says how long it is kept and how to come back, or what is erased and what the law keeps. */
function DataChoice({
  of: { would_close_at, balance },
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
          name: t('account.closing.data.erase', { date: day(would_close_at) }),
          hint: [t('account.closing.data.eraseHint'), balance > 0 && t('account.closing.data.eraseRest')],
        },
      ]}
      value={value}
      onChange={onChange}
    />
  );
}
