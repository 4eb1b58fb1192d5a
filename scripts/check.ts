import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/**
 * `npm run check`: run it before handing work over. Quiet when all is well; otherwise prints the output of failed
 * steps, and at the end their names.
 */
const steps = [
  { name: 'types', program: 'typescript/bin/tsc', parameters: '--noEmit --singleThreaded -p .' },
  { name: 'lint', program: 'oxlint/bin/oxlint', parameters: '--deny-warnings .' },
  { name: 'format', program: 'oxfmt/bin/oxfmt', parameters: '--list-different .' },
  {
    name: 'unused code',
    program: 'knip/bin/knip.js',
    parameters: '--no-progress --treat-config-hints-as-errors',
  },
  {
    name: 'translations and import directions',
    program: 'vitest/vitest.mjs',
    parameters: 'run --project unit locales.test.ts resource-texts.test.ts imports.test.ts',
  },
];

const root = fileURLToPath(new URL('..', import.meta.url));
const lanes = 2;
const env = { ...process.env, FORCE_COLOR: '0' };

/** The steps of a lane run one after another, because reading the types of the whole program takes longest. */
const waiting = [...steps];
const failed: string[] = [];
await Promise.all(
  Array.from({ length: lanes }, async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      if (!(await passes(step))) failed.push(step.name);
    }
  }),
);
if (failed.length > 0) {
  console.error(`Failed: ${failed.join(', ')}.`);
  process.exitCode = 1;
}

async function passes({ name, program, parameters }: (typeof steps)[number]): Promise<boolean> {
  const step = spawn(
    process.execPath,
    [fileURLToPath(new URL(`../node_modules/${program}`, import.meta.url)), ...parameters.split(' ')],
    { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env },
  );
  const [said, [status]] = await Promise.all([
    Promise.all([text(step.stdout), text(step.stderr)]),
    once(step, 'close'),
  ]);
  if (status === 0) return true;
  console.error(`— ${name}\n${said.join('')}`.trimEnd());
  return false;
}
