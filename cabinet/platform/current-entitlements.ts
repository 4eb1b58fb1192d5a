import type { Entitlements } from '#contract/cabinets/cabinet.ts';
import type { Credentials, PlatformClient } from './platform-client.ts';
import type { StorePool } from '../store/store-pool.ts';

const freshMs = 10_000;

/** `asOf` is set when the platform did not answer: the time of these entitlements. */
export interface CurrentEntitlements {
  entitlements: Entitlements;
  asOf: Date | undefined;
}

/**
 * What the tariff gives a cabinet now. The platform is asked at most every 10 s a cabinet, once for all who wait;
 * when it does not answer, the last known stay good. Undefined when nothing was ever known, and while the platform
 * knows no such cabinet (401): a client that was deleted is served to nobody.
 */
export function entitlementsReader(deps: { stores: StorePool; platform: PlatformClient; now: () => Date }) {
  const { stores, platform, now } = deps;
  const asking = new Map<string, Promise<void>>();
  const unknown = new Set<string>();

  return async function currentEntitlements(
    credentials: Credentials,
  ): Promise<CurrentEntitlements | undefined> {
    const { clientId } = credentials;
    if (isDue(clientId)) await askOnce(credentials);
    if (unknown.has(clientId)) return undefined;
    const { known, fetchedAt, attemptedAt } = stores.use(clientId, (store) => store.readEntitlements());
    if (!known || fetchedAt === undefined) return undefined;
    return { entitlements: known, asOf: fetchedAt === attemptedAt ? undefined : new Date(fetchedAt) };
  };

  function isDue(clientId: string): boolean {
    if (asking.has(clientId)) return true;
    const { known, attemptedAt } = stores.use(clientId, (store) => store.readEntitlements());
    if (!known) return true;
    const age = now().getTime() - (attemptedAt ?? -Infinity);
    // A clock set back makes the age negative.
    return age >= freshMs || age < 0;
  }

  function askOnce(credentials: Credentials): Promise<void> {
    const running = asking.get(credentials.clientId);
    if (running) return running;
    const started = ask(credentials).finally(() => asking.delete(credentials.clientId));
    asking.set(credentials.clientId, started);
    return started;
  }

  async function ask(credentials: Credentials): Promise<void> {
    const answer = await platform.readEntitlements(credentials);
    if (answer.kind === 'refused' && answer.isUnknown) unknown.add(credentials.clientId);
    else if (answer.kind === 'ok') unknown.delete(credentials.clientId);
    stores.use(credentials.clientId, (store) =>
      store.noteEntitlements(answer.kind === 'ok' ? answer.data : undefined, now()),
    );
  }
}
