import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type AutoTopUp, type SavedCard, topUpMoments } from '#contract/money/online-payment.ts';
import { currentLocale } from '#web/providers/i18n.ts';
import { useFormats } from '#web/ui/customer/account/use-formats.ts';
import { Choice } from '#web/ui/customer/form/choice.tsx';
import { type ContractForm, useContractForm } from '#web/ui/customer/form/contract-form.ts';
import { TextField } from '#web/ui/customer/form/field.tsx';
import { FormFrame } from '#web/ui/customer/form/form-frame.tsx';
import { Notice } from '#web/ui/customer/kit/notice.tsx';
import { useCustomer } from '#web/ui/customer/session/customer-context.ts';
import { typedAmount } from '#web/ui/shared/amount.ts';
import { autoTopUpForm } from './auto-top-up-schema.ts';
import { cardName } from './card-name.ts';

/** When a saved card is charged by itself, and by how much. */
export function AutoTopUpForm({
  cards,
  present,
  onSaved,
}: {
  cards: SavedCard[];
  present: AutoTopUp;
  onSaved: (after: AutoTopUp) => void;
}) {
  const { t } = useTranslation();
  const { client } = useCustomer();
  const { sign } = useFormats();
  const [saved, setSaved] = useState(false);
  const typed = (amount: number | null) => (amount === null ? '' : typedAmount(amount, currentLocale()));
  const contractForm = useContractForm<Values, typeof autoTopUpForm>({
    schema: async () => autoTopUpForm,
    defaultValues: {
      enabled: present.enabled,
      card_id: present.card_id ?? cards[0]?.id ?? '',
      when: present.when,
      threshold: typed(present.threshold),
      how_much: present.amount === 'period' ? 'period' : 'fixed',
      fixed_amount: present.amount === 'period' ? '' : typed(present.amount),
    },
    fields: ['enabled', 'card_id', 'when', 'threshold', 'how_much', 'fixed_amount'],
    async send(body) {
      setSaved(false);
      const { data } = await client.call('changeAutoTopUp', { body });
      setSaved(true);
      onSaved(data);
    },
  });
  const { form } = contractForm;
  const amountLabel = t('fields.amount', { currency: sign });
  const thresholdLabel = t('account.autoTopUp.threshold', { currency: sign });
  return (
    <div className="form-part">
      <h3>{t('account.autoTopUp.title')}</h3>
      {saved && <Notice kind="success">{t('account.autoTopUp.saved')}</Notice>}
      <FormFrame
        of={contractForm}
        submitLabel={t('actions.save')}
        submitLook={form.formState.isDirty ? 'primary' : 'secondary'}
        labels={{ threshold: thresholdLabel, fixed_amount: amountLabel }}
      >
        <label className="tick">
          <input type="checkbox" {...form.register('enabled')} />
          <span>{t('account.autoTopUp.enabled')}</span>
        </label>
        {form.watch('enabled') && (
          <Details
            of={contractForm}
            cards={cards}
            labels={{ threshold: thresholdLabel, fixed_amount: amountLabel }}
          />
        )}
      </FormFrame>
    </div>
  );
}

interface Values {
  enabled: boolean;
  card_id: string;
  when: (typeof topUpMoments)[number];
  threshold: string;
  how_much: 'period' | 'fixed';
  fixed_amount: string;
}

/** Which card, when, and how much. */
function Details<Input>({
  of: { form, field },
  cards,
  labels,
}: {
  of: ContractForm<Values, Input>;
  cards: SavedCard[];
  labels: { threshold: string; fixed_amount: string };
}) {
  const { t } = useTranslation();
  const { when, how_much, card_id } = form.watch();
  return (
    <>
      {cards.length > 1 && (
        <Choice
          legend={t('account.autoTopUp.card')}
          options={cards.map((card) => ({ value: card.id, name: cardName(card), hint: [] }))}
          value={card_id}
          onChange={(id) => form.setValue('card_id', id)}
        />
      )}
      <Choice
        legend={t('account.autoTopUp.when')}
        options={topUpMoments.map((moment) => ({
          value: moment,
          name: t(`account.autoTopUp.${moment}`),
          hint: [],
        }))}
        value={when}
        onChange={(moment) => form.setValue('when', moment)}
      />
      {when === 'below' && (
        <TextField label={labels.threshold} inputMode="decimal" autoComplete="off" {...field('threshold')} />
      )}
      <Choice
        legend={t('account.autoTopUp.howMuch')}
        options={(['period', 'fixed'] as const).map((amount) => ({
          value: amount,
          name: t(`account.autoTopUp.${amount}`),
          hint: [],
        }))}
        value={how_much}
        onChange={(amount) => form.setValue('how_much', amount)}
      />
      {how_much === 'fixed' && (
        <TextField
          label={labels.fixed_amount}
          inputMode="decimal"
          autoComplete="off"
          {...field('fixed_amount')}
        />
      )}
    </>
  );
}
