import type { Readable } from 'node:stream';
import { writePacked } from './backup-files.ts';
import type { BackedUpFile, BackupManifest } from './backup-manifest.ts';

/** A cabinet host whose files are elsewhere, so that it is asked for them. Every method throws a HostRefused. */
export interface FarHost {
  name: string;
  /** The clients whose databases it has. */
  cabinets(): AsyncIterable<string>;
  /** A copy of one database as of one moment; false when it was deleted meanwhile. */
  copy(clientId: string, keep: (content: Readable) => Promise<void>): Promise<boolean>;
}

/** `isAway`: it doesn't answer at all, so nothing more is asked of it. */
export class HostRefused extends Error {
  readonly isAway: boolean;

  constructor(message: string, { isAway }: { isAway: boolean }) {
    super(message);
    this.name = 'HostRefused';
    this.isAway = isAway;
  }
}

interface Progress {
  progress(text: string): void;
}

/**
 * Copies the databases of all cabinets that other hosts have. What a host that is away lacks is named in the manifest,
 * and stops nothing else: a backup is needed most when a host is dead.
 */
export async function copyFarHosts(
  hosts: readonly FarHost[],
  folder: string,
  { progress }: Progress,
): Promise<Pick<BackupManifest, 'other_hosts' | 'missing'>> {
  if (hosts.length === 0) return {};
  const copies: NonNullable<BackupManifest['other_hosts']> = [];
  const missing: NonNullable<BackupManifest['missing']> = [];
  for (const host of hosts) {
    const { cabinets, refusals } = await copyHost(host, folder, { progress });
    copies.push({ name: host.name, cabinets });
    const [reason] = refusals;
    if (reason !== undefined) missing.push({ host: host.name, reason });
  }
  return { other_hosts: copies, ...(missing.length > 0 && { missing }) };
}

async function copyHost(
  host: FarHost,
  folder: string,
  { progress }: Progress,
): Promise<{ cabinets: BackedUpFile[]; refusals: string[] }> {
  const cabinets: BackedUpFile[] = [];
  const refusals: string[] = [];
  const refused = (error: unknown) => {
    if (!(error instanceof HostRefused)) throw error;
    refusals.push(error.message);
    return error.isAway;
  };
  const copyOne = async (clientId: string) => {
    progress(`Cabinet ${cabinets.length + 1} of host ${host.name}…`);
    const name = `cabinets/${host.name}/${clientId}.sqlite.gz`;
    let file: BackedUpFile | undefined;
    const isThere = await host.copy(clientId, async (content) => {
      file = await writePacked(folder, name, content);
    });
    if (isThere && file) cabinets.push(file);
  };
  try {
    for await (const clientId of host.cabinets()) {
      const isAway = await copyOne(clientId).then(() => false, refused);
      if (isAway) break;
    }
  } catch (error) {
    refused(error);
  }
  return { cabinets, refusals };
}

/** What a backup lacks, in a sentence; null when it is whole. */
export function lackOf({ missing = [] }: Pick<BackupManifest, 'missing'>): string | null {
  if (missing.length === 0) return null;
  const hosts = missing.map(({ host, reason }) => `${host} (${reason})`).join(', ');
  return `cabinets are missing in it, because these hosts did not give them all: ${hosts}`;
}
