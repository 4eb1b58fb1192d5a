import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PromoCodeOffer } from '#contract/entities/promo-code.ts';
import { HttpError } from '#web/providers/http-client.ts';
import { controlProps, Field } from '#web/ui/customer/form/field.tsx';
import { Button } from '#web/ui/customer/kit/button.tsx';
import { failureText } from '#web/ui/customer/kit/failure-text.ts';
import { useFocusBack } from '#web/ui/customer/kit/focus-back.ts';
import { Notice } from '#web/ui/customer/kit/notice.tsx';
import { newIdempotencyKey } from '#web/ui/shared/idempotency-key.ts';
import { useCustomer } from '#web/ui/customer/session/customer-context.ts';
import { useAccount } from '#web/ui/customer/account/account-context.ts';
import { redeemedText } from './discount-text.ts';
import { useFormats } from '#web/ui/customer/account/use-formats.ts';

/** A promo code in the account: typed, redeemed, and said what it gave. */
export function RedeemCode() {
  const { t } = useTranslation();
  const { again } = useAccount();
  const { money } = useFormats();
  const [isOpen, setOpen] = useState(false);
  const [given, setGiven] = useState<PromoCodeOffer | null>(null);
  const opener = useFocusBack(isOpen);
  return (
    <section className="part promo" aria-labelledby="promo-title">
      <h2 id="promo-title">{t('fields.promo_code')}</h2>
      {given && (
        <Notice kind="success">
          {given.code}: {redeemedText(given.effect, { t, money })}
        </Notice>
      )}
      {isOpen ? (
        <CodeForm
          onGiven={(offer) => {
            setGiven(offer);
            setOpen(false);
            again();
          }}
          onCancel={() => setOpen(false)}
        />
      ) : (
        <Button
          look="secondary"
          ref={opener}
          onClick={() => {
            setGiven(null);
            setOpen(true);
          }}
        >
          {t('account.promo.open')}
        </Button>
      )}
    </section>
  );
}

function CodeForm({ onGiven, onCancel }: { onGiven: (offer: PromoCodeOffer) => void; onCancel: () => void }) {
  const { t } = useTranslation();
  const [code, setCode] = useState('');
  const [isMissing, setMissing] = useState(false);
  const control = useRef<HTMLInputElement>(null);
  const { redeem, busy, refusal, forget } = useRedeeming(onGiven);
  const refused = refusal instanceof HttpError ? refusal.fields['promo_code']?.[0] : undefined;
  const own = isMissing ? t('required.promo_code') : refused;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const typed = code.trim();
        setMissing(typed === '');
        if (typed === '') control.current?.focus();
        else void redeem(typed);
      }}
    >
      <Field name="promo_code" label={t('fields.promo_code')} fault={own}>
        <input
          ref={control}
          className="control"
          autoComplete="off"
          autoCapitalize="characters"
          autoFocus
          maxLength={50}
          value={code}
          onChange={({ target }) => {
            setCode(target.value);
            setMissing(false);
            forget();
          }}
          {...controlProps('promo_code', own)}
        />
      </Field>
      {refusal !== null && own === undefined && <Notice kind="danger">{failureText(refusal)}</Notice>}
      <p className="unseen" role="status">
        {own}
      </p>
      <div className="actions">
        <Button type="submit" busy={busy}>
          {t('account.promo.redeem')}
        </Button>
        <Button look="text" onClick={onCancel}>
          {t('actions.cancel')}
        </Button>
      </div>
    </form>
  );
}

/** Sends a code. A repeat after a lost answer redeems nothing twice. */
function useRedeeming(onGiven: (offer: PromoCodeOffer) => void) {
  const { client } = useCustomer();
  const [busy, setBusy] = useState(false);
  const [key, setKey] = useState(newIdempotencyKey);
  const { language } = useTranslation().i18n;
  // A refusal is in the language in which it was asked.
  const [refused, setRefused] = useState<{ why: unknown; language: string } | null>(null);

  async function redeem(promo_code: string): Promise<void> {
    if (busy) return;
    setBusy(true);
    setRefused(null);
    try {
      const headers = { 'Idempotency-Key': key };
      const { data } = await client.call('redeemPromoCode', { body: { promo_code }, headers });
      onGiven(data);
    } catch (error) {
      setRefused({ why: error, language });
      setBusy(false);
    }
  }

  return {
    redeem,
    busy,
    refusal: refused?.language === language ? refused.why : null,
    /** Another code is another request. */
    forget: () => {
      setRefused(null);
      setKey(newIdempotencyKey());
    },
  };
}
