import { useEffect, useRef, useState } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { OwnSubscription } from '#contract/clients/subscription.ts';
import type { OnlineMethod, SavedCard } from '#contract/money/online-payment.ts';
import { isUnlikely, missingOf } from '#contract/clients/suggested-amounts.ts';
import { ownTopUp } from '#contract/money/own-top-up.ts';
import { currentLocale } from '#web/providers/i18n.ts';
import { HttpError } from '#web/providers/http-client.ts';
import { withSchemas } from '#web/providers/schemas.ts';
import { useFormats } from '#web/ui/customer/account/use-formats.ts';
import { Choice } from '#web/ui/customer/form/choice.tsx';
import { useContractForm } from '#web/ui/customer/form/contract-form.ts';
import { TextField } from '#web/ui/customer/form/field.tsx';
import { FormFrame } from '#web/ui/customer/form/form-frame.tsx';
import { failureText } from '#web/ui/customer/kit/failure-text.ts';
import { Notice } from '#web/ui/customer/kit/notice.tsx';
import { Link, useNavigate } from '#web/ui/customer/router/router.tsx';
import { useCustomer } from '#web/ui/customer/session/customer-context.ts';
import { amountOf, typedAmount } from '#web/ui/shared/amount.ts';
import { newIdempotencyKey } from '#web/ui/shared/idempotency-key.ts';
import { fileNameOf, saveFile } from '#web/ui/shared/save-file.ts';
import { cardName } from './card-name.ts';
import { ByTransfer, type Transfer } from './by-transfer.tsx';
import { keepTopUp, type KeptTopUp } from './kept-top-up.ts';
import { Suggestions } from './suggestions.tsx';

/**
 * A way to pay as the form knows it: a saved card, a method of a gateway, a transfer by its code or details, or an
 * invoice that somebody else pays.
 */
type Way =
  | { value: string; name: string; hint: string; card: SavedCard }
  | { value: string; name: string; hint: string; method: OnlineMethod }
  | { value: 'transfer' | 'invoice'; name: string; hint: string };

interface Ways {
  cards: readonly SavedCard[];
  methods: readonly OnlineMethod[];
  /** How to transfer; null: nobody can. */
  transfer: Transfer | null;
}

interface AmountFormProps extends Ways {
  subscription: OwnSubscription;
  /** The amount that another page asks for, 0 for none; else what is missing. */
  asked?: number | undefined;
  /** The amount of a payment that has just failed. */
  declined?: number | undefined;
  /** What was typed for a payment that wasn't made. */
  kept?: KeptTopUp | undefined;
  /** One has just left a payment that stays open, and knows of it. */
  isLeft?: boolean | undefined;
  /** The invoice would have no address of the payer. */
  lacksAddress?: boolean | undefined;
  /** A proforma was made. */
  onIssued?: (() => void) | undefined;
}

/** A payment of the same sum that was made a moment ago, or is open; maybe in another tab. */
interface SamePayment {
  /** What the server says of it. */
  says: string;
  amount: number;
}

/**
 * One amount, and how it is paid. The amount that is due stands there, and the quickest way is chosen: a saved card is
 * charged at one touch, a method leads to its page, a transfer is scanned or written by hand, and an invoice is a file.
 * Only what the chosen way needs is shown.
 */
