import { promoCodeInput, promoEffect } from '#contract/entities/promo-code.ts';
import { TariffLimit, TariffNames } from '#web/resources/settings/tariff-limit.tsx';
import { numberIn } from '#web/ui/admin/form/draft/form-draft.ts';
import type { ControlProps, FormDeclaration } from '#web/ui/admin/resource/define-resource.ts';
import { typedAmount } from '#web/ui/shared/amount.ts';
import { DayInput } from '#web/ui/admin/form/controls/day-input.tsx';
import { EffectFields } from './effect-fields.tsx';
import { PromoDay, PromoEffect } from './promo-code-cells.tsx';

/** A promo code: its effect, its limits, and its dates. */
const form: FormDeclaration = {
  schema: promoCodeInput,
  fields: [
    { name: 'code', group: 'code', kind: 'text', help: true },
    {
      name: 'effect',
      group: 'code',
      kind: 'part',
      part: EffectFields,
      unlabelled: true,
      places: ['kind', 'days', 'percent', 'amount', 'periods'],
      numbers: { days: 'number', percent: 'number', amount: 'money', periods: 'number' },
      isOne: true,
      // All fields exist; the kind decides which ones count.
      typed: (value, locale) => {
        const effect = promoEffect.safeParse(value).data;
        return {
          kind: effect?.kind ?? 'free_days',
          days: effect?.kind === 'free_days' ? String(effect.days) : '',
          percent: effect?.kind === 'percent' ? String(effect.percent) : '',
          amount: effect && 'amount' in effect ? typedAmount(effect.amount, locale) : '',
          periods: typedPeriods(effect && 'periods' in effect ? effect.periods : 1),
        };
      },
      sent: effectOf,
      shown: (typed) => {
        const effect = promoEffect.safeParse(effectOf(typed)).data;
        return effect && <PromoEffect effect={effect} />;
      },
    },
    {
      name: 'valid_from',
      label: 'promo_codes.firstDay',
      group: 'code',
      kind: 'control',
      control: DayInput,
      nullIsChoice: true,
      half: true,
      shown: (moment) => <PromoDay moment={textOf(moment)} />,
    },
    {
      name: 'valid_to',
      label: 'promo_codes.lastDay',
      group: 'code',
      kind: 'control',
      control: LastDayInput,
      nullIsChoice: true,
      half: true,
      shown: (moment) => <PromoDay moment={textOf(moment)} isEnd />,
    },
    { name: 'uses_left', group: 'code', kind: 'limit', of: 'number', unlimited: 'promo_codes.anyNumber' },
    {
      name: 'tariff_ids',
      group: 'code',
      kind: 'control',
      control: TariffLimit,
      nullIsChoice: true,
      shown: (ids) => <TariffNames of={ids} />,
    },
  ],
};

export function usePromoCodeForm(): FormDeclaration {
  return form;
}

function LastDayInput(control: ControlProps) {
  return <DayInput {...control} isEnd />;
}

/** The typed effect in the API's form. */
function effectOf(typed: unknown): object {
  const held = new Map(Object.entries(typed ?? {}));
  const text = (name: string) => String(held.get(name) ?? '').trim();
  const periods = held.get('periods') === null ? null : numberIn('number', text('periods'));
  switch (held.get('kind')) {
    case 'bonus':
      return { kind: 'bonus', amount: numberIn('money', text('amount')) };
    case 'percent':
      return { kind: 'percent', percent: numberIn('number', text('percent')), periods };
    case 'amount':
      return { kind: 'amount', amount: numberIn('money', text('amount')), periods };
    default:
      return { kind: 'free_days', days: numberIn('number', text('days')) };
  }
}

/** Null is without end. */
function typedPeriods(periods: number | null): string | null {
  return periods === null ? null : String(periods);
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
