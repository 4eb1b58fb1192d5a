import type { VatCheck } from '#contract/clients/vat-check.ts';
import { variants, type Variant } from '#contract/kernel/variants.ts';
import { clientById } from '#server/clients/client-store.ts';
import { requireClient } from '#server/clients/require-client.ts';
import { answered } from '#server/db/answered.ts';
import type { Db } from '#server/db/tables.ts';
import type { Queue } from '#server/jobs/queue.ts';
import type { Caller, StaffActor } from '#server/kernel/caller.ts';
import { AppError } from '#server/kernel/app-error.ts';
import { vatKey, vatNumberOf } from './reverse-charge.ts';
import { askAgain, vatCheckOf } from './vat-check-store.ts';

interface VatDeps {
  db: Db;
  variant: Variant;
  queue: Pick<Queue, 'enqueue'>;
}

/**
 * What VIES said of a client's VAT number (GROWTH section 16).
 *
 * @throws AppError `not_found`
 */
export async function readVatCheck(
  { db, variant }: Pick<VatDeps, 'db' | 'variant'>,
  clientId: string,
): Promise<VatCheck> {
  const client = await clientById(db, clientId);
  if (!client) throw new AppError('not_found');
  const number = vatKey(client.vat_number);
  const unasked = {
    number,
    status: null,
    is_waiting: false,
    requested_at: null,
    answered_at: null,
    name: null,
  };
  if (number === null || !isAsked(number, variant)) return unasked;
  const known = await vatCheckOf(db, number);
  if (!known) return { ...unasked, status: 'pending', is_waiting: true };
  const { status, requested_at, answered_at, name } = known;
  return {
    number,
    status,
    is_waiting: answered_at === null || requested_at > answered_at,
    requested_at: requested_at.toISOString(),
    answered_at: answered_at?.toISOString() ?? null,
    name,
  };
}

/**
 * Asks VIES again, at once. What it said last holds until it answers.
 *
 * @throws AppError `not_found`, `deleted`
 */
export function askVatAgain(
  { db, variant, queue }: VatDeps,
  caller: Caller<StaffActor>,
  clientId: string,
): Promise<VatCheck> {
  return answered(db, caller, async (tx) => {
    await requireClient(tx, clientId);
    const { number, status } = await readVatCheck({ db: tx, variant }, clientId);
    if (number !== null && status !== null) {
      await askAgain(tx, number, caller.now);
      await queue.enqueue(tx, 'check-vat-numbers', {});
    }
    return readVatCheck({ db: tx, variant }, clientId);
  });
}

/** Only between two countries of the Union. */
function isAsked(number: string, variant: Variant): boolean {
  const { country } = variants[variant];
  return vatNumberOf(`${country}00`) !== null && !number.startsWith(country);
}
