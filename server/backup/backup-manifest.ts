import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { parseJson } from '#server/kernel/parse-json.ts';
import { StartupError } from '#server/kernel/startup-error.ts';
import { moment } from '#contract/primitives.ts';

/** The manifest is written last, so a folder that has one is complete. */
export const manifestName = 'manifest.json';

/** A file below the backup's folder, with slashes. */
const file = z.strictObject({
  path: z.string().regex(/^[\w.-]+(\/[\w.-]+)*$/),
  bytes: z.int(),
  sha256: z.string(),
});
export type BackedUpFile = z.infer<typeof file>;

const table = file.extend({ name: z.string(), columns: z.array(z.string()), rows: z.int() });
export type BackedUpTable = z.infer<typeof table>;

const sequence = z.strictObject({ name: z.string(), value: z.string(), is_called: z.boolean() });
export type BackedUpSequence = z.infer<typeof sequence>;

const manifest = z.strictObject({
  format: z.literal(1),
  program: z.string(),
  taken_at: moment,
  postgres: z.string(),
  migrations: z.array(z.strictObject({ name: z.string(), sha256: z.string() })),
  tables: z.array(table),
  sequences: z.array(sequence),
  /** Databases of cabinets of the embedded driver. */
  cabinets: z.array(file),
  /** Last backups of cabinets that were deleted. */
  cabinet_backups: z.array(file),
  secret_key: file.nullable(),
});
export type BackupManifest = z.infer<typeof manifest>;

/** @throws StartupError when the folder holds no complete backup, or one of an unknown format. */
export async function readManifest(folder: string): Promise<BackupManifest> {
  const text = await readFile(path.join(folder, manifestName), 'utf8').catch(() => {
    throw new StartupError(`"${folder}" is not a whole backup: it has no ${manifestName}.`);
  });
  const read = manifest.safeParse(parseJson(text));
  if (read.success) return read.data;
  throw new StartupError(
    `"${folder}/${manifestName}" is not of this program, or of a newer one: ${z.prettifyError(read.error)}`,
  );
}

export function filesOf({ tables, cabinets, cabinet_backups, secret_key }: BackupManifest): BackedUpFile[] {
  return [...tables, ...cabinets, ...cabinet_backups, ...(secret_key ? [secret_key] : [])];
}
