import { intlTags } from '#contract/kernel/variants.ts';
import { readBackupOfDeleted } from '#server/cabinets/backups/read-backups.ts';
import type { StartDeps } from '#server/cabinets/cabinet-deps.ts';
import type { ClientRow, Db } from '#server/db/tables.ts';
import { AppError } from '#server/kernel/app-error.ts';
import type { Caller } from '#server/kernel/caller.ts';

interface ClosedAccountDeps {
  settings: StartDeps['settings'];
  timeZone: string;
}

/** The answer to the owner of a deleted account instead of a session: whether the data is kept, and until when. */
export async function closedAccount(
  { settings, timeZone }: ClosedAccountDeps,
  { now, locale }: Caller,
  { client, on }: { client: ClientRow; on: Db },
): Promise<AppError> {
  const { cabinet_status: cabinet } = client;
  if (cabinet === 'active' || cabinet === 'suspended') {
    return refusal({ says: { key: 'closedAccount.dataKept' } });
  }
  const copy = cabinet === 'deleted' ? await readBackupOfDeleted({ settings }, on, client.id, now) : null;
  if (!copy) return refusal({});
  const day = new Intl.DateTimeFormat(intlTags[locale], { dateStyle: 'long', timeZone });
  const date = day.format(new Date(copy.keptUntil));
  return refusal({ says: { key: 'closedAccount.copyKept', params: { date } }, keptUntil: copy.keptUntil });
}

function refusal({
  says,
  keptUntil,
}: {
  says?: { key: string; params?: { date: string } };
  keptUntil?: string;
}) {
  const extra = { active: false, ...(keptUntil && { kept_until: keptUntil }) };
  return new AppError('account_inactive', { extra, ...(says && { says }) });
}
