import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { createPasswords } from '#server/auth/passwords.ts';
import { systemClock } from '#server/kernel/clock.ts';
import { type Config, readConfig } from '#server/kernel/config.ts';
import { connectDatabase } from '#server/postgres/connect.ts';
import { migrate } from '#server/db/migrate.ts';
import { requireSecretKey } from '#server/keys/secret-key.ts';
import { createSecrets } from '#server/keys/secrets.ts';
import { StartupError } from '#server/kernel/startup-error.ts';
import { fillDemo, type Filled } from './demo/fill.ts';

/**
 * `npm run demo`: fills an empty installation with a believable company. It reads the server's configuration. With
 * the embedded database the server must be stopped meanwhile.
 */
try {
  const config = readConfig(process.env);
  const password = `Demo-${randomBytes(6).toString('hex')}`;
  announce(await run(config, password), config, password);
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function run(config: Config, password: string): Promise<Filled> {
  const { databaseUrl, dataDir } = config;
  const log = pino({ level: 'warn' });
  const database = await connectDatabase({ databaseUrl, dataDir, log });
  try {
    await migrate({ db: database.db, log });
    const now = systemClock.now();
    const secrets = createSecrets(await requireSecretKey(database.db, config, now));
    const passwords = await createPasswords();
    const passwordHash = await passwords.hash(password);
    return await fillDemo({ db: database.db, config, secrets, now, passwordHash });
  } finally {
    await database.close();
  }
}

function announce(
  { accounts, customer, clients, cabinets, statement }: Filled,
  config: Config,
  password: string,
): void {
  const { publicUrl } = config;
  const width = Math.max(...accounts.map(({ email }) => email.length), customer.email.length);
  console.log(`\n  ${clients} clients are there, ${cabinets} of them with a cabinet.\n`);
  console.log(`  Password of everybody  ${password}  (made for this installation, and shown only now)\n`);
  console.log(`  Colleagues sign in at ${publicUrl}/login`);
  for (const { email, role } of accounts) console.log(`    ${email.padEnd(width)}  ${role}`);
  console.log(`\n  Customers sign in at ${publicUrl}/client/login`);
  console.log(`    ${customer.email.padEnd(width)}  ${customer.cabinetUrl}\n`);
  console.log(`  A bank statement to import in the panel, Money: ${statement}\n`);
  if (!config.databaseUrl)
    console.log('  Now start the server: PAYMENTS=test npm start  (customers try to pay, no money moves)\n');
}
