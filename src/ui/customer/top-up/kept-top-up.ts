import { tabStorage } from '#web/ui/shared/json-storage.ts';

/** What was typed before the way led to a gateway's page, so that who comes back without having paid finds it. */
export interface KeptTopUp {
  /** Of the payment. */
  id: string;
  /** In minor units. */
  amount: number;
  way: string;
  save_card: boolean;
}

const place = 'top-up.typed';

export function keepTopUp(typed: KeptTopUp): void {
  tabStorage.keep(place, typed);
}

/** What was typed for this payment. Only known values of what somebody may have changed by hand. */
export function keptTopUp(payment: string | null): KeptTopUp | undefined {
  const { id, amount, way, save_card } = Object(tabStorage.kept(place)) as Record<string, unknown>;
  if (id !== payment || typeof id !== 'string' || typeof way !== 'string') return undefined;
  if (!Number.isSafeInteger(amount)) return undefined;
  return { id, amount: Number(amount), way, save_card: save_card === true };
}
