import { type ApiKeyInput, apiKeyLimits, type ApiKeyWithToken } from '#contract/accounts/api-key.ts';
import { auditChanges } from '#server/audit-log/audit-changes.ts';
import { writeAudit } from '#server/audit-log/audit-store.ts';
import { AppError, fieldError } from '#server/kernel/app-error.ts';
import type { StaffCaller } from '#server/kernel/caller.ts';
import { newId } from '#server/kernel/ids.ts';
import { hashToken, newToken } from '#server/keys/secrets.ts';
import { changeAlone, refuseAbove } from '#server/users/change-rules.ts';
import type { StaffDeps } from '#server/users/staff-deps.ts';
import { apiKeyNames, type ApiKeyRow, endApiKey, insertApiKey } from './api-key-store.ts';
import { toApiKey } from './read-api-keys.ts';

/** Makes a key of permissions that its maker holds. Its token is in this answer, and nowhere else. */
export function createApiKey(
  deps: StaffDeps,
  caller: StaffCaller,
  input: ApiKeyInput,
): Promise<ApiKeyWithToken> {
  const { actor, now } = caller;
  refuseAbove(caller, input.permissions);
  const expiresAt = input.expires_at === null ? null : new Date(input.expires_at);
  if (expiresAt !== null && expiresAt <= now) throw fieldError('expires_at', 'validation.inThePast');
  // The caller's account is locked meanwhile: deleting it ends this key too.
  return changeAlone(deps, caller, async (tx) => {
    refuseTaken(await apiKeyNames(tx), input.name);
    const token = `tnt_${newToken()}`;
    const row: ApiKeyRow = {
      ...input,
      id: newId(now),
      expires_at: expiresAt,
      token_hash: hashToken(token),
      token_end: token.slice(-4),
      user_id: actor.id,
      last_used_at: null,
      last_used_ip: null,
      created_at: now,
      deleted_at: null,
    };
    await insertApiKey(tx, row);
    const { name, permissions, addresses, expires_at } = input;
    await writeAudit(tx, caller, {
      action: 'api_key.create',
      subject: subjectOf(row),
      changes: auditChanges({}, { name, permissions, addresses, expires_at }),
    });
    const made = { ...row, user_name: actor.name, maker_permissions: [...actor.permissions] };
    return { ...toApiKey(made), token };
  });
}

/** Ends a key at once. */
export function removeApiKey({ db }: StaffDeps, caller: StaffCaller, id: string): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const row = await endApiKey(tx, id, caller.now);
    if (!row) throw new AppError('not_found');
    await writeAudit(tx, caller, { action: 'api_key.delete', subject: subjectOf(row) });
  });
}

function refuseTaken(names: readonly string[], wanted: string): void {
  const { max } = apiKeyLimits.count;
  if (names.length >= max) {
    throw new AppError('validation_failed', {
      fields: { name: [{ key: 'validation.tooManyKeys', params: { max } }] },
    });
  }
  if (names.some((one) => keyOf(one) === keyOf(wanted))) throw fieldError('name', 'validation.nameTaken');
}

function keyOf(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

function subjectOf({ id, name }: Pick<ApiKeyRow, 'id' | 'name'>) {
  return { type: 'api_key', id, name };
}
