import { appendFile, mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { id as uuid } from '#contract/kernel/primitives.ts';

/**
 * Which clients were erased, in a file beside the backups and in none of them: a restored backup has them as they were,
 * and `erasures repeat` erases them again. It has ids alone.
 */
const fileName = 'erased-clients.txt';

interface Place {
  backupDir: string;
}

/** Adds a client, once. */
export async function noteErased(
  { backupDir }: Place,
  { clientId, at }: { clientId: string; at: Date },
): Promise<void> {
  if ((await erasedBefore({ backupDir })).includes(clientId)) return;
  await mkdir(backupDir, { recursive: true, mode: 0o700 });
  await appendFile(path.join(backupDir, fileName), `${at.toISOString()} ${clientId}\n`, { mode: 0o600 });
}

/** The ids in the file, each once; none where there is no file. */
export async function erasedBefore({ backupDir }: Place, file?: string): Promise<string[]> {
  const text = await readFile(file ?? path.join(backupDir, fileName), 'utf8').catch((error: unknown) => {
    if (file === undefined && isMissing(error)) return '';
    throw error;
  });
  const ids = text.split(/\s+/).filter((word) => uuid.safeParse(word).success);
  return [...new Set(ids)];
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
