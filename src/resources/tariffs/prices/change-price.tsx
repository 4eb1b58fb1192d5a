import { useInvalidate } from '@refinedev/core';
import { DatePicker, Form } from 'antd';
import dayjs from 'dayjs';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  existingPrices,
  type PricePreview,
  pricePreviewInput,
  type PricePreviewInput,
  type Tariff,
} from '#contract/entities/tariff.ts';
import { tariffApi } from '#contract/routes/tariff.ts';
import { currentLocale, errorText } from '#web/providers/i18n.ts';
import { GuardedButton } from '#web/ui/admin/actions/guarded-button.tsx';
import { useRowAction } from '#web/ui/admin/actions/use-row-action.tsx';
import { type Draft, inputOf } from '#web/ui/admin/form/draft/form-draft.ts';
import { FormDialog } from '#web/ui/admin/form/form-dialog.tsx';
import { DescriptionList } from '#web/ui/admin/kit/description-list.tsx';
import { useAdmin, useFormats, useHolds } from '#web/ui/admin/resource/admin-context.ts';
import type { ControlProps, FormField } from '#web/ui/admin/resource/define-resource.ts';
import { useRowWrites } from '#web/ui/admin/resource/row-writes.ts';
import { dayFormats } from '#web/ui/shared/day-format.ts';
import { dayIn, noonOf } from '#web/ui/shared/zoned-day.ts';
import { useUndoOfPrice } from './withdraw-price.tsx';
import { yearRemark } from './year-remark.ts';
import './change-price.css';

type PricePair = Pick<Tariff, 'price_month' | 'price_year'>;

/** The button beside a tariff's price that sets another one, from today or a later day. */
export function ChangePrice({ row: tariff }: { row: Tariff }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const { run } = useRowAction('tariffs', tariff.id);
  const undoOfPrice = useUndoOfPrice(tariff.id);
  const outcome = useOutcome();
  if (!useHolds()(tariffApi.changeTariff)) return null;
  const onSaved = async (input: PricePreviewInput, preview: PricePreview) => {
    setOpen(false);
    // It has been saved: that it can't be taken back by this button is no failure.
    const undo = await undoOfPrice(input).catch(() => undefined);
    await run({ send: () => Promise.resolve(), done: outcome(tariff, input, preview), undo });
  };
  return (
    <div className="panel-actions">
      <GuardedButton needs={tariffApi.changeTariff} onClick={() => setOpen(true)}>
        {t('tariffs.price.go')}
      </GuardedButton>
      {isOpen && <PriceDialog tariff={tariff} onSaved={onSaved} onClose={() => setOpen(false)} />}
    </div>
  );
}

/** What a saved price means: from when it holds, and who is told. */
function useOutcome(): (tariff: Tariff, input: PricePreviewInput, preview: PricePreview) => string {
  const { t } = useTranslation();
  const { day, number } = useFormats();
  const { timeZone } = useAdmin().config;
  return ({ clients_count }, { from, existing }, { mails }) => {
    const begins = day(noonOf(from ?? dayIn(timeZone, new Date())));
    const saved = t('tariffs.price.done', { day: begins });
    if (clients_count === 0) return saved;
    if (existing === 'keep') return `${saved} ${t('tariffs.prices.presentKeep')}`;
    if (mails === 0) return `${saved} ${t('tariffs.price.nobody')}`;
    return `${saved} ${t('tariffs.price.told', { count: mails, shown: number(mails) })}`;
  };
}

