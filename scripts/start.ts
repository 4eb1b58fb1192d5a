import { buildIfStale } from './pages-build.ts';

/**
 * `npm start`: the pages, then the server, in one process. npm has a shell run it, passes a signal on to that shell, and
 * not every shell passes it on in turn or makes itself the command (dash does neither): then it ends alone, and this
 * process would be left over. One that npm has started ends with its parent.
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
