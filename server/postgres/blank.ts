import { createHash } from 'node:crypto';
import { cpSync } from 'node:fs';
import { readdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrationsFolder } from '#server/db/migrate.ts';
import { postgresVersion } from './binaries.ts';
import { clusterOptions } from './initdb.ts';

/**
 * A cluster with an empty installation, made after the install: a first start copies it instead of spending seconds
 * of processor time on initdb and migrations. One made by another version, or with other options or migrations, is
 * not used.
 */

const clusterName = 'postgres';
const passwordName = 'postgres-password';

/**
 * Keeps the cluster of an unused DATA_DIR as the blank one.
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
 * Copies the blank cluster to `dir`. Without one, or where this account may not read it, `dir` does not exist
 * afterwards.
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

/** Deletes blanks of earlier migrations, which nothing copies any more. */
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
