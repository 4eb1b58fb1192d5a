import { type Kysely, sql } from 'kysely';
import type { SignatureProtocol } from '#contract/cabinets/webhook-signature.ts';
import type { Tables } from '#server/db/tables.ts';
import type { Secrets } from '#server/keys/secrets.ts';

/** How long the old secret goes on counting once the cabinet has signed with the new one: for calls on their way. */
const overlapMs = 10 * 60_000;

interface Signing {
  current: string;
  accepted: string[];
  protocols: readonly SignatureProtocol[];
  /** Whether something is to be kept of a call that is signed so. */
  isNews(signer: { protocol: SignatureProtocol; secret: string }): boolean;
}

/** What a cabinet may sign with now, and by which protocols; undefined when no client has one. */
export async function signingOf(
  db: Kysely<Tables>,
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

/** A cabinet has signed by a newer protocol, or with the new secret: the end of the old one begins. */
export async function noteSigned(
  db: Kysely<Tables>,
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