export function AmountForm(props: AmountFormProps) {
  const { subscription, transfer, lacksAddress } = props;
  const { t } = useTranslation();
  const { money, sign } = useFormats();
  const { ways, wayOf, contractForm, saved, forgetSaved, leaving, questioned, same, due } =
    useAmountForm(props);
  const { form, field } = contractForm;
  const chosen = wayOf(form.watch('way'));
  const typed = amountOf(form.watch('amount'));
  // Nobody is offered to pay less than nothing.
  const amount = typed !== undefined && typed > 0 ? typed : undefined;
  const payLabel = amount
    ? t('account.pay.submitAmount', { amount: money(amount) })
    : t('account.pay.submit');
  const labels = { transfer: null, invoice: t('account.topUp.submit') } as const;
  const doubtOf = (sum: number | undefined) => {
    if (sum === undefined) return undefined;
    if (isUnlikely(sum, subscription)) return t('account.topUp.unlikely');
    const lacking = missingOf(subscription) - sum;
    return lacking > 0 ? t('account.topUp.tooLittle', { amount: money(lacking) }) : undefined;
  };
  return (
    <>
      <FormFrame
        of={contractForm}
        submitLabel={chosen && isTransfer(chosen) ? labels[chosen.value] : payLabel}
        submitLook={due > 0 ? 'primary' : 'secondary'}
        isHeld={leaving}
      >
        <TextField
          label={t('fields.amount', { currency: sign })}
          inputMode="decimal"
          autoComplete="off"
          doubt={doubtOf(amount)}
          {...field('amount')}
        />
        {/* Nobody pays months ahead for an account that closes. */}
        {subscription.closes_at === null && (
          <Suggestions
            subscription={subscription}
            present={amount}
            isFolded={due > 0}
            onChoose={(value) =>
              form.setValue('amount', typedAmount(value, currentLocale()), { shouldValidate: true })
            }
          />
        )}
        {ways.length > 1 && chosen && (
          <WayChoice
            ways={ways}
            chosen={chosen}
            onChoose={(value) => {
              form.setValue('way', value);
              form.setValue('save_card', false);
              forgetSaved();
            }}
          />
        )}
        {chosen && 'method' in chosen && chosen.method.saves_cards && (
          <SaveCard field={form.register('save_card')} />
        )}
        {chosen?.value === 'invoice' && <InvoiceNote lacksAddress={lacksAddress} />}
        {amount !== undefined && <Questions amount={amount} questioned={questioned} same={same} />}
      </FormFrame>
      {chosen?.value === 'transfer' && transfer && <ByTransfer of={transfer} amount={amount ?? 0} />}
      {saved !== null && <Notice kind="success">{t('account.topUp.saved', { name: saved })}</Notice>}
    </>
  );
}

/** The form of an amount and its way, and what became of it. */
function useAmountForm({
  subscription,
  asked,
  declined,
  kept,
  isLeft,
  onIssued,
  ...offered
}: AmountFormProps) {
  const ways = useWays(offered);
  const { sign } = useFormats();
  const [saved, setSaved] = useState<string | null>(null);
  const [leaving, setLeaving] = useState(false);
  /** The unlikely amount that was sent once; sent again, it is meant. */
  const [questioned, setQuestioned] = useState<number | null>(null);
  /** A payment of the same sum that the server knows of; sent again, another one is meant. */
  const [same, setSame] = useState<SamePayment | null>(null);
  const topUp = useTopUp();
  const due = asked ?? missingOf(subscription);
  const wayOf = (value: string): Way | undefined => ways.find((one) => one.value === value) ?? ways[0];
  const amountDue = due > 0 ? typedAmount(Math.max(due, ownTopUp.min), currentLocale()) : '';
  const contractForm = useContractForm({
    schema: () => withSchemas(async () => (await import('./top-up-form.ts')).topUpForm(sign)),
    defaultValues: {
      amount: kept ? typedAmount(kept.amount, currentLocale()) : amountDue,
      way: (kept && wayOf(kept.way)?.value) ?? ways[0]?.value ?? '',
      save_card: kept?.save_card ?? false,
    },
    fields: ['amount'],
    async send({ amount, way, save_card }) {
      setSaved(null);
      const chosen = wayOf(way);
      if (!chosen || chosen.value === 'transfer') return;
      if (isUnlikely(amount, subscription) && questioned !== amount) return setQuestioned(amount);
      const unless_same =
        same?.amount === amount ? undefined : isLeft ? ('paid' as const) : ('paid_or_open' as const);
      let file: string | undefined;
      try {
        file = await topUp(chosen, { amount, save_card, unless_same });
      } catch (error) {
        if (!(error instanceof HttpError) || error.code !== 'same_payment') throw error;
        return setSame({ says: failureText(error), amount });
      }
      if ('method' in chosen) setLeaving(true);
      if (file === undefined) return;
      setSaved(file);
      onIssued?.();
    },
  });
  const { form } = contractForm;
  useEffect(() => {
    // Not over what was typed since.
    if (declined !== undefined && form.getValues('amount') === amountDue)
      form.setValue('amount', typedAmount(declined, currentLocale()));
  }, [declined, amountDue, form]);
  const forgetSaved = () => setSaved(null);
  return { ways, wayOf, contractForm, saved, forgetSaved, leaving, questioned, same, due };
}

function isTransfer(way: Way): way is Extract<Way, { value: 'transfer' | 'invoice' }> {
  return !('card' in way || 'method' in way);
}

