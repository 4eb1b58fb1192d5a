import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { id as uuid } from '#contract/primitives.ts';
import { cabinetMigrations, cabinetStore, type CabinetStore } from './cabinet-store.ts';
import { openSqliteFile } from './sqlite-file.ts';

interface Open {
  database: DatabaseSync;
  store: CabinetStore;
  usedAt: number;
}

export type StorePool = ReturnType<typeof openStorePool>;

/**
 * The cabinets' databases in `folder`, opened when used, at most `max` at once (the longest unused is closed) and
 * closed again after `idleMs` without use: an idle cabinet costs nothing.
 */
export function openStorePool(folder: string, { max = 50, idleMs = 60_000 } = {}) {
  // In the order of use: a Map keeps the order of insertion.
  const open = new Map<string, Open>();
  let closed = false;
  const sweeper = setInterval(closeIdle, Math.max(1, idleMs / 2)).unref();

  return {
    /** Makes the database with its schema; one that is there is brought up to date. */
    create(clientId: string): void {
      close(clientId);
      openSqliteFile(pathOf(clientId), cabinetMigrations, { create: true }).close();
    },

    exists: (clientId: string) => existsSync(pathOf(clientId)),

    /**
     * Calls `work` with the cabinet's store. `work` is synchronous, so that no store is closed under its user; a
     * missing database throws and is never made here.
     */
    use<Result>(clientId: string, work: (store: CabinetStore) => Result): Result {
      if (closed) throw new Error('the cabinet host is closing');
      const entry = open.get(clientId) ?? openStore(clientId);
      entry.usedAt = performance.now();
      open.delete(clientId);
      open.set(clientId, entry);
      for (const longestUnused of open.keys()) {
        if (open.size <= max) break;
        close(longestUnused);
      }
      return work(entry.store);
    },

    destroy(clientId: string): void {
      close(clientId);
      for (const suffix of ['', '-wal', '-shm']) rmSync(pathOf(clientId) + suffix, { force: true });
    },

    openCount: () => open.size,

    closeAll(): void {
      closed = true;
      clearInterval(sweeper);
      for (const clientId of [...open.keys()]) close(clientId);
    },
  };

  /** Only a UUID becomes a path. */
  function pathOf(clientId: string): string {
    return join(folder, `${uuid.parse(clientId).toLowerCase()}.sqlite`);
  }

  function openStore(clientId: string): Open {
    const database = openSqliteFile(pathOf(clientId), cabinetMigrations, { create: false });
    return { database, store: cabinetStore(database), usedAt: 0 };
  }

  function close(clientId: string): void {
    open.get(clientId)?.database.close();
    open.delete(clientId);
  }

  function closeIdle(): void {
    for (const [clientId, { usedAt }] of open) {
      if (performance.now() - usedAt >= idleMs) close(clientId);
    }
  }
}