function PriceDialog({
  tariff,
  onSaved,
  onClose,
}: {
  tariff: Tariff;
  onSaved: (input: PricePreviewInput, preview: PricePreview) => Promise<void>;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { http, config } = useAdmin();
  const { timeZone } = config;
  const invalidate = useInvalidate();
  const { update } = useRowWrites('tariffs');
  const [today] = useState(() => dayIn(timeZone, new Date()));
  const [form] = Form.useForm<Draft>();
  const fields = useMemo(() => fieldsFor(tariff, today), [tariff, today]);
  // People are told of another price before it holds; where nobody is, it may hold at once.
  const [from] = useState(() => (tariff.clients_count === 0 ? today : monthAfter(today)));
  const typed: Draft | undefined = Form.useWatch((values) => values, form);
  const read = pricePreviewInput.safeParse(tidy(inputOf(fields, typed ?? {})));
  const isSame = read.success && isSamePair(read.data, tariff);
  const { id, name, updated_at } = tariff;

  async function send(input: PricePreviewInput): Promise<void> {
    const { existing, ...others } = input;
    const preview = await http.call(tariffApi.previewPrice, { params: { id }, body: input });
    try {
      await update(id, { ...others, ...(existing !== 'change' && { existing }), updated_at });
    } catch (error) {
      // A colleague's change is shown behind the dialog, and what it begins with is that one from now on.
      await invalidate({ resource: 'tariffs', id, invalidates: ['detail'] });
      throw error;
    }
    await onSaved(input, preview.data);
  }

  return (
    <FormDialog
      title={t('tariffs.price.title', { name })}
      okText={t('tariffs.price.save')}
      name="tariffs"
      form={form}
      fields={fields}
      schema={pricePreviewInput}
      initial={{ ...tariff, existing: 'change', from }}
      tidy={tidy}
      send={send}
      isNothing={isSame}
      onClose={onClose}
    >
      {read.success && !isSame && (
        <>
          <Prices before={tariff} after={read.data} />
          {tariff.clients_count > 0 && <Meaning before={tariff} input={read.data} />}
        </>
      )}
    </FormDialog>
  );
}

function fieldsFor({ clients_count }: Tariff, today: string): FormField[] {
  const group = 'price';
  return [
    { name: 'price_month', as: 'priceMonth', group, kind: 'money' },
    { name: 'price_year', as: 'priceYear', group, kind: 'money' },
    {
      name: 'from',
      label: 'tariffs.price.from',
      group,
      kind: 'control',
      control: PriceDay,
      half: true,
      // Today is at once, which is no day to wait for.
      sent: (day) => (day === today ? undefined : day),
    },
    // Without clients it means nothing to anybody.
    ...(clients_count === 0
      ? []
      : [
          {
            name: 'existing',
            label: 'tariffs.price.present',
            group,
            kind: 'enum',
            values: existingPrices.toReversed(),
            half: true,
          } as const,
        ]),
  ];
}

/** The first day of the month after this day. */
function monthAfter(day: string): string {
  return dayjs(day).add(1, 'month').startOf('month').format('YYYY-MM-DD');
}

function tidy(input: Record<string, unknown>): Record<string, unknown> {
  return { existing: 'change', ...input };
}

function isSamePair(one: PricePair, other: PricePair): boolean {
  return one.price_month === other.price_month && one.price_year === other.price_year;
}

/** As far ahead as the server takes a price. */
const mostMonthsAhead = 24;

/** The first day of a price, as a day of the installation's zone. */
function PriceDay({ id, value, onChange }: ControlProps) {
  const { timeZone } = useAdmin().config;
  const [today] = useState(() => dayjs(dayIn(timeZone, new Date())));
  return (
    <DatePicker
      {...(id !== undefined && { id })}
      format={dayFormats(currentLocale())}
      className="whole-width"
      allowClear={false}
      value={typeof value === 'string' ? dayjs(value) : today}
      minDate={today}
      maxDate={today.add(mostMonthsAhead, 'month')}
      onChange={(day) => onChange?.(day?.format('YYYY-MM-DD'))}
    />
  );
}

/** The price that is replaced and the new one, and whether a year still fits its months. */
function Prices({ before, after }: { before: PricePair; after: PricePair }) {
  const { t } = useTranslation();
  const { money, number } = useFormats();
  const signed = useSignedMoney();
  const remark = yearRemark(before, after);
  return (
    <>
      <table className="price-change">
        <thead>
          <tr>
            <td />
            {(['now', 'then', 'change'] as const).map((column) => (
              <th key={column} scope="col">
                {t(`tariffs.price.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(['price_month', 'price_year'] as const).map((field) => (
            <tr key={field}>
              <th scope="row">{t(`tariffs.fields.${field}`)}</th>
              <td>{money(before[field])}</td>
              <td>
                <strong>{money(after[field])}</strong>
              </td>
              <td>{signed(after[field] - before[field])}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {remark && (
        <p className="price-notice" role="alert">
          {remark.kind === 'dearer'
            ? t('tariffs.price.dearYear', { more: money(remark.more) })
            : t('tariffs.price.otherYear', { before: number(remark.before), after: number(remark.after) })}
        </p>
      )}
    </>
  );
}

/** How long typing rests before the server is asked what a price means. */
const restMs = 250;

/** What the choice means for the clients that the tariff has. */
function Meaning({ before, input }: { before: Tariff; input: PricePreviewInput }) {
  const { t } = useTranslation();
  const { http } = useAdmin();
  const { id } = before;
  const { number, day } = useFormats();
  const money = useSignedMoney();
  const [answer, setAnswer] = useState<{ to: string; preview: PricePreview | string }>();
  const asked = JSON.stringify(input);
  useEffect(() => {
    let isOver = false;
    const body = JSON.parse(asked) as PricePreviewInput; // written above
    const timer = setTimeout(() => {
      void http
        .call(tariffApi.previewPrice, { params: { id }, body })
        .then(({ data }) => data, errorText)
        .then((preview) => !isOver && setAnswer({ to: asked, preview }));
    }, restMs);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [http, id, asked]);
  // An earlier answer would be taken for that of what is typed now.
  const preview = answer?.to === asked ? answer.preview : undefined;
  const { price_month, price_year } = input;
  if (preview === undefined) return <p className="muted">{t('tariffs.price.counting')}</p>;
  if (typeof preview === 'string') return <p role="alert">{preview}</p>;
  if (preview.clients === 0) return <p role="status">{t('tariffs.price.nobody')}</p>;
  const { clients, paying, month_difference, first_charge_at, mails } = preview;
  const made = (['month', 'year'] as const).filter((period) => paying[period].clients > 0);
  const eachPays = { month: price_month - before.price_month, year: price_year - before.price_year };
  // Discounts, or a price that some have kept.
  const isMixed = made.some(
    (period) => paying[period].difference !== paying[period].clients * eachPays[period],
  );
  return (
    <div role="status">
      <DescriptionList
        facts={[
          [t('tariffs.price.clients'), number(clients)],
          [t('tariffs.price.first'), first_charge_at && day(first_charge_at)],
          [
            t('tariffs.price.difference'),
            <>
              {money(month_difference)}
              {made.map((period) => (
                <div key={period} className="muted">
                  {t(`tariffs.price.made.${period}`, {
                    clients: number(paying[period].clients),
                    sum: money(paying[period].difference),
                  })}
                </div>
              ))}
              {isMixed && <div className="muted">{t('tariffs.price.made.mixed')}</div>}
            </>,
          ],
          [t('tariffs.price.mails'), number(mails)],
        ]}
      />
      {mails > 0 && <p className="muted">{t('tariffs.price.mailsWait')}</p>}
    </div>
  );
}

function useSignedMoney(): (minorUnits: number) => string {
  const { money } = useFormats();
  return (minorUnits) => (minorUnits > 0 ? `+${money(minorUnits)}` : money(minorUnits));
}
