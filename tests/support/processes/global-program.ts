import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import type { TestProject } from 'vitest/node';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * vitest's globalSetup: the server as few files, which tests start some fifty times and kill (docs/decisions/0259).
 * Loading a thousand files takes most of a start's processor time. `npm start` and releases in folders of their own
 * are tested as they are.
 */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (!project.vitest.projects.some(({ name }) => name === 'faults')) return undefined;
  const folder = await mkdtemp(path.join(tmpdir(), 'tenantry-program-'));
  const program = path.join(folder, 'bundle/server');
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      ssr: true,
      outDir: program,
      target: 'node24',
      rolldownOptions: {
        input: ['server/main.ts', 'tests/support/processes/stopping-cabinet-worker.ts'],
        output: { chunkFileNames: '[name].js' },
      },
    },
  });
  await linkWhatIsRead(folder, program);
  // A start that is refused fills the compile cache; a killed one never does.
  spawnSync(process.execPath, [path.join(program, 'main.js')], { env: { VARIANT: 'none' } });
  process.env.TESTS_PROGRAM = program;
  return async () => {
    delete process.env.TESTS_PROGRAM;
    await rm(folder, { recursive: true, force: true });
  };
}

/** The files that the program reads, at the places where it looks for them. The compile cache is its own. */
async function linkWhatIsRead(folder: string, program: string): Promise<void> {
  const link = (from: string, to: string) => symlink(path.join(root, from), to);
  for (const name of ['locales', 'node_modules', 'package.json']) await link(name, path.join(folder, name));
  for (const file of ['db/migrations', 'kernel/common-passwords.txt'])
    await link(path.join('server', file), path.join(program, path.basename(file)));
  const built = path.join(root, 'dist');
  await mkdir(path.join(folder, 'dist'));
  const names = existsSync(built) ? readdirSync(built) : [];
  for (const name of names.filter((one) => one !== 'compile-cache'))
    await link(path.join('dist', name), path.join(folder, 'dist', name));
}
