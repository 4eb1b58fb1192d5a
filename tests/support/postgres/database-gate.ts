import { connect, createServer, type Server, type Socket } from 'node:net';
import path from 'node:path';
import { freePort } from '#tests/support/processes/ports.ts';
import type { TestDatabase } from './database.ts';

export interface DatabaseGate {
  /** In the form of DATABASE_URL. */
  url: string;
  /** Closes the gate: open connections are cut, new ones refused. */
  shut(): Promise<void>;
  open(): Promise<void>;
}

/** A gate between a server and its PostgreSQL, which can so go away and come back. */
export async function openDatabaseGate({ url, connection }: TestDatabase): Promise<DatabaseGate> {
  const port = await freePort();
  const { host = 'localhost', port: target = 5432 } = connection;
  const sockets = new Set<Socket>();
  let server: Server | undefined;
  const open = async () => {
    const next = createServer((incoming) => {
      const onward = host.startsWith('/')
        ? connect(path.join(host, `.s.PGSQL.${target}`))
        : connect(target, host);
      for (const [one, other] of [
        [incoming, onward],
        [onward, incoming],
      ] as const) {
        sockets.add(one);
        one.on('error', () => undefined);
        one.on('close', () => {
          sockets.delete(one);
          other.destroy();
        });
        one.pipe(other);
      }
    });
    await new Promise<void>((listening) => next.listen(port, '127.0.0.1', listening));
    server = next;
  };
  await open();
  const gated = new URL(url);
  gated.port = String(port);
  gated.searchParams.set('host', '127.0.0.1');
  return {
    url: gated.href,
    open,
    async shut() {
      const closed = new Promise((done) => server?.close(done));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
