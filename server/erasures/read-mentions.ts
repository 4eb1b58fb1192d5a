import type * as z from 'zod';
import type { mentions } from '#contract/clients/erasure.ts';
import { clientById } from '#server/clients/client-store.ts';
import type { Db } from '#server/db/tables.ts';
import { AppError } from '#server/kernel/app-error.ts';
import { clientsWithNotesNaming, personsOfOneClient } from './erasure-store.ts';

/** As many as a dialog names. */
const namedClients = 10;
/** Shorter runs of digits are amounts and dates. */
const phoneDigits = 7;

/**
 * Other clients whose notes have an address or a phone of a client or of the persons who are erased with it: an erasure
 * leaves the words of colleagues about somebody else.
 */
export async function readMentions(db: Db, id: string): Promise<z.infer<typeof mentions>> {
  const client = await clientById(db, id);
  if (!client) throw new AppError('not_found');
  const persons = await personsOfOneClient(db, id);
  const addresses = [client, ...persons].flatMap(({ email, pending_email }) => [email, pending_email]);
  // Without the country's code and the zero before it: a note has either, or none.
  const digits = client.phone.replace(/\D/g, '').replace(/^0+/, '');
  const found = await clientsWithNotesNaming(db, {
    id,
    addresses: [...new Set(addresses.flatMap((one) => (one ? [one.toLowerCase()] : [])))],
    digits: digits.length < phoneDigits ? null : digits,
  });
  return { count: found.length, clients: found.slice(0, namedClients) };
}
