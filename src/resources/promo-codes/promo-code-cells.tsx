import { useTranslation } from 'react-i18next';
import type { PromoCode } from '#contract/entities/promo-code.ts';
import { useDiscountWords } from '#web/resources/clients/discounts/discount-words.ts';
import { useAdmin, useFormats } from '#web/ui/admin/resource/admin-context.ts';
import { Nothing } from '#web/ui/admin/kit/list-cell.tsx';
import { StateTag } from '#web/ui/admin/kit/state-tag.tsx';
import { lastDayBefore, noonOf } from '#web/ui/shared/zoned-day.ts';

const tones = { active: 'good', not_yet: 'new', expired: 'off', used_up: 'off' } as const;

/** Whether it can be used now. */
export function PromoState({ state }: Pick<PromoCode, 'state'>) {
  const { t } = useTranslation();
  return <StateTag tone={tones[state]} word={t(`promo_codes.values.state.${state}`)} />;
}

/** What a promo code gives. */
export function PromoEffect({ effect }: Pick<PromoCode, 'effect'>) {
  const { t } = useTranslation();
  const { money } = useFormats();
  const words = useDiscountWords();
  switch (effect.kind) {
    case 'free_days':
      return t('promo_codes.gives.days', { count: effect.days });
    case 'bonus':
      return t('promo_codes.gives.bonus', { amount: money(effect.amount) });
    case 'percent':
    case 'amount': {
      const value = words.value({ percent: null, amount: null, ...effect });
      return t('promo_codes.gives.discount', { value, periods: words.periods(effect.periods) });
    }
  }
}

/** A start or end of its validity as a day in the installation's time zone; `isEnd`: the last day. */
export function PromoDay({ moment, isEnd = false }: { moment: string | null; isEnd?: boolean }) {
  const { config } = useAdmin();
  const { day } = useFormats();
  if (moment === null) return <Nothing />;
  return day(isEnd ? noonOf(lastDayBefore(config.timeZone, moment)) : moment);
}

export function AnyNumber() {
  const { t } = useTranslation();
  return <span className="muted">{t('promo_codes.anyNumber')}</span>;
}
