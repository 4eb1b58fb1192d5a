import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BillingPeriod } from '#contract/entities/client.ts';
import type {
  OwnSubscription,
  TariffChangeInput,
  TariffChangePreview,
} from '#contract/clients/subscription.ts';
import { HttpError } from '#web/providers/http-client.ts';
import { Choice } from '#web/ui/customer/form/choice.tsx';
import { Button } from '#web/ui/customer/kit/button.tsx';
import { newIdempotencyKey } from '#web/ui/shared/idempotency-key.ts';
import { failureText } from '#web/ui/customer/kit/failure-text.ts';
import { useCustomer } from '#web/ui/customer/session/customer-context.ts';
import { TariffCards, yearSavingOf } from './tariff-cards.tsx';
import { TariffDifference } from './tariff-difference.tsx';
import { SummaryList } from '#web/ui/customer/account/summary-list.tsx';
import { Notice } from '#web/ui/customer/kit/notice.tsx';
import { Link } from '#web/ui/customer/router/router.tsx';
import { useAnswer } from '#web/ui/customer/kit/use-answer.ts';
import { useFormats } from '#web/ui/customer/account/use-formats.ts';

const periods = ['month', 'year'] as const satisfies readonly BillingPeriod[];
const times = ['now', 'period_end'] as const satisfies readonly TariffChangeInput['when'][];

/** Changes tariff or billing period, and first shows what that costs. */
export function ChangeTariff({
  subscription,
  onChanged,
  onCancel,
}: {
  subscription: OwnSubscription;
  onChanged: (after: OwnSubscription, isLater: boolean) => void;
  onCancel: () => void;
}) {
  const { t } = useTranslation();
  const { chosen, choose, change, busy, failure, ...rules } = useTariffChange(subscription, onChanged);
  const { mayWait, cancelsPlan, isChange } = rules;
  const { money } = useFormats();
  const present = subscription.tariffs.find(({ id }) => id === chosen.tariff_id);
  const saving = present ? yearSavingOf(present) : 0;
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Moves the focus here from the button that opened it.
    frame.current?.querySelector<HTMLInputElement>('input:checked')?.focus({ preventScroll: true });
  }, []);
  return (
    <div className="change-tariff" ref={frame}>
      <Choice
        legend={t('account.change.period')}
        options={periods.map((period) => ({
          value: period,
          name: t(`account.period.${period}`),
          hint: [period === 'year' && saving > 0 && t('start.saving', { amount: money(saving) })],
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
      {mayWait && !cancelsPlan && (
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
      {chosen.tariff_id !== subscription.tariff.id && (
        <TariffDifference
          key={chosen.tariff_id}
          a={subscription.tariff.id}
          b={chosen.tariff_id}
          periods={{ a: subscription.billing_period, b: chosen.billing_period }}
        />
      )}
      {isChange && !cancelsPlan && <Preview key={JSON.stringify(chosen)} input={chosen} />}
      {cancelsPlan && <Notice>{t('account.change.keeps', { name: subscription.tariff.name })}</Notice>}
      {failure !== null && <ChangeRefusal failure={failure} />}
      <div className="actions">
        <Button busy={busy} disabled={!isChange} onClick={() => void change()}>
          {t(cancelsPlan ? 'account.change.keep' : 'account.change.submit')}
        </Button>
        <Button look="text" onClick={onCancel}>
          {t('actions.cancel')}
        </Button>
      </div>
    </div>
  );
}

/** What is chosen, what may be done with it, and the doing. */
function useTariffChange(
  subscription: OwnSubscription,
  onChanged: (after: OwnSubscription, isLater: boolean) => void,
) {
  const { client } = useCustomer();
  const { status, tariff, billing_period, price, next_tariff } = subscription;
  // Only a running paid period can be waited for; otherwise the new tariff begins at once.
  const mayWait = status === 'active' && price > 0;
  const [chosen, setChosen] = useState<Required<TariffChangeInput>>({
    tariff_id: next_tariff?.id ?? tariff.id,
    billing_period: next_tariff?.billing_period ?? billing_period,
    when: mayWait ? 'period_end' : 'now',
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
    setChosen({ ...chosen, ...part });
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

  return { chosen, choose, change, busy, failure, mayWait, cancelsPlan, isChange };
}

function Preview({ input }: { input: TariffChangeInput }) {
  const { t } = useTranslation();
  const { client } = useCustomer();
  const { money, day } = useFormats();
  const { tariff_id, billing_period, when } = input;
  const ask = useCallback(
    async (signal: AbortSignal): Promise<TariffChangePreview> => {
      const body = { tariff_id, billing_period, when };
      return (await client.call('previewTariff', { body, signal })).data;
    },
    [client, tariff_id, billing_period, when],
  );
  const { data, failure } = useAnswer(ask);
  if (failure !== null) return <ChangeRefusal failure={failure} />;
  const nextCharge = (preview: TariffChangePreview): [string, string | null | false][] => {
    const { next_charge: next, balance_after, trialEnds } = preview;
    if (next === null)
      return [[t('account.change.until'), trialEnds !== preview.from && trialEnds && day(trialEnds)]];
    const { date, price, discount, amount } = next;
    const missing = amount - balance_after;
    return [
      [t('account.change.next'), `${day(date)}: ${money(amount)}`],
      [
        t('account.discount.title'),
        discount > 0 && t('account.discount.priced', { price: money(price), discount: money(discount) }),
      ],
      [t('account.change.missing'), missing > 0 && money(missing)],
    ];
  };
  return (
    <div className="preview" role="status" aria-busy={data === null}>
      {data === null ? (
        <p className="muted">{t('account.change.counting')}</p>
      ) : (
        <SummaryList
          rows={[
            [t('account.change.from'), day(data.from)],
            [t('account.change.refund'), data.refund > 0 && money(data.refund)],
            [t('account.change.charge'), money(data.charge)],
            [t('account.change.balanceAfter'), money(data.balance_after)],
            ...nextCharge(data),
          ]}
        />
      )}
    </div>
  );
}

/** With too little money, offers the way to top up. */
function ChangeRefusal({ failure }: { failure: unknown }) {
  const { t } = useTranslation();
  const isPoor = failure instanceof HttpError && failure.code === 'balance_too_low';
  return (
    <Notice kind="danger">
      <p>{failureText(failure)}</p>
      {isPoor && (
        <p>
          <Link to="/account/wallet">{t('account.notice.topUp')}</Link>
        </p>
      )}
    </Notice>
  );
}
