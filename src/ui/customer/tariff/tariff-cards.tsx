import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OwnSubscription, TariffChoice } from '#contract/clients/subscription.ts';
import type { BillingPeriod } from '#contract/entities/client.ts';
import { useFormats } from '#web/ui/customer/account/use-formats.ts';

/** The tariffs to choose from, in the order of the public page and each with all that it says. */
export function TariffCards({
  subscription: { tariff, tariffs },
  chosen,
  period,
  onChange,
}: {
  subscription: OwnSubscription;
  chosen: string;
  period: BillingPeriod;
  onChange: (id: string) => void;
}) {
  const { t } = useTranslation();
  const group = useId();
  const limited = new Map(tariffs.flatMap(({ limits }) => limits.map(({ metric, name }) => [metric, name])));
  return (
    <fieldset className="choice">
      <legend>{t('account.change.tariff')}</legend>
      <div className="plan-cards">
        {tariffs.map((one) => (
          <TariffCard
            key={one.id}
            of={one}
            {...{ group, period, limited }}
            isPresent={one.id === tariff.id}
            isChosen={one.id === chosen}
            onChoose={() => onChange(one.id)}
          />
        ))}
      </div>
    </fieldset>
  );
}

function TariffCard({
  of: { id, name, subtitle, description, recommended, limits, features, price_month, price_year },
  group,
  period,
  limited,
  isPresent,
  isChosen,
  onChoose,
}: {
  of: TariffChoice;
  group: string;
  period: BillingPeriod;
  /** What any of the tariffs limits, by its metric. */
  limited: ReadonlyMap<string, string>;
  isPresent: boolean;
  isChosen: boolean;
  onChoose: () => void;
}) {
  const { t } = useTranslation();
  const { price: priceText, measure } = useFormats();
  const about = useId();
  const [isWide] = useState(() => innerWidth >= 960);
  const price = period === 'year' ? price_year : price_month;
  const saving = period === 'year' ? yearSavingOf({ price_month, price_year }) : 0;
  return (
    <div className="plan-card">
      <label>
        <input
          type="radio"
          name={group}
          value={id}
          checked={isChosen}
          aria-describedby={about}
          onChange={onChoose}
        />
        <bdi className="choice-name">{name}</bdi>
      </label>
      <div id={about}>
        {subtitle !== '' && <p className="muted">{subtitle}</p>}
        <p className="plan-price">
          {price === 0
            ? t('account.subscription.free')
            : t(`account.price.${period}`, { price: priceText(price) })}
        </p>
        {saving > 0 && <p className="plan-saving">{t('start.saving', { amount: priceText(saving) })}</p>}
        {recommended && <p className="plan-recommended">{t('account.change.recommended')}</p>}
        {isPresent && <p className="choice-hint">{t('account.change.present')}</p>}
      </div>
      {/* Beside each other they are compared; below each other the chosen one says what it has. */}
      <details open={isWide || (isChosen && !isPresent)}>
        <summary>{t('account.change.includes')}</summary>
        {description !== '' && <p className="lines">{description}</p>}
        <ul>
          {[...limited].map(([metric, what]) => {
            const own = limits.find((one) => one.metric === metric);
            const limit = own ? measure(own.limit, own.unit) : t('account.change.unlimited');
            return <li key={metric}>{t('account.change.limit', { name: what, limit })}</li>;
          })}
          {features.map((feature) => (
            <li key={feature.id}>{feature.name}</li>
          ))}
        </ul>
      </details>
    </div>
  );
}

/** What a year costs less than twelve months. */
export function yearSavingOf({
  price_month,
  price_year,
}: Pick<TariffChoice, 'price_month' | 'price_year'>): number {
  return price_month * 12 - price_year;
}
