import type { TariffChangeInput } from '#contract/clients/subscription.ts';
import { tabStorage } from '#web/ui/shared/json-storage.ts';

/** A choice of tariff that waits for a top-up: the way may lead over a gateway's page and back, so the tab keeps it. */
const place = 'tariff.choice';

export function keepChoice(choice: TariffChangeInput): void {
  tabStorage.keep(place, choice);
}

export function hasKeptChoice(): boolean {
  return tabStorage.kept(place) !== null;
}

/** The choice, which isn't kept any longer. Only known values of what somebody may have changed by hand. */
export function takeChoice(): Partial<TariffChangeInput> {
  const { tariff_id, billing_period, when } = Object(tabStorage.kept(place)) as Record<string, unknown>;
  tabStorage.forget(place);
  return {
    ...(typeof tariff_id === 'string' && { tariff_id }),
    ...((billing_period === 'month' || billing_period === 'year') && { billing_period }),
    ...((when === 'now' || when === 'period_end') && { when }),
  };
}
