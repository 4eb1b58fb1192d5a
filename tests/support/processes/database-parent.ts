/**
 * A server as far as its database goes, to be killed: `database-parent.ts DATA_DIR [writing | throwing | ending]`.
 * Prints one JSON line when ready, then, when `writing`, the number of each row whose commit was acknowledged.
 * A refused start goes to the error output with status 1, as in main.ts.
 */
import pg from 'pg';
import { pino } from 'pino';
import { startEmbeddedPostgres } from '#server/postgres/embedded-postgres.ts';
import { StartupError } from '#server/kernel/startup-error.ts';

const [dataDir = '', act] = process.argv.slice(2);
const log = pino({ level: 'silent' });

const server = await startEmbeddedPostgres({ dataDir, log }).catch((error: unknown) => {
  if (!(error instanceof StartupError)) throw error;
  console.error(error.message);
  process.exit(1);
});
console.log(JSON.stringify(server.connection));
process.once('SIGTERM', () => void server.stop().then(() => process.exit(0)));

if (act === 'throwing') throw new Error('thrown on purpose');
if (act === 'writing') await writeForever();
// With nothing left to do Node ends; a server has open sockets.
if (act !== 'ending') setInterval(() => undefined, 60_000);

async function writeForever(): Promise<never> {
  const client = new pg.Client(server.connection);
  await client.connect();
  await client.query('create table if not exists rows (n int primary key)');
  for (let n = 1; ; n++) {
    await client.query('insert into rows values ($1)', [n]);
    console.log(n);
  }
}
