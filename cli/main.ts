import { systemClock } from '#server/kernel/clock.ts';
import { listenForSignals } from '#server/processes/stop-on-signals.ts';
import { runCli } from './run-cli.ts';

// Without a listener, a signal would leave the command's own database running.
listenForSignals();
/** `npm run cli -- …`: the commands for operators, with or without a running server. */
process.exitCode = await runCli(process.argv.slice(2), {
  environment: process.env,
  clock: systemClock,
  stdout: process.stdout,
  stderr: process.stderr,
});
