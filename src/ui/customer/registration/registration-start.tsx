import { useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useCustomer } from '#web/ui/customer/session/customer-context.ts';
import { useFormats } from '#web/ui/customer/account/use-formats.ts';
import { useAnswer } from '#web/ui/customer/kit/use-answer.ts';
import { HttpError } from '#web/providers/http-error.ts';
import type { RegistrationWish } from './registration-wish.ts';

/**
 * What one gets: tariff, price, free days with those of a promo code, that no card is needed, and who sells. `onGone`:
 * the tariff of the link is no longer sold.
 */
export function RegistrationStart({
  wish,
  isGone,
  onGone,
  promoDays,
}: {
  wish: RegistrationWish;
  isGone: boolean;
  onGone: () => void;
  promoDays: number;
}) {
  const { t } = useTranslation();
  const { price: priceText } = useFormats();
  const { data } = useStart(wish, isGone);
  const wasGone = data?.wasGone === true;
  useEffect(() => {
    if (wasGone) onGone();
  }, [wasGone, onGone]);
  const hasPartner = wish.partner !== undefined || undefined;
  if (data === null) return <aside className="start" data-partner={hasPartner} aria-busy="true" />;
  const { tariff, free_days, seller, partner } = data;
  const days = free_days + promoDays;
  const period = wish.billing_period ?? 'month';
  const price = period === 'year' ? tariff.price_year : tariff.price_month;
  const priced = price === 0 ? t('start.free') : t(`start.${period}`, { price: priceText(price) });
  const isFreeAtFirst = price > 0 && days > 0;
  return (
    <aside className="start" data-partner={hasPartner} aria-label={t('start.label')}>
      {(wasGone || isGone) && <p role="status">{t('start.gone')}</p>}
      <p className="start-plan">
        <span>
          <strong>{tariff.name}</strong>
          {tariff.recommended && <span className="badge">{t('start.recommended')}</span>}
        </span>{' '}
        <span>{isFreeAtFirst ? t('start.today', { amount: priceText(0) }) : priced}</span>
      </p>
      <p className="muted">
        {period === 'year' &&
          tariff.year_saving > 0 &&
          `${t('start.saving', { amount: priceText(tariff.year_saving) })}. `}
        {isFreeAtFirst && `${t('start.days', { count: days, price: priced })} `}
        {t('start.noCard')}
        {partner && ` ${t('start.partner', { name: partner.name })}.`}
        {seller !== '' && ` ${t('start.seller', { name: seller })}.`}{' '}
        <a href="/tariffs#plans">{t('start.others')}</a>
      </p>
    </aside>
  );
}

/** A tariff that isn't sold any more is answered with the one that one gets instead. */
function useStart({ tariff_id, link_code, partner }: RegistrationWish, isGone: boolean) {
  const { client } = useCustomer();
  const ask = useCallback(
    async (signal: AbortSignal) => {
      const read = async (wish: Record<string, string | undefined>) => {
        const known = Object.entries(wish).flatMap(([name, value]) =>
          value === undefined ? [] : [[name, value]],
        );
        const query = new URLSearchParams(known);
        return (await client.call('registrationStart', { query, signal })).data;
      };
      try {
        const chosen = isGone ? {} : { tariff_id, link_code };
        return { ...(await read({ ...chosen, partner })), wasGone: false };
      } catch (error) {
        if (!(error instanceof HttpError) || error.code !== 'validation_failed') throw error;
        return { ...(await read({ partner })), wasGone: true };
      }
    },
    [client, tariff_id, link_code, partner, isGone],
  );
  return useAnswer(ask);
}
