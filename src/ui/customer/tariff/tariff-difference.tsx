import { type ReactNode, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { TariffDifference as Difference } from '#contract/clients/tariff-difference.ts';
import type { BillingPeriod } from '#contract/entities/client.ts';
import { useFormats } from '#web/ui/customer/account/use-formats.ts';
import { failureText } from '#web/ui/customer/kit/failure-text.ts';
import { Notice } from '#web/ui/customer/kit/notice.tsx';
import { useAnswer } from '#web/ui/customer/kit/use-answer.ts';
import { useCustomer } from '#web/ui/customer/session/customer-context.ts';
import { SummaryList } from '#web/ui/customer/account/summary-list.tsx';

/** What another tariff brings, what gets lost, and what would exceed its limits. */
export function TariffDifference({
  a,
  b,
  billingPeriod,
}: {
  /** The present tariff. */
  a: string;
  b: string;
  billingPeriod: BillingPeriod;
}) {
  const { client } = useCustomer();
  const ask = useCallback(
    async (signal: AbortSignal): Promise<Difference> => {
      const query = new URLSearchParams({ a, b });
      return (await client.call('tariffDifference', { query, signal })).data;
    },
    [client, a, b],
  );
  const { data, failure } = useAnswer(ask);
  if (failure !== null) return <Notice kind="danger">{failureText(failure)}</Notice>;
  return data && <Differing {...data} billingPeriod={billingPeriod} />;
}

function Differing({
  a,
  b,
  only_a: lost,
  only_b: gained,
  limits,
  exceeds = [],
  billingPeriod,
}: Difference & { billingPeriod: BillingPeriod }) {
  const { t } = useTranslation();
  const { money, measure, day } = useFormats();
  const field = billingPeriod === 'year' ? 'price_year' : 'price_month';
  const priceText = (price: number) =>
    price === 0
      ? t('account.subscription.free')
      : t(`account.price.${billingPeriod}`, { price: money(price) });
  const prices = [a, b].map((one) => priceText(one[field]));
  const later = b.coming && b.coming[field] !== b[field] ? b.coming : null;
  const limitText = (limit: number | null, unit: (typeof limits)[number]['unit']) =>
    limit === null ? t('account.difference.unlimited') : measure(limit, unit);
  const rows: [string, ReactNode][] = [
    [t('account.difference.price'), t('account.difference.change', { from: prices[0], to: prices[1] })],
    [
      t('account.difference.later'),
      later &&
        t('account.difference.laterPrice', {
          date: day(later.from),
          price: priceText(later[field]),
        }),
    ],
    ...limits.map(({ name, unit, a: from, b: to }): [string, ReactNode] => [
      name,
      t('account.difference.change', { from: limitText(from, unit), to: limitText(to, unit) }),
    ]),
    [t('account.difference.gained'), namesOf(gained)],
    [t('account.difference.lost'), namesOf(lost)],
  ];
  return (
    <section className="tariff-difference" aria-label={t('account.difference.title')}>
      <h3>{t('account.difference.title')}</h3>
      <SummaryList rows={rows} />
      {exceeds.length > 0 && (
        <Notice kind="danger">
          <p>{t('account.difference.exceeds')}</p>
          <ul>
            {exceeds.map(({ metric, name, unit, used, limit }) => (
              <li key={metric}>
                {t('account.difference.over', {
                  name,
                  used: measure(used, unit),
                  limit: measure(limit ?? 0, unit),
                })}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </section>
  );
}

function namesOf(features: readonly { name: string }[]): string {
  return features.map(({ name }) => name).join(', ');
}
