import { type RefObject, useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BillingPeriod } from '#contract/entities/client.ts';
import type {
  OwnSubscription,
  TariffChangeInput,
  TariffChangePreview,
  TariffChoice,
} from '#contract/clients/subscription.ts';
import type { TariffDifference as Difference } from '#contract/clients/tariff-difference.ts';
import { HttpError } from '#web/providers/http-client.ts';
import { Choice } from '#web/ui/customer/form/choice.tsx';
import { Button, ButtonLink } from '#web/ui/customer/kit/button.tsx';
import { newIdempotencyKey } from '#web/ui/shared/idempotency-key.ts';
import { failureText } from '#web/ui/customer/kit/failure-text.ts';
import { useCustomer } from '#web/ui/customer/session/customer-context.ts';
import { keepChoice } from './kept-choice.ts';
import { priceOf, TariffCards, yearSavingOf } from './tariff-cards.tsx';
import { namesOf, TariffDifference, useTariffDifference } from './tariff-difference.tsx';
import { SummaryList } from '#web/ui/customer/account/summary-list.tsx';
import { Notice } from '#web/ui/customer/kit/notice.tsx';
import { useAnswer } from '#web/ui/customer/kit/use-answer.ts';
import { useFormats } from '#web/ui/customer/account/use-formats.ts';

const periods = ['month', 'year'] as const satisfies readonly BillingPeriod[];
const times = ['now', 'period_end'] as const satisfies readonly TariffChangeInput['when'][];

