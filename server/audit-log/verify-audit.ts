import type { Db } from '#server/db/tables.ts';
import { chainFormat, compareWithSeal, firstHash } from './audit-chain.ts';
import {
  allowLongStatements,
  type Head,
  headOf,
  linksAfter,
  type LinkWithEntry,
  unsealedState,
} from './audit-seal-store.ts';

export interface AuditProof {
  /** Links that are unchanged. */
  sealed: number;
  waiting: number;
  /** Personal values that were properly erased. */
  erased: number;
  broken: number;
  first: Fault | undefined;
  head: Head;
}

export interface Fault {
  /** Null for an entry that was never sealed. */
  position: number | null;
  entryId: string | null;
  /** For the operator, in words. */
  what: string;
}

const batchSize = 2000;

/**
 * Proves the chain of the audit log from first to last link, as of one moment, and finds entries without a seal
 * (GROWTH section 15, `audit verify`). `expected`: a head noted earlier, which must still be in the chain.
 */
export function verifyAudit(
  db: Db,
  { expected, progress }: { expected?: Head | undefined; progress(text: string): void },
): Promise<AuditProof> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      await allowLongStatements(tx);
      const chain = await walk(tx, { from: { position: 0, hash: firstHash }, expected, progress });
      const { waiting, lost, first_lost } = await unsealedState(tx);
      const never = { position: null, entryId: first_lost, what: 'was never sealed' };
      const first = chain.first ?? (lost > 0 ? never : undefined);
      return { ...chain, waiting, broken: chain.broken + lost, first };
    });
}

/** The same for the newest links only, quickly: for the doctor. */
export async function verifyNewest(db: Db, links: number): Promise<Pick<AuditProof, 'first' | 'head'>> {
  const { position } = await headOf(db);
  const before = Math.max(0, position - links);
  const [last] = before === 0 ? [] : await linksAfter(db, before - 1, 1);
  const from = { position: before, hash: last?.hash ?? firstHash };
  return walk(db, { from, expected: undefined, progress: () => undefined });
}

interface WalkOptions {
  from: Head;
  expected: Head | undefined;
  progress(text: string): void;
}

async function walk(db: Db, { from, expected, progress }: WalkOptions): Promise<Omit<AuditProof, 'waiting'>> {
  let head = from;
  let [sealed, erased, broken] = [0, 0, 0];
  let first: Fault | undefined;
  const fault = (found: Fault) => {
    broken += 1;
    first ??= found;
  };
  for (;;) {
    const links = await linksAfter(db, head.position, batchSize);
    for (const link of links) {
      const { what, erased: gone } = faultOf(link, head);
      if (what) fault({ position: link.position, entryId: link.entryId, what });
      else if (expected?.position === link.position && !expected.hash.equals(link.hash))
        fault({ position: link.position, entryId: link.entryId, what: 'has another hash than was noted' });
      [sealed, erased] = [sealed + 1, erased + gone];
      head = { position: link.position, hash: link.hash };
    }
    progress(`${sealed} entries…`);
    if (links.length < batchSize) break;
  }
  if (expected && expected.position > head.position)
    fault({ position: expected.position, entryId: null, what: 'was noted and is missing' });
  return { sealed, erased, broken, first, head };
}

function faultOf(link: LinkWithEntry, before: Head): { what?: string; erased: number } {
  const { entry, position, format } = link;
  if (position !== before.position + 1) {
    return { what: `follows ${before.position}: what stood between them is gone`, erased: 0 };
  }
  if (!link.previousHash.equals(before.hash)) return { what: 'does not continue the one before', erased: 0 };
  if (!entry) return { what: 'is gone from the log', erased: 0 };
  if (format !== chainFormat)
    return { what: `is of a form ${format} that this program doesn't know`, erased: 0 };
  const { difference, erased } = compareWithSeal(entry, link, link);
  if (!difference) return { erased };
  if (difference.what === 'changed') return { what: 'was changed', erased };
  return { what: `was changed, or half erased, in ${difference.name}`, erased };
}
