import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { pino } from 'pino';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase, type Database } from '#server/postgres/connect.ts';
import { addUpWallets } from '#server/wallet/proof-store.ts';
import { testClock } from '#tests/support/clock.ts';
import { freshDatabase, type TestDatabase } from '#tests/support/postgres/database.ts';
import { type Mailbox, openMailbox } from '#tests/support/files/mailbox.ts';
import {
  type BreakPoint,
  openStatementProxy,
  type Statement,
  type StatementProxy,
} from '#tests/support/postgres/statement-proxy.ts';
import {
  clientRow,
  linesOf,
  mailsOf,
  newTariff,
  subscriber,
} from '#tests/support/subscriptions/subscribers.ts';
import type { Order } from './acting-platform.ts';

/**
 * Every action with money is done by a separate process. It is killed with SIGKILL at its statements, and after each
 * lasting one before it gets the answer: so also between a commit and the answer, and between a commit and sending its
 * emails. The next process is the restart of the one before.
 */
const clock = testClock();
const log = pino({ level: 'silent' });
const cashierId = '0197a3c0-0000-7000-8000-0000000000aa';
const root = fileURLToPath(new URL('../..', import.meta.url));
/** Each action starts some ten processes. */
const timeout = 180_000;
const mailsLost = 180;
let testDatabase: TestDatabase;
let database: Database;
let mailbox: Mailbox;
let folder: string;
let app: { clock: typeof clock; platform: { database: Database } };
let cheap: string;
let dear: string;
const actors = new Set<Actor>();

beforeAll(async () => {
  testDatabase = await freshDatabase();
  folder = await mkdtemp(path.join(tmpdir(), 'tenantry-statements-'));
  database = await connectDatabase({ databaseUrl: testDatabase.url, dataDir: folder, log });
  mailbox = await openMailbox();
  await bundleProgram();
  app = { clock, platform: { database } };
  const who = { id: cashierId, email: 'c@example.com', email_key: 'c@example.com', name: 'Cashier' };
  const now = clock.now();
  await database.db
    .insertInto('users')
    .values({ ...who, permissions: ['clients.replenish'], locale: 'en', created_at: now, updated_at: now })
    .execute();
  [cheap, dear] = [await newTariff(app, { month: 3_000 }), await newTariff(app, { month: 9_000 })];
});
afterAll(async () => {
  await Promise.all(coming);
  await Promise.all([...actors].map((actor) => actor.end()));
  await mailbox.close();
  await database.close();
  await testDatabase.drop();
  await rm(folder, { recursive: true, force: true });
});

/** As one file the program starts in a third of the time, which is most of the cost here. */
async function bundleProgram(): Promise<void> {
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: fileURLToPath(new URL('acting-process.ts', import.meta.url)),
      outDir: path.join(folder, 'program'),
      target: 'node24',
    },
    ssr: { noExternal: true, external: ['@node-rs/argon2', 'pg-native'] },
  });
  // The files that it reads, in the folders above it.
  for (const above of [folder, path.join(folder, 'program')]) {
    for (const name of ['locales', 'node_modules', 'package.json']) {
      await symlink(path.join(root, name), path.join(above, name));
    }
  }
}

interface Actor {
  /** Returns whether it was acknowledged: false when the process was killed first. */
  does(order: Ordered, point?: BreakPoint): Promise<boolean>;
  proxy: StatementProxy;
  end(): Promise<void>;
}
type Ordered = Order extends infer One ? (One extends Order ? Omit<One, 'at'> : never) : never;

let started = 0;

async function startActor(): Promise<Actor> {
  const own = path.join(folder, String((started += 1)));
  await mkdir(own);
  const proxy = await openStatementProxy(testDatabase.connection, own);
  const url = new URL(testDatabase.url);
  url.port = String(proxy.port);
  url.searchParams.set('host', proxy.host);
  const child: ChildProcess = fork(path.join(folder, 'program', 'acting-process.js'), {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DATA_DIR: own,
      DATABASE_URL: url.href,
      SMTP_URL: mailbox.url,
      SECRET_KEY: 'a secret for tests that nobody else has to know',
      LOG_LEVEL: 'warn',
      COMPILE_CACHE: path.join(folder, 'compile-cache'),
    },
  });
  const exit = once(child, 'exit');
  const said = () => Promise.race([once(child, 'message').then(() => true), exit.then(() => false)]);
  const ready = said();
  const actor: Actor = {
    proxy,
    async does(order, point) {
      if (!(await ready)) throw new Error('the process did not start');
      proxy.watch(point && { point, reached: () => child.kill('SIGKILL') });
      const done = said();
      child.send({ ...order, at: clock.now().getTime() });
      return done;
    },
    async end() {
      actors.delete(actor);
      child.kill('SIGKILL');
      await exit;
      await proxy.close();
    },
  };
  actors.add(actor);
  return actor;
}

/** Processes take longer to start than to act, so some are always being started. */
const coming: Promise<Actor>[] = [];
function nextActor(): Promise<Actor> {
  while (coming.length < 2) coming.push(startActor());
  const [next = startActor()] = coming.splice(0, 1);
  coming.push(startActor());
  return next;
}

/**
 * One place for each state that a killed process can leave: before anything, in a transaction before its first write
 * and before its commit, and after each lasting write. Until the commit PostgreSQL keeps nothing of a transaction, so
 * its other statements leave the same state as these; a write outside of a transaction is lasting.
 */
