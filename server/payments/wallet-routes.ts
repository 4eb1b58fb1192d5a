import { ledgerApi, ownWalletApi as own, walletApi as api } from '#contract/routes/wallet.ts';
import { knownClient } from '#server/clients/read-client.ts';
import { type Implementation, onStaff } from '#server/http/routes.ts';
import { type ListDeps, onList, onListBelow, onOwnList } from '#server/lists/list-reply.ts';
import { giveBonus } from './give-bonus.ts';
import { allLedgerListing, knownLine, ledgerListing } from './read-ledger.ts';
import { previewReplenish, replenishWallet } from './replenish-wallet.ts';
import { reverseLine } from './reverse-line.ts';
import type { WalletDeps } from './write-wallet-line.ts';

/** `admin/clients/{id}/replenish`, `…/bonus`, `…/ledger`, `admin/ledger` and `auth/me/ledger` (API.md). */
export function walletRoutes(deps: WalletDeps & { lists: ListDeps }): Implementation[] {
  const { db, lists } = deps;
  const found = knownClient(deps);
  const listing = ledgerListing(db);
  return [
    onStaff(
      api.replenish,
      async ({ caller, params, body, once: key }) => ({
        data: await replenishWallet(deps, caller, { clientId: params.id, key }, body),
      }),
      found,
    ),
    onStaff(
      api.previewReplenish,
      async ({ caller, params, body }) => ({ data: await previewReplenish(deps, caller, params.id, body) }),
      found,
    ),
    onStaff(
      api.giveBonus,
      async ({ caller, params, body, once: key }) => ({
        data: await giveBonus(deps, caller, { clientId: params.id, key }, body),
      }),
      found,
    ),
    onStaff(
      api.reverse,
      async ({ caller, params: { id: clientId, entry }, body, once: key }) => ({
        data: await reverseLine(deps, caller, { clientId, entry, key }, body),
      }),
      knownLine(db),
    ),
    onList(ledgerApi.lines, allLedgerListing(deps), lists),
    onListBelow(api.ledger, listing, lists, found),
    onOwnList(own.ledger, listing, lists),
  ];
}