/** What the button asks when it is pressed; pressed again, the sum is meant. */
function Questions({
  amount,
  questioned,
  same,
}: {
  amount: number;
  questioned: number | null;
  same: SamePayment | null;
}) {
  const { t } = useTranslation();
  const { money } = useFormats();
  return (
    <>
      {questioned === amount && (
        <Notice kind="warning">{t('account.topUp.question', { amount: money(amount) })}</Notice>
      )}
      {same?.amount === amount && <Notice kind="warning">{same.says}</Notice>}
    </>
  );
}

/** What an invoice is for, and what it would lack. */
function InvoiceNote({ lacksAddress }: Pick<AmountFormProps, 'lacksAddress'>) {
  const { t } = useTranslation();
  return (
    <>
      <p>{t('account.topUp.lead')}</p>
      {lacksAddress && (
        <p>
          <Link to="/account/profile">{t('account.topUp.addAddress')}</Link>
        </p>
      )}
    </>
  );
}

function SaveCard({ field }: { field: UseFormRegisterReturn }) {
  const { t } = useTranslation();
  return (
    <label className="tick">
      <input type="checkbox" {...field} />
      <span>{t('account.pay.saveCard')}</span>
    </label>
  );
}

function WayChoice({
  ways,
  chosen,
  onChoose,
}: {
  ways: readonly Way[];
  chosen: Way;
  onChoose: (value: string) => void;
}) {
  const { t } = useTranslation();
  return (
    <Choice
      legend={t('account.pay.method')}
      options={ways.map(({ value, name, hint }) => ({ value, name, hint: [hint] }))}
      value={chosen.value}
      onChange={onChoose}
    />
  );
}

/** The quickest first; each says when the money counts, what that costs and what one needs. */
function useWays({ cards, methods, transfer }: Ways): Way[] {
  const { t } = useTranslation();
  const byBank = (['transfer', 'invoice'] as const).map((value) => ({
    value,
    name: t(`account.pay.${value}`),
    hint: t(`account.pay.hints.${value}`),
  }));
  return [
    ...cards.map((card) => ({
      value: `card ${card.id}`,
      name: cardName(card),
      hint: t('account.pay.hints.savedCard'),
      card,
    })),
    ...methods.map((method) => ({
      value: `method ${method.id}`,
      name: method.title,
      hint: t(`account.pay.hints.${needFor(method)}`),
      method,
    })),
    ...(transfer ? byBank : []),
  ];
}

interface Payment {
  amount: number;
  save_card: boolean;
  /** Which payments of the same sum are to be asked about first. */
  unless_same: 'paid' | 'paid_or_open' | undefined;
}

/** What a top-up does, by its way. */
function useTopUp() {
  const { client } = useCustomer();
  const navigate = useNavigate();
  const sent = useRef({ key: '', body: '' });
  type Body = NonNullable<NonNullable<Parameters<typeof client.call<'startPayment'>>[1]>['body']>;

  async function start(body: Body) {
    // The same payment, however often it is sent.
    const text = JSON.stringify(body);
    if (sent.current.body !== text) sent.current = { key: newIdempotencyKey(), body: text };
    const { data } = await client.call('startPayment', {
      body,
      headers: { 'Idempotency-Key': sent.current.key },
    });
    return data;
  }

  /** Gives the name of the file where one was made. */
  return async function topUp(way: Way, { amount, save_card, unless_same }: Payment) {
    if ('card' in way) {
      const { id } = await start({ card_id: way.card.id, amount, ...(unless_same && { unless_same }) });
      sent.current = { key: '', body: '' };
      navigate(`/account/wallet?payment=${id}`, { replace: true });
      // What became of it is said at the top.
      scrollTo(0, 0);
      return undefined;
    }
    if ('method' in way) {
      const { id, redirect_url } = await start({
        method: way.method.id,
        amount,
        ...(save_card && { save_card }),
        ...(unless_same && { unless_same }),
      });
      keepTopUp({ id, amount, way: way.value, save_card });
      if (redirect_url !== null) location.assign(redirect_url);
      return undefined;
    }
    const response = await client.file('proforma', { body: { amount } });
    const name = fileNameOf(response) ?? 'proforma.pdf';
    saveFile(await response.blob(), name);
    return name;
  };
}

/** What one needs to pay with a gateway. */
function needFor({ id }: OnlineMethod): 'bank' | 'card' | 'test' {
  if (id === 'montonio') return 'bank';
  return id === 'test' ? 'test' : 'card';
}
