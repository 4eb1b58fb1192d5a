import { createHash, randomBytes } from 'node:crypto';
import { cpSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { databaseAccount, giveTo } from '#server/db/postgres-account.ts';
import { postgresBinaries, postgresVersion } from '#server/db/postgres-binaries.ts';
import { clusterOptions, initialiseCluster } from '#server/db/postgres-initdb.ts';

/**
 * An empty cluster that the install makes, so that a first start copies it instead of making one, which costs over a
 * second of processor time. One that was made by another version or with other options is not found.
 */

const clusterName = 'cluster';
const passwordName = 'password';

/** Makes it, unless it is there. */
export async function makeBlank(): Promise<void> {
  const blank = await blankFolder();
  if (await passwordOf(blank)) return;
  const unfinished = `${blank}.${process.pid}`;
  const dir = join(unfinished, clusterName);
  const account = databaseAccount(dir);
  try {
    await mkdir(dir, { recursive: true, mode: 0o700 });
    await writeFile(join(unfinished, passwordName), newPassword(), { mode: 0o600 });
    giveTo(account, unfinished);
    await initialiseCluster(dir, `../${passwordName}`, {
      binaries: await postgresBinaries(account),
      account,
    });
    await rename(unfinished, blank);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

/**
 * Copies it to `dir`; without one, or where this account may not read it, nothing is there afterwards.
 *
 * @returns its password, or undefined.
 */
export async function copyBlank(dir: string): Promise<string | undefined> {
  const blank = await blankFolder();
  const password = await passwordOf(blank);
  if (!password) return undefined;
  try {
    cpSync(join(blank, clusterName), dir, { recursive: true });
    return password;
  } catch {
    await rm(dir, { recursive: true, force: true });
    return undefined;
  }
}

export function newPassword(): string {
  return randomBytes(24).toString('base64url');
}

function passwordOf(blank: string): Promise<string | undefined> {
  return readFile(join(blank, passwordName), 'utf8').catch(() => undefined);
}

async function blankFolder(): Promise<string> {
  const madeBy = [await postgresVersion(), ...clusterOptions].join(' ');
  const name = createHash('sha256').update(madeBy).digest('hex').slice(0, 16);
  return fileURLToPath(new URL(`../../dist/postgres-blank-${name}`, import.meta.url));
}
