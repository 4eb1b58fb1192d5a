import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';
import { signatureToleranceSeconds } from '#contract/cabinets/webhook-signature.ts';
import { openSqliteFile } from '../store/sqlite-file.ts';
import type { ReportSchedule } from '../platform/report-schedule.ts';

/** Why a cabinet is suspended while it is moved to another host. */
export const movingReason = 'moving';

const migrations = [
  `CREATE TABLE instances (
     client_id TEXT PRIMARY KEY,
     domain TEXT NOT NULL UNIQUE,
     secret TEXT NOT NULL,
     state TEXT NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'suspended')),
     reason TEXT
   ) STRICT;
   CREATE TABLE seen_messages (id TEXT PRIMARY KEY, expires_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
   CREATE INDEX seen_messages_by_expiry ON seen_messages (expires_at);`,
  `CREATE TABLE usage_reports (
     client_id TEXT PRIMARY KEY,
     due_at INTEGER NOT NULL,
     failures INTEGER NOT NULL DEFAULT 0
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX usage_reports_by_time ON usage_reports (due_at);`,
  // A row says that the platform has signed by protocol 2.
  `CREATE TABLE protocol_two (id INTEGER PRIMARY KEY CHECK (id = 1)) STRICT;`,
  // The customer's own domain.
  `ALTER TABLE instances ADD COLUMN own_domain TEXT;
   CREATE UNIQUE INDEX instances_by_own_domain ON instances (own_domain) WHERE own_domain IS NOT NULL;`,
];

const instance = z.object({
  client_id: z.string(),
  domain: z.string(),
  /** The customer's own, under which it answers too; undefined where that isn't known. */
  own_domain: z.string().nullable().optional(),
  secret: z.string(),
  state: z.enum(['active', 'suspended']),
  reason: z.string().nullable(),
});
export type Instance = z.infer<typeof instance>;
export type HostRegistry = ReturnType<typeof openRegistry>;

/**
 * The cabinets of this host, in `FOLDER/registry.sqlite`; the folder is made if it is missing. Read at every request,
 * so that acknowledged changes are still in effect after a crash.
 */
export function openRegistry(folder: string) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  const database = openSqliteFile(join(folder, 'registry.sqlite'), migrations, { create: true });
  const byDomain = database.prepare('SELECT * FROM instances WHERE domain = ?1 OR own_domain = ?1');
  const byClient = database.prepare('SELECT * FROM instances WHERE client_id = ?');
  const upsert = database.prepare(
    `INSERT INTO instances (client_id, domain, secret, state, reason, own_domain) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (client_id) DO UPDATE
     SET domain = excluded.domain, secret = excluded.secret, own_domain = excluded.own_domain`,
  );
  const leaveDomain = database.prepare(
    'UPDATE instances SET own_domain = NULL WHERE own_domain = ? AND client_id <> ?',
  );
  const setState = database.prepare('UPDATE instances SET state = ?, reason = ? WHERE client_id = ?');
  const remove = database.prepare('DELETE FROM instances WHERE client_id = ?');
  const page = database.prepare('SELECT * FROM instances ORDER BY client_id');
  const forgetSeen = database.prepare('DELETE FROM seen_messages WHERE expires_at < ?');
  const seenTwo = database.prepare('SELECT 1 FROM protocol_two');
  const noteTwo = database.prepare('INSERT OR IGNORE INTO protocol_two (id) VALUES (1)');
  const see = database.prepare('INSERT OR IGNORE INTO seen_messages (id, expires_at) VALUES (?, ?)');

  return {
    findByDomain: (domain: string) => instance.optional().parse(byDomain.get(domain)),
    findByClient: (clientId: string) => instance.optional().parse(byClient.get(clientId)),
    all: () => z.array(instance).parse(page.all()),

    /** A new one is active, or suspended for a reason. A suspended instance stays so; only `resume` changes that. */
    register(
      clientId: string,
      {
        domain,
        secret,
        suspended,
        own_domain = null,
      }: {
        domain: string;
        secret: string;
        suspended?: string | undefined;
        own_domain?: string | null | undefined;
      },
    ): 'done' | 'domain_taken' {
      const holder = instance.optional().parse(byDomain.get(domain));
      if (holder && holder.client_id !== clientId) return 'domain_taken';
      // The platform gives a customer's domain to one client at a time; the last word counts.
      if (own_domain !== null) leaveDomain.run(own_domain, clientId);
      const state = suspended ? 'suspended' : 'active';
      upsert.run(clientId, domain, secret, state, suspended ?? null, own_domain);
      return 'done';
    },

    /** False when there is no such instance. */
    suspend: (clientId: string, reason: string) => setState.run('suspended', reason, clientId).changes === 1,
    resume: (clientId: string) => setState.run('active', null, clientId).changes === 1,
    remove: (clientId: string) => void remove.run(clientId),

    /** Whether this message is new, within the tolerance of its clock in both directions. */
    isFirst(messageId: string, now: Date): boolean {
      const seconds = Math.floor(now.getTime() / 1000);
      forgetSeen.run(seconds);
      return see.run(messageId, seconds + 2 * signatureToleranceSeconds).changes === 1;
    },

    hasSeenProtocolTwo: () => seenTwo.get() !== undefined,
    noteProtocolTwo(): void {
      if (seenTwo.get() === undefined) noteTwo.run();
    },

    /** When cabinets report their usage; survives a restart. */
    reports: reportsIn(database),

    close: () => database.close(),
  };
}

const dueRow = z.object({ client_id: z.string(), failures: z.int() });

function reportsIn(database: DatabaseSync): ReportSchedule {
  const sooner = database.prepare(
    `INSERT INTO usage_reports (client_id, due_at) VALUES (?, ?)
     ON CONFLICT (client_id) DO UPDATE SET due_at = min(due_at, excluded.due_at)`,
  );
  const put = database.prepare(
    `INSERT INTO usage_reports (client_id, due_at, failures) VALUES (?, ?, ?)
     ON CONFLICT (client_id) DO UPDATE SET due_at = excluded.due_at, failures = excluded.failures`,
  );
  const due = database.prepare(
    'SELECT client_id, failures FROM usage_reports WHERE due_at <= ? ORDER BY due_at LIMIT ?',
  );
  const forget = database.prepare('DELETE FROM usage_reports WHERE client_id = ?');
  return {
    sooner: (clientId, at) => void sooner.run(clientId, at.getTime()),
    put: (clientId, { at, failures }) => void put.run(clientId, at.getTime(), failures),
    due: (now, limit) =>
      z
        .array(dueRow)
        .parse(due.all(now.getTime(), limit))
        .map(({ client_id, failures }) => ({ clientId: client_id, failures })),
    forget: (clientId) => void forget.run(clientId),
  };
}
