import { ownDomainApi } from '#contract/routes/accounts/own-domain.ts';
import { cabinetProtocolApi, ownCabinetApi, tlsApi } from '#contract/routes/cabinet.ts';
import { type Implementation, on, onCabinet, onCustomer } from '#server/http/routes.ts';
import type { Config } from '#server/kernel/config.ts';
import { reportUsage } from '#server/subscriptions/watch-usage.ts';
import { chooseAddress, readWantedAddress } from './address/choose-address.ts';
import { allowTls } from './allow-tls.ts';
import { enterCabinet } from './access/enter-cabinet.ts';
import { readEntitlements } from './access/read-entitlements.ts';
import { redeemTicket } from './access/redeem-ticket.ts';
import { signOutOfCabinet } from './access/sign-out-of-cabinet.ts';
import type { CabinetDeps } from './cabinet-deps.ts';
import { askForDomain, checkNow, removeDomain } from './own-domain/change-own-domain.ts';
import { readOwnDomain } from './own-domain/read-own-domain.ts';
import { readCabinetState } from './read-cabinet.ts';
import { confirmDomain } from './tasks/confirm-domain.ts';
import { retryCabinet } from './tasks/retry-cabinet.ts';

interface CabinetRouteDeps extends CabinetDeps {
  config: Pick<Config, 'cabinets' | 'publicUrl' | 'productName' | 'logoName'>;
  currency: string;
  announcementsFor: Parameters<typeof readEntitlements>[0]['announcementsFor'];
}

/** The routes of customers for their cabinet, and of cabinets for themselves (API.md). */
export function cabinetRoutes(deps: CabinetRouteDeps): Implementation[] {
  const { db } = deps;
  return [
    on(tlsApi.tlsAllowed, async ({ caller, query }) => {
      await allowTls(deps, query.domain, caller.now);
      return { data: {} };
    }),
    onCustomer(ownCabinetApi.cabinetStatus, async ({ caller }) => ({
      data: await readCabinetState(deps, db, caller.actor.id, caller.locale),
    })),
    onCustomer(ownCabinetApi.cabinetAddress, async ({ caller }) => ({
      data: await readWantedAddress(deps, caller),
    })),
    onCustomer(ownCabinetApi.chooseCabinetAddress, async ({ caller, body }) => ({
      data: await chooseAddress(deps, caller, body.label),
    })),
    onCustomer(ownCabinetApi.domainResolved, async ({ caller, body }) => ({
      data: await confirmDomain(deps, caller, body.domain),
    })),
    onCustomer(ownCabinetApi.retryCabinet, async ({ caller }) => ({
      data: await retryCabinet(deps, caller, caller.actor.id, (tx) =>
        readCabinetState(deps, tx, caller.actor.id, caller.locale),
      ),
    })),
    onCustomer(ownCabinetApi.enterCabinet, async ({ caller }) => ({
      data: await enterCabinet(deps, caller),
    })),
    onCustomer(ownDomainApi.ownDomain, async ({ caller }) => ({
      data: await readOwnDomain(db, caller.actor.id, caller.locale),
    })),
    onCustomer(ownDomainApi.askForDomain, async ({ caller, body }) => ({
      data: await askForDomain(deps, caller, body.domain),
    })),
    onCustomer(ownDomainApi.removeDomain, async ({ caller }) => ({
      data: await removeDomain(deps, caller, caller.actor.id, (tx) =>
        readOwnDomain(tx, caller.actor.id, caller.locale),
      ),
    })),
    onCustomer(ownDomainApi.checkDomain, async ({ caller }) => ({ data: await checkNow(deps, caller) })),
    onCabinet(cabinetProtocolApi.redeemTicket, async ({ caller, body }) => ({
      data: await redeemTicket(deps, caller, body.ticket),
    })),
    onCabinet(cabinetProtocolApi.cabinetLogout, async ({ caller, body }) => {
      await signOutOfCabinet(deps, caller, body.session_id);
      return { data: {} };
    }),
    onCabinet(cabinetProtocolApi.entitlements, async ({ caller }) => ({
      data: await readEntitlements(deps, caller),
    })),
    onCabinet(cabinetProtocolApi.reportUsage, async ({ caller, body }) => {
      await db
        .transaction()
        .execute((tx) =>
          reportUsage(deps.subscriptions, tx, { clientId: caller.actor.id, usage: body, now: caller.now }),
        );
      return { data: {} };
    }),
  ];
}
