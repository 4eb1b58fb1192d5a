import { createReadStream } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { packAway, writePacked } from './backup-files.ts';
import type { BackedUpFile } from './backup-manifest.ts';

interface Progress {
  progress(text: string): void;
}

/** Copies every cabinet's database, each as of one moment, also while the cabinet host writes to it. */
export async function copyCabinets(
  source: string,
  folder: string,
  { progress }: Progress,
): Promise<BackedUpFile[]> {
  const names = (await namesIn(source)).filter((name) => name.endsWith('.sqlite'));
  const files: BackedUpFile[] = [];
  for (const [index, name] of names.entries()) {
    progress(`Cabinet ${index + 1} of ${names.length}…`);
    const file = await copyCabinet(source, folder, name);
    if (file) files.push(file);
  }
  return files;
}

/** Undefined when there is none of this name, or no longer. */
export async function copyCabinet(
  source: string,
  folder: string,
  name: string,
): Promise<BackedUpFile | undefined> {
  const copy = path.join(folder, `${name}.copy`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (!(await copySqlite(path.join(source, name), copy))) return undefined;
  return packAway(folder, `cabinets/${name}.gz`, copy);
}

/** Copies the last backups of deleted cabinets, which are never changed. */
export async function copyCabinetBackups(
  source: string,
  folder: string,
  { progress }: Progress,
): Promise<BackedUpFile[]> {
  const names = (await namesIn(source)).filter((name) => name.endsWith('.backup'));
  const files: BackedUpFile[] = [];
  for (const [index, name] of names.entries()) {
    progress(`Backup of a cabinet, ${index + 1} of ${names.length}…`);
    const content = createReadStream(path.join(source, name));
    files.push(await writePacked(folder, `cabinet-backups/${name}.gz`, content));
  }
  return files;
}

/** False when the cabinet was deleted meanwhile. */
async function copySqlite(source: string, target: string): Promise<boolean> {
  let database: DatabaseSync;
  try {
    database = new DatabaseSync(source, { readOnly: true, timeout: 10_000 });
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === cannotOpen) return false;
    throw error;
  }
  try {
    // All pages at once: a write between two parts would make it start again.
    await backup(database, target, { rate: 2 ** 31 - 1 });
    return true;
  } finally {
    database.close();
  }
}

/** SQLITE_CANTOPEN. */
const cannotOpen = 14;

async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(() => [])).sort();
}
