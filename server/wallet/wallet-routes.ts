import { adminWalletApi as api } from '#contract/admin-wallet-api.ts';
import { customerWalletApi as own } from '#contract/customer-wallet-api.ts';
import { booleanOf } from '#contract/list-query.ts';
import type { ClientService } from '#server/clients/client-service.ts';
import type { Caller } from '#server/http/caller.ts';
import { type ListDeps, onListBelow, onOwnList } from '#server/http/list-reply.ts';
import { type Implementation, onStaff } from '#server/http/routes.ts';
import type { WalletService } from './wallet-service.ts';

interface WalletRouteDeps {
  clients: ClientService;
  wallet: WalletService;
  lists: ListDeps;
}

/** `admin/clients/{id}/replenish`, `…/bonus`, `…/ledger` and `auth/me/ledger` (API.md). */
export function walletRoutes({ clients, wallet, lists }: WalletRouteDeps): Implementation[] {
  const found = async ({ caller, params }: { caller: Caller; params: { id: string } }) => {
    await clients.show(caller, params.id);
  };
  return [
    onStaff(
      api.replenish,
      async ({ caller, params, query, body, once }) => {
        if (booleanOf(query.preview ?? '0')) {
          return { data: await wallet.previewReplenish(caller, params.id, body) };
        }
        const entry = await wallet.replenish(caller, params.id, body, once);
        return { data: { entry, client: await clients.show(caller, params.id) } };
      },
      found,
    ),
    onStaff(
      api.giveBonus,
      async ({ caller, params, body, once }) => {
        const entry = await wallet.giveBonus(caller, params.id, body, once);
        return { data: { entry, client: await clients.show(caller, params.id) } };
      },
      found,
    ),
    onStaff(
      api.reverse,
      async ({ caller, params, body, once }) => {
        const entry = await wallet.reverse(caller, params, body, once);
        return { data: { entry, client: await clients.show(caller, params.id) } };
      },
      ({ params }) => wallet.requireLine(params.id, params.entry),
    ),
    onListBelow(api.ledger, wallet.listing, lists, found),
    onOwnList(own.ledger, wallet.listing, lists),
  ];
}
