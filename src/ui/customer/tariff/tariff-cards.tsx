import { type ComponentProps, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { contentsOf, limitedMetrics } from '#contract/catalogue/tariff-contents.ts';
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
  const limited = limitedMetrics(tariffs);
  return (
    <fieldset className="choice">
      <legend>{t('account.change.tariff')}</legend>
      <div className="plan-cards">
        {tariffs.map((one, place) => (
          <TariffCard
            key={one.id}
            of={one}
            before={tariffs[place - 1]}
            {...{ group, period, limited }}
            present={tariffs.find(({ id }) => id === tariff.id)}
            isChosen={one.id === chosen}
            onChoose={() => onChange(one.id)}
          />
        ))}
      </div>
    </fieldset>
  );
}

function TariffCard({
  of: tariff,
  before,
  group,
  period,
  limited,
  present,
  isChosen,
  onChoose,
}: {
  of: TariffChoice;
  /** The one that holds now, if it is among them. */
  present: TariffChoice | undefined;
  /** What it has more than this one is named apart. */
  before: TariffChoice | undefined;
  group: string;
  period: BillingPeriod;
  limited: ReturnType<typeof limitedMetrics>;
  isChosen: boolean;
  onChoose: () => void;
}) {
  const { t } = useTranslation();
  const { price: priceText } = useFormats();
  const about = useId();
  const { id, name, subtitle, recommended, price_month, price_year } = tariff;
  const [isWide] = useState(() => innerWidth >= 960);
  const price = priceOf(tariff, period);
  const isPresent = present?.id === id;
  const more = present ? price - priceOf(present, period) : 0;
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
        {more !== 0 && (
          <p className="muted">
            {t(`account.change.${more > 0 ? 'dearer' : 'cheaper'}`, { amount: priceText(Math.abs(more)) })}
          </p>
        )}
        {(isPresent || recommended) && (
          <p className="plan-marks">
            {isPresent && <span className="plan-present">{t('account.change.present')}</span>}{' '}
            {recommended && <span className="plan-recommended">{t('account.change.recommended')}</span>}
          </p>
        )}
      </div>
      {/* Beside each other they are compared; below each other the chosen one says what it has. */}
      <details open={isWide || (isChosen && !isPresent)}>
        <summary>{t('account.change.includes')}</summary>
        <Contents {...{ tariff, before, limited }} />
      </details>
    </div>
  );
}

/** All that it has: in words, by its limits, and by what it adds to the one before. */
function Contents({
  tariff,
  before,
  limited,
}: Pick<ComponentProps<typeof TariffCard>, 'before' | 'limited'> & { tariff: TariffChoice }) {
  const { t } = useTranslation();
  const { measure } = useFormats();
  const { description, limits } = tariff;
  const { isMore, features } = contentsOf(tariff, before);
  return (
    <>
      {description !== '' && <p className="lines">{description}</p>}
      <ul>
        {limited.map(([metric, what]) => {
          const own = limits.find((one) => one.metric === metric);
          return (
            <li key={metric}>
              {own
                ? t('account.change.upTo', { name: what, limit: measure(own.limit, own.unit) })
                : t('account.change.noLimit', { name: what })}
            </li>
          );
        })}
      </ul>
      {isMore && before && (
        <p>
          {t(features.length > 0 ? 'account.change.allOfAnd' : 'account.change.allOf', {
            name: before.name,
          })}
        </p>
      )}
      {features.length > 0 && (
        <ul>
          {features.map((feature) => (
            <li key={feature.id}>{feature.name}</li>
          ))}
        </ul>
      )}
    </>
  );
}

export function priceOf({ price_month, price_year }: TariffChoice, period: BillingPeriod): number {
  return period === 'year' ? price_year : price_month;
}

/** What a year costs less than twelve months. */
export function yearSavingOf({
  price_month,
  price_year,
}: Pick<TariffChoice, 'price_month' | 'price_year'>): number {
  return price_month * 12 - price_year;
}
