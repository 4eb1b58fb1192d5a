import { createHash } from 'node:crypto';
import type { StatementLine } from './formats/statement-line.ts';

/** A line whose account is known. */
export type OwnLine = StatementLine & { account: string };

/**
 * The fingerprints by which lines are recognised, in the order of the lines: a hash of account, day, amount, reference,
 * and the payer with what it wrote. In some formats the reference is the payer's own number, so two payers may have the
 * same. Lines that are equal in all of it are numbered: two equal payments count twice, and a file that overlaps with
 * an earlier one brings both again and counts none. Pure.
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

function toldBy({ account, date, amount, currency, direction, ...line }: OwnLine): string {
  const written = [line.reference, line.purpose, line.payerAccount, line.code, line.name];
  return [account, date, amount, currency, direction, ...written.map((text) => text ?? '')].join('\u0001');
}
