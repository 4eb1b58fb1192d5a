import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * `npm run check`: what everyone runs before handing over. Quiet when all is well; otherwise what a step said, and
 * at the end which ones failed.
 */
const steps = [
  { name: 'types', program: 'typescript/bin/tsc', parameters: '--noEmit -p .' },
  { name: 'lint', program: 'eslint/bin/eslint.js', parameters: '--max-warnings 0 .' },
  { name: 'format', program: 'prettier/bin/prettier.cjs', parameters: '--check --log-level warn .' },
  {
    name: 'unused code',
    program: 'knip/bin/knip.js',
    parameters: '--no-progress --treat-config-hints-as-errors',
  },
  { name: 'translations', program: 'vitest/vitest.mjs', parameters: 'run --project unit locales.test.ts' },
  {
    name: 'import directions',
    program: 'vitest/vitest.mjs',
    parameters: 'run --project unit imports.test.ts',
  },
];

const root = fileURLToPath(new URL('..', import.meta.url));
const failed = steps.filter((step) => !passes(step)).map(({ name }) => name);
if (failed.length > 0) {
  console.error(`Failed: ${failed.join(', ')}.`);
  process.exitCode = 1;
}

function passes({ name, program, parameters }: (typeof steps)[number]): boolean {
  const { status, stdout, stderr, error } = spawnSync(
    process.execPath,
    [fileURLToPath(new URL(`../node_modules/${program}`, import.meta.url)), ...parameters.split(' ')],
    { cwd: root, encoding: 'utf8', maxBuffer: 64 * 2 ** 20, env: { ...process.env, FORCE_COLOR: '0' } },
  );
  if (status === 0) return true;
  console.error(`— ${name}\n${stdout ?? ''}${stderr ?? ''}${error?.message ?? ''}`.trimEnd());
  return false;
}
