import { randomUUID } from 'node:crypto';
import { existsSync, linkSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { id as uuid } from '#contract/kernel/primitives.ts';
import { syncFolder } from '#contract/kernel/sync-folder.ts';
import { cabinetMigrations, cabinetStore, type CabinetStore } from './cabinet-store.ts';
import { isDamage, isReadable, openSqliteFile, requireSound } from './sqlite-file.ts';

interface Open {
  database: DatabaseSync;
  store: CabinetStore;
  usedAt: number;
}

export type StorePool = ReturnType<typeof openStorePool>;

const temporary = '.part';
const temporaryLifetimeMs = 24 * 3_600_000;

/**
 * The cabinets' databases in `folder`: opened when used, at most `max` at once (the longest unused is closed), and
 * closed after `idleMs` without use, so that an idle cabinet costs nothing.
 */
export function openStorePool(folder: string, { max = 50, idleMs = 60_000 } = {}) {
  // Clients whose file could not be read, and when that was last seen.
  const damaged = new Map<string, number>();
  let closed = false;
  const files = databaseFiles(folder);
  const { pathOf, exists } = files;
  const opened = openStores(pathOf, max);
  const sweeper = setInterval(() => opened.closeIdle(idleMs), Math.max(1, idleMs / 2)).unref();
  removeOldTemporaries(folder);

  return {
    exists,
    copy: files.copy,
    adopt: files.adopt,
    owners: files.owners,
    temporaryFile: files.temporaryFile,
    openCount: opened.count,

    /** Makes the database with its schema, or upgrades an existing one. */
    create(clientId: string): void {
      opened.close(clientId);
      openSqliteFile(pathOf(clientId), cabinetMigrations, { create: true }).close();
    },

    /** False without a database, or if it could not be read at its last use. */
    isSound(clientId: string): boolean {
      if (!exists(clientId)) return false;
      const seen = damaged.get(clientId);
      if (seen === undefined) return true;
      if (performance.now() - seen < idleMs || !isReadable(pathOf(clientId))) return false;
      damaged.delete(clientId);
      return true;
    },

    /**
     * Calls `work` with the cabinet's store. `work` is synchronous, so that no store is closed during its use; a
     * missing database throws and is never made here.
     */
    use<Result>(clientId: string, work: (store: CabinetStore) => Result): Result {
      if (closed) throw new Error('the cabinet host is closing');
      try {
        return work(opened.storeOf(clientId));
      } catch (error) {
        if (isDamage(error)) damaged.set(clientId, performance.now());
        throw error;
      }
    },

    destroy(clientId: string): void {
      opened.close(clientId);
      damaged.delete(clientId);
      for (const suffix of ['', '-wal', '-shm']) rmSync(pathOf(clientId) + suffix, { force: true });
    },

    closeAll(): void {
      closed = true;
      clearInterval(sweeper);
      opened.closeIdle(0);
    },
  };
}

/** The stores that are open, at most `max` of them: the longest unused is closed. */
function openStores(pathOf: (clientId: string) => string, max: number) {
  // In the order of use, because a Map keeps the order of insertion.
  const open = new Map<string, Open>();
  return { storeOf, close, closeIdle, count: () => open.size };

  function storeOf(clientId: string): CabinetStore {
    const entry = open.get(clientId) ?? openStore(clientId);
    entry.usedAt = performance.now();
    open.delete(clientId);
    open.set(clientId, entry);
    for (const longestUnused of open.keys()) {
      if (open.size <= max) break;
      close(longestUnused);
    }
    return entry.store;
  }

  function openStore(clientId: string): Open {
    const database = openSqliteFile(pathOf(clientId), cabinetMigrations, { create: false });
    return { database, store: cabinetStore(database), usedAt: 0 };
  }

  function close(clientId: string): void {
    open.get(clientId)?.database.close();
    open.delete(clientId);
  }

  /** Closes those that nobody has used for so long. */
  function closeIdle(idleMs: number): void {
    for (const [clientId, { usedAt }] of open) {
      if (performance.now() - usedAt >= idleMs) close(clientId);
    }
  }
}

/** The databases as files: one a cabinet, and temporary ones next to them. */
function databaseFiles(folder: string) {
  const isUuid = (clientId: string) => uuid.safeParse(clientId).success;
  /** Nobody's name is asked about too, with an empty id. */
  const exists = (clientId: string) => isUuid(clientId) && existsSync(pathOf(clientId));
  return {
    pathOf,
    exists,

    /** The path of a temporary file next to the databases; the caller removes it. */
    temporaryFile: () => join(folder, `${randomUUID()}${temporary}`),

    /** Makes a consistent copy, also during writes. */
    async copy(clientId: string, path: string): Promise<void> {
      const source = new DatabaseSync(pathOf(clientId), { readOnly: true });
      try {
        await backup(source, path);
      } finally {
        source.close();
      }
    },

    /**
     * Makes the database from a copy on the disk and upgrades it; an existing one stays as it is. Afterwards it is
     * there even if the power fails. Throws when the copy is damaged.
     */
    async adopt(clientId: string, path: string): Promise<void> {
      const database = openSqliteFile(path, cabinetMigrations, { create: false });
      try {
        requireSound(database);
        // The -wal file is not moved, so nothing may stay in it.
        database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      } finally {
        database.close();
      }
      if (!exists(clientId)) linkSync(path, pathOf(clientId));
      // Also of one that stays: the process that linked it may have died before this.
      await syncFolder(folder);
    },

    /** The clients that have a database here. */
    owners: (): string[] =>
      readdirSync(folder).flatMap((name) => {
        const clientId = name.endsWith('.sqlite') ? name.slice(0, -'.sqlite'.length) : '';
        return isUuid(clientId) ? [clientId] : [];
      }),
  };

  /** Allows only UUIDs as file names. */
  function pathOf(clientId: string): string {
    return join(folder, `${uuid.parse(clientId).toLowerCase()}.sqlite`);
  }
}

/** Deletes half-written files of a dead host; younger ones may be another host's work. */
function removeOldTemporaries(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (!name.includes(temporary)) continue;
    const path = join(folder, name);
    const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0);
    if (age > temporaryLifetimeMs) rmSync(path, { force: true });
  }
}
