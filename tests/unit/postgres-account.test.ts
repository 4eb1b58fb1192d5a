import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { databaseAccount, giveTo, makingAccount } from '#server/postgres/account.ts';

const nobody = { uid: 65_534, gid: 65_534 };
const known = new Map([
  ['root', { uid: 0, gid: 0 }],
  ['games', { uid: 5, gid: 60 }],
  ['nobody', nobody],
]);
const folder = mkdtempSync(path.join(tmpdir(), 'tenantry-owner-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe.runIf(process.getuid?.() === 0 && process.platform === 'linux')('started by root', () => {
  it('runs the database as postgres where there is that account', () => {
    const postgres = { uid: 101, gid: 104 };
    const account = databaseAccount(path.join(folder, 'none'), new Map([...known, ['postgres', postgres]]));
    expect(account).toEqual(postgres);
  });

  it('runs it under a number of its own elsewhere, never as nobody', () => {
    const place = path.join(folder, 'none');
    const account = databaseAccount(place, known);
    expect(account?.uid).toBeGreaterThanOrEqual(60_706);
    expect(account?.uid).toBeLessThanOrEqual(61_183);
    expect(databaseAccount(place, known)).toEqual(account);
    const taken = new Map([...known, ['someone', { uid: account?.uid ?? 0, gid: 1 }]]);
    expect(databaseAccount(place, taken)?.uid).not.toBe(account?.uid);
  });

  it('takes a cluster from nobody, and leaves it with any other owner', () => {
    giveTo(nobody, folder);
    expect(databaseAccount(folder, known)?.uid).not.toBe(nobody.uid);
    giveTo({ uid: 60_800, gid: 60_800 }, folder);
    expect(databaseAccount(folder, known)).toEqual({ uid: 60_800, gid: 60_800 });
  });

  it('makes a cluster as somebody with a name that nothing runs as', () => {
    const own = { uid: 60_800, gid: 60_800 };
    expect(makingAccount(own, known, new Set([5]))).toEqual(nobody);
    expect(makingAccount(own, known, new Set([65_534]))).toEqual({ uid: 5, gid: 60 });
    expect(makingAccount(nobody, known, new Set())).toEqual(nobody);
    expect(() => makingAccount(own, known, new Set([5, 65_534]))).toThrow('no account');
  });
});
