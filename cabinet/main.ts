import { constants } from 'node:os';

let stop: (() => Promise<void>) | undefined;
// Before anything else is loaded: the first process of a container isn't ended by a signal that it doesn't listen to.
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
