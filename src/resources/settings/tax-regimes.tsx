import { Button, Input, Select } from 'antd';
import type { ReactNode } from 'react';
import { Translation, useTranslation } from 'react-i18next';
import type { TaxRegime } from '#contract/company/settings.ts';
import type { ControlProps } from '#web/ui/admin/resource/define-resource.ts';

/** A regime while it is typed: the rate as per cent. */
type TypedRegime = Omit<TaxRegime, 'rate_bp'> & { rate: string };

export function typedRegimes(value: unknown): TypedRegime[] {
  return regimesIn(value).map(({ rate_bp, ...one }) => ({ ...one, rate: String(rate_bp / 100) }));
}

/** What is no rate stays as typed, for the schema to refuse. */
export function sentRegimes(typed: unknown): unknown[] {
  return listOf<TypedRegime>(typed).map(({ rate, ...one }) => ({
    ...one,
    rate_bp: one.regime === 'none' ? 0 : basisPoints(rate),
    vat_number: one.vat_number,
  }));
}

export function taxInWords(typed: unknown): ReactNode {
  return <RegimesInWords of={listOf<TypedRegime>(typed)} />;
}

/** The regimes by their first days; what is typed into a row stays where it is until it is saved. */
export function TaxRegimes({ id, value, onChange }: ControlProps) {
  const { t } = useTranslation();
  const regimes = listOf<TypedRegime>(value);
  const change = (place: number, part: Partial<TypedRegime>) =>
    onChange?.(regimes.map((one, index) => (index === place ? { ...one, ...part } : one)));
  const added: TypedRegime = { from: '', regime: 'vat', rate: '', vat_number: '' };
  return (
    <div className="stacked" {...(id !== undefined && { id })}>
      {regimes.length === 0 && <span className="muted">{t('settings.tax.empty')}</span>}
      {regimes.map((one, place) => (
        // Rows have no name of their own.
        <fieldset key={place} className="tax-regime">
          <label>
            {t('settings.tax.from')}
            <Input
              type="date"
              value={one.from}
              onChange={({ target }) => change(place, { from: target.value })}
            />
          </label>
          <label>
            {t('settings.tax.regime')}
            <Select
              value={one.regime}
              onChange={(regime) => change(place, { regime })}
              options={(['vat', 'none'] as const).map((regime) => ({
                value: regime,
                label: t(`settings.tax.${regime}`),
              }))}
            />
          </label>
          {one.regime === 'vat' && (
            <>
              <label>
                {t('settings.tax.rate')}
                <Input
                  inputMode="decimal"
                  value={one.rate}
                  onChange={({ target }) => change(place, { rate: target.value })}
                />
              </label>
              <label>
                {t('settings.tax.vat_number')}
                <Input
                  autoComplete="off"
                  value={one.vat_number}
                  onChange={({ target }) => change(place, { vat_number: target.value })}
                />
              </label>
            </>
          )}
          <Button
            aria-label={`${t('settings.tax.remove')}: ${one.from}`}
            onClick={() => onChange?.(regimes.filter((_, index) => index !== place))}
          >
            {t('settings.tax.remove')}
          </Button>
        </fieldset>
      ))}
      <Button onClick={() => onChange?.([...regimes, added])}>{t('settings.tax.add')}</Button>
    </div>
  );
}

function RegimesInWords({ of }: { of: readonly TypedRegime[] }) {
  return (
    <Translation>
      {(t) =>
        of.length === 0
          ? t('settings.tax.empty')
          : of
              .map(({ from, regime, rate, vat_number: number }) =>
                t('settings.tax.inWords', {
                  from,
                  regime: t(`settings.tax.${regime}`),
                  rate: regime === 'vat' ? `${rate} %` : '',
                  number,
                }).trim(),
              )
              .join('; ')
      }
    </Translation>
  );
}

/** `20` and `5,5` as hundredths of a per cent; anything else as it is. */
function basisPoints(rate: string): unknown {
  const text = rate.trim().replace(',', '.');
  return /^\d{1,3}(\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 100) : rate;
}

function regimesIn(value: unknown): TaxRegime[] {
  return listOf<TaxRegime>(value);
}

function listOf<Row>(value: unknown): Row[] {
  return Array.isArray(value) ? (value as Row[]) : []; // of the contract's form, or of this control's own
}
