import pg from 'pg';
import type { Db } from 'pg-boss';
import type { Logger } from 'pino';

export interface QueueDatabase extends Required<Pick<Db, 'executeSql' | 'listen'>> {
  close(): Promise<void>;
}

const listenAgainMs = 1000;

/**
 * The connections of pg-boss. Its own would end the process when the database restarts, because it removes their
 * error listeners before their last error.
 */
export function createQueueDatabase(
  connection: pg.PoolConfig,
  { connections, log }: { connections: number; log: Pick<Logger, 'debug' | 'warn'> },
): QueueDatabase {
  const config = { ...connection, application_name: 'tenantry-jobs', connectionTimeoutMillis: 10_000 };
  const lost = ({ message }: Error) => log.debug(`job queue: a connection was lost: ${message}`);
  const pool = new pg.Pool({ ...config, max: connections });
  pool.on('error', lost);
  pool.on('connect', (client) => client.on('error', lost));

  return {
    executeSql: (text, values) => pool.query(text, values),

    /** Listens for new jobs and reconnects when the connection is lost; polling finds jobs that came in between. */
    async listen(channel, onNotification, onReconnect) {
      let current: pg.Client | undefined;
      let timer: NodeJS.Timeout | undefined;
      let isClosed = false;

      const again = () => {
        if (isClosed) return;
        timer = setTimeout(() => void hear().catch(again), listenAgainMs);
      };
      const hear = async () => {
        const client = new pg.Client({ ...config, keepAlive: true, keepAliveInitialDelayMillis: 10_000 });
        current = client;
        client.on('error', lost);
        client.on('notification', ({ payload }) => payload !== undefined && onNotification(payload));
        try {
          await client.connect();
          await client.query(`listen ${pg.escapeIdentifier(channel)}`);
        } catch (error) {
          await client.end().catch(() => undefined);
          throw error;
        }
        client.once('end', again);
        onReconnect();
      };
      await hear();
      return {
        async close() {
          isClosed = true;
          clearTimeout(timer);
          await current?.end().catch(() => undefined);
        },
      };
    },

    close: () => pool.end(),
  };
}
