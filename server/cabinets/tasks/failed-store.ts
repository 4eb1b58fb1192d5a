import { sql } from 'kysely';
import * as z from 'zod';
import { emailKey } from '#contract/kernel/primitives.ts';
import type { Db } from '#server/db/tables.ts';

/** The clients whose cabinet waits for somebody to try again. */
export async function failedCabinets(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('cabinets as k')
    .innerJoin('clients as c', 'c.id', 'k.client_id')
    .select('c.id')
    .where('c.deleted_at', 'is', null)
    .where(
      sql<boolean>`c.cabinet_status = 'failed' or exists (
        select from cabinet_steps s where s.client_id = k.client_id and s.task = k.task and s.state = 'failed')`,
    )
    .orderBy('c.id')
    .execute();
  return rows.map(({ id }) => id);
}

/** The client with this id, email address or cabinet domain; undefined when there is none. */
export async function clientNamed(db: Db, name: string): Promise<string | undefined> {
  const isId = z.uuid().safeParse(name).success;
  const found = await db
    .selectFrom('clients')
    .select('id')
    .where('deleted_at', 'is', null)
    .where((eb) =>
      isId
        ? eb('id', '=', name)
        : eb.or([eb('email_key', '=', emailKey(name)), eb('domain', '=', name.toLowerCase())]),
    )
    .executeTakeFirst();
  return found?.id;
}
