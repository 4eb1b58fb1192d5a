import { permissionsInCommon } from '#contract/accounts/api-key.ts';
import { writeSecurityEvent } from '#server/audit-log/security-events.ts';
import { takeRated } from '#server/auth/rate-limit-store.ts';
import type { Db } from '#server/db/tables.ts';
import { AppError } from '#server/kernel/app-error.ts';
import type { Caller, StaffActor } from '#server/kernel/caller.ts';
import type { Limit } from '#server/kernel/config.ts';
import { hashToken } from '#server/keys/secrets.ts';
import { isTwoFactorMissing } from '#server/users/staff-account.ts';
import { type ActingUser, actingUser } from '#server/users/user-store.ts';
import { type ApiKeyRow, apiKeyByHash, noteApiKeyUse } from './api-key-store.ts';
import { isFromNetworks } from './key-networks.ts';

/** A use is noted once in this time. */
const notedEveryMs = 60_000;

interface KeyDeps {
  db: Db;
  config: { limits: { api: Limit } };
}

/**
 * The actor of a key: its maker's name and the key's, with the permissions that both have now. Undefined when the key
 * was ended, is over, or its maker is gone. `caller` is who calls without knowing the key.
 *
 * @throws AppError `key_address` from elsewhere than the key's networks; `too_many_requests` beyond `API_RATE`.
 */
export async function actorOfKey(
  { db, config }: KeyDeps,
  token: string,
  caller: Caller,
  setHeader: (name: string, value: string) => void,
): Promise<StaffActor | undefined> {
  const { now } = caller;
  const key = await apiKeyByHash(db, hashToken(token));
  if (!key || (key.expires_at !== null && key.expires_at <= now)) return undefined;
  const maker = await actingUser(db, key.user_id);
  if (!maker || maker.deleted_at) return undefined;
  const ip = caller.ip ?? 'unknown';
  if (!isFromNetworks(key.addresses, ip)) {
    await recordRefusal(db, caller, { key, maker });
    throw new AppError('key_address');
  }
  const { limit, left, resetsAt, isTaken } = await takeRated(db, now, {
    key: `api_key:${key.id}`,
    limit: config.limits.api,
  });
  const seconds = Math.max(1, Math.ceil((resetsAt.getTime() - now.getTime()) / 1000));
  setHeader('ratelimit-limit', String(limit));
  setHeader('ratelimit-remaining', String(left));
  setHeader('ratelimit-reset', String(seconds));
  if (!isTaken) throw new AppError('too_many_requests', { retryAfter: seconds });
  const isNoted = key.last_used_at !== null && now.getTime() - key.last_used_at.getTime() < notedEveryMs;
  if (!isNoted || key.last_used_ip !== ip) await noteApiKeyUse(db, key.id, { now, ip });
  return {
    kind: 'staff',
    id: maker.id,
    name: `${maker.name} (API: ${key.name})`,
    permissions: permissionsInCommon(key.permissions, maker.effective_permissions),
    sessionId: '',
    keyId: key.id,
    mustSetUpTwoFactor: isTwoFactorMissing(maker, null),
    provedAt: null,
  };
}

/** A key from a foreign network may have been stolen. */
function recordRefusal(
  db: Db,
  caller: Caller,
  { key, maker }: { key: ApiKeyRow; maker: ActingUser },
): Promise<void> {
  return db.transaction().execute((tx) =>
    writeSecurityEvent(tx, caller, {
      event: 'api_key_refused',
      account: { kind: 'staff', id: maker.id, name: maker.name },
      subject: { type: 'api_key', id: key.id, name: key.name },
    }),
  );
}
