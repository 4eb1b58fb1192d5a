import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The end of `npm test`: all tests. Files whose test failed are then run once more, whole, each in a process and an
 * app of its own: a step of a story can't be tried again after what its first try has left (docs/decisions/0218).
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
const folder = mkdtempSync(path.join(tmpdir(), 'tenantry-failed-'));
const list = path.join(folder, 'files.json');

process.exitCode = await run(process.argv.slice(2), { TESTS_FAILED_LIST: list });
// Written by tests/support/processes/second-tries.ts, if another try is worth it.
const failed: string[] = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : [];
rmSync(folder, { recursive: true });
if (process.exitCode === 1 && failed.length > 0) {
  console.log(`\nRun once more from the start, because a test failed:\n  ${failed.join('\n  ')}`);
  process.exitCode = await run(failed);
}

/** Returns the exit status. */
async function run(filters: readonly string[], more: Record<string, string> = {}): Promise<number> {
  const child = spawn(process.execPath, [vitest, 'run', ...filters], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...more },
  });
  // A signal to this process is also for the tests; a terminal sends it to both.
  const end = (signal: NodeJS.Signals) => child.kill(signal);
  process.on('SIGTERM', end).on('SIGINT', end);
  const [status] = (await once(child, 'exit')) as [number | null]; // as Node documents
  process.off('SIGTERM', end).off('SIGINT', end);
  return status ?? 2;
}
