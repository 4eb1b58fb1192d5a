import { createHash } from 'node:crypto';
import type { StatementLine } from './formats/statement-line.ts';

/** A line whose account is known. */
export type OwnLine = StatementLine & { account: string };

/**
 * What each line is told by, in their order: account, day, amount and the bank's reference, or what the payer wrote
 * where there is none. Of lines that are equal in all of it the second is another one: two equal payments count twice,
 * and a file that overlaps with an earlier one brings both again and counts none. Pure.
 */
export function fingerprints(lines: readonly OwnLine[]): string[] {
  const seen = new Map<string, number>();
  return lines.map((line) => {
    const told = toldBy(line);
    const before = seen.get(told) ?? 0;
    seen.set(told, before + 1);
    return createHash('sha256').update(`${told}\u0001${before}`).digest('hex');
  });
}

function toldBy({ account, date, amount, currency, direction, reference, ...line }: OwnLine): string {
  const written = [line.purpose, line.payerAccount, line.name].map((text) => text ?? '').join('\u0001');
  return [account, date, amount, currency, direction, reference ?? written].join('\u0001');
}
