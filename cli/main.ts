import { systemClock } from '#server/kernel/clock.ts';
import { listenForSignals } from '#server/processes/stop-on-signals.ts';
import { runCli } from './run-cli.ts';

// A signal that nobody listens to would leave a database of one's own behind.
listenForSignals();
/** `npm run cli -- …`: the operator's commands, beside a running server or without one. */
process.exitCode = await runCli(process.argv.slice(2), {
  environment: process.env,
  clock: systemClock,
  stdout: process.stdout,
  stderr: process.stderr,
});
