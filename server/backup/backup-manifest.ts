import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { parseJson } from '#server/kernel/parse-json.ts';
import { StartupError } from '#server/kernel/startup-error.ts';
import { moment } from '#contract/kernel/primitives.ts';

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
  /** Databases of cabinets of the embedded driver: those whose files were where the backup was taken. */
  cabinets: z.array(file),
  /** With several cabinet hosts: the databases that the others have (decision 244). */
  other_hosts: z.array(z.strictObject({ name: z.string(), cabinets: z.array(file) })).optional(),
  /** Hosts that did not give all they have. */
  missing: z.array(z.strictObject({ host: z.string(), reason: z.string() })).optional(),
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

export function filesOf(manifest: BackupManifest): BackedUpFile[] {
  const { tables, cabinet_backups, secret_key } = manifest;
  return [...tables, ...cabinetsOf(manifest), ...cabinet_backups, ...(secret_key ? [secret_key] : [])];
}

/** Of all hosts, with what each host knows of its own (`registry.sqlite`). */
export function cabinetsOf({ cabinets, other_hosts = [] }: BackupManifest): BackedUpFile[] {
  return [...cabinets, ...other_hosts.flatMap((host) => host.cabinets)];
}
