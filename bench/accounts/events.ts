import { sql } from 'kysely';
import { pino } from 'pino';
import { recordEvents } from '#server/events/record-events.ts';
import { readConfig } from '#server/kernel/config.ts';
import { systemClock } from '#server/kernel/clock.ts';
import { newId } from '#server/kernel/ids.ts';
import { createPlatform } from '#server/platform.ts';
import { migrate } from '#server/db/migrate.ts';
import type { Db } from '#server/db/tables.ts';
import { startDeliveries } from '#server/webhooks/delivery/delivery-loop.ts';
import { receiveEvents } from '#tests/support/processes/event-receiver.ts';
import type { Figure } from '../figure.ts';
import { emptyDatabase } from '../support/empty-database.ts';
import { fillClients } from '../support/million-clients.ts';

const clients = 10_000;
const together = 500;
const log = pino({ level: 'silent' });

/**
 * Events of ten thousand clients: what recording them costs, and how fast they are read, signed and sent to a quick
 * receiver, alone and beside one that never answers.
 */
export async function* events(): AsyncGenerator<Figure> {
  await using installation = await emptyDatabase();
  const { database, dataDir } = installation;
  const { db } = database;
  await migrate({ db, log });
  await fillClients(db, clients);
  const config = readConfig({ DATA_DIR: dataDir, WEBHOOKS_ALLOW_PRIVATE: '1', LOG_LEVEL: 'silent' });
  const platform = await createPlatform({
    config,
    secretKey: 'a secret for benches that nobody else has to know',
    database,
    clock: systemClock,
    log,
    print: () => undefined,
  });
  const ids = (await sql<{ id: string }>`select id from clients`.execute(db)).rows.map(({ id }) => id);
  const quick = await receiveEvents();
  const dead = await receiveEvents();
  dead.answer = null;
  const seal = () => platform.secrets.seal(`whsec_${Buffer.alloc(24, 7).toString('base64')}`);
  await subscribe(db, quick.url, seal());

  const recording = await timed(() => record(db, ids));
  yield { what: '10,000 events recorded, some hundred at once', samples: [recording], unit: 'ms' };
  const alone = await delivered();
  yield { what: 'sent to a quick receiver', samples: [alone], unit: 'requests/s' };

  await subscribe(db, dead.url, seal());
  await record(db, ids);
  yield {
    what: 'the same beside a receiver that never answers',
    samples: [await delivered()],
    unit: 'requests/s',
  };
  await quick.close();
  await dead.close();
  platform.mail.close();

  /** Sends all that waits for the quick receiver, and gives how many a second. */
  async function delivered(): Promise<number> {
    const before = quick.received.length;
    const begun = performance.now();
    const deliveries = startDeliveries(platform);
    while (quick.received.length < before + clients) await new Promise((done) => setTimeout(done, 50));
    const perSecond = (clients * 1000) / (performance.now() - begun);
    dead.answer = { status: 204 };
    await deliveries.stop();
    dead.answer = null;
    return perSecond;
  }
}

async function record(db: Db, ids: readonly string[]): Promise<void> {
  const now = systemClock.now();
  for (let at = 0; at < ids.length; at += together) {
    const some = ids.slice(at, at + together);
    await db.transaction().execute((tx) =>
      recordEvents(
        tx,
        now,
        some.map((id) => ({ type: 'client.changed' as const, clientId: id, subjectId: id })),
      ),
    );
  }
}

async function subscribe(db: Db, url: string, sealed: string): Promise<void> {
  const now = systemClock.now();
  const { rows } = await sql<{ id: string }>`select id from users limit 1`.execute(db);
  await db
    .insertInto('webhooks')
    .values({
      id: newId(now),
      url,
      events: ['client.changed'],
      enabled: true,
      secret_sealed: sealed,
      created_by: rows[0]?.id ?? '',
      created_at: now,
      updated_at: now,
    })
    .execute();
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}