/**
 * Changes tariff or billing period, and first shows what that means: beside the choice in a wide window, below it in a
 * narrow one, where what is chosen stands at the bottom of the window.
 */
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
  const act = useTariffChange(subscription, initial, onChanged);
  const { chosen, choose, cancelsPlan, isChange } = act;
  const preview = usePreview(isChange && !cancelsPlan ? chosen : null);
  const isOther = chosen.tariff_id !== subscription.tariff.id;
  const difference = useTariffDifference(subscription.tariff.id, isOther ? chosen.tariff_id : null);
  const { price: priceText } = useFormats();
  const tariff = subscription.tariffs.find(({ id }) => id === chosen.tariff_id);
  const saving = tariff ? yearSavingOf(tariff) : 0;
  return (
    <div className="change-tariff">
      <div>
        <Choice
          legend={t('account.change.period')}
          options={periods.map((period) => ({
            value: period,
            name: t(`account.change.by.${period}`),
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
      </div>
      {tariff && <Changes {...{ subscription, tariff, act, preview, difference }} />}
    </div>
  );
}

/** What a choice changes, and the button that does it, once its changes were in sight. */
function Changes({
  subscription,
  tariff,
  act,
  preview,
  difference,
}: {
  subscription: OwnSubscription;
  tariff: TariffChoice;
  act: ReturnType<typeof useTariffChange>;
  preview: ReturnType<typeof usePreview>;
  difference: ReturnType<typeof useTariffDifference>;
}) {
  const { t } = useTranslation();
  const { chosen, choose, mayWait, isPresent, cancelsPlan, isChange } = act;
  const { wasSeen, end, show } = useSeen(JSON.stringify(chosen));
  const changes = useRef<HTMLDivElement>(null);
  // The refusal of the preview says the same as that of the change.
  const refusal = act.failure ?? preview.failure;
  const shortfall = refusal instanceof HttpError ? refusal.shortfall : null;
  const isCounted = cancelsPlan || preview.data !== null || refusal !== null;
  const isCompared =
    chosen.tariff_id === subscription.tariff.id || difference.data !== null || difference.failure !== null;
  return (
    <div className="plan-side">
      <div className="plan-changes" ref={changes} tabIndex={-1}>
        {isPresent && !isChange && <p className="muted">{t('account.change.pick')}</p>}
        <TariffDifference
          of={difference}
          periods={{ a: subscription.billing_period, b: chosen.billing_period }}
        />
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
          isChange &&
          !cancelsPlan &&
          refusal === null && (
            <Preview of={preview.data} isFree={priceOf(tariff, chosen.billing_period) === 0} />
          )
        )}
        {cancelsPlan && <Notice>{t('account.change.keeps', { name: subscription.tariff.name })}</Notice>}
        {refusal !== null && <Notice kind="danger">{failureText(refusal)}</Notice>}
        {isChange && isCounted && isCompared && <span ref={end} />}
      </div>
      <div className="plan-bar" data-change={isChange || undefined} data-seen={wasSeen || undefined}>
        <p>
          <PlanLine {...{ tariff, chosen }} from={preview.data?.from ?? null} />
          <PlanEffect difference={difference.data} preview={preview.data} shortfall={shortfall} />
        </p>
        {shortfall ? (
          <TopUpLink missing={shortfall.missing} chosen={chosen} />
        ) : isChange && !wasSeen ? (
          <ReviewButton changes={changes} onShown={show} />
        ) : (
          <Button busy={act.busy} disabled={!isChange} onClick={() => void act.change()}>
            {t(cancelsPlan ? 'account.change.keep' : 'account.change.submit')}
          </Button>
        )}
      </div>
    </div>
  );
}

/** As high as what stands at the bottom of the window and may cover the end. */
const covered = '0px 0px -130px 0px';

/** Whether the end of what a choice changes was in sight. `show`: it is brought there. */
function useSeen(choice: string) {
  const [seen, setSeen] = useState<string | null>(null);
  const end = useCallback(
    (element: HTMLElement | null) => {
      if (element === null) return undefined;
      const observer = new IntersectionObserver(
        (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setSeen(choice),
        { rootMargin: covered },
      );
      observer.observe(element);
      return () => observer.disconnect();
    },
    [choice],
  );
  return { wasSeen: seen === choice, end, show: () => setSeen(choice) };
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

/** What is chosen, what it costs, and from when. */
function PlanLine({
  tariff,
  chosen: { billing_period },
  from,
}: {
  tariff: TariffChoice;
  chosen: Required<TariffChangeInput>;
  from: string | null;
}) {
  const { t } = useTranslation();
  const { price: priceText, day } = useFormats();
  const price = priceOf(tariff, billing_period);
  const words =
    price === 0
      ? t('account.subscription.free')
      : t(`account.price.${billing_period}`, { price: priceText(price) });
  return (
    <>
      <strong>{tariff.name}</strong>{' '}
      {from === null ? words : t('account.change.startsOn', { price: words, date: day(from) })}
    </>
  );
}

/** The same in one line where all of it is further down: what gets lost, else what is gained, and what it takes. */
function PlanEffect({
  difference,
  preview,
  shortfall,
}: {
  difference: Difference | null;
  preview: TariffChangePreview | null;
  shortfall: HttpError['shortfall'] | null;
}) {
  const { t } = useTranslation();
  const { money } = useFormats();
  const missing = shortfall?.missing ?? missingAfter(preview);
  const charge = preview?.charge ?? 0;
  const { only_a: lost = [], only_b: gained = [] } = difference ?? {};
  const parts = [
    missing > 0 && `${t('account.change.missing')}: ${money(missing)}`,
    missing === 0 && charge > 0 && `${t('account.change.charge')}: ${money(charge)}`,
    lost.length > 0 && `${t('account.difference.lost')}: ${namesOf(lost)}`,
    lost.length === 0 && gained.length > 0 && `${t('account.difference.gained')}: ${namesOf(gained)}`,
  ].filter(Boolean);
  return parts.length > 0 && <span className="plan-effect">{parts.join(' · ')}</span>;
}

/** Leads to what a choice changes. */
function ReviewButton({
  changes,
  onShown,
}: {
  changes: RefObject<HTMLDivElement | null>;
  onShown: () => void;
}) {
  const { t } = useTranslation();
  const review = () => {
    onShown();
    changes.current?.scrollIntoView();
    changes.current?.focus({ preventScroll: true });
  };
  return (
    <Button look="secondary" onClick={review}>
      {t('account.change.review')}
    </Button>
  );
}

/** What the balance will lack for the charge after a change. */
function missingAfter(preview: TariffChangePreview | null): number {
  return preview?.next_charge ? Math.max(0, preview.next_charge.amount - preview.balance_after) : 0;
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
    // Another tariff begins when the paid days are over, unless that is chosen again.
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
function Preview({ of: data, isFree }: { of: TariffChangePreview | null; isFree: boolean }) {
  const { t } = useTranslation();
  const { money, day } = useFormats();
  const next = data?.next_charge;
  const missing = missingAfter(data);
  const discount =
    next &&
    next.discount > 0 &&
    t('account.discount.priced', { price: money(next.price), discount: money(next.discount) });
  return (
    <div className="preview" role="status" aria-busy={data === null}>
      {data?.status === 'trial' && data.trialEnds && (
        <p>
          {isFree
            ? t('account.change.freeStarts')
            : t('account.change.trialStays', { date: day(data.trialEnds) })}
        </p>
      )}
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
              !next && !isFree && data.trialEnds !== data.from && data.trialEnds && day(data.trialEnds),
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
