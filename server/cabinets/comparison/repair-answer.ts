import type { RepairAnswer } from '#contract/cabinets/cabinet.ts';
import type { Locale } from '#contract/kernel/variants.ts';
import { translate } from '#server/kernel/messages.ts';

/** The answer to somebody who repaired a cabinet. */
export function repairAnswer(locale: Locale, result: 'repaired' | 'under_way'): RepairAnswer {
  return { result, message: translate(locale, `cabinetRepairs.${result}`) };
}
