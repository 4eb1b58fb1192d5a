import type { Kysely } from 'kysely';

/** Reserved for balances that a charge writes once. */
export async function up(_db: Kysely<unknown>): Promise<void> {
  await Promise.resolve();
}
