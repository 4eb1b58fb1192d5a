import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { readPacked } from '#server/backup/backup-files.ts';
import { type BackedUpFile, type BackupManifest, cabinetsOf } from '#server/backup/backup-manifest.ts';
import { auditClient } from '#server/audit-log/audit-store.ts';
import type { CabinetDeps } from '#server/cabinets/cabinet-deps.ts';
import { alone, findCabinet, type StoredCabinet } from '#server/cabinets/cabinet-store.ts';
import { type Inventory, readInventories } from '#server/cabinets/comparison/look-at-cabinet.ts';
import { identityOf } from '#server/cabinets/drivers/cabinet-identity.ts';
import { type BackupSource, DriverError } from '#server/cabinets/drivers/driver.ts';
import { suspensionReason } from '#server/cabinets/tasks/wanted-state.ts';
import type { Db } from '#server/db/tables.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import { measuredStream } from '#server/kernel/measured-stream.ts';
import { placeCabinet } from './place-cabinet.ts';

/** What became of a cabinet of the backup. */
type PutBack =
  /** Its data are on this host now. */
  | { what: 'restored'; host: string }
  /** Its host has it: what lives is newer than any copy. */
  | { what: 'there' }
  /** It is not open or suspended, or something is being done with it. */
  | { what: 'not_wanted' }
  | { what: 'failed'; reason: string };

interface Options {
  progress(text: string): void;
}

/**
 * Gives cabinets that their hosts lack back to them from a backup, whichever host they were on then: each to the host
 * of its record, or to the one with the most room when CABINET_HOSTS no longer has that (decision 244). Run again, it
 * goes on with what is left.
 */
export async function restoreToHosts(
  deps: CabinetDeps,
  { folder, manifest }: { folder: string; manifest: BackupManifest },
  { progress }: Options,
): Promise<Map<string, PutBack>> {
  const inventories = await readInventories(deps, ['embedded']);
  const files = cabinetsOf(manifest).flatMap((file) => {
    const clientId = path.posix.basename(file.path, '.sqlite.gz');
    return clientId === 'registry' ? [] : [{ clientId, file }];
  });
  const done = new Map<string, PutBack>();
  for (const [index, { clientId, file }] of files.entries()) {
    progress(`Cabinet ${index + 1} of ${files.length}…`);
    const result = await alone(deps.db, clientId, (connection) =>
      putBack(deps, connection, { clientId, inventories, source: () => sourceOf(folder, file) }),
    );
    done.set(clientId, result ?? { what: 'not_wanted' });
  }
  return done;
}

interface Lost {
  clientId: string;
  inventories: readonly Inventory[];
  source(): Promise<BackupSource>;
}

async function putBack(
  deps: CabinetDeps,
  connection: Db,
  { clientId, inventories, source }: Lost,
): Promise<PutBack> {
  const found = await findCabinet(connection, clientId);
  if (!found || !isRestorable(found)) return { what: 'not_wanted' };
  const before = found.cabinet?.host ?? null;
  try {
    const host = await hostFor(deps, connection, found);
    const inventory = inventories.find((one) => one.host === host);
    if (!inventory) return { what: 'failed', reason: `host ${host} does not answer` };
    if (inventory.found.get(clientId)?.database) return { what: 'there' };
    await make(deps, found, { host, source: await source() });
    await auditClient(deps.db, systemCaller(deps.clock.now(), deps.defaultLocale), found.client, {
      action: 'cabinet.repair',
      changes: [{ field: 'host', before, after: host }],
    });
    return { what: 'restored', host };
  } catch (error) {
    if (!(error instanceof DriverError)) throw error;
    return { what: 'failed', reason: `${error.reason}: ${error.detail}` };
  }
}

function isRestorable({ client, cabinet }: StoredCabinet): boolean {
  const isWanted = client.cabinet_status === 'active' || client.cabinet_status === 'suspended';
  // A move that was under way goes on with what its host has again.
  const isFree = cabinet?.task === null || cabinet?.task === 'move';
  return isWanted && cabinet?.driver === 'embedded' && isFree;
}

/** The host of its record; another one when that is no longer named. */
async function hostFor(
  deps: CabinetDeps,
  connection: Db,
  { client, cabinet }: StoredCabinet,
): Promise<string> {
  const names = deps.drivers.of('embedded').hosts?.names ?? [];
  const host = cabinet?.host ?? names[0];
  return host !== undefined && names.includes(host) ? host : placeCabinet(deps, connection, client.id);
}

/** The database first, then the address; closed again where it is closed by the record. */
async function make(
  deps: CabinetDeps,
  found: StoredCabinet,
  { host, source }: { host: string; source: BackupSource },
): Promise<void> {
  const driver = deps.drivers.of('embedded');
  const cabinet = { ...identityOf(deps, found), host };
  await driver.create(cabinet, { id: source.id, step: 'database', backup: source });
  await driver.create(cabinet, { id: source.id, step: 'instance' });
  if (found.client.cabinet_status !== 'suspended') return;
  await driver.suspend(cabinet, { id: source.id, reason: suspensionReason(found.client) ?? 'unpaid' });
}

/** A packed database as what a driver makes a cabinet of. */
async function sourceOf(folder: string, file: BackedUpFile): Promise<BackupSource> {
  const { through, measure } = measuredStream();
  through.resume();
  await pipeline(readPacked(folder, file), through);
  return { id: file.sha256, ...measure(), open: () => readPacked(folder, file) };
}
