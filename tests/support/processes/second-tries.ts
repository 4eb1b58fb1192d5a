import { readFileSync, writeFileSync } from 'node:fs';
import type { Reporter, SerializedError, TestCase, TestModule, TestRunEndReason } from 'vitest/node';

/** Nothing runs beside the tests of the other projects: what fails there is broken. */
const besideOthers = ['api', 'browser', 'faults'];
/** What files import in which chance is the subject: a second try would hide what the first one found. */
const chance = /from '(#tests\/support\/races\/|fast-check)/;
/** When more files fail, it is no race. */
const mostFiles = 3;
/** Of the message of a first try: enough for the seed and the shrunk values of a random test. */
const mostLines = 12;
const mostLetters = 2000;

/**
 * Names at the end each test that passed only when it was tried again, with what the first try said
 * (docs/decisions/0217), and tells
 * scripts/run-tests.ts which files to run once more (docs/decisions/0218).
 */
export default class SecondTries implements Reporter {
  onTestRunEnd(
    modules: readonly TestModule[],
    errors: readonly SerializedError[],
    reason: TestRunEndReason,
  ): void {
    const flaky = modules.flatMap((module) =>
      [...module.children.allTests('passed')]
        .filter((test) => test.diagnostic()?.flaky)
        .map((test) => `${module.relativeModuleId} > ${test.fullName}\n${whyOf(test)}`),
    );
    for (const one of flaky) console.log(` second try: ${one}`);
    const list = process.env.TESTS_FAILED_LIST;
    if (list) writeFileSync(list, JSON.stringify(filesToRunAgain(modules, errors, reason)));
  }
}

/** What the first try said: of a random test also the values and the seed that lead there again. */
function whyOf(test: TestCase): string {
  const [error] = test.result()?.errors ?? [];
  return (error?.message ?? '').split('\n').slice(0, mostLines).join('\n').slice(0, mostLetters);
}

function filesToRunAgain(
  modules: readonly TestModule[],
  errors: readonly SerializedError[],
  reason: TestRunEndReason,
): string[] {
  const failed = modules.filter((module) => !module.ok());
  const isRace =
    reason === 'failed' &&
    errors.length === 0 &&
    failed.length <= mostFiles &&
    failed.every(({ project }) => besideOthers.includes(project.name)) &&
    !failed.some(({ moduleId }) => chance.test(readFileSync(moduleId, 'utf8')));
  return isRace ? failed.map(({ relativeModuleId }) => relativeModuleId) : [];
}
