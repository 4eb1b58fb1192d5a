import { useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BillingPeriod } from '#contract/entities/client.ts';
import type {
  OwnSubscription,
  TariffChangeInput,
  TariffChangePreview,
} from '#contract/clients/subscription.ts';
import { HttpError } from '#web/providers/http-client.ts';
import { Choice } from '#web/ui/customer/form/choice.tsx';
import { Button, ButtonLink } from '#web/ui/customer/kit/button.tsx';
import { newIdempotencyKey } from '#web/ui/shared/idempotency-key.ts';
import { failureText } from '#web/ui/customer/kit/failure-text.ts';
import { useCustomer } from '#web/ui/customer/session/customer-context.ts';
import { keepChoice } from './kept-choice.ts';
import { TariffCards, yearSavingOf } from './tariff-cards.tsx';
import { TariffDifference } from './tariff-difference.tsx';
import { SummaryList } from '#web/ui/customer/account/summary-list.tsx';
import { Notice } from '#web/ui/customer/kit/notice.tsx';
import { useAnswer } from '#web/ui/customer/kit/use-answer.ts';
import { useFormats } from '#web/ui/customer/account/use-formats.ts';

const periods = ['month', 'year'] as const satisfies readonly BillingPeriod[];
const times = ['now', 'period_end'] as const satisfies readonly TariffChangeInput['when'][];

