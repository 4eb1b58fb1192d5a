import { systemClock } from '#server/clock.ts';
import { runCli } from './run-cli.ts';

/** `npm run cli -- …`: the operator's commands, beside a running server or without one. */
process.exitCode = await runCli(process.argv.slice(2), {
  environment: process.env,
  clock: systemClock,
  stdout: process.stdout,
  stderr: process.stderr,
});
