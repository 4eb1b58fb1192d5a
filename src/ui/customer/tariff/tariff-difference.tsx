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

/** How the present tariff is paid, and how the other one would be. */
interface Periods {
  a: BillingPeriod;
  b: BillingPeriod;
}

/** What another tariff brings, what gets lost, and what would exceed its limits. */
export function TariffDifference({
  of: { data, failure },
  periods,
}: {
  of: ReturnType<typeof useTariffDifference>;
  periods: Periods;
}) {
  if (failure !== null) return <Notice kind="danger">{failureText(failure)}</Notice>;
  return data && <Differing {...data} periods={periods} />;
}

/** The difference of the present tariff `a` to another one; without one nothing is asked. */
export function useTariffDifference(
  a: string,
  b: string | null,
): { data: Difference | null; failure: unknown } {
  const { client } = useCustomer();
  const ask = useCallback(
    async (signal: AbortSignal): Promise<Difference | null> => {
      if (b === null) return null;
      const query = new URLSearchParams({ a, b });
      return (await client.call('tariffDifference', { query, signal })).data;
    },
    [client, a, b],
  );
  const { data, failure } = useAnswer(ask);
  // The answer for what was chosen before is no answer.
  return { data: data?.b.id === b ? data : null, failure };
}

function Differing({
  a,
  b,
  only_a: lost,
  only_b: gained,
  limits,
  exceeds = [],
  periods,
}: Difference & { periods: Periods }) {
  const { t } = useTranslation();
  const { price: amount, measure, day } = useFormats();
  const priceText = (price: number, period: BillingPeriod) =>
    price === 0 ? t('account.subscription.free') : t(`account.price.${period}`, { price: amount(price) });
  const field = fieldOf(periods.b);
  const later = b.coming && b.coming[field] !== b[field] ? b.coming : null;
  const limitText = (limit: number | null, unit: (typeof limits)[number]['unit']) =>
    limit === null ? t('account.difference.unlimited') : measure(limit, unit);
  const rows: [string, ReactNode][] = [
    [
      t('account.difference.price'),
      t('account.difference.change', {
        from: priceText(a[fieldOf(periods.a)], periods.a),
        to: priceText(b[field], periods.b),
      }),
    ],
    [
      t('account.difference.later'),
      later &&
        t('account.difference.laterPrice', {
          date: day(later.from),
          price: priceText(later[field], periods.b),
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

function fieldOf(period: BillingPeriod): 'price_year' | 'price_month' {
  return period === 'year' ? 'price_year' : 'price_month';
}

export function namesOf(features: readonly { name: string }[]): string {
  return features.map(({ name }) => name).join(', ');
}
