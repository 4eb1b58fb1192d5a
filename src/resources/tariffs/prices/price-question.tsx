import { App, DatePicker, Radio } from 'antd';
import dayjs from 'dayjs';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type ExistingPrices,
  existingPrices,
  type PricePreview,
  type Tariff,
} from '#contract/entities/tariff.ts';
import { tariffApi } from '#contract/routes/tariff.ts';
import { errorText } from '#web/providers/i18n.ts';
import type { HttpClient } from '#web/providers/http-client.ts';
import { dayIn } from '#web/ui/shared/zoned-day.ts';
import { DescriptionList } from '#web/ui/admin/kit/description-list.tsx';
import { useAdmin, useFormats } from '#web/ui/admin/resource/admin-context.ts';
import { currentLocale } from '#web/providers/i18n.ts';
import { dayFormats } from '#web/ui/shared/day-format.ts';
import { yearRemark } from './year-remark.ts';
import './price-question.css';

type PricePair = Pick<Tariff, 'price_month' | 'price_year'>;

interface PriceTerms {
  existing: ExistingPrices;
  /** A day of the installation's zone; undefined: today. */
  from?: string;
}

/**
 * Asks for whom another price is and from which day, and says who pays what from when. False: nothing is to be saved;
 * else what is sent with the price.
 */
export function useAskAboutPrice(): (
  tariff: Tariff,
  after: PricePair,
) => Promise<Partial<PriceTerms> | false> {
  const { t } = useTranslation();
  const { http } = useAdmin();
  const { modal } = App.useApp();
  return async (tariff, { price_month, price_year }) => {
    const isSame = tariff.price_month === price_month && tariff.price_year === price_year;
    // Without clients it holds at once, and means nothing to anybody.
    if (isSame || tariff.clients_count === 0) return {};
    let chosen: PriceTerms = { existing: 'change' };
    const isSaved = await modal.confirm({
      title: t('tariffs.price.title', { name: tariff.name }),
      content: (
        <PriceChoice
          http={http}
          tariff={tariff}
          prices={{ price_month, price_year }}
          onChoose={(terms) => (chosen = terms)}
        />
      ),
      okText: t('tariffs.price.save'),
      cancelText: t('actions.back'),
      width: 560,
      icon: null,
    });
    if (!isSaved) return false;
    const { existing, from } = chosen;
    return { ...(existing !== 'change' && { existing }), ...(from !== undefined && { from }) };
  };
}

function PriceChoice({
  http,
  tariff,
  prices,
  onChoose,
}: {
  http: HttpClient;
  tariff: Tariff;
  prices: PricePair;
  onChoose: (terms: PriceTerms) => void;
}) {
  const { t } = useTranslation();
  const { timeZone } = useAdmin().config;
  const [terms, setTerms] = useState<PriceTerms>({ existing: 'change' });
  const [today] = useState(() => dayIn(timeZone, new Date()));
  const choose = (next: PriceTerms) => {
    setTerms(next);
    onChoose(next);
  };
  return (
    <div className="price-choice">
      <Prices before={tariff} after={prices} />
      <p>{t('tariffs.price.new')}</p>
      <label>
        <span>{t('tariffs.price.from')}</span>
        <DatePicker
          format={dayFormats(currentLocale())}
          allowClear={false}
          value={dayjs(terms.from ?? today)}
          minDate={dayjs(today)}
          maxDate={dayjs(today).add(24, 'month')}
          onChange={(day) => {
            const name = day?.format('YYYY-MM-DD') ?? today;
            choose({ existing: terms.existing, ...(name !== today && { from: name }) });
          }}
        />
      </label>
      <fieldset>
        <legend>{t('tariffs.price.present')}</legend>
        <Radio.Group
          value={terms.existing}
          onChange={({ target }) => choose({ ...terms, existing: target.value as ExistingPrices })} // one of these values
          options={existingPrices.toReversed().map((value) => ({
            value,
            label: t(`tariffs.values.existing.${value}`),
          }))}
        />
      </fieldset>
      <Meaning http={http} before={tariff} prices={prices} terms={terms} />
    </div>
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

/** What the choice means for the clients that the tariff has. */
function Meaning({
  http,
  before,
  prices: { price_month, price_year },
  terms: { existing, from },
}: {
  http: HttpClient;
  before: Tariff;
  prices: PricePair;
  terms: PriceTerms;
}) {
  const { t } = useTranslation();
  const { id } = before;
  const { number, day } = useFormats();
  const money = useSignedMoney();
  const [preview, setPreview] = useState<PricePreview | string>();
  const asked = useRef(0);
  useEffect(() => {
    const turn = (asked.current += 1);
    const body = { price_month, price_year, existing, ...(from !== undefined && { from }) };
    http
      .call(tariffApi.previewPrice, { params: { id }, body })
      .then(({ data }) => data, errorText)
      .then((found) => turn === asked.current && setPreview(found))
      .catch(() => undefined);
  }, [http, id, price_month, price_year, existing, from]);
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