/** Changes tariff or billing period, and first shows what that costs; what is chosen stands at the bottom of the window. */
export function ChangeTariff({
  subscription,
  initial = {},
  onChanged,
}: {
  subscription: OwnSubscription;
  /** What is chosen at first, where it isn't what holds now. */
  initial?: Partial<TariffChangeInput>;
  onChanged: (after: OwnSubscription, isLater: boolean) => void;
}) {
  const { t } = useTranslation();
  const { chosen, choose, ...act } = useTariffChange(subscription, initial, onChanged);
  const { mayWait, isPresent, cancelsPlan, isChange } = act;
  const preview = usePreview(isChange && !cancelsPlan ? chosen : null);
  const { price: priceText } = useFormats();
  const tariff = subscription.tariffs.find(({ id }) => id === chosen.tariff_id);
  const saving = tariff ? yearSavingOf(tariff) : 0;
  // The refusal of the preview says the same as that of the change.
  const refusal = act.failure ?? preview.failure;
  const shortfall = refusal instanceof HttpError ? refusal.shortfall : null;
  return (
    <div className="change-tariff">
      <Choice
        legend={t('account.change.period')}
        options={periods.map((period) => ({
          value: period,
          name: t(`account.period.${period}`),
          hint: [period === 'year' && saving > 0 && t('start.saving', { amount: priceText(saving) })],
        }))}
        value={chosen.billing_period}
        onChange={(billing_period) => choose({ billing_period })}
      />
      <TariffCards
        subscription={subscription}
        chosen={chosen.tariff_id}
        period={chosen.billing_period}
        onChange={(tariff_id) => choose({ tariff_id })}
      />
      {chosen.tariff_id !== subscription.tariff.id && (
        <TariffDifference
          key={chosen.tariff_id}
          a={subscription.tariff.id}
          b={chosen.tariff_id}
          periods={{ a: subscription.billing_period, b: chosen.billing_period }}
        />
      )}
      {mayWait && !isPresent && (
        <Choice
          legend={t('account.change.when')}
          options={times.map((time) => ({
            value: time,
            name: t(`account.change.${time}`),
            hint: [t(`account.change.${time}_hint`)],
          }))}
          value={chosen.when}
          onChange={(time) => choose({ when: time })}
        />
      )}
      {shortfall ? (
        <Lacking {...shortfall} />
      ) : (
        isChange && !cancelsPlan && refusal === null && <Preview of={preview.data} />
      )}
      {cancelsPlan && <Notice>{t('account.change.keeps', { name: subscription.tariff.name })}</Notice>}
      {refusal !== null && <Notice kind="danger">{failureText(refusal)}</Notice>}
      <div className="plan-bar">
        {tariff && <PlanLine {...{ tariff, chosen, preview: preview.data }} />}
        {shortfall ? (
          <TopUpLink missing={shortfall.missing} chosen={chosen} />
        ) : (
          <Button busy={act.busy} disabled={!isChange} onClick={() => void act.change()}>
            {t(cancelsPlan ? 'account.change.keep' : 'account.change.submit')}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Leads to the payment; the choice waits meanwhile. */
function TopUpLink({ missing, chosen }: { missing: number; chosen: Required<TariffChangeInput> }) {
  const { t } = useTranslation();
  const { money } = useFormats();
  return (
    <ButtonLink to={`/account/wallet?amount=${missing}`} onClick={() => keepChoice(chosen)}>
      {t('account.change.topUp', { amount: money(missing) })}
    </ButtonLink>
  );
}

function PlanLine({
  tariff,
  chosen: { billing_period },
  preview,
}: {
  tariff: OwnSubscription['tariffs'][number];
  chosen: Required<TariffChangeInput>;
  preview: TariffChangePreview | null;
}) {
  const { t } = useTranslation();
  const { price: priceText, money, day } = useFormats();
  const price = billing_period === 'year' ? tariff.price_year : tariff.price_month;
  const words =
    price === 0
      ? t('account.subscription.free')
      : t(`account.price.${billing_period}`, { price: priceText(price) });
  return (
    <p>
      <strong>{tariff.name}</strong>{' '}
      {preview === null ? words : t('account.change.startsOn', { price: words, date: day(preview.from) })}
      {preview !== null && preview.charge > 0 && (
        <>
          <br />
          {t('account.change.charge')}: {money(preview.charge)}
        </>
      )}
    </p>
  );
}

/** What is chosen, what may be done with it, and the doing. */
function useTariffChange(
  subscription: OwnSubscription,
  initial: Partial<TariffChangeInput>,
  onChanged: (after: OwnSubscription, isLater: boolean) => void,
) {
  const { client } = useCustomer();
  const { status, tariff, tariffs, billing_period, price, next_tariff } = subscription;
  // Only a running paid period can be waited for; otherwise the new tariff begins at once.
  const mayWait = status === 'active' && price > 0;
  const [chosen, setChosen] = useState<Required<TariffChangeInput>>({
    tariff_id: next_tariff?.id ?? tariff.id,
    billing_period: next_tariff?.billing_period ?? billing_period,
    when: mayWait ? 'period_end' : 'now',
    ...(tariffs.some(({ id }) => id === initial.tariff_id) && { tariff_id: initial.tariff_id }),
    ...(initial.billing_period && { billing_period: initial.billing_period }),
    ...(mayWait && initial.when && { when: initial.when }),
  });
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const key = useRef('');
  const isPresent = chosen.tariff_id === tariff.id && chosen.billing_period === billing_period;
  const isPlanned =
    chosen.tariff_id === next_tariff?.id && chosen.billing_period === next_tariff.billing_period;
  const cancelsPlan = isPresent && next_tariff !== null;
  const isChange = cancelsPlan || (!isPresent && !(isPlanned && chosen.when === 'period_end'));

  function choose(part: Partial<TariffChangeInput>) {
    // Another tariff begins when the paid days are over, unless that is said anew.
    const isOther = part.tariff_id !== undefined || part.billing_period !== undefined;
    setChosen({ ...chosen, ...(isOther && mayWait && { when: 'period_end' }), ...part });
    setFailure(null);
    key.current = '';
  }

  async function change() {
    setBusy(true);
    setFailure(null);
    // The same key however often it is sent, so that it acts once.
    key.current ||= newIdempotencyKey();
    const when = cancelsPlan ? 'period_end' : chosen.when;
    try {
      const { data } = await client.call('changeTariff', {
        body: { ...chosen, when },
        headers: { 'Idempotency-Key': key.current },
      });
      onChanged(data, when === 'period_end');
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  }

  return { chosen, choose, change, busy, failure, mayWait, isPresent, cancelsPlan, isChange };
}

/** What a choice would do; without one nothing is asked. An answer belongs to its choice alone. */
function usePreview(input: TariffChangeInput | null): {
  data: TariffChangePreview | null;
  failure: unknown;
} {
  const { client } = useCustomer();
  const asked = input && JSON.stringify(input);
  const ask = useCallback(
    async (signal: AbortSignal) => {
      if (asked === null) return { asked, preview: null };
      const body = JSON.parse(asked) as TariffChangeInput; // written above
      try {
        return { asked, preview: (await client.call('previewTariff', { body, signal })).data };
      } catch (failure) {
        return { asked, preview: null, failure };
      }
    },
    [client, asked],
  );
  const { data } = useAnswer<{
    asked: string | null;
    preview: TariffChangePreview | null;
    failure?: unknown;
  }>(ask);
  const isPresent = data?.asked === asked;
  return { data: isPresent ? data.preview : null, failure: isPresent ? (data.failure ?? null) : null };
}

/** A change that costs nothing at once is one sentence; another one is its sums. */
function Preview({ of: data }: { of: TariffChangePreview | null }) {
  const { t } = useTranslation();
  const { money, day } = useFormats();
  const next = data?.next_charge;
  const missing = data && next ? next.amount - data.balance_after : 0;
  const discount =
    next &&
    next.discount > 0 &&
    t('account.discount.priced', { price: money(next.price), discount: money(next.discount) });
  return (
    <div className="preview" role="status" aria-busy={data === null}>
      {data === null ? (
        <p className="muted">{t('account.change.counting')}</p>
      ) : next && data.charge === 0 && data.refund === 0 ? (
        <>
          <p>
            {t(missing > 0 ? 'account.change.laterShort' : 'account.change.laterCovered', {
              date: day(next.date),
              amount: money(next.amount),
              missing: money(missing),
            })}
          </p>
          {discount && <p className="muted">{discount}</p>}
        </>
      ) : (
        <SummaryList
          rows={[
            [t('account.change.from'), day(data.from)],
            [t('account.change.refund'), data.refund > 0 && money(data.refund)],
            [t('account.change.charge'), money(data.charge)],
            [t('account.change.balanceAfter'), money(data.balance_after)],
            [
              t('account.change.until'),
              !next && data.trialEnds !== data.from && data.trialEnds && day(data.trialEnds),
            ],
            [t('account.change.next'), next && `${day(next.date)}: ${money(next.amount)}`],
            [t('account.discount.title'), discount],
            [t('account.change.missing'), missing > 0 && money(missing)],
          ]}
        />
      )}
    </div>
  );
}

/** Why the change can't be paid now: each sum, and the missing one last. */
function Lacking({ refund, price, missing }: NonNullable<HttpError['shortfall']>) {
  const { t } = useTranslation();
  const { money } = useFormats();
  return (
    <div className="preview" role="status">
      <SummaryList
        rows={[
          [t('account.change.price'), money(price)],
          [t('account.change.refund'), refund > 0 && money(refund)],
          [t('account.glance.balance'), money(price - refund - missing)],
          [t('account.change.missing'), <span className="missing">{money(missing)}</span>],
        ]}
      />
    </div>
  );
}
