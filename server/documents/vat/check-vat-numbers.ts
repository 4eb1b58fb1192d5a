import * as z from 'zod';
import type { Logger } from 'pino';
import { variants, type Variant } from '#contract/kernel/variants.ts';
import type { Db } from '#server/db/tables.ts';
import { vatKey, vatNumberOf } from './reverse-charge.ts';
import { foreignVatNumbers, requestChecks, saveVerdict, waitingChecks } from './vat-check-store.ts';

export interface VatCheckDeps {
  db: Db;
  variant: Variant;
  /** The base address of VIES' REST interface. */
  viesUrl: string;
  log: Pick<Logger, 'warn'>;
}

const askedAtOnce = 50;
/** A valid number is asked about again: companies close. */
const againAfterMs = 30 * 86_400_000;
const answerMs = 10_000;

/** `POST check-vat-number`: an error comes with 200 too. */
const verdict = z.object({ valid: z.boolean(), name: z.string().nullish() });

/**
 * Asks VIES about the VAT numbers of buyers in other countries of the Union (GROWTH section 16). A number waits while
 * VIES is silent; once it is valid its owner's documents have a reverse charge. Answers how many have a verdict now.
 */
export async function checkVatNumbers(
  { db, variant, viesUrl, log }: VatCheckDeps,
  now: Date,
): Promise<number> {
  const { country } = variants[variant];
  // Outside the Union there is nothing to reverse.
  if (vatNumberOf(`${country}00`) === null) return 0;
  const written = await foreignVatNumbers(db, country);
  await requestChecks(db, [...new Set(written.flatMap((one) => vatKey(one) ?? []))], now);
  let answered = 0;
  const waiting = await waitingChecks(db, {
    answeredBefore: new Date(now.getTime() - againAfterMs),
    limit: askedAtOnce,
  });
  for (const number of waiting) {
    const said = await ask(viesUrl, number).catch((error: unknown) => {
      log.warn({ error, number }, 'VIES did not answer');
      return null;
    });
    // The register of this country is down: the next run asks again. The other numbers are checked now.
    if (said === null) continue;
    await saveVerdict(db, number, { isValid: said.valid, name: said.name ?? null, now });
    answered += 1;
  }
  return answered;
}

async function ask(viesUrl: string, number: string): Promise<z.infer<typeof verdict> | null> {
  const response = await fetch(`${viesUrl.replace(/\/+$/, '')}/check-vat-number`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ countryCode: number.slice(0, 2), vatNumber: number.slice(2) }),
    redirect: 'error',
    signal: AbortSignal.timeout(answerMs),
  });
  const read = verdict.safeParse(await response.json());
  return response.ok && read.success ? read.data : null;
}
