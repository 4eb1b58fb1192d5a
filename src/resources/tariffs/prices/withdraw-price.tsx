import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { PriceVersion, Tariff } from '#contract/entities/tariff.ts';
import { tariffApi } from '#contract/routes/tariff.ts';
import { ActionButton } from '#web/ui/admin/actions/action-button.tsx';
import type { RowAction } from '#web/ui/admin/resource/row-action.ts';
import { useAdmin, useFormats } from '#web/ui/admin/resource/admin-context.ts';
import { useCall } from '#web/ui/admin/resource/row-writes.ts';
import { noonOf } from '#web/ui/shared/zoned-day.ts';

/** The cache key of a tariff's price versions; without `updated_at` that of all readings. */
export function pricesKey({ id, updated_at }: Pick<Tariff, 'id'> & { updated_at?: string }): string[] {
  return ['tariffs', 'prices', id, ...(updated_at === undefined ? [] : [updated_at])];
}

/** Takes a version of a tariff's price back. */
function useWithdrawal(tariffId: string): (version: PriceVersion) => Pick<RowAction, 'send' | 'done'> {
  const { t } = useTranslation();
  const { day } = useFormats();
  const call = useCall();
  const cache = useQueryClient();
  return ({ id, from }) => ({
    send: async () => {
      await call(tariffApi.withdrawPrice, { params: { id: tariffId, version: id } });
      await cache.invalidateQueries({ queryKey: pricesKey({ id: tariffId }) });
    },
    done: t('tariffs.prices.withdraw.done', { at: day(noonOf(from)) }),
  });
}

/** The button that takes a version back, after asking; none when it can't be. */
export function WithdrawPrice({ tariffId, version }: { tariffId: string; version: PriceVersion }) {
  const { day } = useFormats();
  const withdrawal = useWithdrawal(tariffId);
  if (!version.can_withdraw) return null;
  return (
    <ActionButton
      resource="tariffs"
      id={tariffId}
      needs={tariffApi.withdrawPrice}
      texts="tariffs.prices.withdraw"
      words={{ at: day(noonOf(version.from)) }}
      send={withdrawal(version).send}
    />
  );
}

/** Takes back the version that a new price has made, if it can be. */
export function useUndoOfPrice(
  tariffId: string,
): (made: Pick<Tariff, 'price_month' | 'price_year'>) => Promise<RowAction | undefined> {
  const { http } = useAdmin();
  const withdrawal = useWithdrawal(tariffId);
  return async ({ price_month, price_year }) => {
    const { data } = await http.call(tariffApi.prices, { params: { id: tariffId } });
    const made = data
      .filter((version) => version.price_month === price_month && version.price_year === price_year)
      .reduce<PriceVersion | undefined>(
        (newest, one) => (newest && newest.created_at >= one.created_at ? newest : one),
        undefined,
      );
    return made?.can_withdraw ? withdrawal(made) : undefined;
  };
}
