import { createHash } from 'node:crypto';
import type { AuditChange } from '#server/db/tables.ts';

/**
 * The chain of the audit log (GROWTH section 15). Each entry's hash covers the hash before it, what the entry says,
 * and a salted digest of each of its personal values. A value and its salt can be erased; digest and hash stay as
 * they were.
 */

/** An entry as it is hashed; `at` has every digit that the database keeps. */
export interface ChainedEntry {
  id: string;
  at: string;
  kind: string;
  actor_kind: string;
  actor_id: string | null;
  actor_name: string | null;
  as_client: boolean;
  action: string;
  subject_type: string;
  subject_id: string | null;
  subject_name: string | null;
  client_id: string | null;
  person_id: string | null;
  changes: readonly AuditChange[];
  ip: string | null;
  device: string | null;
  request_id: string | null;
}

/** What a seal needs besides the entry: its position, the hash before it, and the salts. */
export interface Link {
  position: number;
  previousHash: Buffer;
  /** `saltBytes` for each personal value, in order; zeros where there is no value, or it was erased. */
  salts: Buffer;
}

export interface Seal {
  /** `digestBytes` for each personal value; zeros where there never was a value. */
  digests: Buffer;
  hash: Buffer;
}

/** The version of the hashed format. A column added later needs a new one. */
export const chainFormat = 1;
export const saltBytes = 16;
export const digestBytes = 32;
/** The hash before the first entry. */
export const firstHash: Buffer = Buffer.alloc(digestBytes);

/** The columns that hold personal values, in the order of their salts. Each changed field follows as one more. */
export const personalColumns = ['actor_name', 'subject_name', 'ip', 'device'] as const;

/** How many personal values an entry can have. */
export function partsOf({ changes }: Pick<ChainedEntry, 'changes'>): number {
  return personalColumns.length + changes.length;
}

/** Seals an entry. Only the salts of values that it has are used. */
export function sealOf(entry: ChainedEntry, link: Link): Seal {
  const digests = Buffer.concat(
    personalValues(entry).map((value, part) => digestOf(value, saltOf(link, part))),
  );
  return { digests, hash: hashOf(entry, digests, link) };
}

/** The salts that a new seal keeps; none for missing values. */
export function usedSalts(entry: ChainedEntry, random: Buffer): Buffer {
  const salts = Buffer.from(random);
  for (const [part, value] of personalValues(entry).entries()) {
    if (value === null) salts.fill(0, part * saltBytes, (part + 1) * saltBytes);
  }
  return salts;
}

/** What differs between an entry and its seal. */
export type Difference =
  | { what: 'changed' }
  /** A personal value (a column or a changed field) is different, has no salt, or was removed without its salt. */
  | { what: 'value'; name: string };

/** Compares an entry with its seal, and counts its erased values. */
export function compareWithSeal(
  entry: ChainedEntry,
  link: Link,
  seal: Seal,
): { difference: Difference | undefined; erased: number } {
  const values = personalValues(entry);
  const isWhole =
    seal.digests.length === values.length * digestBytes && link.salts.length === values.length * saltBytes;
  if (!isWhole || !hashOf(entry, seal.digests, link).equals(seal.hash)) {
    return { difference: { what: 'changed' }, erased: 0 };
  }
  let erased = 0;
  for (const [part, value] of values.entries()) {
    const digest = seal.digests.subarray(part * digestBytes, (part + 1) * digestBytes);
    const salt = saltOf(link, part);
    const isErased = value === null && isNothing(salt) && !isNothing(digest);
    if (isErased) erased += 1;
    else if ((value !== null && isNothing(salt)) || !digestOf(value, salt).equals(digest)) {
      return { difference: { what: 'value', name: partName(entry, part) }, erased };
    }
  }
  return { difference: undefined, erased };
}

/** Each value as one text; null where there is none. An erased change has no values any more. */
function personalValues(entry: ChainedEntry): (string | null)[] {
  return [
    ...personalColumns.map((column) => entry[column]),
    ...entry.changes.map(({ before, after, erased }) => (erased ? null : canonical({ before, after }))),
  ];
}

function partName({ changes }: ChainedEntry, part: number): string {
  return personalColumns[part] ?? changes[part - personalColumns.length]?.field ?? '';
}

function saltOf({ salts }: Link, part: number): Buffer {
  return salts.subarray(part * saltBytes, (part + 1) * saltBytes);
}

function digestOf(value: string | null, salt: Buffer): Buffer {
  if (value === null) return Buffer.alloc(digestBytes);
  return createHash('sha256').update(salt).update(value).digest();
}

function hashOf(entry: ChainedEntry, digests: Buffer, { position, previousHash }: Link): Buffer {
  const { id, at, kind, actor_kind, actor_id, as_client, action } = entry;
  const { subject_type, subject_id, client_id, person_id, request_id, changes } = entry;
  const what = [chainFormat, position, id, at, kind, actor_kind, actor_id, as_client, action];
  const whom = [subject_type, subject_id, client_id, person_id, request_id];
  const fields = changes.map(({ field }) => field);
  const said = JSON.stringify([...what, ...whom, fields, digests.toString('hex')]);
  return createHash('sha256').update(previousHash).update(said).digest();
}

function isNothing(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0);
}

/** JSON with sorted keys, because databases return them in any order. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
}
