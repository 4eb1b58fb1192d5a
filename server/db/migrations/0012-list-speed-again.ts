import type { Kysely } from 'kysely';

/** Reserved for lists of a million clients. */
export async function up(_db: Kysely<unknown>): Promise<void> {
  await Promise.resolve();
}
