import { describe, expect, it } from 'vitest';
import {
  type ChainedEntry,
  compareWithSeal,
  firstHash,
  partsOf,
  saltBytes,
  sealOf,
  usedSalts,
} from '#server/audit-log/audit-chain.ts';

const entry: ChainedEntry = {
  id: '01a20612-9bb6-7000-b4a6-c42ca758abac',
  at: '2026-11-23T01:02:03.000000Z',
  kind: 'change',
  actor_kind: 'staff',
  actor_id: '01a20612-9bb6-7000-b4a6-c42ca758abad',
  actor_name: 'Ґалина',
  as_client: false,
  action: 'client.change',
  subject_type: 'client',
  subject_id: '01a20612-9bb6-7000-b4a6-c42ca758abae',
  subject_name: 'Ромашка',
  client_id: '01a20612-9bb6-7000-b4a6-c42ca758abae',
  person_id: null,
  changes: [
    { field: 'email', before: 'old@example.com', after: 'new@example.com' },
    { field: 'texts', before: null, after: { uk: 'так', en: 'yes' } },
  ],
  ip: '203.0.113.5',
  device: null,
  request_id: 'r1',
};
const salts = usedSalts(entry, Buffer.alloc(partsOf(entry) * saltBytes, 7));
const link = { position: 12, previousHash: firstHash, salts };
const seal = sealOf(entry, link);
const noSalt = (...parts: number[]) => {
  const left = Buffer.from(salts);
  for (const part of parts) left.fill(0, part * saltBytes, (part + 1) * saltBytes);
  return { ...link, salts: left };
};
const compare = (changed: Partial<ChainedEntry>, other = link) =>
  compareWithSeal({ ...entry, ...changed }, other, seal);

describe('a seal of the audit log', () => {
  it('fits its entry, whatever order a database gives the keys of a change in', () => {
    expect(compare({})).toEqual({ difference: undefined, erased: 0 });
    const [email, texts] = entry.changes;
    const turned = { after: { en: 'yes', uk: 'так' }, before: null, field: 'texts' };
    expect(email && texts && compare({ changes: [email, turned] }).difference).toBeUndefined();
  });

  it.each(
    Object.keys(entry).filter((name) => !['actor_name', 'subject_name', 'ip', 'device'].includes(name)),
  )('tells another %s', (name) => {
    const other = { as_client: true, changes: entry.changes.slice(1) }[name] ?? 'x';
    expect(compare({ [name]: other }).difference).toEqual({ what: 'changed' });
  });

  it('covers its place, what came before, and the names of the changed fields', () => {
    expect(compare({}, { ...link, position: 13 }).difference).toEqual({ what: 'changed' });
    expect(compare({}, { ...link, previousHash: Buffer.alloc(32, 1) }).difference).toEqual({
      what: 'changed',
    });
    const renamed = entry.changes.map((change) => ({ ...change, field: `${change.field}_` }));
    expect(compare({ changes: renamed }).difference).toEqual({ what: 'changed' });
  });

  it.each([
    ['another name', { actor_name: 'Олена' }, 'actor_name'],
    ['a value that wasn’t there', { device: 'Firefox' }, 'device'],
    ['a value that is gone, its salt left behind', { ip: null }, 'ip'],
    ['an emptied value', { subject_name: '' }, 'subject_name'],
    [
      'another value of a change',
      { changes: [{ field: 'email', before: null, after: 'x' }, entry.changes[1]] },
      'email',
    ],
  ])('tells %s', (_what, changed, name) => {
    expect(compare(changed as Partial<ChainedEntry>).difference).toEqual({ what: 'value', name });
  });

  it('still fits when values went with their salts, and counts them', () => {
    const erasedEmail = { field: 'email', before: null, after: null, erased: true } as const;
    const changes = [erasedEmail, ...entry.changes.slice(1)];
    expect(compare({ actor_name: null, changes }, noSalt(0, 4))).toEqual({
      difference: undefined,
      erased: 2,
    });
  });

  it('tells a salt that went without its value', () => {
    expect(compare({}, noSalt(1)).difference).toEqual({ what: 'value', name: 'subject_name' });
  });

  it('hides a value from somebody who guesses it: its digest needs the salt', () => {
    const other = sealOf(entry, { ...link, salts: Buffer.alloc(partsOf(entry) * saltBytes, 8) });
    expect(other.digests.subarray(0, 32)).not.toEqual(seal.digests.subarray(0, 32));
  });
});