function pointsOf(statements: readonly Statement[]): BreakPoint[] {
  let isWritten = false;
  return statements.flatMap(({ text, occurrence, isLasting }, at) => {
    const before: BreakPoint = { text, occurrence, when: 'before' };
    const isRead = text.startsWith('select');
    const isFirstWrite = !isWritten && !isRead && text !== 'begin';
    isWritten = !isLasting && (isWritten || isFirstWrite);
    if (isLasting && !isRead) return [before, { ...before, when: 'after' }];
    return at === 0 || isFirstWrite ? [before] : [];
  });
}

const acts = {
  'a charge': {
    begin: () => subscriber(app, { tariffId: cheap, endsIn: -1, balance: 10_000 }),
    order: () => ({ act: 'run' }),
    lines: [10_000, -3_000],
    state: () => ({ status: 'active', balance: 7_000, tariff_id: cheap }),
    mails: [],
  },
  'a top-up': {
    begin: () => subscriber(app, { tariffId: cheap, status: 'blocked', endsIn: -20 }),
    order: (id) => ({ act: 'top up', id, by: cashierId }),
    lines: [5_000, -3_000],
    state: () => ({ status: 'active', balance: 2_000, tariff_id: cheap }),
    mails: ['access_resumed', 'top_up_receipt'],
    isSentInSteps: true,
  },
  'a tariff change': {
    begin: async (actor) => {
      const made = await subscriber(app, { tariffId: cheap, endsIn: -0.001, balance: 20_000 });
      await actor.does({ act: 'run' });
      return made;
    },
    order: (id) => ({ act: 'change the tariff', id, tariffId: dear, by: cashierId }),
    lines: [20_000, -3_000, expect.any(Number), -9_000],
    state: () => ({ status: 'active', tariff_id: dear }),
    mails: ['tariff_changed'],
  },
  'a deletion': {
    begin: () => subscriber(app, { tariffId: cheap, status: 'blocked', endsIn: -40 }),
    order: () => ({ act: 'run' }),
    lines: [],
    state: () => ({ status: 'archived', balance: 0, tariff_id: cheap }),
    mails: ['data_deleted'],
  },
} as const satisfies Record<string, Act>;

interface Act {
  begin(actor: Actor): Promise<{ id: string; email: string }>;
  order(id: string): Ordered;
  /** The result, however often it is killed. */
  lines: readonly unknown[];
  state(): object;
  mails: readonly string[];
  isSentInSteps?: boolean;
}

describe.each(Object.entries<Act>(acts))(
  '%s',
  (_, { begin, order, lines, state, mails, isSentInSteps = false }) => {
    it(
      'is done once and told at least once, at whatever statement its process is killed',
      { timeout },
      async () => {
        const clients: { id: string; email: string }[] = [];
        const first = await nextActor();
        const begun = await begin(first);
        clients.push(begun);
        await first.does(order(begun.id));
        const ofAct = pointsOf(first.proxy.statements());
        const sendFirst = async (actor: Actor, id: string, point?: BreakPoint) => {
          const [mail] = await mailsOf(app, id);
          if (mail) await actor.does({ act: 'send', emailId: mail.id }, point);
        };
        first.proxy.watch();
        await sendFirst(first, begun.id);
        // Sending is the same for every email, so one action tests all of it.
        const ofSending = pointsOf(first.proxy.statements()).slice(0, isSentInSteps ? undefined : 1);
        await first.end();
        await expectOnce(begun.id);

        let killed: { id: string; isAcknowledged: boolean } | undefined;
        const restart = async (actor: Actor) => {
          if (!killed) return;
          const { id, isAcknowledged } = killed;
          // Somebody who got an answer does not ask again.
          if (!isAcknowledged) expect(await actor.does(order(id))).toBe(true);
          await expectOnce(id);
        };
        for (const point of [...ofAct, ...ofSending]) {
          const actor = await nextActor();
          await restart(actor);
          const client = await begin(actor);
          clients.push(client);
          const before = await whatIs(client.id);
          const isSent = ofSending.includes(point);
          const isAcknowledged = await actor.does(order(client.id), isSent ? undefined : point);
          expect(isAcknowledged).toBe(isSent);
          if (isSent) await sendFirst(actor, client.id, point);
          expect(actor.proxy.isBroken()).toBe(true);
          await actor.end();
          const after = await whatIs(client.id);
          if (isAcknowledged || !isDeepStrictEqual(after.row, before.row)) await expectOnce(client.id);
          else expect(after).toEqual(before);
          killed = { id: client.id, isAcknowledged };
        }

        const last = await nextActor();
        await restart(last);
        clock.advance(mailsLost);
        await last.does({ act: 'take up mails' });
        for (const { id, email } of clients) {
          for (const { id: emailId } of await mailsOf(app, id)) await last.does({ act: 'send', emailId });
          const written = await mailsOf(app, id);
          expect(new Set(written.map(({ status }) => status))).toEqual(
            new Set(mails.length > 0 ? ['sent'] : []),
          );
          expect(new Set(mailbox.to(email).map(({ subject }) => subject))).toEqual(
            new Set(written.map(({ subject }) => subject)),
          );
        }
        await last.end();
        expect((await addUpWallets(database.db)).broken_client_ids).toEqual([]);
      },
    );

    async function expectOnce(id: string): Promise<void> {
      const { row, written, letters } = await whatIs(id);
      expect(row).toMatchObject(state());
      expect(written.map(({ amount }) => amount)).toEqual(lines);
      expect(written.at(-1)?.balance_after ?? 0).toBe(row.balance);
      expect(letters.map(({ kind }) => kind).toSorted()).toEqual(mails);
    }
  },
);

async function whatIs(id: string) {
  return {
    row: await clientRow(app, id),
    written: await linesOf(app, id),
    letters: await mailsOf(app, id),
  };
}
