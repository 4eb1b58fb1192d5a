import { buildIfStale } from './pages-build.ts';

/**
 * `npm start`: the pages, then the server, in one process. npm starts it through a shell and sends signals to that
 * shell. Some shells (dash) neither pass a signal on nor replace themselves by the command: such a shell would end
 * alone and leave this process behind. So a process started by npm ends with its parent.
 */
if (process.env.npm_lifecycle_event === 'start') endWithParent();
const status = await buildIfStale();
if (status === 0) await import('#server/main.ts');
else process.exitCode = status;

function endWithParent(): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, 250);
  timer.unref();
}
