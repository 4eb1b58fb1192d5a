import type { WalletChange } from '#contract/clients/wallet.ts';

/** What was charged at once from money that came in, in minor units. Pure. */
export function chargedBy({
  entry,
  client,
}: {
  entry: Pick<WalletChange['entry'], 'balance_after'>;
  client: Pick<WalletChange['client'], 'balance'>;
}): number {
  return Math.max(0, entry.balance_after - client.balance);
}
