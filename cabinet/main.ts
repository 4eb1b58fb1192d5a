import { constants } from 'node:os';

let stop: (() => Promise<void>) | undefined;
// Before anything else is loaded: process 1 of a container ignores signals that it does not listen to.
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    if (!stop) process.exit(128 + constants.signals[signal]);
    void stop().then(() => process.exit(0));
    stop = undefined;
  });
}
const { runCommand } = await import('./run-command.ts');
stop = await runCommand(process.argv[2]);
if (!stop) process.exitCode = 1;
