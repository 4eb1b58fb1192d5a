import { sql } from 'kysely';
import type { SignatureProtocol } from '#contract/cabinets/webhook-signature.ts';
import type { Db } from '#server/db/tables.ts';
import type { Secrets } from '#server/keys/secrets.ts';

/** How long the old secret stays valid after the cabinet has signed with the new one, for calls on their way. */
const overlapMs = 10 * 60_000;

interface Signing {
  current: string;
  accepted: string[];
  protocols: readonly SignatureProtocol[];
  /** Whether this signature shows something to store: a newer protocol, or the new secret. */
  isNews(signer: { protocol: SignatureProtocol; secret: string }): boolean;
}

/** The secrets and protocols that a cabinet may sign with now; undefined when no client has it. */
export async function signingOf(
  db: Db,
  clientId: string,
  { secrets, now }: { secrets: Secrets; now: Date },
): Promise<Signing | undefined> {
  const cabinet = await db
    .selectFrom('cabinets as k')
    .innerJoin('clients as c', 'c.id', 'k.client_id')
    .select([
      'k.secret_sealed',
      'k.next_secret_sealed',
      'k.previous_secret_sealed',
      'k.previous_secret_until',
      'k.protocol',
    ])
    .where('k.client_id', '=', clientId)
    .where('c.deleted_at', 'is', null)
    .executeTakeFirst();
  if (!cabinet) return undefined;
  const { previous_secret_until: until } = cabinet;
  const previous = until === null || until > now ? cabinet.previous_secret_sealed : null;
  const current = secrets.open(cabinet.secret_sealed);
  const others = [cabinet.next_secret_sealed, previous].flatMap((sealed) =>
    sealed === null ? [] : [secrets.open(sealed)],
  );
  // A cabinet that has signed by protocol 2 no longer signs by an older one.
  const isOverlapping = previous !== null && until === null;
  return {
    current,
    accepted: [current, ...others],
    protocols: cabinet.protocol === 2 ? [2] : [2, 1],
    isNews: ({ protocol, secret }) => protocol > cabinet.protocol || (isOverlapping && secret === current),
  };
}

/** Stores that a cabinet has signed by a newer protocol or with the new secret. The old secret now expires. */
export async function noteSigned(
  db: Db,
  clientId: string,
  { protocol, isCurrent, now }: { protocol: SignatureProtocol; isCurrent: boolean; now: Date },
): Promise<void> {
  const until = new Date(now.getTime() + overlapMs);
  await db
    .updateTable('cabinets')
    .set({
      protocol: sql`greatest(protocol, ${protocol}::smallint)`,
      ...(isCurrent && {
        previous_secret_until: sql`coalesce(previous_secret_until, ${until}::timestamptz)`,
      }),
    })
    .where('client_id', '=', clientId)
    .execute();
}
