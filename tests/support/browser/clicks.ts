import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Counts what a hand does with the pointer: keys that press a button are no clicks. */
export interface Clicks {
  reset(): void;
  /** `goal` is issue 19's: fewer are as good. */
  expectAtMost(goal: number): Promise<void>;
}

export async function countClicks(page: Page): Promise<Clicks> {
  let count = 0;
  await page.exposeFunction('pointerPressed', () => (count += 1));
  const listen = () =>
    addEventListener('pointerdown', ({ isTrusted }) => isTrusted && globalThis.pointerPressed(), true);
  await page.addInitScript(listen);
  await page.evaluate(listen);
  return {
    reset: () => void (count = 0),
    async expectAtMost(goal) {
      // A press is told over a wire that answers in order.
      await page.evaluate(() => null);
      expect(count).toBeGreaterThan(0);
      expect(count).toBeLessThanOrEqual(goal);
    },
  };
}

declare global {
  var pointerPressed: () => void;
}
