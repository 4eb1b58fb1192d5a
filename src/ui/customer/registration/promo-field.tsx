import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { PromoCodeOffer } from '#contract/entities/promo-code.ts';
import { HttpError } from '#web/providers/http-client.ts';
import { failureText } from '#web/ui/customer/kit/failure-text.ts';
import { useCustomer } from '#web/ui/customer/session/customer-context.ts';
import { effectText } from '#web/ui/customer/promo/discount-text.ts';
import { controlProps, Field } from '#web/ui/customer/form/field.tsx';
import { useFormats } from '#web/ui/customer/account/use-formats.ts';

type Answer = { effect: PromoCodeOffer['effect'] } | { refusal: unknown };

/** A promo code; what it gives is shown as soon as the field is left. */
export function PromoField({
  field,
  fault,
  partner,
  autoFocus,
  given = '',
  onFreeDays,
}: {
  field: UseFormRegisterReturn;
  fault: string | undefined;
  /** The partner's code, if one is chosen. */
  partner: string;
  /** The customer has just opened this field. */
  autoFocus: boolean;
  /** The code of the link that the customer came by. */
  given?: string | undefined;
  /** How many days the code adds to the free period; 0 without a good one. */
  onFreeDays: (days: number) => void;
}) {
  const { t } = useTranslation();
  const { money } = useFormats();
  const { answer, ask, forget } = usePromoAnswer({ partner, given, onFreeDays });
  const own = answer && 'refusal' in answer ? refusalText(answer.refusal) : undefined;
  const shown = fault ?? own;
  return (
    <Field name="promo_code" label={t('fields.promo_code')} fault={shown}>
      <input
        className="control"
        autoComplete="off"
        autoCapitalize="characters"
        autoFocus={autoFocus}
        {...controlProps('promo_code', shown, 'promo-effect')}
        {...field}
        onChange={(event) => {
          forget();
          return field.onChange(event);
        }}
        onBlur={(event) => {
          void ask(event.target.value.trim());
          return field.onBlur(event);
        }}
      />
      <p className="promo-effect" id="promo-effect" role="status">
        {answer && 'effect' in answer && effectText(answer.effect, { t, money })}
      </p>
      <p className="unseen" role="status">
        {own}
      </p>
    </Field>
  );
}

/** What a code gives, asked when the field is left. */
function usePromoAnswer({
  partner,
  given,
  onFreeDays,
}: {
  partner: string;
  given: string;
  onFreeDays: (days: number) => void;
}) {
  const { i18n } = useTranslation();
  const { client } = useCustomer();
  const [answer, setAnswer] = useState<Answer | null>(null);
  const asked = useRef('');

  function show(shown: Answer | null) {
    setAnswer(shown);
    const effect = shown && 'effect' in shown ? shown.effect : null;
    onFreeDays(effect?.kind === 'free_days' ? effect.days : 0);
  }

  async function ask(code: string) {
    if (code === '' || code === asked.current) return;
    asked.current = code;
    try {
      const body = { promo_code: code, ...(partner !== '' && { partner }) };
      const { data } = await client.call('promoCode', { body });
      if (asked.current === code) show({ effect: data.effect });
    } catch (refusal) {
      if (asked.current === code) show({ refusal });
    }
  }

  const askGiven = useEffectEvent(() => {
    // Another partner: what was answered before is over.
    onFreeDays(0);
    void ask(given);
  });
  useEffect(() => {
    const soon = setTimeout(() => askGiven());
    return () => clearTimeout(soon);
  }, []);

  // Why it is refused is said in the language in which it was asked.
  const askAgain = useEffectEvent(() => {
    const code = asked.current;
    asked.current = '';
    void ask(code);
  });
  useEffect(() => askAgain(), [i18n.language]);

  function forget() {
    asked.current = '';
    show(null);
  }

  return { answer, ask, forget };
}

function refusalText(refusal: unknown): string {
  const own = refusal instanceof HttpError ? refusal.fields['promo_code']?.[0] : undefined;
  return own ?? failureText(refusal);
}
