import { pino } from 'pino';
import { systemClock } from './kernel/clock.ts';
import { type Config, readConfig, unreadVariables } from './kernel/config.ts';
import { type Server, startServer } from './server.ts';
import { StartupError } from './kernel/startup-error.ts';
import { version } from './kernel/version.ts';
import { listenForSignals, stopInOrder, stopNow } from './processes/stop-on-signals.ts';

listenForSignals();
try {
  const config = readConfig(process.env);
  for (const line of unreadVariables(process.env)) console.error(line);
  const log = pino({
    level: config.logLevel,
    base: { pid: process.pid, role: config.roles.join(','), version },
  });
  const server = await startServer({
    config,
    clock: systemClock,
    log,
    print: (line) => console.log(line),
    outdated(reason) {
      console.error(reason);
      stopNow(1);
    },
  });
  // Ctrl+C means that somebody waits. A service stopped by SIGTERM lets its proxy know first.
  stopInOrder((signal) => server.stop({ isDraining: signal === 'SIGTERM', isHurried: signal === 'SIGINT' }));
  announce(config, server);
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

function announce(config: Config, { setUpPath }: Server): void {
  const { publicUrl, smtpUrl, roles } = config;
  if (!roles.includes('web')) return console.log(`\n  ${config.productName} runs: ${roles.join(', ')}\n`);
  const lines = [
    ['Admin panel', `${publicUrl}/admin-panel`],
    ['Registration', `${publicUrl}/registration`],
    ['E-mail log', `${publicUrl}/admin-panel/settings/emails`],
    ...(setUpPath ? [['Set up the administrator (once, 24 h)', `${publicUrl}${setUpPath}`]] : []),
  ];
  const width = Math.max(...lines.map(([label = '']) => label.length));
  console.log(`\n  ${config.productName} is ready.\n`);
  for (const [label = '', address] of lines) console.log(`  ${label.padEnd(width)}  ${address}`);
  if (!smtpUrl) {
    console.log('\n  SMTP_URL is not set: emails stay in the email log, and their links are printed here.');
  }
  console.log('');
}
