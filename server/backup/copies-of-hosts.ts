import path from 'node:path';
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

type HostCopies = Pick<BackupManifest, 'cabinets' | 'other_hosts' | 'missing'>;

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

interface Moved extends Progress {
  hosts: readonly FarHost[];
  folder: string;
  /** The cabinets that must be in the backup, and which host has each now. */
  recorded(): Promise<readonly { clientId: string; host: string }[]>;
  /** Copies one of the host whose files are here; undefined when it is not there. */
  copyHere(host: string, clientId: string): Promise<BackedUpFile | undefined>;
}

/** A cabinet may move once more while it is asked for. */
const rounds = 3;

/**
 * Completes the copies of hosts, which are asked one after the other: a cabinet that moved from one that was not asked
 * yet to one that was is in neither. It is asked for again, where it is now. What is not there either is named, unless
 * its host gave nothing and is named already.
 */
export async function copyMoved(copies: HostCopies, moved: Moved): Promise<HostCopies> {
  const { cabinets, other_hosts = [], missing = [] } = copies;
  const lacking = async () => {
    const copied = new Set([cabinets, ...other_hosts.map((host) => host.cabinets)].flat().map(clientOf));
    const silent = missing.map(({ host }) => host);
    const recorded = await moved.recorded();
    return recorded.filter(({ clientId, host }) => !copied.has(clientId) && !silent.includes(host));
  };
  for (let round = 0; round < rounds; round += 1) {
    for (const { clientId, host: name } of await lacking()) {
      moved.progress(`Cabinet ${clientId}, which is on host ${name} now…`);
      const host = moved.hosts.find((one) => one.name === name);
      const copied = other_hosts.find((one) => one.name === name)?.cabinets ?? cabinets;
      const file = host
        ? await copyFrom(host, moved.folder, clientId).catch(nothingWhenRefused)
        : await moved.copyHere(name, clientId);
      if (file) copied.push(file);
    }
  }
  const lost = Map.groupBy(await lacking(), ({ host }) => host);
  const named = [...lost].map(([host, those]) => ({
    host,
    reason: `not there: ${those.map(({ clientId }) => clientId).join(' ')}`,
  }));
  const all = [...missing, ...named];
  return { ...copies, ...(all.length > 0 && { missing: all }) };
}

/** What is refused is still lacking, and named so. */
function nothingWhenRefused(error: unknown): undefined {
  if (!(error instanceof HostRefused)) throw error;
}

const clientOf = ({ path: file }: BackedUpFile) => path.posix.basename(file, '.sqlite.gz');

/** Undefined when it is not there. */
async function copyFrom(host: FarHost, folder: string, clientId: string): Promise<BackedUpFile | undefined> {
  let file: BackedUpFile | undefined;
  const isThere = await host.copy(clientId, async (content) => {
    file = await writePacked(folder, `cabinets/${host.name}/${clientId}.sqlite.gz`, content);
  });
  return isThere ? file : undefined;
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
    const file = await copyFrom(host, folder, clientId);
    if (file) cabinets.push(file);
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
