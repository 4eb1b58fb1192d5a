import { sql } from 'kysely';
import { pino } from 'pino';
import { sealAudit } from '#server/audit-log/audit-sealer.ts';
import { writeAuditEntries } from '#server/audit-log/audit-store.ts';
import { verifyAudit } from '#server/audit-log/verify-audit.ts';
import { systemClock } from '#server/kernel/clock.ts';
import { migrate } from '#server/db/migrate.ts';
import type { Db } from '#server/db/tables.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import type { Figure } from '../figure.ts';
import { emptyDatabase } from '../support/empty-database.ts';

const many = 1_000_000;
const written = 50_000;
const together = 500;
const log = pino({ level: 'silent' });

/**
 * The chained audit log: how long a start takes to add the chain to a million entries, how long a worker takes to
 * seal and to verify them, and what the chain costs writers. Fails when the chain is not intact.
 */
export async function* audit(): AsyncGenerator<Figure> {
  await using installation = await emptyDatabase();
  const { db } = installation.database;
  await migrate({ db, log, through: '0021-security-events.ts' });
  await fill(db);
  const before = await timed(() => write(db));

  const migrating = await timed(() => migrate({ db, log }));
  yield figure('start with 1,000,000 entries that no chain has yet', migrating.ms, 30_000);

  let sealed = 0;
  const sealing = await timed(async () => {
    for (let some = await sealAudit(db); some > 0; some = await sealAudit(db)) sealed += some;
  });
  yield { ...figure('sealing them, in the background', (sealed * 1000) / sealing.ms), unit: 'requests/s' };

  const proving = await timed(() => verifyAudit(db, { progress: () => undefined }));
  const { result: proof } = proving;
  if (proof.broken > 0 || proof.sealed !== many + written)
    throw new Error(`not proved: ${JSON.stringify(proof)}`);
  yield figure('proving them all', proving.ms);

  yield figure('50,000 entries written, some hundred at once, without a chain', before.ms);
  yield figure('the same with one', (await timed(() => write(db))).ms);
  const beside = await timed(() => Promise.all([write(db), sealAudit(db)]));
  yield figure('the same while it is sealed', beside.ms);
}

async function write(db: Db): Promise<void> {
  const caller = systemCaller(systemClock.now(), 'en');
  const entry = {
    action: 'client.grace',
    subject: { type: 'client', id: crypto.randomUUID(), name: 'Somebody' },
    changes: [{ field: 'status', before: 'active', after: 'grace' }],
  };
  for (let rows = 0; rows < written; rows += together) {
    await writeAuditEntries(db, caller, Array<typeof entry>(together).fill(entry));
  }
}

async function fill(db: Db): Promise<void> {
  await sql`
    insert into audit_entries (id, at, actor_kind, actor_name, action, subject_type, subject_id, subject_name, changes, ip)
    select gen_random_uuid(), now() - n * interval '1 minute', 'staff', 'Somebody ' || n % 50, 'client.change', 'client',
      gen_random_uuid(), 'Client ' || n, '[{"field": "name", "before": "a", "after": "b"}]', '203.0.113.5'
    from generate_series(1, ${many}::int) n`.execute(db);
}

function figure(what: string, ms: number, goal?: number): Figure {
  return { what, samples: [ms], unit: 'ms', ...(goal !== undefined && { goal }) };
}

async function timed<Result>(work: () => Promise<Result>): Promise<{ ms: number; result: Result }> {
  const begun = performance.now();
  const result = await work();
  return { ms: performance.now() - begun, result };
}
