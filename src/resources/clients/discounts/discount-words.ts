import { useTranslation } from 'react-i18next';
import type { ClientDiscount } from '#contract/catalogue/discount.ts';
import { useFormats } from '#web/ui/admin/resource/admin-context.ts';

/** A discount in words: what it takes off a period's price, and for how many periods. */
export function useDiscountWords() {
  const { t } = useTranslation();
  const { money, number } = useFormats();
  return {
    value: ({ percent, amount }: Pick<ClientDiscount, 'percent' | 'amount'>) =>
      percent === null ? money(amount ?? 0) : t('clients.discounts.percentOff', { percent: number(percent) }),
    periods: (periods: number | null) =>
      periods === null
        ? t('clients.discounts.withoutEnd')
        : t('clients.discounts.forPeriods', { count: periods }),
  };
}
