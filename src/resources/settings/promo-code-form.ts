import dayjs, { type Dayjs } from 'dayjs';
import * as z from 'zod';
import { limits } from '#contract/primitives.ts';
import { type PromoCode, type PromoCodeInput, promoCodeInput } from '#contract/promo-code.ts';
import type { Locale } from '#contract/variants.ts';
import { amountField, countField, typedAmount } from '#web/ui/amount.ts';
import { dayAfter, dayIn, lastDayBefore, startOfDay } from '#web/ui/zoned-day.ts';

/** What the dialog holds: numbers as typed, days in the installation's time zone, the last one included. */
export interface PromoCodeForm {
  code: string;
  valid_from: Dayjs | null;
  valid_to: Dayjs | null;
  uses_left: string | null;
  effect: { kind: 'free_days' | 'bonus'; days: string; amount: string };
  tariff_ids: string[] | null;
}

interface Place {
  timeZone: string;
  locale: Locale;
}

/** The form as the API's body. A day that is not changed keeps the moment that `before` has. */
export function promoCodeSchema(timeZone: string, before?: PromoCode) {
  const day = z.custom<Dayjs>((value) => dayjs.isDayjs(value)).nullable();
  return z
    .object({
      code: promoCodeInput.shape.code,
      valid_from: day,
      valid_to: day,
      uses_left: countField.nullable(),
      effect: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('free_days'), days: countField }),
        z.object({ kind: z.literal('bonus'), amount: amountField({ min: 1, max: limits.topUp.max }) }),
      ]),
      tariff_ids: promoCodeInput.shape.tariff_ids,
    })
    .transform(({ valid_from, valid_to, ...fields }): PromoCodeInput => ({
      ...fields,
      valid_from: momentOf(valid_from, before?.valid_from, firstDay, (name) => startOfDay(timeZone, name)),
      valid_to: momentOf(valid_to, before?.valid_to, lastDay, (name) => startOfDay(timeZone, dayAfter(name))),
    }))
    .pipe(promoCodeInput);

  function firstDay(moment: string): string {
    return dayIn(timeZone, new Date(moment));
  }

  function lastDay(moment: string): string {
    return lastDayBefore(timeZone, moment);
  }
}

/** A promo code as the dialog shows it, or an empty one. */
export function promoCodeFormOf(code: PromoCode | undefined, { timeZone, locale }: Place): PromoCodeForm {
  const { effect } = code ?? {};
  return {
    code: code?.code ?? '',
    valid_from: code?.valid_from ? dayjs(dayIn(timeZone, new Date(code.valid_from))) : null,
    valid_to: code?.valid_to ? dayjs(lastDayBefore(timeZone, code.valid_to)) : null,
    uses_left: code?.uses_left == null ? null : String(code.uses_left),
    effect: {
      kind: effect?.kind ?? 'free_days',
      days: effect?.kind === 'free_days' ? String(effect.days) : '',
      amount: effect?.kind === 'bonus' ? typedAmount(effect.amount, locale) : '',
    },
    tariff_ids: code?.tariff_ids ?? null,
  };
}

/** The form again, from what JSON made of it. */
export function revivedPromoCode(form: PromoCodeForm): PromoCodeForm {
  const day = (text: Dayjs | null) => text && dayjs(text);
  return { ...form, valid_from: day(form.valid_from), valid_to: day(form.valid_to) };
}

function momentOf(
  day: Dayjs | null,
  before: string | null | undefined,
  dayOf: (moment: string) => string,
  moment: (day: string) => string,
): string | null {
  if (day === null) return null;
  const name = day.format('YYYY-MM-DD');
  return before && dayOf(before) === name ? before : moment(name);
}
