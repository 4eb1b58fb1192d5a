import { createHash } from 'node:crypto';
import { cpSync } from 'node:fs';
import { readdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrationsFolder } from '#server/db/migrate.ts';
import { postgresVersion } from './binaries.ts';
import { clusterOptions } from './initdb.ts';

/**
 * A cluster with an empty installation in it, which the install makes: a first start copies it, instead of spending
 * seconds of processor time on initdb and the migrations. One that was made by another version, with other options or
 * other migrations is not found.
 */

const clusterName = 'postgres';
const passwordName = 'postgres-password';

/**
 * Keeps the cluster of a DATA_DIR, which nobody uses any more, as the blank one.
 *
 * @returns whether there was none yet.
 */
export async function keepAsBlank(make: (dataDir: string) => Promise<void>): Promise<boolean> {
  const blank = await blankFolder();
  if (await passwordOf(blank)) return false;
  const unfinished = `${blank}.${process.pid}`;
  try {
    await make(unfinished);
    await rename(unfinished, blank);
    await removeOthers(blank);
    return true;
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

/**
 * Copies the blank cluster to `dir`; without one, or where this account may not read it, nothing is there afterwards.
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

/** Deletes those of earlier migrations, which nothing copies any more. */
async function removeOthers(blank: string): Promise<void> {
  for (const name of await readdir(dirname(blank))) {
    if (!/^blank-[0-9a-f]{16}$/.test(name) || name === basename(blank)) continue;
    await rm(join(dirname(blank), name), { recursive: true, force: true });
  }
}

function passwordOf(blank: string): Promise<string | undefined> {
  return readFile(join(blank, passwordName), 'utf8').catch(() => undefined);
}

async function blankFolder(): Promise<string> {
  const hash = createHash('sha256').update([await postgresVersion(), ...clusterOptions].join(' '));
  for (const name of (await readdir(migrationsFolder)).sort())
    hash.update(name).update(await readFile(join(migrationsFolder, name)));
  const name = `blank-${hash.digest('hex').slice(0, 16)}`;
  return fileURLToPath(new URL(`../../dist/${name}`, import.meta.url));
}
