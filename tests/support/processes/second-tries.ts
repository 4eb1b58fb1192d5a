import type { Reporter, TestModule } from 'vitest/node';

/** Names at the end each test that passed only when it was tried again (docs/decisions/0217). */
export default class SecondTries implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const flaky = modules.flatMap((module) =>
      [...module.children.allTests('passed')]
        .filter((test) => test.diagnostic()?.flaky)
        .map((test) => `${module.relativeModuleId} > ${test.fullName}`),
    );
    for (const name of flaky) console.log(` second try: ${name}`);
  }
}
