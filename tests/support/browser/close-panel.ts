import { cleanup } from '@testing-library/react';
import { afterAll, afterEach, expect } from 'vitest';
import { takeUnanswered } from './contract-edge.ts';

afterEach(() => expect(takeUnanswered()).toEqual([]));

// The last panel of a file: what React has planned for it would run when its window is gone.
afterAll(async () => {
  cleanup();
  for (let turn = 0; turn < 3; turn += 1) await new Promise((next) => setImmediate(next));
});
