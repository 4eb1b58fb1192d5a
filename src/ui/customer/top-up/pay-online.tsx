import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OwnSubscription } from '#contract/clients/subscription.ts';
import type { OnlineMethod } from '#contract/money/online-payment.ts';
import { currentLocale } from '#web/providers/i18n.ts';
import { withSchemas } from '#web/providers/schemas.ts';
import { proposedAmount } from '#contract/money/suggested-amounts.ts';
import { Suggestions } from '#web/ui/customer/top-up/suggestions.tsx';
import { useFormats } from '#web/ui/customer/account/use-formats.ts';
import { Choice } from '#web/ui/customer/form/choice.tsx';
import { useContractForm } from '#web/ui/customer/form/contract-form.ts';
import { TextField } from '#web/ui/customer/form/field.tsx';
import { FormFrame } from '#web/ui/customer/form/form-frame.tsx';
import { newIdempotencyKey } from '#web/ui/shared/idempotency-key.ts';
import { useCustomer } from '#web/ui/customer/session/customer-context.ts';
import { amountOf, typedAmount } from '#web/ui/shared/amount.ts';

/** The ways to pay, where there is a choice. */
function MethodChoice({
  methods,
  chosen,
  onChoose,
}: {
  methods: OnlineMethod[];
  chosen: OnlineMethod;
  onChoose: (id: OnlineMethod['id']) => void;
}) {
  const { t } = useTranslation();
  if (methods.length < 2) return null;
  return (
    <Choice
      legend={t('account.pay.method')}
      options={methods.map(({ id, title }) => ({ value: id, name: title, hint: [] }))}
      value={chosen.id}
      onChange={onChoose}
    />
  );
}

/** Pays at a gateway: the amount that is due stands there, so that one touch leads to its page. */
export function PayOnline({
  subscription,
  methods,
}: {
  subscription: OwnSubscription;
  methods: OnlineMethod[];
}) {
  const { t } = useTranslation();
  const { client } = useCustomer();
  const { money, sign } = useFormats();
  const proposed = proposedAmount(subscription);
  const [first] = methods;
  const sent = useRef({ key: '', body: '' });
  const [leaving, setLeaving] = useState(false);
  const contractForm = useContractForm({
    schema: () => withSchemas(async () => (await import('./pay-form.ts')).payForm),
    defaultValues: {
      pay_amount: proposed ? typedAmount(proposed, currentLocale()) : '',
      method: first?.id ?? 'test',
      save_card: false,
    },
    fields: ['pay_amount', 'method', 'save_card'],
    async send(body) {
      // The same payment, however often it is sent.
      const text = JSON.stringify(body);
      if (sent.current.body !== text) sent.current = { key: newIdempotencyKey(), body: text };
      const { data } = await client.call('startPayment', {
        body,
        headers: { 'Idempotency-Key': sent.current.key },
      });
      setLeaving(true);
      location.assign(data.redirect_url);
    },
  });
  const { form, field } = contractForm;
  const chosen = methods.find(({ id }) => id === form.watch('method'));
  const amount = amountOf(form.watch('pay_amount'));
  return (
    <section className="part" aria-labelledby="pay-title">
      <h2 id="pay-title">{t('account.pay.title')}</h2>
      <FormFrame
        of={contractForm}
        submitLabel={
          amount ? t('account.pay.submitAmount', { amount: money(amount) }) : t('account.pay.submit')
        }
        labels={{ pay_amount: t('fields.amount', { currency: sign }) }}
        isHeld={leaving}
      >
        <TextField
          label={t('fields.amount', { currency: sign })}
          inputMode="decimal"
          autoComplete="off"
          {...field('pay_amount')}
        />
        <Suggestions
          subscription={subscription}
          onChoose={(value) =>
            form.setValue('pay_amount', typedAmount(value, currentLocale()), { shouldValidate: true })
          }
        />
        {chosen && (
          <MethodChoice
            methods={methods}
            chosen={chosen}
            onChoose={(id) => {
              form.setValue('method', id);
              form.setValue('save_card', false);
            }}
          />
        )}
        {chosen?.saves_cards && (
          <label className="tick">
            <input type="checkbox" {...form.register('save_card')} />
            <span>{t('account.pay.saveCard')}</span>
          </label>
        )}
      </FormFrame>
    </section>
  );
}
