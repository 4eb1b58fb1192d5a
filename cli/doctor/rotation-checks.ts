import { unfinishedRotations } from '#server/cabinets/access/rotation-store.ts';
import type { Db } from '#server/db/tables.ts';
import { type Finding, ok, warning } from './finding.ts';

const late = 15 * 60_000;
const named = 5;

/** Cabinets that have not started to use their new secret; the old one stays valid until then. */
export async function rotations(db: Db, now: Date): Promise<Finding> {
  const subject = 'Secrets';
  const unfinished = await unfinishedRotations(db, new Date(now.getTime() - late));
  if (unfinished.length === 0) return ok(subject, 'no rotation of a cabinet’s secret is unfinished');
  const lines = unfinished.slice(0, named).map(({ clientId, name, brought, since }) => {
    const state = brought ? 'has not signed with its new secret' : 'has not been given its new secret';
    return `${name} (${clientId}) ${state}, since ${since?.toISOString() ?? 'before this was noted'}`;
  });
  const more = unfinished.length > named ? [`and ${unfinished.length - named} more`] : [];
  return warning(
    subject,
    [...lines, ...more].join('; '),
    'run: cabinet rotate-secret with the id again where it was not given; where it has not signed, see that the cabinet runs and reads its secret',
  );
}
