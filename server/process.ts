import { pino } from 'pino';
import { systemClock } from './kernel/clock.ts';
import { type Config, readConfig, unreadVariables } from './kernel/config.ts';
import { type Server, startServer } from './server.ts';
import { StartupError } from './kernel/startup-error.ts';
import { version } from './kernel/version.ts';
import { type OwnLines, ownLines } from './processes/own-lines.ts';
import { listenForSignals, stopInOrder, stopNow } from './processes/stop-on-signals.ts';

listenForSignals();
let say = ownLines();
try {
  const config = readConfig(process.env);
  say = ownLines(config.roles);
  for (const line of unreadVariables(process.env)) say(line, { level: 'warn' });
  const log = pino({
    level: config.logLevel,
    base: { pid: process.pid, role: config.roles.join(','), version },
  });
  const server = await startServer({
    config,
    clock: systemClock,
    log,
    print: (line) => say(line, { level: 'info' }),
    outdated(reason) {
      say(reason, { level: 'fatal' });
      stopNow(1);
    },
  });
  // Ctrl+C means that somebody waits. A service stopped by SIGTERM lets its proxy know first.
  stopInOrder((signal) => server.stop({ isDraining: signal === 'SIGTERM', isHurried: signal === 'SIGINT' }));
  announce(say, config, server);
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  say(error.message, { level: 'fatal' });
  process.exitCode = 1;
}

function announce(say: OwnLines, config: Config, { setUpPath }: Server): void {
  const { publicUrl, smtpUrl, roles, productName } = config;
  if (!roles.includes('web')) {
    const message = `${productName} runs: ${roles.join(', ')}`;
    return say(message, { level: 'info', text: `\n  ${message}\n` });
  }
  const addresses = {
    panel: `${publicUrl}/admin-panel`,
    registration: `${publicUrl}/registration`,
    emails: `${publicUrl}/admin-panel/settings/emails`,
    ...(setUpPath && { set_up: `${publicUrl}${setUpPath}` }),
  };
  say(`${productName} is ready`, { level: 'info', fields: addresses, text: textOf(productName, addresses) });
  if (smtpUrl) return;
  const message = 'SMTP_URL is not set: emails stay in the email log, and their links are printed here.';
  say(message, { level: 'info', text: `  ${message}\n` });
}

function textOf(productName: string, addresses: Record<string, string>): string {
  const labels: Record<string, string> = {
    panel: 'Admin panel',
    registration: 'Registration',
    emails: 'E-mail log',
    set_up: 'Set up the administrator (once, 24 h)',
  };
  const lines = Object.entries(addresses).map(([name, address]) => [labels[name] ?? name, address] as const);
  const width = Math.max(...lines.map(([label]) => label.length));
  return [
    `\n  ${productName} is ready.\n`,
    ...lines.map(([label, address]) => `  ${label.padEnd(width)}  ${address}`),
    '',
  ].join('\n');
}
